// What a query costs beside cycles: operations, accesses of memories, energy, and the bytes of its memories.
// Operations follow from what the units counted, energy from published figures per operation (the keys
// `energy.*`): an estimate for comparing configurations, not a measurement. docs/costs.md.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/chip/board.h"

namespace collisionchip {

struct Operations {
  std::uint64_t multiplies = 0, adds = 0, compares = 0;  // of float32 numbers

  friend constexpr Operations operator+(const Operations& a, const Operations& b) {
    return {a.multiplies + b.multiplies, a.adds + b.adds, a.compares + b.compares};
  }
  friend constexpr Operations operator*(std::uint64_t times, const Operations& o) {
    return {times * o.multiplies, times * o.adds, times * o.compares};
  }
};

// A tumbled sibling pair transformed, an aligned pair compared with it, a pair of triangles tested.
Operations transform_operations(const ChipConfig& config);
Operations overlap_operations(const ChipConfig& config);
Operations triangle_operations(const ChipConfig& config);
// A box decoded, and one axis of two boxes tested.
Operations decode_operations(const ChipConfig& config);
Operations axis_operations(const ChipConfig& config);
// What stands side by side in the Triangle Unit for one vertex per cycle, its DOTADDs apart.
Operations triangle_operators(const ChipConfig& config);

// Units with costs of their own. The stack SRAMs stand beside the chip.
enum class CostUnit {
  pci_interface,
  memory_controller,
  sdram,
  stack_engine,
  stack_sram_left,
  stack_sram_right,
  dop_unit,
  triangle_unit,
  pointer_fifo,
  obb_unit,
  pair_sequencer,
  record_cache,
  group_engine,
  group_unit,
  leaf_unit,
  small_triangle_unit,
  aabb_unit,
  engine_switch
};

struct UnitCost {
  Operations operations;
  std::uint64_t sram_words = 0;  // of 32 bits, read or written
  std::uint64_t sram_bytes = 0;
  std::uint64_t energy_pj = 0;
  std::uint64_t area_um2 = 0;  // in 0.18 um, memories included (area.h)
};

// Of the board's last query.
UnitCost unit_cost(const Board& board, CostUnit unit);
// All units; of the bytes those on the chip.
UnitCost chip_cost(const Board& board);
// Of a chip that has done nothing yet: its bytes and its area.
UnitCost chip_cost(const ChipConfig& config);

}  // namespace collisionchip
