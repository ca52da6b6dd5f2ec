// collisionchip config: the effective configuration, the netlist, or the page that documents every key.
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "collisionchip/testbench/cli/question_options.h"
#include "collisionchip/testbench/cli/typed_words.h"
#include "collisionchip/testbench/cli/verbs.h"
#include "collisionchip/testbench/documentation/config_doc.h"
#include "collisionchip/tlm/chip/chip_netlist.h"
#include "collisionchip/tlm/machine/config_file.h"
#include "collisionchip/tlm/machine/json_text.h"

namespace collisionchip {

namespace {

struct ConfigOptions {
  ChipOptions chip;
  bool doc = false;
  bool netlist = false;
};

}  // namespace

Verb add_config(CLI::App& app) {
  auto options = std::make_shared<ConfigOptions>();
  CLI::App* verb = app.add_subcommand("config", "Print a chip's complete configuration as TOML.");
  add_chip_options(*verb, options->chip);
  verb->add_flag("--doc", options->doc,
                 "print docs/configuration.md instead: every key, its unit, range and meaning");
  verb->add_flag("--netlist", options->netlist,
                 "print the machine's units and the channels between them instead, as JSON");
  return [options, verb] {
    if (options->doc) {
      refuse_typed(*verb, {"--chip", "--set", "--netlist"}, "no --doc, which is of all machines");
      fmt::print("{}", configuration_page());
      return kExitDone;
    }
    const ChipConfig config = load_chip(options->chip);
    if (options->netlist) {
      fmt::print("{}\n", json_text(netlist_json(chip_netlist(config)), 2));
    } else {
      fmt::print("{}", effective_toml(config));
    }
    return kExitDone;
  };
}

}  // namespace collisionchip
