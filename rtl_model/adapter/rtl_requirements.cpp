#include "collisionchip/rtl_model/adapter/rtl_requirements.h"

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/tlm/machine/config_keys.h"

namespace collisionchip {

void check_requirements(const ChipConfig& config, const std::string& unit,
                        const std::vector<RtlRequirement>& requirements) {
  for (const RtlRequirement& need : requirements) {
    const ConfigKey& key = *find_key(need.key);
    const std::uint32_t value = key.get(config);
    if (value >= need.min && value <= need.max) continue;
    std::string expected = value_text(key, need.min);
    if (need.max != need.min) expected += ".." + value_text(key, need.max);
    throw InputError(key.name + " = " + value_text(key, value) + ": expected " + expected + " with units." +
                     unit + " = \"rtl\"; the RTL has no other");
  }
}

}  // namespace collisionchip
