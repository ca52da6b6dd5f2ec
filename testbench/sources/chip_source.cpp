#include "collisionchip/testbench/sources/chip_source.h"

#include <algorithm>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/spelling.h"
#include "collisionchip/testbench/sources/object_source.h"
#include "collisionchip/tlm/config/config_file.h"

namespace collisionchip {

ChipSource read_chip_source(TomlTable& table, const std::string& member) {
  ChipSource source;
  const Toml *chip = table.take(member), *set = table.take("set");
  if (chip != nullptr) {
    if (!chip->is_string()) table.expected(*chip, member, "a preset or a TOML file");
    source.given = chip->as_string().str;
    const bool is_file = is_chip_file(source.given);
    try {
      source.config = load_chip(is_file ? beside(table.file(), source.given) : source.given);
    } catch (const InputError& error) {
      if (is_file) throw;
      throw InputError::at(table.place_of(*chip, member), error.what());
    }
  }
  if (set == nullptr) return source;
  if (!set->is_table()) table.expected(*set, "set", "a table");
  source.set = read_keys(table.file(), *set);
  set_keys(source.config, source.set);
  return source;
}

ChosenChip load_typed_chip(const std::string& chip) {
  std::vector<std::string> names = all_preset_names();
  if (!is_chip_file(chip) && std::find(names.begin(), names.end(), chip) == names.end()) {
    names.emplace_back("FILE.toml");
    throw no_choice("--chip", names, chip);
  }
  return load_chip(chip);
}

}  // namespace collisionchip
