#include "collisionchip/reference/answer/sorted_cones.h"

namespace collisionchip {

namespace {

Double2 larger(Double2 p, Double2 q) {
  return p > q ? p : q;
}
Double2 smaller(Double2 p, Double2 q) {
  return p > q ? q : p;
}

// Coordinates from the largest magnitude to the least, by who of x and y, x and z, y and z is not the smaller one.
std::array<int, 3> order_of(bool xy, bool xz, bool yz) {
  const int first = xy && xz ? 0 : !xy && yz ? 1 : 2, last = xz && yz ? 2 : xy && !yz ? 1 : 0;
  return {first, 3 - first - last, last};
}

// -1: the set has no such direction.
int number_of(const DopDirections& directions, const Vec3d& directed) {
  for (int j = 0; j < directions.k(); ++j) {
    if (directions.directed(j) == directed) return j;
  }
  return -1;
}

}  // namespace

SortedCones::Octant SortedCones::octant(const std::array<int, 3>& order,
                                        const std::array<double, 3>& signs) const {
  std::array<Vec3d, 3> e;  // along the coordinates in this order
  for (std::size_t i = 0; i < 3; ++i) e[i][order[i]] = signs[static_cast<std::size_t>(order[i])];
  const auto cone = [&](const Vec3d& p, const Vec3d& q, const Vec3d& r) {
    Triple triple;
    std::size_t m = 0;
    for (const Vec3d& n : {p, q, r}) {
      const int j = number_of(directions_, n);
      triple.j[m] = static_cast<std::uint8_t>(j);
      triple.opposite[m++] = static_cast<std::uint8_t>(directions_.opposite(j));
    }
    return triple;
  };
  const Vec3d edge = e[0] + e[1], corner = edge + e[2];
  if (kind_ == Kind::axes) return {0, {cone(e[0], e[1], e[2])}};
  if (kind_ == Kind::corners) return {0, {cone(e[0], corner, edge - e[2])}};
  if (number_of(directions_, corner) >= 0) return {-1, {cone(e[0], edge, corner)}};
  return {0, {cone(e[0], edge, e[0] + e[2]), cone(edge, e[0] + e[2], e[1] + e[2])}};
}

SortedCones::SortedCones(int k)
    : directions_(dop_directions(k)),
      kind_(k == 6    ? Kind::axes
            : k == 14 ? Kind::corners
                      : Kind::edges) {
  for (int i = 0; i < directions_.half(); ++i) {
    for (int axis = 0; axis < 3; ++axis)
      normals_[static_cast<std::size_t>(axis)][static_cast<std::size_t>(i)] = directions_.normal(i)[axis];
  }
  for (unsigned code = 0; code < octants_.size(); ++code) {
    const auto set = [&](unsigned bit) { return (code >> bit & 1u) != 0; };
    octants_[code] = octant(order_of(set(0), set(1), set(2)),
                            {set(3) ? -1.0 : 1.0, set(4) ? -1.0 : 1.0, set(5) ? -1.0 : 1.0});
  }
}

SortedCones::Found SortedCones::find(Double2 x, Double2 y, Double2 z) const {
  const Double2 sx = magnitude(x), sy = magnitude(y), sz = magnitude(z);
  const auto bit = [](Double2 v, int at) {
    return reinterpret_cast<Long2>(v) >> (63 - at) & std::int64_t{1} << at;
  };
  const Long2 codes =
      ((((sx >= sy) & 1) | ((sx >= sz) & 2)) | (((sy >= sz) & 4) | bit(x, 3))) | (bit(y, 4) | bit(z, 5));
  const std::array<const Octant*, 2> octants = {&octants_[static_cast<std::size_t>(codes[0])],
                                                &octants_[static_cast<std::size_t>(codes[1])]};
  const Double2 most = larger(sx, sy), least = smaller(sx, sy);
  const Double2 p = larger(most, sz), r = smaller(least, sz), q = larger(least, smaller(most, sz));
  const Double2 pq = p - q, qr = q - r;
  Found found{{p, q, r}, {&octants[0]->cones[0], &octants[1]->cones[0]}};
  if (kind_ == Kind::axes) return found;
  if (kind_ == Kind::corners) {
    found.lambda = {pq, 0.5 * (q + r), 0.5 * qr};
    return found;
  }
  // Without a corner: with the axis, or between the three edges.
  const Long2 corner = {octants[0]->corner, octants[1]->corner};
  const Double2 steep = pq - r;
  const Long2 with_axis = steep >= 0, first = corner | with_axis;
  const auto either = [](Long2 mask, Double2 yes, Double2 no) { return mask ? yes : no; };
  found.lambda = {either(corner, pq, either(with_axis, steep, 0.5 * (p + qr))),
                  either(corner, qr, either(with_axis, q, 0.5 * (p - qr))), either(first, r, -0.5 * steep)};
  for (std::size_t lane = 0; lane < 2; ++lane)
    found.cones[lane] = &octants[lane]->cones[static_cast<std::size_t>(1 + first[static_cast<int>(lane)])];
  return found;
}

const SortedCones* sorted_cones(int k) {
  static const std::array<SortedCones, 4> sets = {SortedCones(6), SortedCones(14), SortedCones(18),
                                                  SortedCones(24)};
  for (const SortedCones& set : sets) {
    if (set.directions().k() == k) return &set;
  }
  return nullptr;
}

}  // namespace collisionchip
