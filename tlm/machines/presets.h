// Configurations that have a name: those of the paper, and ours. Each is in the file of its machine. chip_config.h has
// preset().
#pragma once

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

}  // namespace collisionchip
