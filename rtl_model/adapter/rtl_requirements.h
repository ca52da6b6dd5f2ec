// What a configuration must be for a unit's RTL, which is made for one machine.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "collisionchip/tlm/machine/chip_config.h"

namespace collisionchip {

struct RtlRequirement {
  RtlRequirement(std::string name, std::uint64_t least, std::uint64_t most)
      : key(std::move(name)), min(static_cast<std::uint32_t>(least)), max(static_cast<std::uint32_t>(most)) {}
  // A key of words takes only this one.
  template <typename Word>
  RtlRequirement(std::string name, Word word)
      : RtlRequirement(std::move(name), static_cast<std::uint64_t>(word), static_cast<std::uint64_t>(word)) {}

  std::string key;
  std::uint32_t min, max;  // both included
};

// InputError "dop_unit.register_sets = 4: expected 2 with units.dop_unit = \"rtl\"; the RTL has no other".
void check_requirements(const ChipConfig& config, const std::string& unit,
                        const std::vector<RtlRequirement>& requirements);

}  // namespace collisionchip
