// Two traces, row by row: where they part first, and how much of each stream differs after that.
#pragma once

#include <string>
#include <vector>

#include "collisionchip/traces/read/trace_reader.h"

namespace collisionchip {

struct TraceDiffOptions {
  TraceWindow window;
  // Compare only what a timing contract fixes: of transfers not when they were put and taken, but when they
  // were visible and what they carried. Two models of the same chip need agree in no more.
  bool contract_only = false;
};

struct TraceDifference {
  std::uint32_t query = 0;
  TraceCycle cycle = 0;  // the first in which the two can be told apart
  std::string where;     // "channel dop_unit.flags", "unit stack_engine", "sdram commands", ...
  std::string a, b;      // the events; "nothing" where one side has no more
};

// One channel, unit or kind of event, over all queries.
struct TraceStreamDiff {
  std::string where;
  std::uint64_t events_a = 0, events_b = 0;
  std::uint64_t different = 0;           // rows, compared in order
  std::optional<TraceDifference> first;  // of this stream
};

struct TraceDiff {
  std::vector<std::string> notes;  // of the run: what of model, configuration, queries is not the same
  std::optional<TraceDifference> first;
  std::vector<TraceStreamDiff> streams;  // all of them

  // Events decide; notes alone, another configuration say, do not make two traces different.
  bool same() const { return !first; }
};

// Whether the two were recorded of other models of a unit or of the chip: one of them RTL, say.
bool are_other_models(const TraceRun& a, const TraceRun& b);

// Queries are compared in order, channels and units by name. A query, channel or unit that one side lacks is
// a difference of its own.
TraceDiff diff_traces(const TraceReader& a, const TraceReader& b, const TraceDiffOptions& options = {});

}  // namespace collisionchip
