#include "collisionchip/tlm/volumes/box_unit_cost.h"

namespace collisionchip {

std::uint64_t box_unit_area(const BoxCosts& box, const BoxUnitParams& params, const Derived& machine) {
  const std::uint32_t bus_bytes = machine.sdram.bus_bytes;
  const std::uint64_t pair = std::uint64_t{machine.pairs.nodes->beats(bus_bytes)} * bus_bytes;
  const std::uint64_t input = machine.pairs.input_registers * (pair * 8 + box.input_bits);
  const std::uint64_t placed = 2 * box.numbers * kFloatBits * params.register_sets;
  return dotadds_area(machine.area, params.dotadds + box.test_rows, params.dotadd_stages) +
         operators_area(machine.area, 2 * box.decode + params.axes_per_cycle * box.axis) +
         registers_area(machine.area, input + placed + box.more_bits);
}

}  // namespace collisionchip
