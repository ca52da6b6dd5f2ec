#include "collisionchip/traces/vectors/pins_of_machines.h"

#include <algorithm>
#include <vector>

#include "collisionchip/reference/text/spelling.h"
#include "collisionchip/tlm/chip/chip_netlist.h"
#include "collisionchip/tlm/config/config_keys.h"
#include "collisionchip/tlm/machines/machine_kinds.h"
#include "collisionchip/tlm/statistics/statistics.h"

namespace collisionchip {

namespace {

bool has_pins(const MachineKind& machine, const ChipConfig& config, const std::string& unit) {
  const std::vector<std::string> units = machine.pins(config);
  return std::find(units.begin(), units.end(), unit) != units.end();
}

std::string word_of(const char* key, const ChipConfig& config) {
  const ConfigKey& row = *find_key(key);
  return value_text(row, row.get(config));
}

void add_once(std::vector<std::string>& words, const std::string& word) {
  if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
}

// The words of engine.kind whose machines have the pins of this unit, or of any if none is named: "a" or "b".
std::string engines_with(const std::string& unit) {
  std::vector<std::string> words;
  for (const MachineKind& machine : machine_kinds()) {
    for (const MachineExample& example : machine.examples()) {
      const bool has =
          unit.empty() ? !machine.pins(example.config).empty() : has_pins(machine, example.config, unit);
      if (has) add_once(words, word_of("engine.kind", example.config));
    }
  }
  return either_of(words);
}

std::string formats_with(const std::string& unit) {
  std::vector<std::string> words;
  for (const MachineKind& machine : machine_kinds()) {
    for (const TreeFormatKey format : machine.formats) {
      ChipConfig config;
      config.tree.format = format;
      if (has_pins(machine, config, unit)) add_once(words, word_of("tree.format", config));
    }
  }
  return either_of(words);
}

}  // namespace

std::string what_has_pins(const ChipConfig& config, const std::string& unit) {
  const MachineKind& machine = machine_of(config);
  if (has_pins(machine, config, unit)) return "";
  const std::vector<std::string> pins = machine.pins(config);
  if (pins.empty()) return "engine.kind = " + engines_with("") + ", which have pins";
  const std::string engine = engines_with(unit);
  if (engine != word_of("engine.kind", config))
    return "engine.kind = " + engine + ", which has this unit as at its pins";
  if (has_unit(chip_units(config), unit))
    return "tree.format = " + formats_with(unit) + ", as at the RTL's pins";
  if (pins.size() == 1) return pins.front() + ", the unit of tree.format = " + word_of("tree.format", config);
  return "tree.format = " + formats_with(unit);
}

}  // namespace collisionchip
