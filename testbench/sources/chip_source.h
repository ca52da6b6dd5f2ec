// The chip that a user names, in a file or on the command line.
#pragma once

#include <string>
#include <vector>

#include "collisionchip/tlm/config/chosen_chip.h"
#include "collisionchip/tlm/config/toml_table.h"

namespace collisionchip {

struct ChipSource {
  std::string given = "paper41";  // the name in the file: a preset or a TOML file
  ChosenChip config;              // rules between keys are not checked yet
  std::vector<PlacedKey> set;     // keys set on top, in the order of the file
};

// The chip that `member` names, with the keys of the table `set` on top: a file in the same folder, or a preset; paper41 if
// the member is missing. InputError with file, line and key.
ChipSource read_chip_source(TomlTable& table, const std::string& member);

// The preset or the file of --chip, without --set; rules between keys are not checked yet.
ChosenChip load_typed_chip(const std::string& chip);

}  // namespace collisionchip
