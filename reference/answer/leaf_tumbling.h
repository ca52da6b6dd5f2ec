// A tumbled leaf is a triangle. Its moved corners bound it better than its moved volume does, and its plane parts it from nodes
// that its volume meets: a large thin triangle lies across most of the other part.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>

#include "collisionchip/reference/answer/compact_tree.h"
#include "collisionchip/reference/answer/leaf_bounds.h"
#include "collisionchip/reference/arithmetic/lanes.h"
#include "collisionchip/reference/dop/dop.h"
#include "collisionchip/reference/triangle/triangle_intersection.h"

namespace collisionchip {

// All points x of a moved triangle, in counts of the aligned tree's grid: low <= normal . x <= high, the roundings of whoever asks
// included.
struct LeafSlab {
  Float4 normal{};
  float low = -__builtin_inff(), high = __builtin_inff();

  // The box of an aligned node, of minima and of maxima with the opposite sign, lies on one side. Both sums have the same terms,
  // each once at its least and once at its most.
  template <int kHalf>
  bool parts(const CompactVolume& aligned) const {
    const auto* counts = reinterpret_cast<const std::int16_t*>(&aligned);
    const Float4 p = normal * widened(counts), q = -normal * widened(counts + kHalf);
    const Float4 least = select(p < q, p, q), most = select(p < q, q, p);
    return (least[0] + least[1]) + least[2] > high || (most[0] + most[1]) + most[2] < low;
  }
};

template <int kHalf>
class LeafTumbling {
 public:
  // The bounds must be usable.
  LeafTumbling(const LeafBounds& bounds, const CompactGrid& grid)
      : bounds_(bounds),
        origin_{grid.origin(0), grid.origin(1), grid.origin(2), 0},
        step_{static_cast<float>(grid.step(0)), static_cast<float>(grid.step(1)),
              static_cast<float>(grid.step(2)), 0} {}

  using Moved = std::array<Float4, 3>;
  Moved move(const std::array<Vec3f, 3>& corners) const {
    return {move(corners[0]), move(corners[1]), move(corners[2])};
  }
  // The volume of moved corners in partner order, as DopTransform::apply writes it.
  void bound(const Moved& moved, PartnerDop& out) const;
  LeafSlab slab_of(const Moved& moved) const;

 private:
  static constexpr int kBlocks = (kHalf + 3) / 4;
  // Triangles whose normals are shorter or longer have no slab: products might underflow or overflow.
  static constexpr float kShortest = 0x1p-60f, kLongest = 0x1p60f;

  Float4 move(const Vec3f& p) const {
    return (broadcast(p.x) * bounds_.columns[0] + broadcast(p.y) * bounds_.columns[1]) +
           (broadcast(p.z) * bounds_.columns[2] + bounds_.offset);
  }

  const LeafBounds& bounds_;
  const Float4 origin_, step_;
};

template <int kHalf>
void LeafTumbling<kHalf>::bound(const Moved& moved, PartnerDop& out) const {
  float maxima[4 * kBlocks], minima[4 * kBlocks];
  for (std::size_t block = 0; block < kBlocks; ++block) {
    Float4 low{}, high{};
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const Float4 along = (bounds_.normals[0][block] * broadcast(moved[corner][0]) +
                            bounds_.normals[1][block] * broadcast(moved[corner][1])) +
                           bounds_.normals[2][block] * broadcast(moved[corner][2]);
      low = corner == 0 ? along : select(along < low, along, low);
      high = corner == 0 ? along : select(high < along, along, high);
    }
    store4(high + bounds_.slack[block], maxima + 4 * block);
    store4(low - bounds_.slack[block], minima + 4 * block);
  }
  std::memcpy(out.data(), maxima, kHalf * sizeof(float));
  std::memcpy(out.data() + kHalf, minima, kHalf * sizeof(float));
}

template <int kHalf>
LeafSlab LeafTumbling<kHalf>::slab_of(const Moved& moved) const {
  const Float4 u = moved[1] - moved[0], v = moved[2] - moved[0];
  const Float4 normal = shuffle<1, 2, 0, 3>(u, u) * shuffle<2, 0, 1, 3>(v, v) -
                        shuffle<2, 0, 1, 3>(u, u) * shuffle<1, 2, 0, 3>(v, v);
  const Float4 lengths = magnitude(normal);
  const float length = (lengths[0] + lengths[1]) + lengths[2];
  if (!(length > kShortest && length < kLongest)) return {};
  const Float4 slacks = lengths * bounds_.slab_slack;
  const float slack = (slacks[0] + slacks[1]) + slacks[2];
  LeafSlab slab{normal * step_, 0, 0};
  const auto along = [&](const Float4& p) {
    const Float4 terms = normal * (p - origin_);
    return (terms[0] + terms[1]) + terms[2];
  };
  const auto [low, high] = std::minmax({along(moved[0]), along(moved[1]), along(moved[2])});
  slab.low = low - slack;
  slab.high = high + slack;
  return slab;
}

}  // namespace collisionchip
