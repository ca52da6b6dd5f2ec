#include "collisionchip/testbench/poses/motion.h"

#include <algorithm>
#include <cmath>

namespace collisionchip {

namespace {

double dot(const std::array<double, 4>& p, const std::array<double, 4>& q) {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3];
}

}  // namespace

Motion::Motion(const Pose& from, const Pose& to)
    : from_(from), to_(to), begin_(quaternion_of(from)), end_(quaternion_of(to)) {
  // A quaternion and its negative are the same rotation: the nearer one of the two.
  if (dot(begin_, end_) < 0) {
    for (double& number : end_) number = -number;
  }
}

// By its largest number, which is at least a half: the others are divided by it.
Motion::Quaternion Motion::quaternion_of(const Pose& pose) {
  const auto r = [&](std::size_t row, std::size_t column) { return double{pose.r[row][column]}; };
  const double trace = r(0, 0) + r(1, 1) + r(2, 2);
  std::array<double, 4> squares{1 + trace, 1 + 2 * r(0, 0) - trace, 1 + 2 * r(1, 1) - trace,
                                1 + 2 * r(2, 2) - trace};  // four times each number's
  const auto largest =
      static_cast<std::size_t>(std::max_element(squares.begin(), squares.end()) - squares.begin());
  const double twice = std::sqrt(squares[largest]);
  const std::array<std::array<double, 4>, 4> products{
      {{squares[0], r(2, 1) - r(1, 2), r(0, 2) - r(2, 0), r(1, 0) - r(0, 1)},
       {r(2, 1) - r(1, 2), squares[1], r(1, 0) + r(0, 1), r(0, 2) + r(2, 0)},
       {r(0, 2) - r(2, 0), r(1, 0) + r(0, 1), squares[2], r(2, 1) + r(1, 2)},
       {r(1, 0) - r(0, 1), r(0, 2) + r(2, 0), r(2, 1) + r(1, 2), squares[3]}}};
  Quaternion quaternion{};
  for (std::size_t i = 0; i < 4; ++i) quaternion[i] = products[largest][i] / (2 * twice);
  return quaternion;
}

Pose Motion::at(double time) const {
  if (time <= 0) return from_;
  if (time >= 1) return to_;
  const double angle = std::acos(std::clamp(dot(begin_, end_), -1.0, 1.0));
  // Where they are as good as equal, the sphere is flat.
  const bool flat = angle < 1e-6;
  const double of_begin = flat ? 1 - time : std::sin((1 - time) * angle) / std::sin(angle);
  const double of_end = flat ? time : std::sin(time * angle) / std::sin(angle);
  std::array<double, 7> numbers{};
  for (int axis = 0; axis < 3; ++axis)
    numbers[static_cast<std::size_t>(axis)] = (1 - time) * from_.t[axis] + time * to_.t[axis];
  for (std::size_t i = 0; i < 4; ++i) numbers[3 + i] = of_begin * begin_[i] + of_end * end_[i];
  return pose_from_quaternion(numbers);
}

std::vector<Pose> Motion::after_each_of(unsigned steps) const {
  std::vector<Pose> poses;
  poses.reserve(steps);
  for (unsigned step = 1; step <= steps; ++step) poses.push_back(at(double{1} * step / steps));
  return poses;
}

}  // namespace collisionchip
