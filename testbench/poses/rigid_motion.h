// An object that moves evenly, frame by frame: a velocity and an angular velocity.
#pragma once

#include <array>
#include <cstdint>

#include "collisionchip/reference/geometry/double_pose.h"

namespace collisionchip {

struct RigidMotion {
  DoublePose start;
  std::array<double, 3> velocity{};  // per frame
  // About the object's own origin: the axis in the world, as long as the angle in radians, per frame.
  std::array<double, 3> angular_velocity{};
  // Half the edge of a cube around the world's origin; at its walls the object's origin is reflected. 0: no walls.
  double walls = 0;

  // From the start in one step, in double: frame 0 is `start` to the bit, and nothing adds up. Objects that start in the same
  // orientation and turn alike keep equal linear parts. InputError if the object has left the range of float32.
  DoublePose at(std::uint64_t frame) const;
};

}  // namespace collisionchip
