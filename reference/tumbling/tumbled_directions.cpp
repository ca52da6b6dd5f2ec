#include "collisionchip/reference/tumbling/tumbled_directions.h"

#include "collisionchip/reference/dop/dop_volume.h"

namespace collisionchip {

TumbledDirections::TumbledDirections(int k, const RigidMap& map, const DopNode& root) : half_(k / 2) {
  const DopDirections& directions = dop_directions(k);
  const DopBox box = dop_box(directions, root);
  for (int i = 0; i < half_; ++i) {
    const Vec3d& n = directions.normal(i);
    Row& row = rows_[static_cast<std::size_t>(i)];
    row.b = n.x * map.rows[0] + n.y * map.rows[1] + n.z * map.rows[2];
    row.b_magnitude = sum_of_magnitudes(row.b);
    row.offset = dot(n, map.t);
    // As in steps 1 and 2 of docs/dop_unit.md; dot products are in double and pass at most five roundings of
    // 2^-53 each.
    const double n_abs = sum_of_magnitudes(n);
    double size = 0;
    for (int axis = 0; axis < 3; ++axis) size += std::abs(n[axis]) * sum_of_magnitudes(map.rows[axis]);
    const double b_error = n_abs * map.row_error + 0x1p-50 * size;
    row.slack = n_abs * map.translation_error + 0x1p-49 * n_abs * sum_of_magnitudes(map.t) + 0x1p-1000;
    for (int axis = 0; axis < 3; ++axis) {
      const double reach = (1 + 0x1p-20) * std::max(std::abs(box.low[axis]), std::abs(box.high[axis]));
      row.slack += (b_error + 0x1p-49 * std::abs(row.b[axis])) * reach;
    }
  }
}

}  // namespace collisionchip
