// The example at the end of each verb's --help: lines for a shell, which run in an empty folder one after the other.
#pragma once

#include <CLI/CLI.hpp>

namespace collisionchip {

// Of the program and of all its verbs. std::logic_error for a verb without an example.
void add_examples(CLI::App& app);

}  // namespace collisionchip
