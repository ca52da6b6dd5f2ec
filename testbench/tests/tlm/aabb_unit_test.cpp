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

const BoxUnitParams& with_leaves(const AabbUnitParams& params, std::uint32_t leaves) {
  return params.by_leaves[leaves];
}

// docs/aabb.md has these numbers.
TEST(AabbSchedule, ATriangleTakesNineRowsAndComesWithItsRecord) {
  const auto params = params_of<AabbUnitParams>(aabb_machine(TreeFormatKey::aabb21_leafless));
  BoxTransformSchedule s = schedule_transform(with_leaves(params, 1), {10, 10, 0, 0});
  EXPECT_EQ(s.loaded, 14u) << "100 bytes";
  EXPECT_EQ(s.decode, (Cycles2{14, 16})) << "the node lies in the record's last beat";
  EXPECT_EQ(s.place, (Cycles2{16, 18}));
  EXPECT_EQ(s.place_end, (Cycles2{18, 21}));
  EXPECT_EQ(s.input_released, 14u);
  EXPECT_EQ(s.ready, 27u);
  s = schedule_transform(with_leaves(params, 2), {10, 10, 0, 0});
  EXPECT_EQ(s.place_end, (Cycles2{19, 21})) << "the node first";
  s = schedule_transform(with_leaves(params, 3), {10, 10, 0, 0});
  EXPECT_EQ(s.decode, (Cycles2{14, 18})) << "two records, one behind the other";
  EXPECT_EQ(s.input_released, 15u);
  EXPECT_EQ(s.ready, 28u);
  s = schedule_transform(with_leaves(params, 0), {10, 10, 0, 0});
  EXPECT_EQ(s.decode, (Cycles2{12, 15})) << "no leaf: as with leaves";
}

TEST(AabbSchedule, OfTwoTrianglesNothingIsTested) {
  const auto params = params_of<AabbUnitParams>(aabb_machine(TreeFormatKey::aabb32_leafless));
  const BoxOverlapSchedule s =
      schedule_overlap(with_leaves(params, 3), {100, 100, 100, 0}, {{{15, 4}, {2, 0}}});
  EXPECT_EQ(s.decode, (Cycles2{104, 111}));
  EXPECT_EQ(s.start, (Cycles2{112, 119}));
  EXPECT_EQ(s.end, (Cycles2{119, 120}));
}

// Nothing moved: boxes in one frame.
std::vector<std::uint32_t> matrix_with(const AabbParent& tumbled, const AabbParent& aligned, bool leafless) {
  const Aabb space{{-100, 100, -100, 100, -100, 100}};
  std::vector<std::uint32_t> words;
  const auto numbers = NodeOverlap(Pose{}, TumbledSide::b, space, space).numbers();
  for (std::size_t i = 0; i < (leafless ? numbers.size() : BoxOverlap::kNumbers); ++i)
    words.push_back(bits_of(numbers[i]));
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
    const bool leafless = is_leafless(c.tree.format);
    for (const MatrixWrite& burst : bursts_of(matrix_with(tumbled_root, aligned_root, leafless)))
      matrix.add(0, burst);
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
  for (const MatrixWrite& burst : bursts_of(matrix_with(root, root, false))) bench.matrix.add(200, burst);
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

// As below, but the aligned child's parent comes on its way and is not compared.
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

using Corners3 = std::array<Vec3f, 3>;

void put_record(NodePairData& pair, std::size_t at, const Corners3& corners) {
  for (const Vec3f& corner : corners) {
    for (int axis = 0; axis < 3; ++axis) pair.words[at++] = bits_of(corner[axis]);
  }
}
// Six planes behind a record.
NodePairData triangle_and_cube(bool left, const Corners3& corners, float cube, std::uint32_t address) {
  NodePairData pair{};
  put_record(pair, 0, corners);
  for (std::size_t p = 0; p < 6; ++p) pair.words[25 + p] = bits_of(cube_at(cube).plane[p]);
  pair.address = address | (left ? 4u : 8u);
  return pair;
}
Corners3 small_at(float x) {
  return {{{x, 0, 0}, {x + 0.25f, 0, 0}, {x, 0.25f, 0}}};
}

TEST(AabbUnit, ATriangleInALeafsPlaceMeetsBoxesOfBothSides) {
  AabbBench bench(aabb_machine(TreeFormatKey::aabb32_leafless), {}, {});
  bench.tumbled.add(9, triangle_and_cube(false, small_at(10), 0, 0x200));  // a cube at 0, a triangle at 10
  bench.lists.add(9, {0, 3, false});
  // In the left one's place a triangle in the first cube, then one that only its normal parts from it, then two triangles.
  bench.aligned.add(40, triangle_and_cube(true, small_at(0.25f), 10, 0x300));
  bench.aligned.add(90, triangle_and_cube(true, {{{3, 0, 0}, {0, 3, 0}, {0, 0, 3}}}, 50, 0x400));
  NodePairData triangles{};
  put_record(triangles, 0, small_at(-0.125f));
  put_record(triangles, 32, small_at(70));
  triangles.address = 0x50c;
  bench.aligned.add(140, triangles);
  sc_core::sc_start();
  // Two triangles always meet: left aligned and right tumbled.
  EXPECT_EQ(bench.bits(), (std::vector<std::uint32_t>{1 + 4 + 8, 4, 1 + 4 + 8}));
  const BoxUnit::Statistics& done = bench.unit.statistics();
  const AabbUnit::LeafStatistics& leaves = bench.unit.leaf_statistics();
  EXPECT_EQ(leaves.tumbled_leaves, 1u);
  EXPECT_EQ(leaves.aligned_leaves, 4u);
  EXPECT_EQ(leaves.leaf_pairs, 4u);
  EXPECT_EQ(done.tests, 8u);
  EXPECT_EQ(leaves.leaf_tests, 6u);
  // Both triangles that meet a cube and the one that its normal parts: 15 places each; the other ones end with the first axis.
  EXPECT_EQ(leaves.leaf_axes, 15u + 15 + 15 + 1 + 15 + 1);
  EXPECT_EQ(done.axes, leaves.leaf_axes + 2);
}

// As AChildIsDecodedWithItsParentsBox, a record before the node, whose flags lie behind it.
TEST(AabbUnit, AnOnlyChildIsDecodedWithItsParentsBox) {
  const AabbParent root{{{-0.5f, 10.5f, -0.5f, 0.5f, -0.5f, 0.5f}}, 0x15};
  AabbBench bench(aabb_machine(TreeFormatKey::aabb21_leafless), root, root);
  // The left member is a triangle, the right one the cube at 10, with the root's upper planes.
  NodePairData above{};
  put_record(above, 0, small_at(0));
  const Aabb cube = cube_at(10);
  above.words[25] = bits_of(cube.plane[0]);
  above.words[26] = bits_of(cube.plane[2]);
  above.words[27] = bits_of(cube.plane[4]);
  above.words[28] = kAabb21Leafless.list_word(0x1000, 16);
  above.words[30] = 0x2a;  // its upper planes are its left child's
  above.address = 0x1004;
  // Below it: its lower half along x, as the left child; far beyond, the right one.
  NodePairData below{};
  below.words[0] = bits_of(9.5f);
  below.words[1] = bits_of(-0.5f);
  below.words[2] = bits_of(-0.5f);
  below.words[5] = bits_of(9.75f);
  below.words[6] = bits_of(0.25f);
  below.words[7] = bits_of(0.25f);
  below.address = 0x1100;
  ASSERT_EQ(kAabb21Leafless.address_of(above.words[28]), below.address);
  bench.tumbled.add(9, above);
  bench.lists.add(9, {0, 2, false});
  bench.aligned.add(60, above);
  bench.aligned.add(99, below);
  sc_core::sc_start();
  EXPECT_EQ(bench.bits(), (std::vector<std::uint32_t>{1 + 8, 4 + 8}))
      << "triangle with triangle, cube with cube; both children with the cube alone";
}

// One of two leaves alone: there is no child at 0, where the root's pair lies.
TEST(AabbUnit, ALeafAloneIsNobodysParent) {
  const AabbParent root{{{-0.5f, 10.5f, -0.5f, 0.5f, -0.5f, 0.5f}}, 0x15};
  AabbBench bench(aabb_machine(TreeFormatKey::aabb21_leafless), root, root);
  const NodePairData above = own_planes(cube_at(0), cube_at(10), kAabb21Leafless.list_word(0x1000, 0), 0, 0);
  NodePairData alone{};
  put_record(alone, 0, small_at(10));
  alone.address = 0x484;
  bench.tumbled.add(9, above);
  bench.lists.add(9, {0, 2, false});
  bench.aligned.add(40, alone);
  bench.aligned.add(80, above);
  sc_core::sc_start();
  ASSERT_EQ(bench.bits().size(), 2u);
  EXPECT_EQ(bench.bits()[0] & 5u, 4u)
      << "the triangle meets the cube at 10; what is said of no member means nothing";
  EXPECT_EQ(bench.bits()[1], 9u) << "the root's children";
}

}  // namespace
}  // namespace collisionchip
