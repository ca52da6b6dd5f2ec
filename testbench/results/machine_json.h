// The chip of a run, in its statistics file: written there, and read back for pages.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "collisionchip/testbench/account/machine_facts.h"

namespace collisionchip {

nlohmann::ordered_json machine_json(const MachineFacts& machine);
// nlohmann's exception if a member is missing or of another type.
MachineFacts machine_of(const nlohmann::ordered_json& json);

}  // namespace collisionchip
