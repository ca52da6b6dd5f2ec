// collisionchip config: the effective configuration, the netlist, the presets, or the page that documents every key.
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "collisionchip/reference/files/output_file.h"
#include "collisionchip/testbench/cli/chip_options.h"
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
  bool doc = false, netlist = false, list = false;
  std::string csv;
};

void print_list(const std::string& csv) {
  if (csv.empty()) {
    fmt::print("{}", preset_list_text());
  } else {
    write_output_file(csv, preset_list_csv());
  }
}

int config(const CLI::App& verb, ConfigOptions options) {
  if (options.list) {
    refuse_typed(verb, {"--chip", "--set", "--netlist", "--doc"}, "no --list, which is of all presets");
    check_file_roles({}, {{"--csv", options.csv, true}});
    resolve_output(options.csv);
    print_list(options.csv);
    return kExitDone;
  }
  refuse_typed(verb, {"--csv"}, "--list as well");
  if (options.doc) {
    refuse_typed(verb, {"--chip", "--set", "--netlist"}, "no --doc, which is of all machines");
    fmt::print("{}", configuration_page());
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
  CLI::App* verb =
      app.add_subcommand("config", "Print a chip's complete configuration as TOML, or list the presets.");
  add_chip_options(*verb, options->chip);
  verb->add_flag(
      "--list", options->list,
      "print the presets instead: silicon, clock, memory, whether there is RTL, and a line on each");
  verb->add_option("--csv", options->csv, "with --list: a line for each preset; - for standard output")
      ->type_name("FILE");
  verb->add_flag("--doc", options->doc,
                 "print docs/configuration.md instead: every key, its unit, range and meaning");
  verb->add_flag("--netlist", options->netlist,
                 "print the machine's units and the channels between them instead, as JSON");
  return [options, verb] { return config(*verb, *options); };
}

}  // namespace collisionchip
