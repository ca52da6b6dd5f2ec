// A trace as Chrome JSON, which https://ui.perfetto.dev and
// chrome://tracing open. docs/vectors.md describes the tracks.
//
// One cycle is one microsecond of the viewer, because viewers keep whole nanoseconds only. Times are those of
// the simulation: a query begins at its `start`.
#pragma once

#include <string>

#include "collisionchip/traces/export/export_window.h"
#include "collisionchip/traces/read/trace_reader.h"

namespace collisionchip {

// Same trace, same bytes. InputError when the file cannot be written.
void export_perfetto(const TraceReader& trace, const std::string& path, const ExportWindow& window = {});

}  // namespace collisionchip
