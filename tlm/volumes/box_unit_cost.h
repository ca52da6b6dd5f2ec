// What units of boxes cost, whatever their boxes are.
#pragma once

#include "collisionchip/tlm/kinds/unit_cost.h"
#include "collisionchip/tlm/volumes/box_unit_params.h"

namespace collisionchip {

// What one kind of boxes takes.
struct BoxCosts {
  Operations decode, axis;              // of a box; of one axis of a test
  std::uint64_t rows, test_rows;        // DOTADDs that place a box; that turn an aligned one for a test
  std::uint64_t numbers;                // of a placed box
  std::uint64_t input_bits, more_bits;  // stored with each pair in the input register; in other registers
};

// Area of the logic: input register, placed pairs, a decoder for each side, the DOTADDs of the frame stage and those that turn a
// box into an aligned one's frame, the axes side by side.
std::uint64_t box_unit_area(const BoxCosts& box, const BoxUnitParams& params, const Derived& machine);

}  // namespace collisionchip
