// The broad phase of a scene: all pairs that overlap, and none that touches is lost.
#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "collisionchip/reference/geometry/relative_pose.h"
#include "collisionchip/reference/scene/broad_phase.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip {
namespace {

using namespace testing_support;

constexpr int kKs[] = {6, 8, 12, 14, 18, 24, 26};

std::vector<const DopNode*> roots_of(const std::vector<CollisionObject>& objects) {
  std::vector<const DopNode*> roots;
  for (const CollisionObject& object : objects) roots.push_back(&object.tree.root());
  return roots;
}

// A box of whole numbers. With directions along the axes, volumes meet exactly where boxes do.
struct Block {
  int low[3], high[3];

  static Block random(Random& random, int values) {
    Block block;
    for (int axis = 0; axis < 3; ++axis) {
      block.low[axis] = random.below(values) - values / 2;
      block.high[axis] = block.low[axis] + 1 + random.below(random.below(4) == 0 ? values : 3);
    }
    return block;
  }
  bool meets(const Block& other) const {
    for (int axis = 0; axis < 3; ++axis) {
      if (low[axis] > other.high[axis] || other.low[axis] > high[axis]) return false;
    }
    return true;
  }
  Vec3f corner(int number) const {
    Vec3f corner;
    for (int axis = 0; axis < 3; ++axis)
      corner[axis] = static_cast<float>((number >> axis & 1) == 0 ? low[axis] : high[axis]);
    return corner;
  }
};

CollisionObject object_of(const Block& block, int k) {
  std::vector<Corners> triangles;
  for (int i = 0; i < 8; ++i)
    triangles.push_back({block.corner(i), block.corner(i ^ 1), block.corner(i ^ 2)});
  TreeOptions options;
  options.k = k;
  return CollisionObject::build(mesh_of(triangles), options);
}

// Blocks of few values, many of which only touch. In each frame some of them, all or none take a step.
TEST(BroadPhase, TheSweepFindsWhatAllAgainstAllFinds) {
  Random random(2108);
  std::size_t found = 0;
  for (int round = 0; round < 60; ++round) {
    const int with_axes[] = {6, 14, 18, 24, 26};
    const int k = with_axes[random.below(5)], values = 4 + random.below(40);
    const auto count = static_cast<std::size_t>(random.below(40));
    std::vector<Block> blocks;
    std::vector<CollisionObject> objects;
    for (std::size_t i = 0; i < count; ++i) {
      blocks.push_back(Block::random(random, values));
      objects.push_back(object_of(blocks[i], k));
    }
    BroadPhase broad_phase(k, roots_of(objects));
    std::vector<DoublePose> poses(count);
    for (int frame = 0; frame < 8; ++frame) {
      const int share = random.below(5);
      for (std::size_t i = 0; frame > 0 && i < count; ++i) {
        if (random.below(4) >= share) continue;
        const int axis = random.below(3), step = random.below(values) - values / 2;
        poses[i].t[axis] += step;
        blocks[i].low[axis] += step;
        blocks[i].high[axis] += step;
      }
      std::vector<ObjectPair> expected;
      for (std::uint32_t a = 0; a < count; ++a) {
        for (std::uint32_t b = a + 1; b < count; ++b) {
          if (blocks[a].meets(blocks[b])) expected.push_back({a, b});
        }
      }
      ASSERT_EQ(broad_phase.candidates(poses), expected) << "round " << round << ", frame " << frame;
      found += expected.size();
    }
  }
  EXPECT_GT(found, 5000u);
}

struct World {
  std::vector<CollisionObject> objects;
  std::vector<DoublePose> poses;
};

World random_world(Random& random, int k, std::size_t count, double size) {
  World world;
  TreeOptions options;
  options.k = k;
  for (std::size_t i = 0; i < count; ++i)
    world.objects.push_back(CollisionObject::build(random_soup(random, 12, 1, 0.5), options));
  for (std::size_t i = 0; i < count; ++i) world.poses.push_back(to_double(random_pose(random, size)));
  return world;
}

TEST(BroadPhase, PairsThatTouchAreNeverLost) {
  Random random(77);
  std::size_t touching = 0, tested = 0, all = 0;
  for (const int k : kKs) {
    for (const double size : {2.0, 3.0, 4.0}) {
      World world = random_world(random, k, 24, size);
      BroadPhase broad_phase(k, roots_of(world.objects));
      broad_phase.candidates(world.poses);
      for (std::size_t i = 0; i < 8; ++i) world.poses[3 * i] = to_double(random_pose(random, size));
      const std::vector<ObjectPair> candidates = broad_phase.candidates(world.poses);
      tested += candidates.size();
      for (std::uint32_t a = 0; a < world.objects.size(); ++a) {
        for (std::uint32_t b = a + 1; b < world.objects.size(); ++b) {
          ++all;
          const Pose pose = relative_pose(world.poses[a], world.poses[b]);
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

// A pair does not depend on other objects or on earlier frames. One of the others flies far away and so widens the margin of
// all pairs.
TEST(BroadPhase, APairDependsOnItsTwoObjectsAlone) {
  Random random(404);
  for (const int k : {8, 24}) {
    World world = random_world(random, k, 12, 2);
    for (std::size_t i = 1; i < 5; ++i) {  // gaps between 1e-6 and 1, along one axis
      world.objects[i] = object_of(Block{{0, 0, 0}, {1, 1, 1}}, k);
      world.poses[i] = DoublePose{};
      world.poses[i].t.x =
          world.poses[i - 1].t.x + (i == 1 ? 0 : 1 + std::pow(10, -2.0 * static_cast<double>(i - 1)));
    }
    BroadPhase broad_phase(k, roots_of(world.objects));
    std::size_t found = 0;
    for (int frame = 0; frame < 12; ++frame) {
      world.poses[0].t.y = frame % 3 == 1 ? 1e6 : 0.1 * frame;
      world.poses[6 + static_cast<std::size_t>(frame) % 6] = to_double(random_pose(random, 2));
      std::vector<ObjectPair> expected;
      for (std::uint32_t a = 0; a < world.objects.size(); ++a) {
        for (std::uint32_t b = a + 1; b < world.objects.size(); ++b) {
          BroadPhase alone(k, {&world.objects[a].tree.root(), &world.objects[b].tree.root()});
          if (!alone.candidates({world.poses[a], world.poses[b]}).empty()) expected.push_back({a, b});
        }
      }
      EXPECT_EQ(broad_phase.candidates(world.poses), expected) << "frame " << frame;
      found += expected.size();
    }
    EXPECT_GT(found, 50u);
  }
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

double margin_of(const std::vector<const CollisionObject*>& objects, const std::vector<DoublePose>& poses) {
  PoseMargin margin;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const RootReach reach(dop_directions(24), objects[i]->tree.root());
    margin.add(MatrixNorms::of(poses[i].r), poses[i].t, reach.coordinate);
  }
  return margin.value();
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
        const DoublePose a = random_double_pose(random, size), b = random_double_pose(random, size);
        const double margin = margin_of({&box, &box}, {a, b});
        for (const Vec3f& corner : box.triangles.front().corners) {
          const long double error = error_of(a, b, corner);
          ASSERT_LE(error, margin);
          largest = std::max(largest, error / margin);
        }
      }
      EXPECT_GT(largest, 0.04) << size << " " << reach;
    }
  }
}

// Two turned parts, one of them sheared until its inverse is a thousand times as large, or scaled down as far.
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
        const double margin = margin_of({&box, &box}, {a, b});
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
  const std::vector<DoublePose> poses = unlike_poses(random);
  const std::vector<const CollisionObject*> objects = {&large, &small, &small};
  const double margin = margin_of(objects, poses);
  std::vector<std::size_t> order = {0, 1, 2};
  do {
    EXPECT_EQ(margin_of({objects[order[0]], objects[order[1]], objects[order[2]]},
                        {poses[order[0]], poses[order[1]], poses[order[2]]}),
              margin);
  } while (std::next_permutation(order.begin(), order.end()));
}

// Two boxes that are farther apart than rounding explains, and as far as their relative pose may be off.
TEST(BroadPhase, APairIsKeptUpToItsMargin) {
  const Block block{{0, 0, 0}, {1, 1, 1}};
  const CollisionObject first = object_of(block, 24), second = object_of(block, 24);
  BroadPhase broad_phase(24, {&first.tree.root(), &second.tree.root()});
  std::vector<DoublePose> poses(2);
  poses[0].t = poses[1].t = {1, 4096, 0};
  for (Vec3d& row : poses[0].r) row = 1e-4 * row;  // its inverse makes what is rounded larger
  const double margin = margin_of({&first, &second}, poses);
  for (const double share : {0.5, 0.9, 1.1, 2.0}) {
    poses[0].t.x = poses[1].t.x - 1e-4 - share * margin;
    EXPECT_EQ(broad_phase.candidates(poses).size(), share < 1 ? 1u : 0u) << share;
  }
}

TEST(BroadPhase, AMatrixWithoutAnInverseKeepsEveryPairOfItsObject) {
  Random random(6);
  World world = random_world(random, 24, 4, 50);
  world.poses[1].r[2] = world.poses[1].r[1];
  const std::vector<ObjectPair> expected = {{0, 1}, {1, 2}, {1, 3}};
  EXPECT_EQ(BroadPhase(24, roots_of(world.objects)).candidates(world.poses), expected);
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

// Both parts are turned, scaled, sheared and mirrored in the same way; only the second is shifted.
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
