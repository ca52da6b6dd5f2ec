// The recurrence, worked off as a whole, against the model: it has no other purpose than to be equal to it.
#include <cmath>
#include <limits>

#include "collisionchip/testbench/estimator/estimator.h"
#include "collisionchip/testbench/estimator/validation.h"
#include "collisionchip/testbench/tests/estimator/estimator_support.h"
#include "collisionchip/testbench/tests/reference/compact_nodes.h"
#include "collisionchip/tlm/machines/config_conflicts.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

using namespace testing_support;

constexpr std::size_t kEveryList = std::numeric_limits<std::size_t>::max() / 8;

Estimate whole(const ObjectPair& objects, const Pose& pose, const ChipConfig& config,
               bool first_witness = false) {
  return estimator_of(objects, pose, query_options(config, objects.a, objects.b, first_witness), kEveryList)
      .estimate(config);
}

class OfPreset : public ::testing::TestWithParam<std::string> {};

TEST_P(OfPreset, EqualsTheModelToTheCycle) {
  const ChipConfig config = preset(GetParam());
  const ObjectPair objects[] = {tori(), gear_and_casting(600)};
  for (const ObjectPair& pair : objects) {
    for (const Pose& pose : {Pose{}, contact()}) {
      const Estimate estimate = whole(pair, pose, config);
      EXPECT_TRUE(estimate.whole);
      EXPECT_EQ(estimate.cycles, simulated(pair, pose, config).cycles);
    }
  }
}

TEST_P(OfPreset, EqualsTheModelOnAnyObjects) {
  const ChipConfig config = preset(GetParam());
  testing_support::Random random(41);
  for (int i = 0; i < 12; ++i) {
    const ObjectPair objects = random_objects(random, 60);
    const Pose pose = random_pose(random, 0.5);
    EXPECT_EQ(whole(objects, pose, config).cycles, simulated(objects, pose, config).cycles) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Recurrence, OfPreset, ::testing::ValuesIn(preset_names()), [](const auto& name) {
  std::string text = name.param;
  text.erase(std::remove(text.begin(), text.end(), '-'), text.end());
  return text;
});

// Eq. 5 itself: 2 cycles more for each list of one pair, and a constant for begin and end.
TEST(Recurrence, OfTheEquationsMachineIsTheEquation) {
  const ObjectPair objects = gear_and_casting(600);
  const ChipConfig config = preset("paper52-eq5");
  QueryEstimator estimator =
      estimator_of(objects, contact(), query_options(config, objects.a, objects.b), kEveryList);
  const ListTape& tape = estimator.profile().tape;
  Cycle eq5 = 0;
  for (std::size_t list = 0; list < tape.lists.size(); ++list) {
    const Cycle alpha = tape.entries_end(list) - tape.lists[list].first_entry;
    eq5 += alpha == 1 ? 92 : 100 + (alpha - 2) * 10;
  }
  EXPECT_EQ(estimator.estimate(config).cycles, eq5 - 16);
}

TEST(Recurrence, StopsAtTheFirstWitnessAsTheModelDoes) {
  testing_support::Random random(5);
  int witnesses = 0;
  for (const std::string& name : preset_names()) {
    const ChipConfig config = preset(name);
    for (int i = 0; i < 12; ++i) {
      const ObjectPair objects = i < 4 ? gear_and_casting(200) : random_objects(random, 80);
      const Pose pose = random_pose(random, 0.6);
      const ChipAnswer model = simulated(objects, pose, config, true);
      witnesses += model.pairs.empty() ? 0 : 1;
      EXPECT_EQ(whole(objects, pose, config, true).cycles, model.cycles) << name << " " << i;
    }
  }
  EXPECT_GT(witnesses, 10);
}

// Each key alone at both ends of its range: a rule that is
// missing shows, and so does the key it is missing for.
TEST(Recurrence, FollowsEveryKey) {
  const ObjectPair objects = gear_and_casting(150);
  for (const char* name : {"paper41", "paper52"}) {
    for (const ConfigKey& key : config_keys()) {
      if (key.section() == "units" || key.section() == "tree" || key.name == "engine.kind" ||
          key.name == "dop.k" || key.name == "sdram.capacity_mib" || key.name == "stack_sram.entries" ||
          key.name == "stack_engine.levels" || key.section() == "memory")
        continue;
      for (const std::uint32_t value : {key.min, std::min(key.max, 4096u), (key.min + key.max) / 7}) {
        ChipConfig config = preset(name);
        key.set(config, value);
        if (find_conflict(config) || !machine_not_covered(config).empty()) continue;
        const Cycle model = simulated(objects, contact(), config).cycles;
        const Cycle estimate = whole(objects, contact(), config).cycles;
        EXPECT_NEAR(static_cast<double>(estimate), static_cast<double>(model), 3)
            << name << " " << key.name << " = " << value;
      }
    }
  }
}

TEST(Recurrence, FollowsTheNodeFormat) {
  for (const char* name : {"paper41", "paper52"}) {
    for (const NodeFormat* format : {&kCompact14, &kCompact6}) {
      ChipConfig config = preset(name);
      config.node_format = format;
      config.dop.k = format->most_k;
      config.sdram.bus_bytes = 16;
      const ObjectPair objects = tori(config.dop.k);
      const Cycle model = simulated(objects, contact(), config).cycles;
      EXPECT_NEAR(static_cast<double>(whole(objects, contact(), config).cycles), static_cast<double>(model),
                  3)
          << name << " " << format->name;
    }
  }
}

// No triangle is read, and none is waited for.
TEST(Recurrence, FollowsTheLayoutOfLeaves) {
  const ObjectPair objects = gear_and_casting(300);
  for (const char* name : {"paper41", "paper52", "paper52-eq5"}) {
    ChipConfig config = preset(name);
    config.stack_engine.leaf_test = LeafTest::triangle;
    config.memory_controller.leaf_layout = LeafLayout::triangle;
    const Cycle model = simulated(objects, contact(), config).cycles;
    EXPECT_NEAR(static_cast<double>(whole(objects, contact(), config).cycles), static_cast<double>(model), 3)
        << name;
  }
}

// Tests that find nothing hold room in the pipeline too:
// with a FIFO that is full and a long pipeline they decide.
TEST(Recurrence, WaitsForRoomAsTheModelDoes) {
  const ObjectPair objects = gear_and_casting(200);
  for (const std::uint32_t stages : {1u, 32u}) {
    for (const std::uint32_t vertices : {1u, 3u}) {
      ChipConfig config;
      config.pci.clock_cycles = 64;
      config.pointer_fifo.depth = config.pointer_fifo.threshold = 8;
      config.triangle_unit.dotadd_stages = config.triangle_unit.itu_stages = stages;
      config.triangle_unit.vertices_per_cycle = vertices;
      const ChipAnswer model = simulated(objects, contact(), config);
      EXPECT_GT(stall(model, "triangle_unit", "pointer_fifo"), model.cycles / 3)
          << "the test needs a slow host";
      EXPECT_EQ(whole(objects, contact(), config).cycles, model.cycles) << stages << " " << vertices;
    }
  }
}

// The root's word is written before it is read: seen where nothing else delays the first aligned pair.
TEST(Recurrence, BeginsAsTheModelDoes) {
  const ObjectPair objects = gear_and_casting(200);
  ChipConfig config;
  config.stack_engine.prefetch = false;
  config.sdram.page_policy = PagePolicy::closed;
  config.sdram.refresh_interval = 483;
  config.sdram.t_rc = 156;
  config.sdram.t_rfc = 108;
  for (const std::uint32_t burst : {14u, 15u, 64u}) {
    config.pci.burst_words = burst;
    EXPECT_EQ(whole(objects, contact(), config).cycles, simulated(objects, contact(), config).cycles)
        << burst;
  }
}

void random_configurations_are_off_by_a_few_cycles_at_most(int configurations) {
  const ObjectPair objects[] = {
      tori(), gear_and_casting(200), {procedural("sphere", 1), procedural("gear", 300)}};
  RandomNumbers random(7);
  int exact = 0;
  for (int i = 0; i < configurations; ++i) {
    ChipConfig config = random_configuration(random, ChipConfig{});
    config.stack_sram = ChipConfig{}.stack_sram;
    config.stack_engine.levels = 4096;
    const ObjectPair& pair = objects[i % 3];
    const Pose pose = random_poses(random, 2, 0.3).back();
    const bool first = i % 4 == 3;
    const Cycle model = simulated(pair, pose, config, first).cycles;
    const Cycle estimate = whole(pair, pose, config, first).cycles;
    exact += estimate == model ? 1 : 0;
    EXPECT_NEAR(static_cast<double>(estimate), static_cast<double>(model),
                std::max(3.0, 0.001 * static_cast<double>(model)))
        << i;
  }
  EXPECT_GE(exact, configurations * 9 / 10);
}

TEST(Recurrence, OfRandomConfigurationsIsOffByAFewCyclesAtMost) {
  random_configurations_are_off_by_a_few_cycles_at_most(16);
}

TEST(LongRecurrence, OfRandomConfigurationsIsOffByAFewCyclesAtMost) {
  random_configurations_are_off_by_a_few_cycles_at_most(150);
}

}  // namespace
}  // namespace collisionchip
