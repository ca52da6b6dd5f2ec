// The reads of a trace as a list for the trace player of DRAMSys (STL): `CYCLE: read 0xADDRESS`, a line for each burst of
// the memory, in order. Cycles are the chip's, from the first query's start on.
#pragma once

#include <string>

#include "collisionchip/traces/export/export_window.h"
#include "collisionchip/traces/read/trace_reader.h"

namespace collisionchip {

// A file for each channel of memory: the first at `path`, the others with their number before its ending.
// InputError when the file cannot be written, or the trace does not say what its memory is.
void export_dramsys(const TraceReader& trace, const std::string& path, const ExportWindow& window = {});

}  // namespace collisionchip
