// The points of a plan by number: how many, in which order, how they are spread.
#include "collisionchip/testbench/explore/point_space.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/tlm/config/config_keys.h"
#include "collisionchip/tlm/config/memory_kinds.h"

namespace collisionchip {
namespace {

Axis axis(const char* key, std::vector<std::uint32_t> values) {
  return {find_key(key), std::move(values), "plan.toml:1"};
}

Plan plan_of(Strategy strategy, std::vector<Axis> axes, std::uint64_t points = 0, std::uint64_t seed = 1) {
  Plan plan;
  plan.strategy = strategy;
  plan.axes = std::move(axes);
  plan.points = points;
  plan.seed = seed;
  return plan;
}

std::vector<std::uint32_t> numbers(std::uint32_t from, std::uint32_t to) {
  std::vector<std::uint32_t> all;
  for (std::uint32_t i = from; i <= to; ++i) all.push_back(i);
  return all;
}

using Values = std::vector<std::uint32_t>;

Values at(const Plan& plan, std::uint64_t point) {
  const ChipConfig config = PointSpace(plan).configuration(point);
  Values values;
  for (const Axis& a : plan.axes) values.push_back(a.key->get(config));
  return values;
}

TEST(PointSpace, GridIsEveryCombinationLastAxisFastest) {
  const Plan plan = plan_of(Strategy::grid, {axis("sdram.banks", {4, 8}), axis("sdram.t_rp", {3, 4, 5})});
  ASSERT_EQ(PointSpace(plan).size(), 6u);
  const std::vector<Values> expected = {{4, 3}, {4, 4}, {4, 5}, {8, 3}, {8, 4}, {8, 5}};
  for (std::uint64_t p = 0; p < 6; ++p) EXPECT_EQ(at(plan, p), expected[p]);
}

TEST(PointSpace, AGridWithoutAxesIsTheBase) {
  Plan plan = plan_of(Strategy::grid, {});
  plan.chip.sdram.banks = 16;
  EXPECT_EQ(PointSpace(plan).size(), 1u);
  EXPECT_EQ(PointSpace(plan).configuration(0).sdram.banks, 16u);
}

// A kind on an axis sets only keys that [set] and other axes leave.
TEST(PointSpace, AKindOnAnAxisLeavesWhatIsSetKeyByKey) {
  const std::uint32_t ddr4 = memory_kind("ddr4-3200");
  for (const Strategy strategy : {Strategy::grid, Strategy::one_at_a_time, Strategy::random}) {
    Plan plan = plan_of(strategy, {axis("sdram.t_rcd", {61, 62}), axis("memory.kind", {0, ddr4})}, 8);
    set_keys(plan.chip, {{find_key("sdram.t_rp"), 60, "plan.toml:2"}});
    const PointSpace space(plan);
    bool kinds = false;
    for (std::uint64_t point = 0; point < space.size(); ++point) {
      const ChipConfig config = space.configuration(point);
      EXPECT_EQ(config.sdram.t_rp, 60u) << point;
      EXPECT_EQ(config.sdram.t_rc == 74, config.memory.kind == ddr4) << point;
      if (strategy != Strategy::one_at_a_time) {
        EXPECT_TRUE(config.sdram.t_rcd == 61 || config.sdram.t_rcd == 62) << point;
      }
      kinds |= config.memory.kind == ddr4;
    }
    EXPECT_TRUE(kinds);
  }
}

TEST(PointSpace, OneAtATimeIsTheBaseThenEachAxisAlone) {
  const Plan plan =
      plan_of(Strategy::one_at_a_time, {axis("sdram.banks", {1, 8}), axis("sdram.t_rp", {3, 5, 6})});
  ASSERT_EQ(PointSpace(plan).size(), 6u);
  const std::vector<Values> expected = {{4, 4}, {1, 4}, {8, 4}, {4, 3}, {4, 5}, {4, 6}};
  for (std::uint64_t p = 0; p < 6; ++p) EXPECT_EQ(at(plan, p), expected[p]);
}

TEST(PointSpace, RandomDrawsEveryValueAboutEquallyOftenAndAxesIndependently) {
  const Plan plan = plan_of(Strategy::random,
                            {axis("sdram.t_rp", numbers(1, 10)), axis("sdram.t_rcd", numbers(1, 10))}, 20000);
  std::map<std::uint32_t, int> first;
  std::map<Values, int> both;
  for (std::uint64_t p = 0; p < plan.points; ++p) {
    const Values values = at(plan, p);
    ++first[values[0]];
    ++both[values];
  }
  ASSERT_EQ(first.size(), 10u);
  for (const auto& [value, count] : first) EXPECT_NEAR(count, 2000, 250) << value;  // 6 sigma
  ASSERT_EQ(both.size(), 100u);
  for (const auto& [values, count] : both) EXPECT_NEAR(count, 200, 90);
}

TEST(PointSpace, ALatinHypercubeShowsEveryValueOfEveryAxisEquallyOften) {
  for (const std::uint64_t points : {1u, 2u, 3u, 7u, 10u, 64u, 65u, 1000u, 4097u}) {
    const Plan plan =
        plan_of(Strategy::latin_hypercube,
                {axis("sdram.t_rp", numbers(1, 10)), axis("sdram.t_rcd", numbers(1, 64))}, points);
    std::vector<std::map<std::uint32_t, std::uint64_t>> counts(2);
    for (std::uint64_t p = 0; p < points; ++p) {
      const Values values = at(plan, p);
      for (int i = 0; i < 2; ++i) ++counts[i][values[i]];
    }
    for (int i = 0; i < 2; ++i) {
      const std::uint64_t size = plan.axes[i].values.size();
      for (const std::uint32_t value : plan.axes[i].values) {
        // A value's interval covers points/size strata; those at its ends it may share.
        EXPECT_GE(counts[i][value] + 1, points / size) << points << " points, value " << value;
        EXPECT_LE(counts[i][value], (points + size - 1) / size + 1) << points << " points, value " << value;
      }
    }
  }
}

TEST(PointSpace, ALatinHypercubeOfAsManyPointsAsValuesIsAPermutation) {
  const Plan plan = plan_of(Strategy::latin_hypercube,
                            {axis("sdram.t_rp", numbers(1, 64)), axis("sdram.t_rcd", numbers(1, 64))}, 64);
  std::set<std::uint32_t> first, second;
  std::set<Values> both;
  for (std::uint64_t p = 0; p < 64; ++p) {
    const Values values = at(plan, p);
    first.insert(values[0]);
    second.insert(values[1]);
    both.insert(values);
    EXPECT_EQ(at(plan, p), values);
  }
  EXPECT_EQ(first.size(), 64u);
  EXPECT_EQ(second.size(), 64u);
  // The permutations differ, and neither is the identity.
  EXPECT_LT(std::count_if(both.begin(), both.end(), [](const Values& v) { return v[0] == v[1]; }), 12);
}

TEST(PointSpace, TheSeedChoosesTheDraw) {
  for (const Strategy strategy : {Strategy::random, Strategy::latin_hypercube}) {
    const Plan one = plan_of(strategy, {axis("sdram.t_rp", numbers(1, 64))}, 100, 1);
    const Plan same = plan_of(strategy, {axis("sdram.t_rp", numbers(1, 64))}, 100, 1);
    const Plan two = plan_of(strategy, {axis("sdram.t_rp", numbers(1, 64))}, 100, 2);
    int equal = 0;
    for (std::uint64_t p = 0; p < 100; ++p) {
      EXPECT_EQ(at(one, p), at(same, p));
      equal += at(one, p) == at(two, p) ? 1 : 0;
    }
    EXPECT_LT(equal, 20);
  }
}

// Results of a plan must not move to other numbers with a
// compiler or a release: reports and resumed runs name them.
TEST(PointSpace, ThePointsOfASeedAreTheseForEver) {
  const auto first_four = [](Strategy strategy) {
    const Plan plan = plan_of(
        strategy, {axis("sdram.t_rp", numbers(1, 64)), axis("sdram.t_rcd", numbers(1, 64))}, 1000, 42);
    std::vector<Values> values;
    for (std::uint64_t p = 0; p < 4; ++p) values.push_back(at(plan, p));
    return values;
  };
  EXPECT_EQ(first_four(Strategy::random), (std::vector<Values>{{25, 12}, {46, 24}, {56, 60}, {11, 43}}));
  EXPECT_EQ(first_four(Strategy::latin_hypercube),
            (std::vector<Values>{{21, 20}, {55, 31}, {15, 16}, {26, 40}}));
}

TEST(PointSpace, ABillionPointsAreNoMoreWorkThanOne) {
  const Plan plan =
      plan_of(Strategy::latin_hypercube, {axis("triangle_unit.cache_lines", numbers(1, 65536))}, kMostPoints);
  const PointSpace points(plan);
  std::set<std::uint32_t> seen;
  for (std::uint64_t p = 0; p < kMostPoints; p += 999'983)
    seen.insert(points.configuration(p).triangle_unit.cache_lines);
  EXPECT_GT(seen.size(), 980u);  // of 1001
}

TEST(PointSpace, AGridOfTenToTheTwelveIsRefused) {
  const Plan plan = plan_of(Strategy::grid, {axis("triangle_unit.cache_lines", numbers(1, 10000)),
                                             axis("pointer_fifo.depth", numbers(1, 10000)),
                                             axis("stack_sram.entries", numbers(4, 10003))});
  EXPECT_THROW(PointSpace{plan}, InputError);
}

TEST(PointSpace, AnObjectiveThatNoMachineHasIsRefused) {
  Plan plan = plan_of(Strategy::grid, {axis("sdram.t_rp", numbers(3, 4))});
  const auto complaint = [&] {
    try {
      PointSpace(plan).refuse_lacking_statistics();
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  plan.base = "paper41";
  plan.objectives_where = "plan.toml:2";
  plan.objectives = {"cycles", "sdram.stalled.access", "stack_engine.alpha.p95"};
  EXPECT_EQ(complaint(), "");
  plan.objectives.emplace_back("leaf_unit.busy");
  EXPECT_EQ(complaint(),
            "plan.toml:2: objectives: expected a statistic that a machine of this plan has, got "
            "'leaf_unit.busy', of a unit that chip paper41 lacks at each of the 2 points");
  plan.path = "plan.toml";
  plan.objectives = {"cycles"};
  plan.limits.push_back({"obb_unit.overlap.busy", statistic_column("obb_unit.overlap.busy"), 5});
  EXPECT_EQ(complaint().rfind("plan.toml: limits: expected a statistic that a machine of this plan has, got "
                              "'obb_unit.overlap.busy'",
                              0),
            0u);
  plan.objectives = {"obb_unit.overlap.busy"};
  EXPECT_NE(complaint(), "");
  const std::vector<std::string>& formats = find_key("tree.format")->words;
  const auto boxes = std::find(formats.begin(), formats.end(), "obb64") - formats.begin();
  plan.axes.push_back(axis("tree.format", {0, static_cast<std::uint32_t>(boxes)}));
  EXPECT_EQ(complaint(), "") << "one of the machines has it";
}

TEST(PointSpace, SaysWhatABillionPointsCostAndWhatMakesThemFewer) {
  Plan plan =
      plan_of(Strategy::grid, {axis("sdram.t_rp", numbers(1, 64)), axis("sdram.t_rcd", numbers(1, 64)),
                               axis("stack_engine.look_ahead", numbers(1, 256))});
  plan.path = "plan.toml";
  plan.skip_conflicts = true;
  EXPECT_EQ(PointSpace(plan).warning(1), "") << "a million, as docs/explore.md plans them";
  plan.axes.push_back(axis("sdram.t_ras", numbers(1, 64)));
  EXPECT_EQ(
      PointSpace(plan).warning(1),
      "plan.toml: 67108864 points x 1 workload take at least 3.0 core hours and 74 GB: fewer values in an "
      "[[axis]], or strategy = \"random\" with points = N makes it less");
  plan.strategy = Strategy::random;
  plan.points = 1'000'000'000;
  EXPECT_EQ(PointSpace(plan).warning(2),
            "plan.toml: 1000000000 points x 2 workloads take at least 88.9 core hours and 2200 GB: a smaller "
            "points makes it less");
}

}  // namespace
}  // namespace collisionchip
