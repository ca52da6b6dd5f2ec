// Chips by name and as text: presets and TOML files, `--set`, and the effective configuration that every result carries. Each
// mistake is reported in one line with the file, the line and the key.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "collisionchip/tlm/config/chosen_chip.h"

namespace collisionchip {

// The name of a preset, or a path that ends in `.toml`. A file is a whole configuration: it starts from the
// preset that `base` names (paper41 if it names none) and is validated at its end, with the rules of its machine:
// tlm/machines has this function.
ChosenChip load_chip(const std::string& preset_or_file);
// Whether that is a file: its name ends in .toml.
bool is_chip_file(const std::string& preset_or_file);

// One `--set KEY=VALUE`. Checks the key and its value; `validate` checks the whole after the last one.
void apply_set(ChosenChip& chip, const std::string& key_equals_value);
// The same without a record of the keys that the user set: a kind then sets all keys that it gives a value.
void apply_set(ChipConfig& config, const std::string& key_equals_value);

// Every key, in table order; load_chip of this text gives the same configuration.
std::string effective_toml(const ChipConfig& config);
// 16 hexadecimal digits: FNV-1a, 64 bits, of the effective TOML without its section [units] and without keys
// at their neutral value (ConfigKey).
std::string config_hash(const ChipConfig& config);
// By section, in table order.
nlohmann::ordered_json effective_json(const ChipConfig& config);

}  // namespace collisionchip
