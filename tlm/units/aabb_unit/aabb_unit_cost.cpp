#include "collisionchip/tlm/units/aabb_unit/aabb_unit.h"

#include "collisionchip/tlm/volumes/box_unit_cost.h"

namespace collisionchip {

namespace {

// Centre and half sides; of the products of edges, two turns, two reaches, a margin.
constexpr Operations kCentre = {0, 6, 0}, kAxis = {4, 3, 1};
// Of a triangle: edges, least and most coordinates with their margins. Of an edge's product: two corners' projections, those of
// centre and half sides, least and most of them; the normal takes no more than three of these.
constexpr Operations kTriangle = {0, 15, 12}, kTriangleAxis = {8, 8, 3};
constexpr Operations kMargin = {0, 3, 0};  // of half sides, for triangles
constexpr std::uint64_t kBoxRows = 15, kBoxTurn = 6, kTriangleRows = 9;
// Of a box: centre, reach along six axes and nine products; of a triangle: corners, edges, least and most coordinates.
constexpr std::uint64_t kBoxNumbers = 18, kTriangleNumbers = 24, kPlanes = 6;

// A box is placed by fifteen rows and turned by six for each test. Each pair in the unit has what it needs of its parent; where
// parents are read again, the ancestor read last is kept. Without leaves, a box that is placed keeps its own planes, centre and half
// sides too, half sides have a margin more, and there is an aligned triangle.
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

// Of tests, aligned pairs and tumbled ones.
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
