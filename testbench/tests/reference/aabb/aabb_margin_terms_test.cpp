// Every term of the margins of docs/aabb.md, computed a second time from the page, in long double: maps and boxes for
// which each term in turn is the largest part of some margin.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "collisionchip/reference/aabb/box_overlap.h"
#include "collisionchip/reference/aabb/triangle_box_test.h"
#include "collisionchip/testbench/tests/reference/exact_triangle_cases.h"

namespace collisionchip {
namespace {

using testing_support::Random;
using Real = long double;
using Reals = std::array<Real, 3>;

constexpr Real kPageUnit = 0x1p-24L, kPageLeast = 0x1p-140L;

struct MarginCase {
  RigidMap map;
  Aabb source, other;
};

// Sizes of its own along each axis, and on each side of the origin: every one of the six planes may be the farthest.
Aabb uneven_box(Random& random, int most_exponent, int spread) {
  Aabb box;
  for (std::size_t p = 0; p < 6; p += 2) {
    const auto at = [&] {
      return static_cast<float>(std::ldexp(random.uniform(-1, 1), most_exponent - random.below(spread + 1)));
    };
    const float one = at(), two = at();
    box.plane[p] = std::min(one, two);
    box.plane[p + 1] = std::max(one, two);
  }
  return box;
}

// A rotation; one whose rows are a little off; a shear; scales by axis; entries of any size; a signed permutation.
Matrix3 any_rows(Random& random, int kind) {
  const Pose pose =
      kind % 6 == 5 ? testing_support::signed_permutation(random) : testing_support::random_pose(random, 0);
  Matrix3 rows;
  for (std::size_t i = 0; i < 3; ++i) {
    rows[i] = {pose.r[i][0], pose.r[i][1], pose.r[i][2]};
    for (int j = 0; j < 3; ++j) {
      if (kind % 6 == 1) rows[i][j] *= 1 + std::ldexp(random.uniform(-1, 1), -12 - random.below(10));
      if (kind % 6 == 2 && j == 2) rows[i][j] += random.uniform(-1, 1) * rows[i][0];
      if (kind % 6 == 3) rows[i][j] *= std::ldexp(1, j == 0 ? 6 : j == 1 ? 0 : -6);
      if (kind % 6 == 4) rows[i][j] = std::ldexp(random.uniform(-1, 1), random.below(40) - 20);
    }
  }
  return rows;
}

MarginCase margin_case(Random& random, int n) {
  MarginCase c;
  c.map.rows = any_rows(random, n);
  const int scale = n % 4 == 0 ? -138 : n % 4 == 1 ? random.below(60) - 30 : 0;
  const auto part = [&](int spread) {
    return std::ldexp(random.uniform(-1, 1), scale - random.below(spread));
  };
  if (n % 3 != 0) c.map.t = {part(40), part(40), part(40)};
  // Numbers that float32 does not have, as those of an inverse; else they are a pose's.
  if (n % 5 != 0) {
    for (Vec3d& row : c.map.rows) row = to_double(testing_support::to_float(row));
    c.map.t = to_double(testing_support::to_float(c.map.t));
  }
  if (n % 7 == 1) c.map.row_error = std::ldexp(1.0, -20 - random.below(30));
  if (n % 7 == 2) c.map.translation_error = std::ldexp(1.0, scale - 20 - random.below(30));
  c.source = uneven_box(random, scale, 40);
  c.other = uneven_box(random, scale - 20 * random.below(3), 40);
  return c;
}

Real reach(const Aabb& box, int axis) {
  return std::max(std::abs(Real{box.low(axis)}), std::abs(Real{box.high(axis)}));
}

// What the page makes of a case, by its formulas.
struct Page {
  std::array<Reals, 3> r{};  // the float32 map
  Reals source{}, moved{}, other{}, error{};
  Real skew = 0, most_raised = 1;

  explicit Page(const MarginCase& c) {
    for (std::size_t i = 0; i < 3; ++i) {
      const int row = static_cast<int>(i);
      const Real t = static_cast<float>(c.map.t[row]);
      source[i] = reach(c.source, row);
      other[i] = reach(c.other, row);
      moved[i] = std::abs(t);
      error[i] = c.map.translation_error + std::abs(Real{c.map.t[row]} - t);
      for (int j = 0; j < 3; ++j) {
        const Real entry = static_cast<float>(c.map.rows[i][j]);
        r[i][static_cast<std::size_t>(j)] = entry;
        moved[i] += std::abs(entry) * reach(c.source, j);
        error[i] += c.map.row_error * reach(c.source, j) +
                    std::abs(Real{c.map.rows[i][j]} - entry) * reach(c.source, j);
      }
    }
    add_skew();
  }
  Real size(std::size_t i, std::size_t j) const { return std::abs(r[i][j]); }
  Real raised(std::size_t i, std::size_t j) const { return size(i, j) + skew; }
  // By how much boxes of the other frame grow, and of the moved ones.
  Real of_other(std::size_t i, int units) const {
    return units * kPageUnit * (moved[i] + other[i]) + error[i];
  }
  Real most_of_row(std::size_t i) const {
    return std::max({Real{1}, raised(i, 0), raised(i, 1), raised(i, 2)});
  }

 private:
  // How much R^T R exceeds or differs from 1, and the product of two columns the third one.
  void add_skew() {
    Real largest = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      const std::size_t k = (j + 1) % 3, l = (j + 2) % 3;
      Real length = -1, angle = 0;
      for (std::size_t i = 0; i < 3; ++i) {
        length += r[i][j] * r[i][j];
        angle += r[i][j] * r[i][k];
        largest = std::max(largest, size(i, j));
        const std::size_t p = (i + 1) % 3, q = (i + 2) % 3;
        skew = std::max(skew, std::abs(r[p][j] * r[q][k] - r[q][j] * r[p][k]) - size(i, l));
      }
      skew = std::max({skew, length, std::abs(angle)});
    }
    skew += 0x1p-48L * (1 + largest * largest);
    for (std::size_t i = 0; i < 3; ++i) most_raised = std::max(most_raised, most_of_row(i));
  }
};

// At least what the page says, and hardly more.
void expect_margin(float found, Real wanted, const char* what, int n) {
  EXPECT_GE(Real{found}, wanted) << what << ' ' << n;
  EXPECT_LE(Real{found}, wanted * (1 + 0x1p-19L) + 0x1p-149L) << what << ' ' << n;
}

// The places of numbers(), in its order.
constexpr std::size_t kFaceColumns = 12, kEdgeRows = 21, kTheirs = 30, kOwn = 33, kEdges = 36;

TEST(BoxOverlap, EveryTermOfItsMarginsIsThatOfThePage) {
  Random random(91);
  for (int n = 0; n < 3000; ++n) {
    const MarginCase c = margin_case(random, n);
    const Page page(c);
    const BoxOverlap::Numbers found = BoxOverlap(c.map, c.source, c.other).numbers();
    Reals other, source;
    Real source_sum = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      other[i] = page.of_other(i, 13) + kPageLeast * page.most_of_row(i);
      source[i] = 13 * kPageUnit * page.source[i] + kPageLeast;
      source_sum += page.source[i];
    }
    for (std::size_t i = 0; i < 3; ++i) {
      Real theirs = other[i], own = source[i] + page.skew * source_sum;
      for (std::size_t j = 0; j < 3; ++j) {
        theirs += page.size(i, j) * source[j];
        own += page.raised(j, i) * other[j];
        EXPECT_EQ(Real{found[kFaceColumns + 3 * j + i]}, page.size(i, j)) << n;
        expect_margin(found[kEdgeRows + 3 * i + j], page.raised(i, j), "raised entry", n);
        // Along axis i of the other frame times axis j of the box: the factors of their other two axes.
        Real edge = 0;
        for (std::size_t m = 0; m < 3; ++m) {
          if (m != i) edge += other[m] * page.raised(3 - i - m, j);
          if (m != j) edge += source[m] * page.raised(i, 3 - j - m);
        }
        expect_margin(found[kEdges + 3 * i + j], edge, "edge", n);
      }
      expect_margin(found[kTheirs + i], theirs, "theirs", n);
      expect_margin(found[kOwn + i], own, "own", n);
    }
  }
}

// The map of a case that takes a point of the source box to exactly zero, so that a moved corner's box is the margin.
TEST(TriangleBoxTest, EveryTermOfItsMarginIsThatOfThePage) {
  Random random(92);
  for (int n = 0; n < 3000; ++n) {
    MarginCase c = margin_case(random, n);
    Vec3f at{};
    if (n % 6 == 5) {  // a signed permutation
      for (int i = 0; i < 3; ++i) {
        const float t = static_cast<float>(c.map.t[i]);
        for (int j = 0; j < 3; ++j) {
          if (c.map.rows[static_cast<std::size_t>(i)][j] != 0)
            at[j] = -t * static_cast<float>(c.map.rows[static_cast<std::size_t>(i)][j]);
        }
      }
      c.source = enclosing(c.source, box_of({at, at, at}));
    } else {
      c.map.t = {};
    }
    const Page page(c);
    const TriangleBoxTest test(c.map, c.source, c.other);
    TriangleBoxTest::Moved moved;
    test.move({at, at, at}, moved);
    for (std::size_t i = 0; i < 3; ++i) {
      ASSERT_EQ(moved.corners[i][0], 0);
      expect_margin(moved.high[i], page.of_other(i, 12) + kPageLeast, "high", n);
      expect_margin(-moved.low[i], page.of_other(i, 12) + kPageLeast, "low", n);
    }
  }
}

// Where intermediate results may reach 2^120, the margins are infinite. Below that they are finite, unless the map
// raises them themselves beyond float32.
TEST(BoxOverlap, MarginsAreInfiniteWhereResultsMightOverflow) {
  Random random(93);
  int finite = 0, own_only = 0;
  for (int n = 0; n < 3000; ++n) {
    MarginCase c = margin_case(random, 6 * n + 2 + n % 3);
    const auto grown = [&](Aabb& box, int to) {
      for (float& plane : box.plane) plane = std::ldexp(plane, to);
    };
    c.map.row_error = n % 2 == 0 ? 0 : 0x1p-3;
    grown(c.source, n % 4 == 1 ? 0 : 104 + random.below(16));
    grown(c.other, n % 4 == 2 ? 0 : 104 + random.below(16));
    if (n % 4 == 3) c.map.t[n % 3] = std::ldexp(1.0, 112 + random.below(8));
    if (n % 16 == 5) c.map.translation_error = 0x1p118;
    const Page page(c);
    Real largest = 0;
    for (std::size_t i = 0; i < 3; ++i)
      largest = std::max(largest, page.moved[i] + page.other[i] + page.source[i] + page.error[i]);
    const BoxOverlap::Numbers found = BoxOverlap(c.map, c.source, c.other).numbers();
    const auto expect_infinite = [&](std::size_t place, Real most) {
      if (most >= 0x1p120L * (1 + 0x1p-40L)) {
        EXPECT_TRUE(std::isinf(found[place])) << n;
      }
      if (most < 0x1p120L * (1 - 0x1p-40L) && page.most_raised < 4) {
        EXPECT_TRUE(std::isfinite(found[place])) << n;
      }
    };
    finite += 4 * largest < 0x1p120L && page.most_raised < 4 ? 1 : 0;
    own_only += 4 * largest < 0x1p120L && 4 * largest * page.most_raised >= 0x1p120L ? 1 : 0;
    for (std::size_t place = kTheirs; place < kOwn; ++place) expect_infinite(place, 4 * largest);
    for (std::size_t place = kOwn; place < found.size(); ++place)
      expect_infinite(place, 4 * largest * page.most_raised);
  }
  EXPECT_GT(finite, 500);
  EXPECT_GT(own_only, 100);
}

// A corner of the box lies before the middle of a triangle: only the triangle's normal parts them. If the box lies next to the
// triangle's shortest side, an edge parts them.
bool parted_at(float size, const Vec3f& corner) {
  const std::array<Vec3f, 3> triangle = {{{size, 0, 0}, {0, size, 0}, {0, 0, size}}};
  const Aabb box{{0, size * corner.x, 0, size * corner.y, 0, size * corner.z}};
  const TriangleBoxTest test(RigidMap::of(Pose{}, TumbledSide::b), box_of(triangle), box);
  TriangleBoxTest::Moved moved;
  test.move(triangle, moved);
  const auto lanes = [&](std::size_t end) {
    return Float4{box.plane[end], box.plane[2 + end], box.plane[4 + end], 0};
  };
  return !test.overlap(moved, lanes(0), lanes(1));
}

// Three and a quarter sides are what the coordinates may reach, and 2^38 is the limit of cubes.
TEST(TriangleBoxTest, NothingButFacesPartsWhereCubesMightOverflow) {
  EXPECT_TRUE(parted_at(0x1p36f, {0.125f, 0.125f, 0.125f}));
  EXPECT_FALSE(parted_at(0x1p37f, {0.125f, 0.125f, 0.125f}));
  EXPECT_FALSE(parted_at(0x1p50f, {0.125f, 0.125f, 0.125f}));
  // Squares of these would do, but edges have the same margin.
  EXPECT_TRUE(parted_at(0x1p36f, {0.625f, 0.25f, 0}));
  EXPECT_FALSE(parted_at(0x1p37f, {0.625f, 0.25f, 0}));
}

TEST(TriangleBoxTest, FacesPartNothingWhereSumsMightOverflow) {
  const auto parted = [](float size) {
    const std::array<Vec3f, 3> point = {{{size, 0, 0}, {size, 0, 0}, {size, 0, 0}}};
    const Aabb box{{0, size / 2, 0, 0, 0, 0}};
    const TriangleBoxTest test(RigidMap::of(Pose{}, TumbledSide::b), box_of(point), box);
    TriangleBoxTest::Moved moved;
    test.move(point, moved);
    const auto lanes = [&](std::size_t end) {
      return Float4{box.plane[end], box.plane[2 + end], box.plane[4 + end], 0};
    };
    return !test.overlap(moved, lanes(0), lanes(1));
  };
  EXPECT_TRUE(parted(0x1p118f));
  EXPECT_FALSE(parted(0x1p119f));
  EXPECT_FALSE(parted(0x1p126f));
}

// A map of infinities or without numbers parts nothing.
TEST(BoxOverlap, AMapThatIsNoneHasInfiniteMargins) {
  for (const double odd : {HUGE_VAL, std::numeric_limits<double>::quiet_NaN()}) {
    RigidMap map = RigidMap::of(Pose{}, TumbledSide::b);
    map.row_error = odd;
    const Aabb box{{-1, 1, -1, 1, -1, 1}};
    const BoxOverlap::Numbers found = BoxOverlap(map, box, box).numbers();
    for (std::size_t place = kTheirs; place < found.size(); ++place) EXPECT_EQ(found[place], HUGE_VALF);
  }
}

}  // namespace
}  // namespace collisionchip
