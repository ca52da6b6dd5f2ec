// Every term of the bounds of docs/group_machine.md, computed a second time from the page in long double, for objects small and
// large, near their origin and far from it, under maps that are off as much as they say.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "collisionchip/reference/groups/corner_transform.h"
#include "collisionchip/reference/groups/group_steps.h"
#include "collisionchip/reference/groups/group_transform.h"
#include "collisionchip/reference/tree/dop_tree.h"
#include "collisionchip/testbench/tests/reference/groups/group_cases.h"

namespace collisionchip {
namespace {

using testing_support::Corners;
using testing_support::Random;
using Real = long double;
using RealVector = std::array<Real, 3>;

// Corners about a place that may be as much as 2^30 of their sizes away.
struct PlacedObject {
  Vec3d place;
  double size = 1;
  Corners corners;
  GroupGrid grid;
};
PlacedObject placed_object(Random& random, int k, int scale, int distance) {
  PlacedObject object;
  object.size = std::ldexp(1.0, scale);
  object.place = std::ldexp(1.0, scale + distance) * random.point(distance == 0 ? 0 : 1);
  for (Vec3f& corner : object.corners) {
    Vec3d offset = object.size * random.point(1);
    if (random.below(4) == 0) offset[random.below(3)] *= 0x1p-30;  // flat, nearly
    corner = testing_support::to_float(object.place + offset);
  }
  object.grid = make_group_grid(k, leaf_dop(k, object.corners, 0));
  return object;
}

struct MovedCase {
  PlacedObject tumbled, aligned;
  RigidMap map;
};
MovedCase moved_case(Random& random, int k, int n) {
  const int scale = n % 3 == 0 ? 0 : random.below(41) - 20;
  MovedCase c{
      placed_object(random, k, scale, n % 4 == 1 ? random.below(31) : 0),
      placed_object(random, k, n % 5 == 0 ? random.below(41) - 20 : scale, n % 4 == 2 ? random.below(31) : 0),
      {}};
  if (n % 10 ==
      9) {  // all but a point, far from its origin, in an object so large that coefficients are 0 or 1
    c.tumbled = placed_object(random, k, 0, 30);
    c.aligned = placed_object(random, k, 25 + random.below(6), 0);
  }
  if (n % 10 == 4)  // so small that the matrix has few digits below a unit
    c.aligned = placed_object(random, k, scale - 16 - random.below(4), 0);
  Pose pose =
      n % 8 == 7 ? testing_support::signed_permutation(random) : testing_support::random_pose(random, 0);
  c.map = RigidMap::of(pose, TumbledSide::b);
  if (n % 6 == 5) {
    for (Vec3d& row : c.map.rows) row = row + 0.5 * random.point(1);
  }
  // So that the objects meet.
  for (int i = 0; i < 3; ++i)
    c.map.t[i] = c.aligned.place[i] - dot(c.map.rows[static_cast<std::size_t>(i)], c.tumbled.place);
  if (n % 7 == 3) c.map.t = c.map.t + std::ldexp(1.0, random.below(60)) * random.point(c.aligned.size);
  if (n % 9 == 1) c.map.row_error = std::ldexp(1.0, -4 - random.below(40));
  if (n % 9 == 2) c.map.translation_error = std::ldexp(c.aligned.size, -4 - random.below(40));
  return c;
}

Real sum_of_magnitudes(const Vec3d& v) {
  return std::abs(Real{v.x}) + std::abs(Real{v.y}) + std::abs(Real{v.z});
}

// What the page makes of a row's coefficients: the offset without slack, the slack, and what its doubles may be off.
struct PageRow {
  Real middle = 0, slack = 0, rounding = 0;
};
PageRow page_row(const MovedCase& c, int i, const GroupTransformRow& row) {
  const GroupGrid &tumbled = c.tumbled.grid, &aligned = c.aligned.grid;
  const DopDirections& directions = dop_directions(tumbled.k);
  const Vec3d n = directions.normal(i);
  RealVector residual{};
  for (int axis = 0; axis < 3; ++axis) {
    for (int j = 0; j < 3; ++j)
      residual[static_cast<std::size_t>(axis)] += Real{n[j]} * c.map.rows[static_cast<std::size_t>(j)][axis];
  }
  Real size = 0, magnitudes = 0;
  PageRow page;
  for (std::size_t m = 0; m < 3; ++m) {
    const int low = row.j[m] % directions.half();
    const Real lambda = std::ldexp(static_cast<Real>(row.c[m]),
                                   aligned.step_exponent[static_cast<std::size_t>(i)] - row.shift -
                                       tumbled.step_exponent[static_cast<std::size_t>(low)]);
    for (int axis = 0; axis < 3; ++axis)
      residual[static_cast<std::size_t>(axis)] -= lambda * directions.normal(low)[axis];
    size += std::abs(lambda);
    const Real origin =
        static_cast<Real>(row.c[m]) * static_cast<Real>(tumbled.origin[static_cast<std::size_t>(low)]);
    page.middle += origin;
    magnitudes += std::abs(origin);
  }
  const Real per_step = std::ldexp(Real{1}, row.shift - aligned.step_exponent[static_cast<std::size_t>(i)]);
  const Real unit = std::ldexp(Real{1}, tumbled.unit_exponent), n_abs = sum_of_magnitudes(n);
  for (int j = 0; j < 3; ++j)
    size += std::abs(n[j]) * sum_of_magnitudes(c.map.rows[static_cast<std::size_t>(j)]);
  Real slack = n_abs * c.map.translation_error;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const int at = static_cast<int>(axis);
    const Real centre = unit * static_cast<Real>(tumbled.centre[axis]), reach = unit * tumbled.reach[at];
    const Real moved_t = Real{n[at]} * c.map.t[at];
    slack += std::abs(residual[axis]) * reach +
             (n_abs * c.map.row_error + 0x1p-50L * size) * (std::abs(centre) + reach);
    page.middle += per_step * (residual[axis] * centre + moved_t);
    magnitudes += per_step * (std::abs(residual[axis] * centre) + std::abs(moved_t));
  }
  const Real start = std::ldexp(static_cast<Real>(aligned.origin[static_cast<std::size_t>(i)]), row.shift);
  page.middle -= start;
  magnitudes += std::abs(start);
  page.slack = per_step * slack + 0x1p-46L * magnitudes;
  page.rounding = 0x1p-51L * magnitudes + 0x1p-52L * page.slack;
  return page;
}

TEST(GroupTransform, EveryTermOfItsOffsetsIsThatOfThePage) {
  Random random(51);
  int whole = 0, clamped = 0, compared = 0;
  for (int n = 0; n < 4000; ++n) {
    const int k = n % 2 == 0 ? 24 : n % 4 == 1 ? 14 : 6;
    const MovedCase c = moved_case(random, k, n);
    const GroupTransform transform = make_group_transform(c.map, c.tumbled.grid, c.aligned.grid);
    for (int i = 0; i < k / 2; ++i) {
      const GroupTransformRow& maximum = transform.rows[static_cast<std::size_t>(2 * i)];
      const GroupTransformRow& minimum = transform.rows[static_cast<std::size_t>(2 * i + 1)];
      const std::int32_t largest =
          std::max({std::abs(maximum.c[0]), std::abs(maximum.c[1]), std::abs(maximum.c[2])});
      if (largest == 0 && maximum.shift == 0) {
        EXPECT_EQ(maximum.offset, kMostRowOffset);
        EXPECT_EQ(minimum.offset, -kMostRowOffset);
        ++whole;
        continue;
      }
      EXPECT_LT(largest, 1 << 17);
      EXPECT_TRUE(maximum.shift == kMostRowShift || largest >= (1 << 16) - 1) << n;
      const PageRow page = page_row(c, i, maximum);
      const Real most = static_cast<Real>(kMostRowOffset),
                 high = page.middle + page.slack + static_cast<Real>((1 << maximum.shift) - 1),
                 low = page.middle - page.slack;
      if (std::abs(high) > most || std::abs(low) > most) {
        // Set to the limit, each by itself.
        EXPECT_LE(std::abs(static_cast<Real>(maximum.offset)), most);
        if (high > most + 1 + page.rounding) {
          EXPECT_EQ(maximum.offset, kMostRowOffset);
        }
        if (low < -most - 1 - page.rounding) {
          EXPECT_EQ(minimum.offset, -kMostRowOffset);
        }
        ++clamped;
        continue;
      }
      ++compared;
      EXPECT_GE(static_cast<Real>(maximum.offset), high - page.rounding) << n << ' ' << i;
      EXPECT_LE(static_cast<Real>(maximum.offset), high + 1 + page.rounding) << n << ' ' << i;
      EXPECT_LE(static_cast<Real>(minimum.offset), low + page.rounding) << n << ' ' << i;
      EXPECT_GE(static_cast<Real>(minimum.offset), low - 1 - page.rounding) << n << ' ' << i;
    }
  }
  EXPECT_GT(compared, 20000);
  EXPECT_GT(clamped, 500);
  EXPECT_GT(whole, 100);
}

// A point at the origin under a map of which nothing is known: infinity times zero.
TEST(GroupTransform, AMapOfWhichNothingIsKnownLeavesTheWholeSlab) {
  const GroupGrid grid = make_group_grid(24, leaf_dop(24, {}, 0));
  RigidMap map = RigidMap::of(Pose{}, TumbledSide::b);
  map.row_error = HUGE_VAL;
  const GroupTransform transform = make_group_transform(map, grid, grid);
  for (std::size_t i = 0; i < 24; ++i) {
    EXPECT_EQ(transform.rows[i].offset, i % 2 == 0 ? kMostRowOffset : -kMostRowOffset);
    EXPECT_EQ(transform.rows[i].shift, 0);
  }
}

// The error of a moved corner along an axis, the offset, and what their doubles may be off.
struct PageAxis {
  Real error = 0, offset = 0, rounding = 0;
};
PageAxis page_axis(const MovedCase& c, const CornerTransform& found, std::size_t i) {
  const GroupGrid &tumbled = c.tumbled.grid, &aligned = c.aligned.grid;
  const Real unit = std::ldexp(Real{1}, aligned.unit_exponent),
             ratio = std::ldexp(Real{1}, tumbled.unit_exponent) / unit;
  const int row = static_cast<int>(i);
  PageAxis page;
  page.offset = c.map.t[row] / unit - static_cast<Real>(aligned.centre[i]);
  Real magnitudes = std::abs(c.map.t[row] / unit) + std::abs(static_cast<Real>(aligned.centre[i]));
  page.error = 0.5L + std::ldexp(0.5L, -found.shift) + c.map.translation_error / unit;
  for (std::size_t j = 0; j < 3; ++j) {
    const Real entry = c.map.rows[i][static_cast<int>(j)] * ratio,
               centre = static_cast<Real>(tumbled.centre[j]),
               reach = Real{tumbled.reach[static_cast<int>(j)]} + 0.5L;
    page.offset += entry * centre;
    magnitudes += std::abs(entry) * (std::abs(centre) + reach);
    page.error += 0.5L * std::abs(entry) + c.map.row_error * ratio * (std::abs(centre) + reach) +
                  std::abs(std::ldexp(static_cast<Real>(found.m[i][j]), -found.shift) - entry) * reach;
  }
  page.error += 0x1p-46L * magnitudes;
  page.rounding = 0x1p-51L * magnitudes + 0x1p-48L * page.error;
  return page;
}

TEST(CornerTransform, EveryTermOfItsErrorIsThatOfThePage) {
  Random random(52);
  int bounded = 0, not_bounded = 0;
  for (int n = 0; n < 8000; ++n) {
    const MovedCase c = moved_case(random, 24, n);
    const CornerTransform found = make_corner_transform(c.map, c.tumbled.grid, c.aligned.grid);
    Real error = 0, rounding = 0, far = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const PageAxis page = page_axis(c, found, i);
      error = std::max(error, page.error);
      rounding = std::max(rounding, page.rounding);
      far = std::max(far, std::abs(std::ldexp(page.offset, found.shift)));
      if (!found.bounded) continue;
      const Real half = found.shift > 0 ? std::ldexp(0.5L, found.shift) : 0;
      EXPECT_LE(std::abs(static_cast<Real>(found.offset[i]) - half - std::ldexp(page.offset, found.shift)),
                0.5L + std::ldexp(page.rounding, found.shift))
          << n;
    }
    if (!found.bounded) {
      ++not_bounded;  // matrix, offset or error beyond what registers hold
      EXPECT_TRUE(found.shift == 0 || far > 0x1p60L * (1 - 0x1p-40L) || error > 0x1p20L - 1) << n;
      continue;
    }
    ++bounded;
    EXPECT_LE(error, 0x1p20L + 1);
    EXPECT_LE(far, 0x1p60L * (1 + 0x1p-40L));
    EXPECT_GE(static_cast<Real>(found.error), error - rounding) << n;
    EXPECT_LE(static_cast<Real>(found.error), error + 1 + rounding) << n;
  }
  EXPECT_GT(bounded, 3000);
  EXPECT_GT(not_bounded, 300);
}

// n . (R x + t) for the map that is off as much as it says, the worst way for this direction and point.
Real farthest(const RigidMap& map, const Vec3d& n, const Vec3d& x) {
  Real sum = 0;
  for (int row = 0; row < 3; ++row) {
    Real y = map.t[row];
    for (int axis = 0; axis < 3; ++axis) y += Real{map.rows[static_cast<std::size_t>(row)][axis]} * x[axis];
    sum += n[row] * y + std::abs(n[row]) * (map.translation_error + map.row_error * sum_of_magnitudes(x));
  }
  return sum;
}

// A map that is off by so much that its errors are most of a corner's.
RigidMap map_with_errors(Random& random) {
  RigidMap map = RigidMap::of(testing_support::random_pose(random, 1), TumbledSide::b);
  map.row_error = 0x1p-12 * random.below(2);
  map.translation_error = map.row_error == 0 ? 0x1p-10 : 0;
  return map;
}

TEST(CornerTransform, VolumesAndSlabsHoldWhatAnInexactMapMayMakeOfTheCorners) {
  Random random(53);
  Real most_slab = 0;
  for (int n = 0; n < 3000; ++n) {
    const PlacedObject tumbled = placed_object(random, 24, 0, 0), aligned = placed_object(random, 24, 2, 0);
    const RigidMap map = map_with_errors(random);
    const CornerTransform transform = make_corner_transform(map, tumbled.grid, aligned.grid);
    LeafBlock block;
    block.count = 1;
    block.triangles[0].corners = tumbled.corners;
    const MovedTriangle moved = move_block(transform, block).triangles[0];
    ASSERT_TRUE(moved.bounded);
    const auto centre_along = [&](const Vec3d& v) {
      Real sum = 0;
      for (int axis = 0; axis < 3; ++axis)
        sum += Real{v[axis]} * static_cast<Real>(aligned.grid.centre[static_cast<std::size_t>(axis)]);
      return sum;
    };
    // In units from the centre: how far beyond the moved corners, in parts of the error.
    const auto units = [&](const Vec3d& v, const Vec3f& x) {
      return std::ldexp(farthest(map, v, to_double(x)), -aligned.grid.unit_exponent) - centre_along(v);
    };
    Vec3d normal;
    for (std::size_t m = 0; m < 3; ++m)
      normal = normal + static_cast<double>(moved.plane.c[m]) * dop_directions(24).directed(moved.plane.j[m]);
    for (const Vec3f& corner : tumbled.corners) {
      for (int i = 0; i < 12; ++i) {
        const Vec3d direction = dop_directions(24).normal(i);
        const auto at = static_cast<std::size_t>(i);
        const Real step = std::ldexp(Real{1}, aligned.grid.finer(i)),
                   offset = static_cast<Real>(offset_from_centre(aligned.grid, i));
        const Real high = static_cast<Real>(moved.volume.d[at + 12]) * step + offset,
                   low = static_cast<Real>(moved.volume.d[at]) * step + offset;
        if (moved.volume.d[at + 12] < kLastCoordinate && moved.volume.d[at + 12] > 0) {
          EXPECT_GE(high, units(direction, corner)) << n;
        }
        if (moved.volume.d[at] > 0 && moved.volume.d[at] < kLastCoordinate) {
          EXPECT_LE(low, -units(-1.0 * direction, corner)) << n;
        }
      }
      EXPECT_GE(static_cast<Real>(moved.plane.high), units(normal, corner)) << n;
      EXPECT_LE(static_cast<Real>(moved.plane.low), -units(-1.0 * normal, corner)) << n;
    }
    std::int64_t most = INT64_MIN;
    for (const GridPoint& y : moved.corners) {
      std::int64_t sum = 0;
      for (int axis = 0; axis < 3; ++axis)
        sum += static_cast<std::int64_t>(normal[axis]) * y[static_cast<std::size_t>(axis)];
      most = std::max(most, sum);
    }
    Real reached = 0;
    for (const Vec3f& corner : tumbled.corners)
      reached = std::max(reached, units(normal, corner) - static_cast<Real>(most));
    most_slab =
        std::max(most_slab, reached / (sum_of_magnitudes(normal) * static_cast<Real>(transform.error)));
  }
  EXPECT_GT(most_slab, 0.75L);  // nearly all of the bound is needed
}

// The corners of an aligned triangle are off by half a unit of the grid, which a coarse grid shows.
TEST(CornerTransform, PlacedVolumesHoldTheirCorners) {
  Random random(54);
  for (int n = 0; n < 3000; ++n) {
    const PlacedObject object = placed_object(random, 24, 0, 0);
    const Corners small = testing_support::random_triangle(random, 0x1p-6, 0x1p-12);
    DopNode root = leaf_dop(24, object.corners, 0);
    enclose(24, root, leaf_dop(24, small, 0), root);
    const GroupGrid grid = make_group_grid(24, root);
    LeafBlock block;
    block.count = 1;
    block.triangles[0].corners = small;
    const PlacedTriangle placed = place_block(grid, block).triangles[0];
    for (const Vec3f& corner : small) {
      for (int i = 0; i < 12; ++i) {
        const auto at = static_cast<std::size_t>(i);
        Real place = 0;
        for (int axis = 0; axis < 3; ++axis) place += Real{dop_directions(24).normal(i)[axis]} * corner[axis];
        place = std::ldexp(place, -grid.step_exponent[at]) - static_cast<Real>(grid.origin[at]);
        EXPECT_LE(static_cast<Real>(placed.volume.d[at]), place) << n;
        EXPECT_GE(static_cast<Real>(placed.volume.d[at + 12]), place) << n;
      }
    }
  }
}

}  // namespace
}  // namespace collisionchip
