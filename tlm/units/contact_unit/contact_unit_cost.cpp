#include "collisionchip/tlm/units/contact_unit/contact_unit.h"

namespace collisionchip {

namespace {

// A multiplier grows by the square of its bits: a sixth of a cross product of 17-bit differences has 17 x 17. Fifteen signs follow
// from 84 products of one limb; what finds one grows with the determinant's bits, 78 for 54 of the Small Triangle Unit. Shifters of
// 128 bits as two aligners of that unit.
std::uint64_t logic_area(const ContactUnitParams& params, const AreaKeys& keys) {
  constexpr std::uint64_t kBits = kLimbBits + 1, kCrossBits = 17, kOfCross = 6;
  constexpr std::uint64_t kSigns = 15, kProducts = 84, kSignBits = 78, kSmallSignBits = 54;
  const std::uint64_t multiplier =
      std::uint64_t{keys.small_cross_um2} * kBits * kBits / (kOfCross * kCrossBits * kCrossBits);
  const std::uint64_t sign =
      std::uint64_t{keys.small_sign_um2} * kSigns * kSignBits / (kProducts * kSmallSignBits);
  return params.multipliers * (multiplier + sign) + 2 * std::uint64_t{keys.small_block_um2};
}

}  // namespace

// A place has corners, products and determinants of a pair. A product reads two limbs and writes one; it counts like one of float32,
// with a sum.
UnitCost ContactUnit::cost(const Params& params, const Derived& machine, const ContactUnit* counted) {
  constexpr std::uint64_t kPlaceBytes = 1024, kCornerWords = 18;
  const Statistics done = counted == nullptr ? Statistics{} : counted->statistics();
  UnitCost cost;
  cost.operations = done.products * Operations{1, 1, 0};
  const double energy = add_sram(machine.energy, params.queue_depth * kPlaceBytes,
                                 2 * kCornerWords * done.tests + 3 * done.products, cost);
  cost.area_um2 = logic_area(params, machine.area);
  return closed(machine.energy, cost, energy);
}

}  // namespace collisionchip
