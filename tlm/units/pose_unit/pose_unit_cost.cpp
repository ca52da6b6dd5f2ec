#include "collisionchip/tlm/units/pose_unit/pose_unit.h"

namespace collisionchip {

namespace {

// A multiplier grows by the square of its bits: a sixth of a cross product of 17-bit differences has 17 x 17. Shifters and sums of
// 128 bits as two aligners of the Small Triangle Unit.
std::uint64_t logic_area(const PoseUnitParams& params, const AreaKeys& keys) {
  constexpr std::uint64_t kBits = 32, kCrossBits = 17, kOfCross = 6;
  return params.multipliers * std::uint64_t{keys.small_cross_um2} * kBits * kBits /
             (kOfCross * kCrossBits * kCrossBits) +
         2 * std::uint64_t{keys.small_block_um2};
}

}  // namespace

// A command reads of each record the words that it needs; registers wait in a memory until they are sent. A product of whole
// numbers counts like one of float32, with a sum.
UnitCost PoseUnit::cost(const Params& params, const Derived& machine, const PoseUnit* counted) {
  constexpr std::uint64_t kRecordWords = 29, kRegisterBytes = 4 * 256;
  const Statistics done = counted == nullptr ? Statistics{} : counted->statistics();
  UnitCost cost;
  cost.operations = done.products * Operations{1, 1, 0};
  const std::uint64_t made = done.commands - done.refused;
  const double energy = add_sram(machine.energy, std::uint64_t{params.objects} * 4 * kObjectWords,
                                 done.object_words + 2 * made * kRecordWords, cost) +
                        add_sram(machine.energy, kRegisterBytes, 2 * done.register_words, cost);
  cost.area_um2 = logic_area(params, machine.area);
  return closed(machine.energy, cost, energy);
}

}  // namespace collisionchip
