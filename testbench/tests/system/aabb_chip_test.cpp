// The chip on trees of axis-aligned boxes: it answers as the reference does, list by list, and its pairs are the exact
// ones.
#include "collisionchip/reference/aabb/aabb_volumes.h"
#include "collisionchip/reference/traverse/exact_pairs.h"
#include "collisionchip/reference/traverse/list_tape.h"
#include "collisionchip/testbench/host/chip_object.h"
#include "collisionchip/testbench/tests/system/system_support.h"
#include "collisionchip/tlm/machines/derived_of.h"

namespace collisionchip {
namespace {

using namespace testing_support;

constexpr TreeFormatKey kAabbFormats[] = {TreeFormatKey::aabb32, TreeFormatKey::aabb21,
                                          TreeFormatKey::aabb32_leafless, TreeFormatKey::aabb21_leafless};
constexpr AabbParentKey kParents[] = {AabbParentKey::context, AabbParentKey::refetch,
                                      AabbParentKey::simultaneous};

ChipConfig aabb_machine(TreeFormatKey format, AabbParentKey parent = AabbParentKey::context) {
  ChipConfig config;
  config.tree.format = format;
  config.aabb_unit.parent = parent;
  return config;
}

// All but these two at random.
ChipConfig random_aabb_machine(Random& random, TreeFormatKey format, AabbParentKey parent) {
  ChipConfig config = random_config(random, aabb_machine(format));
  config.aabb_unit.parent = parent;
  if (parent != AabbParentKey::context) config.stack_engine.list_heads = ListHeads::registers;
  if (derived_of(config).pairs.entry_words > 1) {
    config.stack_sram.ecc = ListEcc::none;
    config.stack_sram.entries = std::max(config.stack_sram.entries, 4 * derived_of(config).pairs.entry_words);
  }
  return config;
}

Cycle aabb_eq5_of(const ObjectPair& objects, const Pose& pose, const ChipConfig& config) {
  QueryOptions options;
  options.tumbled_side = tumbled_side(config.query.tumbled_side, objects.a, objects.b);
  return dop_list_traversal(objects.a, objects.b, pose, options).counters.eq5_cycles();
}

TEST(AabbChip, AnswersAsTheReferenceDoesOnRandomMachines) {
  Random random(12);
  std::uint64_t pairs = 0, prefetched = 0;
  std::array<std::array<std::uint64_t, 3>, 2> unfinished{};
  for (int run = 0; run < 240; ++run) {
    const bool leafless = run % 8 >= 4;
    const auto parent = static_cast<std::size_t>(run % 4 == 3 ? 0 : run % 4);
    ChipConfig config = random_aabb_machine(random, kAabbFormats[(leafless ? 2 : 0) + (run % 4 == 3 ? 0 : 1)],
                                            kParents[parent]);
    if (run % 5 == 0) config.stack_sram.entries = 4 * std::max(2u, derived_of(config).pairs.entry_words);
    ASSERT_EQ(find_conflict(config), std::nullopt) << find_conflict(config)->text;
    const auto soup = [&] {
      const auto count =
          static_cast<std::uint32_t>(random.below(4) == 0 ? 1 + random.below(3) : 1 + random.below(60));
      return build_object(random_soup(random, count, random.uniform(0.1, 1), random.uniform(0.05, 0.6)),
                          config);
    };
    CollisionObject a = soup();
    const ObjectPair objects = {std::move(a), soup()};
    const Pose pose = random_pose(random, 0.3);
    JudgedSimulation simulation(config);
    simulation.driver().upload(objects.a, objects.b);
    const ChipAnswer answer = simulation.query(pose);
    expect_reference(answer, reference_answer(objects, pose, config), aabb_eq5_of(objects, pose, config));
    if (config.triangle_unit.filter) {
      EXPECT_EQ(answer.pairs, exact_pairs(objects.a, objects.b, pose));
    }
    expect_clean(simulation);
    pairs += answer.pairs.size();
    prefetched += counter(answer, "aabb_unit.discarded_pairs");
    unfinished[leafless ? 1 : 0][parent] += answer.unfinished;
  }
  EXPECT_GT(pairs, 1000u);
  EXPECT_GT(prefetched, 40u);
  for (const auto& formats : unfinished) {
    for (const std::uint64_t each : formats) EXPECT_GT(each, 0u) << "parents are known in sub-queries, too";
  }
}

// Pairs on the way from the root to each aligned pair, itself not counted.
std::uint64_t ancestors_of(const ObjectPair& objects, const Pose& pose, const ChipConfig& config) {
  const bool a_tumbled = config.query.tumbled_side == TumbledRule::a;
  const VolumeTree& aligned = *(a_tumbled ? objects.b : objects.a).volumes;
  ListTape tape;
  list_traversal(objects.a, objects.b, pose, query_options(config, objects.a, objects.b), tape);
  const std::uint32_t pairs = (a_tumbled ? objects.b : objects.a).tree.pair_count();
  std::vector<std::uint64_t> above(pairs, 0);
  for (std::uint32_t pair = 0; pair < pairs; ++pair) {
    for (std::uint32_t side = 0; side < 2; ++side) {
      const VolumeLink link = aligned.link(pair, side);
      if (!link.leaf) above[link.number] = above[pair] + 1;
    }
  }
  std::uint64_t sum = 0;
  for (const ListTape::Entry& entry : tape.entries) sum += above[entry.pair];
  return sum;
}

TEST(AabbChip, ARefetchReadsTheWholeWayForEachAlignedPair) {
  for (const TumbledRule side : {TumbledRule::a, TumbledRule::b}) {
    ChipConfig config = aabb_machine(TreeFormatKey::aabb21, AabbParentKey::refetch);
    config.query.tumbled_side = side;
    config.sdram.bus_bytes = 16;
    const ObjectPair objects = {build_object(torus(16, 12), config), build_object(torus(20, 10), config)};
    JudgedSimulation simulation(config);
    simulation.driver().upload(objects.a, objects.b);
    const ChipAnswer answer = simulation.query(Pose{});
    EXPECT_EQ(answer.pairs, exact_pairs(objects.a, objects.b, Pose{}));
    const std::uint64_t ancestors = ancestors_of(objects, Pose{}, config);
    EXPECT_GT(ancestors, 3 * answer.aligned_pairs) << "trees of some levels";
    EXPECT_EQ(counter(answer, "aabb_unit.ancestor_pairs"), ancestors);
    EXPECT_EQ(counter(answer, "memory_controller.aligned_bytes"), 48 * (answer.aligned_pairs + ancestors));
    EXPECT_EQ(counter(answer, "stack_sram_left.words_read") + counter(answer, "stack_sram_right.words_read"),
              answer.aligned_pairs)
        << "bare pointers";
    EXPECT_GT(stall(answer, "aabb_unit.overlap", "ancestors"), answer.cycles / 2);
  }
}

TEST(AabbChip, AStackOfPairsHasBothParentsAndNoLists) {
  const ChipConfig config = aabb_machine(TreeFormatKey::aabb21, AabbParentKey::simultaneous);
  const ObjectPair objects = {build_object(torus(16, 12), config), build_object(torus(20, 10), config)};
  JudgedSimulation simulation(config);
  simulation.driver().upload(objects.a, objects.b);
  const ChipAnswer answer = simulation.query(Pose{});
  EXPECT_EQ(answer.pairs, exact_pairs(objects.a, objects.b, Pose{}));
  EXPECT_EQ(answer.lists, answer.aligned_pairs);
  for (const char* sram : {"stack_sram_left", "stack_sram_right"}) {
    EXPECT_EQ(counter(answer, std::string(sram) + ".words_read"), 7 * answer.aligned_pairs);
    EXPECT_EQ(counter(answer, std::string(sram) + ".words_written"), 7 * answer.aligned_pairs);
  }
  const ChipConfig lists = aabb_machine(TreeFormatKey::aabb21);
  JudgedSimulation other(lists);
  other.driver().upload(objects.a, objects.b);
  const ChipAnswer by_lists = other.query(Pose{});
  EXPECT_EQ(answer.aligned_pairs, by_lists.aligned_pairs) << "the same pairs of pairs";
  EXPECT_LT(counter(answer, "stack_sram_left.high_water"), 60u) << "a branch of both trees, not lists";
  EXPECT_LT(counter(answer, "stack_engine.area_um2"), counter(by_lists, "stack_engine.area_um2"));
}

// The first one is not the reference's: any of them will do.
TEST(AabbChip, AFirstWitnessOfAnyParentSourceIsOneOfThePairs) {
  Random random(14);
  for (int run = 0; run < 30; ++run) {
    const ChipConfig config =
        random_aabb_machine(random, kAabbFormats[run % 2 == 0 ? 1 : 3], kParents[run % 3]);
    const ObjectPair objects = {build_object(random_soup(random, 40, 0.5, 0.4), config),
                                build_object(random_soup(random, 40, 0.5, 0.4), config)};
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

TEST(AabbChip, MovesTheBytesOfItsPairsAndTheWordsOfItsEntries) {
  std::vector<std::uint64_t> bytes;
  for (const TreeFormatKey format : kAabbFormats) {
    const ChipConfig config = aabb_machine(format);
    const ObjectPair objects = {build_object(torus(16, 12), config), build_object(torus(20, 10), config)};
    JudgedSimulation simulation(config);
    simulation.driver().upload(objects.a, objects.b);
    const ChipAnswer answer = simulation.query(Pose{});
    expect_reference(answer, reference_answer(objects, Pose{}, config), aabb_eq5_of(objects, Pose{}, config));
    EXPECT_GT(answer.pairs.size(), 100u);
    bytes.push_back(counter(answer, "memory_controller.aligned_bytes") /
                    counter(answer, "memory_controller.aligned_pairs"));
    EXPECT_EQ(counter(answer, "aabb_unit.tests") + counter(answer, "aabb_unit.leaf_pairs"),
              4 * answer.aligned_pairs);
    const std::uint64_t words = nodes_of(config).needs_parent ? 7 : 1;
    if (is_leafless(format)) {
      EXPECT_GT(counter(answer, "aabb_unit.leaf_tests"), 1000u);
      EXPECT_LE(answer.triangle_tests, counter(answer, "aabb_unit.leaf_pairs"));
      EXPECT_GT(counter(answer, "triangle_unit.aligned_leaves"), 1000u);
    }
    EXPECT_EQ(counter(answer, "stack_sram_left.words_read") + counter(answer, "stack_sram_right.words_read"),
              words * answer.aligned_pairs);
  }
  EXPECT_EQ(std::vector<std::uint64_t>(bytes.begin(), bytes.begin() + 2),
            (std::vector<std::uint64_t>{64, 64}))
      << "whole beats of 32 bytes";
  for (std::size_t i = 2; i < 4; ++i) EXPECT_TRUE(bytes[i] > 96 && bytes[i] < 192) << "with records";
}

TEST(AabbChip, BusesOf8And16BytesMoveFewerBytesOfThreePlanes) {
  for (const auto& [bus, of_aabb21] : {std::pair{8u, 48u}, {16u, 48u}}) {
    ChipConfig config = aabb_machine(TreeFormatKey::aabb21);
    config.sdram.bus_bytes = bus;
    EXPECT_EQ(nodes_of(config).beats(bus) * bus, of_aabb21);
    EXPECT_EQ(find_conflict(config), std::nullopt);
  }
  ChipConfig config = aabb_machine(TreeFormatKey::aabb21);
  config.sdram.bus_bytes = 64;
  EXPECT_NE(find_conflict(config), std::nullopt) << "a pair would take one beat or two";
  config = aabb_machine(TreeFormatKey::aabb21);
  config.stack_sram.ecc = ListEcc::parity;
  EXPECT_EQ(
      find_conflict(config)->text,
      "stack_sram.ecc = \"parity\" has its check bits where list words of tree.format = \"aabb21\" have the "
      "flags of the parent's planes");
  config.stack_sram.ecc = ListEcc::secded;
  config.aabb_unit.parent = AabbParentKey::refetch;
  EXPECT_EQ(find_conflict(config), std::nullopt) << "bare pointers have room for them";
  config = aabb_machine(TreeFormatKey::aabb32, AabbParentKey::refetch);
  EXPECT_EQ(
      find_conflict(config)->text,
      "aabb_unit.parent = \"refetch\" belongs to nodes that need their parent's box, not to tree.format = "
      "\"aabb32\"");
  config = aabb_machine(TreeFormatKey::aabb21, AabbParentKey::simultaneous);
  config.stack_engine.list_heads = ListHeads::sram;
  EXPECT_EQ(find_conflict(config)->text,
            "aabb_unit.parent = \"simultaneous\" has no list heads for stack_engine.list_heads = \"sram\" to "
            "lie in "
            "the SRAMs");
  config = aabb_machine(TreeFormatKey::aabb32_leafless);
  config.stack_engine.leaf_test = LeafTest::triangle;
  EXPECT_EQ(find_conflict(config)->text,
            "stack_engine.leaf_test = \"triangle\" belongs to leaves with boxes, not to tree.format = "
            "\"aabb32-leafless\"");
  config = aabb_machine(TreeFormatKey::aabb32);
  config.obb_unit.dotadds = 12;
  EXPECT_EQ(
      find_conflict(config)->text,
      "obb_unit.dotadds = 12 belongs to a unit that a machine with tree.format = \"aabb32\" does not have");
}

}  // namespace
}  // namespace collisionchip
