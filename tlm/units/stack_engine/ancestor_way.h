// The way from an aligned root down to a pair that cannot be decoded without its parent's box: which pair is read next,
// by the links of the one before (aabb_unit.parent = refetch, docs/aabb.md). Pairs lie depth first: what is below a
// link has the numbers from it on, up to the next link of the same pair. No time.
#pragma once

#include <optional>

#include "collisionchip/tlm/machine/messages.h"

namespace collisionchip {

class AncestorWay {
 public:
  // `root`: a list word without a mask, as all pairs here.
  AncestorWay(std::uint32_t root, const PairPointer& target) : target_(target), next_(root) {}

  const PairPointer& target() const { return target_; }
  // The pair to be read next, and whether the way ends with it. Not while it waits.
  std::uint32_t next() const { return next_; }
  bool at_target() const { return next_ == target_.pair; }
  // The pair was asked for, and its links are not here.
  bool waits() const { return waits_; }

  void ask() { waits_ = true; }
  // A link that leads past the target or back, of a broken pair, ends the way.
  void take_links(const PairAuxiliary& links) {
    waits_ = false;
    const bool right = !links.leaf[1] && links.child[1] <= target_.pair;
    const std::uint32_t below = links.child[right ? 1 : 0];
    const bool broken = (!right && links.leaf[0]) || below <= next_ || below > target_.pair;
    next_ = broken ? target_.pair : below;
  }

 private:
  PairPointer target_;
  std::uint32_t next_;
  bool waits_ = false;
};

}  // namespace collisionchip
