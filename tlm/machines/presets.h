// Configurations that have a name: those of the paper, and ours. Each stands in the file of its machine.
#pragma once

#include <string>
#include <vector>

#include "collisionchip/tlm/config/chip_config.h"

namespace collisionchip {

struct Preset {
  const char* name;
  const char* what;      // one line; lists and pages print it
  ChipConfig (*make)();  // says why each key is there; what it does not set is `paper41`
};

// The paper's first, then machine by machine.
const std::vector<Preset>& presets();

// A preset by its name. InputError for another name.
ChipConfig preset(const std::string& name);
const std::vector<std::string>& preset_names();      // of the paper
const std::vector<std::string>& all_preset_names();  // and ours

}  // namespace collisionchip
