// What the Leaf Unit is built with.
#pragma once

#include <cstdint>

#include "collisionchip/reference/groups/group_steps.h"
#include "collisionchip/tlm/kernel/cycle.h"

namespace collisionchip {

struct LeafUnitParams {
  std::uint32_t clock_period_ps = 0;
  GroupLayout layout;
  GroupFilters filters;
  std::uint32_t contexts = 0;
  std::uint32_t queries = 0;   // in flight at most
  Cycle move_cycles = 0;       // of a triangle through the DOTADDs
  Cycle move_latency = 0;      // from its last row to its volume leaving the unit
  Cycle block_latency = 0;     // from an aligned block to its first test
  std::uint32_t waiting = 0;   // pairs of leaves that wait for their aligned block
  std::uint32_t filtered = 0;  // tumbled triangles through the first two filters in a cycle
  std::uint32_t tests = 0;     // pairs of triangles that may leave in a cycle
};

}  // namespace collisionchip
