// The chip on trees of axis-aligned boxes: it answers as the reference does, list by list, and its pairs are the exact
// ones.
#include "collisionchip/reference/aabb/aabb_volumes.h"
#include "collisionchip/reference/traverse/exact_pairs.h"
#include "collisionchip/testbench/host/chip_object.h"
#include "collisionchip/testbench/tests/system/system_support.h"

namespace collisionchip {
namespace {

using namespace testing_support;

constexpr TreeFormatKey kAabbFormats[] = {TreeFormatKey::aabb32, TreeFormatKey::aabb21};

ChipConfig aabb_machine(TreeFormatKey format) {
  ChipConfig config;
  config.tree.format = format;
  return config;
}

Cycle aabb_eq5_of(const ObjectPair& objects, const Pose& pose, const ChipConfig& config) {
  QueryOptions options;
  options.tumbled_side = config.query.tumbled_side;
  return dop_list_traversal(objects.a, objects.b, pose, options).counters.eq5_cycles();
}

TEST(AabbChip, AnswersAsTheReferenceDoesOnRandomMachines) {
  Random random(12);
  std::uint64_t pairs = 0, prefetched = 0, unfinished = 0;
  for (int run = 0; run < 120; ++run) {
    const ChipConfig config = random_config(random, aabb_machine(kAabbFormats[run % 2]));
    ASSERT_EQ(find_conflict(config), std::nullopt);
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
    unfinished += answer.unfinished;
  }
  EXPECT_GT(pairs, 800u);
  EXPECT_GT(prefetched, 30u);
  EXPECT_GT(unfinished, 0u) << "parents are known in sub-queries, too";
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
    EXPECT_EQ(counter(answer, "aabb_unit.tests"), 4 * answer.aligned_pairs);
    const std::uint64_t words = format == TreeFormatKey::aabb21 ? 7 : 1;
    EXPECT_EQ(counter(answer, "stack_sram_left.words_read") + counter(answer, "stack_sram_right.words_read"),
              words * answer.aligned_pairs);
  }
  EXPECT_EQ(bytes, (std::vector<std::uint64_t>{64, 64})) << "whole beats of 32 bytes";
}

TEST(AabbChip, BusesOf8And16BytesMoveFewerBytesOfThreePlanes) {
  for (const auto& [bus, of_aabb21] : {std::pair{8u, 48u}, {16u, 48u}}) {
    ChipConfig config = aabb_machine(TreeFormatKey::aabb21);
    config.sdram.bus_bytes = bus;
    EXPECT_EQ(config.nodes().beats(bus) * bus, of_aabb21);
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
  config = aabb_machine(TreeFormatKey::aabb32);
  config.obb_unit.dotadds = 12;
  EXPECT_EQ(find_conflict(config)->text,
            "obb_unit.dotadds = 12 is of a unit that a machine with tree.format = \"aabb32\" lacks");
}

}  // namespace
}  // namespace collisionchip
