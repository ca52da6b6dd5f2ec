// The RTL DOP Unit against its model, event by event.
#include "collisionchip/testbench/tests/rtl/dop_unit_bench.h"

namespace collisionchip {
namespace {

using namespace testing_support;

ChipConfig paper41(std::uint64_t seed) {
  ChipConfig config;
  config.memory_controller.input_registers = 1 + seed % 2;
  return config;
}

ChipConfig two_groups(std::uint64_t seed) {
  ChipConfig config = paper41(seed);
  config.dop_unit.comparator_groups = 2;
  return config;
}

DopTraffic traffic_of(std::uint64_t seed) {
  Random random(seed ^ 0x5eed);
  DopTraffic traffic;
  traffic.most_pairs = 1 + random.below(12);
  traffic.longest_gap = random.below(3) == 0 ? 0 : random.below(90);
  traffic.often_gaps = random.below(9);
  traffic.command_delay = random.below(120);
  traffic.flag_stalls = random.below(9);
  traffic.longest_stall = 1 + random.below(60);
  traffic.flag_slots = 1 + static_cast<std::size_t>(random.below(6));
  traffic.hostile_rows = random.below(2) == 0;
  return traffic;
}

UnitRun bench(const ChipConfig& config, const UnitKinds& units, std::uint64_t seed) {
  return run_dop_unit(config, units, seed, traffic_of(seed));
}

TEST(DopUnitRtl, EqualsTheModelUnderRandomTraffic) {
  UnitParity parity("dop_unit", "aligned pairs");
  parity.run(1, 400, paper41, bench);
  EXPECT_GT(parity.transactions(), 10000u);
}

TEST(DopUnitRtl, WithTwoGroupsOfComparatorsEqualsTheModelUnderRandomTraffic) {
  UnitParity parity("dop_unit", "aligned pairs");
  parity.run(1, 400, two_groups, bench);
  EXPECT_GT(parity.transactions(), 10000u);
}

TEST(LongDopUnitRtl, EqualsTheModelUnderRandomTraffic) {
  UnitParity parity("dop_unit", "aligned pairs");
  parity.run(1000, 20000, paper41, bench);
}

TEST(LongDopUnitRtl, WithTwoGroupsOfComparatorsEqualsTheModelUnderRandomTraffic) {
  UnitParity parity("dop_unit", "aligned pairs");
  parity.run(1000, 20000, two_groups, bench);
}

}  // namespace
}  // namespace collisionchip
