#include "collisionchip/tlm/units/aabb_unit/aabb_unit.h"

#include "collisionchip/tlm/volumes/box_unit_cost.h"

namespace collisionchip {

namespace {

// Centre and half sides; of the products of edges, two turns, two reaches, a margin.
constexpr Operations kCentre = {0, 6, 0}, kAxis = {4, 3, 1};

// A box is placed by fifteen rows and turned by six for each test. Its numbers are those of a box that is moved: its centre, its
// reach along six axes and nine products. Each pair in the unit has what it needs of its parent; where parents are read again, the
// ancestor read last is kept.
BoxCosts box_costs(const AabbUnitParams& params) {
  constexpr std::uint64_t kParentBits = 6 * kFloatBits + 6;  // six planes, and whose they are
  const std::uint64_t parent = params.node_format->needs_parent ? kParentBits : 0;
  const std::uint64_t above = params.refetch_parents ? 2 * (kParentBits + kFloatBits) : 0;
  return {kCentre, kAxis, 15, 6, 18, parent, above};
}

}  // namespace

UnitCost AabbUnit::cost(const Params& params, const Derived& machine, const AabbUnit* counted) {
  const BoxCosts box = box_costs(params);
  const Statistics done = counted == nullptr ? Statistics{} : counted->statistics();
  UnitCost cost;
  cost.operations = 2 * (done.tumbled_pairs + done.aligned_pairs) * box.decode +
                    (2 * done.tumbled_pairs * box.rows + done.tests * box.test_rows) * kDotadd +
                    done.axes * box.axis;
  cost.area_um2 = box_unit_area(box, params, machine);
  return closed(machine.energy, cost, 0);
}

}  // namespace collisionchip
