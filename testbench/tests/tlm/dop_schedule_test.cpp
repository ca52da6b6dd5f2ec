// The timelines of §5.2 and §4.1, cycle by cycle, and the rules behind them.
#include "collisionchip/tlm/units/dop_unit/dop_schedule.h"

#include <gtest/gtest.h>

#include "collisionchip/reference/tree/dop_tree.h"
#include "collisionchip/testbench/tests/reference/compact_nodes.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"
#include "collisionchip/tlm/machines/presets.h"
#include "collisionchip/tlm/machines/unit_params.h"

namespace collisionchip {
namespace {

using testing_support::Random;

// Rows in the order of their operands: row r needs nothing loaded after coefficient r.
DopTransform ordered_rows(int k) {
  DopTransform transform;
  transform.k = k;
  for (int r = 0; r < k; ++r) {
    const auto index = static_cast<std::uint8_t>(r);
    transform.rows[static_cast<std::size_t>(r)] = {{1, 0, 0}, 0, {index, 0, 0}, index};
  }
  return transform;
}

// The first row needs the last coefficient.
DopTransform reversed_rows(int k) {
  DopTransform transform = ordered_rows(k);
  for (int r = 0; r < k; ++r)
    transform.rows[static_cast<std::size_t>(r)].j[0] = static_cast<std::uint8_t>(k - 1 - r);
  return transform;
}

TransformSchedule at_ten(const ChipConfig& config, const DopTransform& transform) {
  return schedule_transform(params_of<DopUnitParams>(config), transform, {10, 0, 0, 0});
}

TEST(DopSchedule, Section52CycleByCycle) {
  const TransformSchedule s = at_ten(preset("paper52"), ordered_rows(24));
  EXPECT_EQ(s.siblings[0].first_load, 10u);
  EXPECT_EQ(s.siblings[0].load_end, 34u);
  EXPECT_EQ(s.siblings[0].first_issue, 22u) << "half of the coefficients are in";
  EXPECT_EQ(s.siblings[0].issue_end, 46u) << "last access to the DOP Register File";
  EXPECT_EQ(s.siblings[0].first_result, 28u);
  EXPECT_EQ(s.siblings[0].result_end, 52u);
  EXPECT_EQ(s.siblings[1].first_load, 46u);
  EXPECT_EQ(s.siblings[1].first_issue, 58u);
  EXPECT_EQ(s.siblings[1].issue_end, 82u);
  EXPECT_EQ(s.siblings[1].result_end, 88u);
  EXPECT_EQ(s.ready, 88u);
  EXPECT_EQ(s.interlock, 0u);
  EXPECT_EQ(s.input_released, 70u) << "the second sibling has left the input register";
  EXPECT_EQ(s.registers_free, 82u);
  EXPECT_EQ(s.pipeline_free, 82u);
}

TEST(DopSchedule, Section41Takes64CyclesWithBothSiblingsSideBySide) {
  const TransformSchedule s = at_ten(preset("paper41"), ordered_rows(24));
  EXPECT_EQ(s.siblings[0].first_load, 10u);
  EXPECT_EQ(s.siblings[1].first_load, 14u) << "four beats later";
  EXPECT_EQ(s.siblings[0].first_issue, 34u);
  EXPECT_EQ(s.siblings[1].first_issue, 34u);
  EXPECT_EQ(s.ready, 64u) << "10 + 24 + 24 + 6";
  EXPECT_EQ(s.interlock, 0u);
}

// With k = 24, the paper's, the rows of nearly all poses have their operands in time even when they start at
// half; the others wait for a cycle, and so do some with another k.
TEST(DopSchedule, RowsOfRealPosesHardlyEverWait) {
  Random random(3);
  const Mesh mesh = testing_support::random_soup(random, 30, 1, 0.3);
  for (const int k : {6, 14, 18, 24, 26}) {
    const DopTree tree = DopTree::build(mesh, {k});
    for (const char* name : {"paper41", "paper52"}) {
      ChipConfig config = preset(name);
      config.dop.k = static_cast<std::uint32_t>(k);
      if (name == std::string("paper52")) config.dop_unit.start_floats = static_cast<std::uint32_t>(k / 2);
      const Cycle ordered = at_ten(config, ordered_rows(k)).ready;
      int waited = 0;
      for (int run = 0; run < 1000; ++run) {
        const RigidMap map = RigidMap::of(testing_support::random_pose(random, 1), TumbledSide::b);
        const TransformSchedule s = at_ten(config, make_dop_transform(k, map, tree.root()));
        EXPECT_EQ(s.ready, ordered + s.interlock);
        EXPECT_LE(s.interlock, k == 24 ? 2u : 4u) << name << " k = " << k;
        waited += s.interlock != 0 ? 1 : 0;
      }
      if (k == 24) {
        EXPECT_LE(waited, name == std::string("paper41") ? 0 : 5);
      }
    }
  }
}

TEST(DopSchedule, ABadRowOrderWaitsForItsOperandAndForNothingElse) {
  const TransformSchedule s = at_ten(preset("paper52"), reversed_rows(24));
  EXPECT_EQ(s.siblings[0].first_issue, 34u) << "coefficient 23 is written in 33";
  EXPECT_EQ(s.siblings[0].issue_end, 58u);
  EXPECT_EQ(s.siblings[1].issue_end, 106u);
  EXPECT_EQ(s.interlock, 24u) << "12 for each sibling";
  EXPECT_EQ(s.ready, 112u);

  const TransformSchedule parallel = at_ten(preset("paper41"), reversed_rows(24));
  EXPECT_EQ(parallel.siblings[0].first_issue, 38u) << "the right sibling's last coefficient is written in 37";
  EXPECT_EQ(parallel.interlock, 4u);
  EXPECT_EQ(parallel.ready, 68u);
}

TEST(DopSchedule, NoRowIssuesBeforeAnyOfItsOperands) {
  ChipConfig config = preset("paper52");
  config.dop_unit.start_floats = 1;
  DopTransform transform = ordered_rows(24);
  for (int operand = 0; operand < 3; ++operand) {
    transform.rows[5].j = {0, 0, 0};
    transform.rows[5].j[static_cast<std::size_t>(operand)] = 20;
    const TransformSchedule s = at_ten(config, transform);
    // Rows 0..4 issue in 11..15, row 5 in 31, and the last one 18 rows later.
    EXPECT_EQ(s.siblings[0].first_issue, 11u);
    EXPECT_EQ(s.siblings[0].issue_end, 50u);
    EXPECT_EQ(s.interlock, 2u * 15u);
  }
}

TEST(DopSchedule, MoreDotaddsIssueMoreRowsPerCycle) {
  ChipConfig config;
  for (const std::uint32_t dotadds : {2u, 4u, 8u, 16u, 48u}) {
    config.dop_unit.dotadds = dotadds;
    const Cycle rows_per_cycle = dotadds / 2;
    const TransformSchedule s = at_ten(config, reversed_rows(24));
    EXPECT_EQ(s.siblings[0].issue_end, 38 + (24 + rows_per_cycle - 1) / rows_per_cycle);
  }
}

TEST(DopSchedule, MoreFloatsPerCycleLoadFasterUpToWhatTheBusBrings) {
  ChipConfig config;
  const auto load_end = [&](std::uint32_t floats) {
    config.dop_unit.floats_per_cycle = floats;
    return at_ten(config, ordered_rows(24)).siblings[0].load_end;
  };
  EXPECT_EQ(load_end(1), 34u);
  EXPECT_EQ(load_end(2), 22u);
  EXPECT_EQ(load_end(8), 13u) << "one beat of 8 floats a cycle";
  EXPECT_EQ(load_end(26), 13u);
  config.sdram.bus_bytes = 8;
  EXPECT_EQ(load_end(26), 22u) << "two floats a beat";
}

TEST(DopSchedule, EveryStageOfTheDotaddAddsOneCycle) {
  ChipConfig config;
  for (const std::uint32_t stages : {1u, 6u, 32u}) {
    config.dop_unit.dotadd_stages = stages;
    EXPECT_EQ(at_ten(config, ordered_rows(24)).ready, 58u + stages);
  }
}

TEST(DopSchedule, WaitsForRegistersPipelineAndResults) {
  const ChipConfig config;
  const DopTransform rows = ordered_rows(24);
  EXPECT_EQ(schedule_transform(params_of<DopUnitParams>(config), rows, {10, 50, 0, 0}).siblings[0].first_load,
            50u);
  EXPECT_EQ(
      schedule_transform(params_of<DopUnitParams>(config), rows, {10, 0, 70, 0}).siblings[0].first_issue,
      70u);
  EXPECT_EQ(
      schedule_transform(params_of<DopUnitParams>(config), rows, {10, 0, 0, 90}).siblings[0].first_result,
      90u)
      << "the first result may not come before the memory is free";
  EXPECT_EQ(schedule_transform(params_of<DopUnitParams>(config), rows, {10, 0, 0, 90}).interlock, 0u)
      << "no row waited for a coefficient";
  const TransformSchedule next = schedule_transform(params_of<DopUnitParams>(config), rows, {40, 0, 58, 0});
  EXPECT_EQ(next.siblings[0].first_load, 40u) << "a second set of registers loads while the first one issues";
}

TEST(DopSchedule, AlignedDopsOnePerFourCyclesAndTheirRelease) {
  const ChipConfig config;
  const OverlapSchedule s = schedule_overlap(params_of<DopUnitParams>(config), {100, 64, {}});
  EXPECT_EQ(s.start[0], 100u);
  EXPECT_EQ(s.end[0], 104u);
  EXPECT_EQ(s.start[1], 104u);
  EXPECT_EQ(s.end[1], 108u);
  EXPECT_EQ(s.input_released, 101u) << "beats of the next pair may follow those read";
  EXPECT_EQ(schedule_overlap(params_of<DopUnitParams>(config), {100, 164, {}}).start[0], 164u)
      << "the tumbled pair is not ready";
  EXPECT_EQ(schedule_overlap(params_of<DopUnitParams>(config), {100, 64, {107, 107}}).start[0], 107u)
      << "the comparators are not free";
  ChipConfig slow = config;
  slow.dop_unit.compare_floats = 2;
  EXPECT_EQ(schedule_overlap(params_of<DopUnitParams>(slow), {100, 64, {}}).end[1], 124u)
      << "24 / 2 cycles for each member";
}

ChipConfig two_groups(std::uint32_t compare_floats = 8) {
  ChipConfig config;
  config.dop_unit.comparator_groups = 2;
  config.dop_unit.compare_floats = compare_floats;
  return config;
}

TEST(DopSchedule, TwoGroupsCompareBothMembersAtOnce) {
  const OverlapSchedule waited = schedule_overlap(params_of<DopUnitParams>(two_groups()), {100, 112, {}});
  EXPECT_EQ(waited.data_ready, 100u);
  EXPECT_EQ(waited.start, (std::array<Cycle, 2>{112, 112}));
  EXPECT_EQ(waited.end, (std::array<Cycle, 2>{116, 116}));
  EXPECT_EQ(waited.input_released, 113u) << "the next pair's beats follow the first member's";
  // The second member's beats come four cycles later: nothing is gained.
  const OverlapSchedule streaming = schedule_overlap(params_of<DopUnitParams>(two_groups()), {100, 64, {}});
  EXPECT_EQ(streaming.start, (std::array<Cycle, 2>{100, 104}));
  EXPECT_EQ(streaming.end[1], schedule_overlap(params_of<DopUnitParams>(ChipConfig{}), {100, 64, {}}).end[1]);
  EXPECT_EQ(streaming.input_released, 101u);
  // Half way between.
  EXPECT_EQ(schedule_overlap(params_of<DopUnitParams>(two_groups()), {100, 102, {}}).start,
            (std::array<Cycle, 2>{102, 104}));
}

TEST(DopSchedule, EachMemberWaitsForItsOwnGroup) {
  EXPECT_EQ(schedule_overlap(params_of<DopUnitParams>(two_groups()), {100, 64, {107, 0}}).start,
            (std::array<Cycle, 2>{107, 104}));
  EXPECT_EQ(schedule_overlap(params_of<DopUnitParams>(two_groups()), {100, 64, {0, 109}}).start,
            (std::array<Cycle, 2>{100, 109}));
  const auto free_after = [](const ChipConfig& config) {
    const DopUnitParams params = params_of<DopUnitParams>(config);
    return comparators_free(params, schedule_overlap(params, {100, 64, {0, 109}}));
  };
  EXPECT_EQ(free_after(two_groups()), (ComparatorsFree{104, 113}));
  EXPECT_EQ(free_after(ChipConfig{})[0], 108u) << "one group is free when both are compared";
}

// Pairs one after the other as the bus brings them: cycles from one pair's flags to the next one's.
Cycle pace(const ChipConfig& config) {
  const DopUnitParams params = params_of<DopUnitParams>(config);
  const Cycle beats = 256 / config.sdram.bus_bytes;
  OverlapSchedule last = schedule_overlap(params, {0, 0, {}});
  Cycle arrival = 0, end = 0;
  for (int pair = 0; pair < 20; ++pair) {
    end = last.end[1];
    arrival = std::max(arrival + beats, last.input_released);
    last = schedule_overlap(params, {arrival, 0, comparators_free(params, last)});
  }
  return last.end[1] - end;
}

TEST(DopSchedule, TwoGroupsKeepUpWithTheBusWhereOneDoesNot) {
  struct {
    std::uint32_t floats, bus_bytes;
    Cycle one, two;
  } const all[] = {{8, 32, 8, 8},   {4, 32, 12, 8}, {3, 32, 16, 8}, {2, 32, 24, 12},
                   {1, 32, 48, 24}, {8, 64, 6, 4},  {8, 128, 6, 3}, {8, 8, 32, 32}};
  for (const auto& expected : all) {
    ChipConfig config;
    config.dop_unit.compare_floats = expected.floats;
    config.sdram.bus_bytes = expected.bus_bytes;
    EXPECT_EQ(pace(config), expected.one) << expected.floats << " " << expected.bus_bytes;
    config.dop_unit.comparator_groups = 2;
    EXPECT_EQ(pace(config), expected.two) << expected.floats << " " << expected.bus_bytes;
  }
}

// Both members' coefficients by turns behind two links, 30 words: with 16 bytes a beat neither is complete
// before the last beat, and both are compared from the first one on.
TEST(DopSchedule, ABeatBringsTheWordsOfTheNodeFormat) {
  ChipConfig config;
  config.node_format = &testing_support::kCompact14;
  config.dop.k = 14;
  config.sdram.bus_bytes = 16;
  const DopUnitParams params = params_of<DopUnitParams>(config);
  EXPECT_EQ(params.beats.first, (std::array<Cycle, 2>{0, 0}));
  EXPECT_EQ(params.beats.end, (std::array<Cycle, 2>{8, 8}));
  EXPECT_EQ(params.beats.coefficient[0][0], 0u) << "word 2";
  EXPECT_EQ(params.beats.coefficient[0][1], 1u) << "word 4";
  EXPECT_EQ(params.beats.coefficient[1][12], 6u) << "word 27";
  EXPECT_EQ(params.beats.coefficient[1][13], 7u) << "word 29";
  EXPECT_EQ(params.compare_cycles, 8u);
  const OverlapSchedule overlap = schedule_overlap(params, {100, 0, {}});
  EXPECT_EQ(overlap.start, (std::array<Cycle, 2>{100, 108}));
  EXPECT_EQ(overlap.input_released, 109u) << "the last beat is out after its last comparison";
}

TEST(DopSchedule, WithTwoGroupsEachNodeHasAnERegister) {
  ChipConfig config = preset("paper52");
  config.dop_unit.comparator_groups = 2;
  EXPECT_EQ(schedule_overlap(params_of<DopUnitParams>(config), {80, 88, {}}).start,
            (std::array<Cycle, 2>{88, 88}));
  EXPECT_EQ(schedule_overlap(params_of<DopUnitParams>(config), {80, 88, {}}).input_released, 88u);
  EXPECT_EQ(schedule_overlap(params_of<DopUnitParams>(config), {80, 0, {}}).start,
            (std::array<Cycle, 2>{84, 88}));
  config.memory_controller.refill = RefillPolicy::streaming;
  EXPECT_EQ(schedule_overlap(params_of<DopUnitParams>(config), {80, 0, {}}).input_released, 85u);
  EXPECT_EQ(schedule_overlap(params_of<DopUnitParams>(config), {80, 88, {}}).input_released, 88u)
      << "the first node has not moved before";
}

TEST(DopSchedule, TheERegisterOfSection52TakesWholeNodes) {
  const ChipConfig config = preset("paper52");
  const OverlapSchedule s = schedule_overlap(params_of<DopUnitParams>(config), {80, 88, {}});
  EXPECT_EQ(s.data_ready, 84u);
  EXPECT_EQ(s.start[0], 88u);
  EXPECT_EQ(s.start[1], 92u);
  EXPECT_EQ(s.end[1], 96u);
  EXPECT_EQ(s.input_released, 92u) << "empty when the second node has moved on";
}

TEST(DopSchedule, AnInputRegisterIsNotWrittenBeforeItWasRead) {
  ChipConfig config;
  for (const std::uint32_t compare : {1u, 4u, 8u}) {
    config.dop_unit.compare_floats = compare;
    config.memory_controller.refill = RefillPolicy::when_empty;
    const OverlapSchedule whole = schedule_overlap(params_of<DopUnitParams>(config), {100, 0, {}});
    EXPECT_EQ(whole.input_released, whole.end[1]) << compare;
    config.memory_controller.refill = RefillPolicy::streaming;
    const OverlapSchedule streaming = schedule_overlap(params_of<DopUnitParams>(config), {100, 0, {}});
    EXPECT_EQ(streaming.input_released + 7, streaming.end[1]) << "the eighth beat follows the last read";
    for (const Cycle ready : {0u, 101u, 102u, 103u, 104u, 120u}) {
      const OverlapSchedule two =
          schedule_overlap(params_of<DopUnitParams>(two_groups(compare)), {100, ready, {}});
      EXPECT_EQ(two.input_released, std::max(two.end[0] - 3, two.end[1] - 7)) << compare << " " << ready;
    }
  }
}

}  // namespace
}  // namespace collisionchip
