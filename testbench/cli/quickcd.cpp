// collisionchip quickcd: k-DOP trees walked by many threads at once, on this host or a device of OpenCL.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

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
#include "collisionchip/testbench/host/chip_object.h"
#include "collisionchip/testbench/results/result_files.h"
#include "collisionchip/testbench/sources/mesh_source.h"
#include "collisionchip/testbench/terminal/progress.h"
#include "collisionchip/testbench/terminal/standard_streams.h"
#include "collisionchip/testbench/without_tree/trees_run.h"
#include "collisionchip/tlm/config/config_file.h"
#include "collisionchip/tlm/config/config_keys.h"

namespace collisionchip {

namespace {

struct QuickcdOptions {
  ObjectOptions objects;
  PoseOptions poses;
  std::string device = "pocl", scheme = "priori_like", tumbling = "transform", pairs, stats;
  std::string builder, axis = kMakerAxes[0], point = tree_point_names()[0];
  std::vector<std::string> others;
  int k = 24, levels = 6;
  std::uint32_t batch = 16;
  OpenclTreesOptions opencl;
  bool no_check = false;
};

template <typename Choice, std::size_t kCount>
Choice choice_of(const std::array<const char*, kCount>& names, const std::string& name) {
  return static_cast<Choice>(std::find(names.begin(), names.end(), name) - names.begin());
}

// By the device, or the usual ones.
void build_trees(const QuickcdOptions& options, const LoadedMeshes& meshes, const std::vector<Mesh>& others,
                 TreesQuestion& question) {
  if (options.builder.empty()) {
    ChipConfig config;  // its tree is the usual one
    apply_set(config, fmt::format("dop.k={}", options.k));
    const LoadedObjects objects = build_objects(meshes, config);
    question.a = objects.a;
    question.flying = {objects.b};
    for (const Mesh& other : others)
      question.flying.push_back(std::make_shared<const CollisionObject>(build_object(other, config)));
    return;
  }
  std::vector<const Mesh*> all = {&meshes.a, &meshes.other()};
  for (const Mesh& other : others) all.push_back(&other);
  const MakerOptions maker = {choice_of<MakerKind>(kMakerKindNames, options.builder), options.k, options.axis,
                              options.point};
  question.made = make_objects(all, maker, options.device, question.check);
  question.a = question.made->objects.front();
  question.flying.assign(question.made->objects.begin() + 1, question.made->objects.end());
}

TreesQuestion question_of(const QuickcdOptions& options) {
  TreesQuestion question;
  question.device = options.device;
  question.options = {choice_of<BatchScheme>(kBatchSchemeNames, options.scheme),
                      choice_of<BatchTumbling>(kBatchTumblingNames, options.tumbling), options.levels};
  question.opencl = options.opencl;
  question.batch = options.batch;
  question.check = !options.no_check;
  const AskedPoses poses = asked_poses(options.poses);
  const LoadedMeshes meshes = load_meshes(options.objects);
  std::vector<Mesh> others;
  const MeshReading reading{options.objects.scale_b, meshes.offset};
  for (const std::string& other : options.others) others.push_back(load_mesh(other, reading));
  question.poses = poses.poses(meshes.offset);
  build_trees(options, meshes, others, question);
  if (question.poses.size() % question.flying.size() != 0)
    throw InputError(poses.source,
                     fmt::format("a pose for each of {} flying objects in turn", question.flying.size()),
                     fmt::format(", got {} poses", question.poses.size()));
  return question;
}

int quickcd(const CLI::App& verb, QuickcdOptions options) {
  if (options.device == "cpu") refuse_typed(verb, {"--capacity", "--stack"}, "a --device of OpenCL");
  if (options.scheme == kBatchSchemeNames[0]) refuse_typed(verb, {"--levels"}, "a --scheme of subtrees");
  if (options.builder != kMakerKindNames[0]) refuse_typed(verb, {"--axis", "--point"}, "--builder top_down");
  if (options.scheme == "sequential")
    refuse_typed(verb, {"--batch"}, "a --scheme that takes several time stamps");
  if (options.others.size() >= kMostPosesOfABatch)
    throw InputError("--with", fmt::format("at most {} objects", kMostPosesOfABatch - 1));
  std::vector<NamedFile> inputs = {
      {"A", options.objects.a}, {"B", options.objects.b}, {"--poses", options.poses.poses, true}};
  for (const std::string& other : options.others) inputs.push_back({"--with", other});
  check_file_roles(inputs, {{"--pairs", options.pairs, true}, {"--stats", options.stats, true}});
  resolve_input(options.poses.poses);
  resolve_output(options.pairs);
  resolve_output(options.stats);
  const TreesQuestion question = question_of(options);
  PairsFile pairs(options.pairs);
  TreesRun run;
  {
    Progress progress("poses", question.poses.size());
    run = run_trees(question, [&](std::size_t pose, const std::vector<TrianglePair>& found) {
      pairs.add(pair_lines(pose, found));
      progress.advance(pose + 1);
    });
  }
  pairs.close();
  if (!options.stats.empty()) write_output_file(options.stats, trees_run_json(question, run));
  fmt::print("{} ({} triangles) against {} ({} triangles){}, trees of k = {}, {} poses\n{}",
             options.objects.a, question.a->tree.triangle_count(), options.objects.b,
             question.flying.front()->tree.triangle_count(),
             options.others.empty() ? "" : fmt::format(" and {} more", options.others.size()), options.k,
             question.poses.size(), trees_run_text(question, run));
  note_sizes(extent_of(*question.a), extent_of(*question.flying.front()), question.poses, run.pairs > 0);
  if (!run.first_difference.empty())
    print_error("collisionchip: answers disagree: " + run.first_difference + "\n");
  if (question.made && question.made->unlike_mirror > 0) {
    print_error("collisionchip: trees disagree: one that the device built is not the mirror's\n");
    return kExitDisagree;
  }
  return run.is_wrong() ? kExitDisagree : kExitDone;
}

}  // namespace

Verb add_quickcd(CLI::App& app) {
  auto options = std::make_shared<QuickcdOptions>();
  CLI::App* verb = app.add_subcommand(
      "quickcd", "Walk the k-DOP trees of two objects by many threads on an OpenCL device.");
  add_object_options(*verb, options->objects);
  add_pose_option(*verb, options->poses);
  add_poses_option(*verb, options->poses);
  add_device_option(*verb, options->device);
  verb->add_option("--scheme", options->scheme, "who walks A's tree")
      ->check(
          one_of_choices({{kBatchSchemeNames[0], "each leaf of B"},
                          {kBatchSchemeNames[1], "each of B's subtrees, by a group"},
                          {kBatchSchemeNames[2], "a group for each node of A, once for all flying objects"},
                          {kBatchSchemeNames[3], "the same, once for all time stamps of a batch too"},
                          {kBatchSchemeNames[4], "the same, by DOPs of whole paths down to A's leaves"}}))
      ->capture_default_str();
  verb->add_option("--tumble", options->tumbling, "how DOPs are tumbled")
      ->check(one_of_choices({{kBatchTumblingNames[0], "each DOP by its transform"},
                              {kBatchTumblingNames[1], "inner DOPs are refitted around their children"}}))
      ->capture_default_str();
  verb->add_option("--levels", options->levels, "at most 2^N subtrees of B; not with priori_like")
      ->check(whole_number(0, 16))
      ->capture_default_str();
  verb->add_option("--with", options->others,
                   "another flying object, read as B; may be repeated. Poses are then in turn for each "
                   "object, time stamp after time stamp")
      ->type_name("FILE")
      ->take_all()
      ->allow_extra_args(false);
  verb->add_option("--batch", options->batch,
                   "poses asked at once; in whole time stamps, not with sequential")
      ->check(whole_number(1, kMostPosesOfABatch))
      ->capture_default_str();
  verb->add_option("--k", options->k, "directions of a DOP, two for each slab")
      ->check(one_of_numbers(find_key("dop.k")->allowed))
      ->capture_default_str();
  verb->add_option("--builder", options->builder, "how trees are built; by the device, in place of one core")
      ->check(one_of_choices({{kMakerKindNames[0], "level by level, by reductions over the triangles"},
                              {kMakerKindNames[1], "neighbours along a curve join, round by round"}}));
  verb->add_option("--axis", options->axis, "axis along which triangles are divided; with --builder top_down")
      ->check(one_of({kMakerAxes.begin(), kMakerAxes.end()}))
      ->capture_default_str();
  verb->add_option("--point", options->point,
                   "point of the axis where triangles are divided; with --builder top_down")
      ->check(one_of(tree_point_names()))
      ->capture_default_str();
  verb->add_option("--capacity", options->opencl.capacity,
                   "entries that a list on the device has room for at first")
      ->check(whole_number(1, 1u << 27))
      ->capture_default_str();
  verb->add_option("--stack", options->opencl.stack,
                   "nodes on the stack of a leaf's walk; a group has 16 times as many")
      ->check(whole_number(1, 64))
      ->capture_default_str();
  add_no_check_flag(*verb, options->no_check);
  add_pairs_option(*verb, options->pairs);
  add_stats_option(*verb, options->stats);
  return [options, verb] { return quickcd(*verb, *options); };
}

}  // namespace collisionchip
