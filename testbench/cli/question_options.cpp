#include "collisionchip/testbench/cli/question_options.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "collisionchip/reference/geometry/offset_pose.h"
#include "collisionchip/reference/mesh/mesh_extent.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/spelling.h"
#include "collisionchip/reference/text/text_scanner.h"
#include "collisionchip/testbench/cli/typed_words.h"
#include "collisionchip/testbench/cli/word_checks.h"
#include "collisionchip/testbench/host/chip_object.h"
#include "collisionchip/testbench/host/question_check.h"
#include "collisionchip/testbench/poses/stretched_poses.h"
#include "collisionchip/testbench/results/result_folder.h"
#include "collisionchip/testbench/sources/mesh_source.h"
#include "collisionchip/testbench/terminal/exit_status.h"
#include "collisionchip/testbench/terminal/progress.h"
#include "collisionchip/tlm/chip/unit_kinds.h"
#include "collisionchip/tlm/config/config_file.h"
#include "collisionchip/tlm/config/config_keys.h"
#include "collisionchip/tlm/machines/chip_file.h"
#include "collisionchip/tlm/machines/config_conflicts.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {

namespace {

Pose typed_pose(const std::string& text, const char* option, const Vec3d& offset = {}) {
  return typed([&] { return parse_pose(text, option, offset); });
}

}  // namespace

std::string ChipOptions::file() const {
  return is_chip_file(chip) ? chip : "";
}

std::string ChipOptions::words() const {
  std::string text = option_words("--chip", chip);
  for (const std::string& set : sets) text += option_words("--set", set);
  return text;
}

std::string chip_text() {
  return fmt::format("preset ({}) or a TOML file; `collisionchip config --list` compares the presets",
                     fmt::join(all_preset_names(), ", "));
}

void add_chip_options(CLI::App& verb, ChipOptions& options) {
  verb.add_option("--chip", options.chip, chip_text())->type_name("CHIP")->capture_default_str();
  add_set_option(verb, options.sets, "KEY=VALUE of the chip's configuration; may be repeated");
}

void add_set_option(CLI::App& verb, std::vector<std::string>& sets, const std::string& description) {
  verb.add_option("--set", sets, description)->type_name("KEY=VALUE")->take_all()->allow_extra_args(false);
}

void check_chip_is_used(const CLI::App& verb, const ChipOptions& options, const EngineKind& engine) {
  const std::string by = "--model " + engine.name;
  if (!engine.can.cycles && engine.keys.empty())
    refuse_typed(verb, {"--chip", "--set"}, "--model tlm or rtl; " + by + " looks at no chip");
  if (engine.name == "opencl") refuse_typed(verb, {"--chip"}, "a --set that " + by + " looks at");
  for (const std::string& set : options.sets) {
    const std::string key = set.substr(0, set.find('='));
    if (find_key(key) == nullptr) continue;  // load_chip() names the nearest one
    if (!engine.looks_at(key))
      throw InputError(fmt::format("--set {}: expected a key that {} looks at: {}", key, by,
                                   fmt::join(engine.keys, ", ")));
    if (engine.name == "rtl" && key.rfind("units.", 0) == 0)
      throw InputError(fmt::format("--set {}: expected --model tlm; {} takes all units as RTL", key, by));
  }
}

ChosenChip load_typed_chip(const std::string& chip) {
  std::vector<std::string> names = all_preset_names();
  if (!is_chip_file(chip) && std::find(names.begin(), names.end(), chip) == names.end()) {
    names.emplace_back("FILE.toml");
    throw InputError("--chip: " + choice_complaint(names, chip));
  }
  return load_chip(chip);
}

ChosenChip load_chip(const ChipOptions& options) {
  ChosenChip config = load_typed_chip(options.chip);
  for (const std::string& set : options.sets) apply_set(config, set);
  validate(config);
  return config;
}

std::string PoseOptions::words() const {
  return (pose.empty() ? "" : option_words("--pose", pose)) +
         (poses.empty() ? "" : option_words("--poses", poses)) +
         (between.empty()
              ? ""
              : fmt::format(" --between {} {} {} {}", shell_word(between.front()), shell_word(between.back()),
                            steps > 0 ? "--haptic" : "--toc", steps > 0 ? steps : halvings));
}

Motion PoseOptions::motion() const {
  return {typed_pose(between.front(), "--between"), typed_pose(between.back(), "--between"), "--between"};
}

void add_pose_option(CLI::App& verb, PoseOptions& options) {
  verb.add_option(
          "--pose", options.pose,
          "\"tx ty tz qw qx qy qz\" or 12 numbers (3x4, row-major): x_A = R x_B + t; the identity if not "
          "given")
      ->type_name("POSE");
}

void add_poses_option(CLI::App& verb, PoseOptions& options) {
  verb.add_option("--poses", options.poses, "file with one pose per line")->type_name("FILE");
}

void add_motion_options(CLI::App& verb, PoseOptions& options) {
  verb.add_option("--between", options.between,
                  "two poses, the ends of a motion of B; with --toc or --haptic")
      ->type_name("POSE POSE")
      ->expected(2);
  verb.add_option(
          "--toc", options.halvings,
          "the time of contact: halve the way --between a pose apart and one in contact so many times, "
          "first witness each")
      ->check(whole_number(1, 60))
      ->type_name("N");
  verb.add_option("--haptic", options.steps,
                  "go the way --between them in so many equal steps, one query at the end of each, and count "
                  "which are answered within 1 ms")
      ->check(whole_number(1, 1'000'000))
      ->type_name("STEPS");
}

void check_poses(const PoseOptions& options) {
  if (options.steps > 0 && options.halvings > 0) throw InputError("--toc and --haptic: expected one of them");
  if (options.steps > 0 && options.between.empty())
    throw InputError("--haptic: expected --between, the way that the steps go");
  if (options.steps == 0 && options.between.empty() != (options.halvings == 0))
    throw InputError("--between and --toc: expected both of them or none");
  if (!options.between.empty() && !(options.pose.empty() && options.poses.empty()))
    throw InputError("--between: expected no --pose and no --poses; a motion has its own");
  if (!options.pose.empty() && !options.poses.empty())
    throw InputError("--pose and --poses: expected one of them");
}

std::vector<Pose> load_poses(const PoseOptions& options, const Vec3d& offset) {
  if (options.steps > 0) return options.motion().after_each_of(options.steps);
  if (options.pose.empty() && options.poses.empty()) return {Pose{}};
  std::vector<Pose> poses = options.poses.empty()
                                ? std::vector<Pose>{typed_pose(options.pose, "--pose", offset)}
                                : read_poses(options.poses, offset);
  const std::string stretch = stretch_text(poses);
  if (!stretch.empty())
    print_note(
        fmt::format("{}: {}", options.poses.empty() ? "--pose" : printable_path(options.poses), stretch));
  return poses;
}

void add_model_option(CLI::App& verb, std::string& model, bool (*fits)(const EngineKind& kind)) {
  std::vector<Choice> choices;
  for (const EngineKind& kind : engine_kinds()) {
    if (fits(kind)) choices.push_back({kind.name, kind.what});
  }
  verb.add_option("--model", model, "what answers")->check(one_of_choices(choices))->capture_default_str();
}

void add_device_option(CLI::App& verb, std::string& device, const std::string& cpu) {
  verb.add_option("--device", device, "where it is done")
      ->check(one_of_choices({{"cpu", cpu},
                              {"pocl", "OpenCL on this host's cores"},
                              {"gpu", "the first GPU"},
                              {"oclgrind", "a checker of races"}}))
      ->capture_default_str();
}

const EngineKind& load_engine(const std::string& model) {
  const EngineKind& kind = *find_engine(model);
  if (kind.lacks.empty()) return kind;
  throw InputError(
      fmt::format("--model {}: expected another engine; this program has no {}", model, kind.lacks));
}

void add_first_option(CLI::App& verb, bool& first) {
  verb.add_flag("--first", first, "stop at the first intersecting pair");
}

std::string ObjectOptions::words() const {
  const std::string names = shell_word(a) + " " + shell_word(b);
  const std::string reading = (scale_a == 1 ? "" : fmt::format(" --scale-a {}", scale_a)) +
                              (scale_b == 1 ? "" : fmt::format(" --scale-b {}", scale_b)) +
                              (recentre ? " --recentre" : "");
  return are_like_options() ? reading + " -- " + names : " " + names + reading;
}

void add_object_options(CLI::App& verb, ObjectOptions& options) {
  verb.add_option("A", options.a, "mesh file of object A (OBJ, STL, PLY, OFF)")->required();
  verb.add_option("B", options.b, "mesh file of object B")->required();
  add_reading_options(verb, options);
}

void add_reading_options(CLI::App& verb, ObjectOptions& options) {
  const auto add_scale = [&](const char* name, double& scale, const char* object) {
    verb.add_option(
            name, scale,
            fmt::format("multiply {}'s coordinates by this number, in double, before they are rounded; a "
                        "negative one mirrors",
                        object))
        ->check(number_but_0())
        ->type_name("S");
  };
  add_scale("--scale-a", options.scale_a, "A");
  add_scale("--scale-b", options.scale_b, "B");
  verb.add_flag(
      "--recentre", options.recentre,
      "take one offset from both objects before their coordinates are rounded to float32, and adjust "
      "the poses: the same question, for objects far from the origin");
}

void check_reads(const ObjectOptions& options, bool has_files) {
  if (options.has_reading() && !has_files)
    throw InputError("--scale-a, --scale-b, --recentre: expected mesh files, which they are about");
}

void find_offset(ObjectOptions& options) {
  if (!options.recentre) return;
  const Progress progress("reading " + options.a);
  const MeshExtent a = extent_of(read_mesh(options.a, options.reading_a()));
  options.offset =
      common_offset(a, options.are_same() ? a : extent_of(read_mesh(options.b, options.reading_b())));
}

LoadedMeshes load_meshes(const ObjectOptions& options) {
  LoadedMeshes meshes;
  Progress progress("reading " + options.a);
  meshes.a = load_mesh(options.a, options.reading_a());
  progress.now_doing("reading " + options.b);
  if (!options.are_same()) meshes.b = load_mesh(options.b, options.reading_b());
  return meshes;
}

LoadedObjects load_objects(const ObjectOptions& options, const ChipConfig& config,
                           const std::function<void(const Mesh& a, const Mesh& b)>& meshes_read) {
  const LoadedMeshes meshes = load_meshes(options);
  if (meshes_read) meshes_read(meshes.a, meshes.other());
  LoadedObjects objects;
  Progress progress("building the tree of " + options.a);
  objects.a = std::make_shared<const CollisionObject>(build_object(meshes.a, config));
  progress.now_doing("building the tree of " + options.b);
  objects.b = meshes.b ? std::make_shared<const CollisionObject>(build_object(*meshes.b, config)) : objects.a;
  return objects;
}

LoadedObjects load_chip_objects(const ObjectOptions& options, const ChipConfig& config) {
  return load_objects(options, config, [&](const Mesh& a, const Mesh& b) {
    check_question(config, a.triangle_count(), b.triangle_count());
  });
}

}  // namespace collisionchip
