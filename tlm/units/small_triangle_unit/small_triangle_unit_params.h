// What the Small Triangle Unit is built with.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/kernel/cycle.h"
#include "collisionchip/tlm/machine/policies.h"

namespace collisionchip {

struct SmallTriangleUnitParams {
  std::uint32_t clock_period_ps = 0;
  bool determinants = true;  // false: every pair goes through the slow pipeline
  UndecidedPairs undecided = UndecidedPairs::host;
  Cycle interval = 0;       // cycles between pairs of a lane
  std::uint32_t lanes = 0;  // pairs side by side
  Cycle depth = 0;          // from a pair to its verdict
  Cycle slow_interval = 0, slow_depth = 0;
  std::uint32_t record_makers = 0;
  Cycle record_cycles = 0;    // of a maker for a record
  Cycle record_depth = 0;     // from corners to their record
  bool filter = true;         // of the slow pipeline: hit, miss or uncertain
  std::uint32_t queries = 0;  // in flight at most
  bool entry_check = false;
};

}  // namespace collisionchip
