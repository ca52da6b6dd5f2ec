// The study of §2's operation counts: the counting number counts, and what is counted are right tests.
#include <gtest/gtest.h>

#include <map>

#include "collisionchip/reference/triangle/exact_triangle_intersection.h"
#include "collisionchip/testbench/operations/barycentric_test.h"
#include "collisionchip/testbench/operations/moeller_test.h"
#include "collisionchip/testbench/operations/operation_study.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip {
namespace {

using testing_support::Corners;
using testing_support::Random;

TEST(Operations, TheNumberCountsWhatIsDone) {
  const OperationCounts before = CountedFloat::counted();
  const CountedFloat two(2), three(3);
  const CountedFloat value = (two * three + two - three) / -two;
  EXPECT_EQ(magnitude_of(value).value(), 2.5f);
  EXPECT_TRUE(two < three && two <= three && three > two && three >= two && two != three);
  const OperationCounts done = CountedFloat::counted() - before;
  EXPECT_EQ(done.multiplies, 1u);
  EXPECT_EQ(done.adds, 2u);
  EXPECT_EQ(done.divides, 1u);
  EXPECT_EQ(done.compares, 5u);
}

const OperationRow& row(const std::vector<OperationRow>& rows, const std::string& test,
                        TransformsCounted transforms) {
  for (const OperationRow& row : rows) {
    if (row.test.rfind(test, 0) == 0 && row.transforms == transforms) return row;
  }
  throw std::invalid_argument(test);
}

TEST(Operations, CountingChangesNoVerdictAndTheUnitsCountsAreKnown) {
  const CollisionObject object = CollisionObject::build(testing_support::torus(30, 16));
  Random random(41);
  std::vector<Pose> poses;
  for (int i = 0; i < 4; ++i) poses.push_back(testing_support::random_pose(random, 0.5));
  const std::vector<OperationRow> rows = count_operations(object, poses);
  for (const OperationRow& r : rows) {
    EXPECT_GT(r.pairs, 1000u);
    EXPECT_EQ(r.other_than_float, 0u) << r.test;
    EXPECT_LT(r.other_verdicts, r.pairs / 500) << r.test;
    EXPECT_LE(r.sum.multiplies, r.pairs * r.most.multiplies) << r.test;
  }
  // As tlm/statistics/costs.cpp has them: Eq. 4 for six edges, and two stages of 18 DOTADDs.
  const std::map<TransformsCounted, std::uint64_t> unit = {
      {TransformsCounted::none, 24}, {TransformsCounted::triangle, 78}, {TransformsCounted::all, 132}};
  for (const auto& [transforms, operations] : unit) {
    const OperationRow& r = row(rows, "ours, everything", transforms);
    EXPECT_EQ(r.sum.multiplies, operations * r.pairs);
    EXPECT_EQ(r.sum.adds, operations * r.pairs);
    EXPECT_EQ(r.sum.compares, 42 * r.pairs);
    EXPECT_EQ(r.sum.divides, 0u);
  }
  EXPECT_EQ(row(rows, "Möller 1997 without", TransformsCounted::all).sum.divides, 0u);
  EXPECT_EQ(row(rows, "Möller 1997", TransformsCounted::all).most.divides, 4u);
  for (const char* test : {"Möller 1997", "Möller 1997 without"}) {
    const OperationRow &all = row(rows, test, TransformsCounted::all),
                       &one_frame = row(rows, test, TransformsCounted::triangle);
    EXPECT_EQ(all.sum.multiplies - one_frame.sum.multiplies, 27 * all.pairs) << "one triangle is moved";
    EXPECT_EQ(all.sum.adds - one_frame.sum.adds, 27 * all.pairs);
  }
}

bool by_all(const Corners& a, const Corners& b, bool expected) {
  const bool with = MoellerTest<float, true>::intersect(a, b);
  const bool without = MoellerTest<float, false>::intersect(a, b);
  const bool barycentric = edges_meet_by_barycentrics(make_triangle_record(a, 0).to_unit, b) ||
                           edges_meet_by_barycentrics(make_triangle_record(b, 0).to_unit, a);
  return with == expected && without == expected && barycentric == expected;
}

// Random triangles are apart or meet clearly: float32 decides nearly all of them as exact arithmetic does.
TEST(Operations, TheOtherTestsAreRight) {
  Random random(42);
  int wrong = 0, hits = 0;
  constexpr int kPairs = 50000;
  for (int i = 0; i < kPairs; ++i) {
    const Corners a = testing_support::random_triangle(random, 0.5, 1);
    const Corners b = testing_support::random_triangle(random, 0.5, 1);
    const bool expected = triangles_intersect_exactly(a, b, {});
    hits += expected ? 1 : 0;
    wrong += by_all(a, b, expected) ? 0 : 1;
  }
  EXPECT_GT(hits, kPairs / 10);
  EXPECT_LT(wrong, 5);
}

// Möller's test has a case for triangles in one plane, exact on small integers.
TEST(Operations, MoellersTestKnowsTrianglesInOnePlane) {
  Random random(43);
  int hits = 0;
  for (int i = 0; i < 5000; ++i) {
    const auto corner = [&] {
      return Vec3f{static_cast<float>(random.below(12)), static_cast<float>(random.below(12)), 3};
    };
    const Corners a = {corner(), corner(), corner()}, b = {corner(), corner(), corner()};
    const auto flat = [](const Corners& c) { return cross_of(c[1] - c[0], c[2] - c[0]).z == 0; };
    if (flat(a) || flat(b)) continue;
    const bool expected = triangles_intersect_exactly(a, b, {});
    const bool found = MoellerTest<float, true>::intersect(a, b);
    EXPECT_EQ((MoellerTest<float, false>::intersect(a, b)), found);
    if (found) {
      EXPECT_TRUE(expected);
    }
    // Corners and edges on edges are touching; inside() wants the inside.
    hits += found ? 1 : 0;
  }
  EXPECT_GT(hits, 1000);
}

}  // namespace
}  // namespace collisionchip
