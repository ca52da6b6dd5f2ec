// The model against the reference: the same pairs, lists, aligned pairs and triangle tests for any object,
// pose, preset and configuration, with all checkers on and all accounts closed.
#include "collisionchip/testbench/tests/system/system_support.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

using namespace testing_support;

TEST(ModelAgainstReference, PresetsSidesLeafTestsAndAllK) {
  Random random(1);
  std::size_t pairs = 0;
  for (const std::string& name : preset_names()) {
    for (const std::uint32_t k : {6u, 14u, 18u, 24u, 26u}) {
      for (const TumbledRule side : {TumbledRule::a, TumbledRule::b}) {
        for (const LeafTest leaf_test : {LeafTest::dop_first, LeafTest::triangle}) {
          ChipConfig config = preset(name);
          config.dop.k = k;
          config.query.tumbled_side = side;
          config.stack_engine.leaf_test = leaf_test;
          const ObjectPair objects = random_objects(random, 120, k);
          JudgedSimulation simulation(config);
          simulation.driver().upload(objects.a, objects.b);
          for (int query = 0; query < 3; ++query) {
            const Pose pose = random_pose(random, 0.8);
            const ChipAnswer answer = simulation.query(pose);
            expect_reference(answer, reference_answer(objects, pose, config));
            EXPECT_EQ(answer.unfinished, 0u);
            pairs += answer.pairs.size();
          }
          expect_clean(simulation);
        }
      }
    }
  }
  EXPECT_GT(pairs, 2000u);
}

TEST(ModelAgainstReference, ManySmallObjectsOnOneBoard) {
  Random random(2);
  for (const std::string& name : preset_names()) {
    const ChipConfig config = preset(name);
    JudgedSimulation simulation(config);
    for (int run = 0; run < 60; ++run) {
      const ObjectPair objects = random_objects(random, run % 10 == 0 ? 200 : 20);
      simulation.driver().upload(objects.a, objects.b);
      for (int query = 0; query < 3; ++query) {
        const Pose pose = random_pose(random, 1);
        expect_reference(simulation.query(pose), reference_answer(objects, pose, config));
      }
    }
    expect_clean(simulation);
  }
}

TEST(ModelAgainstReference, OneTriangleAgainstOneAndAgainstMany) {
  Random random(3);
  for (const bool single_a : {false, true}) {
    for (const bool single_b : {false, true}) {
      for (const TumbledRule side : {TumbledRule::a, TumbledRule::b}) {
        const auto soup = [&](bool single) {
          return object_of(random_soup(random, single ? 1 : 200, 0.5, 0.3));
        };
        const ObjectPair objects{soup(single_a), soup(single_b)};
        ChipConfig config;
        config.query.tumbled_side = side;
        JudgedSimulation simulation(config);
        simulation.driver().upload(objects.a, objects.b);
        for (int query = 0; query < 10; ++query) {
          const Pose pose = random_pose(random, 0.4);
          expect_reference(simulation.query(pose), reference_answer(objects, pose, config));
        }
        expect_clean(simulation);
      }
    }
  }
}

TEST(ModelAgainstReference, AnObjectAgainstItself) {
  Random random(4);
  const ObjectPair objects{object_of(torus(10, 8)), object_of(torus(10, 8))};
  JudgedSimulation simulation(ChipConfig{});
  simulation.driver().upload(objects.a, objects.a);
  for (int query = 0; query < 5; ++query) {
    const Pose pose = query == 0 ? Pose{} : random_pose(random, 0.3);
    expect_reference(simulation.query(pose), reference_answer(objects, pose, ChipConfig{}));
  }
  expect_clean(simulation);
}

// Answers may not depend on any number of time, size or policy.
void run_random_configurations(std::uint64_t seed, int runs) {
  Random random(seed);
  const Mesh soup = random_soup(random, 90, 0.7, 0.25), ring = torus(9, 7);
  std::uint64_t overflows = 0;
  for (int run = 0; run < runs; ++run) {
    const ChipConfig config = with_random_host(random, random_config(random));
    const ObjectPair objects{object_of(soup, config.dop.k), object_of(ring, config.dop.k)};
    JudgedSimulation simulation(config);
    simulation.driver().upload(objects.a, objects.b);
    if (run % 4 == 0) simulation.driver().set_drain_policy({static_cast<Cycle>(random.below(3000)), 5});
    for (const bool first_witness : {false, true}) {
      const Pose pose = random_pose(random, 0.5);
      ChipAnswer answer;
      EXPECT_NO_THROW(answer = simulation.query(pose, first_witness));
      const QueryResult expected = reference_answer(objects, pose, config, first_witness);
      if (!first_witness) expect_reference(answer, expected);
      if (first_witness && answer.unfinished == 0 && !answer.in_any_order) {
        EXPECT_EQ(answer.pairs, expected.pairs);
      }
      EXPECT_EQ(answer.pairs.empty(), expected.pairs.empty());
      expect_accounts(answer);
      overflows += answer.unfinished;
    }
    expect_clean(simulation);
    if (!::testing::Test::HasFailure()) continue;
    for (const ConfigKey& key : config_keys()) {
      ADD_FAILURE() << "run " << run << ": " << key.name << " = " << value_text(key, key.get(config));
    }
    return;
  }
  EXPECT_GT(overflows, 100u);
}

TEST(ModelAgainstReference, RandomConfigurations) {
  run_random_configurations(5, 400);
}

TEST(LongModelAgainstReference, ThousandsOfRandomConfigurations) {
  run_random_configurations(6, 20000);
}

}  // namespace
}  // namespace collisionchip
