// A motion from one pose to another: B is carried in a straight line and turned evenly about one axis.
#pragma once

#include <string>
#include <vector>

#include "collisionchip/reference/geometry/double_pose.h"
#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {

struct Polar;

class Motion {
 public:
  // Both ends scale, shear and mirror alike, up to a thousandth. InputError otherwise, and where float32 has too few digits
  // to turn a linear part: it begins with `where` and gives the pose and its linear part. Equal linear parts always go.
  Motion(const Pose& from, const Pose& to, const Place& where = "motion");

  // 0: from, 1: to, both to the bit. Between equal linear parts nothing turns: it is theirs, to the bit. Otherwise the
  // rotations as unit quaternions are interpolated on the sphere, the shorter way round (slerp), and what the linear parts
  // stretch before they turn is interpolated evenly, in double; the twelve numbers are rounded once to float32.
  Pose at(double time) const;
  // At the end of each of so many equal steps, the last of them `to` itself.
  std::vector<Pose> after_each_of(unsigned steps) const;

 private:
  using Quaternion = std::array<double, 4>;  // w x y z
  enum class Kind { straight, rigid, stretched };

  static Quaternion quaternion_of(const Matrix3& rotation);
  void take_stretches(const Polar& begin, const Polar& end);
  DoublePose turned_at(double time) const;  // without its place

  Pose from_, to_;
  Place where_;
  Kind kind_ = Kind::straight;
  Quaternion begin_{}, end_{};
  Matrix3 begin_stretch_{}, end_stretch_{};  // the side included; unless rigid
};

}  // namespace collisionchip
