// The example at the end of each verb's --help: lines for a shell, which run in an empty folder one after the other.
#pragma once

#include <CLI/CLI.hpp>

namespace collisionchip {

// Adds them to the program and to all its verbs. A verb without an example is a std::logic_error.
void add_examples(CLI::App& app);

}  // namespace collisionchip
