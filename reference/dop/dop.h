// A DOP as the tree stores it, and the overlap test of Eq. 2.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "collisionchip/reference/arithmetic/lanes.h"
#include "collisionchip/reference/dop/dop_directions.h"

namespace collisionchip {

constexpr std::uint32_t kNoChild = ~std::uint32_t{0};

// Two cache lines of the host. Coefficients beyond k are zero.
struct alignas(64) DopNode {
  std::array<float, 28> d{};  // minima in [0, k/2), maxima in [k/2, k)
  std::uint32_t child =
      kNoChild;                // number of the pair of children (nodes 2*child and 2*child + 1), inner nodes
  std::uint32_t triangle = 0;  // leaves: number of the triangle
  std::array<std::uint32_t, 2> reserved{};

  bool is_leaf() const { return child == kNoChild; }
};
static_assert(sizeof(DopNode) == 128);

// A transformed DOP d', stored at address (i + k/2) mod k: each coefficient of an aligned DOP meets its
// partner at its own address, which is how the comparators see it (Figure 5, the dual-port memory).
using PartnerDop = std::array<float, 28>;

// Eq. 2, of k coefficients with room for two more behind them. A NaN (from coefficients beyond float32) compares as "not apart": never culls a pair.
template <int kHalf>
inline bool overlap(const PartnerDop& partner, const float* aligned) {
  Mask4 apart{};
  for (int i = 0; i < 2 * kHalf; i += 4) {
    const Mask4 minima = lanes_below(kHalf - i), maxima = lanes_below(2 * kHalf - i) & ~minima;
    const Float4 here = load4(aligned + i), partners = load4(&partner[i]);
    apart |= ((here > partners) & minima) | ((partners > here) & maxima);
    if (!kSideBySide && any(apart)) return false;
  }
  return !any(apart);
}
template <int kHalf>
inline bool overlap(const PartnerDop& partner, const DopNode& aligned) {
  return overlap<kHalf>(partner, aligned.d.data());
}

// Calls function(std::integral_constant<int, k/2>) for the k given at run time.
template <typename Function>
decltype(auto) with_half(int k, Function&& function) {
  switch (k) {
    case 6:
      return function(std::integral_constant<int, 3>{});
    case 8:
      return function(std::integral_constant<int, 4>{});
    case 12:
      return function(std::integral_constant<int, 6>{});
    case 14:
      return function(std::integral_constant<int, 7>{});
    case 18:
      return function(std::integral_constant<int, 9>{});
    case 24:
      return function(std::integral_constant<int, 12>{});
    default:
      return function(std::integral_constant<int, 13>{});
  }
}

inline bool overlap(int k, const PartnerDop& partner, const DopNode& aligned) {
  return with_half(k, [&](auto half) { return overlap<half.value>(partner, aligned); });
}

}  // namespace collisionchip
