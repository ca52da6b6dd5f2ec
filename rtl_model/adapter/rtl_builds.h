// The RTL that this program has: for each unit one module or several, Verilated with other
// parameters. Which of them is a configuration's follows from the keys that name a parameter of
// the unit (tlm/config/config_keys.h).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "collisionchip/rtl_model/adapter/verilated_module.h"
#include "collisionchip/tlm/config/chip_config.h"

namespace collisionchip {

struct RtlBuild {
  std::string unit, name;  // no name: the unit's first one, whose parameters are preset paper41's
  std::vector<std::pair<std::string, std::uint32_t>> parameters;  // that differ from the first one's
  std::unique_ptr<VerilatedModule> (*make)();
};

// Written by CMake, in its order; a unit's first one comes first. Empty without Verilator.
const std::vector<RtlBuild>& rtl_builds();

bool has_build(const std::string& unit);

// Preset paper41 with the keys of the build's parameters.
ChipConfig machine_of(const RtlBuild& build);

// The machines of all builds of the unit, in the order of the builds.
std::vector<ChipConfig> machines_of(const std::string& unit);

// A condition on a configuration for the unit's RTL: the values of a key for which there are builds that otherwise equal the
// first build.
struct RtlRequirement {
  std::string key;
  std::uint32_t min, max;  // both included
};
std::vector<RtlRequirement> requirements_of(const std::string& unit);

// The build for this machine. InputError if there is none: "dop_unit.register_sets = 4: expected 2 with
// units.dop_unit = \"rtl\"; the RTL has no other".
const RtlBuild& build_for(const std::string& unit, const ChipConfig& config);

}  // namespace collisionchip
