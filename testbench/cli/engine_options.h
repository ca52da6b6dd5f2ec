// Options that several verbs share: which engine answers, and how much it is asked.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "collisionchip/testbench/engines/engine.h"

namespace collisionchip {

// Adds --model with the engines for which `fits` is true. Other engines are refused by name (exit status 2).
void add_model_option(CLI::App& verb, std::string& model, bool (*fits)(const EngineKind& kind));
// The engine of this name. InputError if this program was built without what the engine needs.
const EngineKind& load_engine(const std::string& model);

// Adds --device: an OpenCL device, or `cpu`.
void add_device_option(CLI::App& verb, std::string& device);
void add_first_option(CLI::App& verb, bool& first);

}  // namespace collisionchip
