// collisionchip groups: what a machine of sibling groups would do, counted in software.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "collisionchip/reference/files/output_file.h"
#include "collisionchip/testbench/cli/file_roles.h"
#include "collisionchip/testbench/cli/object_options.h"
#include "collisionchip/testbench/cli/pose_options.h"
#include "collisionchip/testbench/cli/verbs.h"
#include "collisionchip/testbench/cli/word_checks.h"
#include "collisionchip/testbench/terminal/progress.h"
#include "collisionchip/testbench/trees/group_counts.h"

namespace collisionchip {

namespace {

struct GroupsOptions {
  ObjectOptions objects;
  PoseOptions poses;
  int k = 24;
  std::vector<int> widths = {4}, bits = {6}, leaf_sizes = {2};
  std::vector<std::string> filters = {"all"};
  std::size_t batch = 1;
  std::string csv;
};

std::vector<GroupCombination> combinations_of(const GroupsOptions& options) {
  std::vector<GroupCombination> combinations;
  for (const int width : options.widths) {
    for (const int bits : options.bits) {
      for (const int leaf_size : options.leaf_sizes) {
        for (const std::string& filters : options.filters) {
          const auto name = std::find(kFilterStageNames.begin(), kFilterStageNames.end(), filters);
          combinations.push_back({{options.k, width, bits, leaf_size},
                                  static_cast<FilterStages>(name - kFilterStageNames.begin())});
          check_group_layout(combinations.back().layout);
        }
      }
    }
  }
  return combinations;
}

int groups(GroupsOptions options) {
  if (options.objects.b.empty()) options.objects.b = options.objects.a;
  check_file_roles(
      {{"A", options.objects.a}, {"B", options.objects.b}, {"--poses", options.poses.poses, true}},
      {{"--csv", options.csv, true}});
  resolve_output(options.csv);
  const AskedPoses poses = asked_poses(options.poses);
  GroupCountsQuestion question;
  question.k = options.k;
  question.batch = options.batch;
  question.combinations = combinations_of(options);
  LoadedMeshes meshes = load_meshes(options.objects);
  question.poses = poses.poses(meshes.offset);
  question.a = std::move(meshes.a);
  question.b = std::move(meshes.b);
  GroupCountsResult result;
  {
    Progress progress("layouts", question.combinations.size());
    result = count_groups(question, [&](std::size_t done) { progress.advance(done); });
  }
  if (options.csv != "-") fmt::print("{}", group_counts_text(result));
  if (!options.csv.empty()) write_output_file(options.csv, group_counts_csv(result));
  const bool wrong = std::any_of(result.rows.begin(), result.rows.end(),
                                 [](const GroupRow& row) { return row.wrong_poses > 0; });
  return wrong ? kExitDisagree : kExitDone;
}

}  // namespace

Verb add_groups(CLI::App& app) {
  auto options = std::make_shared<GroupsOptions>();
  CLI::App* verb = app.add_subcommand(
      "groups", "Count what a machine of sibling groups would read and test, beside the list traversal.");
  verb->add_option("A", options->objects.a, "mesh file of object A (OBJ, STL, PLY, OFF)")->required();
  verb->add_option("B", options->objects.b, "mesh file of object B; A against itself if not given");
  add_reading_options(*verb, options->objects);
  add_pose_option(*verb, options->poses);
  add_poses_option(*verb, options->poses);
  verb->add_option("--k", options->k, "of the DOPs: 2 times the number of slab directions")
      ->check(one_of_numbers({6, 14, 18, 24, 26}))
      ->capture_default_str();
  const auto add_numbers = [&](const char* name, std::vector<int>& numbers,
                               const std::vector<std::uint32_t>& known, const char* meaning) {
    verb->add_option(name, numbers, meaning)
        ->type_name("LIST")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(one_of_numbers(known))
        ->capture_default_str();
  };
  add_numbers("--width", options->widths, {2, 4, 8}, "members of a group");
  add_numbers("--bits", options->bits, {5, 6, 7, 8}, "of a coefficient, relative to its group");
  add_numbers("--leaf-size", options->leaf_sizes, {1, 2, 4}, "most triangles of a leaf");
  verb->add_option("--filters", options->filters,
                   "before the triangle test; each stage has the ones before it")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(one_of(std::vector<std::string>(kFilterStageNames.begin(), kFilterStageNames.end())))
      ->capture_default_str();
  verb->add_option("--batch", options->batch, "poses walked together, in the order of the file")
      ->check(whole_number(1, kMostBatchPoses))
      ->capture_default_str();
  verb->add_option("--csv", options->csv, "a line for each combination; - for standard output")
      ->type_name("FILE");
  return [options] { return groups(*options); };
}

}  // namespace collisionchip
