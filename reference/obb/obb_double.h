// Oriented boxes compared in double arithmetic, as in RAPID. This tests Terdiman's statement (2002) "I've never noticed any
// differences between the double and the single precision version". The boxes are those of the records; the 15 axes, their
// order and the order of all sums are those of obb_overlap.h.
#pragma once

#include <cmath>

#include "collisionchip/reference/obb/obb_volumes.h"

namespace collisionchip {

struct ObbDouble {
  std::array<std::array<double, 3>, 3> r;
  std::array<double, 3> t, d;

  static ObbDouble of(const ObbLanes& lanes) {
    ObbDouble box;
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) box.r[i][j] = double{lanes.row[i][j]};
      box.t[i] = double{lanes.t[i]};
      box.d[i] = double{lanes.d[i]};
    }
    return box;
  }
};

inline ObbDouble moved(const RigidMap& map, const ObbDouble& box) {
  ObbDouble out;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3d& m = map.rows[i];
    for (std::size_t j = 0; j < 3; ++j)
      out.r[i][j] = (m.x * box.r[0][j] + m.y * box.r[1][j]) + m.z * box.r[2][j];
    out.t[i] = (m.x * box.t[0] + m.y * box.t[1]) + (m.z * box.t[2] + map.t[static_cast<int>(i)]);
  }
  out.d = box.d;
  return out;
}

// Do they overlap? One axis after the other; a NaN or an infinity never says apart.
inline bool overlap_in_double(const ObbDouble& tumbled, const ObbDouble& aligned, double epsilon) {
  std::array<std::array<double, 3>, 3> r{};
  std::array<double, 3> t{};
  const auto &a = aligned.d, &b = tumbled.d;
  const auto in_aligned = [&](std::size_t i, double x, double y, double z) {
    return (aligned.r[0][i] * x + aligned.r[1][i] * y) + aligned.r[2][i] * z;
  };
  for (std::size_t i = 0; i < 3; ++i) {
    t[i] =
        in_aligned(i, tumbled.t[0] - aligned.t[0], tumbled.t[1] - aligned.t[1], tumbled.t[2] - aligned.t[2]);
    for (std::size_t j = 0; j < 3; ++j)
      r[i][j] = in_aligned(i, tumbled.r[0][j], tumbled.r[1][j], tumbled.r[2][j]);
  }
  const auto size = [&](std::size_t i, std::size_t j) { return std::fabs(r[i][j]); };
  for (std::size_t i = 0; i < 3; ++i) {
    const double reach = ((a[i] + b[0] * size(i, 0)) + b[1] * size(i, 1)) + b[2] * size(i, 2);
    if (std::fabs(t[i]) > reach + epsilon) return false;
  }
  for (std::size_t j = 0; j < 3; ++j) {
    const double reach = ((b[j] + a[0] * size(0, j)) + a[1] * size(1, j)) + a[2] * size(2, j);
    if (std::fabs((t[0] * r[0][j] + t[1] * r[1][j]) + t[2] * r[2][j]) > reach + epsilon) return false;
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t next = (i + 1) % 3, last = (i + 2) % 3;
    for (std::size_t j = 0; j < 3; ++j) {
      const double by_a = a[next] * size(last, j) + a[last] * size(next, j);
      const double by_b = b[(j + 1) % 3] * size(i, (j + 2) % 3) + b[(j + 2) % 3] * size(i, (j + 1) % 3);
      if (std::fabs(t[last] * r[next][j] - t[next] * r[last][j]) > (by_a + by_b) + epsilon) return false;
    }
  }
  return true;
}

template <typename Codec>
class ObbDoubleVolumes {
 public:
  using Tree = ObbTreeView<Codec>;
  using Node = ObbNode;
  using Transformed = ObbDouble;

  ObbDoubleVolumes(const ObbImage& tumbled, const ObbImage& aligned, const RigidMap& map, double epsilon)
      : tumbled_(tumbled), aligned_(aligned), map_(map), epsilon_(epsilon) {}

  const Tree& tumbled() const { return tumbled_; }
  const Tree& aligned() const { return aligned_; }
  void transform(std::uint32_t node, ObbDouble& out) const {
    out = moved(map_, ObbDouble::of(tumbled_.nodes()[node].box));
  }
  void transform_pair(std::uint32_t pair, std::array<ObbDouble, 2>& out) const {
    for (int i = 0; i < 2; ++i)
      out[static_cast<std::size_t>(i)] = moved(map_, ObbDouble::of(tumbled_.node(pair, i).box));
  }
  bool overlap(const ObbDouble& tumbled, const ObbNode& aligned) const {
    return overlap_in_double(tumbled, ObbDouble::of(aligned.box), epsilon_);
  }

 private:
  const Tree tumbled_, aligned_;
  const RigidMap map_;
  const double epsilon_;
};

}  // namespace collisionchip
