// What the group machine's numbers may be: grids, corners beyond their range, blocks of any bits, the small unit's numbers
// and bounds, each against docs/group_machine.md.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "collisionchip/reference/groups/group_steps.h"
#include "collisionchip/reference/groups/small_triangle_test.h"
#include "collisionchip/testbench/tests/reference/groups/group_cases.h"

namespace collisionchip {
namespace {

using testing_support::Corners;
using testing_support::Random;
using Real = long double;

// Slabs of any width at any place; some of them flat, some the whole range.
DopNode any_root(Random& random, int n) {
  DopNode root;
  const int scale = n % 5 == 0 ? -149 + random.below(20) : n % 5 == 1 ? 126 : random.below(100) - 50;
  for (std::size_t i = 0; i < 12; ++i) {
    const auto at = [&] {
      return static_cast<float>(std::ldexp(random.uniform(-1, 1), scale - random.below(60)));
    };
    const float one = at(), two = random.below(4) == 0 ? one : at();
    root.d[i] = std::min(one, two);
    root.d[i + 12] = std::max(one, two);
    if (n % 3 == 0) {  // as many steps as there are, from the first of them, or from half a step
      const float first = n % 2 == 0 ? 0 : 0.5f;
      root.d[i] = std::ldexp(first, scale - 40);
      root.d[i + 12] = std::ldexp(first + ((1 << 18) - 6), scale - 40);
    }
    if (n % 7 == 0 && i < 3) {  // flat and far: nothing is left of the other side's digits
      root.d[i] = std::ldexp(1.0f, scale);
      root.d[i + 12] = root.d[i] * (1 + 0x1p-20f);
    }
  }
  return root;
}

TEST(GroupGrid, TheRootFillsItsStepsAndReachesAsFarAsItSays) {
  Random random(61);
  int last = 0;
  for (int n = 0; n < 4000; ++n) {
    const DopNode root = any_root(random, n);
    const GroupGrid grid = make_group_grid(24, root);
    const GroupVolume volume = grid_volume(grid, root);
    for (std::size_t i = 0; i < 12; ++i) {
      EXPECT_GE(volume.d[i], 4) << n;
      EXPECT_EQ(volume.d[i + 12], (1 << 18) - 2) << n;
      last += volume.d[i] == 4 ? 1 : 0;
      EXPECT_GE(grid.step_exponent[i], -166);
      EXPECT_GE(grid.finer(static_cast<int>(i)), 2);
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const Real centre = static_cast<Real>(grid.centre[axis]),
                 low = std::ldexp(Real{root.d[axis]}, -grid.unit_exponent),
                 high = std::ldexp(Real{root.d[axis + 12]}, -grid.unit_exponent),
                 farthest = std::max(high - centre, centre - low), found = grid.reach[static_cast<int>(axis)];
      EXPECT_GE(found, farthest) << n;
      EXPECT_LE(found, farthest * (1 + 0x1p-49L)) << n;
    }
  }
  EXPECT_GT(last, 1000);
}

// An object that is only a point at the origin: the finest grid.
TEST(GroupGrid, OfAPointIsTheFinestOfAll) {
  const GroupGrid grid = make_group_grid(24, leaf_dop(24, {}, 0));
  for (std::size_t i = 0; i < 12; ++i) EXPECT_EQ(grid.step_exponent[i], -166);
}

// A large triangle and a small one, both in a block of the large object, on the grid of the small one.
struct FarCorners {
  GroupObject large, small;
  GroupRegisters registers;
  TumbledLeaf leaf;

  explicit FarCorners(float size)
      : large(testing_support::group_object(
            {}, testing_support::mesh_of(
                    {{{{0, 0, 0}, {size, 0, 0}, {0, size, 0}}}, {{{0, 0, 0}, {size, 0, 0}, {0, 0, 0}}}}))),
        small(testing_support::group_object({},
                                            testing_support::mesh_of({{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}}))),
        registers(make_group_registers(large, small, {}, TumbledSide::b, {}, RegisterNumbers::doubles)) {
    leaf = move_block(registers.corners, large.block(large.group(0).child(large.layout, 0)));
  }
};

// 2^23 to 2^24 units are the side of the small one, so that 2^28 is between 16 and 32 sides.
TEST(CornerTransform, CornersBeyondItsRangeAreNotBoundedAndNoFilterPartsThem) {
  EXPECT_TRUE(FarCorners(8).leaf.bounded);
  const FarCorners far(64);
  ASSERT_TRUE(far.registers.corners.bounded);
  EXPECT_FALSE(far.leaf.bounded);
  ASSERT_EQ(far.leaf.count, 2);
  const GroupVolume anywhere = [] {
    GroupVolume volume;
    for (std::size_t i = 0; i < 12; ++i) volume.d[i] = volume.d[i + 12] = 5;
    return volume;
  }();
  const LeafPass pass = pass_leaf(far.registers, far.leaf, anywhere);
  EXPECT_EQ(pass.by_volume, 3u);
  EXPECT_EQ(pass.by_plane, 3u);
  // Its members go through the rows, which still know something.
  TumbledMembers members;
  const Group group = far.large.group(0);
  const LeafShape shape = shape_of(far.registers, far.leaf);
  prepare_member(far.registers, group, 0, &shape, members);
  EXPECT_EQ(members.volumes[0].d, far.registers.volumes.apply(group.volumes[0]).d);
  EXPECT_NE(members.volumes[0].d, far.leaf.volume.d);
}

TEST(LeafBlock, AnyBitsAreSomeTrianglesOfItsOwnCorners) {
  Random random(62);
  for (const GroupLayout& layout : testing_support::group_layouts()) {
    const auto words = static_cast<std::size_t>(layout.block_bytes() / 4);
    for (int n = 0; n < 200; ++n) {
      std::vector<std::uint32_t> bits(words);
      for (std::uint32_t& word : bits) word = static_cast<std::uint32_t>(random.bits());
      if (n == 0) std::fill(bits.begin(), bits.end(), 0);
      if (n == 1) std::fill(bits.begin(), bits.end(), ~0u);
      // Corners that can be told apart.
      const auto corners = static_cast<std::size_t>(layout.block_corners());
      for (std::size_t c = 0; c < 3 * corners; ++c) bits[c] = 0x3f800000u + static_cast<std::uint32_t>(c);
      const LeafBlock block = decode_block(layout, bits.data());
      EXPECT_GE(block.count, 1);
      EXPECT_LE(block.count, layout.leaf_size);
      for (int t = 0; t < block.count; ++t) {
        for (const Vec3f& corner : block.triangles[static_cast<std::size_t>(t)].corners) {
          EXPECT_GE(corner.x, 1);
          EXPECT_LT(corner.x, 1 + static_cast<float>(3 * corners) * 0x1p-23f);
        }
      }
    }
  }
}

// As near to each other or as far apart as moved corners may be.
GridPoint any_corner(Random& random, int bits) {
  const auto draw = [&] {
    return static_cast<std::int64_t>(random.bits() >> (64 - bits)) - (std::int64_t{1} << (bits - 1));
  };
  return {draw(), draw(), draw()};
}

TEST(SmallTriangleUnit, ItsNumbersAndBoundsAreThoseOfThePage) {
  Random random(63);
  int cut = 0;
  for (int n = 0; n < 4000; ++n) {
    const int bits = 4 + n % 26;
    MovedTriangle tumbled;
    PlacedTriangle aligned;
    for (std::size_t c = 0; c < 3; ++c) {
      tumbled.corners[c] = any_corner(random, bits);
      aligned.corners[c] = any_corner(random, std::min(bits, 24));
    }
    const std::int64_t corner_error = 1 + random.below(n % 3 == 0 ? 5000 : 4);
    const SmallTrianglePair pair = small_pair(tumbled, aligned, corner_error);
    std::int64_t largest = 0, before = 0;  // and with one bit less cut off
    const auto expect_nearest = [&](std::int64_t found, std::int64_t exact) {
      EXPECT_LE(std::abs(found * (std::int64_t{1} << pair.shift) - exact),
                pair.shift == 0 ? 0 : std::int64_t{1} << (pair.shift - 1));
      largest = std::max(largest, std::abs(found));
      before = std::max(before, std::abs(exact));
    };
    for (std::size_t c = 0; c < 3; ++c) {
      for (std::size_t axis = 0; axis < 3; ++axis) {
        expect_nearest(pair.tumbled[c][axis], tumbled.corners[c][axis] - aligned.corners[0][axis]);
        expect_nearest(pair.aligned[c][axis], aligned.corners[c][axis] - aligned.corners[0][axis]);
      }
    }
    EXPECT_LT(largest, 1 << 15);
    if (pair.shift > 0) {
      EXPECT_GT(before, ((1 << 15) - 1) * (std::int64_t{1} << (pair.shift - 1)));
    }
    cut += pair.shift > 0 ? 1 : 0;
    // In eighths, rounded up: the corner's error and the half unit of an aligned one, and half of the last place.
    const Real place = std::ldexp(Real{1}, -pair.shift);
    const auto half = pair.shift > 0 ? 4 : 0;
    const auto of_tumbled =
        static_cast<std::int64_t>(std::ceil(8 * place * static_cast<Real>(corner_error))) + half;
    const auto of_aligned = static_cast<std::int64_t>(std::ceil(4 * place)) + half;
    EXPECT_EQ(pair.tumbled_error, 2 * of_tumbled);
    EXPECT_EQ(pair.mixed_error, of_tumbled + of_aligned);
    EXPECT_EQ(pair.aligned_error, 2 * of_aligned);
  }
  EXPECT_GT(cut, 1000);
}

// Beyond 2^12 eighths a bound might not fit 64 bits, and nothing is certain.
TEST(SmallTriangleUnit, NothingIsCertainWithErrorsBeyondItsLimit) {
  const std::array<SmallVector, 3> axes = {{{30000, 0, 0}, {0, 30000, 0}, {0, 0, 30000}}};
  for (std::size_t which = 0; which < 3; ++which) {
    std::array<std::int64_t, 3> errors = {1, 1, 1};
    errors[which] = 1 << 12;
    EXPECT_EQ(certain_sign(axes, errors), 1);
    ++errors[which];
    EXPECT_EQ(certain_sign(axes, errors), 0);
  }
}

}  // namespace
}  // namespace collisionchip
