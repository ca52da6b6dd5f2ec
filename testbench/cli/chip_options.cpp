#include "collisionchip/testbench/cli/chip_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/cli/typed_words.h"
#include "collisionchip/testbench/results/result_folder.h"
#include "collisionchip/testbench/sources/chip_source.h"
#include "collisionchip/tlm/config/config_file.h"
#include "collisionchip/tlm/config/config_keys.h"
#include "collisionchip/tlm/machines/config_conflicts.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {

std::string ChipOptions::file() const {
  return is_chip_file(chip) ? chip : "";
}

std::string ChipOptions::words() const {
  std::string text = option_words("--chip", chip);
  for (const std::string& set : sets) text += option_words("--set", set);
  return text;
}

std::string chip_text() {
  return fmt::format("preset ({}) or a TOML file; `collisionchip config --list` compares the presets",
                     fmt::join(all_preset_names(), ", "));
}

void add_chip_options(CLI::App& verb, ChipOptions& options) {
  verb.add_option("--chip", options.chip, chip_text())->type_name("CHIP")->capture_default_str();
  add_set_option(verb, options.sets, "KEY=VALUE of the chip's configuration; may be repeated");
}

void add_set_option(CLI::App& verb, std::vector<std::string>& sets, const std::string& description) {
  verb.add_option("--set", sets, description)->type_name("KEY=VALUE")->take_all()->allow_extra_args(false);
}

void check_chip_is_used(const CLI::App& verb, const ChipOptions& options, const EngineKind& engine) {
  const std::string by = "--model " + engine.name;
  if (!engine.can.cycles && engine.keys.empty())
    refuse_typed(verb, {"--chip", "--set"}, "--model tlm or rtl; " + by + " looks at no chip");
  if (engine.name == "opencl") refuse_typed(verb, {"--chip"}, "a --set that " + by + " looks at");
  for (const std::string& set : options.sets) {
    const std::string key = set.substr(0, set.find('='));
    if (find_key(key) == nullptr) continue;  // load_chip() names the nearest one
    if (!engine.looks_at(key))
      throw InputError(fmt::format("--set {}", key),
                       fmt::format("a key that {} looks at: {}", by, fmt::join(engine.keys, ", ")));
    if (engine.name == "rtl" && key.rfind("units.", 0) == 0)
      throw InputError(fmt::format("--set {}", key), "--model tlm",
                       fmt::format("; {} takes all units as RTL", by));
  }
}

ChosenChip load_chip(const ChipOptions& options) {
  ChosenChip config = load_typed_chip(options.chip);
  for (const std::string& set : options.sets) apply_set(config, set);
  validate(config);
  return config;
}

}  // namespace collisionchip
