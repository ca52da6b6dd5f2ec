// Tumbled A under poses whose matrix is affine, anisotropic and nearly singular. The inverse, its bounds and the results of
// the DOP transform are compared with rational arithmetic, the triangle filter with the exact
// predicate. The pose's numbers are integers, so that 128 bits hold its determinant and its cofactors.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

#include "collisionchip/reference/dop/dop_transform.h"
#include "collisionchip/reference/tree/dop_tree.h"
#include "collisionchip/reference/triangle/exact_triangle_intersection.h"
#include "collisionchip/reference/triangle/triangle_intersection.h"
#include "collisionchip/testbench/tests/reference/exact_triangle_cases.h"

namespace collisionchip {
namespace {

using testing_support::Corners;
using testing_support::Random;
using testing_support::to_float;

__extension__ using Integer = __int128;
using IntegerMatrix = std::array<std::array<Integer, 3>, 3>;

// A pose of integers with its exact inverse, a quotient of integers entry by entry.
struct NearlySingular {
  Pose pose;
  IntegerMatrix cofactors;  // [i][j]: of entry i of the inverse's row j, transposed already
  Integer determinant = 0;

  long double inverse(std::size_t i, std::size_t j) const {
    return static_cast<long double>(cofactors[i][j]) / static_cast<long double>(determinant);
  }
  // R^-1 (x - t) along n, for integers.
  long double pulled_back(const Vec3d& n, const Vec3f& x) const {
    Integer sum = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        const int axis = static_cast<int>(j);
        const auto from_t = static_cast<Integer>(x[axis]) - static_cast<Integer>(pose.t[axis]);
        sum += static_cast<Integer>(n[static_cast<int>(i)]) * cofactors[i][j] * from_t;
      }
    }
    return static_cast<long double>(sum) / static_cast<long double>(determinant);
  }
};

// Row 2 is the sum of the others but in one column, where those cancel each other and leave a small number: the
// determinant is as much smaller than its terms, down to 2^-37. Rows and columns in any order.
NearlySingular nearly_singular(Random& random) {
  const int exponent = random.below(17), bits = 8 + random.below(15);
  const auto large = [&] {
    return std::ldexp(static_cast<float>(random.below(2 << bits) - (1 << bits)), exponent);
  };
  std::array<std::array<float, 3>, 3> r{};
  for (std::size_t j = 0; j < 3; ++j) r[0][j] = large();
  r[1] = {-r[0][0], large(), large()};
  r[2] = {static_cast<float>(1 + random.below(7)), r[0][1] + r[1][1], r[0][2] + r[1][2]};
  NearlySingular result;
  const int row = random.below(3), column = random.below(3);
  const auto index = [](std::size_t k, int turn) { return (k + static_cast<std::size_t>(turn)) % 3; };
  IntegerMatrix m;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      const float entry = r[index(i, row)][index(j, column)];
      result.pose.r[i][j] = entry;
      m[i][j] = static_cast<Integer>(entry);
    }
  }
  for (int i = 0; i < 3; ++i) result.pose.t[i] = static_cast<float>(random.below(1 << 16) - (1 << 15));
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      const std::size_t p = (j + 1) % 3, q = (j + 2) % 3, s = (i + 1) % 3, t = (i + 2) % 3;
      result.cofactors[i][j] = m[p][s] * m[q][t] - m[p][t] * m[q][s];
    }
  }
  for (std::size_t j = 0; j < 3; ++j) result.determinant += m[0][j] * result.cofactors[j][0];
  return result;
}

NearlySingular any_nearly_singular(Random& random) {
  for (;;) {
    const NearlySingular found = nearly_singular(random);
    if (found.determinant != 0) return found;
  }
}

Vec3f integer_point(Random& random) {
  const auto draw = [&] { return static_cast<float>(random.below(1 << 17) - (1 << 16)); };
  return {draw(), draw(), draw()};
}

// The premise of the filter's first stage: entries that are off by one rounding only, or no bound at all.
TEST(IllConditioned, AnInverseWithABoundIsAccurateEntryByEntry) {
  Random random(61);
  int bounded = 0, unbounded = 0;
  for (int i = 0; i < 20000; ++i) {
    const NearlySingular s = any_nearly_singular(random);
    const FrameMatrices frames = make_frame_matrices(s.pose, TumbledSide::a);
    if (!std::isfinite(frames.to_aligned_bound[0])) {
      ++unbounded;
      continue;
    }
    ++bounded;
    for (std::size_t row = 0; row < 3; ++row) {
      for (std::size_t j = 0; j < 3; ++j) {
        const long double exact = s.inverse(row, j);
        ASSERT_LE(std::abs(frames.to_aligned[row][j] - exact), 1.001L * 0x1p-24L * std::abs(exact)) << i;
      }
    }
  }
  EXPECT_GT(bounded, 100);
  EXPECT_GT(unbounded, 10000);
}

TEST(IllConditioned, TheErrorsOfTheInverseAreCovered) {
  Random random(67);
  int finite = 0;
  for (int i = 0; i < 20000; ++i) {
    const NearlySingular s = any_nearly_singular(random);
    const RigidMap map = RigidMap::of(s.pose, TumbledSide::a);
    if (!std::isfinite(map.row_error)) continue;
    ++finite;
    for (std::size_t row = 0; row < 3; ++row) {
      for (std::size_t j = 0; j < 3; ++j) {
        const long double off = std::abs(map.rows[row][static_cast<int>(j)] - s.inverse(row, j));
        ASSERT_LE(off, map.row_error) << i;
      }
      Vec3d n;
      n[static_cast<int>(row)] = 1;
      ASSERT_LE(std::abs(map.t[static_cast<int>(row)] - s.pulled_back(n, {})), map.translation_error) << i;
    }
  }
  EXPECT_GT(finite, 10000);
}

// As the page derives them: twice the norm of the inverse times that of E, whose entries are three roundings off;
// of the translation, that and what the product rounds, times the way.
TEST(IllConditioned, TheErrorOfTheInverseIsTheOneOfThePage) {
  Random random(71);
  const auto norm = [](const auto& rows) {
    double most = 0;
    for (const Vec3d& row : rows)
      most = std::max(most, (std::abs(row.x) + std::abs(row.y)) + std::abs(row.z));
    return most;
  };
  int unusable = 0;
  for (int i = 0; i < 2000; ++i) {
    NearlySingular s = any_nearly_singular(random);
    if (i % 2 == 0) s.pose.r = testing_support::signed_permutation(random).r;  // an exact inverse
    if (i % 16 == 1) {  // lost in rounding: rows that differ in their last digits
      s.pose.r[1] = s.pose.r[0];
      s.pose.r[1][0] = std::nextafter(s.pose.r[1][0], 0.0f);
      for (float& entry : s.pose.r[2]) entry = std::ldexp(entry, 15 + random.below(15));
    }
    const RigidMap map = RigidMap::of(s.pose, TumbledSide::a), pose = RigidMap::of(s.pose, TumbledSide::b);
    double largest = 0;
    for (int row = 0; row < 3; ++row) {
      for (int j = 0; j < 3; ++j) {
        const Vec3d column = {map.rows[0][j], map.rows[1][j], map.rows[2][j]};
        largest = std::max(largest, std::abs(dot(pose.rows[static_cast<std::size_t>(row)], column) -
                                             (row == j ? 1.0 : 0.0)));
      }
    }
    const double e = 3 * (largest + 0x1p-50 * norm(pose.rows) * norm(map.rows));
    if (!(e < 0.5)) {
      ++unusable;
      EXPECT_EQ(map.row_error, HUGE_VAL);
      continue;
    }
    EXPECT_NEAR(map.row_error / (2 * norm(map.rows) * e), 1, 1e-9);
    const double way = (std::abs(pose.t.x) + std::abs(pose.t.y)) + std::abs(pose.t.z);
    EXPECT_NEAR(map.translation_error / ((map.row_error + 0x1p-50 * norm(map.rows)) * way), 1, 1e-9);
  }
  EXPECT_GT(unusable, 10);
}

// A single point of A, which the inverse puts into the frame of B: its place comes from the matrix, from the translation, or
// from both.
TEST(IllConditioned, NoPointOfATumbledAIsLost) {
  Random random(73);
  int losses = 0, certain = 0;
  for (int i = 0; i < 4000; ++i) {
    NearlySingular s = any_nearly_singular(random);
    const Vec3f p = i % 3 == 0 ? Vec3f{} : integer_point(random);
    if (i % 3 == 1) s.pose.t = {};
    for (const int k : {6, 24, 26}) {
      const DopNode node = leaf_dop(k, {p, p, p}, 0);
      PartnerDop partner{};
      make_dop_transform(k, RigidMap::of(s.pose, TumbledSide::a), node).apply(node, partner);
      for (int m = 0; m < k / 2; ++m) {
        const long double exact = s.pulled_back(dop_directions(k).normal(m), p);
        const long double last_digits = 0x1p-60L * std::abs(exact);
        certain += std::isfinite(partner[m]) ? 1 : 0;
        losses += partner[m] < exact - last_digits ? 1 : 0;
        losses += partner[m + k / 2] > exact + last_digits ? 1 : 0;
      }
    }
  }
  EXPECT_EQ(losses, 0);
  EXPECT_GT(certain, 50000);
}

// A's triangle spans B's moved triangle, passes through one of its corners, or lies next to it.
TEST(IllConditioned, TheFilterIsNeverWrong) {
  Random random(79);
  int wrong = 0, certain = 0, meeting = 0;
  for (int i = 0; i < 20000; ++i) {
    const NearlySingular s = any_nearly_singular(random);
    const double size = std::ldexp(1.0, -random.below(20)), reach = std::ldexp(size, random.below(10));
    const bool touches = random.below(2) == 0;
    Corners a, b;
    const Vec3d middle = random.point(1), beside = touches ? Vec3d{} : random.point(reach);
    for (std::size_t k = 0; k < 3; ++k) {
      b[k] = to_float(middle + random.point(size));
      const Vec3d near = touches && k == 0 ? to_double(b[0]) : middle + beside + random.point(reach);
      Vec3d image = to_double(s.pose.t);
      for (int row = 0; row < 3; ++row) {
        const auto& r = s.pose.r[static_cast<std::size_t>(row)];
        image[row] += dot({r[0], r[1], r[2]}, near);
      }
      a[k] = to_float(image);
    }
    const bool truth = triangles_intersect_exactly(a, b, s.pose);
    meeting += truth ? 1 : 0;
    const TriangleRecord record_a = make_triangle_record(a, 0), record_b = make_triangle_record(b, 0);
    for (const TumbledSide side : {TumbledSide::a, TumbledSide::b}) {
      const FrameMatrices frames = make_frame_matrices(s.pose, side);
      const Verdict verdict = side == TumbledSide::a ? triangle_verdict(record_a, record_b, frames)
                                                     : triangle_verdict(record_b, record_a, frames);
      certain += verdict != Verdict::uncertain ? 1 : 0;
      wrong += verdict != Verdict::uncertain && (verdict == Verdict::hit) != truth ? 1 : 0;
    }
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(certain, 1000);
  EXPECT_GT(meeting, 1000);
}

}  // namespace
}  // namespace collisionchip
