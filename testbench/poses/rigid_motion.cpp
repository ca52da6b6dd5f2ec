#include "collisionchip/testbench/poses/rigid_motion.h"

#include <cmath>

namespace collisionchip {

namespace {

// Rodrigues' formula.
Matrix3 turned(const Vec3d& axis, double angle) {
  const double s = std::sin(angle), c = std::cos(angle), v = 1 - c;
  const auto [x, y, z] = axis;
  return {Vec3d{c + x * x * v, x * y * v - z * s, x * z * v + y * s},
          Vec3d{y * x * v + z * s, c + y * y * v, y * z * v - x * s},
          Vec3d{z * x * v - y * s, z * y * v + x * s, c + z * z * v}};
}

// To and fro between -walls and walls.
double reflected(double x, double walls) {
  if (walls <= 0) return x;
  const double period = 4 * walls, phase = std::fmod(std::fmod(x + walls, period) + period, period);
  return phase <= 2 * walls ? phase - walls : 3 * walls - phase;
}

}  // namespace

DoublePose RigidMotion::at(std::uint64_t frame) const {
  if (frame == 0) return start;
  const auto frames = static_cast<double>(frame);
  const Vec3d turn{angular_velocity[0], angular_velocity[1], angular_velocity[2]};
  const double speed = std::sqrt(dot(turn, turn));
  DoublePose pose = start;
  if (speed > 0) {
    const Matrix3 rotation = turned((1 / speed) * turn, std::remainder(speed * frames, 2 * M_PI));
    for (int column = 0; column < 3; ++column) {
      const Vec3d axis = rotation * Vec3d{start.r[0][column], start.r[1][column], start.r[2][column]};
      for (int row = 0; row < 3; ++row) pose.r[static_cast<std::size_t>(row)][column] = axis[row];
    }
  }
  for (int axis = 0; axis < 3; ++axis) {
    const double moved = start.t[axis] + frames * velocity[static_cast<std::size_t>(axis)];
    pose.t[axis] = reflected(moved, walls);
  }
  to_float32(pose, "a motion");  // or a complaint
  return pose;
}

}  // namespace collisionchip
