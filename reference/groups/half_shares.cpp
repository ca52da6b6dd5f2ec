#include "collisionchip/reference/groups/half_shares.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace collisionchip {

namespace {

WholeVector sum(const WholeVector& a, const WholeVector& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
WholeVector negative(const WholeVector& a) {
  return {-a[0], -a[1], -a[2]};
}

}  // namespace

WholeNormals::WholeNormals(int k) : k_(k) {
  numbers_.fill(-1);
  const DopDirections& directions = dop_directions(k);
  for (int i = 0; i < half(); ++i) {
    WholeVector& n = normals_[static_cast<std::size_t>(i)];
    for (std::size_t axis = 0; axis < 3; ++axis)
      n[axis] = static_cast<std::int64_t>(directions.normal(i)[static_cast<int>(axis)]);
    numbers_[place(n)] = i + half();
    numbers_[place(negative(n))] = i;
  }
}

const WholeNormals& whole_normals(int k) {
  static const std::array<WholeNormals, 5> sets = {WholeNormals(6), WholeNormals(14), WholeNormals(18),
                                                   WholeNormals(24), WholeNormals(26)};
  return *std::find_if(sets.begin(), sets.end(), [&](const WholeNormals& set) { return set.k() == k; });
}

HalfShares half_shares(int k, const WholeVector& vector) {
  const WholeNormals& normals = whole_normals(k);
  std::array<std::size_t, 3> order = {0, 1, 2};
  const auto sort = [&](std::size_t x, std::size_t y) {
    if (std::abs(vector[order[x]]) < std::abs(vector[order[y]])) std::swap(order[x], order[y]);
  };
  sort(0, 1);
  sort(1, 2);
  sort(0, 1);
  std::array<WholeVector, 3> e{};  // along the coordinates in this order
  for (std::size_t i = 0; i < 3; ++i) e[i][order[i]] = vector[order[i]] < 0 ? -1 : 1;
  const std::int64_t p = std::abs(vector[order[0]]), q = std::abs(vector[order[1]]),
                     r = std::abs(vector[order[2]]);
  const auto shares = [&](const WholeVector& x, std::int64_t of_x, const WholeVector& y, std::int64_t of_y,
                          const WholeVector& z, std::int64_t of_z) {
    const auto number = [&](const WholeVector& n) { return static_cast<std::uint8_t>(normals.number(n)); };
    return HalfShares{{number(x), number(y), number(z)}, {of_x, of_y, of_z}};
  };
  const WholeVector xy = sum(e[0], e[1]), xz = sum(e[0], e[2]), yz = sum(e[1], e[2]), corner = sum(xy, e[2]);
  if (k == 6) return shares(e[0], 2 * p, e[1], 2 * q, e[2], 2 * r);
  if (k == 14) return shares(e[0], 2 * (p - q), corner, q + r, sum(xy, negative(e[2])), q - r);
  if (normals.number(corner) >= 0) return shares(e[0], 2 * (p - q), xy, 2 * (q - r), corner, 2 * r);
  if (p >= q + r) return shares(e[0], 2 * (p - q - r), xy, 2 * q, xz, 2 * r);
  return shares(xy, p + q - r, xz, p - q + r, yz, q + r - p);
}

}  // namespace collisionchip
