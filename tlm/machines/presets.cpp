#include "collisionchip/tlm/machines/presets.h"

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/spelling.h"
#include "collisionchip/tlm/machines/machine_kinds.h"

namespace collisionchip {

const std::vector<Preset>& presets() {
  static const std::vector<Preset> all = [] {
    std::vector<Preset> some;
    for (const MachineKind& machine : machine_kinds())
      some.insert(some.end(), machine.presets.begin(), machine.presets.end());
    return some;
  }();
  return all;
}

const std::vector<std::string>& preset_names() {
  static const std::vector<std::string> names = {"paper41", "paper52", "paper52-eq5"};
  return names;
}

const std::vector<std::string>& all_preset_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Preset& one : presets()) all.emplace_back(one.name);
    return all;
  }();
  return names;
}

ChipConfig preset(const std::string& name) {
  for (const Preset& one : presets()) {
    if (one.name == name) return one.make();
  }
  throw InputError(choice_complaint(all_preset_names(), name));
}

}  // namespace collisionchip
