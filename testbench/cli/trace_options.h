// `--trace` and what limits it, as `collide` and others offer it.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "traces/recorder.h"

namespace collisionchip {

struct TraceOptions {
  std::string file;     // empty: no trace
  std::string cycles;   // FROM:TO
  std::string queries;  // N or N:M
  std::vector<std::string> units;
};

void add_trace_options(CLI::App& verb, TraceOptions& options);

// CLI::ValidationError for what is no window, or a window without a trace.
RecorderWindow window_of(const TraceOptions& options);

}  // namespace collisionchip
