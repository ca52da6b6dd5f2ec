// What every traversal returns, with the paper's counters.
#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/reference/triangle/uncertainty.h"

namespace collisionchip {

struct TrianglePair {
  std::uint32_t a, b;  // triangle numbers in object A and object B

  friend bool operator==(const TrianglePair& x, const TrianglePair& y) { return x.a == y.a && x.b == y.b; }
  friend bool operator<(const TrianglePair& x, const TrianglePair& y) {
    return x.a != y.a ? x.a < y.a : x.b < y.b;
  }
};

// §5.1's characteristic numbers. "With multiplicity": a node visited n times counts n times.
struct TraversalCounters {
  std::uint64_t tumbled_visits = 0;  // nodes of the tumbled tree read, with multiplicity
  std::uint64_t aligned_visits = 0;  // nodes of the aligned tree read, with multiplicity
  std::uint64_t transforms = 0;      // volumes transformed
  std::uint64_t node_writes = 0;     // transformed volumes written back, to memory or to the stack
  std::uint64_t overlap_tests = 0;   // volume against volume
  std::uint64_t triangle_tests = 0;  // triangle against triangle
  std::uint64_t uncertain = 0;       // of these, settled by the exact predicate
  UncertaintyCounts uncertain_causes{};
  std::uint64_t lists = 0;          // tau of Eq. 5 (list traversals)
  std::uint64_t aligned_pairs = 0;  // sum of alpha over all lists: aligned_pairs / lists = alpha of Eq. 5
  std::uint64_t pairs_outside_lists = 0;  // sibling pairs of AABBs, read below leaves or without lists

  // Sibling pairs read: a tumbled one for each list, all aligned ones, those outside lists.
  std::uint64_t pairs_read() const { return lists + aligned_pairs + pairs_outside_lists; }
  // Eq. 5 with the real alpha of every list: sum of 100 + (alpha - 2) * 10 chip cycles.
  std::uint64_t eq5_cycles() const { return 80 * lists + 10 * aligned_pairs; }
};

struct QueryResult {
  std::vector<TrianglePair> pairs;  // sorted; with first_witness the first one found, if any
  TraversalCounters counters;
};

}  // namespace collisionchip
