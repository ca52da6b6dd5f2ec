// Limits of a plan, the front of several objectives, and times in place of cycles where clocks differ.
#include "collisionchip/testbench/explore/limits.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "collisionchip/testbench/explore/pareto_front.h"
#include "collisionchip/testbench/judge/random_numbers.h"
#include "collisionchip/testbench/tests/explore/explore_support.h"

namespace collisionchip {
namespace {

using namespace testing_support;

std::string complaint_about(const Folder& folder, const std::string& plan) {
  try {
    load_plan(folder.write("plan.toml", plan + kWorkload));
  } catch (const InputError& error) {
    return std::string(error.what()).substr((folder / "").size());
  }
  return "";
}

// Column of a CSV file's line.
std::string cell(const std::string& table, std::size_t line, const std::string& column) {
  std::istringstream lines(table);
  std::vector<std::string> head, row;
  std::string text;
  for (std::size_t i = 0; std::getline(lines, text); ++i) {
    if (i != 0 && i != line + 1) continue;
    std::istringstream cells(text);
    for (std::string one; std::getline(cells, one, ',');) (i == 0 ? head : row).push_back(one);
  }
  const auto found = std::find(head.begin(), head.end(), column);
  EXPECT_NE(found, head.end()) << column;
  const auto place = static_cast<std::size_t>(found - head.begin());
  return place < row.size() ? row[place] : "";
}

// The memory keeps its own pace: a slow chip waits fewer of its cycles for it, and longer by the clock on the wall.
constexpr const char* kClocks = R"(
[set]
memory.clock_mhz = 266
memory.clock_bytes = 32
[[axis]]
key = "chip.clock_period_ps"
values = [1000, 2000, 3750]
)";

TEST(Times, AnExplorationOverClocksIsRankedByTime) {
  const Folder folder;
  Loaded loaded(folder.write("plan.toml", "objectives = [\"total_ns\", \"cycles\", \"chip_ns\"]" +
                                              std::string(kClocks) + kWorkload));
  ResultStore store(folder / "s.sqlite", "1");
  loaded.run(store, jobs(1));
  const ExportSummary summary = loaded.write(store, folder / "");
  EXPECT_EQ(summary.best[0]->point, 0u) << "the fast clock takes the least time";
  EXPECT_EQ(summary.best[1]->point, 2u) << "and most cycles";
  EXPECT_EQ(summary.best[2]->point, 0u);
  const std::string table = folder.read("results.csv");
  for (std::size_t point = 0; point < 3; ++point) {
    const auto number = [&](const char* name) { return std::stoull(cell(table, point, name)); };
    const std::uint64_t period = std::vector<std::uint64_t>{1000, 2000, 3750}[point];
    EXPECT_EQ(number("chip_ns"), (number("cycles") * period + 500) / 1000);
    EXPECT_EQ(number("total_ns"),
              number("chip_ns") + number("link_ns") + number("host_ns") - number("overlap_ns"));
    EXPECT_GE(number("link_ns"), (number("setup_cycles") + number("readback_cycles")) * period / 1000);
  }
}

TEST(Times, APlanThatComparesCyclesOfDifferentClocksIsTold) {
  const Folder folder;
  const auto note = [&](const std::string& objectives) {
    return clock_note(load_plan(folder.write("plan.toml", objectives + kClocks + kWorkload)));
  };
  EXPECT_EQ(note(""),
            "chip.clock_period_ps varies, and cycles of different clocks are different times: objectives = "
            "[\"total_ns\"] compares times");
  EXPECT_NE(note("objectives = [\"total_ns\", \"slowest_cycles\"]").find("slowest_cycles of different"),
            std::string::npos);
  EXPECT_EQ(note("objectives = [\"total_ns\"]"), "");
  EXPECT_EQ(clock_note(load_plan(folder.write("plan.toml", kWorkload))), "") << "one clock";
}

constexpr const char* kDotadds = R"(
[[axis]]
key = "dop_unit.dotadds"
values = [2, 4, 8]
)";

TEST(Limits, APointBeyondKeepsItsResultsAndIsNeverTheBest) {
  const Folder folder;
  const auto run = [&](const std::string& limits) {
    Loaded loaded(folder.write(
        "plan.toml", "objectives = [\"chip_ns\", \"chip.area_um2\"]\n" + limits + kDotadds + kWorkload));
    ResultStore store(folder / "s.sqlite", "1");
    loaded.run(store, jobs(1));
    return loaded.write(store, folder / "");
  };
  const ExportSummary free = run("");
  EXPECT_EQ(free.best[0]->point, 2u);
  EXPECT_EQ(free.front, 3u);
  EXPECT_EQ(free.beyond, 0u);
  EXPECT_EQ(cell(folder.read("results.csv"), 2, "beyond"), "");
  // 31.43 mm2 with two DOTADDs, 0.684 mm2 for each one more.
  const ExportSummary limited = run("[limits]\n\"chip.area_mm2\" = 34\n");
  EXPECT_EQ(limited.best[0]->point, 1u);
  EXPECT_EQ(limited.front, 2u);
  EXPECT_EQ(limited.complete, 2u);
  EXPECT_EQ(limited.beyond, 1u);
  const std::string table = folder.read("results.csv");
  EXPECT_EQ(cell(table, 1, "beyond"), "");
  EXPECT_EQ(cell(table, 2, "beyond"), "chip.area_mm2");
  EXPECT_EQ(cell(table, 2, "status"), "done");
  EXPECT_NE(cell(table, 2, "cycles"), "") << "its results are there";
  const std::string front = folder.read("front.csv");
  EXPECT_EQ(front.substr(0, front.find('\n')), "point,chip_ns,chip.area_um2,dop_unit.dotadds");
  EXPECT_EQ(cell(front, 0, "point"), "1") << "the fastest first";
  EXPECT_EQ(cell(front, 1, "point"), "0");
  EXPECT_EQ(cell(front, 2, "point"), "");
  EXPECT_NE(folder.read("results.json").find("\"beyond\":\"chip.area_mm2\""), std::string::npos);
}

TEST(Limits, ALimitMayBeMetExactlyAndIsOfAllWorkloads) {
  const std::size_t cycles = statistic_column("cycles"), slowest = statistic_column("slowest_cycles");
  const std::vector<Limit> limits = {{"cycles", cycles, 100}, {"slowest_cycles", slowest, 60}};
  StatisticValues one(statistic_names().size(), 0), both;
  one[cycles] = one[slowest] = 50;
  add_workload(both, one);
  EXPECT_EQ(beyond(limits, both), "");
  add_workload(both, one);
  EXPECT_EQ(beyond(limits, both), "") << "the sum is 100, the slowest 50";
  ++*both[cycles];
  EXPECT_EQ(beyond(limits, both), "cycles");
  both[slowest] = 61;
  EXPECT_EQ(beyond(limits, both), "cycles slowest_cycles");
  both[slowest] = std::nullopt;
  EXPECT_EQ(beyond(limits, both), "cycles") << "a machine without the unit has none of it";
}

TEST(Limits, AreWrittenWithDotsOrQuotesAndInOtherUnits) {
  const Folder folder;
  const Plan plan = load_plan(folder.write(
      "plan.toml",
      std::string(
          "[limits]\nchip.area_mm2 = 20\n\"chip.energy_uj\" = 1.5\ntotal_us = 3\nslowest_cycles = 7\n") +
          kWorkload));
  ASSERT_EQ(plan.limits.size(), 4u);
  std::map<std::string, std::string> read;
  for (const Limit& limit : plan.limits)
    read[limit.name] = fmt::format("{} {}", statistic_names()[limit.statistic], limit.most);
  EXPECT_EQ(read["chip.area_mm2"], "chip.area_um2 20000000");
  EXPECT_EQ(read["chip.energy_uj"], "chip.energy_pj 1500000");
  EXPECT_EQ(read["total_us"], "total_ns 3000");
  EXPECT_EQ(read["slowest_cycles"], "slowest_cycles 7");
}

// In double 16.048 times 1000 is less than 16048.
TEST(Limits, ADecimalIsTheWholeNumberThatItSays) {
  const Folder folder;
  const auto most = [&](const std::string& name, const std::string& number) {
    std::ofstream(folder / "plan.toml") << "[limits]\n" << name << " = " << number << "\n";
    const Toml root = parse_toml(folder / "plan.toml", "a plan");
    return read_limits("plan.toml", root.as_table().at("limits")).at(0).most;
  };
  RandomNumbers random(6);
  for (const auto& [name, places] : {std::pair("\"chip_us\"", 3), std::pair("\"total_ms\"", 6),
                                     std::pair("\"chip.area_mm2\"", 6), std::pair("\"chip.energy_uj\"", 6)}) {
    const auto one = static_cast<std::uint64_t>(std::llround(std::pow(10, places)));
    for (int i = 0; i < 500; ++i) {
      const std::uint64_t whole = random.bits() >> (random.below(50) + 10);
      const std::string decimal = fmt::format("{}.{:0{}}", whole / one, whole % one, places);
      EXPECT_EQ(most(name, decimal), whole) << decimal;
      EXPECT_EQ(most(name, decimal + "9"), whole) << "what is beyond the unit is less than one of it";
    }
  }
  EXPECT_EQ(most("chip_us", "16.048"), 16048u);
  EXPECT_EQ(most("chip_us", "16"), 16000u);
  EXPECT_EQ(most("chip_us", "1_6.04_8"), 16048u);
  EXPECT_EQ(most("chip_us", "+1.6048e1"), 16048u);
  EXPECT_EQ(most("chip_us", "16048.0E-3"), 16048u);
  EXPECT_EQ(most("chip_us", "0x10"), 16000u);
  EXPECT_EQ(most("cycles", "1e3"), 1000u);
  EXPECT_EQ(most("cycles", "0.99"), 0u);
  EXPECT_EQ(most("cycles", "-0.0"), 0u);
  EXPECT_EQ(most("cycles", "1e300"), UINT64_MAX);
  EXPECT_EQ(most("chip_ms", "18446744073709.551615"), UINT64_MAX);
  EXPECT_EQ(most("chip_ms", "18446744073709.551614"), UINT64_MAX - 1);
  EXPECT_EQ(most("chip_ms", "1e-300"), 0u);
}

TEST(Limits, WhatIsNoLimitIsRefusedWithTheNearest) {
  const Folder folder;
  EXPECT_EQ(complaint_about(folder, "[limits]\nchip.aera_mm2 = 20\n"),
            "plan.toml:2: limits: expected a name that `collisionchip explore --statistics` prints, got "
            "'chip.aera_mm2'; nearest is chip.area_mm2");
  EXPECT_EQ(complaint_about(folder, "[limits]\ncycles = \"few\"\n"),
            "plan.toml:2: limits.cycles: expected the most that a point may have, a number of at least 0, "
            "got 'few'");
  EXPECT_NE(complaint_about(folder, "[limits]\ncycles = -1\n").find("a number of at least 0"),
            std::string::npos);
  EXPECT_NE(complaint_about(folder, "[limits]\ncycles = nan\n").find("a number of at least 0"),
            std::string::npos);
  EXPECT_EQ(complaint_about(folder, "limits = 3\n"),
            "plan.toml:1: limits: expected a table, [limits], got 3");
}

TEST(ParetoFront, KeepsWhatNoOtherBeatsAndTheFirstOfEqualOnes) {
  ParetoFront front;
  front.add(0, {5, 5});
  front.add(1, {6, 6});
  front.add(2, {5, 5});
  front.add(3, {9, 1});
  front.add(4, {1, 9});
  front.add(5, {4, 5});
  std::vector<std::uint64_t> points;
  for (const ParetoFront::Member& member : front.members()) points.push_back(member.point);
  EXPECT_EQ(points, (std::vector<std::uint64_t>{4, 5, 3}));
}

}  // namespace
}  // namespace collisionchip
