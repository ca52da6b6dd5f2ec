#include "collisionchip/tlm/units/aabb_unit/aabb_unit.h"

#include "collisionchip/tlm/volumes/box_unit_cost.h"

namespace collisionchip {

namespace {

// kCentre: centre and half sides. kAxis, a product of edges: two turns, two reaches, a margin.
constexpr Operations kCentre = {0, 6, 0}, kAxis = {4, 3, 1};
// kTriangle: edges, least and most coordinates with their margins. kTriangleAxis, an edge's product: projections of two corners,
// of the centre and of the half sides, their least and most. The normal takes at most three of these.
constexpr Operations kTriangle = {0, 15, 12}, kTriangleAxis = {8, 8, 3};
constexpr Operations kMargin = {0, 3, 0};  // of half sides, for triangles
constexpr std::uint64_t kBoxRows = 15, kBoxTurn = 6, kTriangleRows = 9;
// A box has a centre and reaches along six axes and nine products. A triangle has corners, edges, least and most coordinates.
constexpr std::uint64_t kBoxNumbers = 18, kTriangleNumbers = 24, kPlanes = 6;

// A box is placed by fifteen rows and turned by six for each test. Each pair in the unit has the planes that it needs from its
// parent. If parents are read again, the ancestor read last is kept. In a format without leaves a placed box keeps its own
// planes, centre and half sides too. Then half sides have one margin more, and the unit has an aligned triangle.
BoxCosts box_costs(const AabbUnitParams& params) {
  constexpr std::uint64_t kParentBits = 6 * kFloatBits + 6;  // six planes, and whose they are
  const std::uint64_t parent = params.node_format->needs_parent ? kParentBits : 0;
  const std::uint64_t above = params.refetch_parents ? 2 * (kParentBits + kFloatBits) : 0;
  if (!params.node_format->leafless) return {kCentre, kAxis, kBoxRows, kBoxTurn, kBoxNumbers, parent, above};
  return {kTriangle,
          kTriangleAxis,
          kBoxRows,
          kTriangleRows,
          kBoxNumbers + 2 * kPlanes,
          parent,
          above + kTriangleNumbers * kFloatBits};
}

// The operations of tests, aligned pairs and tumbled pairs.
Operations operations_of(const AabbUnit& unit, bool leafless) {
  const BoxUnit::Statistics& done = unit.statistics();
  const AabbUnit::LeafStatistics& leaves = unit.leaf_statistics();
  const std::uint64_t triangles = leaves.tumbled_leaves + leaves.aligned_leaves;
  const std::uint64_t boxes = 2 * (done.tumbled_pairs + done.aligned_pairs) - triangles;
  const std::uint64_t rows = kBoxRows * (2 * done.tumbled_pairs - leaves.tumbled_leaves) +
                             kTriangleRows * triangles + kBoxTurn * (done.tests - leaves.leaf_tests);
  const Operations centre = leafless ? kCentre + kMargin : kCentre;
  return boxes * centre + triangles * kTriangle + rows * kDotadd + (done.axes - leaves.leaf_axes) * kAxis +
         leaves.leaf_axes * kTriangleAxis;
}

}  // namespace

UnitCost AabbUnit::cost(const Params& params, const Derived& machine, const AabbUnit* counted) {
  UnitCost cost;
  if (counted != nullptr) cost.operations = operations_of(*counted, params.node_format->leafless);
  cost.area_um2 = box_unit_area(box_costs(params), params, machine);
  return closed(machine.energy, cost, 0);
}

}  // namespace collisionchip
