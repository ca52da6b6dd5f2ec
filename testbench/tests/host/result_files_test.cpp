// The files of a run: byte by byte where the page says so, and errors that name the file.
#include "collisionchip/testbench/results/result_files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include <nlohmann/json.hpp>

#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {
namespace {

struct ResultFiles : ::testing::Test {
  std::filesystem::path folder =
      std::filesystem::temp_directory_path() /
      (std::string("collisionchip_") + ::testing::UnitTest::GetInstance()->current_test_info()->name());

  void SetUp() override { std::filesystem::create_directories(folder); }
  void TearDown() override { std::filesystem::remove_all(folder); }

  std::string path(const char* name) const { return (folder / name).string(); }
  static std::string bytes_of(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
  }
  template <typename Action>
  static std::string complaint_of(const Action& action) {
    try {
      action();
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }
};

TEST_F(ResultFiles, PairsAreOneLineEachUnderAHeader) {
  PairsFile file(path("pairs.csv"));
  file.add(pair_lines(0, {{3, 4}, {3, 11}}));
  file.add(pair_lines(1, {}));
  file.add(pair_lines(2, {{0, 4294967295u}}));
  file.close();
  EXPECT_EQ(bytes_of(path("pairs.csv")), "pose,triangle_a,triangle_b\n0,3,4\n0,3,11\n2,0,4294967295\n");
}

TEST_F(ResultFiles, AnOldFileIsReplaced) {
  std::ofstream(path("pairs.csv")) << std::string(1000, 'x');
  PairsFile file(path("pairs.csv"));
  file.close();
  EXPECT_EQ(bytes_of(path("pairs.csv")), "pose,triangle_a,triangle_b\n");
}

TEST_F(ResultFiles, NoPathNoFile) {
  PairsFile pairs("");
  pairs.add(pair_lines(0, {{1, 2}}));
  pairs.close();
  StatisticsFile statistics("");
  statistics.add(StatisticsLines({}, {}).query(0, Pose{}, Answer{}, 0));
  statistics.close({}, ChipConfig{});
  EXPECT_TRUE(std::filesystem::is_empty(folder));
}

TEST_F(ResultFiles, WhatCannotBeWrittenIsAnErrorThatNamesTheFile) {
  const std::string nowhere = path("no/such/folder.csv");
  for (const std::string& text : {complaint_of([&] { PairsFile file(nowhere); }),
                                  complaint_of([&] { StatisticsFile file(nowhere); })}) {
    EXPECT_EQ(text.rfind(nowhere + ": expected a file that can be written", 0), 0u) << text;
  }
}

TEST_F(ResultFiles, AFullDiskIsNoticedAtTheEnd) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full on this system";
  const std::string pairs = complaint_of([] {
    PairsFile file("/dev/full");
    file.add(pair_lines(0, {{1, 2}}));
    file.close();
  });
  EXPECT_EQ(pairs.rfind("/dev/full: expected to write all", 0), 0u) << pairs;
  const std::string statistics = complaint_of([] {
    StatisticsFile file("/dev/full");
    file.close({}, ChipConfig{});
  });
  EXPECT_EQ(statistics.rfind("/dev/full: expected to write all", 0), 0u) << statistics;
}

TEST_F(ResultFiles, StatisticsAreJsonWithOneQueryPerLine) {
  ChipAnswer answer;
  answer.pairs = {{1, 2}, {3, 4}};
  answer.cycles = 1234;
  answer.setup_cycles = 10;
  answer.readback_cycles = 20;
  answer.settled_cycles = 1334;
  answer.host = {3100, 500'000, 7'602'500, 1, 2};
  answer.lists = 5;
  answer.aligned_pairs = 17;
  answer.triangle_tests = 3;
  answer.uncertain = 1;
  answer.unfinished = 2;
  answer.eq5_cycles = 570;
  answer.units = {{"memory_controller", 900, 334, {}}, {"stack_engine", 1000, 34, {{"transform", 200}}}};
  RunSummary run;
  run.model = "tlm";
  run.object_a = "a \"quoted\" name.obj";
  run.queries = 2;
  run.pairs = 2;
  run.cycles = 1234;
  const StatisticsLines written({}, {});
  StatisticsFile file(path("stats.json"));
  file.add(written.query(0, Pose{}, Answer{{answer.pairs, {}}, answer}, 0));
  file.add(written.query(7, Pose{}, Answer{}, 12.5e-6));
  file.close(run, ChipConfig{});

  const std::string text = bytes_of(path("stats.json"));
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "{\"queries\": [");
  std::getline(lines, line);
  EXPECT_EQ(line.front(), '{');
  EXPECT_EQ(line.back(), ',');
  const auto json = nlohmann::json::parse(text);
  const auto& query = json.at("queries").at(0);
  const std::pair<const char*, std::uint64_t> numbers[] = {
      {"pose", 0},           {"pairs", 2},         {"cycles", 1234},        {"eq5_cycles", 570},
      {"lists", 5},          {"uncertain", 1},     {"unfinished", 2},       {"aligned_pairs", 17},
      {"triangle_tests", 3}, {"setup_cycles", 10}, {"readback_cycles", 20}, {"total_ns", 7603},
      {"chip_ns", 4628},     {"link_ns", 375},     {"host_ns", 3100},       {"overlap_ns", 500}};
  for (const auto& [name, value] : numbers) EXPECT_EQ(query.at(name), value) << name;
  EXPECT_EQ(query.at("roof"), "stack_engine");
  EXPECT_EQ(query.at("bound_by"), "stack_engine");
  EXPECT_EQ(query.at("roof_share"), 0.810373);
  EXPECT_EQ(query.at("units").at("stack_engine").at("busy"), 1000);
  EXPECT_EQ(query.at("units").at("stack_engine").at("idle"), 34);
  EXPECT_EQ(query.at("units").at("stack_engine").at("stalled").at("transform"), 200);
  EXPECT_EQ(json.at("queries").at(1).at("pose"), 7);
  EXPECT_EQ(json.at("queries").at(1).at("time_us"), 12.5);
  EXPECT_EQ(json.at("queries").at(1).count("cycles"), 0u);
  EXPECT_EQ(json.at("run").at("object_a"), run.object_a);
  EXPECT_EQ(json.at("run").at("configuration").at("dop").at("k"), 24);
}

TEST_F(ResultFiles, ARunWithoutQueriesIsJsonToo) {
  StatisticsFile file(path("stats.json"));
  file.close({}, ChipConfig{});
  EXPECT_TRUE(nlohmann::json::parse(bytes_of(path("stats.json"))).at("queries").empty());
}

}  // namespace
}  // namespace collisionchip
