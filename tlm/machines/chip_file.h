// Chips by name: presets and TOML files. Whatever is wrong is one line with the file, the line and the key.
#pragma once

#include <string>

#include "collisionchip/tlm/config/chosen_chip.h"

namespace collisionchip {

// The name of a preset, or a path that ends in `.toml`. A file is a whole configuration: it starts from the
// preset that `base` names (paper41 if it names none) and is validated at its end.
ChosenChip load_chip(const std::string& preset_or_file);
// Whether that is a file: its name ends in .toml.
bool is_chip_file(const std::string& preset_or_file);

}  // namespace collisionchip
