// The exact predicate for many pairs at once: what it decides is what the predicate for one pair says, and it decides the
// contacts of parts that lie flush.
#include <gtest/gtest.h>

#include "collisionchip/reference/triangle/exact_batch.h"
#include "collisionchip/reference/triangle/exact_triangle_intersection.h"
#include "collisionchip/testbench/tests/reference/exact_triangle_cases.h"

namespace collisionchip {
namespace {

using testing_support::Case;
using testing_support::Corners;
using testing_support::Random;

std::vector<FilterLevel> levels() {
  std::vector<FilterLevel> present;
  for (const FilterLevel level : kFilterLevels) {
    if (exact_filter(level) != nullptr) present.push_back(level);
  }
  return present;
}

std::vector<Verdict> verdicts(FilterLevel level, const Pose& pose,
                              const std::vector<std::pair<Corners, Corners>>& pairs) {
  std::vector<std::array<TriangleRecord, 2>> records(pairs.size());
  std::vector<const float*> a, b;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    records[i][0].corners = pairs[i].first;
    records[i][1].corners = pairs[i].second;
    a.push_back(&records[i][0].corners[0].x);
    b.push_back(&records[i][1].corners[0].x);
  }
  std::vector<Verdict> found(pairs.size());
  exact_filter(level)({pose, a.data(), b.data(), pairs.size(), found.data()});
  return found;
}

bool meets(const Corners& a, const Corners& b, const Pose& pose) {
  return triangles_intersect_exactly(a, b, pose);
}

TEST(ExactBatch, IsNeverWrong) {
  Random random(4711);
  for (const testing_support::Family& family : testing_support::families()) {
    for (int i = 0; i < 3000; ++i) {
      const Case c = family.make(random);
      for (const FilterLevel level : levels()) {
        const Verdict found = verdicts(level, c.pose, {{c.a, c.b}}).front();
        if (found == Verdict::uncertain) continue;
        ASSERT_EQ(found == Verdict::hit, meets(c.a, c.b, c.pose)) << family.name << " " << i;
      }
    }
  }
}

// Triangles of a coarse lattice, many in one plane or with corners, edges and lines in common; different ones in each lane.
TEST(ExactBatch, DecidesFlushContactInEveryLane) {
  Random random(12);
  const auto coarse = [&] { return static_cast<float>(random.below(5)); };
  const auto triangle = [&](float z, bool flat) {
    Corners corners;
    for (Vec3f& corner : corners) corner = {coarse(), coarse(), flat ? z : coarse()};
    return corners;
  };
  Pose pose;
  pose.t = {1, 0, 0};
  for (const bool flat : {true, false}) {
    std::vector<std::pair<Corners, Corners>> pairs;
    for (int i = 0; i < 20001; ++i) pairs.push_back({triangle(2, flat), triangle(2, flat)});
    for (const FilterLevel level : levels()) {
      const std::vector<Verdict> found = verdicts(level, pose, pairs);
      std::size_t decided = 0;
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (found[i] == Verdict::uncertain) continue;
        ++decided;
        ASSERT_EQ(found[i] == Verdict::hit, meets(pairs[i].first, pairs[i].second, pose)) << i;
      }
      EXPECT_GT(decided, pairs.size() * (flat ? 65 : 75) / 100) << static_cast<int>(level);
    }
  }
}

// Walls of a prism, whose corners lie one above the other: the terms of the signs do not vanish one by one from the first
// corner, but from another corner.
TEST(ExactBatch, DecidesTheWallsOfAPrism) {
  Random random(8);
  std::size_t decided = 0;
  for (int i = 0; i < 1000; ++i) {
    const auto number = [&] { return static_cast<float>(random.uniform(-1, 1)); };
    const Vec3f p{number(), number(), 0}, q{number(), number(), 0};
    const auto above = [](Vec3f corner, float z) {
      corner.z = z;
      return corner;
    };
    const Corners a = {p, q, above(p, 1)}, b = {above(q, 0.25f), above(p, 0.75f), above(q, 2)};
    for (const FilterLevel level : levels()) {
      const Verdict found = verdicts(level, Pose{}, {{a, b}}).front();
      decided += found != Verdict::uncertain ? 1 : 0;
      EXPECT_NE(found, Verdict::miss);
    }
  }
  EXPECT_EQ(decided, 1000 * levels().size());
}

}  // namespace
}  // namespace collisionchip
