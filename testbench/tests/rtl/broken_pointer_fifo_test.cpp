// A user's own Pointer FIFO replaces ours and is deliberately broken: the test reports where it differs.
#include "collisionchip/testbench/tests/rtl/fifo_traffic.h"

namespace collisionchip {
namespace {

using namespace testing_support;

TEST(BrokenPointerFifo, IsToldTheFirstItemThatDiffersByItsOwnTest) {
  UnitParity parity("pointer_fifo", "findings");
  std::uint64_t seed = 1;
  while (seed < 50 && parity.same(ChipConfig{}, seed, run_fifo)) ++seed;
  const std::string told = parity.first_difference();
  EXPECT_EQ(told.rfind("seed " + std::to_string(seed) + ": pointer_fifo, cycle ", 0), 0u) << told;
  EXPECT_NE(told.find("pointer_fifo.done item 0: rtl: QueryDone"), std::string::npos) << told;
  EXPECT_NE(told.find("tlm: QueryDone unfinished"), std::string::npos) << told;
}

// A put without room is no difference of two streams: the channel refuses it, and SystemC wraps the words.
TEST(UnitParity, NamesSeedUnitPortAndCycleOfAPutIntoAFullChannel) {
  UnitParity parity("pointer_fifo", "findings");
  const auto bench = [](const ChipConfig& config, const UnitKinds&, std::uint64_t) {
    SimulationScope scope;
    UnitRun run;
    if (config.units.pointer_fifo == UnitModel::tlm) return run;
    Channel<int> channel("pointer_fifo.done", 1);
    struct Careless : Unit {
      Careless(Channel<int>& c) : Unit("careless", Clock(3750)), channel(c) { wake_at(7); }
      Cycle step(Cycle now) override {
        channel.put(now, 1);
        return now + 1;
      }
      void reset_state() override {}
      Channel<int>& channel;
    } unit(channel);
    sc_core::sc_start(1, sc_core::SC_US);
    return run;
  };
  EXPECT_FALSE(parity.same(ChipConfig{}, 3, bench));
  EXPECT_EQ(
      parity.first_difference(),
      "seed 3: pointer_fifo: the RTL did what no unit may: pointer_fifo.done: put into a full channel in "
      "cycle 8");
}

}  // namespace
}  // namespace collisionchip
