// The verbs of `collisionchip`. Each adds its subcommand to the parser; the returned function runs it and gives the
// exit status, kExitDone or kExitDisagree. What else there is, is thrown (terminal/exit_status.h): WrongWord or
// CLI::Error for a word that is typed wrong, InputError for a file, a key or a combination.
#pragma once

#include <functional>
#include <vector>

#include <CLI/CLI.hpp>

#include "collisionchip/testbench/terminal/exit_status.h"

namespace collisionchip {

using Verb = std::function<int()>;

// In the order of the help.
Verb add_collide(CLI::App& app);
Verb add_mesh(CLI::App& app);
Verb add_report(CLI::App& app);
Verb add_verify(CLI::App& app);
Verb add_config(CLI::App& app);
Verb add_explore(CLI::App& app);
Verb add_evaluate(CLI::App& app);
Verb add_stats(CLI::App& app);
Verb add_paper(CLI::App& app);
Verb add_faults(CLI::App& app);
Verb add_trace(CLI::App& app);
Verb add_vectors(CLI::App& app);
Verb add_estimate(CLI::App& app);
Verb add_trees(CLI::App& app);
Verb add_allpairs(CLI::App& app);
Verb add_quickcd(CLI::App& app);
Verb add_scene(CLI::App& app);

constexpr Verb (*kVerbs[])(CLI::App&) = {add_collide, add_mesh,     add_report,   add_verify, add_config,
                                         add_explore, add_evaluate, add_stats,    add_paper,  add_faults,
                                         add_trace,   add_vectors,  add_estimate, add_trees,  add_allpairs,
                                         add_quickcd, add_scene};

}  // namespace collisionchip
