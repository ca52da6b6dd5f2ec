// Options that several verbs have: one name, one value and one description each. What is true of one verb alone is `more`, which
// the description has behind a semicolon.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "collisionchip/testbench/cli/word_checks.h"

namespace collisionchip {

// "folder of the results; more".
std::string described(const std::string& what, const std::string& more);

void add_no_check_flag(CLI::App& verb, bool& no_check);
CLI::Option* add_out_option(CLI::App& verb, std::string& folder, const std::string& more);
void add_pairs_option(CLI::App& verb, std::string& path);
void add_stats_option(CLI::App& verb, std::string& path);
// `line` is what a line of the table is about: "each pose".
void add_csv_option(CLI::App& verb, std::string& path, const std::string& line);
void add_timeout_option(CLI::App& verb, double& seconds);

template <typename Number>
void add_seed_option(CLI::App& verb, Number& seed, const std::string& more) {
  verb.add_option("--seed", seed, described("seed of the random numbers", more))
      ->check(whole_number())
      ->capture_default_str();
}

template <typename Number>
void add_jobs_option(CLI::App& verb, Number& jobs, std::uint64_t most, const std::string& more = "") {
  verb.add_option("--jobs", jobs, described("processes side by side (default: one per core)", more))
      ->check(whole_number(1, most))
      ->type_name("N");
}

}  // namespace collisionchip
