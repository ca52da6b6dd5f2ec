// collisionchip scene FILE: many objects, frame by frame.
#include <memory>
#include <thread>

#include <fmt/format.h>

#include "collisionchip/testbench/account/machine_facts.h"
#include "collisionchip/testbench/cli/chip_options.h"
#include "collisionchip/testbench/cli/common_options.h"
#include "collisionchip/testbench/cli/verbs.h"
#include "collisionchip/testbench/cli/word_checks.h"
#include "collisionchip/testbench/run/pose_run.h"
#include "collisionchip/testbench/scenes/scene_run.h"
#include "collisionchip/testbench/scenes/scene_totals.h"
#include "collisionchip/testbench/sources/chip_source.h"
#include "collisionchip/testbench/terminal/standard_streams.h"
#include "collisionchip/testbench/workers/worker_pool.h"
#include "collisionchip/tlm/config/config_file.h"
#include "collisionchip/tlm/machines/config_conflicts.h"

namespace collisionchip {

namespace {

struct SceneOptions {
  std::string file, out;
  std::string chip;               // empty: as the file says
  std::vector<std::string> sets;  // on top of either
  SceneRunOptions run;
  bool no_check = false;
};

ScenePlan plan_of(const SceneOptions& options) {
  ScenePlan plan = load_scene_plan(options.file);
  if (!options.chip.empty()) {
    plan.chip.given = options.chip;
    plan.chip.config = load_typed_chip(options.chip);
  }
  for (const std::string& set : options.sets) apply_set(plan.chip.config, set);
  validate(plan.chip.config);
  return plan;
}

int scene(SceneOptions options) {
  options.run.check = !options.no_check;
  const Scene scene(plan_of(options));
  SceneFolder folder(options.out, question_of(scene, options.run));
  try {
    const nlohmann::ordered_json totals = run_scene(scene, options.run, folder);
    const std::string difference = totals.at("verdict").at("first_difference");
    fmt::print("{}: chip {} with {}\n{}", options.file, scene.plan().chip.given,
               machine_facts(scene.plan().chip.config).memory_text(), scene_text(totals));
    if (difference.empty()) return kExitDone;
    print_error("collisionchip: models disagree: " + difference + "\n");
    return kExitDisagree;
  } catch (const Interrupted&) {
    fmt::print("interrupted; the same command continues\n");
    return kExitInterrupted;
  }
}

}  // namespace

Verb add_scene(CLI::App& app) {
  auto options = std::make_shared<SceneOptions>();
  options->run.jobs = std::max(1u, std::thread::hardware_concurrency());
  CLI::App* verb = app.add_subcommand(
      "scene", "Find all intersecting triangle pairs of many moving objects, frame by frame.");
  verb->add_option("FILE", options->file, "TOML file of the scene: objects, their motions, the chip")
      ->required()
      ->type_name("FILE.toml");
  add_out_option(*verb, options->out, "a run that was interrupted continues")->required();
  verb->add_option("--chip", options->chip, chip_text() + "; in place of the scene's chip")
      ->type_name("CHIP");
  add_set_option(*verb, options->sets, "KEY=VALUE of the chip's configuration; may be repeated");
  add_jobs_option(*verb, options->run.jobs, kMostWorkers, "the files are the same");
  add_no_check_flag(*verb, options->no_check);
  return [options] { return scene(*options); };
}

}  // namespace collisionchip
