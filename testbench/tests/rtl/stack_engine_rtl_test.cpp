// The Stack Engine in SystemVerilog against the model: the same events in the same cycles, the same counts
// and the same account, whatever its neighbours do.
#include "collisionchip/rtl_model/adapter/stack_engine_rtl.h"

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/tests/rtl/engine_traffic.h"

namespace collisionchip {
namespace {

using namespace testing_support;

// One of the machines that there is RTL for; what it does not know of is drawn.
ChipConfig machine(std::uint64_t seed) {
  const std::vector<ChipConfig> machines = machines_of("stack_engine");
  Random random(seed);
  ChipConfig config = machines[seed % machines.size()];
  config.stack_sram.latency = 1 + static_cast<std::uint32_t>(random.below(6));
  return config;
}

void compare(std::uint64_t first, std::uint64_t count) {
  UnitParity parity("stack_engine", "lists");
  EngineMet met;
  parity.run(first, count, machine,
             [&met](const ChipConfig& config, const UnitKinds& units, std::uint64_t seed) {
               return run_engine(config, units, seed, met);
             });
  EXPECT_EQ(met.not_ended, 0u);
  EXPECT_GT(met.unfinished, 100u);
  EXPECT_GT(met.stops, 10u);
  EXPECT_GT(met.discarded, 100u);
  EXPECT_GT(met.refused, 10u);
}

TEST(StackEngineRtl, EveryEventOfRandomTraffic) {
  compare(1, 1440);
}

TEST(LongStackEngineRtl, EveryEventOfRandomTraffic) {
  compare(1000, 10'000);
}

// A stop that comes before the start does nothing: the query finds all.
TEST(StackEngineRtl, AStopBeforeTheStartDoesNothing) {
  UnitParity parity("stack_engine", "lists");
  for (Cycle at = 0; at < EngineMoods::kStart + 3; ++at) {
    const bool before = at < EngineMoods::kStart;
    for (const bool host : {false, true}) {
      EngineMet met;
      std::vector<std::uint64_t> lists;
      const auto stopped_at = [&](Cycle cycle) {
        return [&met, &lists, host, cycle](const ChipConfig& config, const UnitKinds& units,
                                           std::uint64_t seed) {
          const UnitRun run = run_engine(config, units, seed, met, [host, cycle](EngineMoods& moods) {
            moods.stop_at = moods.host_stop_at = kNever;
            (host ? moods.host_stop_at : moods.stop_at) = cycle;
            moods.refused_request = -1;
          });
          lists.push_back(run.transactions);
          return run;
        };
      };
      EXPECT_TRUE(parity.same(machine(4), 4, stopped_at(at))) << parity.first_difference();
      EXPECT_TRUE(parity.same(machine(4), 4, stopped_at(kNever))) << parity.first_difference();
      EXPECT_EQ(met.not_ended, 0u) << at;
      EXPECT_GT(lists[2], 5u);
      EXPECT_EQ(lists[0] == lists[2], before) << at;
    }
  }
}

TEST(StackEngineRtl, AMachineThatItWasNotBuiltForIsRefusedWithItsKey) {
  ChipConfig config;
  config.stack_engine.look_ahead = 5;
  try {
    config.units.stack_engine = UnitModel::rtl;
    check_rtl(config);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("stack_engine.look_ahead = 5: expected 4"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace collisionchip
