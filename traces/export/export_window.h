// What part of a trace is exported.
#pragma once

#include "collisionchip/traces/read/trace_reader.h"

namespace collisionchip {

struct ExportWindow {
  TraceWindow cycles;  // of each query
  std::uint64_t from_pose = 0, to_pose = ~std::uint64_t{0};

  bool holds(const TraceQuery& query) const { return query.pose >= from_pose && query.pose < to_pose; }
};

}  // namespace collisionchip
