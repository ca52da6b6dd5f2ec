// `collide --out DIR`: the folder alone repeats the run, to the last bit of every coordinate.
#include "collisionchip/testbench/results/result_folder.h"

#include <cstring>

#include <nlohmann/json.hpp>

#include "collisionchip/reference/mesh/mesh_file.h"
#include "collisionchip/testbench/tests/report/program.h"

namespace collisionchip {
namespace {

using testing_support::Outcome;
using testing_support::ProgramTest;
using Json = nlohmann::ordered_json;

class ResultFolderTest : public ProgramTest {
 protected:
  ResultFolderTest() {
    run("mesh torus-knot a.obj --triangles 300");
    run("mesh gear b.ply --triangles 400");
    write("poses.txt", "0.3 0.1 0.05 0.9 0.3 0.2 0.1\n-0.1 0.2 0.3 0.1 0.7 0.2 0.3  # second\n");
  }
  Json statistics(const std::string& folder) const { return Json::parse(read(folder + "/stats.json")); }
};

// What may differ between a run and its repetition: names and this host.
Json without_names(Json json) {
  for (const char* member : {"command", "object_a", "object_b", "host"}) json["run"].erase(member);
  return json;
}

bool same_bits(float x, float y) {
  return std::memcmp(&x, &y, sizeof x) == 0;
}

void expect_same_corners(const Mesh& x, const Mesh& y) {
  ASSERT_EQ(x.triangle_count(), y.triangle_count());
  for (std::uint32_t i = 0; i < x.triangle_count(); ++i) {
    for (std::size_t corner = 0; corner < 3; ++corner) {
      for (int axis = 0; axis < 3; ++axis) {
        EXPECT_TRUE(same_bits(x.corners(i)[corner][axis], y.corners(i)[corner][axis]))
            << "triangle " << i << " corner " << corner << " axis " << axis;
      }
    }
  }
}

TEST_F(ResultFolderTest, TheFolderAloneRepeatsTheRun) {
  const Outcome first = run("collide a.obj b.ply --poses poses.txt --set sdram.banks=8 --out 'one run'");
  ASSERT_EQ(first.status, 0) << first.text;
  const Outcome again =
      run("collide 'one run/object_a.stl' 'one run/object_b.stl' --poses 'one run/poses.txt' --chip 'one "
          "run/chip.toml' --out again");
  ASSERT_EQ(again.status, 0) << again.text;
  EXPECT_EQ(read("one run/pairs.csv"), read("again/pairs.csv"));
  EXPECT_EQ(without_names(statistics("one run")), without_names(statistics("again")));
  for (const char* name : {"object_a.stl", "object_b.stl", "poses.txt", "chip.toml"})
    EXPECT_EQ(read(std::string("one run/") + name), read(std::string("again/") + name)) << name;
  EXPECT_GT(read("again/pairs.csv").size(), 100u);
}

TEST_F(ResultFolderTest, TheCommandInTheStatisticsRepeatsTheRun) {
  write("it's.obj", read("a.obj"));
  const Outcome first = run("collide \"it's.obj\" b.ply --pose '.3 .1 0 1 0 0 .1' --first --out one");
  ASSERT_EQ(first.status, 0) << first.text;
  const std::string command = statistics("one")["run"]["command"];
  ASSERT_EQ(command.rfind("collisionchip ", 0), 0u);
  const Outcome again = run(command.substr(14) + " --out two");
  ASSERT_EQ(again.status, 0) << again.text;
  EXPECT_EQ(statistics("two")["run"]["command"], command);
  EXPECT_EQ(without_names(statistics("one")), without_names(statistics("two")));
}

TEST_F(ResultFolderTest, PosesReadBackAsTheSameFloats) {
  write("poses.txt",
        "1e-45 3.4e38 -0 1.1754942e-38 0 1 0 16777217 0.1 0 1 1e-7\n0.3 0.1 0.05 0.9 0.3 0.2 0.1");
  ASSERT_EQ(run("collide a.obj b.ply --poses poses.txt --model reference --no-check --out one").status, 0);
  const std::vector<Pose> asked = read_poses(path("poses.txt")), kept = read_poses(path("one/poses.txt"));
  ASSERT_EQ(kept.size(), 2u);
  const Json queries = statistics("one")["queries"];
  for (std::size_t i = 0; i < kept.size(); ++i) {
    for (std::size_t row = 0; row < 3; ++row) {
      for (std::size_t column = 0; column < 4; ++column) {
        const auto number = [&](const Pose& pose) {
          return column < 3 ? pose.r[row][column] : pose.t[static_cast<int>(row)];
        };
        EXPECT_TRUE(same_bits(number(asked[i]), number(kept[i]))) << i << " " << row << " " << column;
        const auto in_json = static_cast<float>(queries[i]["matrix"][4 * row + column].get<double>());
        EXPECT_TRUE(same_bits(number(asked[i]), in_json)) << i << " " << row << " " << column;
      }
    }
  }
}

TEST_F(ResultFolderTest, ObjectsKeepTheirBitsAndNumbers) {
  write(
      "odd.obj",
      "v -0 0 1e-45\nv 3.4028235e38 0 0.1\nv 0 1 0\nv 0 1 0\nf 1 2 3\nf 3 4 3\nf 2 3 4 1\n# fanned in two\n");
  ASSERT_EQ(run("collide odd.obj a.obj --model reference --no-check --out one").status, 0);
  expect_same_corners(read_mesh(path("odd.obj")), read_mesh(path("one/object_a.stl")));
  expect_same_corners(read_mesh(path("a.obj")), read_mesh(path("one/object_b.stl")));
}

TEST_F(ResultFolderTest, AnEarlierRunLeavesNothingBehind) {
  ASSERT_EQ(run("collide a.obj b.ply --out one").status, 0);
  write("one/notes.txt", "the user's own");
  write("one/report.html", "the user's own, too");
  ASSERT_EQ(run("collide a.obj a.obj --out one").status, 0);
  EXPECT_FALSE(exists("one/object_b.stl")) << "one object: one file";
  EXPECT_EQ(read("one/report.html"), "the user's own, too");
  EXPECT_EQ(read("one/notes.txt"), "the user's own");
  std::filesystem::remove(path("one/report.html"));
  ASSERT_EQ(run("report one").status, 0);
  ASSERT_EQ(run("report one").status, 0) << "a page is made again";
  ASSERT_EQ(run("collide a.obj a.obj --first --out one").status, 0);
  EXPECT_FALSE(exists("one/report.html")) << "a page of other results";
  ASSERT_EQ(run("collide a.obj a.obj --out one").status, 0);
  // A run may read its own folder.
  const std::string pairs = read("one/pairs.csv");
  ASSERT_EQ(run("collide one/object_a.stl one/object_a.stl --chip one/chip.toml --out one").status, 0);
  EXPECT_EQ(read("one/pairs.csv"), pairs);
}

TEST_F(ResultFolderTest, ComplainsInOneLine) {
  write("file", "");
  Outcome outcome = run("collide a.obj b.ply --out file/one");
  EXPECT_EQ(outcome.status, 3);
  EXPECT_EQ(outcome.text.rfind("collisionchip: file/one: expected a folder that can be made", 0), 0u)
      << outcome.text;
  outcome = run("collide a.obj b.ply --out one --pairs p.csv");
  EXPECT_EQ(outcome.status, 3) << "a combination";
  EXPECT_FALSE(exists("one"));
  outcome = run("collide a.obj b.ply --out one --set sdram.banks=0");
  EXPECT_EQ(outcome.status, 3);
  EXPECT_FALSE(exists("one")) << "nothing is made before the question is known to be good";
}

TEST(ShellWord, QuotesWhatAShellWouldNotTake) {
  EXPECT_EQ(shell_word("demo-out/gear.obj"), "demo-out/gear.obj");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("a b"), "'a b'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word("$(x)"), "'$(x)'");
}

}  // namespace
}  // namespace collisionchip
