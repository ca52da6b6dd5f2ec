#include "collisionchip/testbench/machines/host_kinds.h"

#include <stdexcept>

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

}  // namespace collisionchip
