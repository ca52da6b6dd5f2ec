// The page's assembly: nothing in the data can leave its
// element, numbers keep their bits, damaged folders are refused.
#include "collisionchip/testbench/report/page.h"

#include <cstring>
#include <map>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/report/comparison.h"
#include "collisionchip/testbench/report/report.h"
#include "collisionchip/testbench/report/run_folder.h"
#include "collisionchip/testbench/tests/report/page_reader.h"
#include "collisionchip/testbench/tests/report/program.h"

namespace collisionchip {
namespace {

using testing_support::from_base64;
using testing_support::Outcome;
using testing_support::PageReader;
using testing_support::ProgramTest;
using Json = nlohmann::ordered_json;

std::size_t occurrences(const std::string& text, const std::string& what) {
  std::size_t count = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++count;
  return count;
}

TEST(PageText, HtmlIsEscaped) {
  EXPECT_EQ(html_text("a<b> & \"c\" 'd'"), "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;");
}

TEST(PageText, JsonCannotEndItsElement) {
  const Json json = {{"name", "</script><script>alert(1)</script><!--"}, {"</SCRIPT>", 1}};
  const std::string text = script_json(json);
  EXPECT_EQ(text.find('<'), std::string::npos);
  EXPECT_EQ(Json::parse(text), json);
}

TEST(PageText, BytesThatAreNotUtf8AreReplaced) {
  const std::string text = script_json({{"name", "caf\xe9"}});
  EXPECT_EQ(Json::parse(text)["name"], "caf\xef\xbf\xbd");
}

TEST(PageText, Base64) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  std::string all;
  for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
  EXPECT_EQ(from_base64(base64(all)), all);
}

using PageTest = ProgramTest;

TEST_F(PageTest, BlocksKeepTheirBitsAndAreKeptOnce) {
  ReportPage page;
  const std::vector<float> floats = {-0.0f, 1e-45f, 3.4028235e38f, 0.1f};
  const Json a = page.add(floats);
  const Json small = page.add(std::vector<std::uint32_t>{1, 0xffff});
  const Json large = page.add(std::vector<std::uint32_t>{1, 0x10000});
  const Json again = page.add(floats);
  EXPECT_EQ(a, again);
  EXPECT_EQ(small["type"], "u16");
  EXPECT_EQ(large["type"], "u32");
  const std::uint64_t size = page.write(path("page.html"), "<title>", {{"folders", Json::array()}});
  const std::string text = read("page.html");
  EXPECT_EQ(size, text.size());
  EXPECT_EQ(occurrences(text, "<script type=\"text/plain\""), 3u);
  const PageReader reader(text);
  const std::string bytes = reader.block(a);
  ASSERT_EQ(bytes.size(), 16u);
  EXPECT_EQ(std::memcmp(bytes.data(), floats.data(), 16), 0) << "little endian, as this machine";
  EXPECT_EQ(reader.block(small), std::string("\1\0\xff\xff", 4));
  EXPECT_EQ(reader.block(large), std::string("\1\0\0\0\0\0\1\0", 8));
  EXPECT_NE(text.find("<title>&lt;title&gt;</title>"), std::string::npos);
}

TEST_F(PageTest, TemplateIsWhole) {
  const std::string text(page_template());
  EXPECT_EQ(occurrences(text, "@TITLE@"), 1u);
  EXPECT_EQ(occurrences(text, "@DATA@"), 1u);
  EXPECT_EQ(text.find("@STYLE@"), std::string::npos);
  EXPECT_EQ(text.find("@SCRIPTS@"), std::string::npos);
  EXPECT_NE(text.find("report.start();"), std::string::npos);
  const std::vector<std::pair<std::string, std::size_t>> drawings = {
      {"stack_engine", 2}, {"refit_unit", 1}, {"group_engine", 3},
      {"contact_unit", 2}, {"pose_unit", 1},  {"pair_sequencer", 1}};
  for (const auto& [unit, count] : drawings)
    EXPECT_EQ(occurrences(text, "id='unit-" + unit + "'"), count) << unit << ": a drawing of each machine";
  EXPECT_NE(text.find("Permission is hereby granted"), std::string::npos) << "the libraries' licences";
  EXPECT_EQ(occurrences(text, "<script"), occurrences(text, "</script>"));
  for (const char* outside : {"src=", "@import", "url(http", "href=\"http"})
    EXPECT_EQ(text.substr(0, text.find("<script>")).find(outside), std::string::npos) << outside;
  EXPECT_EQ(text.substr(text.size() - 8), "</html>\n");
}

class ReportTest : public ProgramTest {
 protected:
  ReportTest() {
    run("mesh gear a.obj --triangles 300");
    run("mesh torus-knot b.obj --triangles 400");
    write("poses.txt", "0.3 0.1 0.05 0.9 0.3 0.2 0.1\n0.1 0.2 0.3 0.1 0.7 0.2 0.3\n9 9 9 1 0 0 0\n");
    run("collide a.obj b.obj --poses poses.txt --out one");
  }
  Json statistics() const { return Json::parse(read("one/stats.json")); }
  // What `report` says of the folder, which is expected to be refused.
  std::string complaint() const {
    const Outcome outcome = run("report one --out page.html");
    EXPECT_EQ(outcome.status, 3) << outcome.text;
    EXPECT_FALSE(exists("page.html"));
    EXPECT_EQ(occurrences(outcome.text, "\n"), 1u) << outcome.text;
    return outcome.text;
  }
  Json page_data(const std::string& page) const { return PageReader(read(page)).data(); }
};

TEST_F(ReportTest, HoldsTheWholeRun) {
  const Outcome outcome = run("report one");
  ASSERT_EQ(outcome.status, 0) << outcome.text;
  EXPECT_EQ(outcome.text.rfind("one/report.html: ", 0), 0u) << outcome.text;
  const Json folder = page_data("one/report.html")["folders"][0];
  const Json asked = statistics();
  Json queries = folder["queries"];
  for (Json& query : queries) {
    EXPECT_EQ(query["figures"][0]["value"], query["pairs"].dump());
    EXPECT_EQ(query["roofs"][0]["name"], query["roof"]);
    const Json& roofline = query["roofline"];
    EXPECT_EQ(roofline["bytes"], query["counters"]["sdram.bytes"]);
    EXPECT_DOUBLE_EQ(
        roofline["pairs_per_1000_cycles"],
        query["roofs"][0]["pairs_per_1000_cycles"].get<double>() * query["roofs"][0]["share"].get<double>());
    EXPECT_EQ(roofline["traffic"][2]["bytes"], query["counters"]["memory_controller.triangle_bytes"]);
    for (const char* made : {"figures", "moments", "roofs", "roofline"}) query.erase(made);
  }
  EXPECT_EQ(queries, asked["queries"]);
  EXPECT_EQ(folder["run"], asked["run"]);
  EXPECT_EQ(folder["objects"][0]["corners"]["count"], 900);
  EXPECT_EQ(folder["objects"][1]["corners"]["count"], 1200);
  for (const Json& query : asked["queries"])
    EXPECT_EQ(folder["pairs"][query["pose"].dump()]["count"], 2 * query["pairs"].get<int>());
  // The command in the page repeats the run.
  const std::string command = folder["command"];
  ASSERT_EQ(run(command.substr(command.find(' ') + 1) + " --out two").status, 0) << command;
  EXPECT_EQ(read("one/pairs.csv"), read("two/pairs.csv"));
}

TEST_F(ReportTest, SameFolderSameBytes) {
  ASSERT_EQ(run("report one --out x.html").status, 0);
  ASSERT_EQ(run("report one --out y.html").status, 0);
  EXPECT_EQ(read("x.html"), read("y.html"));
}

TEST_F(ReportTest, SeveralFoldersShareTheirObjects) {
  ASSERT_EQ(run("collide a.obj b.obj --poses poses.txt --chip paper52 --out two").status, 0);
  ASSERT_EQ(run("report one two --out both.html").status, 0);
  const Json folders = page_data("both.html")["folders"];
  ASSERT_EQ(folders.size(), 2u);
  EXPECT_EQ(folders[0]["objects"], folders[1]["objects"]);
  EXPECT_EQ(folders[0]["pairs_digest"], folders[1]["pairs_digest"]);
  EXPECT_NE(folders[0]["run"]["configuration_hash"], folders[1]["run"]["configuration_hash"]);
}

// Times first, then what they cost.
TEST_F(ReportTest, ComparesTimesOfDifferentClocks) {
  ASSERT_EQ(run("collide a.obj b.obj --poses poses.txt --set chip.clock_period_ps=1875 --out fast").status,
            0);
  ASSERT_EQ(run("collide a.obj b.obj --poses poses.txt --model reference --out host").status, 0);
  ASSERT_EQ(run("report one fast host --out all.html").status, 0);
  const Json data = page_data("all.html"), comparison = data["comparison"];
  EXPECT_EQ(comparison["runs"], Json({"one", "fast", "host"}));
  const std::vector<RunFolder> folders = {read_run_folder(path("one")), read_run_folder(path("fast")),
                                          read_run_folder(path("host"))};
  EXPECT_EQ(comparison_json(folders)["figures"], comparison["figures"]);
  std::vector<std::string> names;
  for (const Json& row : comparison["figures"]) names.push_back(row["name"]);
  const std::vector<std::string> first(names.begin(), names.begin() + 10);
  EXPECT_EQ(first,
            (std::vector<std::string>{"total time", "its part on the chip", "its part on bus and doorbell",
                                      "its part on the host", "the host while chip and bus work", "silicon",
                                      "energy", "memory", "bound by", "used of the lowest roof"}));
  const auto row = [&](const std::string& name) {
    return comparison["figures"]
                     [static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin())];
  };
  EXPECT_EQ(row("its part on the chip")["ratios"][1], "0.500") << "the same cycles in half the time";
  EXPECT_EQ(row("its part on bus and doorbell")["ratios"][1], "0.500");
  EXPECT_EQ(row("its part on the host")["ratios"][1], "") << "the same host";
  const std::string total = row("total time")["ratios"][1];
  EXPECT_TRUE(total > "0.500" && total < "0.600") << total;
  EXPECT_EQ(row("chip cycles")["ratios"][1], "");
  EXPECT_EQ(row("chip cycles")["values"][2], "-") << "software has none";
  EXPECT_NE(row("total time")["values"][2], "-") << "but time";
  const Json asked = statistics();
  EXPECT_EQ(row("pairs")["values"][2], asked["run"]["pairs"].dump());
  EXPECT_EQ(row("SDRAM bytes")["values"][0],
            std::to_string(asked["queries"][0]["counters"]["sdram.bytes"].get<int>() +
                           asked["queries"][1]["counters"]["sdram.bytes"].get<int>() +
                           asked["queries"][2]["counters"]["sdram.bytes"].get<int>()));
  EXPECT_EQ(comparison["keys"], Json({{"chip.clock_period_ps", "3750", "1875", "3750"}}));
  EXPECT_FALSE(page_data("all.html")["folders"][2]["queries"][0].contains("figures"));
}

// What the drawing of a query shows: host, bus and chip one after the other, and what overlaps.
TEST_F(ReportTest, KnowsWhenHostBusAndChipWork) {
  ASSERT_EQ(run("report one").status, 0);
  const Json data = page_data("one/report.html");
  const Json& keys = data["folders"][0]["run"]["configuration"]["host"];
  for (const Json& query : data["folders"][0]["queries"]) {
    const auto ns = [&](const char* name) { return query[name].get<std::uint64_t>(); };
    const auto at = [&](const char* name) { return query["moments"][name].get<std::uint64_t>(); };
    EXPECT_EQ(at("made"), keys["call_ns"].get<std::uint64_t>() + keys["setup_ns"].get<std::uint64_t>());
    EXPECT_EQ(at("start"), at("made") + (ns("setup_cycles") * 3750 + 500) / 1000);
    EXPECT_EQ(at("done"), at("start") + ns("chip_ns"));
    EXPECT_EQ(at("come"), at("made") + ns("chip_ns") + ns("link_ns"));
    EXPECT_EQ(at("settled"), ns("total_ns"));
    EXPECT_EQ(at("overlap"), ns("overlap_ns"));
    EXPECT_LE(at("done"), at("come"));
    EXPECT_LE(at("come"), at("settled"));
  }
}

TEST_F(ReportTest, AKeyOfAUnitThatAMachineLacksHasNoValueThere) {
  ASSERT_EQ(run("collide a.obj b.obj --poses poses.txt --chip beyond --out groups").status, 0);
  ASSERT_EQ(run("report one groups --out both.html").status, 0);
  std::map<std::string, Json> keys;
  const Json data = page_data("both.html");
  for (const Json& row : data["comparison"]["keys"]) keys[row[0]] = row;
  EXPECT_EQ(keys.at("group_engine.contexts"), Json({"group_engine.contexts", "-", "10"}));
  EXPECT_EQ(keys.at("engine.kind"), Json({"engine.kind", "tree", "groups"}));
  EXPECT_EQ(keys.count("stack_engine.look_ahead"), 0u);
}

TEST_F(ReportTest, OneObjectAgainstItselfAndTheReferenceModel) {
  ASSERT_EQ(run("collide a.obj a.obj --model reference --first --out self").status, 0);
  ASSERT_EQ(run("report self").status, 0);
  const Json folder = page_data("self/report.html")["folders"][0];
  EXPECT_EQ(folder["objects"][0], folder["objects"][1]);
  const std::string command = folder["command"];
  EXPECT_NE(command.find("--model reference --first"), std::string::npos);
}

TEST_F(ReportTest, RefusesFoldersWithoutResults) {
  for (const char* folder : {"nowhere", "a.obj"}) {
    const Outcome outcome = run(std::string("report ") + folder);
    EXPECT_EQ(outcome.status, 3);
    EXPECT_NE(outcome.text.find("expected a folder with the results of a run"), std::string::npos);
  }
  std::filesystem::create_directory(path("empty"));
  const Outcome outcome = run("report empty");
  EXPECT_EQ(outcome.status, 3);
  EXPECT_NE(outcome.text.find("empty: expected results"), std::string::npos) << outcome.text;
  EXPECT_EQ(run("report").status, 2);
  EXPECT_EQ(run("report one --out nowhere/page.html").status, 3);
}

TEST_F(ReportTest, RefusesStatisticsCutShortAnywhere) {
  const std::string whole = read("one/stats.json");
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1}, whole.size() / 3, whole.size() / 2, whole.size() - 2}) {
    write("one/stats.json", whole.substr(0, size));
    EXPECT_NE(complaint().find("one/stats.json: expected a whole JSON file"), std::string::npos) << size;
  }
}

// Each member without which the page could not be drawn, taken away or of another type.
TEST_F(ReportTest, RefusesStatisticsWithoutAMember) {
  const Json whole = statistics();
  const auto refused = [&](const Json& damaged) {
    write("one/stats.json", damaged.dump());
    return complaint();
  };
  for (const char* member :
       {"version", "command", "object_a", "triangles_b", "first_witness", "checked", "cycles", "link_ns",
        "roofs", "machine", "configuration", "configuration_hash", "host"}) {
    Json damaged = whole;
    damaged["run"].erase(member);
    EXPECT_NE(refused(damaged).find(std::string("\"") + member + "\""), std::string::npos) << member;
    damaged["run"][member] = nullptr;
    EXPECT_NE(refused(damaged).find(std::string("\"") + member + "\""), std::string::npos) << member;
  }
  for (const char* member :
       {"pose", "matrix", "pairs", "total_ns", "cycles", "eq5_cycles", "units", "counters"}) {
    Json damaged = whole;
    damaged["queries"][1].erase(member);
    EXPECT_NE(refused(damaged).find(std::string("query 1: expected the member \"") + member + "\""),
              std::string::npos)
        << member;
  }
  Json damaged = whole;
  damaged["queries"][0]["matrix"].erase(3);
  EXPECT_NE(refused(damaged).find("12 numbers"), std::string::npos);
  damaged = whole;
  damaged["queries"][2]["units"]["sdram"]["stalled"]["access"] = "many";
  EXPECT_NE(refused(damaged).find("unit sdram: expected the member \"access\""), std::string::npos);
  damaged = whole;
  damaged["queries"][2]["histograms"]["stack_engine.alpha"] = {{1, 2, 3}};
  EXPECT_NE(refused(damaged).find("histogram stack_engine.alpha: expected pairs"), std::string::npos);
  damaged = whole;
  damaged["queries"][1]["counters"].erase("sdram.bytes");
  EXPECT_NE(refused(damaged).find("query 1, counters: expected the member \"sdram.bytes\""),
            std::string::npos);
  damaged = whole;
  damaged["run"]["machine"]["mm2"] = "much";
  EXPECT_NE(refused(damaged).find("run, machine: expected the member \"mm2\", a number"), std::string::npos);
  damaged = whole;
  damaged["run"]["configuration"]["engine"] = 3;
  EXPECT_NE(refused(damaged).find("configuration, engine: expected the member \"kind\", text"),
            std::string::npos);
  damaged = whole;
  damaged["queries"].clear();
  EXPECT_NE(refused(damaged).find("at least one query"), std::string::npos);
  EXPECT_NE(refused(Json::array()).find("\"queries\""), std::string::npos);
}

TEST_F(ReportTest, RefusesPairsThatDoNotFit) {
  const std::string whole = read("one/pairs.csv");
  write("one/pairs.csv", whole.substr(0, whole.size() - 1));
  EXPECT_NE(complaint().find("damaged or cut line"), std::string::npos);
  write("one/pairs.csv", whole.substr(0, whole.rfind('\n', whole.size() - 2) + 1));
  EXPECT_NE(complaint().find("as in stats.json, got"), std::string::npos) << "a whole line is missing";
  write("one/pairs.csv", whole + "2,300,0\n");
  EXPECT_NE(complaint().find("expected triangles below 300 and 400, got 300 and 0"), std::string::npos);
  write("one/pairs.csv", whole + "2,1,-1\n");
  EXPECT_NE(complaint().find("damaged or cut line"), std::string::npos);
  write("one/pairs.csv", whole + "7,1,1\n");
  EXPECT_NE(complaint().find("pose 7"), std::string::npos) << "no such query";
  write("one/pairs.csv", "pose;a;b\n");
  EXPECT_NE(complaint().find("pairs.csv:1: expected the header"), std::string::npos);
}

TEST_F(ReportTest, RefusesObjectsOfAnotherRun) {
  ASSERT_EQ(run("mesh gear one/object_b.stl --triangles 402").status, 0);
  EXPECT_NE(complaint().find("one/object_b.stl: expected 400 triangles as in stats.json, got 402"),
            std::string::npos);
  std::filesystem::remove(path("one/object_b.stl"));
  EXPECT_NE(complaint().find("one/object_b.stl"), std::string::npos);
}

TEST_F(ReportTest, PaperFoldersAreChecked) {
  const Json claim = {{"place", "p"}, {"claim", "c"},   {"paper", "1"},
                      {"ours", "2"},  {"agrees", "no"}, {"why", "w"}};
  const Json table = {{"columns", {"x", "y"}}, {"rows", {{1, 2}, {3, 4}}}};
  const Json whole = {{"run", Json::object()}, {"claims", {claim}}, {"tables", {{"eq5", table}}}};
  std::filesystem::create_directories(path("paper/host"));
  write("paper/paper.json", whole.dump());
  ASSERT_EQ(run("report paper").status, 0);
  EXPECT_EQ(page_data("paper/report.html")["folders"][0]["paper"], whole);

  const auto refused = [&](const std::string& file, const std::string& text) {
    write(file, text);
    const Outcome outcome = run("report paper --out page.html");
    EXPECT_EQ(outcome.status, 3) << outcome.text;
    EXPECT_EQ(outcome.text.rfind("collisionchip: " + file, 0), 0u) << outcome.text;
    return outcome.text;
  };
  EXPECT_NE(refused("paper/host/host.json", "{").find("cut short"), std::string::npos);
  EXPECT_NE(refused("paper/host/host.json", whole.dump()).find("\"host\""), std::string::npos);
  Json damaged = whole;
  damaged["tables"]["eq5"]["rows"][1] = {1};
  EXPECT_NE(refused("paper/paper.json", damaged.dump()).find("table eq5: expected rows of 2 cells"),
            std::string::npos);
  damaged = whole;
  damaged["claims"][0].erase("why");
  EXPECT_NE(refused("paper/paper.json", damaged.dump()).find("\"why\""), std::string::npos);
}

TEST_F(ReportTest, ADamagedNameStaysInItsPlace) {
  ASSERT_EQ(run("collide a.obj b.obj --out '<img src=x>'").status, 0);
  ASSERT_EQ(run("report '<img src=x>' --out page.html").status, 0);
  EXPECT_EQ(read("page.html").find("<img"), std::string::npos);
}

}  // namespace
}  // namespace collisionchip
