#include "collisionchip/testbench/cli/common_options.h"

namespace collisionchip {

std::string described(const std::string& what, const std::string& more) {
  return more.empty() ? what : what + "; " + more;
}

void add_no_check_flag(CLI::App& verb, bool& no_check) {
  verb.add_flag("--no-check", no_check, "skip the comparison with other software and the protocol checkers");
}

CLI::Option* add_out_option(CLI::App& verb, std::string& folder, const std::string& more) {
  return verb.add_option("--out", folder, described("folder of the results", more))->type_name("DIR");
}

void add_pairs_option(CLI::App& verb, std::string& path) {
  verb.add_option("--pairs", path, "write the pairs: pose,triangle_a,triangle_b")->type_name("FILE.csv");
}

void add_stats_option(CLI::App& verb, std::string& path) {
  verb.add_option("--stats", path, "write the statistics")->type_name("FILE.json");
}

void add_csv_option(CLI::App& verb, std::string& path, const std::string& line) {
  verb.add_option("--csv", path, "write a table; a line for " + line + "; - for standard output")
      ->type_name("FILE.csv");
}

void add_timeout_option(CLI::App& verb, double& seconds) {
  verb.add_option("--timeout", seconds,
                  "seconds after which a configuration counts as failed on a workload; 0: none")
      ->check(real_number(0, 1e9))
      ->type_name("SECONDS")
      ->capture_default_str();
}

}  // namespace collisionchip
