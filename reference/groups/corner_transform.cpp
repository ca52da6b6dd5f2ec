#include "collisionchip/reference/groups/corner_transform.h"

#include <algorithm>
#include <cmath>

#include "collisionchip/reference/arithmetic/grid_number.h"

namespace collisionchip {

namespace {

constexpr double kMostEntry = (1 << 25) - 1;
constexpr int kMostCornerShift = 30, kPlaneBits = 12;
constexpr double kMostMovedOffset = 0x1p60;

// Directions and normals as whole numbers.
using Normal = std::array<std::int64_t, 3>;

Normal whole(const Vec3d& n) {
  return {static_cast<std::int64_t>(n.x), static_cast<std::int64_t>(n.y), static_cast<std::int64_t>(n.z)};
}
std::int64_t dot(const Normal& n, const GridPoint& p) {
  return n[0] * p[0] + n[1] * p[1] + n[2] * p[2];
}
std::int64_t sum_abs(const Normal& n) {
  return std::abs(n[0]) + std::abs(n[1]) + std::abs(n[2]);
}

struct Interval {
  std::int64_t low, high;
};
Interval extent(const Normal& n, const std::array<GridPoint, 3>& corners) {
  const std::int64_t a = dot(n, corners[0]), b = dot(n, corners[1]), c = dot(n, corners[2]);
  return {std::min({a, b, c}), std::max({a, b, c})};
}

// What encloses a triangle whose corners are off by `halves` half units at most.
GroupVolume volume_of(const GroupGrid& grid, const std::array<GridPoint, 3>& corners, std::int64_t halves) {
  const int half = grid.k / 2;
  GroupVolume volume;
  for (int i = 0; i < half; ++i) {
    const Normal n = whole(dop_directions(grid.k).normal(i));
    const Interval found = extent(n, corners);
    const std::int64_t wider = (sum_abs(n) * halves + 1) / 2, offset = offset_from_centre(grid, i);
    const int finer = grid.finer(i);
    volume.d[i] = clamp_coordinate((found.low - wider - offset) >> finer);
    volume.d[i + half] =
        clamp_coordinate((found.high + wider - offset + (std::int64_t{1} << finer) - 1) >> finer);
  }
  return volume;
}

GroupVolume everything(int half) {
  GroupVolume volume;
  for (int i = 0; i < half; ++i) volume.d[i + half] = kLastCoordinate;
  return volume;
}

// The product of two edges, each cut to 15 bits and sign: only how thin the slab gets depends on it.
Normal rough_normal(const std::array<GridPoint, 3>& corners) {
  std::array<Normal, 2> edges{};
  std::int64_t longest = 0;
  for (std::size_t e = 0; e < 2; ++e) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      edges[e][axis] = corners[e + 1][axis] - corners[0][axis];
      longest = std::max(longest, std::abs(edges[e][axis]));
    }
  }
  const int cut = std::max(0, bit_length(static_cast<std::uint64_t>(longest)) - 15);
  for (Normal& edge : edges) {
    for (std::int64_t& entry : edge) entry >>= cut;
  }
  const auto &u = edges[0], &v = edges[1];
  return {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
}

PlaneSlab plane_of(const GroupGrid& grid, const std::array<GridPoint, 3>& corners, std::int64_t error) {
  PlaneSlab slab;
  const DopDirections& directions = dop_directions(grid.k);
  const Normal rough = rough_normal(corners);
  const Vec3d normal = {static_cast<double>(rough[0]), static_cast<double>(rough[1]),
                        static_cast<double>(rough[2])};
  const Cone& cone = directions.cone_of(normal);
  slab.j = cone.j;
  std::array<std::int64_t, 3> shares{};  // twelve times the cone's coordinates: whole numbers, none below 0
  std::int64_t largest = 0;
  for (std::size_t m = 0; m < 3; ++m) {
    for (int axis = 0; axis < 3; ++axis)
      shares[m] += std::llround(12 * cone.inverse[m][axis]) * rough[static_cast<std::size_t>(axis)];
    largest = std::max(largest, shares[m]);
  }
  const int cut = std::max(0, bit_length(static_cast<std::uint64_t>(largest)) - kPlaneBits);
  Normal n{};
  for (std::size_t m = 0; m < 3; ++m) {
    slab.c[m] = static_cast<std::int32_t>(shares[m] >> cut);
    const Normal directed = whole(directions.directed(slab.j[m]));
    for (std::size_t axis = 0; axis < 3; ++axis) n[axis] += slab.c[m] * directed[axis];
  }
  const Interval found = extent(n, corners);
  slab.low = found.low - sum_abs(n) * error;
  slab.high = found.high + sum_abs(n) * error;
  return slab;
}

}  // namespace

CornerTransform make_corner_transform(const RigidMap& map, const GroupGrid& tumbled,
                                      const GroupGrid& aligned) {
  CornerTransform transform;
  transform.tumbled = tumbled;
  transform.aligned = aligned;
  const int exponent = tumbled.unit_exponent - aligned.unit_exponent;
  double largest = 0;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const double entry = std::ldexp(std::abs(map.rows[i][j]), exponent);
      if (!(entry <= largest)) largest = entry;
    }
  }
  int shift = kMostCornerShift;
  while (shift >= 0 && !(std::ldexp(largest, shift) <= kMostEntry)) --shift;
  if (shift < 0) return transform;
  transform.shift = shift;

  const double unit = std::ldexp(1.0, aligned.unit_exponent);
  double error = 0;
  for (int i = 0; i < 3; ++i) {
    const double start = map.t[i] / unit - static_cast<double>(aligned.centre[i]);
    double moved = start,
           magnitudes = std::abs(map.t[i] / unit) + std::abs(static_cast<double>(aligned.centre[i]));
    double off = 0.5 + std::ldexp(0.5, -shift) + map.translation_error / unit;  // the shift, the offset
    for (int j = 0; j < 3; ++j) {
      const double entry = std::ldexp(map.rows[i][j], exponent),
                   centre = static_cast<double>(tumbled.centre[j]), reach = tumbled.reach[j] + 0.5,
                   rounded = std::round(std::ldexp(entry, shift));
      transform.m[i][j] = static_cast<std::int32_t>(rounded);
      moved += entry * centre;
      magnitudes += std::abs(entry) * (std::abs(centre) + reach);
      off += 0.5 * std::abs(entry) + std::abs(std::ldexp(rounded, -shift) - entry) * reach +
             std::ldexp(map.row_error, exponent) * (std::abs(centre) + reach);
    }
    error = std::max(error, off + 0x1p-46 * magnitudes);
    const double offset = std::ldexp(moved, shift);
    if (!(std::abs(offset) <= kMostMovedOffset) || !(off < HUGE_VAL)) return transform;
    transform.offset[i] = std::llround(offset) + (shift > 0 ? std::int64_t{1} << (shift - 1) : 0);
  }
  if (!(error <= static_cast<double>(kMostCornerError))) return transform;
  transform.error = static_cast<std::int64_t>(std::ceil(error));
  transform.bounded = true;
  return transform;
}

TumbledLeaf move_block(const CornerTransform& transform, const LeafBlock& block) {
  const int half = transform.aligned.k / 2;
  TumbledLeaf leaf;
  leaf.count = block.count;
  leaf.bounded = true;
  for (int t = 0; t < block.count; ++t) {
    MovedTriangle& moved = leaf.triangles[t];
    moved.number = block.triangles[t].number;
    moved.bounded = transform.bounded;
    for (std::size_t c = 0; c < 3 && moved.bounded; ++c) {
      const GridPoint x = grid_point(transform.tumbled, block.triangles[t].corners[c]);
      for (std::size_t i = 0; i < 3; ++i) {
        const auto& m = transform.m[i];
        const std::int64_t y =
            (m[0] * x[0] + m[1] * x[1] + m[2] * x[2] + transform.offset[i]) >> transform.shift;
        moved.corners[c][i] = y;
        moved.bounded = moved.bounded && std::abs(y) <= kMostMovedUnits;
      }
    }
    moved.volume = everything(half);
    if (moved.bounded) {
      moved.volume = volume_of(transform.aligned, moved.corners, 2 * transform.error);
      moved.plane = plane_of(transform.aligned, moved.corners, transform.error);
    }
    leaf.bounded = leaf.bounded && moved.bounded;
    if (t == 0) leaf.volume = moved.volume;
    for (int i = 0; i < half; ++i) {
      leaf.volume.d[i] = std::min(leaf.volume.d[i], moved.volume.d[i]);
      leaf.volume.d[i + half] = std::max(leaf.volume.d[i + half], moved.volume.d[i + half]);
    }
  }
  return leaf;
}

AlignedLeaf place_block(const GroupGrid& grid, const LeafBlock& block) {
  AlignedLeaf leaf;
  leaf.count = block.count;
  for (int t = 0; t < block.count; ++t) {
    PlacedTriangle& placed = leaf.triangles[t];
    placed.number = block.triangles[t].number;
    for (std::size_t c = 0; c < 3; ++c) placed.corners[c] = grid_point(grid, block.triangles[t].corners[c]);
    placed.volume = volume_of(grid, placed.corners, 1);
  }
  return leaf;
}

bool plane_cuts(const GroupGrid& grid, const PlaneSlab& plane, const GroupVolume& volume) {
  const int half = grid.k / 2;
  std::int64_t low = 0, high = 0;
  for (std::size_t m = 0; m < 3; ++m) {
    const int j = plane.j[m], i = j % half, finer = grid.finer(i);
    const std::int64_t offset = offset_from_centre(grid, i);
    const std::int64_t least = (std::int64_t{volume.d[i]} << finer) + offset,
                       most = (std::int64_t{volume.d[i + half]} << finer) + offset;
    low += plane.c[m] * (j < half ? -most : least);
    high += plane.c[m] * (j < half ? -least : most);
  }
  return high >= plane.low && low <= plane.high;
}

}  // namespace collisionchip
