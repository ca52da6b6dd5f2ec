// Which units this program has as RTL: one row each.
#pragma once

#include <string>
#include <vector>

#include "collisionchip/rtl_model/adapter/rtl_requirements.h"
#include "collisionchip/tlm/chip/unit_kinds.h"

namespace collisionchip {

struct RtlRow {
  std::string kind;
  const std::vector<RtlRequirement>& (*requirements)();
  UnitKind::Maker make;  // InputError for a machine that the RTL was not made for
};

// Empty without Verilator.
const std::vector<RtlRow>& rtl_table();

}  // namespace collisionchip
