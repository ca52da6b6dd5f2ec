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
  // Where the recording goes until it is complete; of a run that was killed it stays. Waves are made from it,
  // too; it is not kept unless it was asked for.
  std::string recording() const { return (file.empty() ? waves : file) + ".unfinished"; }
  // All names that are written on the way to the trace, or to the waves without one.
  std::vector<std::string> until_complete() const { return {recording(), recording() + "-journal"}; }
};

void add_trace_options(CLI::App& verb, TraceOptions& options);

// Before the recording. InputError if the trace cannot take its place: it is a folder or a device.
void check_trace(const TraceOptions& options);
// After it: makes the waves, if any were asked for, and moves the trace to its place. InputError when that fails.
void finish_recording(const TraceOptions& options);

// InputError for what is no window, or a window without a trace.
RecorderWindow window_of(const TraceOptions& options);

}  // namespace collisionchip
