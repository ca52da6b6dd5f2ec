// A motion from one pose to another: B is carried in a straight line and turned evenly about one axis.
#pragma once

#include <vector>

#include "collisionchip/reference/geometry/pose.h"

namespace collisionchip {

class Motion {
 public:
  Motion(const Pose& from, const Pose& to);

  // 0: from, 1: to, both to the bit. Between them the rotations as unit quaternions are interpolated on the
  // sphere, the shorter way round (slerp), in double; the twelve numbers are rounded once to float32.
  Pose at(double time) const;
  // At the end of each of so many equal steps, the last of them `to` itself.
  std::vector<Pose> after_each_of(unsigned steps) const;

 private:
  using Quaternion = std::array<double, 4>;  // w x y z

  static Quaternion quaternion_of(const Pose& pose);

  const Pose from_, to_;
  const Quaternion begin_;
  Quaternion end_;
};

}  // namespace collisionchip
