// The units of machines other than the paper's: boxes in the place of DOPs, no tree, groups. They are a library of their
// own (collisionchip_machines), which the first part of the program does without.
#pragma once

#include <string>

#include "collisionchip/tlm/chip/unit_maker.h"

namespace collisionchip {

// nullptr: this program has none of these machines. std::out_of_range: no unit of that kind.
UnitMaker other_unit(const std::string& kind);

}  // namespace collisionchip
