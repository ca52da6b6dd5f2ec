// The broad phase of a scene: all pairs that overlap, and none that touches is lost.
#include <algorithm>
#include <limits>

#include <gtest/gtest.h>

#include "collisionchip/reference/geometry/relative_pose.h"
#include "collisionchip/reference/scene/broad_phase.h"
#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip {
namespace {

using namespace testing_support;

constexpr int kKs[] = {6, 8, 12, 14, 18, 24, 26};

std::vector<ObjectPair> all_against_all(int k, const std::vector<WorldVolume>& volumes) {
  std::vector<ObjectPair> pairs;
  for (std::uint32_t a = 0; a < volumes.size(); ++a) {
    for (std::uint32_t b = a + 1; b < volumes.size(); ++b) {
      if (overlap(k, volumes[a], volumes[b])) pairs.push_back({a, b});
    }
  }
  return pairs;
}

// Bounds of few values, so that many of them are equal: volumes that only touch, in one direction or in all.
TEST(BroadPhase, TheSweepFindsWhatAllAgainstAllFinds) {
  Random random(2108);
  std::size_t found = 0;
  for (int round = 0; round < 300; ++round) {
    const int k = kKs[random.below(7)];
    std::vector<WorldVolume> volumes(static_cast<std::size_t>(random.below(40)));
    const int values = 2 + random.below(60);
    for (WorldVolume& volume : volumes) {
      for (std::size_t i = 0; i < volume.low.size(); ++i) {
        volume.low[i] = static_cast<float>(random.below(values));
        volume.high[i] = volume.low[i] + static_cast<float>(random.below(values));
        if (random.below(200) == 0) volume.high[i] = std::numeric_limits<float>::infinity();
        if (random.below(200) == 0) volume.low[i] = -std::numeric_limits<float>::infinity();
      }
    }
    const std::vector<ObjectPair> pairs = sweep_and_prune(k, volumes);
    EXPECT_EQ(pairs, all_against_all(k, volumes));
    found += pairs.size();
  }
  EXPECT_GT(found, 1000u);
}

struct World {
  std::vector<CollisionObject> objects;
  std::vector<PlacedRoot> placed;
};

World random_world(Random& random, int k, std::size_t count, double size) {
  World world;
  TreeOptions options;
  options.k = k;
  for (std::size_t i = 0; i < count; ++i)
    world.objects.push_back(CollisionObject::build(random_soup(random, 12, 1, 0.5), options));
  for (const CollisionObject& object : world.objects)
    world.placed.push_back({&object.tree.root(), random_pose(random, size)});
  return world;
}

TEST(BroadPhase, PairsThatTouchAreNeverLost) {
  Random random(77);
  std::size_t touching = 0, tested = 0, all = 0;
  for (const int k : kKs) {
    for (const double size : {2.0, 3.0, 4.0}) {
      const World world = random_world(random, k, 24, size);
      const std::vector<ObjectPair> candidates = sweep_and_prune(k, world_volumes(k, world.placed));
      tested += candidates.size();
      for (std::uint32_t a = 0; a < world.objects.size(); ++a) {
        for (std::uint32_t b = a + 1; b < world.objects.size(); ++b) {
          ++all;
          const Pose pose = relative_pose(world.placed[a].pose, world.placed[b].pose);
          QueryOptions first;
          first.first_witness = true;
          if (dop_list_traversal(world.objects[a], world.objects[b], pose, first).pairs.empty()) continue;
          ++touching;
          const bool kept = std::binary_search(candidates.begin(), candidates.end(), ObjectPair{a, b});
          EXPECT_TRUE(kept) << "k " << k << ", " << a << " and " << b;
        }
      }
    }
  }
  EXPECT_GT(touching, 100u);
  EXPECT_LT(tested, all / 2);  // and it prunes
}

// How far the query's point is off the world's, in arithmetic of 64 binary digits.
long double error_of(const Pose& a, const Pose& b, const Vec3f& point) {
  const Pose relative = relative_pose(a, b);
  const auto placed = [](const Pose& pose, const long double(&p)[3], int row) {
    const auto& r = pose.r[static_cast<std::size_t>(row)];
    return r[0] * p[0] + r[1] * p[1] + r[2] * p[2] + static_cast<long double>(pose.t[row]);
  };
  const long double own[3] = {point.x, point.y, point.z};
  long double in_a[3], worst = 0;
  for (int row = 0; row < 3; ++row) in_a[row] = placed(relative, own, row);
  for (int row = 0; row < 3; ++row)
    worst = std::max(worst, std::abs(placed(a, in_a, row) - placed(b, own, row)));
  return worst;
}

// The margin is no less than the error of any point, and no more than a few times that of the worst one.
TEST(BroadPhase, TheMarginCoversWhatARelativePoseRounds) {
  Random random(5);
  for (const double size : {0.0, 1.0, 1000.0}) {
    for (const float reach : {0.01f, 1.0f, 300.0f}) {
      TreeOptions options;
      const CollisionObject box = CollisionObject::build(
          mesh_of({{{{-reach, -reach, -reach}, {reach, reach, reach}, {reach, -reach, reach}}}}), options);
      long double largest = 0;
      for (int round = 0; round < 300; ++round) {
        const std::vector<PlacedRoot> two = {{&box.tree.root(), random_pose(random, size)},
                                             {&box.tree.root(), random_pose(random, size)}};
        const double margin = pose_margin(24, two);
        for (const Vec3f& corner : box.triangles.front().corners) {
          const long double error = error_of(two[0].pose, two[1].pose, corner);
          ASSERT_LE(error, margin);
          largest = std::max(largest, error / margin);
        }
      }
      EXPECT_GT(largest, 0.04) << size << " " << reach;
    }
  }
}

TEST(BroadPhase, AMatrixWithoutAnInverseKeepsEveryPair) {
  Random random(6);
  World world = random_world(random, 24, 4, 50);
  for (std::size_t i = 0; i < 3; ++i) world.placed[1].pose.r[2][i] = world.placed[1].pose.r[1][i];
  EXPECT_EQ(sweep_and_prune(24, world_volumes(24, world.placed)).size(), 6u);
}

TEST(RelativePose, TheFirstObjectsOwnFrame) {
  Random random(8);
  for (int round = 0; round < 50; ++round) {
    const Pose a = random_pose(random, 3), b = random_pose(random, 3);
    EXPECT_EQ(relative_pose(Pose{}, b), b);
    const Pose same = relative_pose(a, a);
    EXPECT_EQ(same.t, Vec3f{});
    for (std::size_t i = 0; i < 3; ++i) EXPECT_FLOAT_EQ(same.r[i][i], 1);
  }
}

}  // namespace
}  // namespace collisionchip
