// collisionchip allpairs: every triangle against every triangle, on this host or a device of OpenCL.
#include <algorithm>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "collisionchip/reference/all_pairs/displacement.h"
#include "collisionchip/reference/files/output_file.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/cli/common_options.h"
#include "collisionchip/testbench/cli/engine_options.h"
#include "collisionchip/testbench/cli/file_roles.h"
#include "collisionchip/testbench/cli/object_options.h"
#include "collisionchip/testbench/cli/pose_options.h"
#include "collisionchip/testbench/cli/size_note.h"
#include "collisionchip/testbench/cli/typed_words.h"
#include "collisionchip/testbench/cli/verbs.h"
#include "collisionchip/testbench/cli/word_checks.h"
#include "collisionchip/testbench/results/result_files.h"
#include "collisionchip/testbench/terminal/progress.h"
#include "collisionchip/testbench/terminal/standard_streams.h"
#include "collisionchip/testbench/without_tree/contact_points.h"
#include "collisionchip/testbench/without_tree/pairs_run.h"

namespace collisionchip {

namespace {

struct AllpairsOptions {
  ObjectOptions objects;
  PoseOptions poses;
  std::string displacement, displacements;  // the case study's form
  std::string device = "pocl", mode = "filtered", pairs, points, stats;
  OpenclPairsOptions opencl;
  std::uint32_t boxes = kUsualModelBoxes;
  bool no_check = false;
};

// The poses of --displacement or --displacements, the case study's form; nothing if neither is given.
std::optional<std::vector<Pose>> displaced_poses(const AllpairsOptions& options) {
  const int given = (options.displacement.empty() ? 0 : 1) + (options.displacements.empty() ? 0 : 1) +
                    (options.poses.pose.empty() && options.poses.poses.empty() ? 0 : 1);
  if (given > 1) throw InputError("--pose, --poses, --displacement and --displacements", "one of them");
  if (options.objects.recentre && !(options.displacement.empty() && options.displacements.empty()))
    throw InputError("--recentre", "--pose or --poses",
                     "; a displacement moves the vertices as its own form says");
  if (!options.displacement.empty())
    return {{pose_of(typed([&] { return parse_displacement(options.displacement, "--displacement"); }))}};
  if (options.displacements.empty()) return std::nullopt;
  std::vector<Pose> poses;
  for (const Displacement& displacement : read_displacements(options.displacements))
    poses.push_back(pose_of(displacement));
  return poses;
}

PairsQuestion question_of(const AllpairsOptions& options) {
  PairsQuestion question;
  question.mode = static_cast<PairsMode>(
      std::find(kPairsModeNames.begin(), kPairsModeNames.end(), options.mode) - kPairsModeNames.begin());
  if (question.mode == PairsMode::published && !options.pairs.empty())
    throw InputError("--pairs", "another --mode", "; published says yes or no");
  if (question.mode == PairsMode::published && !options.points.empty())
    throw InputError("--points", "another --mode", "; published says yes or no");
  if (options.opencl.tiled && question.mode != PairsMode::all_pairs)
    throw InputError("--tiled", "--mode all_pairs");
  if ((question.mode == PairsMode::boxes || question.mode == PairsMode::edges) && options.device != "cpu")
    throw InputError("--mode " + options.mode, "--device cpu");
  question.boxes = options.boxes;
  question.device = options.device;
  question.opencl = options.opencl;
  question.check = !options.no_check;
  const std::optional<std::vector<Pose>> displaced = displaced_poses(options);
  const AskedPoses poses = asked_poses(options.poses);
  LoadedMeshes meshes = load_meshes(options.objects);
  question.poses = displaced ? *displaced : poses.poses(meshes.offset);
  question.a = std::move(meshes.a);
  question.b = std::move(meshes.b);
  return question;
}

int allpairs(const CLI::App& verb, AllpairsOptions options) {
  if (options.device == "cpu")
    refuse_typed(verb, {"--tiled", "--copy-each", "--capacity"}, "a --device of OpenCL");
  if (options.mode != "boxes") refuse_typed(verb, {"--boxes"}, "--mode boxes");
  check_file_roles({{"A", options.objects.a},
                    {"B", options.objects.b},
                    {"--poses", options.poses.poses, true},
                    {"--displacements", options.displacements, true}},
                   {{"--pairs", options.pairs, true},
                    {"--points", options.points, true},
                    {"--stats", options.stats, true}});
  resolve_input(options.poses.poses);
  resolve_input(options.displacements);
  resolve_output(options.pairs);
  resolve_output(options.points);
  resolve_output(options.stats);
  const PairsQuestion question = question_of(options);
  PairsFile pairs(options.pairs);
  PointsFile points(options.points, question);
  PairsRun run;
  {
    Progress progress("poses", question.poses.size());
    run = run_pairs(
        question,
        [&](std::size_t pose, const std::vector<TrianglePair>& found) {
          pairs.add(pair_lines(pose, found));
          points.add(pose, found);
        },
        [&](std::size_t done) { progress.advance(done); });
  }
  pairs.close();
  points.close();
  if (!options.stats.empty()) write_output_file(options.stats, pairs_json(question, run));
  fmt::print("{} ({} triangles) against {} ({} triangles), {}, {} poses\n{}", options.objects.a,
             question.a.triangle_count(), options.objects.b, question.other().triangle_count(), options.mode,
             question.poses.size(), pairs_text(question, run));
  if (!options.points.empty())
    fmt::print("  points     {}, and {} pairs without one\n", points.points(), points.without_point());
  note_sizes(extent_of(question.a), extent_of(question.other()), question.poses,
             std::any_of(run.rows.begin(), run.rows.end(), [](const PairsRow& row) { return row.collides; }));
  if (!run.first_difference.empty())
    print_error("collisionchip: answers disagree: " + run.first_difference + "\n");
  return run.is_wrong(question.mode) ? kExitDisagree : kExitDone;
}

}  // namespace

Verb add_allpairs(CLI::App& app) {
  auto options = std::make_shared<AllpairsOptions>();
  CLI::App* verb =
      app.add_subcommand("allpairs", "Test all triangles against all on an OpenCL device, without a tree.");
  add_object_options(*verb, options->objects);
  add_pose_option(*verb, options->poses);
  add_poses_option(*verb, options->poses);
  verb->add_option("--displacement", options->displacement,
                   "\"x y z phi theta psi\" of B: moved there after turns about x, y and z, in radians")
      ->type_name("NUMBERS");
  verb->add_option("--displacements", options->displacements, "file with one displacement per line")
      ->type_name("FILE");
  add_device_option(*verb, options->device);
  verb->add_option("--mode", options->mode, "what is found")
      ->check(one_of_choices({{kPairsModeNames[0], "the case study's test in float32, yes or no"},
                              {kPairsModeNames[1], "all pairs by that test"},
                              {kPairsModeNames[2], "the exact pairs"},
                              {kPairsModeNames[3], "the exact pairs, of models divided into boxes"},
                              {kPairsModeNames[4], "all pairs by the case study's test, each edge once"}}))
      ->capture_default_str();
  verb->add_option("--boxes", options->boxes, "with --mode boxes: boxes of each model")
      ->check(whole_number(1, 1u << 20))
      ->capture_default_str();
  verb->add_flag("--tiled", options->opencl.tiled,
                 "with --mode all_pairs: 16 + 16 triangles at a time in local memory");
  verb->add_flag("--copy-each", options->opencl.copies_each_time,
                 "copy the objects to the device for every pose, as the case study does");
  verb->add_option("--capacity", options->opencl.capacity,
                   "entries that a list on the device has room for at first")
      ->check(whole_number(1, 1u << 28))
      ->capture_default_str();
  add_no_check_flag(*verb, options->no_check);
  add_pairs_option(*verb, options->pairs);
  verb->add_option("--points", options->points,
                   "write the pairs with the case study's points of contact; edge, delta, x, y, z")
      ->type_name("FILE.csv");
  add_stats_option(*verb, options->stats);
  return [options, verb] { return allpairs(*verb, *options); };
}

}  // namespace collisionchip
