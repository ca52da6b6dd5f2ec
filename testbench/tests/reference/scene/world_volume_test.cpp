// Objects placed in the world: no point of them is outside of their volumes, which are no wider than need be.
#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "collisionchip/reference/dop/dop_transform.h"
#include "collisionchip/reference/scene/world_volume.h"
#include "collisionchip/reference/tree/object.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip {
namespace {

using namespace testing_support;

constexpr int kAllKs[] = {6, 8, 12, 14, 18, 24, 26};

// Turned at random, or about axes so that normals fall upon borders of cones; scaled, sheared, mirrored or flat.
DoublePose hostile_pose(Random& random, int kind) {
  const auto number = [&](double most) { return random.uniform(-most, most); };
  DoublePose pose = to_double(random_pose(random, 3));
  const double turns[][4] = {{1, 0, 0, 0}, {1, 1, 0, 0}, {1, 1, 1, 1}, {0, 1, 1, 0}, {3, 1, 0, 0}};
  const auto& turn = turns[random.below(5)];
  if (kind % 3 == 1)
    pose = double_pose_from_quaternion({number(3), number(3), number(3), turn[0], turn[1], turn[2], turn[3]});
  if (kind % 3 == 2) {
    for (Vec3d& row : pose.r) row = random.point(std::pow(10, number(6)));
  }
  if (kind % 7 == 0) pose.t = random.point(1e6);
  if (kind % 11 == 0) pose.r[2] = pose.r[1];
  if (kind % 13 == 0) pose.r[0] = {};
  return pose;
}

long double moved_product(const Vec3d& normal, const DoublePose& pose, const Vec3f& corner) {
  long double product = 0;
  for (int row = 0; row < 3; ++row) {
    const Vec3d& r = pose.r[static_cast<std::size_t>(row)];
    const long double moved = static_cast<long double>(r.x) * corner.x +
                              static_cast<long double>(r.y) * corner.y +
                              static_cast<long double>(r.z) * corner.z + pose.t[row];
    product += normal[row] * moved;
  }
  return product;
}

Vec3d bound_normal(const DopDirections& directions, std::size_t bound) {
  const Vec3d axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  return bound < kBoxBounds ? axes[bound] : directions.normal(static_cast<int>(bound - kBoxBounds));
}

WorldVolume placed_volume(const CollisionObject& object, const DoublePose& pose) {
  const ConeTable& cones = cone_table(object.tree.k());
  const RootReach reach(cones.directions(), object.tree.root());
  WorldVolume volume;
  volume.place_box(reach, pose);
  volume.place_normals(cones, reach, pose);
  return volume;
}

CollisionObject object_of_soup(Random& random, int k, double size) {
  TreeOptions options;
  options.k = k;
  return CollisionObject::build(random_soup(random, 6, size, size), options);
}

// In arithmetic of 64 binary digits, which is forty more than the volumes are rounded to.
TEST(WorldVolume, HoldsEveryMovedCorner) {
  Random random(1500);
  for (const int k : kAllKs) {
    const DopDirections& directions = dop_directions(k);
    for (int round = 0; round < 600; ++round) {
      const CollisionObject object = object_of_soup(random, k, std::pow(10, random.uniform(-3, 3)));
      const DoublePose pose = hostile_pose(random, round);
      const WorldVolume volume = placed_volume(object, pose);
      for (std::size_t bound = 0; bound < kBoxBounds + static_cast<std::size_t>(k / 2); ++bound) {
        const Vec3d normal = bound_normal(directions, bound);
        for (const TriangleRecord& triangle : object.triangles) {
          for (const Vec3f& corner : triangle.corners) {
            const long double product = moved_product(normal, pose, corner);
            ASSERT_LE(volume.low[bound], product) << "k " << k << ", round " << round << ", bound " << bound;
            ASSERT_GE(volume.high[bound], product) << "k " << k << ", round " << round << ", bound " << bound;
          }
        }
      }
    }
  }
}

// k = 8 and 12 are left out: their cones overlap, and each side may choose another cone.
TEST(WorldVolume, IsNoWiderThanTheTransformOfAQueryMakesIt) {
  Random random(1501);
  for (const int k : {6, 14, 18, 24, 26}) {
    for (int round = 0; round < 200; ++round) {
      const CollisionObject object = object_of_soup(random, k, 1);
      const DoublePose pose = hostile_pose(random, 3 * round);
      const WorldVolume volume = placed_volume(object, pose);
      PartnerDop partner{};
      make_dop_transform(k, RigidMap{pose.r, pose.t}, object.tree.root()).apply(object.tree.root(), partner);
      const double size = 1e-5 * (1 + std::abs(pose.t.x) + std::abs(pose.t.y) + std::abs(pose.t.z));
      for (std::size_t i = 0; i < static_cast<std::size_t>(k / 2); ++i) {
        EXPECT_LE(volume.high[kBoxBounds + i], partner[i] + size) << "k " << k << ", direction " << i;
        EXPECT_GE(volume.low[kBoxBounds + i], partner[i + static_cast<std::size_t>(k / 2)] - size);
      }
    }
  }
}

TEST(WorldVolume, TheBoxOfAnObjectThatIsOnlyShiftedIsTheObjectsOwn) {
  Random random(1502);
  for (const int k : {6, 18, 24}) {
    const CollisionObject object = object_of_soup(random, k, 1);
    DoublePose pose;
    pose.t = {5, -3, 0.25};
    const WorldVolume volume = placed_volume(object, pose);
    for (std::size_t axis = 0; axis < kBoxBounds; ++axis) {
      long double low = HUGE_VALL, high = -HUGE_VALL;
      for (const TriangleRecord& triangle : object.triangles) {
        for (const Vec3f& corner : triangle.corners) {
          low = std::min(low, moved_product(bound_normal(dop_directions(k), axis), pose, corner));
          high = std::max(high, moved_product(bound_normal(dop_directions(k), axis), pose, corner));
        }
      }
      EXPECT_GE(volume.low[axis], low - 1e-5);
      EXPECT_LE(volume.high[axis], high + 1e-5);
    }
  }
}

// Beyond float32 there are no bounds that part.
TEST(WorldVolume, WhatHasNoNumbersPartsNothing) {
  TreeOptions options;
  for (const int k : {8, 12, 24}) {
    options.k = k;
    constexpr float kMost = std::numeric_limits<float>::max();
    const CollisionObject object = CollisionObject::build(
        mesh_of({{{{-kMost, -kMost, kMost}, {kMost, kMost, -kMost}, {kMost, -kMost, kMost}}}}), options);
    DoublePose near, far;
    far.t = {kMost, kMost, kMost};
    const WorldVolume a = placed_volume(object, near), b = placed_volume(object, far);
    const BoundWeights weights = bound_weights(dop_directions(k));
    EXPECT_TRUE(overlap(a, b, weights, 0) && overlap(b, a, weights, 0)) << "k " << k;
    for (std::size_t axis = 0; axis < kBoxBounds; ++axis) EXPECT_LE(b.low[axis], b.high[axis]);
  }
}

// Closed intervals, along every direction, and so much farther apart as a point moves along it.
TEST(WorldVolume, VolumesThatTouchOverlap) {
  for (const int k : kAllKs) {
    const DopDirections& directions = dop_directions(k);
    const BoundWeights weights = bound_weights(directions);
    for (std::size_t i = 0; i < kBoxBounds + static_cast<std::size_t>(k / 2); ++i) {
      WorldVolume a, b;
      a.low.fill(-1);
      b.low.fill(-1);
      a.high.fill(1);
      b.high.fill(1);
      const auto meet_at = [&](float low, float margin) {
        b.low[i] = low;
        b.high[i] = 1e6;
        EXPECT_EQ(overlap(a, b, weights, margin), overlap(b, a, weights, margin));
        return overlap(a, b, weights, margin);
      };
      const Vec3d n = bound_normal(directions, i);
      const auto weight = static_cast<float>(std::abs(n.x) + std::abs(n.y) + std::abs(n.z));
      EXPECT_TRUE(meet_at(1, 0));
      EXPECT_FALSE(meet_at(std::nextafter(1.0f, 2.0f), 0)) << "k " << k << ", bound " << i;
      EXPECT_TRUE(meet_at(1 + weight * 0.1f, 0.1f)) << "k " << k << ", bound " << i;
      EXPECT_FALSE(meet_at(1 + weight * 0.1001f, 0.1f)) << "k " << k << ", bound " << i;
    }
  }
}

}  // namespace
}  // namespace collisionchip
