#include "collisionchip/tlm/machines/machine_kinds.h"

#include <algorithm>
#include <stdexcept>

namespace collisionchip {

const std::vector<MachineKind>& machine_kinds() {
  static const std::vector<MachineKind> all = {lists_machine(), boxes_machine(), tiles_machine(),
                                               groups_machine()};
  return all;
}

const std::vector<std::string>& keys_that_choose() {
  static const std::vector<std::string> all = {"engine.kind", "tree.format"};
  return all;
}

const MachineKind& machine_of(const ChipConfig& config) {
  for (const MachineKind& machine : machine_kinds()) {
    const std::vector<TreeFormatKey>& formats = machine.formats;
    const bool is_format =
        formats.empty() || std::count(formats.begin(), formats.end(), config.tree.format) > 0;
    if (machine.engine == config.engine.kind && is_format) return machine;
  }
  throw std::logic_error("no machine has this engine.kind and tree.format");
}

}  // namespace collisionchip
