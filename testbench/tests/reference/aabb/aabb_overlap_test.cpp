// The overlap tests of AABB trees never part what touches, and their margins are those of docs/aabb.md.
#include <gtest/gtest.h>

#include <cstdlib>

#include "collisionchip/reference/aabb/box_overlap.h"
#include "collisionchip/reference/aabb/triangle_box_test.h"
#include "collisionchip/testbench/tests/reference/aabb/aabb_gaps.h"
#include "collisionchip/testbench/tests/reference/exact_triangle_cases.h"

namespace collisionchip {
namespace {

using namespace testing_support;

// Cases of each test; COLLISIONCHIP_EXACT_CASES asks for more.
int case_count() {
  const char* wanted = std::getenv("COLLISIONCHIP_EXACT_CASES");
  return wanted != nullptr ? std::atoi(wanted) : 100000;
}

Float4 low_of(const Aabb& box) {
  return Float4{box.low(0), box.low(1), box.low(2), 0};
}
Float4 high_of(const Aabb& box) {
  return Float4{box.high(0), box.high(1), box.high(2), 0};
}

// A box that has the point on its surface, or is flat there, or around it.
Aabb box_at(Random& random, const Vec3d& p, double size) {
  Aabb box;
  for (int axis = 0; axis < 3; ++axis) {
    const int kind = random.below(8);
    const double below = kind < 3 ? 0 : size * random.below(65) / 64,
                 above = kind > 5 || kind == 0 ? 0 : size * random.below(65) / 64;
    box.plane[2 * static_cast<std::size_t>(axis)] = static_cast<float>(p[axis] - below);
    box.plane[2 * static_cast<std::size_t>(axis) + 1] = static_cast<float>(p[axis] + above);
  }
  return box;
}

void scale(Aabb& box, int exponent) {
  for (float& plane : box.plane) plane = std::ldexp(plane, exponent);
}

// Something in B's frame, something in A's, and where they touch, as near as the numbers come to it.
struct Touching {
  Pose pose;
  Aabb box_a, box_b;
  Corners triangle_a, triangle_b;
};

// Any scale; often flat, exact or long and thin.
Touching touching(Random& random) {
  Scene scene(random, any_numbers(random));
  const Case c = scene.make(scene.triangle(), scene.triangle());
  Touching t{c.pose, {}, {}, c.a, c.b};
  const auto moved = [&](const Vec3f& p) {  // into A's frame
    const Vec3l to = posed(c.pose, p);
    return Vec3d{static_cast<double>(to.x), static_cast<double>(to.y), static_cast<double>(to.z)};
  };
  const double size = random.below(2) == 0 ? 512 : 4;
  const double u = random.below(5) / 4.0, v = random.below(3) == 0 ? 0 : (1 - u) * random.below(5) / 4.0;
  const auto on = [&](const Corners& corners) {
    const Vec3d first = to_double(corners[0]);
    return first + u * (to_double(corners[1]) - first) + v * (to_double(corners[2]) - first);
  };
  // A's box touches B's triangle, B's box touches A's triangle and A's box.
  t.box_a = box_at(random, moved(to_float(on(c.b))), size);
  const Vec3f corner_of_a = corners_of(t.box_a)[static_cast<std::size_t>(random.below(8))];
  t.box_b =
      box_at(random, pulled_back(c.pose, random.below(2) == 0 ? on(c.a) : to_double(corner_of_a)), size);
  // Where products of two and of three coordinates leave the range of float32, too.
  const int exponents[] = {0, 0, 0, 0, -58, -80, -140, 30 + random.below(5), 51 + random.below(6), 113};
  const int exponent = exponents[random.below(10)];
  Case numbers{t.triangle_a, t.triangle_b, t.pose};
  numbers = scaled(numbers, exponent);
  scale(t.box_a, exponent);
  scale(t.box_b, exponent);
  return {numbers.pose, t.box_a, t.box_b, numbers.a, numbers.b};
}

struct Count {
  int apart = 0, wrong = 0;
};

// Both directions: B's triangles against A's boxes, and, by the inverse of the pose, A's against B's.
Count triangles_against_boxes(int cases, Bias bias) {
  Random random(80);
  Count count;
  for (int i = 0; i < cases; ++i) {
    const Touching t = touching(random);
    const bool by_pose = i % 2 == 0;
    const Corners& triangle = by_pose ? t.triangle_b : t.triangle_a;
    const Aabb& box = by_pose ? t.box_a : t.box_b;
    const RigidMap map = RigidMap::of(t.pose, by_pose ? TumbledSide::b : TumbledSide::a);
    const TriangleBoxTest test(map, box_of(triangle), box, bias);
    TriangleBoxTest::Moved moved;
    test.move(triangle, moved);
    if (test.overlap(moved, low_of(box), high_of(box))) continue;
    ++count.apart;
    const Body a = by_pose ? posed_box(box, Pose{}) : posed_triangle(triangle, Pose{});
    const Body b = by_pose ? posed_triangle(triangle, t.pose) : posed_box(box, t.pose);
    if (clearly_apart(a, b)) continue;
    bool meet = false;
    if (by_pose) {
      meet = box_meets_triangle(box, triangle, t.pose);
    } else {
      for (const Corners& face : faces_of(box))
        meet = meet || triangles_intersect_exactly(triangle, face, t.pose);
    }
    count.wrong += meet ? 1 : 0;
  }
  return count;
}

TEST(TriangleBoxTest, NeverPartsWhatTouches) {
  const Count count = triangles_against_boxes(case_count(), Bias::conservative);
  EXPECT_EQ(count.wrong, 0);
  EXPECT_GT(count.apart, case_count() / 20);  // they are near each other, but not all of them touch
}

TEST(TriangleBoxTest, WithoutMarginsTouchingOnesAreParted) {
  EXPECT_GT(triangles_against_boxes(10000, Bias::none).wrong, 100);
}

Count boxes_against_boxes(int cases, Bias bias, SatAxes axes) {
  Random random(81);
  Count count;
  for (int i = 0; i < cases; ++i) {
    const Touching t = touching(random);
    const bool by_pose = i % 2 == 0;
    const RigidMap map = RigidMap::of(t.pose, by_pose ? TumbledSide::b : TumbledSide::a);
    const Aabb &moved_box = by_pose ? t.box_b : t.box_a, &other = by_pose ? t.box_a : t.box_b;
    const BoxOverlap test(map, moved_box, other, axes, bias);
    BoxOverlap::Moved moved;
    test.move(low_of(moved_box), high_of(moved_box), moved);
    if (test.overlap(moved, low_of(other), high_of(other))) continue;
    ++count.apart;
    if (clearly_apart(posed_box(t.box_a, Pose{}), posed_box(t.box_b, t.pose))) continue;
    count.wrong += boxes_meet(t.box_a, t.box_b, t.pose) ? 1 : 0;
  }
  return count;
}

TEST(BoxOverlap, NeverPartsWhatTouches) {
  const Count count = boxes_against_boxes(case_count(), Bias::conservative, SatAxes::fifteen);
  EXPECT_EQ(count.wrong, 0);
  EXPECT_GT(count.apart, case_count() / 20);
  const Count six = boxes_against_boxes(10000, Bias::conservative, SatAxes::six);
  EXPECT_EQ(six.wrong, 0);
  EXPECT_GT(six.apart, 300);
}

TEST(BoxOverlap, WithoutMarginsTouchingOnesAreParted) {
  EXPECT_GT(boxes_against_boxes(10000, Bias::none, SatAxes::fifteen).wrong, 50);
}

// A pose may be any matrix: sheared, singular, with numbers of any size.
TEST(BoxOverlap, IsSafeForMatricesThatAreNoRotation) {
  Random random(82);
  int apart = 0;
  for (int i = 0; i < 4000; ++i) {
    const Case c = i % 4 == 0 ? wide_exponents(random) : lattice(random);
    const Aabb a = box_of(c.a), b = box_of(c.b);
    const BoxOverlap boxes(RigidMap::of(c.pose, TumbledSide::b), b, a);
    BoxOverlap::Moved moved_box;
    boxes.move(low_of(b), high_of(b), moved_box);
    const TriangleBoxTest triangles(RigidMap::of(c.pose, TumbledSide::b), b, a);
    TriangleBoxTest::Moved moved;
    triangles.move(c.b, moved);
    const bool boxes_apart = !boxes.overlap(moved_box, low_of(a), high_of(a));
    const bool triangle_apart = !triangles.overlap(moved, low_of(a), high_of(a));
    apart += (boxes_apart ? 1 : 0) + (triangle_apart ? 1 : 0);
    if (boxes_apart) {
      ASSERT_FALSE(boxes_meet(a, b, c.pose)) << i;
    }
    if (triangle_apart) {
      ASSERT_FALSE(box_meets_triangle(a, c.b, c.pose)) << i;
    }
  }
  EXPECT_GT(apart, 300);
}

// ---- the margins

constexpr long double kRounding = 0x1p-24L;

// The margins of the page: units u of the coordinates' reach, and the error of the map.
struct PageMargins {
  std::array<long double, 3> other, source;
};
PageMargins page_margins(const RigidMap& map, const Aabb& source, const Aabb& other, int units) {
  PageMargins margins;
  for (int i = 0; i < 3; ++i) {
    const auto lane = static_cast<std::size_t>(i);
    const auto reach = [](const Aabb& box, int axis) {
      return std::max(std::abs(static_cast<long double>(box.low(axis))),
                      std::abs(static_cast<long double>(box.high(axis))));
    };
    long double size = std::abs(map.t[i]) + reach(other, i), error = 0;
    for (int j = 0; j < 3; ++j) {
      const double entry = map.rows[lane][j];
      size += std::abs(entry) * reach(source, j);
      error += std::abs(entry - static_cast<double>(static_cast<float>(entry))) * reach(source, j);
    }
    margins.other[lane] = units * kRounding * size + error;
    margins.source[lane] = units * kRounding * reach(source, i);
  }
  return margins;
}

// The largest share of the margin that any axis' gap takes. `by_edges`: the axes of the moved box, if it is
// one.
long double share_of_margin(const Body& moved, const Body& other, const PageMargins& margins,
                            const std::vector<Vec3l>& by_edges) {
  long double most = -HUGE_VALL;
  for_each_gap(other, moved, [&](const Vec3l& n, long double gap) {
    long double margin = 0;
    for (int i = 0; i < 3; ++i) margin += std::abs(n[i]) * margins.other[static_cast<std::size_t>(i)];
    for (std::size_t j = 0; j < by_edges.size(); ++j)
      margin += std::abs(dot(n, by_edges[j])) * margins.source[j];
    if (margin > 0) most = std::max(most, gap / margin);
  });
  return most;
}

struct Shares {
  int near_kept = 0, near_parted = 0;  // gaps of half to six tenths of the margin
  int far_kept = 0, far_parted = 0;    // gaps of one and a half to twice the margin
};
void note(Shares& shares, long double share, bool parted) {
  if (share > 0.5L && share < 0.6L) ++(parted ? shares.near_parted : shares.near_kept);
  if (share > 1.5L && share < 2) ++(parted ? shares.far_parted : shares.far_kept);
}
// Small boxes and triangles a few margins apart, far from the origin.
Shares shares_of_margins(bool triangles) {
  Random random(83);
  Shares shares;
  for (int i = 0; i < 40000; ++i) {
    const Pose pose = random_pose(random, 1);
    const Vec3d at = random.point(1);
    const Corners triangle = {to_float(at + random.point(0.1)), to_float(at + random.point(0.1)),
                              to_float(at + random.point(0.1))};
    const Aabb moved_box = box_of(triangle);
    // A point of the moved body and a box that begins a little beyond it.
    const Vec3f from =
        triangles ? triangle[0] : corners_of(moved_box)[static_cast<std::size_t>(random.below(8))];
    const Vec3l to = posed(pose, from);
    Aabb box;
    for (int axis = 0; axis < 3; ++axis) {
      const double start = static_cast<double>(to[axis]) + random.uniform(-4e-6, 4e-6),
                   side = random.uniform(-0.1, 0.1);
      box.plane[2 * static_cast<std::size_t>(axis)] = static_cast<float>(std::min(start, start + side));
      box.plane[2 * static_cast<std::size_t>(axis) + 1] = static_cast<float>(std::max(start, start + side));
    }
    const RigidMap map = RigidMap::of(pose, TumbledSide::b);
    const Body other = posed_box(box, Pose{});
    if (triangles) {
      const TriangleBoxTest test(map, moved_box, box);
      TriangleBoxTest::Moved moved;
      test.move(triangle, moved);
      note(shares,
           share_of_margin(posed_triangle(triangle, pose), other, page_margins(map, moved_box, box, 12), {}),
           !test.overlap(moved, low_of(box), high_of(box)));
    } else {
      const BoxOverlap test(map, moved_box, box);
      BoxOverlap::Moved moved;
      test.move(low_of(moved_box), high_of(moved_box), moved);
      const Body body = posed_box(moved_box, pose);
      note(shares, share_of_margin(body, other, page_margins(map, moved_box, box, 13), body.edges),
           !test.overlap(moved, low_of(box), high_of(box)));
    }
  }
  return shares;
}

// A gap of half the margin is never parted, so a margin of half its size would be noticed. A gap of twice the margin is
// always parted.
TEST(TriangleBoxTest, MarginsAreThoseOfThePage) {
  const Shares shares = shares_of_margins(true);
  EXPECT_EQ(shares.near_parted, 0);
  EXPECT_GT(shares.near_kept, 100);
  EXPECT_EQ(shares.far_kept, 0);
  EXPECT_GT(shares.far_parted, 100);
}
TEST(BoxOverlap, MarginsAreThoseOfThePage) {
  const Shares shares = shares_of_margins(false);
  EXPECT_EQ(shares.near_parted, 0);
  EXPECT_GT(shares.near_kept, 100);
  EXPECT_EQ(shares.far_kept, 0);
  EXPECT_GT(shares.far_parted, 100);
}

// A map that may be off by a tenth parts nothing that is nearer than that, along any kind of axis.
template <typename Parted>
void expect_error_allowed_for(const Parted& parted) {
  RigidMap map = RigidMap::of(Pose{}, TumbledSide::b);
  map.row_error = 0.03;
  map.translation_error = 0.01;  // with coordinates up to 1: 0.1 along each axis
  for (const Vec3d& away : {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}}) {
    EXPECT_FALSE(parted(map, 0.09 * away));
    EXPECT_TRUE(parted(map, 0.11 * away));
  }
}

TEST(TriangleBoxTest, AllowsForTheErrorOfTheMap) {
  expect_error_allowed_for([](const RigidMap& map, const Vec3d& away) {
    const Aabb root{{-1, 1, -1, 1, -1, 1}};
    const TriangleBoxTest test(map, root, root);
    TriangleBoxTest::Moved moved;
    const Vec3f at = to_float(-1.0 * away);
    test.move({at, at, at}, moved);
    const Aabb box{{0, 0.5f, 0, 0.5f, 0, 0.5f}};
    return !test.overlap(moved, low_of(box), high_of(box));
  });
  // Past the face normals: a corner of the box before the middle of a triangle.
  const Corners triangle = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  RigidMap map = RigidMap::of(Pose{}, TumbledSide::b);
  map.translation_error = 0.1;
  for (const float corner : {0.25f, 0.2f}) {
    const TriangleBoxTest test(map, box_of(triangle), box_of(triangle));
    TriangleBoxTest::Moved moved;
    test.move(triangle, moved);
    const Aabb box{{0, corner, 0, corner, 0, corner}};
    EXPECT_EQ(test.overlap(moved, low_of(box), high_of(box)), corner == 0.25f);
  }
}
TEST(BoxOverlap, AllowsForTheErrorOfTheMap) {
  expect_error_allowed_for([](const RigidMap& map, const Vec3d& away) {
    const Aabb root{{-1, 1, -1, 1, -1, 1}}, box{{0, 0.5f, 0, 0.5f, 0, 0.5f}};
    const BoxOverlap test(map, root, root);
    BoxOverlap::Moved moved;
    const Vec3f at = to_float(-1.0 * away);
    const Aabb point = box_of({at, at, at});
    test.move(low_of(point), high_of(point), moved);
    return !test.overlap(moved, low_of(box), high_of(box));
  });
}

// Six axes part less than fifteen.
TEST(BoxOverlap, FifteenAxesPartMoreThanSix) {
  Random random(84);
  int six = 0, fifteen = 0;
  for (int i = 0; i < 4000; ++i) {
    const Pose pose = random_pose(random, 1.5);
    const Aabb a{{-1, 1, -0.3f, 0.3f, -0.1f, 0.1f}}, b{{-0.1f, 0.1f, -1, 1, -0.2f, 0.2f}};
    const RigidMap map = RigidMap::of(pose, TumbledSide::b);
    std::array<bool, 2> apart;
    for (const SatAxes axes : {SatAxes::six, SatAxes::fifteen}) {
      const BoxOverlap test(map, b, a, axes);
      BoxOverlap::Moved moved;
      test.move(low_of(b), high_of(b), moved);
      apart[axes == SatAxes::six ? 0 : 1] = !test.overlap(moved, low_of(a), high_of(a));
    }
    ASSERT_LE(apart[0], apart[1]);
    EXPECT_EQ(apart[1], clearly_apart(posed_box(a, Pose{}), posed_box(b, pose)));
    six += apart[0] ? 1 : 0;
    fifteen += apart[1] ? 1 : 0;
  }
  EXPECT_GT(fifteen, six + 50);
}

}  // namespace
}  // namespace collisionchip
