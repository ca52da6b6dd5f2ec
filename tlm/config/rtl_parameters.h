// What the rows of the keys say to a unit's RTL.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "collisionchip/tlm/config/config_keys.h"

namespace collisionchip {

struct RtlKey {
  const ConfigKey* key;
  const RtlUse* use;

  bool is_parameter() const { return !use->parameter.empty(); }
  // The parameter's value.
  std::uint32_t value(const ChipConfig& config) const;
  // Whether the RTL was written for the key's value; a parameter can be anything.
  bool fits(const ChipConfig& config) const;
};

// Whether the unit has RTL, and it was written for this machine.
bool rtl_fits(const std::string& unit, const ChipConfig& config);

// In the order of the keys. `unit`: as its module is called.
std::vector<RtlKey> rtl_keys(const std::string& unit);
// By the names in the module.
std::vector<std::pair<std::string, std::uint32_t>> rtl_parameters(const std::string& unit,
                                                                  const ChipConfig& config);

}  // namespace collisionchip
