// collisionchip config: the effective configuration, the netlist, the presets, or what is known about the keys.
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "collisionchip/testbench/cli/chip_options.h"
#include "collisionchip/testbench/cli/common_options.h"
#include "collisionchip/testbench/cli/file_roles.h"
#include "collisionchip/testbench/cli/preset_list.h"
#include "collisionchip/testbench/cli/typed_words.h"
#include "collisionchip/testbench/cli/verbs.h"
#include "collisionchip/testbench/documentation/config_doc.h"
#include "collisionchip/tlm/chip/chip_netlist.h"
#include "collisionchip/tlm/config/config_file.h"
#include "collisionchip/tlm/machine/json_text.h"

namespace collisionchip {

namespace {

struct ConfigOptions {
  ChipOptions chip;
  bool doc = false, netlist = false, list = false, rules = false;
  std::string explained, csv;
};

int config(const CLI::App& verb, const ConfigOptions& options) {
  if (options.list) {
    refuse_typed(verb, {"--chip", "--set", "--netlist", "--doc", "--rules", "--explain"},
                 "no --list, which prints all presets");
    print_or_write(options.csv, preset_list_text, preset_list_csv);
    return kExitDone;
  }
  if (options.doc) {
    refuse_typed(verb, {"--chip", "--set", "--netlist", "--rules", "--explain"},
                 "no --doc, which prints all keys");
    print_or_write(options.csv, configuration_page, keys_csv);
    return kExitDone;
  }
  if (options.rules) {
    refuse_typed(verb, {"--chip", "--set", "--netlist", "--explain"}, "no --rules, which prints all rules");
    print_or_write(options.csv, rules_text, rules_csv);
    return kExitDone;
  }
  refuse_typed(verb, {"--csv"}, "--list, --doc or --rules as well");
  if (!options.explained.empty()) {
    refuse_typed(verb, {"--chip", "--set", "--netlist"},
                 "no --explain, which says the same of every machine");
    fmt::print("{}", explanation(options.explained));
    return kExitDone;
  }
  const ChipConfig config = load_chip(options.chip);
  if (options.netlist) {
    fmt::print("{}\n", json_text(netlist_json(chip_netlist(config)), 2));
  } else {
    fmt::print("{}", effective_toml(config));
  }
  return kExitDone;
}

}  // namespace

Verb add_config(CLI::App& app) {
  auto options = std::make_shared<ConfigOptions>();
  CLI::App* verb = app.add_subcommand(
      "config", "Print a chip's complete configuration as TOML, or explain keys and presets.");
  add_chip_options(*verb, options->chip);
  verb->add_flag("--list", options->list,
                 "print the presets instead; silicon, clock, memory, RTL, a line on each");
  verb->add_option("--explain", options->explained,
                   "print what a key is instead, or each key of a section; meaning, default, values, rules")
      ->type_name("KEY");
  verb->add_flag("--rules", options->rules, "print the rules between keys instead");
  verb->add_flag("--netlist", options->netlist, "print the machine's units and channels instead, as JSON");
  verb->add_flag("--doc", options->doc, "print the page of the documentation; docs/configuration.md");
  add_csv_option(*verb, options->csv, "each preset of --list, key of --doc or rule of --rules");
  return [options, verb] { return config(*verb, *options); };
}

}  // namespace collisionchip
