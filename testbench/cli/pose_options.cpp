#include "collisionchip/testbench/cli/pose_options.h"

#include <fmt/format.h>

#include "collisionchip/reference/geometry/offset_pose.h"
#include "collisionchip/reference/text/text_scanner.h"
#include "collisionchip/testbench/cli/word_checks.h"
#include "collisionchip/testbench/poses/stretched_poses.h"
#include "collisionchip/testbench/results/result_folder.h"
#include "collisionchip/testbench/sources/mesh_source.h"
#include "collisionchip/testbench/terminal/exit_status.h"

namespace collisionchip {

namespace {

DoublePose typed_pose(const std::string& text) {
  return typed([&] { return parse_double_pose(text, "--pose"); });
}

Motion typed_motion(const std::vector<std::string>& between) {
  const auto end = [](const std::string& text) {
    return typed([&] { return parse_pose(text, "--between"); });
  };
  return {end(between.front()), end(between.back()), "--between"};
}

void check_poses(const PoseOptions& options) {
  if (options.steps > 0 && options.halvings > 0) throw InputError("--toc and --haptic", "one of them");
  if (options.steps > 0 && options.between.empty())
    throw InputError("--haptic", "--between, the way that the steps go");
  if (options.steps == 0 && options.between.empty() != (options.halvings == 0))
    throw InputError("--between and --toc", "both of them or none");
  if (!options.between.empty() && !(options.pose.empty() && options.poses.empty()))
    throw InputError("--between", "no --pose and no --poses", "; a motion has its own");
  if (!options.pose.empty() && !options.poses.empty()) throw InputError("--pose and --poses", "one of them");
}

}  // namespace

std::string PoseOptions::words() const {
  return (pose.empty() ? "" : option_words("--pose", pose)) +
         (poses.empty() ? "" : option_words("--poses", poses)) +
         (between.empty()
              ? ""
              : fmt::format(" --between {} {} {} {}", shell_word(between.front()), shell_word(between.back()),
                            steps > 0 ? "--haptic" : "--toc", steps > 0 ? steps : halvings));
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
  verb.add_option("--toc", options.halvings,
                  "time of contact; halve the way --between a pose apart and a pose in contact this many "
                  "times, each with the first witness")
      ->check(whole_number(1, 60))
      ->type_name("N");
  verb.add_option("--haptic", options.steps,
                  "go the way --between two poses in this many equal steps with a query after each; count "
                  "the answers within 1 ms")
      ->check(whole_number(1, 1'000'000))
      ->type_name("STEPS");
}

AskedPoses asked_poses(const PoseOptions& options) {
  check_poses(options);
  AskedPoses asked;
  if (!options.between.empty()) {
    asked.motion = typed_motion(options.between);
    asked.halvings = options.halvings;
    asked.steps = options.steps;
  } else if (options.poses.empty()) {
    asked.source = "--pose";
    asked.written = {options.pose.empty() ? DoublePose{} : typed_pose(options.pose)};
  } else {
    asked.source = printable_path(options.poses);
    asked.written = read_double_poses(options.poses);
  }
  return asked;
}

std::vector<Pose> AskedPoses::poses(const Vec3d& offset) const {
  if (motion) return motion->after_each_of(steps);
  std::vector<Pose> poses;
  poses.reserve(written.size());
  for (const DoublePose& pose : written) poses.push_back(moved(pose, offset, source));
  const std::string stretch = stretch_text(poses);
  if (!stretch.empty()) print_note(source + ": " + stretch);
  return poses;
}

}  // namespace collisionchip
