#include "collisionchip/tlm/machines/config_conflicts.h"

#include <algorithm>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/tlm/machines/conflict_rules.h"
#include "collisionchip/tlm/machines/host_rules.h"
#include "collisionchip/tlm/machines/machine_kinds.h"

namespace collisionchip {

using namespace conflict_rules;

namespace {

bool is_named(const std::vector<std::string>& sections_and_keys, const ConfigKey& key) {
  return std::any_of(sections_and_keys.begin(), sections_and_keys.end(),
                     [&](const std::string& text) { return text == key.name || text == key.section(); });
}

// Keys that some machine has, with its engine.kind. The examples of all machines show them.
struct OwnedKeys {
  EngineKindKey engine;
  std::vector<std::string> keys;
};
const std::vector<OwnedKeys>& owned_keys() {
  static const std::vector<OwnedKeys> all = [] {
    std::vector<OwnedKeys> owned;
    for (const MachineKind& machine : machine_kinds()) {
      for (const MachineExample& example : machine.examples())
        owned.push_back({machine.engine, machine.keys(example.config)});
    }
    return owned;
  }();
  return all;
}

// The key that selects the units, if the machine lacks the unit of `key`; otherwise nullptr. `own` are the machine's keys.
const char* what_lacks(const MachineKind& machine, const std::vector<std::string>& own,
                       const ConfigKey& key) {
  if (is_named(own, key)) return nullptr;
  const char* lacks = nullptr;
  for (const OwnedKeys& owned : owned_keys()) {
    if (!is_named(owned.keys, key)) continue;
    if (owned.engine == machine.engine) return "tree.format";
    lacks = "engine.kind";
  }
  return lacks;
}

// A key of a unit that the machine lacks has its default value.
std::optional<ConfigConflict> unit_conflict(const MachineKind& machine, const ChipConfig& config) {
  const ChipConfig usual;
  const std::vector<std::string> own = machine.keys(config);
  for (const ConfigKey& key : config_keys()) {
    if (key.get(config) == key.get(usual)) continue;
    const char* const lacks = what_lacks(machine, own, key);
    if (lacks == nullptr) continue;
    return ConfigConflict{{key.name, lacks},
                          shown(config, key.name) + " belongs to a unit that a machine with " +
                              shown(config, lacks) + " does not have"};
  }
  return std::nullopt;
}

std::optional<ConfigConflict> ways_conflict(const ChipConfig& config) {
  if (config.triangle_unit.cache_lines % config.triangle_unit.cache_ways == 0) return std::nullopt;
  return refused(config, "triangle_unit.cache_lines", " is not a multiple of ", "triangle_unit.cache_ways");
}

std::optional<ConfigConflict> threshold_conflict(const ChipConfig& config) {
  if (config.pointer_fifo.threshold <= config.pointer_fifo.depth) return std::nullopt;
  return refused(config, "pointer_fifo.threshold", " is more than ", "pointer_fifo.depth");
}

std::optional<ConfigConflict> range_conflict(const ChipConfig& config) {
  for (const ConfigKey& key : config_keys()) {
    const std::uint32_t value = key.get(config);
    if (!accepts(key, value))
      return ConfigConflict{
          {key.name}, key.name + ": expected " + expectation(key, value) + ", got " + std::to_string(value)};
  }
  return std::nullopt;
}

std::optional<ConfigConflict> first_broken(const std::vector<ConflictRule>& rules, const ChipConfig& config) {
  for (const ConflictRule& rule : rules) {
    if (auto conflict = rule.broken(config)) return conflict;
  }
  return std::nullopt;
}

}  // namespace

const std::vector<ConflictRule>& shared_rules() {
  static const std::vector<ConflictRule> all =
      joined({{{"`triangle_unit.cache_lines` is a multiple of `triangle_unit.cache_ways`.", ways_conflict},
               {"`pointer_fifo.threshold` is at most `pointer_fifo.depth`.", threshold_conflict}},
              host_rules()});
  return all;
}

std::optional<ConfigConflict> find_conflict(const ChipConfig& config) {
  if (auto conflict = range_conflict(config)) return conflict;
  const MachineKind& machine = machine_of(config);
  if (auto conflict = unit_conflict(machine, config)) return conflict;
  if (auto conflict = first_broken(machine.conflicts, config)) return conflict;
  return first_broken(shared_rules(), config);
}

bool lacks(const ChipConfig& config, const ConfigKey& key) {
  const MachineKind& machine = machine_of(config);
  return what_lacks(machine, machine.keys(config), key) != nullptr;
}

void validate(const ChipConfig& config) {
  if (const auto conflict = find_conflict(config)) throw InputError(conflict->text);
}

}  // namespace collisionchip
