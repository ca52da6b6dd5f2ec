// collisionchip collide A B: the main job.
#include <memory>

#include <fmt/format.h>

#include "collisionchip/testbench/cli/collide_question.h"
#include "collisionchip/testbench/cli/collide_run.h"
#include "collisionchip/testbench/cli/common_options.h"
#include "collisionchip/testbench/cli/engine_options.h"
#include "collisionchip/testbench/cli/file_roles.h"
#include "collisionchip/testbench/cli/verbs.h"
#include "collisionchip/testbench/cli/word_checks.h"
#include "collisionchip/testbench/run/frames.h"
#include "collisionchip/testbench/run/pose_run.h"
#include "collisionchip/testbench/workers/worker_pool.h"

namespace collisionchip {

namespace {

int collide(const CLI::App& verb, CollideOptions options) {
  const std::vector<std::string> frames =
      options.frames.folder.empty() ? std::vector<std::string>{} : frame_files(options.frames.folder);
  check_words(verb, options, frames);
  resolve_input(options.poses.poses);
  resolve_output(options.answers.pairs);
  resolve_output(options.answers.stats);
  const CollideJob job = prepare(options, frames);
  try {
    return run_collide(job, options.answers);
  } catch (const Interrupted&) {
    fmt::print("interrupted{}\n", job.out ? "; the same command continues" : "");
    return kExitInterrupted;
  }
}

}  // namespace

Verb add_collide(CLI::App& app) {
  auto options = std::make_shared<CollideOptions>();
  CLI::App* verb = app.add_subcommand("collide", "Find all intersecting triangle pairs of two objects.");
  add_object_options(*verb, options->objects);
  add_pose_option(*verb, options->poses);
  add_poses_option(*verb, options->poses);
  add_motion_options(*verb, options->poses);
  add_frame_options(*verb, options->frames);
  add_model_option(*verb, options->model, [](const EngineKind&) { return true; });
  add_chip_options(*verb, options->chip);
  add_first_option(*verb, options->first);
  verb->add_flag("--raw", options->raw, "report the answers of the paper's unit: float32, no exact filter");
  add_no_check_flag(*verb, options->no_check);
  verb->add_flag("--eq5", options->eq5,
                 "itemise the difference to Eq. 5; the first pose runs a few more times");
  verb->add_option("--account", options->answers.account, "what is printed about a query")
      ->check(
          one_of_choices({{"short", "work and cycles"}, {"full", "banks, bytes, lists and channels too"}}))
      ->capture_default_str();
  verb->add_option(
          "--max-cycles", options->max_cycles,
          "end a query that takes more chip cycles, transfers included (default: a limit that no correct "
          "query reaches)")
      ->check(whole_number(0, std::uint64_t{1} << 62))
      ->type_name("CYCLES");
  verb->add_option("--batch", options->batch,
                   "poses asked at once (default: one after the other); the chip needs a command queue "
                   "(group_engine.queries) for as many, or a Pose Unit")
      ->check(whole_number(1, 4096));
  add_jobs_option(*verb, options->answers.jobs, kMostWorkers, "the files are the same");
  add_pairs_option(*verb, options->answers.pairs);
  add_stats_option(*verb, options->answers.stats);
  add_out_option(*verb, options->answers.out, "objects, poses, configuration, pairs, statistics");
  add_trace_options(*verb, options->answers.trace);
  return [options, verb] { return collide(*verb, *options); };
}

}  // namespace collisionchip
