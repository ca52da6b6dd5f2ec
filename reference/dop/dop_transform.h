// The transform of a tumbled DOP into the aligned frame (Eq. 1-3), made conservative.
//
// For a direction n of the aligned frame, b = R^T n lies in a cone of three directed
// normals of the tumbled frame, b = sum lambda_m a_m + r. Then sum lambda_m support(a_m)
// + n.t bounds the tumbled object along n. What rounding can take away - the residual r
// of the rounded lambda, and the dot product's own error - is folded into c at set-up, so
// no overlap test can ever lose an intersecting pair. Derivation: docs/dop_unit.md.
#pragma once

#include <array>
#include <cstdint>

#include "collisionchip/reference/dop/dop.h"
#include "collisionchip/reference/geometry/matrix3.h"
#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/geometry/tumbled_side.h"

namespace collisionchip {

// One entry of the Matrix- and MUX-Control Memory (MMM, §4.1).
struct DopTransformRow {
  std::array<float, 3> c;         // signed coefficients
  float offset;                   // c_i of Eq. 3, bias included
  std::array<std::uint8_t, 3> j;  // correspondence: which d they multiply
  std::uint8_t destination;       // address of the result in partner order
};

// x_aligned = R x_tumbled + t in double, with a bound on
// how far R and t may be off (zero when they are the pose).
struct RigidMap {
  Matrix3 rows;
  Vec3d t;
  double row_error = 0;          // on each entry of R
  double translation_error = 0;  // on each entry of t

  // Tumbled b: the pose as it is. Tumbled a: its inverse, computed in double.
  static RigidMap of(const Pose& pose, TumbledSide tumbled);
};

struct DopTransform {
  int k = 24;
  // In issue order: rows whose operands are loaded first come first, so that the unit can start before all
  // coefficients are in (§5.2).
  std::array<DopTransformRow, kMaxK> rows;

  void apply(const DopNode& tumbled, PartnerDop& out) const {
    for (int i = 0; i < k; ++i) apply_row(rows[i], tumbled, out);
  }
  static void apply_row(const DopTransformRow& row, const DopNode& tumbled, PartnerDop& out);
};

enum class Bias { conservative, none };  // none: what the paper's formula alone gives, to show what it loses

// `root` bounds every DOP of the tumbled tree (its coefficients enclose all others).
DopTransform make_dop_transform(int k, const RigidMap& map, const DopNode& root,
                                Bias bias = Bias::conservative);

}  // namespace collisionchip
