#include "collisionchip/tlm/kinds/triangle_cost.h"

namespace collisionchip {

namespace {

// Eq. 4 for one edge (Figure 7): four products, three differences and a sum; the order of the ends, three
// tests of z, three inequalities.
constexpr Operations kEdge = {4, 4, 7};
// The filter's part (reference/triangle/triangle_filter.h). For an edge: the error of two cross products,
// each of four products and five sums; the third inequality and its error, the sums of one corner; five
// limits of a corner and three more of the edge. For a coordinate of the first stage: the sum with |y| / 4
// and the least value; of the second: the least and the largest value.
constexpr Operations kFilterEdge = {8, 17, 8};
constexpr Operations kFilterFirst = {0, 1, 1}, kFilterSecond = {0, 0, 2};

constexpr std::uint64_t kEdges = 6, kCoordinates = 18;  // of two triangles

// The operators for one vertex per cycle, without its DOTADDs: two edge tests, and for the filter six coordinates in
// each of two stages.
Operations operators(bool filter) {
  constexpr std::uint64_t kEdgeTests = 2, kCoordinatesAtOnce = 6;
  if (!filter) return kEdgeTests * kEdge;
  return kEdgeTests * (kEdge + kFilterEdge) + kCoordinatesAtOnce * (kFilterFirst + kFilterSecond);
}

}  // namespace

// Two stages of DOTADDs for each coordinate; the filter has a second DOTADD for each of them.
Operations triangle_operations(bool filter) {
  const Operations paper = 2 * kCoordinates * kDotadd + kEdges * kEdge;
  if (!filter) return paper;
  return paper + 2 * kCoordinates * kDotadd + kEdges * kFilterEdge +
         kCoordinates * (kFilterFirst + kFilterSecond);
}

// Twelve DOTADDs and two edge tests for each vertex per cycle (§4.3). The filter adds a second DOTADD to each DOTADD, and
// bounds to each edge test.
std::uint64_t triangle_pipeline_area(const AreaKeys& keys, bool filter, std::uint64_t vertices,
                                     std::uint32_t dotadd_stages) {
  return dotadds_area(keys, (filter ? 24 : 12) * vertices, dotadd_stages) +
         operators_area(keys, vertices * operators(filter));
}

SynthesisedPath triangle_pipeline_path(bool filter) {
  return {"triangle_unit", filter ? 16300u : 16030u};
}

}  // namespace collisionchip
