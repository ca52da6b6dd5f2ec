// The slab directions of a k-DOP (§3.2) and the cones that the transform picks its coefficients from.
//
// A DOP is k floats: d[i] is the minimum and d[i + k/2] the maximum of n_i . x over the object, i < k/2
// (Eq. 2: d_i and d_{k/2+i} define a slab). Coefficient j therefore stands for a directed normal: +n_{j-k/2}
// when j >= k/2, -n_j when j < k/2, and the support along it is sign(j) * d[j].
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "collisionchip/reference/geometry/vec3.h"

namespace collisionchip {

constexpr int kMaxK = 26;

// Two directed normals whose sum is twice a coordinate axis; both are the axis where the set has it. Their slabs
// bound the coordinate: x = (n_p . x + n_q . x) / 2.
struct AxisPair {
  std::array<std::uint8_t, 2> j;
};

struct Cone {
  std::array<std::uint8_t, 3> j;  // three directed normals that span it
  std::array<Vec3d, 3> inverse;   // rows: lambda_m = inverse[m] . b
};

class DopDirections {
 public:
  // k is one of 6 (axes), 8 (corners), 12 (edges), 14 (axes, corners), 18 (axes, edges), 24 (axes, edges and three
  // corners), 26 (all).
  explicit DopDirections(int k);

  int k() const { return k_; }
  int half() const { return k_ / 2; }
  const Vec3d& normal(int i) const { return normals_[i]; }  // i < k/2; small integers, not normalised
  double inverse_length(int i) const { return inverse_lengths_[i]; }  // 1 / |normal(i)|
  Vec3d directed(int j) const { return j >= half() ? normals_[j - half()] : -1.0 * normals_[j]; }
  double sign(int j) const { return j >= half() ? 1.0 : -1.0; }
  int opposite(int j) const { return j >= half() ? j - half() : j + half(); }

  // Whether normals 0, 1 and 2 are the axes.
  bool has_axes() const { return k_ != 8 && k_ != 12; }
  const AxisPair& axis_pair(int axis) const { return axis_pairs_[static_cast<std::size_t>(axis)]; }

  // The cone around direction b: b = sum lambda_m n_{j_m}, lambda >= 0, with the least sum of lambda_m
  // |n_{j_m}|, which bounds the tumbled DOP tightest (LP duality). The facets of the hull of the unit normals
  // are these cones.
  const Cone& cone_of(const Vec3d& b) const;

 private:
  void find_axis_pairs();
  void find_cones();

  int k_;
  std::vector<Vec3d> normals_;
  std::vector<double> inverse_lengths_;
  std::array<AxisPair, 3> axis_pairs_;
  std::vector<Cone> cones_;
};

// The shared, immutable instance for k. Throws std::invalid_argument for a k that is not offered.
const DopDirections& dop_directions(int k);

}  // namespace collisionchip
