// The options with which a user names a chip: a preset or a file, and keys that change it.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "collisionchip/testbench/engines/engine.h"
#include "collisionchip/tlm/config/chosen_chip.h"

namespace collisionchip {

struct ChipOptions {
  std::string chip = "paper41";   // preset or TOML file
  std::vector<std::string> sets;  // KEY=VALUE, in the order given

  // The file that --chip names; empty if it names a preset.
  std::string file() const;
  // The options as words of a command line, each after a space.
  std::string words() const;
};

// The text of --help about a chip.
std::string chip_text();
void add_chip_options(CLI::App& verb, ChipOptions& options);
// Only --set, for a verb without --chip.
void add_set_option(CLI::App& verb, std::vector<std::string>& sets, const std::string& description);
// InputError if the user typed a --chip or --set that the engine ignores.
void check_chip_is_used(const CLI::App& verb, const ChipOptions& options, const EngineKind& engine);
// The chip of the options, validated.
ChosenChip load_chip(const ChipOptions& options);

}  // namespace collisionchip
