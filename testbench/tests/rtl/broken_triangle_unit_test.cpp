// A user's own Triangle Unit replaces ours and is a cycle late: the test reports the first cycle and
// value at which it differs.
#include "collisionchip/testbench/tests/rtl/triangle_unit_bench.h"

namespace collisionchip {
namespace {

using namespace testing_support;

TriangleTraffic calm() {
  TriangleTraffic traffic;
  traffic.queries = 1;
  traffic.finding_stalls = 0;
  return traffic;
}

UnitRun bench(const ChipConfig& config, const UnitKinds& units, std::uint64_t seed) {
  return run_triangle_unit(config, units, seed, calm());
}

const ChannelEvents& findings_of(const UnitRun& run) {
  return *std::find_if(run.events.begin(), run.events.end(), [](const ChannelEvents& channel) {
    return channel.name == "triangle_unit.findings of query 0";
  });
}

TEST(BrokenTriangleUnit, IsToldTheFirstCycleAndValue) {
  ChipConfig config;
  const UnitRun model = bench(config, unit_kinds(), 3);
  config.units.triangle_unit = UnitModel::rtl;
  const UnitRun rtl = bench(config, unit_kinds(), 3);
  const std::int64_t first = findings_of(model).puts.at(0).visible;
  EXPECT_EQ(findings_of(rtl).puts.at(0).visible, first + 1);

  UnitParity parity("triangle_unit", "triangle tests");
  EXPECT_FALSE(parity.same(ChipConfig{}, 3, bench));
  const std::string told = parity.first_difference();
  EXPECT_EQ(told.rfind(fmt::format("seed 3: triangle_unit, cycle {}: triangle_unit.findings", first), 0), 0u)
      << told;
  EXPECT_NE(told.find(fmt::format("visible in cycle {}", first + 1)), std::string::npos) << told;
}

}  // namespace
}  // namespace collisionchip
