// What a unit costs in addition to cycles, and the parts of that cost: operations, accesses of memories, energy, silicon.
// Operations follow from what the unit counted; energy and area from the keys `energy.*` and `area.*`. Estimates for comparing
// configurations, not measurements. docs/costs.md.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/kinds/cost_keys.h"

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

constexpr Operations kDotadd = {3, 3, 0};
constexpr std::uint64_t kFloatBits = 32;

// The slowest path of a unit that was synthesised (docs/costs.md); 0 ps: the unit was not.
struct SynthesisedPath {
  const char* unit = "";  // whose logic it is
  std::uint32_t period_ps = 0;
};

struct UnitCost {
  Operations operations;
  std::uint64_t sram_words = 0;  // of 32 bits, read or written
  std::uint64_t sram_bytes = 0;
  std::uint64_t energy_pj = 0;
  std::uint64_t area_um2 = 0;    // in 0.18 um; of one unit without its SRAMs, of a sum with them
  SynthesisedPath slowest_path;  // a sum has none

  friend UnitCost operator+(const UnitCost& a, const UnitCost& b) {
    return {a.operations + b.operations, a.sram_words + b.sram_words, a.sram_bytes + b.sram_bytes,
            a.energy_pj + b.energy_pj,   a.area_um2 + b.area_um2,     {}};
  }
};

// Which of these costs a kind of unit has; for the other costs it has no statistics.
struct CostKinds {
  bool arithmetic = false, memory = false, energy = false, area = false;
  bool beside_chip = false;  // in a chip of its own: its bytes and its area are not the chip's
};

// Adds an SRAM to a unit, with so many words read or written; returns their energy.
double add_sram(const EnergyKeys& keys, std::uint64_t bytes, std::uint64_t words, UnitCost& cost);
// With the energy of its operations and of its memories; `energy`: of the four keys that are in 45 nm.
UnitCost closed(const EnergyKeys& keys, UnitCost cost, double energy);

// Square micrometres.
std::uint64_t dotadds_area(const AreaKeys& keys, std::uint64_t count, std::uint32_t stages);
std::uint64_t operators_area(const AreaKeys& keys, const Operations& side_by_side);
std::uint64_t registers_area(const AreaKeys& keys, std::uint64_t bits);
// The area of an SRAM, decoders and amplifiers included.
std::uint64_t sram_area(const AreaKeys& keys, std::uint64_t bytes);

}  // namespace collisionchip
