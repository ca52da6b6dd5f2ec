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

bool names(const std::vector<std::string>& keys, const std::string& key) {
  return std::any_of(keys.begin(), keys.end(), [&](const std::string& known) {
    return known.back() == '.' ? key.compare(0, known.size(), known) == 0 : key == known;
  });
}

const std::vector<std::string>& keys_of_every_reference() {
  static const std::vector<std::string> all = {"tree.", "query.tumbled_side"};
  return all;
}

std::string reference_question(const ChipConfig& config) {
  const std::vector<std::string>& own = host_of(config).reference_keys;
  std::string text;
  for (const ConfigKey& key : config_keys()) {
    if (names(own, key.name) || names(keys_of_every_reference(), key.name) ||
        names(keys_that_choose(), key.name))
      text += key.name + '=' + std::to_string(key.get(config)) + ' ';
  }
  return text;
}

}  // namespace collisionchip
