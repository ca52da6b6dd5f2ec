// The filter of the triangle test: what it is certain of is true, for every family of contacts, both sides
// tumbled and every order of corners; and on ordinary input it is nearly always certain. The truth is the
// exact predicate, which exact_triangle_test_oracle_test.cpp holds against CGAL.
#include "reference/triangle_filter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "reference/exact_triangle_test.h"
#include "testbench/tests/reference/exact_triangle_test_cases.h"

namespace collisionchip {
namespace {

using testing_support::Case;
using testing_support::Corners;
using testing_support::Family;
using testing_support::Random;

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

}  // namespace
}  // namespace collisionchip
