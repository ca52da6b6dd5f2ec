// collisionchip stats: statistics as a table for notebooks; the page and the schema that document them.
#include <memory>

#include <fmt/format.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/cli/file_roles.h"
#include "collisionchip/testbench/cli/typed_words.h"
#include "collisionchip/testbench/cli/verbs.h"
#include "collisionchip/testbench/documentation/statistics_doc.h"
#include "collisionchip/testbench/results/statistics_csv.h"
#include "collisionchip/testbench/results/statistics_schema.h"

namespace collisionchip {

namespace {

struct StatsOptions {
  std::string file, csv;
  bool doc = false, schema = false;
};

}  // namespace

Verb add_stats(CLI::App& app) {
  auto options = std::make_shared<StatsOptions>();
  CLI::App* verb =
      app.add_subcommand("stats", "Turn the statistics of a run into CSV, or explain every statistic.");
  verb->add_option("FILE", options->file, "statistics of `collide --stats`; with --csv");
  verb->add_option("--csv", options->csv, "write one row per query, one column per statistic")
      ->type_name("FILE.csv");
  verb->add_flag("--doc", options->doc, "print docs/statistics.md: every statistic, its unit and meaning");
  verb->add_flag("--schema", options->schema, "print docs/stats.schema.json: the JSON Schema of FILE");
  return [options, verb] {
    if (options->doc || options->schema)
      refuse_typed(*verb, {"FILE", "--csv"}, options->doc ? "no --doc" : "no --schema");
    if (options->file.empty() != options->csv.empty())
      throw InputError("FILE and --csv", "both of them or none");
    if (options->doc) {
      refuse_typed(*verb, {"--schema"}, "no --doc");
      fmt::print("{}", statistics_page());
    } else if (options->schema) {
      fmt::print("{}", statistics_schema());
    } else if (!options->csv.empty()) {
      check_file_roles({{"FILE", options->file, true}}, {{"--csv", options->csv, true}});
      std::string from = options->file, to = options->csv;
      resolve_input(from);
      resolve_output(to);
      const std::uint64_t rows = write_statistics_csv(from, to);
      fmt::print("{}: {} queries\n", options->csv, rows);
    } else {
      throw WrongWord("stats: expected FILE with --csv, --doc or --schema, got none");
    }
    return kExitDone;
  };
}

}  // namespace collisionchip
