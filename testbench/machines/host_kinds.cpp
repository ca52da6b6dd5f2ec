#include "collisionchip/testbench/machines/host_kinds.h"

#include <algorithm>
#include <stdexcept>

#include "collisionchip/tlm/config/config_keys.h"
#include "collisionchip/tlm/machines/machine_kinds.h"

namespace collisionchip {

const std::vector<HostKind>& host_kinds() {
  static const std::vector<HostKind> all = {lists_host(), boxes_host(), tiles_host(), groups_host()};
  return all;
}

const HostKind& host_of(const ChipConfig& config) {
  const std::string& name = machine_of(config).name;
  for (const HostKind& host : host_kinds()) {
    if (host.machine == name) return host;
  }
  throw std::logic_error("no host for the machine '" + name + "'");
}

std::string reference_question(const ChipConfig& config) {
  std::vector<std::string> asked = host_of(config).reference_keys;
  for (const std::string& key : keys_that_choose()) asked.push_back(key);
  asked.insert(asked.end(), {"tree.", "query.tumbled_side"});
  std::string text;
  for (const ConfigKey& key : config_keys()) {
    const bool looked_at = std::any_of(asked.begin(), asked.end(), [&](const std::string& name) {
      return name.back() == '.' ? key.name.compare(0, name.size(), name) == 0 : key.name == name;
    });
    if (looked_at) text += key.name + '=' + std::to_string(key.get(config)) + ' ';
  }
  return text;
}

}  // namespace collisionchip
