// Without a tree: the case study's rotation and its test of edges, and all pairs by the filter against the exact lists.
#include "collisionchip/reference/all_pairs/all_pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "collisionchip/reference/all_pairs/contact_point.h"
#include "collisionchip/reference/all_pairs/displacement.h"
#include "collisionchip/reference/all_pairs/edge_solver.h"
#include "collisionchip/reference/all_pairs/merged_edges.h"
#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/traverse/exact_pairs.h"
#include "collisionchip/testbench/tests/reference/exact_triangle_cases.h"

namespace collisionchip {
namespace {

using testing_support::Random;

// Rz(psi) Ry(theta) Rx(phi) as quaternions, multiplied.
Pose by_quaternions(const Displacement& d) {
  const auto half = [](double angle) {
    return std::array<double, 2>{std::cos(angle / 2), std::sin(angle / 2)};
  };
  const auto [cx, sx] = half(d[3]);
  const auto [cy, sy] = half(d[4]);
  const auto [cz, sz] = half(d[5]);
  return pose_from_quaternion({d[0], d[1], d[2], cx * cy * cz + sx * sy * sz, sx * cy * cz - cx * sy * sz,
                               cx * sy * cz + sx * cy * sz, cx * cy * sz - sx * sy * cz});
}

TEST(Displacement, TurnsAboutXThenYThenZ) {
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    Displacement d;
    for (float& number : d) number = static_cast<float>(random.uniform(-1.5, 1.5));
    const Pose pose = pose_of(d), expected = by_quaternions(d);
    EXPECT_EQ(pose.t, expected.t);
    for (std::size_t row = 0; row < 3; ++row) {
      for (std::size_t column = 0; column < 3; ++column)
        EXPECT_NEAR(pose.r[row][column], expected.r[row][column], 2e-7);
    }
  }
  const Pose quarter = pose_of({0, 0, 0, 0, 0, 1.5707964f});  // about z: x goes to y
  EXPECT_NEAR(quarter.r[1][0], 1, 1e-6);
}

TEST(Displacement, NoAnglesChangeNoBit) {
  const std::vector<float> vertices = {0.1f, -0.2f, 0.3f, 1e-30f, -1e30f, 7.0f};
  EXPECT_FALSE(turns(pose_of({1, 2, 3, 0, 0, 0})));
  EXPECT_TRUE(turns(pose_of({1, 2, 3, 0, 1e-6f, 0})));
  EXPECT_EQ(displaced_vertices(vertices, Pose{}), vertices);
  const std::vector<float> moved = displaced_vertices(vertices, pose_of({1, 2, 3, 0, 0, 0}));
  EXPECT_EQ(moved, (std::vector<float>{1.1f, 1.8f, 3.3f, 1, -1e30f, 10}));
}

TEST(Displacement, WrongTextsAreRefused) {
  EXPECT_EQ(parse_displacement("1 2 3 4 5 6", "--displacement")[5], 6);
  for (const char* const text : {"", "1 2 3 4 5", "1 2 3 4 5 6 7", "1 2 3 4 5 x", "1 2 3 4 5 nan"})
    EXPECT_THROW(parse_displacement(text, "--displacement"), InputError) << text;
}

// A pair of which only the first triangle's third edge meets the other one, and one in one plane.
TEST(FiveEdges, FindsWhatItFindsAndMissesWhatLiesInOnePlane) {
  const TriangleCorners flat = {{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};
  const TriangleCorners through = {{{9, 9, 1}, {1, 1, 1}, {1, 1, -1}}},
                        above = {{{1, 1, 1}, {2, 1, 1}, {1, 2, 2}}};
  EXPECT_TRUE(edges_meet_by_solving(flat, through));
  EXPECT_TRUE(edges_meet_by_solving(through, flat));
  EXPECT_FALSE(edges_meet_by_solving(flat, above));
  EXPECT_FALSE(edges_meet_by_solving(flat, flat)) << "the case study misses triangles in one plane";
  EXPECT_TRUE(solve_edge(flat[0], flat[1], flat).parallel);
  const EdgeSolution<float> s = solve_edge(through[1], through[2], flat);
  EXPECT_EQ(s.alpha, 0.25f);
  EXPECT_EQ(s.beta, 0.25f);
  EXPECT_EQ(s.delta, 0.5f);
}

TEST(FiveEdges, TheFastLoopDoesWhatTheTestDoes) {
  std::vector<TriangleCorners> a, b;
  Random random(5);
  for (const auto& family : testing_support::families()) {
    for (int i = 0; i < 4; ++i) {
      const testing_support::Case c = family.make(random);
      a.push_back(c.a);
      b.push_back(c.b);
    }
  }
  a.push_back({{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}});  // the last of A meets the last of B
  b.push_back({{{9, 9, 1}, {1, 1, 1}, {1, 1, -1}}});
  std::vector<TrianglePair> expected;
  for (std::uint32_t i = 0; i < a.size(); ++i) {
    for (std::uint32_t j = 0; j < b.size(); ++j) {
      if (edges_meet_by_solving(a[i], b[j])) expected.push_back({i, j});
    }
  }
  ASSERT_GT(expected.size(), 10u);
  ASSERT_EQ(expected.back(), (TrianglePair{80, 80}));
  EXPECT_EQ(five_edge_pairs(a, b, false), expected);
  EXPECT_EQ(five_edge_pairs(a, b, true), std::vector<TrianglePair>{expected.front()});
}

struct Asked {
  std::vector<TrianglePair> pairs, exact;
  std::size_t uncertain;
};

Asked ask(const Mesh& a, const Mesh& b, const Pose& pose, TumbledSide side) {
  const AllPairsObject of_a = AllPairsObject::of(a), of_b = AllPairsObject::of(b);
  const auto mirror = make_pairs_mirror();
  mirror->prepare(of_a, of_b);
  PairsAnswer answer = mirror->ask(pose, PairsMode::filtered, side);
  const std::size_t uncertain = answer.uncertain.size();
  TraversalCounters counters;
  settle(answer, of_a, of_b, pose, side, counters);
  EXPECT_EQ(counters.triangle_tests, std::uint64_t{of_a.count()} * of_b.count());
  EXPECT_EQ(counters.uncertain, uncertain);
  return {answer.pairs, exact_pairs(CollisionObject::build(a), CollisionObject::build(b), pose), uncertain};
}

TEST(AllPairs, FilteredListsAreTheExactOnes) {
  const Mesh gear = make_procedural_mesh("gear", 300), knot = make_procedural_mesh("torus-knot", 270),
             box = make_procedural_mesh("box", 48);
  std::size_t uncertain = 0;
  for (const TumbledSide side : {TumbledSide::a, TumbledSide::b}) {
    const Asked ordinary = ask(gear, knot, pose_from_quaternion({0.1, 0, 0.05, 0.9, 0.1, 0.2, 0.3}), side);
    EXPECT_EQ(ordinary.pairs, ordinary.exact);
    EXPECT_GT(ordinary.pairs.size(), 20u);
    const Asked flush = ask(box, box, Pose{}, side);
    EXPECT_EQ(flush.pairs, flush.exact);
    uncertain += flush.uncertain;
  }
  EXPECT_GT(uncertain, 0u);
}

// The pairs of boxes: fewer tests, no pair less. The last boxes lie flush, so that their boxes only touch.
TEST(ModelBoxes, LoseNoPairAndTestFewTriangles) {
  const Mesh gear = make_procedural_mesh("gear", 300), knot = make_procedural_mesh("torus-knot", 270),
             box = make_procedural_mesh("box", 48);
  Pose beside;
  beside.t = {1, 0, 0};
  const Pose crossing = pose_from_quaternion({0.1, 0, 0.05, 0.9, 0.1, 0.2, 0.3});
  const auto hold = [](const Mesh& a, const Mesh& b, const Pose& pose, std::uint32_t count) {
    const AllPairsObject of_a = AllPairsObject::of(a), of_b = AllPairsObject::of(b);
    const auto mirror = make_pairs_mirror(count);
    mirror->prepare(of_a, of_b);
    const PairsAnswer answer = mirror->ask(pose, PairsMode::boxes);
    EXPECT_EQ(answer.pairs, exact_pairs(CollisionObject::build(a), CollisionObject::build(b), pose)) << count;
    return answer;
  };
  for (const std::uint32_t count : {1u, 7u, 64u, 1000u}) {
    const PairsAnswer answer = hold(gear, knot, crossing, count);
    EXPECT_GT(answer.pairs.size(), 20u);
    EXPECT_LT(answer.boxes.triangles, 300u * 270u / 20);
    EXPECT_EQ(answer.boxes.boxes, std::uint64_t{std::min(count, 300u)} * std::min(count, 270u));
    hold(box, box, Pose{}, count);
    hold(box, box, beside, count);
  }
}

TEST(ModelBoxes, EveryTriangleIsInOneGroup) {
  const AllPairsObject gear = AllPairsObject::of(make_procedural_mesh("gear", 300));
  for (const std::uint32_t count : {1u, 2u, 13u, 299u, 300u, 5000u}) {
    const TriangleGroups groups = divided(gear.records, count);
    EXPECT_EQ(groups.size(), std::min(count, gear.count()));
    std::vector<std::uint32_t> seen;
    for (const auto& group : groups) {
      EXPECT_FALSE(group.empty());
      seen.insert(seen.end(), group.begin(), group.end());
    }
    std::sort(seen.begin(), seen.end());
    ASSERT_EQ(seen.size(), gear.count());
    for (std::uint32_t i = 0; i < seen.size(); ++i) EXPECT_EQ(seen[i], i);
  }
}

TEST(ContactPoints, StandWhereTheEdgeMeetsTheTriangle) {
  const TriangleCorners flat = {{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}},
                        through = {{{9, 9, 1}, {1, 1, 3}, {1, 1, -1}}};
  const TriangleCorners tip = {{{1, 1, 1}, {1.5f, 1, -1}, {1, 1.5f, 1}}};
  const auto first = contact_point(through, flat), of_a = contact_point(tip, flat),
             of_b = contact_point(flat, tip);
  ASSERT_TRUE(first && of_a && of_b);
  EXPECT_EQ(first->edge, 2);
  EXPECT_EQ(first->delta, 0.75f);
  EXPECT_EQ(first->point, (Vec3f{1, 1, 0}));
  EXPECT_EQ(of_a->edge, 0);
  EXPECT_EQ(of_b->edge, 3) << "no edge of the large triangle meets the tip";
  EXPECT_EQ(of_b->delta, 0.5f);
  EXPECT_EQ(of_b->point, (Vec3f{1.25f, 1, 0}));
  EXPECT_EQ(of_a->point, of_b->point);
  EXPECT_FALSE(contact_point(flat, flat)) << "in one plane: no edge crosses";
}

// A closed model of n triangles has 3 n / 2 edges, also where its triangles share no vertex.
TEST(MergedEdges, EachEdgeStandsOnceWithItsTwoTriangles) {
  const Mesh gear = make_procedural_mesh("gear", 300);
  const AllPairsObject shared = AllPairsObject::of(gear), loose = AllPairsObject::of(shared.records);
  for (const AllPairsObject* const object : {&shared, &loose}) {
    const std::vector<MergedEdge> edges = merged_edges(corners_of(object->vertices, object->triangles));
    EXPECT_EQ(edges.size(), 450u);
    for (const MergedEdge& edge : edges) EXPECT_EQ(edge.triangles.size(), 2u);
  }
}

// Every pair that one of all six edges finds, in whichever direction the edge was kept.
TEST(MergedEdges, FindWhatAllSixEdgesFind) {
  const AllPairsObject gear = AllPairsObject::of(make_procedural_mesh("gear", 300)),
                       knot = AllPairsObject::of(make_procedural_mesh("torus-knot", 270));
  const Pose pose = pose_from_quaternion({0.1, 0, 0.05, 0.9, 0.1, 0.2, 0.3});
  const auto a = corners_of(gear.vertices, gear.triangles);
  const auto b = corners_of(displaced_vertices(knot.vertices, pose), knot.triangles);
  std::uint64_t solved = 0;
  const std::vector<TrianglePair> merged = merged_edge_pairs(a, b, solved),
                                  five = five_edge_pairs(a, b, false);
  EXPECT_EQ(solved, 450u * 270 + 405u * 300);
  EXPECT_GT(merged.size(), 20u);
  EXPECT_TRUE(std::includes(merged.begin(), merged.end(), five.begin(), five.end()));
}

TEST(AllPairs, APublishedAnswerIsYesOrNo) {
  const AllPairsObject box = AllPairsObject::of(make_procedural_mesh("box", 48));
  const auto mirror = make_pairs_mirror();
  mirror->prepare(box, box);
  const Pose crossing = pose_of({0.1f, 0.1f, 0.1f, 0.3f, 0.2f, 0.1f}), apart = pose_of({3, 0, 0, 0, 0, 0});
  const PairsAnswer answer = mirror->ask(crossing, PairsMode::published);
  EXPECT_TRUE(answer.collides);
  EXPECT_TRUE(answer.pairs.empty());
  EXPECT_EQ(mirror->moved_vertices(), displaced_vertices(box.vertices, crossing));
  EXPECT_FALSE(mirror->ask(apart, PairsMode::published).collides);
  const PairsAnswer all = mirror->ask(crossing, PairsMode::all_pairs);
  EXPECT_GT(all.pairs.size(), 10u);
  EXPECT_TRUE(std::is_sorted(all.pairs.begin(), all.pairs.end()));
  EXPECT_TRUE(mirror->ask(Pose{}, PairsMode::all_pairs).pairs.size() <
              ask(make_procedural_mesh("box", 48), make_procedural_mesh("box", 48), Pose{}, TumbledSide::b)
                  .exact.size())
      << "every face lies in another one, which the document's test does not see";
}

}  // namespace
}  // namespace collisionchip
