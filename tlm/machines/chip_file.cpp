#include "collisionchip/tlm/config/config_file.h"

#include <algorithm>
#include <map>
#include <vector>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/spelling.h"
#include "collisionchip/tlm/config/config_keys.h"
#include "collisionchip/tlm/config/config_value.h"
#include "collisionchip/tlm/config/toml_file.h"
#include "collisionchip/tlm/machines/config_conflicts.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {

namespace {

ChipConfig base_of(const std::string& path, const Toml& value) {
  const GivenValue given = given_in_file(value);
  const std::vector<std::string>& names = all_preset_names();
  const Place where = at_line(path, value).part("base");
  if (given.type != GivenValue::Type::text)
    throw InputError(where, either_of(names), ", got " + given.shown());
  if (std::count(names.begin(), names.end(), given.text) == 0) throw no_choice(where, names, given.text);
  return preset(given.text);
}

// A file with all keys, as effective_toml() writes it, is a whole machine. Keys with the same value as in its preset and kind
// do not count as set singly, so a kind on top of the file sets them.
void forget_what_is_usual(const ChipConfig& base, const std::vector<PlacedKey>& keys, ChosenChip& chip) {
  if (keys.size() != config_keys().size()) return;
  ChipConfig usual = base;
  for (const PlacedKey& placed : keys) {
    if (is_kind(*placed.key)) placed.key->set(usual, placed.value);
  }
  for (const PlacedKey& placed : keys) {
    if (placed.key->get(usual) == placed.value) chip.set_singly.erase(placed.key);
  }
}

ChosenChip load_file(const std::string& path) {
  Toml root = parse_toml(path, "a chip configuration");
  ChipConfig base_config;
  const auto base = root.as_table().find("base");
  if (base != root.as_table().end()) {
    base_config = base_of(path, base->second);
    root.as_table().erase(base);
  }
  std::map<std::string, Place> place_of;
  const std::vector<PlacedKey> keys = read_keys(path, root);
  for (const PlacedKey& placed : keys) place_of.emplace(placed.key->name, placed.where);
  ChosenChip chip = base_config;
  set_keys(chip, keys);
  forget_what_is_usual(base_config, keys, chip);
  if (const auto conflict = find_conflict(chip)) {
    // The conflict belongs to the first of its keys that this file sets; the presets have none.
    for (const std::string& name : conflict->keys) {
      const auto place = place_of.find(name);
      if (place != place_of.end()) throw InputError::at(place->second, conflict->text);
    }
    throw InputError::at(Place::in(path), conflict->text);
  }
  return chip;
}

}  // namespace

bool is_chip_file(const std::string& preset_or_file) {
  const std::string extension = ".toml";
  return preset_or_file.size() >= extension.size() &&
         preset_or_file.compare(preset_or_file.size() - extension.size(), extension.size(), extension) == 0;
}

ChosenChip load_chip(const std::string& preset_or_file) {
  if (is_chip_file(preset_or_file)) return load_file(preset_or_file);
  return preset(preset_or_file);
}

}  // namespace collisionchip
