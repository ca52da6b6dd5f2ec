// Zachmann's procedure: where the copies are put and how they are turned.
#include "collisionchip/testbench/poses/tumbling_poses.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {
namespace {

Vec3d turned(const Pose& pose, const Vec3d& v) {
  Vec3d result;
  for (int row = 0; row < 3; ++row) {
    const auto& r = pose.r[static_cast<std::size_t>(row)];
    result[row] = dot({r[0], r[1], r[2]}, v);
  }
  return result;
}

// Low and high corner of the triangles' box.
std::array<Vec3d, 2> box_of(const Mesh& mesh) {
  Vec3d low = to_double(mesh.corners(0)[0]), high = low;
  for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t) {
    for (const Vec3f& corner : mesh.corners(t)) {
      for (int axis = 0; axis < 3; ++axis) {
        low[axis] = std::min(low[axis], double{corner[axis]});
        high[axis] = std::max(high[axis], double{corner[axis]});
      }
    }
  }
  return {low, high};
}

TEST(TumblingTurn, OnePosePerStepAtTheDistance) {
  for (const std::uint32_t steps : {2u, 24u, 180u}) {
    const std::vector<Pose> poses = tumbling_turn(1.25, steps);
    ASSERT_EQ(poses.size(), steps);
    for (const Pose& pose : poses) EXPECT_EQ(pose.t, (Vec3f{1.25f, 0, 0}));
  }
}

TEST(TumblingTurn, RotationsAreOrthonormalAndProper) {
  for (const Pose& pose : tumbling_turn(0.5, 36)) {
    const Vec3d x = turned(pose, {1, 0, 0}), y = turned(pose, {0, 1, 0}), z = turned(pose, {0, 0, 1});
    for (const Vec3d& v : {x, y, z}) EXPECT_NEAR(dot(v, v), 1, 1e-6);
    EXPECT_NEAR(dot(x, y), 0, 1e-6);
    EXPECT_NEAR(dot(y, z), 0, 1e-6);
    EXPECT_NEAR(dot(cross(x, y), z), 1, 1e-6);
  }
}

// A quarter of a turn about x and then about z, by hand: x -> y, y -> z, z -> x.
TEST(TumblingTurn, AQuarterTurnByHand) {
  const Pose pose = tumbling_turn(1, 2)[0];  // the middle of the first half: 90 degrees
  const Vec3d x = turned(pose, {1, 0, 0}), y = turned(pose, {0, 1, 0}), z = turned(pose, {0, 0, 1});
  EXPECT_NEAR(x.y, 1, 1e-6);
  EXPECT_NEAR(y.z, 1, 1e-6);
  EXPECT_NEAR(z.x, 1, 1e-6);
}

// Once round in even steps: every step turns by the same rotation
// angle about x and z, the last leads back to the first.
TEST(TumblingTurn, OneFullTurnInEvenSteps) {
  constexpr double pi = 3.14159265358979323846;
  const std::vector<Pose> poses = tumbling_turn(1, 12);
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const double phi = 2 * pi * (static_cast<double>(i) + 0.5) / 12;
    EXPECT_NEAR(poses[i].r[0][0], std::cos(phi), 1e-6) << i;                  // x by z's turn alone
    EXPECT_NEAR(poses[i].r[2][2], std::cos(phi), 1e-6) << i;                  // z by x's turn alone
    EXPECT_NEAR(poses[i].r[0][2], std::sin(phi) * std::sin(phi), 1e-6) << i;  // both
  }
}

TEST(TumblingTurn, NoStepLeavesTheCopyParallel) {
  for (const Pose& pose : tumbling_turn(1, 180)) {
    for (std::size_t axis = 0; axis < 3; ++axis) EXPECT_LT(std::fabs(pose.r[axis][axis]), 0.9999f);
  }
}

TEST(TumblingTurn, RefusesAnOddNumberOfSteps) {
  EXPECT_THROW(tumbling_turn(1, 3), std::invalid_argument);
  EXPECT_THROW(tumbling_turn(1, 0), std::invalid_argument);
}

TEST(ApproachDistances, EvenlyFromFarToNear) {
  const std::vector<double> distances = approach_distances(0.1, 2.5, 4);
  ASSERT_EQ(distances.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(distances[i], 2.5 - 0.8 * static_cast<double>(i), 1e-12);
  EXPECT_THROW(approach_distances(0.1, 2.5, 1), std::invalid_argument);
}

TEST(ScaledToUnitCube, CentredAndTwoAcross) {
  for (const char* kind : {"gear", "bolt", "finned-casting", "torus-knot"}) {
    const auto [low, high] = box_of(scaled_to_unit_cube(make_procedural_mesh(kind, 700)));
    double largest = 0;
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_NEAR(low[axis], -high[axis], 1e-6) << kind;
      EXPECT_GE(low[axis], -1) << kind;
      largest = std::max(largest, high[axis] - low[axis]);
    }
    EXPECT_NEAR(largest, 2, 1e-6) << kind;
  }
}

TEST(ScaledToUnitCube, ByHand) {
  Mesh mesh;
  mesh.vertices = {{10, 0, 0}, {14, 0, 0}, {10, 2, 1}, {1000, 1000, 1000}};  // the last one is not used
  mesh.triangles = {{0, 1, 2}};
  const Mesh scaled = scaled_to_unit_cube(mesh);
  EXPECT_EQ(scaled.vertices[0], (Vec3f{-1, -0.5f, -0.25f}));
  EXPECT_EQ(scaled.vertices[1], (Vec3f{1, -0.5f, -0.25f}));
  EXPECT_EQ(scaled.vertices[2], (Vec3f{-1, 0.5f, 0.25f}));
}

TEST(ScaledToUnitCube, RefusesWhatHasNoExtent) {
  Mesh mesh;
  mesh.name = "dot.obj";
  EXPECT_THROW(scaled_to_unit_cube(mesh), InputError);
  mesh.vertices = {{1, 2, 3}};
  mesh.triangles = {{0, 0, 0}};
  EXPECT_THROW(scaled_to_unit_cube(mesh), InputError);
}

}  // namespace
}  // namespace collisionchip
