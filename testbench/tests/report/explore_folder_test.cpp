// An exploration's folder as the page's data: every line is checked, large ones are thinned out and keep the
// best. What the page makes of the numbers: explore_browser_test.py.
#include "collisionchip/testbench/report/explore_folder.h"

#include <fmt/format.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/tests/report/page_reader.h"
#include "collisionchip/testbench/tests/report/program.h"

namespace collisionchip {
namespace {

using testing_support::Outcome;
using testing_support::PageReader;
using testing_support::ProgramTest;
using Json = nlohmann::ordered_json;

class ExploreFolderTest : public ProgramTest {
 protected:
  // `rows`: the text between the brackets of "results".
  void write_results(const std::string& rows, std::uint64_t points,
                     const std::string& objectives = "[\"cycles\"]") {
    std::filesystem::create_directories(path("out"));
    write(
        "out/results.json",
        fmt::format("{{\"plan\": \"p.toml\",\n\"version\": \"1\",\n\"strategy\": \"grid\",\n\"points\": {},\n"
                    "\"base\": \"paper41\",\n\"configuration\": {{}},\n"
                    "\"axes\": [{{\"key\":\"sdram.banks\",\"values\":[1,2,4]}}],\n"
                    "\"workloads\": [{{\"name\":\"w\"}}],\n\"objectives\": {},\n"
                    "\"statistics\": [\"cycles\",\"slowest_cycles\",\"sdram.reads\"],\n\"results\": [",
                    points, objectives) +
            rows + "\n]}\n");
  }
  static std::string row(std::uint64_t point, std::uint64_t cycles, const std::string& more = "") {
    return fmt::format(
        "{}\n{{\"point\":{},\"workload\":\"w\",\"status\":\"done\",\"configuration\":\"h{}\","
        "\"axes\":[{}],\"bound_by\":\"latency\",\"roof\":\"sdram\",\"roof_share\":0.5,\"statistics\":[{},7,{}"
        "]}}{}",
        point == 0 ? "" : ",", point, point, point % 2 + 1, cycles, 5 * point, more);
  }
  Json data() {
    ReportPage page;
    return read_explore_folder(path("out"), page);
  }
  std::string complaint() {
    try {
      data();
    } catch (const InputError& error) {
      const std::string text = error.what(), folder = path("out") + "/";
      return text.rfind(folder, 0) == 0 ? text.substr(folder.size()) : text;
    }
    return "none";
  }
};

TEST_F(ExploreFolderTest, ColumnsOfEveryStatisticAndAxis) {
  write_results(row(0, 30) + row(1, 20) + row(2, 5'000'000'000), 3);
  const Json json = data();
  EXPECT_EQ(json["kept"], 3);
  EXPECT_FALSE(json.contains("results"));
  EXPECT_EQ(json["hashes"], Json({"h0", "h1", "h2"}));
  EXPECT_EQ(json["statistics"][0]["column"]["type"], "f64") << "exact up to 2^53";
  EXPECT_EQ(json["statistics"][1]["column"], 7) << "one number for all";
  EXPECT_EQ(json["statistics"][2]["column"]["type"], "u16");
  EXPECT_EQ(json["statistics"][2]["column"]["count"], 3);
  EXPECT_EQ(json["statistics"][0]["maximum"], false);
  EXPECT_EQ(json["statistics"][1]["maximum"], true);
  EXPECT_EQ(json["statuses"], Json({"done"}));
  EXPECT_EQ(json["axes"][0]["places"]["count"], 3);
}

TEST_F(ExploreFolderTest, FailuresKeepTheirReasons) {
  write_results(row(0, 30) +
                    ",\n{\"point\":1,\"workload\":\"w\",\"status\":\"failed\",\"reason\":\"out of time\","
                    "\"configuration\":\"h1\",\"axes\":[8]}",
                2);
  ReportPage page;
  const Json json = read_explore_folder(path("out"), page);
  EXPECT_EQ(json["statuses"], Json({"done", "failed"}));
  EXPECT_EQ(json["reasons"], Json({{1, "w", "out of time"}}));
  EXPECT_EQ(json["axes"][0]["values"], Json({1, 2, 4, 8})) << "the base's own value";
  EXPECT_EQ(PageReader(page).block(json["axes"][0]["places"]), std::string("\0\0\3\0", 4));
}

TEST_F(ExploreFolderTest, ManyPointsAreThinnedOutAndTheBestStays) {
  const std::uint64_t all = 3 * kMostPageResults, best = 40'001;
  std::string rows;
  for (std::uint64_t point = 0; point < all; ++point) rows += row(point, point == best ? 1 : 1000);
  write_results(rows, all);
  const Json json = data();
  const std::uint64_t kept = json["kept"];
  EXPECT_GT(kept, kMostPageResults * 95 / 100);
  EXPECT_LT(kept, kMostPageResults * 105 / 100);
  const auto& hashes = json["hashes"];
  EXPECT_NE(std::find(hashes.begin(), hashes.end(), "h40001"), hashes.end());
  EXPECT_EQ(json, data()) << "the same sample every time";
}

TEST_F(ExploreFolderTest, OriginGivesTheCommands) {
  write_results(row(0, 30), 1);
  EXPECT_FALSE(data().contains("plan_word"));
  write("out/origin.json", R"({"plan": "/a b/p.toml", "chip": "--chip paper41"})");
  EXPECT_EQ(data()["plan_word"], "'/a b/p.toml'");
  EXPECT_EQ(data()["chip_arguments"], "--chip paper41");
  write("out/origin.json", R"({"plan": 3})");
  EXPECT_EQ(complaint(), "origin.json: expected the member \"plan\", text");
}

TEST_F(ExploreFolderTest, SaysWhatIsWrong) {
  const std::string other = "; is it from another version?";
  write_results(row(0, 30), 2);
  EXPECT_EQ(complaint(), "results.json:13: expected 2 points");
  write_results(row(0, 30) + row(1, 30), 1);
  EXPECT_EQ(complaint(), "results.json:13: expected no more than 1 points");
  write_results(row(0, 30) + row(2, 30), 3);
  EXPECT_EQ(complaint(), "results.json:13: expected point 1, workload 0" + other);
  write_results(row(0, 30, "x"), 1);
  EXPECT_EQ(complaint(), "results.json:12: expected a whole JSON object, got a damaged or cut line");
  write_results(row(0, 30), 1, "[\"cycle\"]");
  EXPECT_EQ(complaint(), "results.json:11: expected objectives that are statistics" + other);
  write_results(
      "\n{\"point\":0,\"workload\":\"w\",\"status\":\"done\",\"configuration\":\"h\",\"axes\":[1],"
      "\"statistics\":[1,2]}",
      1);
  EXPECT_EQ(complaint(), "results.json:12: expected a number for each statistic" + other);
  write_results("\n{\"point\":0,\"workload\":\"w\",\"status\":\"done\",\"configuration\":\"h\",\"axes\":[]}",
                1);
  EXPECT_EQ(complaint(), "results.json:12: expected a value for each axis" + other);
  write_results("", 1);
  const std::string whole = read("out/results.json");
  write("out/results.json", whole.substr(0, whole.find("\"results\"")));
  EXPECT_EQ(complaint(), "results.json:10: expected the results of an exploration, got the end of the file");
  write("out/results.json", whole.substr(0, whole.rfind("]}")));
  EXPECT_EQ(complaint(), "results.json:11: expected a result or \"]}\", got the end of the file");
}

TEST_F(ExploreFolderTest, TheProgramMakesThePageAndRefusesDamage) {
  write("plan.toml",
        "objectives = [\"cycles\"]\n[[axis]]\nkey = \"sdram.banks\"\nvalues = [1, 4]\n[[workload]]\n"
        "a = { kind = \"box\", triangles = 12 }\nb = { kind = \"box\", triangles = 12 }\n"
        "poses = [\"0.3 0.2 0.1 0.9 0.1 0.2 0.3\"]\n");
  EXPECT_EQ(run("explore plan.toml --out out").status, 0);
  const Outcome outcome = run("report out");
  EXPECT_EQ(outcome.status, 0) << outcome.text;
  EXPECT_TRUE(exists("out/report.html"));
  const std::string results = read("out/results.json");
  write("out/results.json", results.substr(0, results.size() / 2));
  const Outcome damaged = run("report out --out page.html");
  EXPECT_EQ(damaged.status, 3);
  EXPECT_FALSE(exists("page.html"));
}

}  // namespace
}  // namespace collisionchip
