// collisionchip explore PLAN.toml --out DIR: every configuration of a plan on every workload of it.
#include <filesystem>
#include <memory>
#include <system_error>
#include <thread>

#include <fmt/format.h>

#include "reference/input_error.h"
#include "testbench/cli/verbs.h"
#include "testbench/explore/exploration.h"
#include "testbench/explore/folder_lock.h"
#include "testbench/explore/plan.h"
#include "testbench/explore/point_report.h"
#include "testbench/explore/point_space.h"
#include "testbench/explore/result_export.h"
#include "testbench/explore/result_store.h"
#include "testbench/explore/statistic_row.h"
#include "testbench/explore/workload.h"

namespace collisionchip {

namespace {

constexpr int kExitInterrupted = 130;  // as a shell has it for a program that SIGINT ended

struct ExploreArguments {
  std::string plan, out;
  int jobs = 0;
  double timeout = 0;
  bool no_check = false, retry_failed = false, statistics = false;
  std::string point;
};

std::string count_of(std::uint64_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

void print_heading(const Plan& plan, const PointSpace& points) {
  std::string axes;
  for (const Axis& axis : plan.axes) axes += (axes.empty() ? " over " : ", ") + axis.key->name;
  fmt::print("{}: {} x {}, {}{}, chip {}\n", std::filesystem::path(plan.path).filename().string(),
             count_of(points.size(), "point"), count_of(plan.workloads.size(), "workload"),
             name_of(plan.strategy), axes, plan.base);
}

void print_counts(const ExploreCounts& counts, int jobs) {
  fmt::print("  computed  {} in {:.1f} s with {}\n", counts.computed, counts.seconds,
             count_of(static_cast<std::uint64_t>(jobs), "worker"));
  fmt::print("  reused    {}\n", counts.reused);
}

void print_summary(const Plan& plan, const PointSpace& points, const ExportSummary& summary) {
  fmt::print("  failed    {}{}\n", summary.failed,
             summary.failed == 0 ? "" : " (" + summary.first_failure + (summary.failed > 1 ? "; ...)" : ")"));
  if (summary.skipped > 0) fmt::print("  skipped   {}, which break a rule between keys\n", summary.skipped);
  for (std::size_t i = 0; i < plan.objectives.size(); ++i) {
    if (!summary.best[i]) continue;
    fmt::print("  least {}  {} at point {}: {}\n", plan.objectives[i], summary.best[i]->value,
               summary.best[i]->point, settings_of(plan, points.configuration(summary.best[i]->point)));
  }
}

void make_folder(const std::string& directory) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) throw InputError(directory + ": expected a folder that can be made: " + error.message());
}

int jobs_of(const ExploreArguments& arguments) {
  return arguments.jobs > 0 ? arguments.jobs
                            : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

int run_plan(const ExploreArguments& arguments) {
  if (arguments.out.empty()) throw CLI::RequiredError("--out");
  const Plan plan = load_plan(arguments.plan);
  const PointSpace points(plan);
  points.refuse_conflicts();
  const std::vector<Workload> workloads = load_workloads(plan.workloads);
  make_folder(arguments.out);
  const FolderLock lock(arguments.out);
  ResultStore store(arguments.out + "/explore.sqlite", model_version());
  print_heading(plan, points);

  ExploreOptions options;
  options.jobs = jobs_of(arguments);
  options.timeout_seconds = arguments.timeout;
  options.check = !arguments.no_check;
  options.retry_failed = arguments.retry_failed;
  const ExploreCounts counts = Exploration(plan, points, workloads, store).run(options);
  print_counts(counts, options.jobs);
  if (counts.interrupted) {
    fmt::print("interrupted; the same command continues\n");
    return kExitInterrupted;
  }
  const ExportSummary summary = export_results(plan, points, workloads, store, arguments.out);
  print_summary(plan, points, summary);
  return summary.disagreed == 0 ? kExitDone : kExitDisagree;
}

int run_point(const ExploreArguments& arguments) {
  const Plan plan = load_plan(arguments.plan);
  const PointSpace points(plan);
  std::uint64_t point = 0;
  if (!CLI::detail::lexical_cast(arguments.point, point) || point >= points.size())
    throw CLI::ValidationError(
        fmt::format("--point: expected a number in 0..{}, got '{}'", points.size() - 1, arguments.point));
  return report_point(plan, points, point, load_workloads(plan.workloads)) ? kExitDone : kExitDisagree;
}

}  // namespace

Verb add_explore(CLI::App& app) {
  auto arguments = std::make_shared<ExploreArguments>();
  CLI::App* verb = app.add_subcommand(
      "explore", "Run every configuration of a plan on every workload of it (docs/explore.md).");
  verb->add_option("PLAN", arguments->plan, "plan file (TOML)")->type_name("FILE.toml");
  verb->add_option("--out", arguments->out, "folder of the results; what it has is not computed again")
      ->type_name("DIR");
  verb->add_option("--jobs", arguments->jobs, "worker processes; as many as this host has cores if not given")
      ->check(CLI::Range(1, 4096));
  verb->add_option("--timeout", arguments->timeout,
                   "seconds after which a configuration counts as failed on a workload; 0: none")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  verb->add_flag("--no-check", arguments->no_check, "do not compare with the software reference");
  verb->add_flag("--retry-failed", arguments->retry_failed, "compute again what failed before");
  verb->add_option("--point", arguments->point, "run this point alone and print its account; writes nothing")
      ->type_name("NUMBER");
  verb->add_flag("--statistics", arguments->statistics, "print the names of all statistics");
  return [arguments] {
    if (arguments->statistics) {
      for (const std::string& name : statistic_names()) fmt::print("{}\n", name);
      return kExitDone;
    }
    if (arguments->plan.empty()) throw CLI::RequiredError("PLAN");
    return arguments->point.empty() ? run_plan(*arguments) : run_point(*arguments);
  };
}

}  // namespace collisionchip
