// The filter of the triangle test: what it is certain of is true, for every family of contacts, both sides
// tumbled and every order of corners; and on ordinary input it is nearly always certain. The truth is the
// exact predicate, which exact_triangle_oracle_test.cpp holds against CGAL.
#include "collisionchip/reference/triangle/triangle_filter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "collisionchip/reference/triangle/exact_triangle_intersection.h"
#include "collisionchip/reference/triangle/uncertainty.h"
#include "collisionchip/testbench/tests/reference/exact_triangle_cases.h"

namespace collisionchip {
namespace {

using testing_support::Case;
using testing_support::Corners;
using testing_support::Family;
using testing_support::Random;
using testing_support::to_float;

// Pairs per family; COLLISIONCHIP_EXACT_CASES asks for more.
int case_count() {
  const char* wanted = std::getenv("COLLISIONCHIP_EXACT_CASES");
  return wanted != nullptr ? std::atoi(wanted) : 10000;
}

Verdict verdict_of(const Case& c, TumbledSide side) {
  const TriangleRecord a = make_triangle_record(c.a, 0), b = make_triangle_record(c.b, 0);
  const FrameMatrices frames = make_frame_matrices(c.pose, side);
  return side == TumbledSide::a ? triangle_verdict(a, b, frames) : triangle_verdict(b, a, frames);
}

bool contradicts(Verdict verdict, bool truth) {
  return verdict != Verdict::uncertain && (verdict == Verdict::hit) != truth;
}

class TriangleFilter : public testing::TestWithParam<Family> {};
INSTANTIATE_TEST_SUITE_P(Families, TriangleFilter, testing::ValuesIn(testing_support::families()),
                         [](const testing::TestParamInfo<Family>& family) {
                           std::string letters;
                           for (const char c : std::string(family.param.name)) {
                             if (std::isalnum(static_cast<unsigned char>(c)) != 0) letters += c;
                           }
                           return letters;
                         });

TEST_P(TriangleFilter, IsNeverWrong) {
  Random random(7);
  int uncertain = 0, wrong = 0;
  const int count = case_count();
  for (int i = 0; i < count; ++i) {
    const Case c = GetParam().make(random);
    const bool truth = triangles_intersect_exactly(c.a, c.b, c.pose);
    for (const TumbledSide side : {TumbledSide::a, TumbledSide::b}) {
      const Verdict verdict = verdict_of(c, side);
      uncertain += verdict == Verdict::uncertain ? 1 : 0;
      wrong += contradicts(verdict, truth) ? 1 : 0;
    }
  }
  std::printf("%-28s %d verdicts, %d uncertain, %d wrong\n", GetParam().name, 2 * count, uncertain, wrong);
  EXPECT_EQ(wrong, 0);
  if (std::string(GetParam().name) == "generic") {
    EXPECT_LT(uncertain, 2 * count / 1000) << "a filter that is certain of nothing would pass the rest";
  }
}

TEST(TriangleFilterCases, EveryOrderOfCorners) {
  Random random(11);
  std::array<std::size_t, 3> first = {0, 1, 2};
  for (int i = 0; i < 300; ++i) {
    const Case c =
        testing_support::families()[static_cast<std::size_t>(i) % testing_support::families().size()].make(
            random);
    const bool truth = triangles_intersect_exactly(c.a, c.b, c.pose);
    do {
      std::array<std::size_t, 3> second = {0, 1, 2};
      do {
        const Case turned{{c.a[first[0]], c.a[first[1]], c.a[first[2]]},
                          {c.b[second[0]], c.b[second[1]], c.b[second[2]]},
                          c.pose};
        EXPECT_FALSE(contradicts(verdict_of(turned, TumbledSide::a), truth));
        EXPECT_FALSE(contradicts(verdict_of(turned, TumbledSide::b), truth));
      } while (std::next_permutation(second.begin(), second.end()));
    } while (std::next_permutation(first.begin(), first.end()));
  }
}

TEST(TriangleFilterCases, NothingIsCertainOfWhatIsNotFinite) {
  const Corners corners = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
  const TriangleRecord good = make_triangle_record(corners, 0);
  const FrameMatrices frames = make_frame_matrices({}, TumbledSide::b);
  for (const float value :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    TriangleRecord bad = good;
    bad.corners[1].x = value;
    for (auto& row : bad.to_unit) row[0] = value;
    EXPECT_EQ(triangle_verdict(bad, good, frames), Verdict::uncertain);
    EXPECT_EQ(triangle_verdict(good, bad, frames), Verdict::uncertain);
  }
  Pose singular;
  singular.r[2] = singular.r[1];
  EXPECT_EQ(make_frame_matrices(singular, TumbledSide::b).to_tumbled_bound[0], HUGE_VALF);
}

TEST(TriangleFilterCases, ZeroAreaIsMissedOnlyWhenItIsClearlyApart) {
  const auto point_at = [](const Vec3f& p) { return make_triangle_record({p, p, p}, 0); };
  const TriangleRecord face = make_triangle_record({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}, 0);
  const FrameMatrices frames = make_frame_matrices({}, TumbledSide::b);
  EXPECT_EQ(point_at({5, 5, 5}).bound[0], HUGE_VALF);
  EXPECT_EQ(triangle_verdict(point_at({0.25f, 0.25f, 0}), face, frames), Verdict::uncertain);
  EXPECT_EQ(triangle_verdict(point_at({0.25f, 0.25f, 1}), face, frames), Verdict::miss);
}

TEST(TriangleFilterCases, TheCauseOfUncertainty) {
  const Corners face = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
  const struct {
    Corners other;
    Uncertainty cause;
  } cases[] = {
      {{{{0.25f, 0.25f, 0}, {0.25f, 0.25f, 0}, {0.25f, 0.25f, 0}}}, Uncertainty::unbounded},
      {{{{0.25f, 0.25f, 0}, {2, 0.5f, 0}, {0.5f, 2, 0}}}, Uncertainty::coplanar},
      {{{{0.25f, 0.25f, 0}, {2, 0.5f, 1}, {0.5f, 2, 1}}}, Uncertainty::corner},
      {{{{0.25f, 0, -1}, {0.25f, 0, 1}, {0.25f, -1, 0.5f}}}, Uncertainty::side},
  };
  for (const auto& [other, cause] : cases) {
    for (const TumbledSide side : {TumbledSide::a, TumbledSide::b}) {
      const FrameMatrices frames = make_frame_matrices({}, side);
      const TriangleRecord a = make_triangle_record(face, 0), b = make_triangle_record(other, 0);
      EXPECT_EQ(triangle_verdict(a, b, frames), Verdict::uncertain);
      EXPECT_EQ(triangle_verdict(b, a, frames), Verdict::uncertain);
      EXPECT_EQ(cause_of_uncertainty(a, b, frames), cause);
      EXPECT_EQ(cause_of_uncertainty(b, a, frames), cause);
    }
  }
}

// Corners are integers below 2^24 here, in units of 2^-24, so that doubles hold u x v exactly; the rows of
// the matrix, in those units, are what make_triangle_record has to find among components that nearly cancel.
TEST(TriangleFilterCases, EntriesThatCancelAreAccurate) {
  Random random(13);
  int small = 0;
  for (int i = 0; i < 20000; ++i) {
    std::array<Vec3d, 3> p;
    for (Vec3d& corner : p) {
      corner = {double(random.below(1 << 24)), double(random.below(1 << 24)), double(1 << 22)};
      corner.z += random.below(3);
    }
    // A sliver: the third corner is next to the middle of an edge.
    if (i % 2 == 0) {
      for (int axis = 0; axis < 3; ++axis)
        p[2][axis] = std::floor((p[0][axis] + p[1][axis]) / 2) + random.below(2);
    }
    const Vec3d n = cross(p[1] - p[0], p[2] - p[0]);
    if (dot(n, n) == 0) continue;
    const auto corner = [&](std::size_t c) { return to_float(0x1p-24 * p[c]); };
    const TriangleRecord record = make_triangle_record({corner(0), corner(1), corner(2)}, 0);
    ASSERT_TRUE(std::isfinite(record.bound[2]));
    const Vec3d row = {record.to_unit[2][0], record.to_unit[2][1], record.to_unit[2][2]};
    const double scale = std::sqrt(dot(row, row) / dot(n, n));
    for (int axis = 0; axis < 3; ++axis) {
      ASSERT_NEAR(row[axis], scale * n[axis], 0x1p-22 * scale * std::abs(n[axis])) << i;
      small += n[axis] != 0 && std::abs(n[axis]) < 0x1p-28 * std::sqrt(dot(n, n)) ? 1 : 0;
    }
  }
  EXPECT_GT(small, 0);
}

}  // namespace
}  // namespace collisionchip
