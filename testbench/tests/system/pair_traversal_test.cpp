// stack_engine.traversal = pairs: the chip walks both trees of DOPs at once (Algorithm 1). It finds what the lists find.
#include "collisionchip/testbench/tests/system/system_support.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

using namespace testing_support;

ChipConfig walking_pairs(const char* name = "paper41", TransformedKey transformed = TransformedKey::again) {
  ChipConfig config = preset(name);
  config.stack_engine.traversal = TraversalKey::pairs;
  config.stack_engine.transformed = transformed;
  return config;
}

ChipAnswer answer_of(const ChipConfig& config, const ObjectPair& objects, const Pose& pose = {}) {
  JudgedSimulation simulation(config);
  simulation.driver().upload(objects.a, objects.b);
  ChipAnswer answer = simulation.query(pose);
  expect_reference(answer, reference_answer(objects, pose, config));
  expect_clean(simulation);
  return answer;
}

TEST(PairTraversal, MeetsThePairsOfTheListsAndTransformsOneForEach) {
  for (const std::string name : {"paper41", "paper52", "paper52-eq5"}) {
    const ChipAnswer lists = answer_of(preset(name), tori());
    const ChipAnswer pairs = answer_of(walking_pairs(name.c_str()), tori());
    EXPECT_EQ(pairs.aligned_pairs, lists.aligned_pairs) << "the same pairs of pairs";
    EXPECT_EQ(pairs.lists, pairs.aligned_pairs) << "each is a list";
    EXPECT_GT(pairs.lists, 2 * lists.lists);
    for (const char* sram : {"stack_sram_left", "stack_sram_right"}) {
      EXPECT_EQ(counter(pairs, std::string(sram) + ".words_read"), pairs.aligned_pairs);
      EXPECT_EQ(counter(pairs, std::string(sram) + ".words_written"), pairs.aligned_pairs);
    }
    const std::uint64_t used =
        counter(pairs, "dop_unit.tumbled_pairs") - counter(pairs, "dop_unit.discarded_pairs");
    const std::uint64_t visits = pairs.lists - counter(pairs, "stack_engine.lists_kept");
    EXPECT_GE(used, visits) << "transformed again at each visit";
    EXPECT_LE(used, visits + 1) << "or fetched ahead in vain at the end";
    EXPECT_GT(pairs.cycles, lists.cycles);
    EXPECT_LT(counter(pairs, "stack_sram_left.high_water"), 60u) << "a branch of both trees, not lists";
    EXPECT_LT(counter(pairs, "stack_engine.area_um2"), counter(lists, "stack_engine.area_um2"));
  }
}

TEST(PairTraversal, TransformsOnTheStackAreReadFromThere) {
  for (const std::string name : {"paper41", "paper52", "paper52-eq5"}) {
    const ChipAnswer again = answer_of(walking_pairs(name.c_str()), tori());
    const ChipAnswer stack = answer_of(walking_pairs(name.c_str(), TransformedKey::stack), tori());
    const std::uint64_t loaded = counter(stack, "stack_engine.transforms_loaded");
    const std::uint64_t stored = counter(stack, "stack_engine.transforms_stored");
    const std::uint64_t kept = counter(stack, "stack_engine.lists_kept");
    EXPECT_GT(loaded, stack.lists / 10);
    EXPECT_GE(2 * stored, loaded);
    const std::uint64_t used =
        counter(stack, "dop_unit.tumbled_pairs") - counter(stack, "dop_unit.discarded_pairs");
    EXPECT_GE(used + loaded + kept, stack.lists) << "each pair has one transform";
    EXPECT_LE(used + loaded + kept, stack.lists + 1) << "or one fetched ahead in vain at the end";
    EXPECT_EQ(counter(stack, "dop_unit.pairs_from_stack"), loaded);
    for (const char* sram : {"stack_sram_left", "stack_sram_right"}) {
      EXPECT_EQ(counter(stack, std::string(sram) + ".words_read"), stack.aligned_pairs + 25 * loaded);
      EXPECT_EQ(counter(stack, std::string(sram) + ".words_written"),
                stack.aligned_pairs + counter(stack, "stack_engine.transform_words_written"));
    }
    EXPECT_LT(counter(stack, "stack_sram_left.high_water"), 900u) << "blocks are given back";
    EXPECT_LT(stack.cycles, again.cycles) << name;
    EXPECT_GT(counter(stack, "dop_unit.sram_bytes"), counter(again, "dop_unit.sram_bytes"))
        << "d' has a port more";
  }
}

// Eq. 5 with α = 1: each pair costs 90 cycles.
TEST(PairTraversal, CostsWhatEq5SaysOfListsOfOnePair) {
  const ChipAnswer answer = answer_of(walking_pairs("paper52-eq5"), tori());
  EXPECT_EQ(answer.eq5_cycles, 90 * answer.lists);
}

TEST(PairTraversal, AFirstWitnessIsOneOfThePairs) {
  Random random(14);
  for (int run = 0; run < 20; ++run) {
    ChipConfig config = random_config(random, walking_pairs());
    config.stack_engine.traversal = TraversalKey::pairs;
    config.stack_engine.list_heads = ListHeads::registers;
    config.stack_sram.ecc = ListEcc::none;
    ASSERT_EQ(find_conflict(config), std::nullopt);
    const ObjectPair objects = random_objects(random, 60, config.dop.k);
    const Pose pose = random_pose(random, 0.3);
    JudgedSimulation simulation(config);
    simulation.driver().upload(objects.a, objects.b);
    const std::vector<TrianglePair> all = simulation.query(pose).pairs;
    const ChipAnswer witness = simulation.query(pose, true);
    ASSERT_EQ(witness.pairs.size(), all.empty() ? 0u : 1u);
    if (!all.empty()) {
      EXPECT_TRUE(std::binary_search(all.begin(), all.end(), witness.pairs.front()));
    }
    expect_clean(simulation);
  }
}

TEST(PairTraversal, HasNeitherHeadsOfListsNorCheckBitsNorOtherVolumes) {
  ChipConfig config = walking_pairs();
  config.stack_engine.list_heads = ListHeads::sram;
  EXPECT_EQ(find_conflict(config)->text,
            "stack_engine.list_heads = \"sram\" belongs to lists, not to stack_engine.traversal = \"pairs\"");
  config = walking_pairs();
  config.stack_sram.ecc = ListEcc::parity;
  EXPECT_EQ(find_conflict(config)->text,
            "stack_sram.ecc = \"parity\" belongs to lists, not to stack_engine.traversal = \"pairs\"");
  config = {};
  config.stack_engine.transformed = TransformedKey::stack;
  EXPECT_EQ(
      find_conflict(config)->text,
      "stack_engine.transformed = \"stack\" belongs to a stack of pairs, not to stack_engine.traversal = "
      "\"lists\"");
  config = walking_pairs();
  config.tree.format = TreeFormatKey::aabb32;
  EXPECT_EQ(find_conflict(config)->text,
            "stack_engine.traversal = \"pairs\" belongs to trees of DOPs, not to tree.format = \"aabb32\"");
}

}  // namespace
}  // namespace collisionchip
