#include "collisionchip/testbench/api/config.h"

#include <nlohmann/json.hpp>

#include "collisionchip/testbench/account/machine_facts.h"
#include "collisionchip/testbench/api/throw_errors.h"
#include "collisionchip/testbench/results/machine_json.h"
#include "collisionchip/testbench/sources/chip_source.h"
#include "collisionchip/tlm/config/config_file.h"
#include "collisionchip/tlm/config/config_keys.h"
#include "collisionchip/tlm/machine/json_text.h"
#include "collisionchip/tlm/machines/config_conflicts.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip::api {

namespace {

std::shared_ptr<const ChosenChip> with_keys(ChosenChip chip, const std::vector<std::string>& keys) {
  for (const std::string& key : keys) apply_set(chip, key);
  validate(chip);
  return std::make_shared<const ChosenChip>(std::move(chip));
}

// As the command line takes it, without quotes.
std::string bare_value(const ConfigKey& key, std::uint32_t value) {
  return key.kind == KeyKind::integer ? std::to_string(value) : key.words.at(value);
}

ConfigKeyText text_of(const ConfigKey& key) {
  ConfigKeyText text;
  text.name = key.name;
  if (key.unit != "-") text.unit = key.unit;
  text.range = range_text(key);
  text.is_integer = key.kind == KeyKind::integer;
  text.choices = key.words;
  for (const std::uint32_t value : key.allowed) text.choices.push_back(std::to_string(value));
  text.least = key.min;
  text.most = key.max;
  text.default_value = bare_value(key, key.get(ChipConfig{}));
  text.meaning = key.meaning;
  text.source = key.paper;
  return text;
}

}  // namespace

Config::Config(const std::string& machine, const std::vector<std::string>& keys)
    : chip_(with_errors([&] { return with_keys(load_typed_chip(machine), keys); })) {}

Config Config::replace(const std::vector<std::string>& keys) const {
  return with_errors([&] { return Config(with_keys(*chip_, keys)); });
}

std::string Config::toml() const {
  return effective_toml(*chip_);
}

std::string Config::json() const {
  return json_text(effective_json(*chip_));
}

std::string Config::hash() const {
  return config_hash(*chip_);
}

std::string Config::facts() const {
  return json_text(machine_json(machine_facts(*chip_)));
}

std::vector<std::string> Config::settings() const {
  std::vector<std::string> settings;
  for (const ConfigKey& key : config_keys())
    settings.push_back(key.name + "=" + bare_value(key, key.get(*chip_)));
  return settings;
}

std::vector<std::string> Config::set_singly() const {
  std::vector<std::string> names;
  for (const ConfigKey* key : chip_->set_singly) names.push_back(key->name);
  return names;
}

Config Config::of(const std::vector<std::string>& settings, const std::vector<std::string>& set_singly) {
  return with_errors([&] {
    ChosenChip chip;
    for (const std::string& setting : settings) apply_set(static_cast<ChipConfig&>(chip), setting);
    for (const std::string& name : set_singly) chip.set_singly.insert(find_key(name));
    return Config(with_keys(std::move(chip), {}));
  });
}

const std::vector<ConfigKeyText>& config_key_texts() {
  static const std::vector<ConfigKeyText> texts = [] {
    std::vector<ConfigKeyText> all;
    for (const ConfigKey& key : config_keys()) all.push_back(text_of(key));
    return all;
  }();
  return texts;
}

std::vector<std::pair<std::string, std::string>> preset_texts() {
  std::vector<std::pair<std::string, std::string>> all;
  for (const Preset& preset : presets()) all.emplace_back(preset.name, preset.what);
  return all;
}

}  // namespace collisionchip::api
