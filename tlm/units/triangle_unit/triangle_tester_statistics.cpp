// What the units count, what their accounts mean, and what of them must add up.
#include "collisionchip/tlm/units/triangle_unit/triangle_tester.h"

namespace collisionchip {

const std::vector<AccountMeaning>& TriangleTester::account_meanings() {
  static const std::vector<AccountMeaning> all = {
      {"",
       "pairs enter the pipeline",
       {{"memory", "a triangle is not here", "memory"}, {"pointer_fifo", "no room for results", "results"}}}};
  return all;
}

namespace {

template <Uncertainty kCause>
DeclaredStatistic<Unit> uncertain(const char* name, const char* meaning) {
  const auto count = [](const TriangleTester& unit) {
    return unit.statistics().uncertain_causes[static_cast<std::size_t>(kCause)];
  };
  return StatisticsOf<TriangleTester, Unit>::sum(name, count, "triangle pairs", "ours", meaning);
}

}  // namespace

std::vector<DeclaredStatistic<Unit>> TriangleTester::statistic_rows() {
  using S = Statistics;
  using Row = StatisticsOf<TriangleTester, Unit>;
  return {
      Row::sum("tests", &S::tests, "triangle pairs", "§4.3", "triangle pairs tested"),
      Row::sum("hits", &S::hits, "triangle pairs", "§4.3", "triangle pairs that intersect"),
      Row::sum("misses", &S::misses, "triangle pairs", "§4.3", "triangle pairs that do not intersect"),
      Row::sum("uncertain", &S::uncertain, "triangle pairs", "ours",
               "triangle pairs that float32 cannot decide; the driver settles them"),
      uncertain<Uncertainty::unbounded>(
          "uncertain_unbounded",
          "uncertain: a triangle has no area, or numbers beyond the range of bounded errors"),
      uncertain<Uncertainty::coplanar>(
          "uncertain_coplanar",
          "uncertain: all corners of one triangle are perhaps in the plane of the other"),
      uncertain<Uncertainty::corner>("uncertain_corner", "uncertain: an edge ends too near the other plane"),
      uncertain<Uncertainty::side>(
          "uncertain_side", "uncertain: an edge pierces the other plane too near a side of the triangle"),
      Row::sum("aligned_cache_hits", &S::aligned_hits, "triangle pairs", "§4.3",
               "triangle pairs that found the aligned triangle in the cache"),
      Row::sum("aligned_cache_misses", &S::aligned_misses, "triangle pairs", "§4.3",
               "triangle pairs that had to read the aligned triangle"),
      Row::sum("aligned_cache_conflicts", &S::aligned_conflicts, "reads", "§4.3",
               "reads that replaced another triangle in the cache"),
      Row::sum("tumbled_memory_hits", &S::tumbled_hits, "triangle pairs", "§4.3",
               "triangle pairs that found the tumbled triangle in the two-entry memory"),
      Row::sum("tumbled_memory_misses", &S::tumbled_misses, "triangle pairs", "§4.3",
               "triangle pairs that had to read the tumbled triangle"),
      Row::sum("tumbled_memory_conflicts", &S::tumbled_conflicts, "reads", "§4.3",
               "reads that replaced another triangle in its entry"),
      Row::sum(
          "aligned_leaves", &S::aligned_leaves, "triangles", "§3.3",
          "triangles that came in leaves of aligned pairs (`memory_controller.leaf_layout = \"triangle\"`)"),
      Row::sum("tumbled_leaves", &S::tumbled_leaves, "triangles", "§3.3",
               "triangles that came in leaves of tumbled pairs"),
      Row::sum("tile_loads", &S::tile_loads, "triangles", "ours",
               "triangles put into the tile (`engine.kind = \"brute_force\"`)"),
      Row::sum("rounds", &S::rounds, "rounds", "ours",
               "rounds of pairs that issued together, at most one in each lane (`brute_force`)")};
}

ClosingSums TriangleTester::closing_sums() {
  using namespace closing;
  return {{{number("hits"), number("misses"), number("uncertain")}, kEqual, {number("tests")}},
          {{number("uncertain_unbounded"), number("uncertain_coplanar"), number("uncertain_corner"),
            number("uncertain_side")},
           kEqual,
           {number("uncertain")}},
          {{number("aligned_cache_conflicts")}, kAtMost, {number("aligned_cache_misses")}},
          {{number("tumbled_memory_conflicts")}, kAtMost, {number("tumbled_memory_misses")}}};
}

}  // namespace collisionchip
