// What makes each kind of unit as RTL: one row each.
#pragma once

#include <string>
#include <vector>

#include "collisionchip/tlm/chip/unit_kinds.h"

namespace collisionchip {

struct RtlRow {
  std::string kind;
  UnitMaker make;  // InputError for a machine that there is no RTL for
};

const std::vector<RtlRow>& rtl_table();

}  // namespace collisionchip
