#include "collisionchip/tlm/kinds/unit_cost.h"

#include <cmath>

namespace collisionchip {

namespace {

// 32 bits of an SRAM of so many bytes, in pJ.
double access_energy(const EnergyKeys& keys, std::uint64_t bytes) {
  constexpr double kBytes = 8192;  // of the published figure
  return 1e-3 * keys.sram_fj * std::sqrt(static_cast<double>(bytes) / kBytes);
}

double energy_of(const EnergyKeys& keys, const Operations& operations) {
  return 1e-3 * (static_cast<double>(operations.multiplies) * keys.multiply_fj +
                 static_cast<double>(operations.adds) * keys.add_fj +
                 static_cast<double>(operations.compares) * keys.compare_fj);
}

}  // namespace

double add_sram(const EnergyKeys& keys, std::uint64_t bytes, std::uint64_t words, UnitCost& cost) {
  cost.sram_bytes += bytes;
  cost.sram_words += words;
  return static_cast<double>(words) * access_energy(keys, bytes);
}

UnitCost closed(const EnergyKeys& keys, UnitCost cost, double energy) {
  energy += energy_of(keys, cost.operations);
  cost.energy_pj = static_cast<std::uint64_t>(std::llround(energy * keys.technology_percent / 100));
  return cost;
}

std::uint64_t dotadds_area(const AreaKeys& keys, std::uint64_t count, std::uint32_t stages) {
  const std::uint64_t more = stages > 6 ? stages - 6 : 0;
  return count * (keys.dotadd_um2 + more * keys.dotadd_stage_um2);
}

std::uint64_t operators_area(const AreaKeys& keys, const Operations& side_by_side) {
  return side_by_side.multiplies * keys.multiply_um2 + side_by_side.adds * keys.add_um2 +
         side_by_side.compares * keys.compare_um2;
}

std::uint64_t registers_area(const AreaKeys& keys, std::uint64_t bits) {
  return bits * keys.register_bit_um2;
}

std::uint64_t sram_area(const AreaKeys& keys, std::uint64_t bytes) {
  return bytes * 8 * keys.sram_bit_nm2 / 1000 * keys.sram_percent / 100;
}

}  // namespace collisionchip
