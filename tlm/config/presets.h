// The machines that have a name: those of the paper, and ours.
#pragma once

#include <string>
#include <vector>

#include "collisionchip/tlm/config/chip_config.h"

namespace collisionchip {

struct Preset {
  const char* name;
  const char* what;  // one line; lists and pages print it
  ChipConfig (*make)();
};

// The paper's first. preset() and the lists of names (chip_config.h) are made from it.
const std::vector<Preset>& presets();

}  // namespace collisionchip
