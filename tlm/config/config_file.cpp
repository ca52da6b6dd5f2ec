#include "collisionchip/tlm/config/config_file.h"

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>

#include "collisionchip/reference/arithmetic/fnv1a.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/spelling.h"
#include "collisionchip/tlm/config/config_keys.h"
#include "collisionchip/tlm/config/config_value.h"

namespace collisionchip {

namespace {

// --- the command line ---

struct GivenKey {
  const ConfigKey* key;
  std::uint32_t value;
};

GivenKey given_key(const std::string& key_equals_value) {
  const Place where = "--set " + printable(key_equals_value);
  const std::size_t equals = key_equals_value.find('=');
  if (equals == std::string::npos) throw InputError(where, "KEY=VALUE");
  const std::string name = key_equals_value.substr(0, equals);
  const ConfigKey* key = find_key(name);
  if (key == nullptr) throw InputError::at(where, "unknown key; nearest is " + nearest_key(name));
  return {key, checked_value(*key, given_on_command_line(*key, key_equals_value.substr(equals + 1)), where)};
}

// --- text ---

// What the same machine may have with another value, or did not have when it was given its hash.
bool is_hashed(const ConfigKey& key, const ChipConfig& config) {
  return key.section() != "units" && key.neutral != key.get(config);
}

std::string toml_of(const ChipConfig& config, const std::function<bool(const ConfigKey&)>& shown) {
  std::string text;
  std::string section;
  for (const ConfigKey& key : config_keys()) {
    if (!shown(key)) continue;
    if (key.section() != section) {
      section = key.section();
      text += (text.empty() ? "[" : "\n[") + section + "]\n";
    }
    text += key.leaf() + " = " + value_text(key, key.get(config)) + "\n";
  }
  return text;
}

}  // namespace

void apply_set(ChosenChip& chip, const std::string& key_equals_value) {
  const GivenKey given = given_key(key_equals_value);
  set_key(chip, *given.key, given.value);
}

void apply_set(ChipConfig& config, const std::string& key_equals_value) {
  const GivenKey given = given_key(key_equals_value);
  given.key->set(config, given.value);
}

std::string effective_toml(const ChipConfig& config) {
  return toml_of(config, [](const ConfigKey&) { return true; });
}

std::string config_hash(const ChipConfig& config) {
  Fnv1a hash;
  hash.add(toml_of(config, [&](const ConfigKey& key) { return is_hashed(key, config); }));
  return hash.digits();
}

nlohmann::ordered_json effective_json(const ChipConfig& config) {
  nlohmann::ordered_json json;
  for (const ConfigKey& key : config_keys()) {
    const std::uint32_t value = key.get(config);
    nlohmann::ordered_json& slot = json[key.section()][key.leaf()];
    switch (key.kind) {
      case KeyKind::integer:
        slot = value;
        break;
      case KeyKind::boolean:
        slot = value != 0;
        break;
      case KeyKind::word:
        slot = key.words.at(value);
        break;
    }
  }
  return json;
}

}  // namespace collisionchip
