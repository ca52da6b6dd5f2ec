// `--trace` and what limits it, as `collide` and others offer it.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "collisionchip/traces/record/recorder.h"

namespace collisionchip {

struct TraceOptions {
  std::string file;     // empty: no trace is kept
  std::string waves;    // empty: none
  std::string cycles;   // FROM:TO
  std::string queries;  // N or N:M
  std::vector<std::string> units;

  bool records() const { return !file.empty() || !waves.empty(); }
  // Where the recording goes: waves are made from a trace, which is not kept unless it was asked for.
  std::string recording() const { return file.empty() ? waves + ".sqlite" : file; }
};

void add_trace_options(CLI::App& verb, TraceOptions& options);

// After the recording: makes the waves, if any were asked for. InputError when that fails.
void finish_recording(const TraceOptions& options);

// CLI::ValidationError for what is no window, or a window without a trace.
RecorderWindow window_of(const TraceOptions& options);

}  // namespace collisionchip
