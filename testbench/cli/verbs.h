// The verbs of `collisionchip`. Each adds its subcommand to the parser; the
// returned function runs it and gives the exit status: 0 done, 1 models disagree.
// Bad input throws InputError (3), a wrong command line CLI::Error (2).
#pragma once

#include <functional>
#include <vector>

#include <CLI/CLI.hpp>

namespace collisionchip {

constexpr int kExitDone = 0, kExitDisagree = 1, kExitUsage = 2, kExitBadInput = 3;
constexpr int kExitInterrupted = 130;  // as a shell has it for a program that SIGINT ended

using Verb = std::function<int()>;

// All that this program has, in the order of its help: each verb's subcommand is added with it.
std::vector<Verb> add_verbs(CLI::App& app);

Verb add_collide(CLI::App& app);
Verb add_mesh(CLI::App& app);
Verb add_stats(CLI::App& app);
Verb add_report(CLI::App& app);
Verb add_trace(CLI::App& app);
Verb add_vectors(CLI::App& app);
Verb add_verify(CLI::App& app);
Verb add_faults(CLI::App& app);
Verb add_config(CLI::App& app);
Verb add_evaluate(CLI::App& app);
Verb add_explore(CLI::App& app);
Verb add_estimate(CLI::App& app);
Verb add_paper(CLI::App& app);
Verb add_trees(CLI::App& app);
Verb add_allpairs(CLI::App& app);
Verb add_quickcd(CLI::App& app);
Verb add_groups(CLI::App& app);
Verb add_scene(CLI::App& app);

}  // namespace collisionchip
