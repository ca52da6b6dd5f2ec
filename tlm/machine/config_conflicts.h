// Rules between keys: docs/configuration.md lists them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "collisionchip/tlm/machine/chip_config.h"
#include "collisionchip/tlm/machine/config_keys.h"

namespace collisionchip {

// A rule between keys that a configuration breaks.
struct ConfigConflict {
  std::vector<std::string> keys;
  std::string text;  // one line that names the keys and their values
};
std::optional<ConfigConflict> find_conflict(const ChipConfig& config);
// The key is of a unit that this machine does not have: another value than the default is a conflict.
bool lacks(const ChipConfig& config, const ConfigKey& key);

// The shortest refresh interval that leaves every read its
// turn, also one that is re-activated after a refresh.
std::uint32_t least_refresh_interval(const ChipConfig::Sdram& sdram);

// The cycles that a read of so many beats has the data bus: whole bursts of the mode register's length.
std::uint32_t beats_on_bus(const ChipConfig::Sdram& sdram, std::uint32_t beats);
// The shortest time for which a row may be open that leaves every read its turn.
std::uint32_t least_t_ras_max(const ChipConfig::Sdram& sdram);

// InputError if a key is out of its range or a rule between keys is broken. `--set` checks only its own key,
// because two that belong together are set one after the other: call this after the last one.
void validate(const ChipConfig& config);

}  // namespace collisionchip
