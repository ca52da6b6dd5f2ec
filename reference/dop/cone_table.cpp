#include "collisionchip/reference/dop/cone_table.h"

#include <algorithm>
#include <memory>
#include <mutex>

namespace collisionchip {

ConeTable::ConeTable(int k) : directions_(dop_directions(k)) {
  // Two places belong to no direction; only NaN leads there.
  for (Chamber& chamber : chambers_) chamber = {{&directions_.cone_of({1, 0, 0})}, 1};
  for (std::size_t signs = 0; signs < 8; ++signs) {
    std::array<int, 3> order = {0, 1, 2};
    do {
      fill(signs, order);
    } while (std::next_permutation(order.begin(), order.end()));
  }
}

// A chamber lies between an axis, an edge and a corner of the cube: of a cone that holds all three it needs no other. The
// cones are bounded by planes through directions of small integers, so that no part of a chamber lies between the samples.
void ConeTable::fill(std::size_t signs, const std::array<int, 3>& order) {
  constexpr int kSamples = 8;
  std::array<Vec3d, 3> between;
  Vec3d ray;
  for (std::size_t i = 0; i < 3; ++i) {
    ray[order[i]] = (signs >> order[i] & 1u) == 0 ? 1 : -1;
    between[i] = ray;
  }
  Chamber chamber;
  for (int i = 1; i < kSamples; ++i) {
    for (int j = 1; j < kSamples; ++j) {
      for (int l = 1; l < kSamples; ++l) {
        const Vec3d sample = double(i) * between[0] + double(j) * between[1] + double(l) * between[2];
        const Cone* const cone = &directions_.cone_of(sample);
        const auto end = chamber.cones.begin() + static_cast<std::ptrdiff_t>(chamber.count);
        if (std::find(chamber.cones.begin(), end, cone) == end) chamber.cones.at(chamber.count++) = cone;
      }
    }
  }
  constexpr double kLeastHeld = -1e-12;
  for (std::size_t i = 0; i < chamber.count; ++i) {
    const auto is_held = [&](const Vec3d& b) { return holds(*chamber.cones[i], b, kLeastHeld); };
    if (std::all_of(between.begin(), between.end(), is_held)) chamber = {{chamber.cones[i]}, 1};
  }
  chambers_[chamber_of(between[0] + between[1] + between[2])] = chamber;
}

const ConeTable& cone_table(int k) {
  static std::array<std::unique_ptr<const ConeTable>, kMaxK + 1> tables;
  static std::array<std::once_flag, kMaxK + 1> made;
  const auto at = static_cast<std::size_t>(dop_directions(k).k());
  std::call_once(made[at], [&] { tables[at] = std::make_unique<const ConeTable>(k); });
  return *tables[at];
}

}  // namespace collisionchip
