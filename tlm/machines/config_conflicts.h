// Rules between keys: docs/configuration.md lists them. Each machine has its own in its row (machine_kind.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "collisionchip/tlm/config/config_keys.h"

namespace collisionchip {

// A rule between keys that a configuration breaks.
struct ConfigConflict {
  std::vector<std::string> keys;
  std::string text;  // one line that names the keys and their values
};
using ConflictRule = std::optional<ConfigConflict> (*)(const ChipConfig& config);

std::optional<ConfigConflict> find_conflict(const ChipConfig& config);
// The key is of a unit that this machine does not have: another value than the default is a conflict.
bool lacks(const ChipConfig& config, const ConfigKey& key);

// InputError if a key is out of its range or a rule between keys is broken. `--set` checks only its own key,
// because two that belong together are set one after the other: call this after the last one.
void validate(const ChipConfig& config);

}  // namespace collisionchip
