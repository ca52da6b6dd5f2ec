// collisionchip estimate: the cycles of a configuration
// without simulating it, and how far such estimates are off.
#include <algorithm>
#include <chrono>
#include <memory>

#include <fmt/format.h>

#include "collisionchip/reference/files/output_file.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/account/query_times.h"
#include "collisionchip/testbench/cli/chip_options.h"
#include "collisionchip/testbench/cli/common_options.h"
#include "collisionchip/testbench/cli/engine_options.h"
#include "collisionchip/testbench/cli/file_roles.h"
#include "collisionchip/testbench/cli/object_options.h"
#include "collisionchip/testbench/cli/pose_options.h"
#include "collisionchip/testbench/cli/typed_words.h"
#include "collisionchip/testbench/cli/verbs.h"
#include "collisionchip/testbench/cli/word_checks.h"
#include "collisionchip/testbench/estimator/estimate_table.h"
#include "collisionchip/testbench/estimator/estimator.h"
#include "collisionchip/testbench/estimator/known_error.h"
#include "collisionchip/testbench/estimator/validation.h"
#include "collisionchip/testbench/terminal/progress.h"
#include "collisionchip/testbench/terminal/standard_streams.h"
#include "collisionchip/tlm/config/config_file.h"

namespace collisionchip {

namespace {

using SteadyClock = std::chrono::steady_clock;

double milliseconds_since(SteadyClock::time_point start) {
  return std::chrono::duration<double, std::milli>(SteadyClock::now() - start).count();
}

struct EstimateOptions {
  ObjectOptions objects;
  PoseOptions poses;
  ChipOptions chip;
  std::size_t lists = QueryEstimator::kLists;
  bool first = false;
  std::size_t validate = 0;
  std::uint64_t seed = 1;
  std::string csv, json;  // files
};

const char kNextStep[] = "; `collisionchip collide` simulates it";

void check_covered(const ChipConfig& config) {
  if (const std::string not_covered = machine_not_covered(config); !not_covered.empty())
    throw InputError("estimate: " + not_covered + kNextStep);
}

int compare_with_simulation(const EstimateOptions& options) {
  std::vector<ValidationCase> cases;
  if (options.objects.a.empty()) {
    Progress progress("building the objects");
    cases = validation_cases(options.seed);
  } else {
    const AskedPoses poses = asked_poses(options.poses);
    const LoadedObjects objects = build_objects(load_meshes(options.objects), ChipConfig{});
    cases.push_back(
        {{options.objects.a + " x " + options.objects.b, *objects.a, *objects.b, poses.poses(objects.offset)},
         ChipConfig{}.dop.k});
  }
  Progress progress("configurations", options.validate);
  const auto rows = validate_estimates(cases, options.validate, options.seed, options.lists,
                                       [&](std::size_t done) { progress.advance(done); });
  fmt::print("{}", to_text(rows));
  return kExitDone;
}

std::string error_text(const Estimate& estimate) {
  const KnownError& known = known_error(estimate, 1);
  return fmt::format("median {:g} %, 95 of 100 below {:g} %, worst {:g} % ({})", known.median, known.p95,
                     known.worst, estimate.whole ? "all lists worked off" : "sample of lists");
}

std::string row_text(const EstimateRow& row, const ChipConfig& config) {
  const Estimate& estimate = row.estimate;
  if (!row.is_estimated())
    return fmt::format("{:>6}{:>14}{:>12}{:>10}  {:<16}not estimated: {}\n", row.pose, "-", "-", row.lists,
                       "-", estimate.not_covered);
  return fmt::format("{:>6}{:>14}{:>12}{:>10}  {:<16}{}\n", row.pose, estimate.cycles,
                     time_text(static_cast<double>(nanoseconds(estimate.cycles, config))), row.lists,
                     estimate.bound, error_text(estimate));
}

// One line for all poses without an estimate, whose rows say why; no estimate at all is an error.
void complain_of_missing(const std::vector<EstimateRow>& rows) {
  const auto missing = [](const EstimateRow& row) { return !row.is_estimated(); };
  const auto first = std::find_if(rows.begin(), rows.end(), missing);
  if (first == rows.end()) return;
  const std::string complaint =
      fmt::format("pose {}: {}{}", first->pose, first->estimate.not_covered, kNextStep);
  const std::size_t count = std::count_if(first, rows.end(), missing);
  if (count == rows.size()) throw NoAnswer(complaint);
  print_error(fmt::format("collisionchip: {} of {} poses are not estimated; the first is {}\n", count,
                          rows.size(), complaint));
}

// What was asked, for the file that is read without the command.
std::vector<std::pair<std::string, std::string>> question_of(const EstimateOptions& options,
                                                             const ChipConfig& config) {
  return {{"object_a", options.objects.a},
          {"object_b", options.objects.b},
          {"chip", options.chip.chip},
          {"configuration_hash", config_hash(config)},
          {"mode", options.first ? "first witness" : "all pairs"}};
}

int estimate(EstimateOptions options) {
  check_file_roles({{"A", options.objects.a},
                    {"B", options.objects.b},
                    {"--poses", options.poses.poses, true},
                    {"--chip", options.chip.file()}},
                   {{"--csv", options.csv, true}, {"--json", options.json, true}});
  resolve_output(options.csv);
  resolve_output(options.json);
  const ChipConfig config = load_chip(options.chip);
  check_covered(config);
  const AskedPoses asked = asked_poses(options.poses);
  const auto [a, b, offset] = build_chip_objects(load_meshes(options.objects), config);
  const std::vector<Pose> poses = asked.poses(offset);
  fmt::print("{} ({} triangles) against {} ({} triangles), chip {}, {}, estimated\n", options.objects.a,
             a->tree.triangle_count(), options.objects.b, b->tree.triangle_count(), options.chip.chip,
             options.first ? "first witness" : "all pairs");
  fmt::print("{:>6}{:>14}{:>12}{:>10}  {:<16}{}\n", "pose", "cycles", "time", "lists", "bound",
             "error known");
  double profile_ms = 0, estimate_ms = 0;
  std::vector<EstimateRow> rows;
  Progress progress("poses", poses.size());
  for (std::size_t pose = 0; pose < poses.size(); ++pose) {
    auto start = SteadyClock::now();
    QueryEstimator estimator(QueryProfile(*a, *b, poses[pose], query_options(config, *a, *b, options.first)),
                             options.lists);
    profile_ms += milliseconds_since(start);
    start = SteadyClock::now();
    const Estimate result = estimator.estimate(config);
    estimate_ms += milliseconds_since(start);
    rows.push_back({pose, estimator.profile().tape.lists.size(), result});
    fmt::print("{}", row_text(rows.back(), config));
    progress.advance(pose + 1);
  }
  const std::uint32_t period = config.chip.clock_period_ps;
  if (rows.size() > 1) fmt::print("{}", totals_text(rows, period));
  complain_of_missing(rows);
  if (!options.csv.empty()) write_output_file(options.csv, estimates_csv(rows, period));
  if (!options.json.empty())
    write_output_file(options.json, estimates_json(rows, period, question_of(options, config)));
  fmt::print("on this host: {:.2f} ms for the profiles, {:.2f} ms for the estimates\n", profile_ms,
             estimate_ms);
  return kExitDone;
}

}  // namespace

Verb add_estimate(CLI::App& app) {
  auto options = std::make_shared<EstimateOptions>();
  CLI::App* verb = app.add_subcommand(
      "estimate", "Estimate the cycles of a query without simulation, with the usual error.");
  verb->add_option("A", options->objects.a, "mesh file of object A (OBJ, STL, PLY, OFF)");
  verb->add_option("B", options->objects.b, "mesh file of object B");
  add_reading_options(*verb, options->objects);
  add_pose_option(*verb, options->poses);
  add_poses_option(*verb, options->poses);
  add_chip_options(*verb, options->chip);
  add_first_option(*verb, options->first);
  verb->add_option("--lists", options->lists,
                   "lists of a query that are worked off; more take longer and give a smaller error")
      ->check(whole_number(10, 1000000000))
      ->capture_default_str();
  verb->add_option("--validate", options->validate,
                   "instead estimate and simulate this many random configurations; on A and B, or on "
                   "built-in objects if none is given")
      ->check(whole_number(1, 1'000'000))
      ->type_name("N");
  add_csv_option(*verb, options->csv, "each pose");
  verb->add_option("--json", options->json,
                   "write the same with question and totals as JSON; - for standard output")
      ->type_name("FILE.json");
  add_seed_option(*verb, options->seed, "of --validate");
  return [options, verb] {
    if (options->validate > 0)
      refuse_typed(*verb, {"--chip", "--set", "--first", "--csv", "--json"},
                   "no --validate, which draws its own machines and prints a table");
    else
      refuse_typed(*verb, {"--seed"}, "--validate as well");
    const bool has_objects = !options->objects.a.empty();
    if (options->validate > 0 && !has_objects)
      refuse_typed(*verb, {"--pose", "--poses"}, "two mesh files as well");
    if (options->objects.b.empty() && (options->validate == 0 || has_objects))
      throw WrongWord(fmt::format("estimate: expected two mesh files, or --validate N, got {}",
                                  has_objects ? "one" : "none"));
    check_reads(options->objects, has_objects);
    return options->validate > 0 ? compare_with_simulation(*options) : estimate(*options);
  };
}

}  // namespace collisionchip
