// The options with which a user gives poses: one pose, a file of poses, or a motion.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "collisionchip/reference/geometry/double_pose.h"
#include "collisionchip/testbench/poses/motion.h"

namespace collisionchip {

struct PoseOptions {
  std::string pose, poses;           // a text, a file; empty: not given
  std::vector<std::string> between;  // none, or the two ends of a motion
  unsigned halvings = 0, steps = 0;  // of the motion; one of the two is 0

  std::string words() const;
};

void add_pose_option(CLI::App& verb, PoseOptions& options);
void add_poses_option(CLI::App& verb, PoseOptions& options);
// --between with --toc (the time of contact) or --haptic (small steps).
void add_motion_options(CLI::App& verb, PoseOptions& options);

// The poses or the motion that the user gave.
struct AskedPoses {
  std::string source;                // "--pose", or a file
  std::vector<DoublePose> written;   // the poses from the source; the identity if the user gave none
  std::optional<Motion> motion;      // instead of poses
  unsigned halvings = 0, steps = 0;  // of the motion

  // One pose or more; not used for a search for the contact. `offset` was subtracted from both objects. It is 0 for a motion, because a
  // motion between two poses depends on the origin. A note tells if a pose does more than place B (a scale or shear). InputError if float32
  // cannot hold a pose.
  std::vector<Pose> poses(const Vec3d& offset = {}) const;
};

// InputError if more than one of them is given, or a motion is not complete. WrongWord for a text that is no pose.
AskedPoses asked_poses(const PoseOptions& options);

}  // namespace collisionchip
