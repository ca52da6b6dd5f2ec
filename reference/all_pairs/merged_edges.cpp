#include "collisionchip/reference/all_pairs/merged_edges.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "collisionchip/reference/all_pairs/edge_solver.h"

namespace collisionchip {

namespace {

using EdgePoint = std::tuple<float, float, float>;

EdgePoint edge_point(const Vec3f& v) {
  return {v.x, v.y, v.z};
}

using EdgeScan = void (*)(const MergedEdge& edge, const std::vector<TriangleCorners>& triangles,
                          std::vector<std::uint32_t>& met);

inline void scan_edge(const MergedEdge& edge, const std::vector<TriangleCorners>& triangles,
                      std::vector<std::uint32_t>& met) {
  for (std::uint32_t t = 0; t < triangles.size(); ++t) {
    if (edge_meets_by_solving(edge.from, edge.to, triangles[t])) met.push_back(t);
  }
}

void scan_edge_plain(const MergedEdge& edge, const std::vector<TriangleCorners>& triangles,
                     std::vector<std::uint32_t>& met) {
  scan_edge(edge, triangles, met);
}

#ifdef __x86_64__
// All calls are inlined, as in five_edges.cpp: a fused operation is one instruction and not a call.
__attribute__((flatten, target("fma"))) void scan_edge_fused(const MergedEdge& edge,
                                                             const std::vector<TriangleCorners>& triangles,
                                                             std::vector<std::uint32_t>& met) {
  scan_edge(edge, triangles, met);
}

EdgeScan best_edge_scan() {
  return __builtin_cpu_supports("fma") != 0 ? scan_edge_fused : scan_edge_plain;
}
#else
EdgeScan best_edge_scan() {
  return scan_edge_plain;
}
#endif

// Calls visit(triangle of the edge, triangle) for all that meet.
template <typename Visit>
std::uint64_t solve_edges(const std::vector<MergedEdge>& edges, const std::vector<TriangleCorners>& triangles,
                          const Visit& visit) {
  static const EdgeScan best = best_edge_scan();
  std::vector<std::uint32_t> met;
  for (const MergedEdge& edge : edges) {
    met.clear();
    best(edge, triangles, met);
    for (const std::uint32_t t : met) {
      for (const std::uint32_t of_edge : edge.triangles) visit(of_edge, t);
    }
  }
  return std::uint64_t{edges.size()} * triangles.size();
}

}  // namespace

std::vector<MergedEdge> merged_edges(const std::vector<TriangleCorners>& triangles) {
  std::map<std::pair<EdgePoint, EdgePoint>, std::size_t> places;
  std::vector<MergedEdge> edges;
  for (std::uint32_t t = 0; t < triangles.size(); ++t) {
    for (std::size_t i = 0; i < 3; ++i) {
      // The kernel's directions: 0 to 1, 0 to 2, 1 to 2.
      const Vec3f &from = triangles[t][i == 2 ? 1 : 0], &to = triangles[t][i == 0 ? 1 : 2];
      const auto [place, is_new] =
          places.emplace(std::minmax({edge_point(from), edge_point(to)}), edges.size());
      if (is_new) edges.push_back({from, to, {}});
      std::vector<std::uint32_t>& sharing = edges[place->second].triangles;
      if (sharing.empty() || sharing.back() != t) sharing.push_back(t);
    }
  }
  return edges;
}

std::vector<TrianglePair> merged_edge_pairs(const std::vector<TriangleCorners>& a,
                                            const std::vector<TriangleCorners>& b, std::uint64_t& solved) {
  std::vector<TrianglePair> pairs;
  solved += solve_edges(merged_edges(a), b, [&](std::uint32_t p, std::uint32_t q) {
    pairs.push_back({p, q});
  });
  solved += solve_edges(merged_edges(b), a, [&](std::uint32_t q, std::uint32_t p) {
    pairs.push_back({p, q});
  });
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

}  // namespace collisionchip
