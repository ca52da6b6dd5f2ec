// collisionchip stats: statistics as a table for notebooks; the page and the schema that document them.
#include <memory>

#include <fmt/format.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/cli/common_options.h"
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
  bool doc = false, schema = false, sums = false;
};

int write_csv(std::string from, std::string to) {
  check_file_roles({{"FILE", from, true}}, {{"--csv", to, true}});
  const std::string shown = to;
  resolve_input(from);
  resolve_output(to);
  const std::uint64_t rows = write_statistics_csv(from, to);
  fmt::print("{}: {} queries\n", shown, rows);
  return kExitDone;
}

int stats(const CLI::App& verb, const StatsOptions& options) {
  if (options.doc) {
    refuse_typed(verb, {"FILE", "--schema", "--sums"}, "no --doc");
    print_or_write(options.csv, statistics_page, statistics_list_csv);
    return kExitDone;
  }
  if (options.sums) {
    refuse_typed(verb, {"FILE", "--schema"}, "no --sums");
    print_or_write(options.csv, closing_sums_text, closing_sums_csv);
    return kExitDone;
  }
  if (options.schema) {
    refuse_typed(verb, {"FILE", "--csv"}, "no --schema");
    fmt::print("{}", statistics_schema());
    return kExitDone;
  }
  if (options.file.empty() != options.csv.empty()) throw InputError("FILE and --csv", "both of them or none");
  if (options.csv.empty())
    throw WrongWord("stats: expected FILE with --csv, --doc, --sums or --schema, got none");
  return write_csv(options.file, options.csv);
}

}  // namespace

Verb add_stats(CLI::App& app) {
  auto options = std::make_shared<StatsOptions>();
  CLI::App* verb =
      app.add_subcommand("stats", "Turn the statistics of a run into CSV, or explain every statistic.");
  verb->add_option("FILE", options->file, "statistics of `collide --stats`; with --csv");
  add_csv_option(*verb, options->csv, "each query, with --doc each statistic, with --sums each sum");
  verb->add_flag("--doc", options->doc, "print the page of the documentation; docs/statistics.md");
  verb->add_flag("--sums", options->sums, "print the closing sums; which statistics must agree");
  verb->add_flag("--schema", options->schema, "print the JSON Schema of FILE; docs/stats.schema.json");
  return [options, verb] { return stats(*verb, *options); };
}

}  // namespace collisionchip
