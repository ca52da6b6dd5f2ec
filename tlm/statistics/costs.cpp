#include "collisionchip/tlm/statistics/costs.h"

#include <cmath>

#include "collisionchip/tlm/chip/chip_netlist.h"
#include "collisionchip/tlm/chip/unit_kinds.h"

namespace collisionchip {

namespace {

// Chips of eight bits at two transfers per memory clock: one for each byte of the bus.
UnitCost sdram_cost(const Board& board) {
  const ChipConfig& config = board.config();
  SdramStatistics counted;
  for (std::size_t i = 0; i < board.channels(); ++i) {
    counted.activates += board.sdram(i).statistics().activates;
    counted.data_cycles += board.sdram(i).statistics().data_cycles;
  }
  const double chips = config.memory_side().bus_bytes * (config.sdram.ecc == Ecc::secded ? 1.125 : 1.0);
  const double nanoseconds = 1e-3 * config.chip.clock_period_ps;
  const double standby = config.energy.standby_mw * nanoseconds *
                         static_cast<double>(board.channels() * board.chip().query_cycles());
  const double energy = static_cast<double>(counted.activates) * config.energy.activate_pj +
                        static_cast<double>(counted.data_cycles) * config.energy.read_pj + standby;
  UnitCost cost;
  cost.energy_pj = static_cast<std::uint64_t>(std::llround(chips * energy));
  return cost;
}

// A machine, and the board that has counted what its last query did; no board: nothing was done.
struct Source {
  const ChipConfig& config;
  const std::vector<UnitRow>& units;
  const Board* board = nullptr;
};

Source source_of(const Board& board) {
  return {board.config(), board.chip().netlist().units, &board};
}

UnitCost cost_of(const Source& source, std::size_t place) {
  const Unit* const counted = source.board == nullptr ? nullptr : &source.board->chip().unit(place);
  return implementation_of(model_kinds(), source.units[place]).cost(source.config, counted);
}

// Without the area of memories.
UnitCost sum_of(const Source& source, const std::string& unit) {
  UnitCost sum;
  for (std::size_t i = 0; i < source.units.size(); ++i) {
    if (source.units[i].name == numbered(unit, source.units[i].number)) sum = sum + cost_of(source, i);
  }
  return sum;
}

UnitCost unit_cost(const Source& source, const std::string& unit) {
  if (unit == "sdram") return source.board == nullptr ? UnitCost{} : sdram_cost(*source.board);
  UnitCost cost = sum_of(source, unit);
  cost.area_um2 += sram_area(source.config.area, cost.sram_bytes);
  return cost;
}

UnitCost chip_cost(const Source& source) {
  UnitCost sum = unit_cost(source, "sdram");
  for (const UnitRow& row : source.units) {
    if (row.number > 0) continue;  // counted with the first one
    UnitCost cost = unit_cost(source, row.name);
    if (kind_of(model_kinds(), row.kind).costs.beside_chip) cost.sram_bytes = cost.area_um2 = 0;
    sum = sum + cost;
  }
  return sum;
}

}  // namespace

UnitCost unit_cost(const Board& board, const std::string& unit) {
  return unit_cost(source_of(board), unit);
}

UnitCost unit_cost(const ChipConfig& config, const std::string& unit) {
  return unit_cost({config, chip_units(config)}, unit);
}

std::uint64_t logic_area(const ChipConfig& config, const std::string& unit) {
  return sum_of({config, chip_units(config)}, unit).area_um2;
}

UnitCost chip_cost(const Board& board) {
  return chip_cost(source_of(board));
}

UnitCost chip_cost(const ChipConfig& config) {
  return chip_cost(Source{config, chip_units(config)});
}

}  // namespace collisionchip
