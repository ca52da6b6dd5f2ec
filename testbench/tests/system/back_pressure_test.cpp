// A slow host and a small Pointer FIFO: no entry is lost, and the time is attributed to the unit that took it.
#include "collisionchip/testbench/tests/system/system_support.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

using namespace testing_support;

TEST(BackPressure, AHostThatTakesOneEntryIn10000CyclesLosesNothing) {
  Random random(1);
  const ObjectPair objects{object_of(random_soup(random, 60, 0.3, 0.3)),
                           object_of(random_soup(random, 60, 0.3, 0.3))};
  const Pose pose = random_pose(random, 0.2);
  ChipConfig config;
  const QueryResult expected = reference_answer(objects, pose, config);
  ASSERT_GT(expected.pairs.size(), 40u);
  Cycle unhindered = 0;
  for (const std::uint32_t depth : {1024u, 16u, 1u}) {
    config.pointer_fifo.depth = depth;
    config.pointer_fifo.threshold = std::min(depth, 512u);
    JudgedSimulation simulation(config);
    simulation.driver().upload(objects.a, objects.b);
    simulation.driver().set_drain_policy({10000, 1});
    const ChipAnswer answer = simulation.query(pose);
    expect_reference(answer, expected);
    expect_clean(simulation);
    EXPECT_LE(counter(answer, "pointer_fifo.high_water"), depth);
    EXPECT_GE(counter(answer, "pointer_fifo.high_water"),
              std::min<std::uint64_t>(depth, expected.pairs.size() - 5));
    if (depth == 1024) {
      unhindered = answer.cycles;
      EXPECT_EQ(stall(answer, "pointer_fifo", "host"), 0u);
      EXPECT_EQ(stall(answer, "triangle_unit", "pointer_fifo"), 0u);
      continue;
    }
    EXPECT_GE(answer.cycles, 10000 * (expected.pairs.size() - depth - 1)) << "each entry waits for the host";
    EXPECT_GT(stall(answer, "pointer_fifo", "host"), answer.cycles / 2);
    EXPECT_LE(answer.cycles - unhindered, stall(answer, "pointer_fifo", "host") + 20000);
    if (depth == 1) {
      EXPECT_GT(stall(answer, "triangle_unit", "pointer_fifo"), 0u);
      EXPECT_GT(stall(answer, "stack_engine", "triangle_unit") + stall(answer, "stack_engine", "drain"), 0u);
    }
  }
}

TEST(BackPressure, AnyDrainPolicyGivesTheSamePairs) {
  Random random(2);
  const ObjectPair objects = tori();
  const Pose pose = random_pose(random, 0.2);
  for (const std::uint32_t depth : {1u, 3u, 1024u}) {
    for (const DrainPolicy policy : {DrainPolicy{0, 0}, {0, 1}, {0, 7}, {100, 0}, {700, 2}, {100000, 0}}) {
      ChipConfig config;
      config.pointer_fifo.depth = depth;
      config.pointer_fifo.threshold = 1 + depth / 2;
      JudgedSimulation simulation(config);
      simulation.driver().upload(objects.a, objects.b);
      simulation.driver().set_drain_policy(policy);
      expect_reference(simulation.query(pose), reference_answer(objects, pose, config));
      expect_clean(simulation);
    }
  }
}

TEST(BackPressure, IdealTrianglesWaitForTheHostToo) {
  Random random(3);
  const ObjectPair objects{object_of(random_soup(random, 60, 0.3, 0.3)),
                           object_of(random_soup(random, 60, 0.3, 0.3))};
  const Pose pose = random_pose(random, 0.2);
  ChipConfig config = preset("paper52-eq5");
  config.pointer_fifo.depth = config.pointer_fifo.threshold = 1;
  JudgedSimulation simulation(config);
  simulation.driver().upload(objects.a, objects.b);
  const ChipAnswer answer = simulation.query(pose);
  expect_reference(answer, reference_answer(objects, pose, config));
  EXPECT_GT(stall(answer, "triangle_unit", "pointer_fifo"), 0u);
}

}  // namespace
}  // namespace collisionchip
