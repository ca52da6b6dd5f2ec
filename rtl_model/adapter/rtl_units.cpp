#include "collisionchip/rtl_model/adapter/rtl_units.h"

#include <algorithm>

#include "collisionchip/rtl_model/adapter/rtl_builds.h"
#include "collisionchip/rtl_model/adapter/rtl_table.h"
#include "collisionchip/tlm/config/config_keys.h"

namespace collisionchip {

const std::vector<std::string>& replaceable_units() {
  static const std::vector<std::string> units = [] {
    std::vector<std::string> all;
    for (const ConfigKey& key : config_keys()) {
      if (key.section() == "units") all.push_back(key.leaf());
    }
    return all;
  }();
  return units;
}

const UnitKinds& unit_kinds() {
  static const UnitKinds kinds = [] {
    UnitKinds all = model_kinds();
    for (UnitKind& kind : all) {
      for (const RtlRow& row : rtl_table()) {
        if (row.kind == kind.name && has_build(kind.name)) kind.implementations.front().rtl = row.make;
      }
    }
    return all;
  }();
  return kinds;
}

const std::vector<std::string>& rtl_units() {
  static const std::vector<std::string> units = [] {
    std::vector<std::string> all;
    for (const RtlRow& row : rtl_table()) {
      if (has_build(row.kind)) all.push_back(row.kind);
    }
    return all;
  }();
  return units;
}

UnitModel model_of(const ChipConfig& config, const std::string& unit) {
  return static_cast<UnitModel>(find_key("units." + unit)->get(config));
}

void set_model(ChipConfig& config, const std::string& unit, UnitModel model) {
  find_key("units." + unit)->set(config, static_cast<std::uint32_t>(model));
}

bool has_rtl(const ChipConfig& config) {
  const std::vector<std::string>& units = replaceable_units();
  return std::any_of(units.begin(), units.end(),
                     [&](const std::string& unit) { return model_of(config, unit) == UnitModel::rtl; });
}

void check_rtl(const ChipConfig& config) {
  for (const std::string& unit : replaceable_units()) {
    if (model_of(config, unit) == UnitModel::rtl) build_for(unit, config);
  }
}

}  // namespace collisionchip
