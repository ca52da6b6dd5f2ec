// A scene's folder as the page's data: every line is checked against the others.
#include "collisionchip/testbench/report/frames_folder.h"

#include <cstring>

#include <fmt/format.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/tests/report/page_reader.h"
#include "collisionchip/testbench/tests/report/program.h"

namespace collisionchip {
namespace {

using testing_support::PageReader;
using testing_support::ProgramTest;
using Json = nlohmann::ordered_json;

class FramesFolderTest : public ProgramTest {
 protected:
  FramesFolderTest() {
    write("s.toml",
          "frames = 3\n[[object]]\nname = \"a\"\nmesh = { kind = \"gear\", triangles = 60 }\n"
          "[[object]]\nname = \"b\"\nmesh = { kind = \"gear\", triangles = 60 }\npose = \"0.5 0 0 1 0 0 0\"\n"
          "velocity = [0.3, 0, 0]\n");
    EXPECT_EQ(run("scene s.toml --out out").status, 0);
  }
  std::string complaint() {
    try {
      ReportPage page;
      read_frames_folder(path("out"), page);
    } catch (const InputError& error) {
      std::string text = error.what();
      for (std::size_t at = 0; (at = text.find(path("out") + "/")) != std::string::npos;)
        text.erase(at, path("out").size() + 1);
      return text;
    }
    return "none";
  }
  // Frames with `from` replaced.
  std::string complaint(const std::string& from, const std::string& to) {
    const std::string good = read("out/frames.csv");
    std::string bad = good;
    bad.replace(bad.find(from), from.size(), to);
    write("out/frames.csv", bad);
    const std::string said = complaint();
    write("out/frames.csv", good);
    return said;
  }
};

TEST_F(FramesFolderTest, ColumnsAreThoseOfTheFile) {
  ReportPage page;
  const Json scene = read_frames_folder(path("out"), page);
  const PageReader reader(page);
  const std::string bytes = reader.block(scene["columns"]["total_cycles"]);
  ASSERT_EQ(bytes.size(), 3 * sizeof(double));
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    double cycles = 0;
    std::memcpy(&cycles, bytes.data() + i * sizeof cycles, sizeof cycles);
    sum += cycles;
  }
  EXPECT_GT(sum, 0);
  EXPECT_EQ(sum, scene["totals"]["total_cycles"].get<double>());
}

TEST_F(FramesFolderTest, ObjectsThatMeetAreCountedByFramesAndTriangles) {
  Json totals = Json::parse(read("out/scene.json"));
  totals["triangle_pairs"] = 4;
  write("out/scene.json", totals.dump());
  write("out/pairs.csv",
        "frame,object_a,object_b,triangle_a,triangle_b\n0,a,b,1,2\n1,a,c,0,0\n1,a,c,0,1\n3,a,c,0,1\n");
  ReportPage page;
  EXPECT_EQ(read_frames_folder(path("out"), page)["meetings"].dump(),
            R"({"count":2,"most":[["a","c",2,1,3,3],["a","b",1,0,0,1]]})");
}

TEST_F(FramesFolderTest, DamagedPairsAreNamedWithFileAndLine) {
  const std::string head = "frame,object_a,object_b,triangle_a,triangle_b\n";
  for (const auto& [text, said] : std::initializer_list<std::pair<std::string, std::string>>{
           {"frame,a\n", "pairs.csv:1: expected the pairs of a scene; is it from another version?"},
           {head + "0,a\n", "pairs.csv:2: expected a frame, two objects and two triangles"},
           {head + "0x,a,b,1,2\n", "pairs.csv:2: expected the number of a frame"},
           {head + "0,a,b,1", "pairs.csv:2: expected a whole line, got a cut one"}}) {
    write("out/pairs.csv", text);
    EXPECT_EQ(complaint(), said);
  }
  Json totals = Json::parse(read("out/scene.json"));
  totals["triangle_pairs"] = 2;
  write("out/scene.json", totals.dump());
  write("out/pairs.csv", head + "0,a,b,1,2\n");
  EXPECT_EQ(complaint(), "pairs.csv: expected 2 pairs of triangles, as scene.json says, got 1");
}

TEST_F(FramesFolderTest, DamageIsNamedWithFileAndLine) {
  EXPECT_EQ(complaint(), "none");
  EXPECT_EQ(complaint("frame,", "gram,"),
            "frames.csv:1: expected the columns of a scene's frames; is it from another version?");
  EXPECT_EQ(complaint("\n1,", "\n2,"), "frames.csv:3: expected the frames in their order");
  EXPECT_EQ(complaint("\n1,", "\n1,x"), "frames.csv:3: expected eleven numbers, a word and two numbers");
  EXPECT_EQ(complaint(",met,", ",late,"), "frames.csv:2: expected met or missed");
  EXPECT_EQ(complaint("\n1,", ",7\n1,"), "frames.csv:2: expected eleven numbers, a word and two numbers");
  const std::string good = read("out/frames.csv");
  write("out/frames.csv", good.substr(0, good.size() - 4));
  EXPECT_EQ(complaint(), "frames.csv:4: expected a whole line, got a cut one");
  write("out/frames.csv", good.substr(0, good.find("\n2,") + 1));
  EXPECT_EQ(complaint(), "frames.csv: expected 3 frames, as scene.json says, got 2");
  write("out/frames.csv", good);
  Json totals = Json::parse(read("out/scene.json"));
  totals["deadline"].erase("met");
  write("out/scene.json", totals.dump());
  EXPECT_EQ(complaint(), "scene.json: expected the totals of a scene; is it from another version?");
}

}  // namespace
}  // namespace collisionchip
