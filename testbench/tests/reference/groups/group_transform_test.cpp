// Volumes and corners moved into the aligned grid: exact places are never outside, and bounds of half the
// size are noticed.
#include "collisionchip/reference/groups/group_transform.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "collisionchip/reference/groups/corner_transform.h"
#include "collisionchip/reference/tree/dop_tree.h"
#include "collisionchip/testbench/tests/reference/groups/group_cases.h"

namespace collisionchip {
namespace {

using testing_support::Corners;
using testing_support::Random;

// n . (R x + t) in 64 bits of mantissa: exact here up to the last few bits.
long double moved_along(const RigidMap& map, const Vec3d& n, const Vec3d& x) {
  long double sum = 0;
  for (int row = 0; row < 3; ++row) {
    long double y = map.t[row];
    for (int axis = 0; axis < 3; ++axis) y += static_cast<long double>(map.rows[row][axis]) * x[axis];
    sum += static_cast<long double>(n[row]) * y;
  }
  return sum;
}

DopNode dop_of(int k, const std::vector<Vec3d>& points) {
  DopNode node;
  const DopDirections& directions = dop_directions(k);
  for (int i = 0; i < k / 2; ++i) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (const Vec3d& point : points) {
      low = std::min(low, dot(directions.normal(i), point));
      high = std::max(high, dot(directions.normal(i), point));
    }
    node.d[i] = static_cast<float>(low);
    node.d[i + k / 2] = static_cast<float>(high);
  }
  return node;
}

// A box with corners on whole numbers that the grid has exactly, at any place; and its grid.
struct Box {
  std::vector<Vec3d> corners;
  DopNode root;
  GroupGrid grid;
};
Box random_box(Random& random, int k) {
  Box box;
  const int size = 1 << (10 + random.below(8));
  const auto draw = [&](int below) { return static_cast<double>(random.below(below)); };
  const Vec3d low = {draw(4096) - 2048, draw(4096) - 2048, draw(4096) - 2048};
  const Vec3d high = low + Vec3d{1 + draw(size), 1 + draw(size), 1 + draw(size)};
  for (int c = 0; c < 8; ++c)
    box.corners.push_back(
        {(c & 1) != 0 ? high.x : low.x, (c & 2) != 0 ? high.y : low.y, (c & 4) != 0 ? high.z : low.z});
  box.root = dop_of(k, box.corners);
  box.grid = make_group_grid(k, box.root);
  return box;
}

// How many coordinates of all moved corners of random boxes lie outside of what the transform makes of the
// corner.
int coordinates_outside(int k, TumbledSide side, double bias) {
  Random random(11);
  int outside = 0;
  for (int n = 0; n < testing_support::group_cases(150); ++n) {
    const Box tumbled = random_box(random, k), aligned = random_box(random, k);
    Pose pose = testing_support::random_pose(random, 1);
    pose.t = testing_support::to_float(0.5 * random.point(4096));
    const RigidMap map = RigidMap::of(pose, side);
    const GroupTransform transform = make_group_transform(map, tumbled.grid, aligned.grid, bias);
    for (const Vec3d& corner : tumbled.corners) {
      const GroupVolume moved = transform.apply(grid_volume(tumbled.grid, dop_of(k, {corner})));
      for (int i = 0; i < k / 2; ++i) {
        const long double place = std::ldexp(moved_along(map, dop_directions(k).normal(i), corner),
                                             -aligned.grid.step_exponent[i]) -
                                  static_cast<long double>(aligned.grid.origin[i]);
        const bool low = moved.d[i] > 0 && static_cast<long double>(moved.d[i]) > place,
                   high = moved.d[i + k / 2] < kLastCoordinate &&
                          static_cast<long double>(moved.d[i + k / 2]) < place;
        outside += low || high ? 1 : 0;
      }
    }
  }
  return outside;
}

TEST(GroupTransform, NothingMovedIsOutsideAndHalfTheSlackIsNotEnough) {
  for (const int k : {6, 14, 18, 24, 26}) {
    for (const TumbledSide side : testing_support::kBothSides) EXPECT_EQ(coordinates_outside(k, side, 1), 0);
    EXPECT_GT(coordinates_outside(k, TumbledSide::b, 0.5), 0) << k;
  }
}

// The slack and all rounding together: a few steps of each side of a slab.
TEST(GroupTransform, IsTight) {
  Random random(12);
  double most = 0;
  for (int n = 0; n < 200; ++n) {
    const Mesh mesh = testing_support::random_soup(random, 20, 1, 0.5);
    const DopTree tree = DopTree::build(mesh, {});
    const GroupGrid grid = make_group_grid(24, tree.root());
    const RigidMap map = RigidMap::of(testing_support::random_pose(random, 0.5), TumbledSide::b);
    const GroupTransform transform = make_group_transform(map, grid, grid);
    const DopTransform exact = make_dop_transform(24, map, tree.root());
    const DopNode& node = tree.nodes()[1];
    const GroupVolume moved = transform.apply(grid_volume(grid, node));
    PartnerDop partner{};
    exact.apply(node, partner);
    for (int i = 0; i < 12; ++i) {
      const double high =
          std::ldexp(double{partner[i]}, -grid.step_exponent[i]) - static_cast<double>(grid.origin[i]);
      if (high < kLastOwnCoordinate && high > 1) most = std::max(most, moved.d[i + 12] - high);
    }
  }
  EXPECT_LT(most, 12);
  EXPECT_GT(most, 1);
}

TEST(GroupTransform, ASingularPoseAndSizesApartLeaveTheWholeSlab) {
  const Box small = [] {
    Box box;
    box.root = dop_of(24, {{0, 0, 0}, {0x1p-60, 0, 0}});
    box.grid = make_group_grid(24, box.root);
    return box;
  }();
  Random random(13);
  const Box large = random_box(random, 24);
  Pose singular;
  singular.r = {{{1, 0, 0}, {1, 0, 0}, {0, 0, 1}}};
  const GroupVolume volume = grid_volume(large.grid, large.root);
  for (const RigidMap& map : {RigidMap::of(singular, TumbledSide::a), RigidMap::of(Pose{}, TumbledSide::b)}) {
    const GroupGrid& aligned = map.row_error > 0 ? large.grid : small.grid;
    const GroupVolume moved = make_group_transform(map, large.grid, aligned).apply(volume);
    for (int i = 0; i < 12; ++i) {
      EXPECT_EQ(moved.d[i], 0);
      EXPECT_EQ(moved.d[i + 12], kLastCoordinate);
    }
    EXPECT_FALSE(make_corner_transform(map, large.grid, aligned).bounded);
  }
}

// Corners: how far the furthest is off, in parts of the bound that the transform states.
TEST(CornerTransform, TheBoundHoldsAndIsNotTwiceTooLarge) {
  Random random(14);
  double worst = 0;
  int bounded = 0;
  for (int n = 0; n < testing_support::group_cases(3000); ++n) {
    const Corners corners = testing_support::random_triangle(random, 0.5, 1),
                  others = testing_support::random_triangle(random, 0.5, random.uniform(0.3, 3));
    const GroupGrid tumbled = make_group_grid(24, leaf_dop(24, corners, 0)),
                    aligned = make_group_grid(24, leaf_dop(24, others, 0));
    const TumbledSide side = testing_support::kBothSides[n % 2];
    const RigidMap map = RigidMap::of(testing_support::random_pose(random, 1), side);
    const CornerTransform transform = make_corner_transform(map, tumbled, aligned);
    ASSERT_TRUE(transform.bounded);
    LeafBlock block;
    block.count = 1;
    block.triangles[0].corners = corners;
    const TumbledLeaf leaf = move_block(transform, block);
    if (!leaf.bounded) continue;  // far beyond a very small aligned object
    ++bounded;
    for (const Vec3f& corner : corners) {  // and the tight volume, to whole steps
      for (int i = 0; i < 12; ++i) {
        const long double place =
            std::ldexp(moved_along(map, dop_directions(24).normal(i), to_double(corner)),
                       -aligned.step_exponent[i]) -
            static_cast<long double>(aligned.origin[i]);
        const GroupVolume& volume = leaf.triangles[0].volume;
        ASSERT_TRUE(volume.d[i] == 0 || static_cast<long double>(volume.d[i]) <= place);
        ASSERT_TRUE(volume.d[i + 12] == kLastCoordinate ||
                    static_cast<long double>(volume.d[i + 12]) >= place);
      }
    }
    for (std::size_t c = 0; c < 3; ++c) {
      for (int axis = 0; axis < 3; ++axis) {
        const Vec3d n_axis = dop_directions(24).normal(axis);
        const long double exact =
            std::ldexp(moved_along(map, n_axis, to_double(corners[c])), -aligned.unit_exponent) -
            static_cast<long double>(aligned.centre[static_cast<std::size_t>(axis)]);
        const double off = std::abs(static_cast<double>(
            exact - static_cast<long double>(leaf.triangles[0].corners[c][static_cast<std::size_t>(axis)])));
        ASSERT_LE(off, static_cast<double>(transform.error));
        worst = std::max(worst, off / static_cast<double>(transform.error));
      }
    }
  }
  EXPECT_GT(worst, 0.5);
  EXPECT_GT(bounded, 2900);
}

}  // namespace
}  // namespace collisionchip
