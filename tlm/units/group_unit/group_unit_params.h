// What the Group Unit is built with.
#pragma once

#include <cstdint>

#include "collisionchip/reference/groups/group_steps.h"
#include "collisionchip/tlm/kernel/cycle.h"

namespace collisionchip {

struct GroupUnitParams {
  std::uint32_t clock_period_ps = 0;
  GroupLayout layout;
  GroupFilters filters;
  std::uint32_t contexts = 0;
  std::uint32_t queries = 0;   // in flight at most
  std::uint32_t dotadds = 0;   // rows of the transform per cycle
  Cycle dotadd_stages = 0;     // from a row to its coordinate
  std::uint32_t compares = 0;  // tests of a tumbled member against an aligned one, per cycle
  Cycle result_latency = 0;    // from the last test to the result leaving the unit
};

}  // namespace collisionchip
