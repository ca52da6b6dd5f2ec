// collisionchip stats: the page that documents every statistic.
#include <memory>

#include <fmt/format.h>

#include "testbench/cli/verbs.h"
#include "tlm/statistics_doc.h"

namespace collisionchip {

namespace {

struct StatsOptions {
  bool doc = false;
};

}  // namespace

Verb add_stats(CLI::App& app) {
  auto options = std::make_shared<StatsOptions>();
  CLI::App* verb = app.add_subcommand("stats", "Say what the statistics of a run mean.");
  verb->add_flag("--doc", options->doc, "print docs/statistics.md: every statistic, its unit and meaning")
      ->required();
  return [] {
    fmt::print("{}", statistics_page());
    return kExitDone;
  };
}

}  // namespace collisionchip
