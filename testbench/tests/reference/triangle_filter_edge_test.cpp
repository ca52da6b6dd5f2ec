// The filter edge by edge: an edge's hit or miss, and "apart", are true by themselves, not only the verdict
// they add up to. In addition to the families of contacts, each case here is made for one term of the bound.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "collisionchip/reference/triangle/exact_triangle_intersection.h"
#include "collisionchip/reference/triangle/triangle_filter.h"
#include "collisionchip/testbench/tests/reference/exact_triangle_cases.h"

namespace collisionchip {
namespace {

using testing_support::Case;
using testing_support::Random;
using testing_support::to_float;

struct Tally {
  int hits = 0, misses = 0, apart = 0, wrong = 0;
};

// Does the edge from corner i of one triangle meet the other?
bool edge_meets(const Case& c, TumbledSide of, std::size_t i) {
  Case edge = c;
  auto& corners = of == TumbledSide::a ? edge.a : edge.b;
  const Vec3f p = corners[i], q = corners[(i + 1) % 3];
  corners = {p, q, q};
  return triangles_intersect_exactly(edge.a, edge.b, c.pose);
}

// The edges of triangle `of`, given by its corners after the first stage, against the other one's record.
void judge(const Case& c, TumbledSide of, const TriangleRecord& other, const BoundedCorners& corners,
           Tally& tally) {
  const EdgeVerdicts verdicts = edge_verdicts(other.to_unit, other.bound, corners);
  if (verdicts.apart) {
    ++tally.apart;
    tally.wrong += triangles_intersect_exactly(c.a, c.b, c.pose) ? 1 : 0;
    return;
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const bool hit = verdicts.hit[i] != 0, miss = verdicts.miss[i] != 0;
    if (!hit && !miss) continue;
    ++(hit ? tally.hits : tally.misses);
    tally.wrong += hit != edge_meets(c, of, i) || miss == hit ? 1 : 0;
  }
}

void judge(const Case& c, Tally& tally) {
  const TriangleRecord a = make_triangle_record(c.a, 0), b = make_triangle_record(c.b, 0);
  const FrameMatrices frames = make_frame_matrices(c.pose, TumbledSide::b);
  judge(c, TumbledSide::b, a,
        BoundedCorners(frames.to_aligned, frames.to_aligned_bound, corner_lanes(b.corners)), tally);
  judge(c, TumbledSide::a, b,
        BoundedCorners(frames.to_tumbled, frames.to_tumbled_bound, corner_lanes(a.corners)), tally);
}

template <typename Make>
Tally judge_many(int count, Make make) {
  Random random(5);
  Tally tally;
  for (int i = 0; i < count; ++i) judge(make(random), tally);
  std::printf("%d hits, %d misses, %d apart, %d wrong\n", tally.hits, tally.misses, tally.apart, tally.wrong);
  return tally;
}

TEST(TriangleFilterEdges, EveryFamily) {
  for (const auto& family : testing_support::families()) {
    EXPECT_EQ(judge_many(2000, family.make).wrong, 0) << family.name;
  }
}

// An edge from near the origin corner to a point so far away that its error is larger than each end's
// height: the far end seems to be below the near end, but is above.
TEST(TriangleFilterEdges, TheOrderOfTheEndsMayBeLost) {
  const Tally tally = judge_many(100000, [](Random& random) {
    Case c;
    c.pose = testing_support::random_pose(random, 0);
    const Vec3d u = random.point(1), v = random.point(1), n = cross(u, v);
    c.a = {{{0, 0, 0}, to_float(u), to_float(v)}};
    const auto at = [&](double x, double y, double z) {
      const Vec3d p = x * to_double(c.a[1]) + y * to_double(c.a[2]) + z / std::sqrt(dot(n, n)) * n;
      return to_float(testing_support::pulled_back(c.pose, p));
    };
    const double far = std::ldexp(1.0, 3 + random.below(10)), near = std::ldexp(1.0, -random.below(12));
    const auto height = [&] { return random.uniform(-1, 1) * far * std::ldexp(1.0, -20 - random.below(8)); };
    c.b = {at(far * random.uniform(0, 1), far * random.uniform(0, 1), height()),
           at(near * random.uniform(0, 1), near * random.uniform(0, 1), height()),
           at(near * random.uniform(0, 1), near * random.uniform(0, 1), height())};
    return c;
  });
  EXPECT_EQ(tally.wrong, 0);
  EXPECT_GT(tally.hits, 0);
  EXPECT_GT(tally.misses, 0);
}

// In units of a tiny triangle the other one is 2^64 long. Its first edge passes through the corner at the
// origin, so that both products of Eq. 4 are the same number, here 2^128 give or take their rounding: one may
// overflow while the other does not.
TEST(TriangleFilterEdges, ProductsMayOverflow) {
  const Tally tally = judge_many(20000, [](Random& random) {
    const Vec3d u = random.point(1), v = random.point(1);
    const auto draw = [&] { return static_cast<float>(random.below(4001) - 2000) * 0x1p-11f; };
    const Vec3f direction = {draw(), draw(), draw()};
    const float there = static_cast<float>(1 + random.below(200)),
                back = -static_cast<float>(1 + random.below(200));
    const auto sized = [&](double size) {
      return testing_support::Corners{{{0, 0, 0}, to_float(size * u), to_float(size * v)}};
    };
    const Matrix34 unit = make_triangle_record(sized(0x1p-64), 0).to_unit;
    const Vec3f seen = transform(unit, direction);
    const double product = std::abs(double{there} * back * seen.x * seen.z);
    Case c;
    c.a = sized(0x1p-64 * std::sqrt(product * 0x1p-128));
    c.b = {there * direction, back * direction, to_float(random.point(1))};
    return c;
  });
  EXPECT_EQ(tally.wrong, 0);
}

// Heights over the triangle's plane are sums of three products, each about the smallest float32, so that
// rounding can turn their signs.
TEST(TriangleFilterEdges, ProductsMayUnderflow) {
  const Tally tally = judge_many(20000, [](Random& random) {
    const auto draw = [&](double extent) { return static_cast<float>(random.uniform(-extent, extent)); };
    Case c;
    c.a = {{{0, 0, 0}, {0x1p-110f, 0, 0}, {0, 0x1p-110f, 0}}};
    c.pose.r = {{{0x1p-36f, 0, 0}, {0, 0x1p-36f, 0}, {draw(0x1p-74), draw(0x1p-74), draw(0x1p-74)}}};
    for (Vec3f& corner : c.b) corner = to_float(random.point(0x1p-74));
    return c;
  });
  EXPECT_EQ(tally.wrong, 0);
}

// Eq. 4's product over whole intervals, the errors as large as the numbers. Eighths, so that nothing rounds.
TEST(TriangleFilterEdges, TheCrossProductCoversItsIntervals) {
  Random random(19);
  for (int i = 0; i < 20000; ++i) {
    const auto draw = [&](int low) {
      return broadcast(0.125f * static_cast<float>(random.below(9 - low) + low));
    };
    const BoundedLane p(draw(-8), draw(0)), pz(draw(-8), draw(0)), q(draw(-8), draw(0)),
        qz(draw(-8), draw(0));
    const BoundedNumber<Float4> product = cross_product(p, pz, q, qz);
    for (int ends = 0; ends < 16; ++ends) {
      const auto end = [&](const BoundedLane& lane, int bit) {
        return (ends >> bit & 1) != 0 ? lane.value[0] + lane.error[0] : lane.value[0] - lane.error[0];
      };
      const float exact = end(p, 0) * end(qz, 1) - end(q, 2) * end(pz, 3);
      ASSERT_LE(std::abs(exact - product.value[0]), product.error[0]);
    }
  }
}

// Every rounding of both stages the same way and as large as it can be, which takes mantissas little above 1
// and terms just below half a unit in the last place: the error is most of the bound, and no more than it.
TEST(TriangleFilterEdges, TheBoundIsNeededAndEnough) {
  Random random(3);
  double largest = 0;
  for (int i = 0; i < 20000; ++i) {
    const auto near_one = [&] { return static_cast<float>(1 + random.uniform(0, 0x1p-6)); };
    const auto lost = [&] { return static_cast<float>(0x1p-24 * random.uniform(0.9, 1)); };
    Pose pose;
    pose.r = {{{near_one(), lost(), lost()}, {0, 1, 0}, {0, 0, 1}}};
    const float width = 2 - near_one();  // the x row of the matrix is (a little above 1, lost, 0)
    const std::array<Vec3f, 3> flat = {{{0, 0, 0}, {width, 0, 0}, {-lost(), 1, 0}}};
    const TriangleRecord record = make_triangle_record(flat, 0);
    const FrameMatrices frames = make_frame_matrices(pose, TumbledSide::b);
    const Vec3f p = {near_one(), 1, 1};
    const BoundedCorners corners(frames.to_aligned, frames.to_aligned_bound, corner_lanes({p, p, p}));
    for (int axis = 0; axis < 2; ++axis) {
      const BoundedLane lane(record.to_unit, record.bound, corners, axis);
      const double y0 = dot({pose.r[0][0], pose.r[0][1], pose.r[0][2]}, to_double(p));
      const double y = p.y / double{flat[2].y}, x = (y0 - y * flat[2].x) / flat[1].x;
      largest = std::max(largest, std::abs((axis == 0 ? x : y) - lane.value[0]) / lane.error[0]);
    }
  }
  EXPECT_LT(largest, 1);
  EXPECT_GT(largest, 0.5);
  std::printf("largest error: %.3f of the bound\n", largest);
}

}  // namespace
}  // namespace collisionchip
