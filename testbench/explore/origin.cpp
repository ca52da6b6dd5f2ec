#include "collisionchip/testbench/explore/origin.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>

#include <nlohmann/json.hpp>

#include "collisionchip/reference/files/output_file.h"
#include "collisionchip/testbench/explore/plan_workload.h"
#include "collisionchip/testbench/results/result_folder.h"
#include "collisionchip/tlm/config/config_file.h"
#include "collisionchip/tlm/config/config_keys.h"
#include "collisionchip/tlm/machine/json_text.h"

namespace collisionchip {

namespace {

namespace fs = std::filesystem;

// As a shell takes it; a chip file is found from everywhere.
std::string base_word(const Plan& plan) {
  if (!is_chip_file(plan.base)) return plan.base;
  return shell_word(fs::absolute(beside(plan.path, plan.base)).string());
}

std::string arguments(const Plan& plan, const ChipConfig& config,
                      const std::function<bool(const ConfigKey&)>& is_named) {
  std::string text = "--chip " + base_word(plan);
  for (const ConfigKey& key : config_keys()) {
    if (!is_named(key)) continue;
    const std::uint32_t value = key.get(config);
    text += " --set " + key.name + "=" +
            (key.kind == KeyKind::integer ? std::to_string(value) : key.words[value]);
  }
  return text;
}

bool is_set(const Plan& plan, const ConfigKey& key) {
  return std::any_of(plan.set.begin(), plan.set.end(), [&](const PlacedKey& set) { return set.key == &key; });
}

bool varies(const Plan& plan, const ConfigKey& key) {
  return std::any_of(plan.axes.begin(), plan.axes.end(), [&](const Axis& axis) { return axis.key == &key; });
}

}  // namespace

std::string chip_arguments(const Plan& plan, const ChipConfig& config) {
  return arguments(plan, config,
                   [&](const ConfigKey& key) { return is_set(plan, key) || varies(plan, key); });
}

void write_origin(const Plan& plan, const std::string& directory) {
  const std::string chip = arguments(
      plan, plan.chip, [&](const ConfigKey& key) { return is_set(plan, key) && !varies(plan, key); });
  const nlohmann::ordered_json json = {{"plan", fs::absolute(plan.path).lexically_normal().string()},
                                       {"chip", chip}};
  write_output_file(directory + "/" + kOriginFile, json_text(json, 1) + '\n');
}

}  // namespace collisionchip
