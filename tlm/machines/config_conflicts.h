// Rules between keys. Each machine has its own in its row (machine_kind.h); docs/configuration.md is made from all of them.
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

struct ConflictRule {
  std::string says;  // one sentence or two, for the page
  std::optional<ConfigConflict> (*broken)(const ChipConfig& config) = nullptr;
};

// Rules that every machine has in addition to those of its row. They are checked last.
const std::vector<ConflictRule>& shared_rules();
std::optional<ConfigConflict> find_conflict(const ChipConfig& config);
// Whether the key belongs to a unit that this machine lacks. Then any value but the default is a conflict.
bool lacks(const ChipConfig& config, const ConfigKey& key);

// InputError if a key is out of its range or a rule between keys is broken. `--set` checks only its own key,
// because two that belong together are set one after the other: call this after the last one.
void validate(const ChipConfig& config);

}  // namespace collisionchip
