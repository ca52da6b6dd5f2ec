// One row of the report's timeline: consecutive phases with a few bytes each, and a coarse picture of the whole query.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "collisionchip/testbench/report/page.h"
#include "collisionchip/traces/file/trace_events.h"

namespace collisionchip {

// Cycles of a query that the page shows one by one, half open. For the other cycles it shows shares.
struct TraceDetail {
  TraceCycle from = 0, to = kTraceEnd;
};

class TraceTrack {
 public:
  // states[0] is the state between phases. `value_name` names the number of a phase; empty if phases have no number.
  TraceTrack(std::string group, std::string name, std::vector<std::string> states, std::string value_name,
             TraceCycle cycles, TraceDetail detail);

  // Adds phases in the order of their begin. A phase ends an earlier one that would overlap it.
  void add(TraceCycle begin, TraceCycle end, std::uint32_t state, std::int64_t value = 0);

  // {"group", "name", "states", "value_name", "phases", "cells", "values", "bins"}:
  // cells   of each phase in the detail: length * number of states + state, as LEB128; the first begins at
  // detail.from values  of each phase: its value less the one before, zigzag, as LEB128; absent without a
  // value_name bins    kBins times a byte per state: its share of that part of the query, in 255ths
  nlohmann::ordered_json json(ReportPage& page);

  static constexpr std::size_t kBins = 1024;

 private:
  void close_phase(TraceCycle end, std::uint32_t state, std::int64_t value);
  void count_in_bins(TraceCycle begin, TraceCycle end, std::uint32_t state);
  void write_cell(TraceCycle length, std::uint32_t state, std::int64_t value);
  std::vector<std::uint8_t> bin_shares() const;

  const std::string group_, name_, value_name_;
  const std::vector<std::string> states_;
  const TraceCycle cycles_;
  const TraceDetail detail_;
  TraceCycle at_ = 0;        // all cycles before it are written
  TraceCycle open_end_ = 0;  // end of the phase from at_ on; the next phase may end it sooner
  std::uint32_t open_state_ = 0;
  std::int64_t open_value_ = 0, last_value_ = 0;
  std::uint64_t phases_ = 0;
  std::vector<std::uint8_t> cells_, values_;
  std::vector<double> bins_;  // cycles, by bin and state
};

}  // namespace collisionchip
