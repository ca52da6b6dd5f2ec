// What a machine did for a query, in the words that all machines share.
#pragma once

#include <cstdint>

#include "collisionchip/reference/traverse/query.h"

namespace collisionchip {

struct WorkCounts {
  std::uint64_t lists = 0, aligned_pairs = 0, triangle_tests = 0;
  UncertaintyCounts uncertain_causes{};
  bool in_any_order = false;    // not list by list: which witness is first, the reference cannot say
  std::uint64_t overflows = 0;  // undecided pairs that the host settles because the Contact Unit had no room
  std::uint64_t eq5_cycles = 0;
};

}  // namespace collisionchip
