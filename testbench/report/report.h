// The page for one or more result folders: what lies in them decides which of its sections are shown.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "collisionchip/testbench/report/trace_track.h"

namespace collisionchip {

struct ReportOptions {
  std::vector<std::string> folders;  // from `collide --out`
  std::string page;                  // the file to write
  TraceDetail detail;                // cycles of each query to show one by one, as far as there is room
};

// InputError when one holds no results or damaged ones, or when the
// page cannot be written. Returns the size of the page in bytes.
std::uint64_t write_report(const ReportOptions& options);

}  // namespace collisionchip
