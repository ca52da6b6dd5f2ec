// Writes FST with GTKWave's library, where that is installed.
#pragma once

#include <string>

#include "collisionchip/traces/export/export_window.h"
#include "collisionchip/traces/read/trace_reader.h"

namespace collisionchip {

// As export_fst() (fst_export.h).
void write_fst(const TraceReader& trace, const std::string& path, const ExportWindow& window);

}  // namespace collisionchip
