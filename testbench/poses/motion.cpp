#include "collisionchip/testbench/poses/motion.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

#include <fmt/format.h>

#include "collisionchip/reference/text/text_scanner.h"
#include "collisionchip/testbench/poses/polar.h"

namespace collisionchip {

namespace {

// How far a rotation's stretch may be off 1 because it was rounded to float32.
constexpr double kRoundedRotation = 0x1p-22;
// How far the stretches of both ends may differ, in the largest number: matrices are typed with few digits.
constexpr double kSameStretch = 1e-3;
// Factors of a stretch that lie farther apart leave no digits to the turn.
constexpr double kMostFlat = 1e6;

double dot(const std::array<double, 4>& p, const std::array<double, 4>& q) {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3];
}

double largest_difference(const Matrix3& a, const Matrix3& b) {
  double largest = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) largest = std::max(largest, std::abs(a[i][j] - b[i][j]));
  }
  return largest;
}

[[noreturn]] void refuse(const Place& where, const char* which, const Pose& pose, const char* expected,
                         const std::string& got) {
  std::string numbers;
  for (const auto& row : pose.r) {
    for (const float number : row) numbers += fmt::format(" {}", number);
  }
  fail_at(where.part(fmt::format("{} pose", which)), expected, got + numbers);
}

void refuse_unless_turnable(const Place& where, const char* which, const Pose& pose, const Polar& polar) {
  if (polar.least < double{FLT_MIN} || polar.largest > kMostFlat * polar.least)
    refuse(where, which, pose, "a linear part that float32 has the digits to turn",
           "one that is too flat or too small:");
}

}  // namespace

Motion::Motion(const Pose& from, const Pose& to, const Place& where) : from_(from), to_(to), where_(where) {
  if (from.r == to.r) return;
  const Matrix3 begin = to_double(from).r, end = to_double(to).r, identity = DoublePose{}.r;
  const Polar of_begin = polar_of(begin), of_end = polar_of(end);
  const auto is_rotation = [&](const Polar& polar) {
    return polar.side > 0 && largest_difference(polar.stretch, identity) <= kRoundedRotation;
  };
  kind_ = is_rotation(of_begin) && is_rotation(of_end) ? Kind::rigid : Kind::stretched;
  if (kind_ == Kind::stretched) take_stretches(of_begin, of_end);
  begin_ = quaternion_of(kind_ == Kind::rigid ? begin : of_begin.rotation);
  end_ = quaternion_of(kind_ == Kind::rigid ? end : of_end.rotation);
  // A quaternion and its negative are the same rotation: the nearer one of the two.
  if (dot(begin_, end_) < 0) {
    for (double& number : end_) number = -number;
  }
}

void Motion::take_stretches(const Polar& begin, const Polar& end) {
  refuse_unless_turnable(where_, "first", from_, begin);
  refuse_unless_turnable(where_, "second", to_, end);
  constexpr const char* kExpected = "the linear part of the first pose, turned";
  if (begin.side != end.side) refuse(where_, "second", to_, kExpected, "its mirror image:");
  if (largest_difference(begin.stretch, end.stretch) > kSameStretch * begin.largest)
    refuse(where_, "second", to_, kExpected, "one that stretches otherwise:");
  for (std::size_t i = 0; i < 3; ++i) {
    begin_stretch_[i] = begin.side * begin.stretch[i];
    end_stretch_[i] = end.side * end.stretch[i];
  }
}

// By its largest number, which is at least a half: the others are divided by it.
Motion::Quaternion Motion::quaternion_of(const Matrix3& rotation) {
  const auto r = [&](std::size_t row, int column) { return rotation[row][column]; };
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

DoublePose Motion::turned_at(double time) const {
  const double angle = std::acos(std::clamp(dot(begin_, end_), -1.0, 1.0));
  // Where they are as good as equal, the sphere is flat.
  const bool flat = angle < 1e-6;
  const double of_begin = flat ? 1 - time : std::sin((1 - time) * angle) / std::sin(angle);
  const double of_end = flat ? time : std::sin(time * angle) / std::sin(angle);
  std::array<double, 7> numbers{};
  for (std::size_t i = 0; i < 4; ++i) numbers[3 + i] = of_begin * begin_[i] + of_end * end_[i];
  DoublePose pose = double_pose_from_quaternion(numbers);
  if (kind_ == Kind::rigid) return pose;
  Matrix3 stretch;
  for (std::size_t i = 0; i < 3; ++i) stretch[i] = (1 - time) * begin_stretch_[i] + time * end_stretch_[i];
  pose.r = pose.r * stretch;
  return pose;
}

Pose Motion::at(double time) const {
  if (time <= 0) return from_;
  if (time >= 1) return to_;
  DoublePose pose = kind_ == Kind::straight ? to_double(from_) : turned_at(time);
  for (int axis = 0; axis < 3; ++axis) pose.t[axis] = (1 - time) * from_.t[axis] + time * to_.t[axis];
  return to_float32(pose, where_);
}

std::vector<Pose> Motion::after_each_of(unsigned steps) const {
  std::vector<Pose> poses;
  poses.reserve(steps);
  for (unsigned step = 1; step <= steps; ++step) poses.push_back(at(double{1} * step / steps));
  return poses;
}

}  // namespace collisionchip
