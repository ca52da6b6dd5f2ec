#include "collisionchip/tlm/kinds/triangle_cost.h"
#include "collisionchip/tlm/units/triangle_unit/tile_unit.h"

namespace collisionchip {

// Each lane has a pipeline, a part of the tile and its own matrix FIFOs; the records that wait lie in one memory, whose
// word goes to all lanes.
UnitCost TileUnit::cost(const Params& params, const Derived& machine, const TileUnit* counted) {
  const Statistics done = counted == nullptr ? Statistics{} : counted->statistics();
  UnitCost cost;
  cost.operations = done.tests * triangle_operations(params.filter);
  const std::uint64_t words = record_words(params), lanes = params.lanes;
  const std::uint64_t part = (params.tile + lanes - 1) / lanes * 4 * words;
  const std::uint64_t waiting = params.queue_depth * 4 * words;
  cost.sram_bytes += (lanes - 1) * (part + kMatrixFifosBytes);  // without those of the first lane
  const double energy = add_sram(machine.energy, part, (done.tests + done.tile_loads) * words, cost) +
                        add_sram(machine.energy, waiting, 2 * done.rounds * words, cost) +
                        matrix_fifos_energy(machine.energy, done.tests, cost);
  cost.area_um2 = triangle_pipeline_area(
      machine.area, params.filter, std::uint64_t{params.vertices_per_cycle} * lanes, params.dotadd_stages);
  cost.slowest_path = triangle_pipeline_path(params.filter);
  return closed(machine.energy, cost, energy);
}

}  // namespace collisionchip
