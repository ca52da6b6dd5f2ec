// A chip as a user puts it together: a preset or a file, then keys, from files, command lines and messages. Kinds first, whatever
// the order: a key that sets others leaves alone what has been set key by key.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/config/config_value.h"

namespace collisionchip {

struct ChosenChip : ChipConfig {
  ChosenChip() = default;
  // Takes a preset; its keys do not count as set by the user.
  ChosenChip(const ChipConfig& preset) : ChipConfig(preset) {}

  std::set<const ConfigKey*> set_singly;  // by the user, in the order of the table
};

// `memory.kind`. No other key changes more than itself.
bool is_kind(const ConfigKey& key);

void set_key(ChosenChip& chip, const ConfigKey& key, std::uint32_t value);
void set_keys(ChosenChip& chip, const std::vector<PlacedKey>& keys);

}  // namespace collisionchip
