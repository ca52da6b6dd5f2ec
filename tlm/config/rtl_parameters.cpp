#include "collisionchip/tlm/config/rtl_parameters.h"

#include <algorithm>

#include "collisionchip/tlm/config/chip_config.h"

namespace collisionchip {

std::uint32_t RtlKey::value(const ChipConfig& config) const {
  return use->told != nullptr ? ((config.*use->told)() ? 1 : 0) : key->get(config);
}

bool RtlKey::fits(const ChipConfig& config) const {
  const std::uint32_t now = key->get(config);
  return is_parameter() || (now >= use->min && now <= use->max);
}

std::vector<RtlKey> rtl_keys(const std::string& unit) {
  std::vector<RtlKey> all;
  for (const ConfigKey& key : config_keys()) {
    for (const RtlUse& use : key.rtl) {
      if (use.unit == unit) all.push_back({&key, &use});
    }
  }
  return all;
}

bool rtl_fits(const std::string& unit, const ChipConfig& config) {
  if (find_key("units." + unit) == nullptr) return false;
  const std::vector<RtlKey> keys = rtl_keys(unit);
  return std::all_of(keys.begin(), keys.end(), [&](const RtlKey& key) { return key.fits(config); });
}

std::vector<std::pair<std::string, std::uint32_t>> rtl_parameters(const std::string& unit,
                                                                  const ChipConfig& config) {
  std::vector<std::pair<std::string, std::uint32_t>> all;
  for (const RtlKey& key : rtl_keys(unit)) {
    if (!key.is_parameter()) continue;
    // A parameter that was added later is left out where it stands for what the RTL was before.
    const ConfigKey& added = *key.key;
    const bool as_before =
        added.neutral && added.get(config) == *added.neutral && added.get(ChipConfig{}) == *added.neutral;
    if (!as_before) all.emplace_back(key.use->parameter, key.value(config));
  }
  return all;
}

}  // namespace collisionchip
