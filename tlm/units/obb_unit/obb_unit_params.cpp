#include "collisionchip/tlm/units/obb_unit/obb_unit_params.h"

namespace collisionchip {

ObbUnitParams ObbUnitParams::of(const ObbUnitKeys& keys, const Derived& machine) {
  constexpr std::uint32_t kRows = 12;  // nine of its rotation, three of its centre
  ObbUnitParams params{box_unit_params(keys, kRows, machine)};
  params.encoding = machine.pairs.nodes == &kObb64 ? ObbEncoding::obb64 : ObbEncoding::obb40;
  params.member_words = machine.pairs.nodes->members[1].begin;
  params.has_branch_cache = keys.branch_cache_lines > 0;
  params.decode_cycles = machine.pairs.decode_cycles;
  return params;
}

}  // namespace collisionchip
