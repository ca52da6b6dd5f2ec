// A trace as signals in GTKWave's FST format. docs/vectors.md lists the signals.
#pragma once

#include <string>

#include "collisionchip/traces/export/export_window.h"
#include "collisionchip/traces/read/trace_reader.h"

namespace collisionchip {

// False if the program was built without the library that writes FST.
bool can_export_fst();

// Same trace, same bytes. Picoseconds; time 0 as viewers show it (the file's $timezero) is cycle 0 of the
// first query that is exported. InputError when the file cannot be written, or when can_export_fst() is false.
void export_fst(const TraceReader& trace, const std::string& path, const ExportWindow& window = {});

}  // namespace collisionchip
