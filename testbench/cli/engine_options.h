// Who answers, and how much of it is asked: words that several verbs share.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "collisionchip/testbench/engines/engine.h"

namespace collisionchip {

// --model, of the engines for which `fits` is true; others are refused by name (exit status 2).
void add_model_option(CLI::App& verb, std::string& model, bool (*fits)(const EngineKind& kind));
// InputError if this program lacks something for it.
const EngineKind& load_engine(const std::string& model);

// --device: one of OpenCL, or `cpu`; `cpu` says what the verb does then.
void add_device_option(CLI::App& verb, std::string& device, const std::string& cpu);
void add_first_option(CLI::App& verb, bool& first);

}  // namespace collisionchip
