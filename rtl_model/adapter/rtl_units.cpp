#include "collisionchip/rtl_model/adapter/rtl_units.h"

#include <algorithm>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/rtl_model/adapter/rtl_table.h"
#include "collisionchip/tlm/machine/config_keys.h"

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

namespace {

const RtlRow* find_row(const std::string& unit) {
  const auto found = std::find_if(rtl_table().begin(), rtl_table().end(),
                                  [&](const RtlRow& row) { return row.kind == unit; });
  return found == rtl_table().end() ? nullptr : &*found;
}

}  // namespace

const UnitKinds& unit_kinds() {
  static const UnitKinds kinds = [] {
    UnitKinds all = model_kinds();
    for (UnitKind& kind : all) {
      const RtlRow* row = find_row(kind.name);
      if (row != nullptr) kind.rtl = row->make;
    }
    return all;
  }();
  return kinds;
}

const std::vector<RtlRequirement>& requirements_of(const std::string& unit) {
  static const std::vector<RtlRequirement> none;
  const RtlRow* row = find_row(unit);
  return row != nullptr ? row->requirements() : none;
}

const std::vector<std::string>& rtl_units() {
  static const std::vector<std::string> units = [] {
    std::vector<std::string> all;
    for (const RtlRow& row : rtl_table()) all.push_back(row.kind);
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
    if (model_of(config, unit) == UnitModel::tlm) continue;
    if (const RtlRow* row = find_row(unit)) {
      check_requirements(config, unit, row->requirements());
      continue;
    }
    throw InputError("units." + unit + " = \"rtl\": expected \"tlm\"; this program has no RTL of it" +
                     (rtl_units().empty() ? ", for it was built without Verilator" : ""));
  }
}

}  // namespace collisionchip
