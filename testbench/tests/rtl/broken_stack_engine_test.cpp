// A user's own Stack Engine replaces ours and is deliberately broken: the test reports where it differs.
#include "collisionchip/testbench/tests/rtl/engine_traffic.h"

namespace collisionchip {
namespace {

using namespace testing_support;

TEST(BrokenStackEngine, IsToldTheFirstItemThatDiffersByItsOwnTest) {
  UnitParity parity("stack_engine", "lists");
  EngineMet met;
  const auto bench = [&met](const ChipConfig& config, const UnitKinds& units, std::uint64_t seed) {
    return run_engine(config, units, seed, met);
  };
  EXPECT_FALSE(parity.same(ChipConfig{}, 4, bench));
  const std::string told = parity.first_difference();
  EXPECT_EQ(told.rfind("seed 4: stack_engine, cycle ", 0), 0u) << told;
  EXPECT_NE(told.find("stack_engine.left_sram item "), std::string::npos) << told;
  EXPECT_NE(told.find("rtl: SramRequest write"), std::string::npos) << told;
  EXPECT_NE(told.find("tlm: SramRequest write"), std::string::npos) << told;
}

}  // namespace
}  // namespace collisionchip
