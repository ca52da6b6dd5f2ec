// collisionchip explore PLAN.toml --out DIR: every configuration of a plan on every workload of the plan.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <thread>

#include <fmt/format.h>

#include "collisionchip/reference/files/own_folder.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/text_scanner.h"
#include "collisionchip/testbench/account/machine_facts.h"
#include "collisionchip/testbench/cli/common_options.h"
#include "collisionchip/testbench/cli/file_roles.h"
#include "collisionchip/testbench/cli/typed_words.h"
#include "collisionchip/testbench/cli/verbs.h"
#include "collisionchip/testbench/cli/word_checks.h"
#include "collisionchip/testbench/explore/exploration.h"
#include "collisionchip/testbench/explore/origin.h"
#include "collisionchip/testbench/explore/plan_folder.h"
#include "collisionchip/testbench/explore/point_report.h"
#include "collisionchip/testbench/explore/point_space.h"
#include "collisionchip/testbench/explore/pruning.h"
#include "collisionchip/testbench/explore/result_export.h"
#include "collisionchip/testbench/explore/result_store.h"
#include "collisionchip/testbench/explore/shards.h"
#include "collisionchip/testbench/explore/slurm.h"
#include "collisionchip/testbench/explore/statistic_row.h"
#include "collisionchip/testbench/explore/workload.h"
#include "collisionchip/testbench/run/model_version.h"
#include "collisionchip/testbench/sources/mesh_source.h"
#include "collisionchip/testbench/terminal/standard_streams.h"
#include "collisionchip/testbench/workers/worker_pool.h"

namespace collisionchip {

namespace {

struct ExploreArguments {
  std::string plan, out;
  int jobs = 0;
  double timeout = 0;
  bool no_check = false, retry_failed = false, statistics = false, estimate = false;
  std::uint64_t keep = 10;
  std::string point;
  bool slurm = false, merge = false;
  std::uint64_t tasks = 100;
  std::string slurm_template, shard;
};

std::string count_of(std::uint64_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string memory_of(const Plan& plan) {
  const bool varies = std::any_of(plan.axes.begin(), plan.axes.end(), [](const Axis& axis) {
    return axis.key->section() == "memory" || axis.key->section() == "chip" ||
           axis.key->name == "sdram.bus_bytes";
  });
  return varies ? "memory by the axes" : machine_facts(plan.chip).memory_text();
}

void print_heading(const Plan& plan, const PointSpace& points) {
  std::string axes;
  for (const Axis& axis : plan.axes) axes += (axes.empty() ? " over " : ", ") + axis.key->name;
  fmt::print("{}: {} x {}, {}{}, chip {} with {}\n", std::filesystem::path(plan.path).filename().string(),
             count_of(points.size(), "point"), count_of(plan.workloads.size(), "workload"),
             name_of(plan.strategy), axes, plan.base, memory_of(plan));
  if (const std::string note = clock_note(plan); !note.empty()) fmt::print("  clock     {}\n", note);
}

void print_counts(const ExploreCounts& counts, int jobs) {
  fmt::print("  computed  {} in {:.1f} s with {}\n", counts.computed, counts.seconds,
             count_of(static_cast<std::uint64_t>(jobs), "worker"));
  fmt::print("  reused    {}\n", counts.reused);
  if (counts.interrupted) fmt::print("interrupted; the same command continues\n");
}

void print_summary(const Plan& plan, const PointSpace& points, const ExportSummary& summary) {
  fmt::print("  failed    {}{}\n", summary.failed,
             summary.failed == 0 ? "" : " (" + summary.first_failure + (summary.failed > 1 ? "; ...)" : ")"));
  if (summary.skipped > 0) fmt::print("  skipped   {}, which break a rule between keys\n", summary.skipped);
  for (std::size_t i = 0; i < plan.objectives.size(); ++i) {
    if (summary.lacking[i] > 0)
      fmt::print("  without {}  {}, not best and not on the front: the machine lacks the unit\n",
                 plan.objectives[i], count_of(summary.lacking[i], "point"));
    if (!summary.best[i]) continue;
    fmt::print("  least {}  {} at point {}: {}\n", plan.objectives[i], summary.best[i]->value,
               summary.best[i]->point, settings_of(plan, points.configuration(summary.best[i]->point)));
  }
  if (plan.objectives.size() > 1)
    fmt::print("  front     {} of {}, in {}\n", summary.front, count_of(summary.complete, "point"),
               kFrontTable);
  if (!plan.limits.empty())
    fmt::print("  beyond    {}, in {} but not best and not on the front\n", count_of(summary.beyond, "point"),
               kResultTable);
}

ExploreOptions options_of(const ExploreArguments& arguments) {
  ExploreOptions options;
  options.jobs = arguments.jobs > 0 ? arguments.jobs
                                    : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  options.timeout_seconds = arguments.timeout;
  options.check = !arguments.no_check;
  options.retry_failed = arguments.retry_failed;
  return options;
}

// Says how to compute the results that a merge has not found.
std::string how_to_get_them(const ExportSummary& summary, const MergedShards& merged) {
  return fmt::format(
      ", of {}: run that and merge again; without --merge this command computes what is missing{}",
      shards_of(summary.missing_points, merged.shards),
      merged.stranger.empty() ? "" : " (" + merged.stranger + ")");
}

// The end of every run that has all results, or should.
int finish(const ExploreArguments& arguments, const LoadedPlan& question, OwnFolder& folder,
           ResultStore& store, const PointFilter& wanted = {}, const MergedShards* merged = nullptr) {
  const ExportSummary summary = write_tables(question, folder, store, arguments.out, wanted);
  print_summary(question.plan, question.points, summary);
  if (summary.missing > 0)
    throw InputError(missing_text(arguments.out, summary) +
                     (merged == nullptr ? "" : how_to_get_them(summary, *merged)));
  if (summary.disagreed > 0) return kExitDisagree;
  refuse_no_result(question.plan, summary);
  return kExitDone;
}

// Which points `--estimate` leaves.
PointFilter estimated(const ExploreArguments& arguments, const LoadedPlan& question) {
  const Pruning pruning = prune(question.plan, question.points, question.workloads, arguments.keep,
                                arguments.out + "/" + kEstimateTable);
  fmt::print("  estimated {} in {:.1f} s\n", pruning.estimated, pruning.seconds);
  fmt::print("  pruned    {}, which cannot have the least cycles\n", count_of(pruning.pruned, "point"));
  if (pruning.not_covered > 0)
    fmt::print("  kept      {}, which estimates do not cover: {}\n", count_of(pruning.not_covered, "point"),
               pruning.first_not_covered);
  return [kept = pruning.kept](std::uint64_t point) { return kept[point]; };
}

int run_plan(const ExploreArguments& arguments) {
  std::vector<NamedFile> outputs = {
      {"--out", store_file(arguments.out), false, ResultStore::beside(store_file(arguments.out))}};
  std::vector<std::string> names = table_names();
  names.emplace_back(kEstimateTable);
  for (const std::string& name : names) outputs.push_back({"--out", arguments.out + "/" + name});
  check_file_roles({{"PLAN", arguments.plan}}, outputs);
  const LoadedPlan question(arguments.plan);
  if (!arguments.estimate) names.pop_back();
  OwnFolder folder = lock_exploration(arguments.out, names);
  ResultStore store(store_file(arguments.out), model_version());
  print_heading(question.plan, question.points);
  ExploreOptions options = options_of(arguments);
  if (arguments.estimate) options.wanted = estimated(arguments, question);
  const ExploreCounts counts =
      Exploration(question.plan, question.points, question.workloads, store).run(options);
  print_counts(counts, options.jobs);
  if (counts.interrupted) return kExitInterrupted;
  return finish(arguments, question, folder, store, options.wanted);
}

// Shards may begin together in a folder that is not prepared. Then the first shard prepares it, and the others wait.
void prepare_shards(const ExploreArguments& arguments) {
  constexpr std::chrono::seconds patience{60};
  OwnFolder folder(arguments.out, kind_of_explorations());
  if (!folder.has_written(kShardFolder)) folder.lock(patience);
  if (!folder.has_written(kShardFolder)) {
    folder.ask(exploration_question(), snapshot_names());
    make_folder(arguments.out + "/" + kShardFolder);
    if (std::filesystem::exists(store_file(arguments.out)))
      ResultStore(store_file(arguments.out), model_version()).snapshot(snapshot_file(arguments.out));
    folder.seal();
  }
  folder.check({kShardFolder});
  make_folder(arguments.out + "/" + kShardFolder);  // the user may have deleted it
}

int run_shard(const ExploreArguments& arguments) {
  const Shard shard = typed([&] { return parse_shard(arguments.shard); });
  const LoadedPlan question(arguments.plan);
  prepare_shards(arguments);
  const std::string file = shard_file(arguments.out, shard);
  refuse_link(file);
  ResultStore store(file, model_version(), ResultStore::Access::write_alone);  // refuses what is no store
  std::optional<ResultStore> known;
  const std::string snapshot = snapshot_file(arguments.out);
  if (std::filesystem::exists(snapshot)) known.emplace(snapshot, model_version(), ResultStore::Access::read);
  fmt::print("shard {} of {}: ", shard.index, shard.count);
  print_heading(question.plan, question.points);
  ExploreOptions options = options_of(arguments);
  options.shard = shard;
  const ExploreCounts counts =
      Exploration(question.plan, question.points, question.workloads, store, known ? &*known : nullptr)
          .run(options);
  print_counts(counts, options.jobs);
  return counts.interrupted ? kExitInterrupted : kExitDone;
}

int run_merge(const ExploreArguments& arguments) {
  const LoadedPlan question(arguments.plan);
  expect_shards(arguments.out);
  std::vector<std::string> names = snapshot_names();
  for (const std::string& name : table_names()) names.push_back(name);
  OwnFolder folder = lock_exploration(arguments.out, names);
  ResultStore store(store_file(arguments.out), model_version());
  print_heading(question.plan, question.points);
  const MergedShards merged = merge_shards(arguments.out, store);
  fmt::print("  merged    {}\n", count_of(merged.shards.size(), "shard"));
  store.add_workloads(question.workloads);  // also under names that no shard knew
  store.snapshot(snapshot_file(arguments.out));
  return finish(arguments, question, folder, store, {}, &merged);
}

int run_slurm(const ExploreArguments& arguments) {
  std::vector<NamedFile> outputs;
  for (const std::vector<std::string>& names : {slurm_files(), snapshot_names()}) {
    for (const std::string& name : names) outputs.push_back({"--out", arguments.out + "/" + name});
  }
  check_file_roles({{"PLAN", arguments.plan}, {"--slurm-template", arguments.slurm_template}}, outputs);
  const LoadedPlan question(arguments.plan);
  SlurmJob job;
  job.plan = std::filesystem::absolute(arguments.plan).string();
  job.directory = std::filesystem::absolute(arguments.out).string();
  job.template_file = arguments.slurm_template;
  job.tasks = std::min(arguments.tasks, question.points.size());
  if (arguments.no_check) job.options += " --no-check";
  if (arguments.retry_failed) job.options += " --retry-failed";
  if (arguments.timeout > 0) job.options += fmt::format(" --timeout {}", arguments.timeout);
  refuse_unsubmittable(job);  // before anything is made
  std::vector<std::string> names = snapshot_names();
  for (const std::string& name : slurm_files()) names.push_back(name);
  OwnFolder folder = lock_exploration(arguments.out, names);
  make_folder(arguments.out + "/" + kShardFolder);
  ResultStore(store_file(arguments.out), model_version()).snapshot(snapshot_file(arguments.out));
  const SlurmIds ids = submit(job);
  folder.seal();
  for (const std::string& note : ids.notes) print_note(note);
  print_heading(question.plan, question.points);
  fmt::print("  submitted  array {} of {}, merge {} behind it\n", ids.array, count_of(job.tasks, "task"),
             ids.merge);
  fmt::print("  watch      squeue -j {},{}\n", ids.array, ids.merge);
  return kExitDone;
}

int run_point(const ExploreArguments& arguments) {
  const Plan plan = load_plan(arguments.plan);
  const PointSpace points(plan);
  std::uint64_t point = 0;
  if (!CLI::detail::lexical_cast(arguments.point, point) || point >= points.size())
    throw WrongWord(fmt::format("--point: expected a whole number from 0 to {}, got '{}'", points.size() - 1,
                                arguments.point));
  return report_point(plan, points, point, load_workloads(plan.workloads)) ? kExitDone : kExitDisagree;
}

// What was typed and has no effect is refused: of each way to run a plan.
void check_typed(const CLI::App& verb, const ExploreArguments& arguments) {
  if (arguments.statistics)
    refuse_typed(verb,
                 {"PLAN", "--out", "--jobs", "--timeout", "--no-check", "--retry-failed", "--estimate",
                  "--keep", "--point", "--slurm", "--tasks", "--slurm-template", "--shard", "--merge"},
                 "no --statistics, which runs nothing");
  if (!arguments.point.empty())
    refuse_typed(verb,
                 {"--out", "--jobs", "--timeout", "--no-check", "--retry-failed", "--estimate", "--slurm",
                  "--shard", "--merge"},
                 "no --point, which runs one point here and writes nothing");
  if (arguments.merge)
    refuse_typed(verb,
                 {"--jobs", "--timeout", "--no-check", "--retry-failed", "--estimate", "--slurm", "--shard"},
                 "no --merge, which runs nothing");
  if (arguments.slurm)
    refuse_typed(verb, {"--jobs", "--estimate", "--shard"}, "no --slurm, whose tasks run all points");
  if (!arguments.shard.empty())
    refuse_typed(verb, {"--estimate"}, "no --shard, which runs all of its points");
  if (!arguments.estimate) refuse_typed(verb, {"--keep"}, "--estimate as well");
  if (!arguments.slurm) refuse_typed(verb, {"--tasks", "--slurm-template"}, "--slurm as well");
}

}  // namespace

Verb add_explore(CLI::App& app) {
  auto arguments = std::make_shared<ExploreArguments>();
  CLI::App* verb = app.add_subcommand(
      "explore", "Run every configuration of a plan on each of its workloads (docs/explore.md).");
  verb->add_option("PLAN", arguments->plan, "plan file (TOML)")->type_name("FILE.toml");
  add_out_option(*verb, arguments->out, "results that it has are not computed again");
  add_jobs_option(*verb, arguments->jobs, kMostWorkers);
  add_timeout_option(*verb, arguments->timeout);
  add_no_check_flag(*verb, arguments->no_check);
  verb->add_flag("--retry-failed", arguments->retry_failed, "compute failed points again");
  verb->add_flag("--estimate", arguments->estimate,
                 "simulate only points that may be the best by estimated cycles (docs/estimator.md)");
  verb->add_option("--keep", arguments->keep, "with --estimate: simulate at least this many of the best")
      ->check(whole_number())
      ->capture_default_str();
  verb->add_option("--point", arguments->point, "run this point alone and print its account; writes nothing")
      ->type_name("NUMBER");
  verb->add_flag("--statistics", arguments->statistics, "print the names of all statistics");
  verb->add_flag("--slurm", arguments->slurm,
                 "submit the plan as a Slurm job array instead (docs/explore.md#slurm)");
  verb->add_option("--tasks", arguments->tasks, "number of tasks in the job array")
      ->type_name("N")
      ->check(whole_number(1, 1'000'000))
      ->capture_default_str();
  verb->add_option("--slurm-template", arguments->slurm_template,
                   "file with the resources to request from the cluster")
      ->type_name("FILE");
  verb->add_option("--shard", arguments->shard,
                   "run a shard of N alone, on any host: points I, I + N, I + 2 N, ...")
      ->type_name("I/N");
  verb->add_flag("--merge", arguments->merge, "collect the results of all shards after their end");
  return [arguments, verb] {
    check_typed(*verb, *arguments);
    if (arguments->statistics) {
      for (const std::string& name : statistic_names()) fmt::print("{}\n", name);
      return kExitDone;
    }
    if (arguments->plan.empty()) throw WrongWord("explore: expected PLAN, got none");
    if (!arguments->point.empty()) return run_point(*arguments);
    if (arguments->out.empty()) throw WrongWord("explore: expected --out, got none");
    if (arguments->slurm) return run_slurm(*arguments);
    if (arguments->merge) return run_merge(*arguments);
    return arguments->shard.empty() ? run_plan(*arguments) : run_shard(*arguments);
  };
}

}  // namespace collisionchip
