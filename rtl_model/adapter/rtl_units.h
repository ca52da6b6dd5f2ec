// The units that `units.*` can ask for as RTL.
#pragma once

#include <string>
#include <vector>

#include "collisionchip/tlm/chip/unit_kinds.h"

namespace collisionchip {

// As the keys of [units] call them, in their order.
const std::vector<std::string>& replaceable_units();
// The units that this program has as RTL; empty if it was built without Verilator.
const std::vector<std::string>& rtl_units();

UnitModel model_of(const ChipConfig& config, const std::string& unit);
void set_model(ChipConfig& config, const std::string& unit, UnitModel model);
bool has_rtl(const ChipConfig& config);  // any unit is RTL

// InputError if `units.*` asks for RTL that this program has not, or if the RTL was made for another machine:
// it names the key.
void check_rtl(const ChipConfig& config);

// Every kind of unit: the TLM model, and the Verilated RTL behind the same interface where this program has it.
const UnitKinds& unit_kinds();

}  // namespace collisionchip
