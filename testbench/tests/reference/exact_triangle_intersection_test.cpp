// The exact predicate by itself: every kind of contact written down, integers by brute force, the order of
// corners, the roles of the triangles, and exact_pairs.
#include "collisionchip/reference/triangle/exact_triangle_intersection.h"
#include "collisionchip/reference/traverse/exact_pairs.h"

#include <gtest/gtest.h>

#include <numeric>
#include <stdexcept>

#include "collisionchip/testbench/tests/reference/exact_triangle_cases.h"

namespace collisionchip {
namespace {

using testing_support::Case;
using testing_support::Corners;
using testing_support::Numbers;
using testing_support::Random;

constexpr std::array<std::array<std::size_t, 3>, 6> kOrders = {
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

Corners ordered(const Corners& t, const std::array<std::size_t, 3>& order) {
  return {t[order[0]], t[order[1]], t[order[2]]};
}

// How many of the 36 orders of corners give `expected`.
int orders_that_give(bool expected, const Case& c) {
  int count = 0;
  for (const auto& of_a : kOrders) {
    for (const auto& of_b : kOrders) {
      count += triangles_intersect_exactly(ordered(c.a, of_a), ordered(c.b, of_b), c.pose) == expected;
    }
  }
  return count;
}

// For a pose that is a signed permutation.
Case swapped(const Case& c) {
  return {c.b, c.a, testing_support::inverse_of_permutation(c.pose)};
}

struct Directed {
  const char* what;
  bool meet;
  Corners a, b;
};

const Corners kBase = {{{0, 0, 0}, {8, 0, 0}, {0, 8, 0}}};
const Corners kTilted = {{{0, 0, 0}, {8, 0, 8}, {0, 8, 8}}};  // in z = x + y
const Corners kSegment = {{{0, 0, 0}, {4, 4, 4}, {2, 2, 2}}};
const Corners kPoint = {{{1, 2, 3}, {1, 2, 3}, {1, 2, 3}}};

const std::vector<Directed>& triangle_cases() {
  static const std::vector<Directed> cases = {
      {"pierced", true, kBase, {{{2, 2, -1}, {2, 2, 1}, {20, 20, 1}}}},
      {"edges interlock", true, kBase, {{{2, -1, -1}, {2, 2, 1}, {2, -1, 4}}}},
      {"above", false, kBase, {{{2, 2, 1}, {3, 2, 1}, {2, 3, 2}}}},
      {"plane cut beside", false, kBase, {{{5, 5, -1}, {5, 5, 1}, {20, 20, 1}}}},
      {"both planes cut, apart on their line", false, kBase, {{{9, -1, -1}, {9, -1, 1}, {9, 1, 1}}}},
      {"corner on corner", true, kBase, {{{0, 0, 0}, {-1, -2, 3}, {-3, 0, 5}}}},
      {"corner on edge", true, kBase, {{{3, 0, 0}, {3, -2, 3}, {3, 0, 5}}}},
      {"corner on the long edge", true, kBase, {{{4, 4, 0}, {5, 5, 3}, {6, 3, 5}}}},
      {"corner on face", true, kBase, {{{2, 3, 0}, {3, -2, 3}, {3, 0, 5}}}},
      {"corner in the plane only", false, kBase, {{{5, 5, 0}, {5, 5, 3}, {6, 6, 5}}}},
      {"edge crosses edge", true, kBase, {{{3, -1, -1}, {3, 1, 1}, {3, -9, 9}}}},
      {"edge passes edge", false, kBase, {{{3, -2, -1}, {3, 0, 1}, {3, -9, 9}}}},
      {"edge in face", true, kBase, {{{1, 1, 0}, {2, 3, 0}, {3, 3, 3}}}},
      {"edge across face, ends outside", true, kBase, {{{-1, 2, 0}, {9, 2, 0}, {3, 3, 3}}}},
      {"edge covers edge", true, kBase, {{{-1, 0, 0}, {9, 0, 0}, {3, -3, 3}}}},
      {"edge inside edge", true, kBase, {{{1, 0, 0}, {2, 0, 0}, {3, -3, 3}}}},
      {"edges end to end", true, kBase, {{{8, 0, 0}, {9, 0, 0}, {9, -3, 3}}}},
      {"edges on one line, apart", false, kBase, {{{9, 0, 0}, {10, 0, 0}, {9, -3, 3}}}},
      {"edge in the plane only", false, kBase, {{{5, 5, 0}, {6, 6, 0}, {3, 3, 3}}}},
      {"coplanar, the same", true, kTilted, kTilted},
      {"coplanar, contained", true, kTilted, {{{1, 1, 2}, {2, 1, 3}, {1, 2, 3}}}},
      {"coplanar, star", true, kBase, {{{5, 5, 0}, {-2, 5, 0}, {5, -2, 0}}}},
      {"coplanar, corner on corner", true, kTilted, {{{0, 0, 0}, {-1, 0, -1}, {0, -1, -1}}}},
      {"coplanar, corner on edge", true, kTilted, {{{4, 0, 4}, {4, -1, 3}, {5, -1, 4}}}},
      {"coplanar, edge on edge", true, kTilted, {{{2, 0, 2}, {3, 0, 3}, {4, -1, 3}}}},
      {"coplanar, apart", false, kTilted, {{{5, 5, 10}, {6, 5, 11}, {5, 6, 11}}}},
      {"coplanar, apart on a common line", false, kTilted, {{{9, 0, 9}, {10, 0, 10}, {9, -1, 8}}}},
      {"parallel planes", false, kTilted, {{{0, 0, 1}, {8, 0, 9}, {0, 8, 9}}}},
      {"coplanar in x = 3", true, {{{3, 0, 0}, {3, 4, 0}, {3, 0, 4}}}, {{{3, 1, 1}, {3, 9, 9}, {3, 8, 9}}}},
      {"apart in x = 3", false, {{{3, 0, 0}, {3, 4, 0}, {3, 0, 4}}}, {{{3, 3, 3}, {3, 9, 9}, {3, 8, 9}}}},
      {"apart in y = 3", false, {{{0, 3, 0}, {4, 3, 0}, {0, 3, 4}}}, {{{3, 3, 3}, {9, 3, 9}, {8, 3, 9}}}},
      {"apart in z = 3", false, {{{0, 0, 3}, {4, 0, 3}, {0, 4, 3}}}, {{{3, 3, 3}, {9, 9, 3}, {8, 9, 3}}}},
  };
  return cases;
}

const std::vector<Directed>& zero_area_cases() {
  static const std::vector<Directed> cases = {
      {"point in face", true, kBase, {{{2, 3, 0}, {2, 3, 0}, {2, 3, 0}}}},
      {"point on edge", true, kBase, {{{4, 4, 0}, {4, 4, 0}, {4, 4, 0}}}},
      {"point on corner", true, kBase, {{{8, 0, 0}, {8, 0, 0}, {8, 0, 0}}}},
      {"point in the plane only", false, kBase, {{{5, 4, 0}, {5, 4, 0}, {5, 4, 0}}}},
      {"point off the plane", false, kBase, {{{2, 3, 1}, {2, 3, 1}, {2, 3, 1}}}},
      {"point on point", true, kPoint, kPoint},
      {"point beside point", false, kPoint, {{{1, 2, 4}, {1, 2, 4}, {1, 2, 4}}}},
      {"point on segment", true, kSegment, {{{3, 3, 3}, {3, 3, 3}, {3, 3, 3}}}},
      {"point on a segment's end", true, kSegment, {{{4, 4, 4}, {4, 4, 4}, {4, 4, 4}}}},
      {"point on a segment's line", false, kSegment, {{{5, 5, 5}, {5, 5, 5}, {5, 5, 5}}}},
      {"point beside a segment", false, kSegment, {{{3, 3, 2}, {3, 3, 2}, {3, 3, 2}}}},
      {"segment pierces face", true, kBase, {{{2, 2, -1}, {2, 2, 1}, {2, 2, 0}}}},
      {"segment pierces face, two corners in one", true, kBase, {{{2, 2, -1}, {2, 2, 1}, {2, 2, 1}}}},
      {"segment pierces the plane only", false, kBase, {{{5, 5, -1}, {5, 5, 1}, {5, 5, 0}}}},
      {"segment ends on face", true, kBase, {{{2, 2, 0}, {2, 3, 1}, {2, 4, 2}}}},
      {"segment ends above face", false, kBase, {{{2, 2, 1}, {2, 3, 2}, {2, 4, 3}}}},
      {"segment crosses edge", true, kBase, {{{2, -1, -1}, {2, 1, 1}, {2, 0, 0}}}},
      {"segment lies in face", true, kBase, {{{1, 1, 0}, {3, 3, 0}, {2, 2, 0}}}},
      {"segment crosses face, ends outside", true, kBase, {{{-1, 2, 0}, {9, 2, 0}, {2, 2, 0}}}},
      {"segment in the plane, apart", false, kBase, {{{5, 5, 0}, {7, 7, 0}, {6, 6, 0}}}},
      {"segment on an edge's line, apart", false, kBase, {{{9, 0, 0}, {11, 0, 0}, {10, 0, 0}}}},
      {"segments cross", true, kSegment, {{{2, 1, 2}, {2, 3, 2}, {2, 2, 2}}}},
      {"segments would cross", false, kSegment, {{{2, 3, 2}, {2, 5, 2}, {2, 4, 2}}}},
      {"segments form a T", true, kSegment, {{{1, 1, 1}, {1, 3, 1}, {1, 2, 1}}}},
      {"segments form an L", true, kSegment, {{{4, 4, 4}, {1, 3, 1}, {4, 4, 4}}}},
      {"segments are skew", false, kSegment, {{{2, 1, 3}, {2, 3, 3}, {2, 2, 3}}}},
      {"segments are skew, seen to cross along an axis",
       false,
       kSegment,
       {{{2, 1, 5}, {2, 3, 5}, {2, 2, 5}}}},
      {"segments are parallel", false, kSegment, {{{0, 0, 1}, {4, 4, 5}, {2, 2, 3}}}},
      {"segments overlap", true, kSegment, {{{1, 1, 1}, {9, 9, 9}, {3, 3, 3}}}},
      {"segments end to end", true, kSegment, {{{4, 4, 4}, {9, 9, 9}, {5, 5, 5}}}},
      {"segments on one line, apart", false, kSegment, {{{5, 5, 5}, {9, 9, 9}, {6, 6, 6}}}},
      {"segments along x, apart",
       false,
       {{{0, 1, 2}, {4, 1, 2}, {2, 1, 2}}},
       {{{5, 1, 2}, {9, 1, 2}, {6, 1, 2}}}},
      {"segments along y, apart",
       false,
       {{{1, 0, 2}, {1, 4, 2}, {1, 2, 2}}},
       {{{1, 5, 2}, {1, 9, 2}, {1, 6, 2}}}},
      {"segments along z, apart",
       false,
       {{{1, 2, 0}, {1, 2, 4}, {1, 2, 2}}},
       {{{1, 2, 5}, {1, 2, 9}, {1, 2, 6}}}},
  };
  return cases;
}

// In every order of corners, with the roles swapped, from
// subnormal to huge, and under poses that move B exactly.
void expect_decided(const std::vector<Directed>& cases) {
  Random random(1);
  for (const Directed& d : cases) {
    for (const int exponent : {0, -149, -40, 120}) {
      const Case c = testing_support::scaled({d.a, d.b, {}}, exponent);
      EXPECT_EQ(orders_that_give(d.meet, c), 36) << d.what << " * 2^" << exponent;
      EXPECT_EQ(orders_that_give(d.meet, swapped(c)), 36) << d.what << " * 2^" << exponent << ", swapped";
    }
    for (int i = 0; i < 10; ++i) {
      Case c = {d.a, d.b, testing_support::signed_permutation(random)};
      c.pose.t = {5, -1000, 4096};
      for (Vec3f& corner : c.b) {
        corner = testing_support::to_float(testing_support::pulled_back(c.pose, to_double(corner)));
      }
      EXPECT_EQ(orders_that_give(d.meet, c), 36) << d.what << ", moved";
      EXPECT_EQ(orders_that_give(d.meet, swapped(c)), 36) << d.what << ", moved and swapped";
    }
  }
}

TEST(ExactTriangleTest, EveryContactOfTwoTriangles) {
  expect_decided(triangle_cases());
}

TEST(ExactTriangleTest, EveryContactOfPointsAndSegments) {
  expect_decided(zero_area_cases());
}

// A corner one float32 step off a face in either direction: the answer changes with the last bit, also where
// B is turned about the axis that the step is along.
TEST(ExactTriangleTest, TheLastBitDecides) {
  Pose pose;
  pose.r = {{{0.6f, -0.8f, 0}, {0.8f, 0.6f, 0}, {0, 0, 1}}};
  for (const float z : {1.0f, 1000.0f, 0x1p-140f, 0x1p100f, 0.0f}) {
    const Corners a = {{{-9 * z - 1, -9 * z - 1, z}, {9 * z + 1, -9 * z - 1, z}, {0, 9 * z + 1, z}}};
    for (const int step : {-1, 0, 1}) {
      const float low = step == 0 ? z : std::nextafter(z, step < 0 ? -HUGE_VALF : HUGE_VALF);
      const Corners b = {{{0, 0, low}, {0, z / 4, 2 * z + 1}, {z / 4, 0, 2 * z + 1}}};
      EXPECT_EQ(triangles_intersect_exactly(a, b, pose), low <= z) << z << ' ' << step;
    }
  }
}

// Every term of a moved coordinate counts, even one that a sum of doubles would lose.
TEST(ExactTriangleTest, SmallTermsBesideLargeOnesCount) {
  const Corners a = {{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}};
  constexpr float kLarge = std::numeric_limits<float>::max(),
                  kSmall = std::numeric_limits<float>::denorm_min();
  for (int term = 0; term < 4; ++term) {  // z = large - large + small, the small term in any place
    for (const float small : {-kSmall, 0.0f, kSmall}) {
      Pose pose;
      pose.r = {};
      std::array<float, 4> factors = {kLarge, kLarge, kLarge, kLarge}, corner = {1, 1, 1, 1};
      factors[static_cast<std::size_t>(term)] = small;
      factors[static_cast<std::size_t>((term + 1) % 4)] = 0;
      factors[static_cast<std::size_t>((term + 2) % 4)] = -kLarge;
      for (std::size_t i = 0; i < 3; ++i) pose.r[2][i] = factors[i];
      pose.t.z = factors[3];
      const Vec3f only = {corner[0], corner[1], corner[2]};
      EXPECT_EQ(triangles_intersect_exactly(a, {{only, only, only}}, pose), small == 0.0f)
          << term << ' ' << small;
    }
  }
}

__extension__ typedef __int128 Integer;
using Lattice = Vec3<Integer>;

Lattice cross(const Lattice& p, const Lattice& q) {
  return {p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x};
}
Integer dot(const Lattice& p, const Lattice& q) {
  return p.x * q.x + p.y * q.y + p.z * q.z;
}

int sign(Integer value) {
  return (value > 0) - (value < 0);
}

bool zero_between(const Lattice& p, const Lattice& q) {
  return cross(p, q) == Lattice{} && dot(p, q) <= 0;
}
bool zero_in(const Lattice& p, const Lattice& q, const Lattice& r) {
  const Lattice n = cross(q - p, r - p);
  return !(n == Lattice{}) && dot(n, p) == 0 && dot(cross(p, q), n) >= 0 && dot(cross(q, r), n) >= 0 &&
         dot(cross(r, p), n) >= 0;
}
bool zero_in(const Lattice& p, const Lattice& q, const Lattice& r, const Lattice& s) {
  const int volume = sign(dot(cross(q - p, r - p), s - p));
  const auto part = [&](const Lattice& x, const Lattice& y, const Lattice& z) {
    return sign(dot(cross(x, y), z)) * volume >= 0;
  };
  return volume != 0 && part(q, r, s) && part(p, s, r) && part(p, q, s) && part(p, r, q);
}

// Two convex sets meet if zero is a convex combination of the differences of their corners; four of these
// nine are enough (Caratheodory).
bool meet_by_brute_force(const std::vector<Lattice>& d) {
  for (std::size_t i = 0; i < d.size(); ++i) {
    for (std::size_t j = i; j < d.size(); ++j) {
      if (zero_between(d[i], d[j])) return true;
      for (std::size_t k = j + 1; k < d.size(); ++k) {
        if (zero_in(d[i], d[j], d[k])) return true;
        for (std::size_t l = k + 1; l < d.size(); ++l) {
          if (zero_in(d[i], d[j], d[k], d[l])) return true;
        }
      }
    }
  }
  return false;
}

std::vector<Lattice> differences(const Case& c) {
  const auto integer = [](float value) { return static_cast<Integer>(0x1p14 * value); };
  std::vector<Lattice> result;
  for (const Vec3f& a : c.a) {
    for (const Vec3f& b : c.b) {
      Lattice d;
      for (int axis = 0; axis < 3; ++axis) {
        const auto& row = c.pose.r[static_cast<std::size_t>(axis)];
        const Vec3d factors = {row[0], row[1], row[2]};
        d[axis] = integer(a[axis]) - integer(c.pose.t[axis]);
        for (int k = 0; k < 3; ++k) d[axis] -= static_cast<Integer>(factors[k]) * integer(b[k]);
      }
      result.push_back(d);
    }
  }
  return result;
}

TEST(ExactTriangleTest, IntegersByBruteForce) {
  Random random(2);
  int meeting = 0;
  for (int i = 0; i < 40000; ++i) {
    const Case c = i % 2 == 0
                       ? testing_support::lattice(random)
                       : testing_support::any_contact(random, i % 4 == 1 ? Numbers::coarse : Numbers::fine);
    const bool truth = meet_by_brute_force(differences(c));
    if (truth) ++meeting;
    ASSERT_EQ(triangles_intersect_exactly(c.a, c.b, c.pose), truth) << "case " << i;
  }
  EXPECT_GT(meeting, 10000);
  EXPECT_LT(meeting, 30000);
}

TEST(ExactTriangleTest, OrderOfCornersDoesNotMatter) {
  Random random(3);
  for (const testing_support::Family& family : testing_support::families()) {
    for (int i = 0; i < 300; ++i) {
      const Case c = family.make(random);
      const bool answer = triangles_intersect_exactly(c.a, c.b, c.pose);
      ASSERT_EQ(orders_that_give(answer, c), 36) << family.name << ", case " << i;
    }
  }
}

TEST(ExactTriangleTest, RolesCanBeSwapped) {
  Random random(4);
  for (int i = 0; i < 20000; ++i) {
    const Case c = testing_support::any_contact(random, i % 4 == 1 ? Numbers::coarse : Numbers::fine);
    ASSERT_EQ(triangles_intersect_exactly(c.a, c.b, c.pose),
              triangles_intersect_exactly(c.b, c.a, swapped(c).pose))
        << "case " << i;
  }
}

std::vector<TrianglePair> all_pairs(const Mesh& a, const Mesh& b, const Pose& pose) {
  std::vector<TrianglePair> pairs;
  for (std::uint32_t i = 0; i < a.triangle_count(); ++i) {
    for (std::uint32_t j = 0; j < b.triangle_count(); ++j) {
      if (triangles_intersect_exactly(a.corners(i), b.corners(j), pose)) pairs.push_back({i, j});
    }
  }
  return pairs;
}

TEST(ExactPairs, EveryTriangleAgainstEveryOther) {
  Random random(5);
  for (const std::uint32_t count : {1u, 2u, 3u, 40u}) {
    const Mesh soup = testing_support::random_soup(random, count, 1, 0.5);
    const Mesh torus = testing_support::torus(9, 6);
    for (const Pose& pose : {Pose{}, testing_support::random_pose(random, 0.2)}) {
      for (const auto& [a, b] : {std::pair{soup, torus}, std::pair{torus, soup}, std::pair{torus, torus}}) {
        const auto expected = all_pairs(a, b, pose);
        EXPECT_EQ(exact_pairs(CollisionObject::build(a), CollisionObject::build(b), pose), expected) << count;
        EXPECT_EQ(
            exact_pairs(CollisionObject::build(a, {6, "dop"}), CollisionObject::build(b, {6, "dop"}), pose),
            expected);
      }
    }
  }
}

// A surface against itself: every triangle meets itself and all of its neighbours.
TEST(ExactPairs, NeighboursOfAClosedSurface) {
  const CollisionObject torus = CollisionObject::build(testing_support::torus(20, 10));
  EXPECT_EQ(exact_pairs(torus, torus, {}).size(), 400u * 13u);
}

TEST(ExactPairs, TreesOfDifferentKAreRefused) {
  const Mesh mesh = testing_support::torus(4, 3);
  EXPECT_THROW(exact_pairs(CollisionObject::build(mesh, {6, "dop"}), CollisionObject::build(mesh), {}),
               std::invalid_argument);
}

}  // namespace
}  // namespace collisionchip
