// A user's own DOP Unit replaces ours and is deliberately broken. The unit's own test, and a query on the whole chip, report
// the first cycle and value at which it differs.
#include <algorithm>

#include "collisionchip/testbench/judge/chip_parity.h"
#include "collisionchip/testbench/run/asker.h"
#include "collisionchip/testbench/tests/rtl/dop_unit_bench.h"
#include "collisionchip/testbench/tests/system/system_support.h"

namespace collisionchip {
namespace {

using namespace testing_support;

DopTraffic calm() {
  DopTraffic traffic;
  traffic.flag_stalls = 0;
  return traffic;
}

UnitRun bench(const ChipConfig& config, const UnitKinds& units, std::uint64_t seed) {
  return run_dop_unit(config, units, seed, calm());
}

// COLLISIONCHIP_BROKEN says what is broken; see CMakeLists.txt.
bool late() {
  return std::string(COLLISIONCHIP_BROKEN) == "late_flags";
}

const ChannelEvents& flags_of(const std::vector<ChannelEvents>& events) {
  return *std::find_if(events.begin(), events.end(),
                       [](const ChannelEvents& channel) { return channel.name == "dop_unit.flags"; });
}

// What must be said, found in another way: the first flags that differ at all.
std::string expected(const std::vector<ChannelEvents>& rtl, const std::vector<ChannelEvents>& model) {
  const ChannelEvents &a = flags_of(rtl), &b = flags_of(model);
  for (std::size_t i = 0; i < std::min(a.puts.size(), b.puts.size()); ++i) {
    if (a.puts[i].visible == b.puts[i].visible && a.puts[i].cells.value == b.puts[i].cells.value) continue;
    return fmt::format(
        "dop_unit, cycle {}: dop_unit.flags item {}: rtl: OverlapFlags {}, visible in cycle {}; tlm: "
        "OverlapFlags {}, "
        "visible in cycle {}",
        std::min(a.puts[i].visible, b.puts[i].visible), i, a.puts[i].cells.value, a.puts[i].visible,
        b.puts[i].cells.value, b.puts[i].visible);
  }
  return "";
}

TEST(BrokenDopUnit, IsToldTheFirstCycleAndValueByItsOwnTest) {
  ChipConfig config;
  const UnitRun model = bench(config, unit_kinds(), 3);
  config.units.dop_unit = UnitModel::rtl;
  const UnitRun rtl = bench(config, unit_kinds(), 3);
  const std::string told = expected(rtl.events, model.events);
  ASSERT_NE(told, "");

  UnitParity parity("dop_unit", "aligned pairs");
  EXPECT_FALSE(parity.same(ChipConfig{}, 3, bench));
  EXPECT_EQ(parity.first_difference(), "seed 3: " + told);
  EXPECT_NE(parity.line().find("differences 1"), std::string::npos) << parity.line();
  if (late()) {
    EXPECT_EQ(flags_of(rtl.events).puts[0].visible, flags_of(model.events).puts[0].visible + 1);
  }
}

TEST(BrokenDopUnit, IsToldTheFirstCycleByAQueryOfTheChip) {
  const ObjectPair objects = {object_of(torus(8, 6)), object_of(torus(8, 6))};
  ChipConfig config;
  config.units.dop_unit = UnitModel::rtl;
  JudgedSimulation simulation(config);
  simulation.attach(make_board_image(config, objects.a, objects.b));
  ChipParity parity(simulation, config, objects.a, objects.b);
  simulation.driver().set_cycle_limit(2 * parity.expect(Pose{}, false) + 10000);
  std::string told;
  try {
    const ChipAnswer answer = simulation.query(Pose{});
    EXPECT_FALSE(parity.check("pose 0", answer));
    told = parity.verdict().first_difference;
  } catch (const std::exception& error) {
    told = parity.failure(error);
  }
  EXPECT_NE(told.find(": dop_unit, cycle "), std::string::npos) << told;
  EXPECT_NE(told.find("dop_unit.flags item "), std::string::npos) << told;
}

// A wrong answer does not keep `collide` from saying where the unit went wrong.
TEST(BrokenDopUnit, IsNamedBesideTheWrongAnswer) {
  PoseQuestion question;
  question.config.units.dop_unit = UnitModel::rtl;
  question.engine = find_engine("tlm");
  question.poses = {Pose{}};
  question.a = question.b = std::make_shared<const CollisionObject>(object_of(torus(8, 6)));
  std::string told;
  try {
    const AnswerTotals totals = Asker(question, nullptr).ask(0, 1).totals;
    EXPECT_TRUE(totals.is_wrong());
    EXPECT_EQ(totals.parity.queries, 1u);
    EXPECT_EQ(totals.queries, 0u) << "what is wrong does not count";
    EXPECT_TRUE(late() || totals.verdict.differences == 1) << "the reference says so, too";
    told = totals.parity.first_difference;
  } catch (const std::exception& error) {
    told = error.what();
  }
  EXPECT_NE(told.find(": dop_unit, cycle "), std::string::npos) << told;
  EXPECT_NE(told.find("dop_unit.flags item "), std::string::npos) << told;
}

}  // namespace
}  // namespace collisionchip
