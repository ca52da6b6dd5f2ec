// The broad phase of a scene: all pairs that overlap, and none that touches is lost.
#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "collisionchip/reference/dop/dop_transform.h"
#include "collisionchip/reference/geometry/relative_pose.h"
#include "collisionchip/reference/scene/broad_phase.h"
#include "collisionchip/reference/text/input_error.h"
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
    world.placed.push_back({&object.tree.root(), to_double(random_pose(random, size))});
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

DoublePose random_double_pose(Random& random, double size) {
  const auto number = [&](double most) { return random.uniform(-most, most); };
  return double_pose_from_quaternion(
      {number(size), number(size), number(size), number(1), number(1), number(1), number(1)});
}

// How far the query's point is off the world's, in arithmetic of 64 binary digits.
long double error_of(const DoublePose& a, const DoublePose& b, const Vec3f& point) {
  const DoublePose relative = to_double(relative_pose(a, b));
  const auto placed = [](const DoublePose& pose, const long double(&p)[3], int row) {
    const Vec3d& r = pose.r[static_cast<std::size_t>(row)];
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
        const std::vector<PlacedRoot> two = {{&box.tree.root(), random_double_pose(random, size)},
                                             {&box.tree.root(), random_double_pose(random, size)}};
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

// Of two turned parts one is sheared until its inverse is a thousand times as large, or scaled down as far.
std::vector<DoublePose> unlike_poses(Random& random) {
  std::vector<DoublePose> poses;
  for (const double scale : {1.0, 1e-3, 1.0}) {
    poses.push_back(random_double_pose(random, 10));
    for (Vec3d& row : poses.back().r) row = scale * row;
  }
  poses.back().r = Matrix3{Vec3d{1, 1, 0}, Vec3d{1, 1.001, 0}, Vec3d{0, 0, 1}} * poses.back().r;
  return poses;
}

TEST(BroadPhase, TheMarginCoversScaledAndShearedObjects) {
  Random random(11);
  const CollisionObject box =
      CollisionObject::build(mesh_of({{{{-1, -1, -1}, {1, 1, 1}, {1, -1, 1}}}}), TreeOptions{});
  long double largest = 0;
  for (int round = 0; round < 300; ++round) {
    const std::vector<DoublePose> poses = unlike_poses(random);
    for (const DoublePose& a : poses) {
      for (const DoublePose& b : poses) {
        const double margin = pose_margin(24, {{&box.tree.root(), a}, {&box.tree.root(), b}});
        for (const Vec3f& corner : box.triangles.front().corners) {
          const long double error = error_of(a, b, corner);
          ASSERT_LE(error, margin);
          largest = std::max(largest, error / margin);
        }
      }
    }
  }
  EXPECT_GT(largest, 0.04);
}

// It is the largest over all pairs: of the objects, their matrices, inverses and ways.
TEST(BroadPhase, TheMarginDoesNotDependOnTheOrderOfTheObjects) {
  Random random(12);
  const auto box = [](float reach) {
    return CollisionObject::build(
        mesh_of({{{{-reach, -reach, -reach}, {reach, reach, reach}, {reach, -reach, reach}}}}),
        TreeOptions{});
  };
  const CollisionObject small = box(0.5f), large = box(40);
  std::vector<PlacedRoot> placed;
  for (const DoublePose& pose : unlike_poses(random)) placed.push_back({&small.tree.root(), pose});
  placed[0].root = &large.tree.root();
  const double margin = pose_margin(24, placed);
  std::vector<std::size_t> order = {0, 1, 2};
  do {
    EXPECT_EQ(pose_margin(24, {placed[order[0]], placed[order[1]], placed[order[2]]}), margin);
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(BroadPhase, EveryVolumeIsWiderByTheMarginAlongEveryDirection) {
  Random random(13);
  for (const int k : kKs) {
    const World world = random_world(random, k, 12, 3);
    const double margin = pose_margin(k, world.placed);
    const std::vector<WorldVolume> volumes = world_volumes(k, world.placed);
    for (std::size_t object = 0; object < volumes.size(); ++object) {
      const PlacedRoot& placed = world.placed[object];
      PartnerDop partner{};
      make_dop_transform(k, RigidMap{placed.pose.r, placed.pose.t}, *placed.root)
          .apply(*placed.root, partner);
      for (std::size_t i = 0; i < static_cast<std::size_t>(k / 2); ++i) {
        const Vec3d normal = dop_directions(k).normal(static_cast<int>(i));
        const double wider = margin * (std::abs(normal.x) + std::abs(normal.y) + std::abs(normal.z));
        const double high = double{partner[i]} + wider,
                     low = double{partner[i + static_cast<std::size_t>(k / 2)]} - wider;
        EXPECT_GE(volumes[object].high[i], high);
        EXPECT_LE(volumes[object].low[i], low);
        EXPECT_LE(volumes[object].high[i] - high, 1e-6 * (1 + std::abs(high))) << "and not by much more";
        EXPECT_LE(low - volumes[object].low[i], 1e-6 * (1 + std::abs(low)));
      }
    }
  }
}

TEST(BroadPhase, VolumesThatTouchOverlap) {
  for (const int k : kKs) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(k / 2); ++i) {
      WorldVolume a{}, b{};
      a.low.fill(-1);
      b.low.fill(-1);
      a.high.fill(1);
      b.high.fill(1);
      b.low[i] = 1;
      b.high[i] = 2;
      EXPECT_TRUE(overlap(k, a, b) && overlap(k, b, a));
      b.low[i] = std::nextafter(1.0f, 2.0f);
      EXPECT_FALSE(overlap(k, a, b) || overlap(k, b, a)) << "k " << k << ", direction " << i;
    }
  }
}

TEST(BroadPhase, AMatrixWithoutAnInverseKeepsEveryPair) {
  Random random(6);
  World world = random_world(random, 24, 4, 50);
  world.placed[1].pose.r[2] = world.placed[1].pose.r[1];
  EXPECT_EQ(sweep_and_prune(24, world_volumes(24, world.placed)).size(), 6u);
}

TEST(RelativePose, TheFirstObjectsOwnFrame) {
  Random random(8);
  for (int round = 0; round < 50; ++round) {
    const DoublePose a = random_double_pose(random, 3), b = random_double_pose(random, 3);
    EXPECT_EQ(relative_pose(DoublePose{}, b), to_float32(b, "b"));
    EXPECT_EQ(relative_pose(a, a), Pose{});
    const DoublePose moved{DoublePose{}.r, a.t}, expected{b.r, b.t - a.t};
    EXPECT_EQ(relative_pose(moved, b), to_float32(expected, "expected"));
  }
}

// Of parts that are turned, scaled, sheared and mirrored alike the second is shifted alone.
TEST(RelativePose, EqualLinearPartsGiveTheIdentity) {
  Random random(2511);
  for (int round = 0; round < 1000; ++round) {
    DoublePose a = random_double_pose(random, 1000);
    for (int row = 0; round % 2 == 1 && row < 3; ++row)
      a.r[static_cast<std::size_t>(row)] = {random.uniform(-9, 9), random.uniform(-9, 9),
                                            random.uniform(-9, 9)};
    DoublePose b = a;
    b.t = b.t + a.r * Vec3d{1, -2, 0.5};
    const Pose relative = relative_pose(a, b);
    EXPECT_EQ(relative.r, Pose{}.r);
    EXPECT_NEAR(relative.t.x, 1, 1e-6);
    EXPECT_NEAR(relative.t.y, -2, 1e-6);
    EXPECT_NEAR(relative.t.z, 0.5, 1e-6);
    b.t.x = std::nextafter(b.t.x, 1e9);
    EXPECT_EQ(relative_pose(a, b).r, Pose{}.r);
  }
}

// The numbers are those of the exact product, rounded once: no twice rounded one is so near. 64 binary digits tell.
TEST(RelativePose, IsRoundedOnce) {
  Random random(31);
  for (int round = 0; round < 300; ++round) {
    const DoublePose a = random_double_pose(random, 2), b = random_double_pose(random, 2);
    const Pose relative = relative_pose(a, b);
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        long double exact = 0;  // Ra^T Rb: both are rotations to 16 digits
        for (std::size_t k = 0; k < 3; ++k)
          exact += static_cast<long double>(a.r[k][static_cast<int>(i)]) * b.r[k][static_cast<int>(j)];
        const float step = std::nextafter(std::abs(relative.r[i][j]), 2.0f) - std::abs(relative.r[i][j]);
        EXPECT_LE(std::abs(exact - relative.r[i][j]), 0.5001L * step + 1e-15L);
      }
    }
  }
}

TEST(RelativePose, WhatFloat32CannotHoldIsRefused) {
  const auto complaint = [](const char* a, const char* b) {
    try {
      relative_pose(parse_double_pose(a, "a"), parse_double_pose(b, "b"));
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const char* const small = "1e-30 0 0 0 0 1e-30 0 0 0 0 1e-30 0";
  EXPECT_EQ(complaint(small, "1e-30 0 0 3 0 1e-30 0 0 0 0 1e-30 0"), "");
  EXPECT_EQ(complaint(small, "1e10 0 0 0 0 1 0 0 0 0 1 0"),
            "the pose of one relative to the other: expected a linear part in the range of float32, got a "
            "larger one");
  EXPECT_EQ(complaint(small, "1 0 0 1e10 0 1 0 0 0 0 1 0"),
            "the pose of one relative to the other: expected a translation in the range of float32, got a "
            "larger one");
  EXPECT_EQ(
      complaint("1e20 0 0 0 0 1e20 0 0 0 0 1e20 0", small),
      "the pose of one relative to the other: expected a linear part that has an inverse in float32, got "
      "a singular one");
}

}  // namespace
}  // namespace collisionchip
