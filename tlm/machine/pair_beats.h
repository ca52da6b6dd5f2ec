// When the words of a sibling pair come from the memory.
#pragma once

#include <algorithm>
#include <array>

#include "collisionchip/reference/dop/dop.h"
#include "collisionchip/tlm/kernel/cycle.h"

namespace collisionchip {

// In beats of the memory's data bus, counted from the pair's first one.
struct PairBeats {
  std::array<Cycle, 2> first{}, end{};                    // of each member
  std::array<std::array<Cycle, kMaxK>, 2> coefficient{};  // of a DOP: in which each one is complete

  Cycle all() const { return std::max(end[0], end[1]); }
  // The beats of the member that has more of them.
  Cycle of_member() const { return std::max(end[0] - first[0], end[1] - first[1]); }
};

}  // namespace collisionchip
