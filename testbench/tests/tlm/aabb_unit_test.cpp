// The AABB Unit: its schedule cycle by cycle, and the unit alone between scripted neighbours.
#include "collisionchip/tlm/units/aabb_unit/aabb_unit.h"

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"
#include "collisionchip/testbench/tests/tlm/chip_words.h"
#include "collisionchip/testbench/tests/tlm/unit_bench.h"
#include "collisionchip/tlm/machines/unit_params.h"

namespace collisionchip {
namespace {

using namespace testing_support;
using Cycles2 = std::array<Cycle, 2>;

ChipConfig aabb_machine(TreeFormatKey format) {
  ChipConfig config;
  config.tree.format = format;
  return config;
}

// docs/aabb.md has these numbers.
TEST(AabbSchedule, APairOf64BytesIsPlacedCycleByCycle) {
  const BoxTransformSchedule s =
      schedule_transform(params_of<AabbUnitParams>(aabb_machine(TreeFormatKey::aabb32)), {10, 10, 0, 0});
  EXPECT_EQ(s.decode, (Cycles2{11, 14})) << "the second one comes out when the DOTADDs are free";
  EXPECT_EQ(s.place, (Cycles2{13, 16}));
  EXPECT_EQ(s.place_end, (Cycles2{16, 19}));
  EXPECT_EQ(s.input_released, 14u);
  EXPECT_EQ(s.ready, 25u);
}

TEST(AabbSchedule, APairOf42BytesBeginsAtNoBeat) {
  const BoxTransformSchedule s =
      schedule_transform(params_of<AabbUnitParams>(aabb_machine(TreeFormatKey::aabb21)), {10, 10, 0, 0});
  EXPECT_EQ(s.loaded, 12u) << "20 bytes, from the middle of a beat on at the latest";
  EXPECT_EQ(s.decode, (Cycles2{12, 15}));
  EXPECT_EQ(s.ready, 26u);
}

TEST(AabbSchedule, ATestEndsWithTheFirstAxisThatParts) {
  const BoxOverlapSchedule s =
      schedule_overlap(params_of<AabbUnitParams>(aabb_machine(TreeFormatKey::aabb32)), {100, 100, 100, 0},
                       {{{15, 1}, {3, 4}}});
  EXPECT_EQ(s.decode, (Cycles2{101, 107}));
  EXPECT_EQ(s.start, (Cycles2{109, 115}));
  EXPECT_EQ(s.end, (Cycles2{115, 118}));
}

TEST(AabbSchedule, AnAncestorIsTakenApartBeatByBeat) {
  ChipConfig config = aabb_machine(TreeFormatKey::aabb21);
  config.sdram.bus_bytes = 8;
  BoxAncestorSchedule s = schedule_ancestor(params_of<AabbUnitParams>(config), 100, 100);
  EXPECT_EQ(s.decode, (Cycles2{103, 106})) << "its members end in the third and in the sixth beat";
  EXPECT_EQ(s.input_released, 105u) << "beats follow those of the second member, from the third one on";
  s = schedule_ancestor(params_of<AabbUnitParams>(config), 100, 110);
  EXPECT_EQ(s.decode, (Cycles2{110, 111})) << "all of it is here";
}

// Nothing moved: boxes in one frame.
std::vector<std::uint32_t> matrix_with(const AabbParent& tumbled, const AabbParent& aligned) {
  const Aabb space{{-100, 100, -100, 100, -100, 100}};
  std::vector<std::uint32_t> words;
  for (const float number : BoxOverlap(RigidMap::of(Pose{}, TumbledSide::b), space, space).numbers())
    words.push_back(bits_of(number));
  for (const AabbParent* root : {&tumbled, &aligned}) {
    for (const float plane : root->box.plane) words.push_back(bits_of(plane));
    words.push_back(root->flags);
  }
  return words;
}

struct AabbBench {
  SimulationScope scope;
  ChipConfig config;
  Channel<NodePairData> tumbled_data{"tumbled", 64}, aligned_data{"aligned", 256};
  Channel<ListCommand> list_commands{"lists", 64};
  Channel<MatrixWrite> matrix_writes{"matrix", 16};
  Channel<RegisterRelease> releases{"releases", 256};
  Channel<OverlapFlags> flags{"flags", 256};
  AabbUnit unit;
  Source<NodePairData> tumbled, aligned;
  Source<ListCommand> lists;
  Source<MatrixWrite> matrix;
  Sink<RegisterRelease> released;
  Sink<OverlapFlags> answers;

  AabbBench(const ChipConfig& c, const AabbParent& tumbled_root, const AabbParent& aligned_root)
      : config(c),
        unit("aabb_unit", params_of<AabbUnitParams>(config),
             AabbUnit::Ports{tumbled_data, aligned_data, list_commands, matrix_writes, releases, flags}),
        tumbled("tumbled", config, tumbled_data),
        aligned("aligned", config, aligned_data),
        lists("lists", config, list_commands),
        matrix("matrix", config, matrix_writes),
        released("released", config, releases),
        answers("answers", config, flags) {
    for (const MatrixWrite& burst : bursts_of(matrix_with(tumbled_root, aligned_root))) matrix.add(0, burst);
    unit.begin_query(0);
  }
  std::vector<std::uint32_t> bits() const {
    std::vector<std::uint32_t> all;
    for (const auto& answer : answers.taken()) all.push_back(answer.item.bits);
    return all;
  }
};

Aabb cube_at(float x) {
  return {{x - 0.5f, x + 0.5f, -0.5f, 0.5f, -0.5f, 0.5f}};
}

NodePairData whole(float left, float right) {
  NodePairData pair{};
  for (std::size_t member = 0; member < 2; ++member) {
    const Aabb box = cube_at(member == 0 ? left : right);
    for (std::size_t p = 0; p < 6; ++p) pair.words[8 * member + p] = bits_of(box.plane[p]);
  }
  return pair;
}

TEST(AabbUnit, FlagsSayWhichMembersMeet) {
  AabbBench bench(aabb_machine(TreeFormatKey::aabb32), {}, {});
  bench.tumbled.add(9, whole(0, 10));
  bench.lists.add(9, {0, 2, false});
  bench.aligned.add(20, whole(10.25f, 50));  // the right tumbled one meets the left aligned one
  bench.aligned.add(24, whole(20, 0.75f));   // and the other way round
  sc_core::sc_start();
  EXPECT_EQ(bench.bits(), (std::vector<std::uint32_t>{4, 2}));
  EXPECT_EQ(bench.unit.statistics().tests, 8u);
}

// Three planes of each cube: the left one has x from itself and shares the lower y and z planes with its parent.
NodePairData own_planes(const Aabb& left, const Aabb& right, std::uint32_t left_link, std::uint32_t flags,
                        std::uint32_t address) {
  NodePairData pair{};
  const auto put = [&](std::size_t at, const Aabb& box, std::uint32_t shared) {
    for (std::uint32_t p = 0; p < 6; ++p) {
      if ((shared >> p & 1u) == 0) pair.words[at++] = bits_of(box.plane[p]);
    }
  };
  constexpr std::uint32_t kShared = 0x15;  // the lower planes are the left child's
  put(0, left, kShared);
  put(5, right, ~kShared);
  pair.words[3] = left_link;
  pair.words[8] = 1;
  pair.words[10] = flags;
  pair.address = address;
  return pair;
}

TEST(AabbUnit, AChildIsDecodedWithItsParentsBox) {
  const AabbParent root{{{-0.5f, 10.5f, -0.5f, 0.5f, -0.5f, 0.5f}}, 0x15};
  AabbBench bench(aabb_machine(TreeFormatKey::aabb21), root, root);
  constexpr std::uint32_t kRoot = 0x1000, kChild = 0x1030;
  const std::uint32_t child_word = kAabb21.list_word(0x1000, 1);
  ASSERT_EQ(kAabb21.address_of(child_word), kChild);
  // The left member is the cube at 0; its children are that cube once more, and one that reaches to its upper end.
  const NodePairData above = own_planes(cube_at(0), cube_at(10), child_word, 0x15, kRoot);
  const NodePairData below = own_planes(cube_at(0), cube_at(0), 1, 0, kChild);
  bench.tumbled.add(9, above);
  bench.lists.add(9, {0, 2, false});
  bench.aligned.add(40, above);
  bench.aligned.add(80, below);
  sc_core::sc_start();
  // Left with left, right with right; then both children with the left one alone.
  EXPECT_EQ(bench.bits(), (std::vector<std::uint32_t>{9, 3}));
}

// The pair that was a child of the first query's root is the root's own pair in the second one.
TEST(AabbUnit, AWriteOfTheMatrixForgetsTheParentsOfTheQueryBefore) {
  const AabbParent root{{{-0.5f, 10.5f, -0.5f, 0.5f, -0.5f, 0.5f}}, 0x15};
  AabbBench bench(aabb_machine(TreeFormatKey::aabb21), root, root);
  constexpr std::uint32_t kRoot = 0x1000, kChild = 0x1030;
  const NodePairData above = own_planes(cube_at(0), cube_at(10), kAabb21.list_word(kRoot, 1), 0x15, kRoot);
  const auto leaves_at = [](std::uint32_t address) {
    return own_planes(cube_at(0), cube_at(10), 1, 0, address);
  };
  bench.tumbled.add(9, above);
  bench.lists.add(9, {0, 1, false});
  bench.aligned.add(40, above);
  for (const MatrixWrite& burst : bursts_of(matrix_with(root, root))) bench.matrix.add(200, burst);
  bench.tumbled.add(300, leaves_at(kRoot));
  bench.lists.add(300, {0, 1, false});
  bench.aligned.add(340, leaves_at(kChild));
  sc_core::sc_start();
  EXPECT_EQ(bench.bits(), (std::vector<std::uint32_t>{9, 9}))
      << "with the left cube as its parent the right one would be there too";
}

ChipConfig refetching() {
  ChipConfig config = aabb_machine(TreeFormatKey::aabb21);
  config.aabb_unit.parent = AabbParentKey::refetch;
  return config;
}

// As below, but the aligned child's parent comes on its way, and is compared with nobody.
TEST(AabbUnit, AnAncestorIsTheParentOfThePairBehindIt) {
  const AabbParent root{{{-0.5f, 10.5f, -0.5f, 0.5f, -0.5f, 0.5f}}, 0x15};
  constexpr std::uint32_t kRoot = 0x1000, kChild = 0x1030;
  const std::uint32_t child_word = kAabb21.list_word(0x1000, 1);
  const NodePairData above = own_planes(cube_at(0), cube_at(10), child_word, 0x15, kRoot);
  NodePairData ancestor = above;
  ancestor.ancestor = true;
  const NodePairData below = own_planes(cube_at(0), cube_at(0), 1, 0, kChild);
  AabbBench bench(refetching(), root, root);
  bench.tumbled.add(59, above);
  bench.lists.add(9, {0, 2, false});
  bench.aligned.add(19, ancestor);  // long before the tumbled pair
  bench.aligned.add(39, below);
  bench.aligned.add(49, below);  // without a way, it has no box
  sc_core::sc_start();
  const std::vector<std::uint32_t> bits = bench.bits();
  ASSERT_EQ(bits.size(), 2u);
  EXPECT_EQ(bits[0], 3u) << "both children with the left cube alone";
  EXPECT_NE(bits[1], 3u);
  EXPECT_EQ(bench.unit.ancestor_pairs(), 1u);
  EXPECT_EQ(bench.unit.statistics().aligned_pairs, 2u);
  ASSERT_FALSE(bench.released.taken().empty());
  EXPECT_EQ(bench.released.taken()[0].item.from, 23u)
      << "here from 20 on, in two beats, its members one after the other";
  const UnitCycles overlap = bench.unit.cycles(1000, VolumeUnit::kOverlap);
  EXPECT_EQ(overlap.stalls.back(), (std::pair<std::string, Cycle>{"ancestors", 13}))
      << "from the list in 10 to the ancestor's planes in 23";
}

}  // namespace
}  // namespace collisionchip
