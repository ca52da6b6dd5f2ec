// The study of §2's operation counts: the counting number counts, and what is counted are right tests.
#include <gtest/gtest.h>

#include <map>

#include "collisionchip/reference/all_pairs/edge_solver.h"
#include "collisionchip/reference/triangle/exact_triangle_intersection.h"
#include "collisionchip/testbench/operations/barycentric_test.h"
#include "collisionchip/testbench/operations/erit_test.h"
#include "collisionchip/testbench/operations/moeller_test.h"
#include "collisionchip/testbench/operations/operation_study.h"
#include "collisionchip/testbench/tests/reference/exact_triangle_cases.h"

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
  return with == expected && without == expected && barycentric == expected &&
         EritTest<float>::intersect(a, b) == expected && edges_meet_by_solving(a, b) == expected;
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

// On small integers nothing rounds in ERIT's products: it knows all that touches, in one plane too.
TEST(Operations, EritIsExactWhereNothingRounds) {
  Random random(44);
  int hits = 0, flat = 0;
  for (int i = 0; i < 20000; ++i) {
    const int depth = i % 2 == 0 ? 1 : 4;  // half of them in one plane
    const auto corner = [&] {
      return Vec3f{static_cast<float>(random.below(5)), static_cast<float>(random.below(5)),
                   static_cast<float>(random.below(depth))};
    };
    const Corners a = {corner(), corner(), corner()}, b = {corner(), corner(), corner()};
    const Vec3f normal = cross_of(a[1] - a[0], a[2] - a[0]);
    const Vec3f other = cross_of(b[1] - b[0], b[2] - b[0]);
    if (dot_of(normal, normal) == 0 || dot_of(other, other) == 0) continue;
    const bool expected = triangles_intersect_exactly(a, b, {});
    hits += expected ? 1 : 0;
    flat += depth == 1 ? 1 : 0;
    const bool found = EritTest<float>::intersect(a, b);
    if (depth == 1) {
      EXPECT_EQ(found, expected) << i;
    } else {  // points of a crossing edge may round
      EXPECT_TRUE(found || !expected || depth > 1);
    }
  }
  EXPECT_GT(hits, 5000);
  EXPECT_GT(flat, 5000);
}

// By hand: an edge through the face, along an edge, past the face; and parallel edges as the case study treats them.
TEST(Operations, EritAndTheSolverByHand) {
  const Corners abc = {Vec3f{0, 0, 0}, Vec3f{4, 0, 0}, Vec3f{0, 4, 0}};
  const auto erit = [&](const Corners& pqr) { return EritTest<float>::intersect(abc, pqr); };
  EXPECT_TRUE(erit({Vec3f{1, 1, -1}, Vec3f{1, 1, 1}, Vec3f{9, 9, 1}}));
  EXPECT_FALSE(erit({Vec3f{3, 3, -1}, Vec3f{3, 3, 1}, Vec3f{9, 9, 1}}));
  EXPECT_TRUE(erit({Vec3f{2, 2, 0}, Vec3f{9, 9, 1}, Vec3f{9, 8, 1}})) << "a corner on an edge";
  EXPECT_TRUE(erit({Vec3f{-1, 2, -1}, Vec3f{-1, 2, 1}, Vec3f{9, 2, 0}})) << "the segment contains the face's";
  EXPECT_FALSE(erit({Vec3f{1, 1, 1}, Vec3f{1, 2, 1}, Vec3f{2, 1, 2}}));
  EXPECT_TRUE(erit({Vec3f{1, 1, 0}, Vec3f{2, 1, 0}, Vec3f{1, 2, 0}})) << "inside, in one plane";
  EXPECT_FALSE(erit({Vec3f{3, 3, 0}, Vec3f{9, 3, 0}, Vec3f{3, 9, 0}}));
  EXPECT_TRUE(edges_meet_by_solving<float>(abc, {Vec3f{1, 1, -1}, Vec3f{1, 1, 1}, Vec3f{9, 9, 1}}));
  EXPECT_FALSE(edges_meet_by_solving<float>(abc, {Vec3f{1, 1, 0}, Vec3f{2, 1, 0}, Vec3f{1, 2, 0}}))
      << "no determinant";
}

// Over the families of contacts every test errs in its own way.
TEST(Operations, ErrorsOverTheFamiliesOfContacts) {
  Random random(45);
  std::map<std::string, OperationRow> sums;
  for (const auto& family : testing_support::families()) {
    std::vector<PosedTriangles> pairs;
    for (int i = 0; i < 100; ++i) {
      const testing_support::Case c = family.make(random);
      pairs.push_back({c.a, c.b, c.pose});
    }
    for (const OperationRow& row : count_operations(pairs)) {
      if (row.transforms != TransformsCounted::all) continue;
      EXPECT_EQ(row.other_than_float, 0u) << row.test;
      EXPECT_LE(row.missed, row.other_verdicts);
      OperationRow& sum = sums[row.test];
      sum.pairs += row.pairs;
      sum.missed += row.missed;
      sum.other_verdicts += row.other_verdicts;
    }
  }
  ASSERT_EQ(sums.size(), 7u);
  const OperationRow &erit = sums["ERIT, Held 1997"], &solver = sums["five edges by solving, the case study"];
  EXPECT_EQ(erit.pairs, 100 * testing_support::families().size());
  EXPECT_GT(erit.other_verdicts, 0u);
  EXPECT_LT(erit.missed, solver.missed) << "which misses all that lies in one plane";
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
