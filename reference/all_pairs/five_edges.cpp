#include "collisionchip/reference/all_pairs/five_edges.h"

#include "collisionchip/reference/all_pairs/edge_solver.h"

namespace collisionchip {

namespace {

using Scan = void (*)(const std::vector<TriangleCorners>& a, const std::vector<TriangleCorners>& b,
                      bool first, std::vector<TrianglePair>& pairs);

inline void scan(const std::vector<TriangleCorners>& a, const std::vector<TriangleCorners>& b, bool first,
                 std::vector<TrianglePair>& pairs) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) {
      if (!edges_meet_by_solving(a[i], b[j])) continue;
      pairs.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j)});
      if (first) return;
    }
  }
}

void scan_plain(const std::vector<TriangleCorners>& a, const std::vector<TriangleCorners>& b, bool first,
                std::vector<TrianglePair>& pairs) {
  scan(a, b, first, pairs);
}

#ifdef __x86_64__
// All calls are inlined, so that a fused operation is one instruction and not a call. The results are the same.
__attribute__((flatten, target("fma"))) void scan_fused(const std::vector<TriangleCorners>& a,
                                                        const std::vector<TriangleCorners>& b, bool first,
                                                        std::vector<TrianglePair>& pairs) {
  scan(a, b, first, pairs);
}

Scan best_scan() {
  return __builtin_cpu_supports("fma") != 0 ? scan_fused : scan_plain;
}
#else
Scan best_scan() {
  return scan_plain;
}
#endif

}  // namespace

std::vector<TrianglePair> five_edge_pairs(const std::vector<TriangleCorners>& a,
                                          const std::vector<TriangleCorners>& b, bool first) {
  static const Scan best = best_scan();
  std::vector<TrianglePair> pairs;
  best(a, b, first, pairs);
  return pairs;
}

}  // namespace collisionchip
