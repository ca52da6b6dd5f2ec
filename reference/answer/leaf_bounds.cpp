#include "collisionchip/reference/answer/leaf_bounds.h"

#include <algorithm>
#include <cmath>

namespace collisionchip {

namespace {

constexpr double kUnit = 0x1p-24;    // relative error of one float32 operation
constexpr double kLargest = 0x1p60;  // no product of three such numbers overflows
constexpr double kLeast = 0x1p-100;  // more than what underflows

double reach_along(int axis, const DopNode& root, int half) {
  const auto low = static_cast<std::size_t>(axis), high = low + static_cast<std::size_t>(half);
  return std::max(std::abs(double{root.d[low]}), std::abs(double{root.d[high]}));
}

// The columns of the directions in float32, which small integers are exactly.
void put_normals(const DopDirections& directions, std::array<std::array<Float4, 4>, 3>& normals) {
  normals = {};
  for (int i = 0; i < directions.half(); ++i) {
    for (int axis = 0; axis < 3; ++axis)
      normals[static_cast<std::size_t>(axis)][static_cast<std::size_t>(i / 4)][i % 4] =
          static_cast<float>(directions.normal(i)[axis]);
  }
}

struct DirectionTable {
  std::array<std::array<Float4, 4>, 3> normals;
  explicit DirectionTable(int k) { put_normals(dop_directions(k), normals); }
};

}  // namespace

// A coordinate is a sum of four terms whose magnitudes add up to `size` at most: three roundings each, one of the factor, and
// what the map itself may be off. A corner's value along a direction or along the normal of a slab then passes three more, and
// that of adding the slack. A corner of a node's box passes as many. Twice as much is allowed for.
LeafBounds::LeafBounds(int k, const RigidMap& map, const DopNode& tumbled, const DopNode& aligned) {
  const DopDirections& directions = dop_directions(k);
  usable = directions.has_axes();
  if (!usable) return;
  static const DirectionTable k24(24);
  if (k == 24) {
    normals = k24.normals;
  } else {
    put_normals(directions, normals);
  }
  const int half = directions.half();
  const double reach[3] = {reach_along(0, tumbled, half), reach_along(1, tumbled, half),
                           reach_along(2, tumbled, half)};
  double off[3];
  offset = slab_slack = Float4{};
  columns = {};
  for (int axis = 0; axis < 3; ++axis) {
    const Vec3d& row = map.rows[static_cast<std::size_t>(axis)];
    double size = std::abs(map.t[axis]), sum = 0;
    for (int j = 0; j < 3; ++j) {
      size += std::abs(row[j]) * reach[j];
      sum += reach[j];
      columns[static_cast<std::size_t>(j)][axis] = static_cast<float>(row[j]);
    }
    offset[axis] = static_cast<float>(map.t[axis]);
    off[axis] = 2 * (map.row_error * sum + map.translation_error) + 16 * kUnit * size + kLeast;
    const double with_box = off[axis] + 16 * kUnit * (size + reach_along(axis, aligned, half));
    slab_slack[axis] = static_cast<float>(with_box);
    usable = usable && with_box + size + reach_along(axis, aligned, half) < kLargest;
  }
  slack = {};
  for (int i = 0; i < half; ++i) {
    const Vec3d& n = directions.normal(i);
    slack[static_cast<std::size_t>(i / 4)][i % 4] =
        static_cast<float>((std::abs(n.x) * off[0] + std::abs(n.y) * off[1] + std::abs(n.z) * off[2]) * 1.01);
  }
}

}  // namespace collisionchip
