// The triangle test of §3.3: directed cases with known answers, numbers without
// sense, and the lanes of the software against the units of the hardware.
// Random cases against exact arithmetic are in exact_oracle_test.cpp.
#include "collisionchip/reference/triangle/triangle_intersection.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip {
namespace {

using testing_support::Corners;
using testing_support::Random;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

TEST(EdgeTest, DirectedEdges) {
  struct EdgeCase {
    Vec3f a, b;
    bool hit;
    const char* what;
  };
  const EdgeCase cases[] = {
      {{0.25f, 0.25f, -1}, {0.25f, 0.25f, 1}, true, "through the inside"},
      {{0.25f, 0.25f, 1}, {0.25f, 0.25f, 2}, false, "above: the line hits, the edge does not straddle"},
      {{0.25f, 0.25f, -2}, {0.25f, 0.25f, -1}, false, "below"},
      {{-0.25f, 0.25f, -1}, {-0.25f, 0.25f, 1}, false, "beyond x = 0"},
      {{0.25f, -0.25f, -1}, {0.25f, -0.25f, 1}, false, "beyond y = 0"},
      {{0.75f, 0.75f, -1}, {0.75f, 0.75f, 1}, false, "beyond x + y = 1"},
      {{0, 0, -1}, {0, 0, 1}, true, "through the origin"},
      {{1, 0, -1}, {1, 0, 1}, true, "through (1,0)"},
      {{0, 1, -1}, {0, 1, 1}, true, "through (0,1)"},
      {{0.5f, 0.5f, -1}, {0.5f, 0.5f, 1}, true, "through the third side"},
      {{0.25f, 0.25f, 0}, {0.25f, 0.25f, 1}, true, "starts in the triangle"},
      {{0.25f, 0.25f, -1}, {0.25f, 0.25f, 0}, true, "ends in the triangle"},
      {{2, 2, 0}, {3, 3, 1}, false, "starts in the plane, outside"},
      {{0.25f, 0.25f, 0}, {0.5f, 0.25f, 0}, false, "in the plane: left to the other edges"},
      {{-1, 0.25f, -1}, {1, 0.25f, 1}, true, "slanted, through x = 0"},
      {{-1.5f, 0.25f, -1}, {1, 0.25f, 1}, false, "slanted, just beyond x = 0"},
  };
  for (const EdgeCase& c : cases) {
    EXPECT_EQ(edge_hits_unit_triangle(c.a, c.b), c.hit) << c.what;
    EXPECT_EQ(edge_hits_unit_triangle(c.b, c.a), c.hit) << c.what << ", turned round";
  }
}

TEST(EdgeTest, NanHitsNothing) {
  for (int axis = 0; axis < 3; ++axis) {
    Vec3f point{0.25f, 0.25f, 1};
    point[axis] = kNan;
    EXPECT_FALSE(edge_hits_unit_triangle({0.25f, 0.25f, -1}, point));
    EXPECT_FALSE(edge_hits_unit_triangle(point, {0.25f, 0.25f, -1}));
  }
  EXPECT_FALSE(edge_hits_unit_triangle({kNan, kNan, kNan}, {kNan, kNan, kNan}));
}

TEST(EdgeTest, InfinityIsAPlaceBesideTheTriangle) {
  EXPECT_FALSE(edge_hits_unit_triangle({5, 5, -1}, {kInfinity, 5, 1}));
  EXPECT_FALSE(edge_hits_unit_triangle({5, 5, -1}, {5, -kInfinity, 1}));
  EXPECT_FALSE(edge_hits_unit_triangle({5, 5, 1}, {kInfinity, kInfinity, kInfinity}));
}

TEST(TriangleRecordTest, MapsItsCornersToTheUnitTriangle) {
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const double size = std::exp2(random.uniform(-20, 20));
    const Corners corners = testing_support::random_triangle(random, 0, size);
    const TriangleRecord record = make_triangle_record(corners, 9);
    EXPECT_EQ(record.triangle, 9u);
    EXPECT_EQ(record.corners, corners);
    int origin = 0, x = 0, y = 0;
    for (const Vec3f& corner : corners) {
      const Vec3f p = transform(record.to_unit, corner);
      if (std::hypot(p.x, p.y) < 1e-2) ++origin;
      if (std::hypot(p.x - 1, p.y) < 1e-2) ++x;
      if (std::hypot(p.x, p.y - 1) < 1e-2) ++y;
      EXPECT_NEAR(p.z, 0, 1e-2);
    }
    EXPECT_EQ(origin, 1);
    EXPECT_EQ(x, 1);
    EXPECT_EQ(y, 1);
  }
}

TEST(TriangleRecordTest, TheOriginIsOppositeTheLongestEdge) {
  // A needle: the far corner may not be the origin, at any place in the file.
  const Vec3f far{100, 0, 0}, near0{0, 0.5f, 0}, near1{0, -1, 0};
  for (const Corners& corners :
       {Corners{far, near0, near1}, Corners{near0, far, near1}, Corners{near0, near1, far}}) {
    const Vec3f at = transform(make_triangle_record(corners, 0).to_unit, near0);
    EXPECT_EQ(at.x, 0);
    EXPECT_EQ(at.y, 0);
  }
}

TEST(TriangleRecordTest, WithoutAreaTheMatrixIsZero) {
  const Corners degenerate[] = {{Vec3f{1, 2, 3}, Vec3f{1, 2, 3}, Vec3f{1, 2, 3}},
                                {Vec3f{0, 0, 0}, Vec3f{1, 1, 1}, Vec3f{3, 3, 3}},
                                {Vec3f{0, 0, 0}, Vec3f{0, 0, 0}, Vec3f{3, 3, 3}},
                                {Vec3f{1e-44f, 0, 0}, Vec3f{0, 1e-44f, 0}, Vec3f{0, 0, 1e-44f}}};
  for (const Corners& corners : degenerate) {
    const TriangleRecord record = make_triangle_record(corners, 0);
    EXPECT_EQ(record.to_unit, Matrix34{});
    EXPECT_EQ(record.corners, corners);
  }
}

bool meet(const Corners& a, const Corners& b, const Pose& pose = {}) {
  const TriangleRecord ra = make_triangle_record(a, 0), rb = make_triangle_record(b, 0);
  const bool hit = triangles_intersect(rb, ra, make_frame_matrices(pose, TumbledSide::b));
  EXPECT_EQ(hit, triangles_intersect(ra, rb, make_frame_matrices(pose, TumbledSide::a)));
  return hit;
}

const Corners kFloor = {Vec3f{0, 0, 0}, Vec3f{4, 0, 0}, Vec3f{0, 4, 0}};

TEST(TrianglesTest, DirectedPairs) {
  EXPECT_TRUE(meet(kFloor, {Vec3f{1, 1, -1}, Vec3f{1, 1, 1}, Vec3f{2, 1, 1}})) << "pierces the floor";
  EXPECT_TRUE(meet(kFloor, {Vec3f{-1, -1, -1}, Vec3f{-1, -1, 1}, Vec3f{9, 9, 0}}))
      << "the floor's edges pierce it";
  EXPECT_TRUE(meet(kFloor, {Vec3f{1, -1, -1}, Vec3f{1, -1, 1}, Vec3f{1, 1, 0}})) << "one edge each";
  EXPECT_FALSE(meet(kFloor, {Vec3f{1, 1, 0.5f}, Vec3f{1, 1, 1}, Vec3f{2, 1, 1}})) << "above";
  EXPECT_FALSE(meet(kFloor, {Vec3f{3, 3, -1}, Vec3f{3, 3, 1}, Vec3f{4, 4, 0}})) << "beside";
  EXPECT_FALSE(meet(kFloor, {Vec3f{-1, -1, -1}, Vec3f{-1, -1, 1}, Vec3f{-2, 3, 0}}))
      << "beside, planes cross";
}

TEST(TrianglesTest, ZeroAreaMeetsAsTheSegmentItIs) {
  EXPECT_TRUE(meet(kFloor, {Vec3f{1, 1, -1}, Vec3f{1, 1, 1}, Vec3f{1, 1, 0.5f}}));
  EXPECT_FALSE(meet(kFloor, {Vec3f{3, 3, -1}, Vec3f{3, 3, 1}, Vec3f{3, 3, 0.5f}}));
  const Corners point = {Vec3f{1, 1, 0}, Vec3f{1, 1, 0}, Vec3f{1, 1, 0}};
  EXPECT_FALSE(meet(kFloor, point)) << "a point has no edge";
  EXPECT_FALSE(meet(point, point));
}

TEST(TrianglesTest, ThePoseMovesB) {
  const Corners wall = {Vec3f{0, 0, -1}, Vec3f{0, 0, 1}, Vec3f{1, 0, 1}};
  EXPECT_TRUE(meet(kFloor, wall, {Pose{}.r, {1, 1, 0}}));
  EXPECT_FALSE(meet(kFloor, wall, {Pose{}.r, {1, 1, 2}}));
  EXPECT_FALSE(meet(kFloor, wall, {Pose{}.r, {1, 9, 0}}));
  const Pose quarter_turn{{{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}}, {}};
  const Corners at_x5 = {Vec3f{1, -5, -1}, Vec3f{1, -5, 1}, Vec3f{1, -6, 0}};  // to (5, 1)
  EXPECT_FALSE(meet(kFloor, at_x5, quarter_turn));
  const Corners at_x1 = {Vec3f{2, -1, -1}, Vec3f{2, -1, 1}, Vec3f{2, -6, 0}};  // to (1, 2)
  EXPECT_TRUE(meet(kFloor, at_x1, quarter_turn));
  EXPECT_FALSE(meet(kFloor, at_x1)) << "unmoved";
}

TEST(TrianglesTest, NumbersWithoutSenseAreSafe) {
  TriangleRecord record = make_triangle_record(kFloor, 0);
  const FrameMatrices frames = make_frame_matrices({}, TumbledSide::b);
  TriangleRecord bad = record;
  bad.corners[1].y = kNan;
  bad.to_unit[2][3] = kInfinity;
  triangles_intersect(record, bad, frames);
  const Pose singular{{{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}}, {}};
  triangles_intersect(record, record, make_frame_matrices(singular, TumbledSide::a));
}

// The test as the hardware's units do it: transform, transform, three edges, both ways.
bool units_intersect(const TriangleRecord& tumbled, const TriangleRecord& aligned,
                     const FrameMatrices& frames) {
  const auto hits = [](const Corners& corners, const Matrix34& frame, const Matrix34& to_unit) {
    Corners p;
    for (std::size_t i = 0; i < 3; ++i) p[i] = transform(to_unit, transform(frame, corners[i]));
    return edge_hits_unit_triangle(p[0], p[1]) || edge_hits_unit_triangle(p[1], p[2]) ||
           edge_hits_unit_triangle(p[2], p[0]);
  };
  return hits(tumbled.corners, frames.to_aligned, aligned.to_unit) ||
         hits(aligned.corners, frames.to_tumbled, tumbled.to_unit);
}

TEST(TrianglesTest, LanesDoWhatTheUnitsDo) {
  Random random(8);
  int hits = 0;
  for (int i = 0; i < 200000; ++i) {
    const bool lattice = i % 2 == 0;  // small integers: ties everywhere
    Corners a = testing_support::random_triangle(random, 1, 2),
            b = testing_support::random_triangle(random, 1, 2);
    if (lattice) {
      for (std::size_t c = 0; c < 3; ++c) {
        for (int axis = 0; axis < 3; ++axis) {
          a[c][axis] = std::round(a[c][axis]);
          b[c][axis] = std::round(b[c][axis]);
        }
      }
    }
    const Pose pose = lattice ? Pose{} : testing_support::random_pose(random, 0.5);
    const FrameMatrices frames = make_frame_matrices(pose, i % 4 < 2 ? TumbledSide::a : TumbledSide::b);
    TriangleRecord ra = make_triangle_record(a, 0);
    const TriangleRecord rb = make_triangle_record(b, 1);
    if (i % 16 == 0) ra.to_unit[random.below(3)][random.below(4)] = i % 32 == 0 ? kNan : kInfinity;
    const bool expected = units_intersect(ra, rb, frames);
    ASSERT_EQ(triangles_intersect(ra, rb, frames), expected) << i;
    hits += expected ? 1 : 0;
  }
  EXPECT_GT(hits, 20000);
}

}  // namespace
}  // namespace collisionchip
