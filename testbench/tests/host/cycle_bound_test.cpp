// The watchdog: never bites a correct query, always a circular one.
#include "collisionchip/testbench/host/cycle_bound.h"

#include <gtest/gtest.h>

#include "collisionchip/testbench/tests/system/system_support.h"

namespace collisionchip {
namespace {

using namespace testing_support;

Cycle all_cycles(const ChipAnswer& answer) {
  return answer.setup_cycles + answer.cycles + answer.readback_cycles;
}

// Everything in contact with everything, on any machine, however slow its host.
TEST(CycleBound, NoQueryComesNearIt) {
  Random random(3);
  for (int run = 0; run < 60; ++run) {
    const ChipConfig config = random_config(random);
    const ObjectPair objects = random_objects(random, 30, config.dop.k);
    JudgedSimulation simulation(config);
    DrainPolicy policy;
    if (run % 3 == 0) policy = {static_cast<Cycle>(1 + random.below(5000)), 1};
    simulation.driver().set_drain_policy(policy);
    simulation.driver().upload(objects.a, objects.b);
    const ChipAnswer answer = simulation.query(Pose{});
    const Cycle most = most_cycles(config, objects.a.tree.triangle_count(), objects.b.tree.triangle_count(),
                                   policy.interval);
    EXPECT_LT(4 * all_cycles(answer), most) << run;
  }
}

TEST(CycleBound, FitsSimulatedTime) {
  ChipConfig config;
  config.chip.clock_period_ps = 1'000'000;
  EXPECT_LT(static_cast<double>(most_cycles(config, 1u << 31, 1u << 31, 1u << 31)) * 1e6, 0x1p63);
  EXPECT_GT(most_cycles(config, 1u << 31, 1u << 31, 0), Cycle{1} << 40);
}

// A node whose children are its own parent pair: the query runs for ever.
TEST(CycleBound, AQueryWithoutEndIsEndedWithAnErrorAndTheNextOneIsRight) {
  const ObjectPair objects{object_of(torus(6, 5)), object_of(torus(5, 5))};
  // The query may end in any cycle; most cycles have no event.
  for (const Cycle limit : {100'000, 100'003, 100'017, 100'100, 131'313, 300'000}) {
    const int side = static_cast<int>(limit % 2);
    ChipConfig config;
    config.query.tumbled_side = side == 0 ? TumbledRule::a : TumbledRule::b;
    JudgedSimulation simulation(config);
    Driver& driver = simulation.driver();
    driver.upload(objects.a, objects.b);
    const std::string clean = account_of(simulation.query(Pose{}));
    MemoryImage image = make_memory_image(*config.node_format, objects.a, 0);
    const MemoryImage good = image;
    break_links(image, objects.a, false, image.root_pair);
    sc_core::sc_time delay;
    driver.write(registers::kSdramWindow, image.words.data(), image.bytes(), delay);
    driver.set_cycle_limit(limit);
    try {
      simulation.query(Pose{});
      ADD_FAILURE() << "expected the watchdog";
    } catch (const ChipError& error) {
      EXPECT_EQ(std::string(error.what()).rfind("chip: no end after " + std::to_string(limit) + " cycles", 0),
                0u)
          << error.what();
    }
    driver.write(registers::kSdramWindow, good.words.data(), good.bytes(), delay);
    EXPECT_EQ(account_of(simulation.query(Pose{})), clean) << "the limit changes no cycle";
    driver.set_cycle_limit(0);
    EXPECT_EQ(account_of(simulation.query(Pose{})), clean);
  }
}

TEST(CycleBound, TheLimitIsOfTheWholeQuery) {
  const ObjectPair objects = tori();
  JudgedSimulation simulation{ChipConfig{}};
  Driver& driver = simulation.driver();
  driver.upload(objects.a, objects.b);
  const ChipAnswer clean = simulation.query(Pose{});
  driver.set_cycle_limit(all_cycles(clean) / 2);
  EXPECT_THROW(simulation.query(Pose{}), ChipError);
  driver.set_cycle_limit(all_cycles(clean) + 5000);
  EXPECT_EQ(account_of(simulation.query(Pose{})), account_of(clean));
}

}  // namespace
}  // namespace collisionchip
