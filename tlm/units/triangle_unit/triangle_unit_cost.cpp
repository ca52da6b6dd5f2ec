#include "collisionchip/tlm/kinds/triangle_cost.h"
#include "collisionchip/tlm/units/triangle_unit/triangle_unit.h"

namespace collisionchip {

UnitCost TriangleUnit::cost(const Params& params, const Derived& machine, const TriangleUnit* counted) {
  const Statistics done = counted == nullptr ? Statistics{} : counted->statistics();
  UnitCost cost;
  cost.operations = done.tests * triangle_operations(params.filter);
  double energy = 0;
  if (!params.ideal) {
    const std::uint64_t words = record_words(params), line = 4 * (words + 1);  // and the tag
    const std::uint64_t aligned_writes = done.aligned_misses + done.aligned_leaves;
    const std::uint64_t tumbled_writes = done.tumbled_misses + done.tumbled_leaves;
    energy =
        add_sram(machine.energy, params.cache_lines * line, (done.tests + aligned_writes) * words, cost) +
        add_sram(machine.energy, (2 + params.tumbled_leaves) * line, (done.tests + tumbled_writes) * words,
                 cost);
    energy += matrix_fifos_energy(machine.energy, done.tests, cost);
    cost.area_um2 =
        triangle_pipeline_area(machine.area, params.filter, params.vertices_per_cycle, params.dotadd_stages);
    cost.slowest_path = triangle_pipeline_path(params.filter);
  }
  return closed(machine.energy, cost, energy);
}

}  // namespace collisionchip
