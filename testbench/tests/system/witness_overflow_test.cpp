// First witness, and lists that outgrow the stack SRAMs or the level registers: nothing is lost or invented.
#include "collisionchip/testbench/judge/closing_judge.h"
#include "collisionchip/testbench/tests/system/stranger_board.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

using namespace testing_support;

TEST(FirstWitness, IsTheReferencesAndNoneWhenThereIsNone) {
  Random random(1);
  int with = 0, without = 0;
  for (const std::string& name : preset_names()) {
    for (const LeafTest leaf_test : {LeafTest::dop_first, LeafTest::triangle}) {
      ChipConfig config = preset(name);
      config.stack_engine.leaf_test = leaf_test;
      JudgedSimulation simulation(config);
      for (int run = 0; run < 15; ++run) {
        const ObjectPair objects = random_objects(random, 100);
        simulation.driver().upload(objects.a, objects.b);
        const Pose pose = random_pose(random, 0.9);
        const ChipAnswer answer = simulation.query(pose, true);
        EXPECT_EQ(answer.pairs, reference_answer(objects, pose, config, true).pairs);
        EXPECT_EQ(answer.pairs.empty(), reference_answer(objects, pose, config).pairs.empty());
        expect_accounts(answer);
        ++(answer.pairs.empty() ? without : with);
      }
      expect_clean(simulation);
    }
  }
  EXPECT_GT(with, 10);
  EXPECT_GT(without, 10);
}

TEST(FirstWitness, SavesTime) {
  const ObjectPair objects = tori();
  Pose pose;
  pose.t = {0.3f, 0.1f, 0.05f};
  JudgedSimulation simulation(ChipConfig{});
  simulation.driver().upload(objects.a, objects.b);
  EXPECT_LT(2 * simulation.query(pose, true).cycles, simulation.query(pose).cycles);
}

// Two equal surfaces in one place: every pair that meets
// is uncertain, so the chip alone would go on to its end.
TEST(FirstWitness, AmongUncertainPairsTheHostStopsTheChip) {
  const ObjectPair objects{object_of(torus(24, 20)), object_of(torus(24, 20))};
  for (const std::string& name : preset_names()) {
    for (const bool polls : {false, true}) {
      JudgedSimulation simulation(preset(name));
      if (polls) simulation.driver().set_drain_policy({1000, 0});
      simulation.driver().upload(objects.a, objects.b);
      const ChipAnswer all = simulation.query(Pose{});
      ASSERT_EQ(counter(all, "triangle_unit.hits"), 0u) << name;
      const ChipAnswer one = simulation.query(Pose{}, true);
      EXPECT_EQ(one.pairs, reference_answer(objects, Pose{}, simulation.board().config(), true).pairs)
          << name;
      EXPECT_LT(10 * one.cycles, all.cycles) << name;
      expect_accounts(one);
      expect_clean(simulation);
    }
  }
}

TEST(FirstWitness, AmongUnfinishedWorkSomeIntersectingPairIsFound) {
  Random random(2);
  const ObjectPair objects = tori();
  ChipConfig config;
  config.stack_sram.entries = 4;
  config.stack_engine.levels = 2;
  JudgedSimulation simulation(config);
  simulation.driver().upload(objects.a, objects.b);
  for (int run = 0; run < 10; ++run) {
    const Pose pose = random_pose(random, 0.6);
    const std::vector<TrianglePair> all = reference_answer(objects, pose, config).pairs;
    const std::vector<TrianglePair> one = simulation.query(pose, true).pairs;
    ASSERT_EQ(one.size(), all.empty() ? 0u : 1u);
    if (!one.empty()) {
      EXPECT_TRUE(std::binary_search(all.begin(), all.end(), one[0]));
    }
  }
}

TEST(Overflow, TinySramsAndFewLevelsGiveTheSamePairs) {
  Random random(3);
  for (const std::string& name : preset_names()) {
    for (const std::uint32_t entries : {4u, 5u, 16u, 65536u}) {
      for (const std::uint32_t levels : {2u, 3u, 6u, 128u}) {
        ChipConfig config = preset(name);
        config.stack_sram.entries = entries;
        config.stack_engine.levels = levels;
        const ObjectPair objects = random_objects(random, 60);
        JudgedSimulation simulation(config);
        simulation.driver().upload(objects.a, objects.b);
        const Pose pose = random_pose(random, 0.2);
        const ChipAnswer answer = simulation.query(pose);
        expect_reference(answer, reference_answer(objects, pose, config));
        EXPECT_LE(counter(answer, "stack_sram_left.high_water"), entries);
        EXPECT_LE(counter(answer, "stack_sram_right.high_water"), entries);
        EXPECT_LE(counter(answer, "stack_engine.deepest_level"), levels);
        expect_clean(simulation);
      }
    }
  }
}

TEST(Overflow, ABigQueryOnTheLeastOfEverythingIsFinishedInManyParts) {
  Random random(4);
  const ObjectPair objects = tori();
  ChipConfig config;
  config.stack_sram.entries = 4;
  config.stack_engine.levels = 2;
  JudgedSimulation simulation(config);
  simulation.driver().upload(objects.a, objects.b);
  const Pose pose = random_pose(random, 0.2);
  const ChipAnswer answer = simulation.query(pose);
  expect_reference(answer, reference_answer(objects, pose, config));
  EXPECT_GT(answer.unfinished, 50u);
  EXPECT_EQ(counter(answer, "stack_engine.unfinished"), answer.unfinished);
  expect_clean(simulation);
}

TEST(Overflow, TheStatusSaysSoBeforeAndAfterTheFifoIsRead) {
  const ObjectPair objects = tori();
  for (const std::uint32_t entries : {4u, 65536u}) {
    ChipConfig config;
    config.stack_sram.entries = entries;
    config.pointer_fifo.depth = 65536;  // the query ends although the host does not read
    StrangerBoard<Sdram> board(config);
    board.upload(objects);
    board.start(objects, Pose{});
    sc_core::sc_start(cycles(1'000'000));
    const std::uint32_t expected = registers::kDone | (entries == 4 ? 0u + registers::kUnfinished : 0u);
    EXPECT_EQ(board.read(registers::kStatus), expected) << "known when the query is done";
    std::vector<TrianglePair> pairs;
    EXPECT_TRUE(board.finish(pairs));
    EXPECT_EQ(board.status, expected);
  }
}

}  // namespace
}  // namespace collisionchip
