// collisionchip collide A B: the main job.
#include <memory>

#include <fmt/format.h>

#include "collisionchip/testbench/cli/collide_question.h"
#include "collisionchip/testbench/cli/collide_run.h"
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
  verb->add_flag("--raw", options->raw,
                 "report the answers of the paper's unit, in float32 and without the exact filter");
  verb->add_flag("--no-check", options->no_check,
                 "do not compare with the software reference, no protocol checkers");
  verb->add_flag("--eq5", options->eq5,
                 "itemise the difference to Eq. 5 (runs the first pose a few more times)");
  verb->add_option("--account", options->answers.account, "what is printed of a query")
      ->check(
          one_of_choices({{"short", "work and cycles"}, {"full", "banks, bytes, lists and channels too"}}))
      ->capture_default_str();
  verb->add_option(
          "--max-cycles", options->max_cycles,
          "end a query that takes more chip cycles, transfers included (default: a limit that no correct "
          "query reaches)")
      ->check(whole_number(0, std::uint64_t{1} << 62))
      ->type_name("CYCLES");
  verb->add_option(
          "--batch", options->batch,
          "poses that the chip is asked at once; it needs a command queue (group_engine.queries) of as many, "
          "or a Pose Unit (default: one after the other)")
      ->check(whole_number(1, 4096));
  verb->add_option("--jobs", options->answers.jobs,
                   "poses asked at once (default: all cores); the files are the same")
      ->check(whole_number(1, kMostWorkers));
  verb->add_option("--pairs", options->answers.pairs, "write the pairs: pose,triangle_a,triangle_b")
      ->type_name("FILE.csv");
  verb->add_option("--stats", options->answers.stats, "write the statistics")->type_name("FILE.json");
  verb->add_option(
          "--out", options->answers.out,
          "write all of it to one folder, for `collisionchip report`: objects, poses, configuration, "
          "pairs, statistics")
      ->type_name("DIR");
  add_trace_options(*verb, options->answers.trace);
  return [options, verb] { return collide(*verb, *options); };
}

}  // namespace collisionchip
