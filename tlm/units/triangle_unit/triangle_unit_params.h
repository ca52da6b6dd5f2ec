// What the Triangle Unit is built with.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/kernel/cycle.h"

namespace collisionchip {

struct TriangleUnitParams {
  std::uint32_t clock_period_ps = 0;
  bool ideal = false;        // no time and no memory traffic, same answers
  Cycle issue_cycles = 0;    // of the pipeline that a pair takes
  Cycle pipeline_depth = 0;  // from the issue of a pair to its result
  bool entry_check = false;  // the end of a query says how many findings came before it, with a checksum
  bool filter = true;        // error bounds: hit, miss or uncertain instead of fp32's word
  std::uint32_t cache_lines = 0, cache_ways = 0;
  std::uint32_t lanes = 1;           // pairs that issue at once, with tiles
  std::uint32_t tile = 0;            // tumbled triangles that it holds, with tiles; 0: leaf tests instead
  std::uint32_t tumbled_leaves = 0;  // triangles of tumbled leaves that it keeps; 0: leaves bring none
};

}  // namespace collisionchip
