#include "collisionchip/reference/aabb/aabb_pair.h"

#include "collisionchip/reference/arithmetic/float32.h"

namespace collisionchip {

AabbPair decode_aabb32_pair(const std::uint32_t* words) {
  AabbPair pair;
  for (std::size_t member = 0; member < 2; ++member, words += kAabb32Words) {
    for (std::size_t p = 0; p < 6; ++p) pair[member].box.plane[p] = float_of(words[p]);
  }
  return pair;
}

AabbPair decode_aabb21_pair(const std::uint32_t* words, const AabbParent& parent) {
  AabbPair pair;
  for (std::uint32_t member = 0; member < 2; ++member) {
    const std::uint32_t shared = member == 0 ? parent.flags : ~std::uint32_t{parent.flags};
    // A flag too many or too few is no box of a tree; it reads no word beyond the member's.
    std::uint32_t own = member * kAabb21Words;
    const std::uint32_t last = own + 2;
    for (std::uint32_t p = 0; p < 6; ++p) {
      const bool is_parents = (shared >> p & 1u) != 0;
      pair[member].box.plane[p] = is_parents ? parent.box.plane[p] : float_of(words[own]);
      if (!is_parents && own < last) ++own;
    }
    pair[member].flags = static_cast<std::uint8_t>(words[kAabb21FlagsWord] >> 8 * member & 63u);
  }
  return pair;
}

}  // namespace collisionchip
