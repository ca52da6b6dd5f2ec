// The case study (docs/opencl.md): "If your models don't explode, you may consider merging your triangles into a unique set of
// lines for each model." Each edge is kept once, with the triangles that share it. The case study's solver tests it against
// the other model's triangles. All edges of both models are tested; the kernel tests five of six for each pair.
#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/reference/all_pairs/five_edges.h"

namespace collisionchip {

struct MergedEdge {
  Vec3f from, to;
  std::vector<std::uint32_t> triangles;
};

// By their ends' coordinates, so that triangles of a file without shared vertices merge as well. Both directions are
// one edge, which has that of its first triangle.
std::vector<MergedEdge> merged_edges(const std::vector<TriangleCorners>& triangles);

// Sorted, each once. `solved` counts edges against triangles. Both in one frame.
std::vector<TrianglePair> merged_edge_pairs(const std::vector<TriangleCorners>& a,
                                            const std::vector<TriangleCorners>& b, std::uint64_t& solved);

}  // namespace collisionchip
