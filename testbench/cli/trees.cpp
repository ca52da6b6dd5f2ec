// collisionchip trees: bounding volumes, encodings and builders side by side.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "collisionchip/reference/files/output_file.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/text_scanner.h"
#include "collisionchip/testbench/cli/chip_options.h"
#include "collisionchip/testbench/cli/common_options.h"
#include "collisionchip/testbench/cli/file_roles.h"
#include "collisionchip/testbench/cli/object_options.h"
#include "collisionchip/testbench/cli/pose_options.h"
#include "collisionchip/testbench/cli/typed_words.h"
#include "collisionchip/testbench/cli/verbs.h"
#include "collisionchip/testbench/cli/word_checks.h"
#include "collisionchip/testbench/host/question_check.h"
#include "collisionchip/testbench/machines/host_kinds.h"
#include "collisionchip/testbench/terminal/progress.h"
#include "collisionchip/testbench/trees/tree_comparison.h"

namespace collisionchip {

namespace {

struct TreesOptions {
  ObjectOptions objects;
  PoseOptions poses;
  TreeSelection selection;
  std::vector<std::string> ks;  // numbers, or "all"
  ChipOptions chip;
  bool ask_chip = false;
  unsigned rounds = 3;
  std::string csv;
};

std::string names_of_formats() {
  std::string text;
  for (const TreeFormat* format : tree_formats()) text += (text.empty() ? "" : ", ") + format->name();
  return text;
}

// "all" leaves the list empty, which stands for all of them.
void take_all(std::vector<std::string>& names) {
  if (names == std::vector<std::string>{"all"}) names.clear();
}

std::vector<int> numbers(const std::vector<std::string>& ks) {
  std::vector<int> values;
  for (const std::string& k : ks) {
    int value = 0;
    if (!CLI::detail::lexical_cast(k, value))
      throw WrongWord("--k: expected whole numbers with commas between, or all, got " +
                      collisionchip::quoted(k));
    values.push_back(value);
  }
  return values;
}

ChipConfig load_chip_of_trees(const ChipOptions& options) {
  ChipConfig config = load_chip(options);
  if (!host_of(config).walks_trees)
    throw InputError(fmt::format("--chip {}", options.chip),
                     "engine.kind = \"tree\", because trees are compared");
  return config;
}

bool names_one_of(const std::vector<std::string>& list, const std::string& name) {
  return std::find(list.begin(), list.end(), name) != list.end() ||
         std::find(list.begin(), list.end(), "all") != list.end();
}

// What was typed and has no effect is refused.
void check_typed(const CLI::App& verb, const TreesOptions& options) {
  const TreeSelection& selection = options.selection;
  if (!options.ask_chip) refuse_typed(verb, {"--set"}, "--chip, whose configuration it changes");
  if (!selection.branch_caches.empty())
    refuse_typed(verb, {"--rounds"}, "no --branch-cache, with which each pose is asked once");
  if (!names_one_of(selection.tumblings, "hull"))
    refuse_typed(verb, {"--hill-levels"}, "--tumble hull as well");
  if (!selection.rules.empty() && !names_one_of(selection.rules, "axis_point"))
    refuse_typed(verb, {"--axis", "--point", "--objective"}, "--rule axis_point");
  if (!names_one_of(selection.axes, "normals")) refuse_typed(verb, {"--objective"}, "--axis normals as well");
}

TreeQuestion question_of(const TreesOptions& options) {
  TreeQuestion question;
  const AskedPoses poses = asked_poses(options.poses);
  question.rounds = options.rounds;
  // What is kept must be of the poses before.
  if (!options.selection.branch_caches.empty()) question.rounds = 1;
  if (options.ask_chip) question.chip = load_chip_of_trees(options.chip);
  LoadedMeshes meshes = load_meshes(options.objects);
  question.poses = poses.poses(meshes.offset);
  question.a = std::move(meshes.a);
  question.b = std::move(meshes.b);
  if (question.chip)
    check_question(*question.chip, question.a.triangle_count(),
                   (question.b ? *question.b : question.a).triangle_count());
  return question;
}

int trees(TreesOptions options) {
  if (options.objects.b.empty()) options.objects.b = options.objects.a;
  check_file_roles({{"A", options.objects.a},
                    {"B", options.objects.b},
                    {"--poses", options.poses.poses, true},
                    {"--chip", options.ask_chip ? options.chip.file() : ""}},
                   {{"--csv", options.csv, true}});
  resolve_output(options.csv);
  take_all(options.selection.formats);
  take_all(options.ks);
  options.selection.ks = numbers(options.ks);
  const std::vector<TreeCombination> combinations = combinations_of(options.selection);
  const TreeQuestion question = question_of(options);
  fmt::print("{} ({} triangles) against {} ({} triangles), {} pose{}\n", options.objects.a,
             question.a.triangle_count(), options.objects.b, question.other().triangle_count(),
             question.poses.size(), question.poses.size() == 1 ? "" : "s");
  std::vector<TreeRow> rows;
  {
    Progress progress("trees");
    rows = compare_trees(question, combinations,
                         [&](const std::string& what, std::size_t done, std::size_t total) {
                           progress.now_doing(fmt::format("{} {} of {}", what, done, total));
                         });
  }
  fmt::print("{}", trees_text(rows, question.poses.size()));
  if (!options.csv.empty()) write_output_file(options.csv, trees_csv(rows, options.ask_chip));
  for (const TreeRow& row : rows) {
    if (row.wrong_poses > 0) return kExitDisagree;
  }
  return kExitDone;
}

void add_list(CLI::App& verb, const char* name, std::vector<std::string>& list, const std::string& meaning) {
  verb.add_option(name, list, meaning)->type_name("LIST")->delimiter(',')->allow_extra_args(false);
}

// Adds the options for DOP trees (docs/tree.md).
void add_rules(CLI::App& verb, TreeSelection& selection) {
  add_list(verb, "--rule", selection.rules, "how DOP trees are divided top down, or all (default dop)");
  add_list(verb, "--axis", selection.axes,
           "axis along which triangles are divided; of the rule axis_point; or all");
  add_list(verb, "--point", selection.points,
           "point of the axis where triangles are divided; of the rule axis_point; or all");
  add_list(verb, "--objective", selection.objectives,
           "value by which --axis normals chooses its axis, or all");
  verb.add_option("--degree", selection.degree, "children of a node; more than 2: dop128 in software")
      ->check(one_of_numbers({2, 4, 8}))
      ->capture_default_str();
  verb.add_option("--leaf-size", selection.leaf_size,
                  "most triangles in a leaf; more than 1: dop128 in software, 2 or 4 also groups as dop4r5")
      ->check(whole_number(1, 64))
      ->capture_default_str();
}

}  // namespace

Verb add_trees(CLI::App& app) {
  auto options = std::make_shared<TreesOptions>();
  CLI::App* verb = app.add_subcommand(
      "trees", "Compare bounding volumes, node formats and builders, in software and on the chip.");
  verb->add_option("A", options->objects.a, "mesh file of object A (OBJ, STL, PLY, OFF)")->required();
  verb->add_option("B", options->objects.b,
                   "mesh file of object B (OBJ, STL, PLY, OFF); A against itself if not given");
  add_reading_options(*verb, options->objects);
  add_pose_option(*verb, options->poses);
  add_poses_option(*verb, options->poses);
  add_list(*verb, "--format", options->selection.formats, names_of_formats() + ", or all (default)");
  add_list(*verb, "--k", options->ks, "directions of a DOP, two for each slab; or all (default)");
  add_list(*verb, "--builder", options->selection.builders,
           "how trees are built; the default of each format if not given; or all");
  add_list(*verb, "--traversal", options->selection.traversals,
           "how trees are walked; the default of each format if not given; or all");
  add_rules(*verb, options->selection);
  add_list(*verb, "--tumble", options->selection.tumblings,
           "how DOPs are tumbled; of dop128: recompute, hull, polytope, rows, or all");
  verb->add_option("--hill-levels", options->selection.hill_levels,
                   "with --tumble hull: levels that climb on hulls; below them polytope (default all)")
      ->check(whole_number(0, kAllLevels));
  verb->add_option("--branch-cache", options->selection.branch_caches,
                   "OBBs relative to their parents, decoded on demand; this many decoded pairs are kept from "
                   "pose to pose, and each pose is asked once")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(whole_number(0, 1u << 24));
  verb->add_option("--rounds", options->rounds, "how often each pose is asked; the fastest counts")
      ->check(whole_number(1, 1000))
      ->capture_default_str();
  add_csv_option(*verb, options->csv, "each combination");
  CLI::Option* const chip =
      verb->add_option(
              "--chip", options->chip.chip,
              chip_text() + "; asks the chip as well, where it has the format (without CHIP: paper41)")
          ->type_name("CHIP")
          ->expected(0, 1);
  add_set_option(*verb, options->chip.sets, "KEY=VALUE of the chip's configuration; may be repeated");
  return [options, chip, verb] {
    options->ask_chip = chip->count() > 0;
    if (options->chip.chip.empty()) options->chip = {ChipOptions{}.chip, options->chip.sets};
    check_typed(*verb, *options);
    return trees(*options);
  };
}

}  // namespace collisionchip
