// A chip, as verbs let a user name it: a preset or a file, and keys on top of it.
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

  // The file that --chip names; empty: it names a preset.
  std::string file() const;
  // As they stand on a command line, each after a space.
  std::string words() const;
};

// What --help says of a chip.
std::string chip_text();
void add_chip_options(CLI::App& verb, ChipOptions& options);
// --set alone, for a verb that has its chip from elsewhere.
void add_set_option(CLI::App& verb, std::vector<std::string>& sets, const std::string& description);
// InputError for a --chip or --set that was typed and that the engine does not look at.
void check_chip_is_used(const CLI::App& verb, const ChipOptions& options, const EngineKind& engine);
// Validated.
ChosenChip load_chip(const ChipOptions& options);

}  // namespace collisionchip
