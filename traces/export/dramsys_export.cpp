#include "collisionchip/traces/export/dramsys_export.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/traces/export/export_file.h"

namespace collisionchip {

namespace {

// What one burst of the recorded memory brings; a beat where it has no length of its own.
std::uint32_t burst_bytes(const TraceReader& trace) {
  try {
    const auto keys = nlohmann::json::parse(trace.run().configuration);
    const auto number = [&](const char* section, const char* key) {
      return keys.at(section).at(key).get<std::uint32_t>();
    };
    const std::uint32_t own = number("memory", "clock_bytes");
    return (own != 0 ? own : number("sdram", "bus_bytes")) * std::max(1u, number("sdram", "mode_burst"));
  } catch (const nlohmann::json::exception&) {
    throw InputError(trace.path() + ": expected the configuration's memory, found none");
  }
}

}  // namespace

void export_dramsys(const TraceReader& trace, const std::string& path, const ExportWindow& window) {
  const std::uint32_t burst = burst_bytes(trace);
  trace_detail::ExportFile file(path);
  for (const TraceQuery& query : trace.queries()) {
    if (!window.holds(query)) continue;
    const auto base = static_cast<TraceCycle>(query.start - trace.queries().front().start);
    auto reads = trace.reads(query.id, window.cycles);
    while (const TraceRead* read = reads.next()) {
      for (std::uint32_t at = read->address / burst * burst; at < read->address + read->bytes; at += burst)
        file.print("{}: read {:#x}\n", base + read->request, at);
    }
  }
  file.close();
}

}  // namespace collisionchip
