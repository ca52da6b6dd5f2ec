// Poses, as verbs let a user give them: one, a file of them, or a motion.
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
  std::vector<std::string> between;  // none or two texts: a motion
  unsigned halvings = 0, steps = 0;  // of it; one of the two

  std::string words() const;
};

void add_pose_option(CLI::App& verb, PoseOptions& options);
void add_poses_option(CLI::App& verb, PoseOptions& options);
// --between with --toc, the time of contact, or --haptic, small steps.
void add_motion_options(CLI::App& verb, PoseOptions& options);

// What was given of them, read.
struct AskedPoses {
  std::string source;                // "--pose", or a file
  std::vector<DoublePose> written;   // there; the identity if nothing was given
  std::optional<Motion> motion;      // in their place
  unsigned halvings = 0, steps = 0;  // of it

  // One or more; not of a search for the contact. `offset`: taken from both objects, and 0 for a motion, whose way between its
  // ends depends on where the origin is. A note says what they do beside placing B. InputError if float32 cannot hold one.
  std::vector<Pose> poses(const Vec3d& offset = {}) const;
};

// InputError if more than one is given, or half of a motion; WrongWord for a text that is no pose.
AskedPoses asked_poses(const PoseOptions& options);

}  // namespace collisionchip
