#include "collisionchip/rtl_model/adapter/rtl_builds.h"

#include <algorithm>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/tlm/config/rtl_parameters.h"
#include "collisionchip/tlm/machines/derived_of.h"

namespace collisionchip {

namespace {

bool serves(const RtlBuild& build, const RtlKey& key, const ChipConfig& config) {
  return key.fits(config) && (!key.is_parameter() || key.value(config) == key.value(machine_of(build)));
}

// Differs from the first build in this parameter at most.
bool is_variant(const RtlBuild& build, const std::string& parameter) {
  return std::all_of(build.parameters.begin(), build.parameters.end(),
                     [&](const auto& differing) { return differing.first == parameter; });
}

RtlRequirement requirement_of(const RtlKey& key) {
  if (!key.is_parameter()) return {key.key->name, key.use->min, key.use->max};
  RtlRequirement need = {key.key->name, ~0u, 0};
  for (const RtlBuild& build : rtl_builds()) {
    if (build.unit != key.use->unit || !is_variant(build, key.use->parameter)) continue;
    const std::uint32_t value = key.key->get(machine_of(build));
    need.min = std::min(need.min, value);
    need.max = std::max(need.max, value);
  }
  return need;
}

}  // namespace

bool has_build(const std::string& unit) {
  return std::any_of(rtl_builds().begin(), rtl_builds().end(),
                     [&](const RtlBuild& build) { return build.unit == unit; });
}

ChipConfig machine_of(const RtlBuild& build) {
  ChipConfig config;
  for (const auto& [name, value] : build.parameters) {
    for (const RtlKey& key : rtl_keys(build.unit)) {
      if (key.use->parameter == name) key.key->set(config, value);
    }
  }
  return config;
}

std::vector<ChipConfig> machines_of(const std::string& unit) {
  std::vector<ChipConfig> all;
  for (const RtlBuild& build : rtl_builds()) {
    if (build.unit == unit) all.push_back(machine_of(build));
  }
  return all;
}

std::vector<RtlRequirement> requirements_of(const std::string& unit) {
  std::vector<RtlRequirement> all;
  for (const RtlKey& key : rtl_keys(unit)) all.push_back(requirement_of(key));
  return all;
}

const RtlBuild& build_for(const std::string& unit, const ChipConfig& config) {
  const NodeFormat& own = nodes_of(config);
  const NodeFormat& nodes = own.has_nodes() && !own.has_dops() ? own : *config.node_format;
  if (&nodes != &kDop128) {
    throw InputError("units." + unit + " = \"rtl\"", std::string("nodes in ") + kDop128.name,
                     std::string(", got ") + nodes.name + "; the RTL reads no other");
  }
  const std::vector<RtlKey> keys = rtl_keys(unit);
  for (const RtlBuild& build : rtl_builds()) {
    if (build.unit != unit) continue;
    if (std::all_of(keys.begin(), keys.end(), [&](const RtlKey& key) { return serves(build, key, config); }))
      return build;
  }
  if (!has_build(unit)) {
    throw InputError("units." + unit + " = \"rtl\"", "\"tlm\"",
                     std::string("; this program has no RTL for this unit") +
                         (rtl_builds().empty()
                              ? ", for it was built without; where there is Verilator 5, ./demo builds it, "
                                "and so does cmake with COLLISIONCHIP_BUILD_RTL=ON"
                              : ""));
  }
  for (const RtlRequirement& need : requirements_of(unit)) {
    const ConfigKey& key = *find_key(need.key);
    const std::uint32_t value = key.get(config);
    if (value >= need.min && value <= need.max) continue;
    std::string expected = value_text(key, need.min);
    if (need.max != need.min) expected += ".." + value_text(key, need.max);
    throw InputError(key.name + " = " + value_text(key, value),
                     expected + " with units." + unit + " = \"rtl\"", "; the RTL has no other");
  }
  throw InputError("units." + unit + " = \"rtl\": its RTL has no build of these keys together");
}

}  // namespace collisionchip
