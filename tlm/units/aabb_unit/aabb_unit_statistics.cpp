// What the unit counts in addition to every unit of boxes, and what its accounts mean.
#include "collisionchip/tlm/units/aabb_unit/aabb_unit.h"

namespace collisionchip {

std::vector<DeclaredStatistic<Unit>> AabbUnit::statistic_rows() {
  using Row = StatisticsOf<AabbUnit, Unit>;
  std::vector<DeclaredStatistic<Unit>> rows = BoxUnit::statistic_rows();
  rows.push_back(Row::sum(
      "ancestor_pairs", &AabbUnit::ancestor_pairs, "aligned pairs", "ours",
      "aligned pairs read only for the boxes of their descendants (`aabb_unit.parent = \"refetch\"`)"));
  using Leaves = LeafStatistics;
  const auto add = [&](const char* name, std::uint64_t Leaves::*counter, const char* unit,
                       const char* meaning) {
    const auto read = [counter](const AabbUnit& aabbs) { return aabbs.leaf_statistics().*counter; };
    rows.push_back(Row::sum(name, read, unit, "ours", meaning));
  };
  add("tumbled_leaves", &Leaves::tumbled_leaves, "triangles",
      "triangles in the places of tumbled leaves, moved");
  add("aligned_leaves", &Leaves::aligned_leaves, "triangles",
      "triangles in the places of aligned leaves, moved");
  add("leaf_pairs", &Leaves::leaf_pairs, "pairs of triangles",
      "pairs of triangles, which the unit does not test");
  add("leaf_tests", &Leaves::leaf_tests, "tests",
      "tests of a triangle against a box, a part of `aabb_unit.tests`");
  add("leaf_axes", &Leaves::leaf_axes, "axes",
      "axes of these tests, a part of `aabb_unit.axes`; the triangle's normal counts as three");
  return rows;
}

// Each aligned pair has four tests; two triangles are not tested.
ClosingSums AabbUnit::closing_sums() {
  using namespace closing;
  return {{{number("tests"), number("leaf_pairs")}, kEqual, {number("aligned_pairs", Times::four)}},
          {{number("tests")}, kAtMost, {number("axes")}},
          {{number("leaf_tests")}, kAtMost, {number("tests")}},
          {{number("leaf_tests")}, kAtMost, {number("leaf_axes")}},
          {{number("tumbled_leaves")}, kAtMost, {number("tumbled_pairs", Times::two)}},
          {{number("aligned_leaves")}, kAtMost, {number("aligned_pairs", Times::two)}}};
}

const std::vector<AccountMeaning>& AabbUnit::account_meanings() {
  static const std::vector<AccountMeaning> all = [] {
    std::vector<AccountMeaning> meanings = BoxUnit::account_meanings();
    meanings[kOverlap].causes.push_back(
        {"ancestors", "the pairs on the way to the aligned one are read", "memory"});
    return meanings;
  }();
  return all;
}

}  // namespace collisionchip
