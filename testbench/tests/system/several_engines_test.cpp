// Several engines with groups behind an Engine Switch: the pairs, the counts and the costs of all of them together.
#include "collisionchip/reference/traverse/exact_pairs.h"
#include "collisionchip/testbench/account/full_account.h"
#include "collisionchip/testbench/tests/system/grouped_objects.h"
#include "collisionchip/tlm/chip/chip_netlist.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

using namespace testing_support;

std::vector<Pose> some_poses(std::size_t count) {
  Random random(6);
  std::vector<Pose> poses(count);
  for (Pose& pose : poses) pose = random_pose(random, 0.3);
  return poses;
}

ChipConfig with_engines(std::uint32_t engines, std::uint32_t queries = 4) {
  ChipConfig config = preset("beyond");
  config.engine.count = engines;
  config.group_engine.queries = queries;
  return config;
}

ChipBatch batch_of(const ChipConfig& config, const std::vector<Pose>& poses, bool first_witness = false,
                   unsigned construction_order = 0) {
  EXPECT_EQ(find_conflict(config), std::nullopt);
  BoardOptions options;
  options.construction_order = construction_order;
  JudgedSimulation simulation(config, options);
  simulation.driver().upload(tori_in_groups().a, tori_in_groups().b);
  ChipBatch batch = simulation.query_batch(poses, first_witness);
  expect_clean(simulation);
  expect_accounts(batch.whole);
  return batch;
}

const UnitCycles& cycles_of(const ChipBatch& batch, const std::string& unit) {
  for (const UnitCycles& cycles : batch.whole.units) {
    if (cycles.unit == unit) return cycles;
  }
  throw std::out_of_range(unit);
}

TEST(SeveralEngines, AnswerEachPoseAndCountTogether) {
  const std::vector<Pose> poses = some_poses(4);
  const ChipBatch one = batch_of(with_engines(1), poses);
  for (const std::uint32_t engines : {2u, 3u, 4u}) {
    for (const std::uint32_t channels : {1u, 2u}) {
      ChipConfig config = with_engines(engines);
      config.memory.channels = channels;
      const ChipBatch batch = batch_of(config, poses);
      for (std::size_t i = 0; i < poses.size(); ++i) {
        EXPECT_EQ(batch.answers[i].pairs, exact_pairs(tori_in_groups().a, tori_in_groups().b, poses[i]));
        EXPECT_EQ(batch.answers[i].lists, one.answers[i].lists) << "pose " << i;
        EXPECT_EQ(batch.answers[i].triangle_tests, one.answers[i].triangle_tests) << "pose " << i;
      }
      for (const char* sum : {"group_engine.lists", "group_unit.node_tests", "leaf_unit.leaf_pairs",
                              "small_triangle_unit.hits", "record_cache.group_requests"})
        EXPECT_EQ(counter(batch.whole, sum), counter(one.whole, sum)) << sum;
      EXPECT_EQ(counter(batch.whole, "engine_switch.starts"), 4u);
      EXPECT_EQ(counter(batch.whole, "engine_switch.bursts"), counter(batch.whole, "sdram.reads"));
      EXPECT_EQ(counter(batch.whole, "engine_switch.findings"), counter(batch.whole, "pointer_fifo.entries"));
      for (std::uint32_t engine = 0; engine < engines; ++engine) {
        EXPECT_GT(cycles_of(batch, numbered("leaf_unit", engine)).busy, 0u);
      }
      EXPECT_THROW(cycles_of(batch, numbered("leaf_unit", engines)), std::out_of_range);
    }
  }
}

TEST(SeveralEngines, NeitherTheOrderOfConstructionNorABatchBeforeMatters) {
  const ChipConfig config = with_engines(2);
  const std::vector<Pose> poses = some_poses(4);
  const ChipBatch first = batch_of(config, poses);
  for (const unsigned order : {1u, 77u, 4711u, 99999u}) {
    EXPECT_EQ(account_of(batch_of(config, poses, false, order).whole), account_of(first.whole));
  }
  JudgedSimulation simulation(config);
  simulation.driver().upload(tori_in_groups().a, tori_in_groups().b);
  simulation.query_batch(some_poses(3));
  EXPECT_EQ(account_of(simulation.query_batch(poses).whole), account_of(first.whole));
}

TEST(SeveralEngines, AWitnessStopsItsOwnQueryAlone) {
  const std::vector<Pose> poses = some_poses(4);
  const ChipBatch all = batch_of(with_engines(2), poses), first = batch_of(with_engines(2), poses, true);
  for (std::size_t i = 0; i < poses.size(); ++i) {
    EXPECT_EQ(first.answers[i].pairs.size(), std::min<std::size_t>(1, all.answers[i].pairs.size()));
    EXPECT_TRUE(first.answers[i].pairs.empty() ||
                std::binary_search(all.answers[i].pairs.begin(), all.answers[i].pairs.end(),
                                   first.answers[i].pairs.front()));
  }
  EXPECT_LT(first.whole.cycles, all.whole.cycles);
}

// Where the engine and not the memory or the host is what takes the time, two are faster than one.
TEST(SeveralEngines, TwoAreFasterWhereTheEngineBounds) {
  ChipConfig one = with_engines(1), two = with_engines(2);
  for (ChipConfig* config : {&one, &two}) {
    config->leaf_unit.dotadds = config->group_unit.compares = config->group_unit.dotadds = 1;
    config->pointer_fifo.depth = 8192;
  }
  const std::vector<Pose> poses = some_poses(4);
  EXPECT_LT(3 * batch_of(two, poses).whole.cycles, 2 * batch_of(one, poses).whole.cycles);
}

TEST(SeveralEngines, EachHasASiliconOfItsOwnAndSharesTheQueue) {
  const std::vector<Pose> poses = some_poses(4);
  const ChipBatch one = batch_of(with_engines(1), poses), two = batch_of(with_engines(2), poses);
  for (const char* unit : {"record_cache", "group_unit", "leaf_unit", "small_triangle_unit"}) {
    const std::string area = std::string(unit) + ".area_um2";
    EXPECT_NEAR(static_cast<double>(counter(two.whole, area)),
                2.0 * static_cast<double>(counter(one.whole, area)), 4)
        << unit;
  }
  const std::string area = "group_engine.area_um2", memory = "group_engine.sram_bytes";
  EXPECT_LT(counter(two.whole, area), 2 * counter(one.whole, area)) << "each keeps half of the matrices";
  EXPECT_EQ(counter(two.whole, memory) - counter(one.whole, memory), 4u * 4096u + 512u * 19u / 8u)
      << "and lists of its own, with links of 512 blocks";
  EXPECT_GT(counter(two.whole, "engine_switch.area_um2"), counter(one.whole, "engine_switch.area_um2"));
}

TEST(SeveralEngines, AndSeveralMemoriesHaveAFullAccount) {
  for (const std::uint32_t engines : {1u, 2u}) {
    ChipConfig config = with_engines(engines);
    config.memory.channels = 2;
    const ChipBatch batch = batch_of(config, some_poses(2));
    const std::string text = full_account(batch.whole, config, chip_netlist(config));
    EXPECT_NE(text.find("leaf_unit.tests "), std::string::npos) << text;
    EXPECT_EQ(text.find("burst_data_1"), std::string::npos) << text;
    EXPECT_NE(text.find(" of further memory channels or engines"), std::string::npos) << text;
  }
}

TEST(SeveralEngines, MoreThanQueriesAreRefused) {
  const auto conflict = find_conflict(with_engines(4, 3));
  ASSERT_TRUE(conflict.has_value());
  EXPECT_EQ(conflict->keys, (std::vector<std::string>{"engine.count", "group_engine.queries"}));
  ChipConfig tree;
  tree.engine.count = 2;
  EXPECT_TRUE(find_conflict(tree).has_value());
}

}  // namespace
}  // namespace collisionchip
