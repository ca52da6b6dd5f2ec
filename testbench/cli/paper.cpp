// collisionchip paper: the paper's Figures 9 to 13 and Eq. 5 again, from this machine's runs.
#include <memory>
#include <thread>

#include <fmt/format.h>

#include "collisionchip/testbench/cli/verbs.h"
#include "collisionchip/testbench/paper/draw_figures.h"
#include "collisionchip/testbench/paper/paper_run.h"

namespace collisionchip {

namespace {

struct PaperOptions {
  std::string out;
  bool quick = false, no_figures = false;
  std::vector<std::string> objects;
  std::uint64_t seed = 0;
  std::uint32_t steps = 0, distances = 0;
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
};

PaperPlan plan_of(const PaperOptions& options) {
  PaperPlan plan = paper_plan(options.quick, options.objects);
  plan.seed = options.seed;
  plan.jobs = options.jobs;
  if (options.steps > 0) plan.steps = options.steps;
  if (options.distances > 0) plan.distances = options.distances;
  if (plan.steps % 2 != 0) throw CLI::ValidationError("--steps: expected an even number");
  return plan;
}

int paper(const PaperOptions& options) {
  fmt::print("{}", run_paper(plan_of(options), options.out));
  fmt::print("\n{}: claims.md, paper.json, figure09.csv to figure13.csv, eq5.csv; of this host: host/\n",
             options.out);
  if (!options.no_figures) fmt::print("{}\n", draw_figures(options.out));
  return kExitDone;
}

}  // namespace

Verb add_paper(CLI::App& app) {
  auto options = std::make_shared<PaperOptions>();
  CLI::App* verb = app.add_subcommand("paper",
                                      "The paper's Figures 9 to 13 and Eq. 5 again, with its claims beside "
                                      "ours. Takes long; goes on where it stopped.");
  verb->add_option("--out", options->out, "folder for points, tables, claims and figures")
      ->type_name("DIR")
      ->required();
  verb->add_flag("--quick", options->quick, "objects of a quarter of the size, fewer steps: about a minute");
  verb->add_option("--objects", options->objects,
                   "mesh files to measure as well as the four built-in objects")
      ->type_name("FILE");
  verb->add_option("--seed", options->seed, "of built-in objects with a random part")->capture_default_str();
  verb->add_option("--steps", options->steps, "orientations per tumbling turn, even (default: 180, quick 24)")
      ->check(CLI::Range(2, 100000));
  verb->add_option("--distances", options->distances, "of the box centres (default: 24, quick 12)")
      ->check(CLI::Range(3, 10000));
  verb->add_option("--jobs", options->jobs,
                   "processes side by side (default: one per core); host times are taken alone")
      ->check(CLI::Range(1, 1024));
  verb->add_flag("--no-figures", options->no_figures, "do not draw SVG files with python3 and matplotlib");
  return [options] { return paper(*options); };
}

}  // namespace collisionchip
