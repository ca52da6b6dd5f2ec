#include "collisionchip/tlm/units/small_triangle_unit/small_triangle_unit.h"

#include "collisionchip/tlm/kinds/triangle_cost.h"

namespace collisionchip {

namespace {

// 15 determinants of differences. The five corners other than the origin have ten cross products and ten determinants; all
// other determinants are sums of these. There are 32 products of differences: each plane has one for its edges and two for each
// corner of the other triangle, each aligned edge has one for each tumbled edge and each tumbled corner.
std::uint64_t determinants_area(const AreaKeys& keys) {
  constexpr std::uint64_t kOfCorners = 10, kSums = 2 * (1 + 2 * 3) + 3 * (3 + 3), kSigns = 15;
  return keys.small_block_um2 + kOfCorners * (std::uint64_t{keys.small_cross_um2} + keys.small_triple_um2) +
         kSums * keys.small_sum_um2 + kSigns * keys.small_sign_um2;
}

// Two multipliers, three adders and four dividers or roots of doubles. A multiplier grows by the square of its bits, an adder
// with them; what yields two bits in a cycle is two adders.
std::uint64_t record_maker_area(const AreaKeys& keys) {
  constexpr std::uint64_t kDouble = 53, kSingle = 24;
  const std::uint64_t multiplier = keys.multiply_um2 * kDouble * kDouble / (kSingle * kSingle);
  const std::uint64_t adder = keys.add_um2 * kDouble / kSingle;
  return 2 * multiplier + (3 + 4 * 2) * adder;
}

// A slow pipeline is one of the Triangle Unit's, with what makes its records.
std::uint64_t logic_area(const SmallTriangleUnitParams& params, const Derived& machine) {
  const AreaKeys& keys = machine.area;
  std::uint64_t area = 0;
  if (params.determinants) area += params.lanes * determinants_area(keys) / params.interval;
  if (!params.determinants || params.undecided == UndecidedPairs::slow_unit)
    area += triangle_pipeline_area(keys, params.filter, machine.groups.vertices_per_cycle,
                                   machine.groups.dotadd_stages) +
            params.record_makers * record_maker_area(keys);
  return area;
}

}  // namespace

// Fifteen determinants, each of three products of three numbers twice; the slow pipeline as the Triangle Unit, and the
// records that are made for it: a multiplication of doubles counts as five, an addition as two.
UnitCost SmallTriangleUnit::cost(const Params& params, const Derived& machine,
                                 const SmallTriangleUnit* counted) {
  constexpr Operations kDeterminants = 15 * Operations{9, 5, 1};
  constexpr Operations kRecord = {5 * 55, 2 * 38, 2};
  const Statistics done = counted == nullptr ? Statistics{} : counted->statistics();
  UnitCost cost;
  cost.operations = done.slow_tests * triangle_operations(params.filter) + done.records * kRecord;
  if (params.determinants) cost.operations = cost.operations + done.tests * kDeterminants;
  cost.area_um2 = logic_area(params, machine);
  if (!params.determinants) cost.slowest_path = triangle_pipeline_path(params.filter);
  return closed(machine.energy, cost, 0);
}

}  // namespace collisionchip
