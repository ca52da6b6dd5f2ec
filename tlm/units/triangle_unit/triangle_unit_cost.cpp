#include "collisionchip/tlm/units/triangle_unit/triangle_unit.h"

#include "collisionchip/tlm/kinds/triangle_cost.h"

namespace collisionchip {

namespace {

constexpr std::uint64_t kFloats = 21, kBounds = 3;   // of a triangle's record
constexpr std::uint64_t kMatrixFifoWords = 16 * 12;  // each of two (§4.3)
constexpr std::uint64_t kMatrixWords = 12;

std::uint64_t record_words(const TriangleUnitParams& params) {
  return kFloats + (params.filter ? kBounds : 0);
}

double matrix_fifos_energy(const EnergyKeys& keys, std::uint64_t tests, UnitCost& cost) {
  double energy = 0;
  for (int fifo = 0; fifo < 2; ++fifo)
    energy += add_sram(keys, 4 * kMatrixFifoWords, 2 * kMatrixWords * tests, cost);
  return energy;
}

// Each lane has a part of the tile and its own matrix FIFOs; the records that wait lie in one memory, whose word goes
// to all lanes. Adds the memories to the cost; returns their energy.
double tile_energy(const TriangleUnitParams& params, const EnergyKeys& keys,
                   const TriangleUnit::Statistics& done, UnitCost& cost) {
  const std::uint64_t words = record_words(params), lanes = params.lanes;
  const std::uint64_t part = (params.tile + lanes - 1) / lanes * 4 * words;
  const std::uint64_t waiting = params.queue_depth * 4 * words;
  cost.sram_bytes += (lanes - 1) * (part + 2 * 4 * kMatrixFifoWords);  // beside those of the first lane
  return add_sram(keys, part, (done.tests + done.tile_loads) * words, cost) +
         add_sram(keys, waiting, 2 * done.rounds * words, cost) + matrix_fifos_energy(keys, done.tests, cost);
}

}  // namespace

UnitCost TriangleUnit::cost(const Params& params, const Derived& machine, const TriangleUnit* counted) {
  const Statistics done = counted == nullptr ? Statistics{} : counted->statistics();
  UnitCost cost;
  cost.operations = done.tests * triangle_operations(params.filter);
  double energy = 0;
  if (params.tile != 0) {
    energy = tile_energy(params, machine.energy, done, cost);
  } else if (!params.ideal) {
    const std::uint64_t words = record_words(params), line = 4 * (words + 1);  // and the tag
    const std::uint64_t aligned_writes = done.aligned_misses + done.aligned_leaves;
    const std::uint64_t tumbled_writes = done.tumbled_misses + done.tumbled_leaves;
    energy =
        add_sram(machine.energy, params.cache_lines * line, (done.tests + aligned_writes) * words, cost) +
        add_sram(machine.energy, (2 + params.tumbled_leaves) * line, (done.tests + tumbled_writes) * words,
                 cost);
    energy += matrix_fifos_energy(machine.energy, done.tests, cost);
  }
  if (!params.ideal) {
    cost.area_um2 =
        triangle_pipeline_area(machine.area, params.filter,
                               std::uint64_t{params.vertices_per_cycle} * params.lanes, params.dotadd_stages);
    cost.slowest_path = triangle_pipeline_path(params.filter);
  }
  return closed(machine.energy, cost, energy);
}

}  // namespace collisionchip
