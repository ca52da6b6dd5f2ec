#include "collisionchip/traces/export/dramsys_export.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/tlm/machine/channel_map.h"
#include "collisionchip/tlm/machine/netlist.h"
#include "collisionchip/traces/export/export_file.h"

namespace collisionchip {

namespace {

struct Memory {
  std::uint32_t burst_bytes = 0;  // a beat where a burst has no length of its own
  ChannelMap map;
};

Memory memory_of(const TraceReader& trace) {
  try {
    const auto keys = nlohmann::json::parse(trace.run().configuration);
    const auto number = [&](const char* section, const char* key) {
      return keys.at(section).at(key).get<std::uint32_t>();
    };
    const std::uint32_t own = number("memory", "clock_bytes");
    return {(own != 0 ? own : number("sdram", "bus_bytes")) * std::max(1u, number("sdram", "mode_burst")),
            {number("memory", "channels"), number("memory", "interleave_bytes")}};
  } catch (const nlohmann::json::exception&) {
    throw InputError(Place::in(trace.path()), "the configuration's memory", ", found none");
  }
}

void write(const TraceReader& trace, const Memory& memory, std::uint32_t channel, const std::string& path,
           const ExportWindow& window) {
  const std::uint32_t burst = memory.burst_bytes;
  trace_detail::ExportFile file(path);
  for (const TraceQuery& query : trace.queries()) {
    if (!window.holds(query)) continue;
    const auto base = static_cast<TraceCycle>(query.start - trace.queries().front().start);
    auto reads = trace.reads(query.id, channel, window.cycles);
    while (const TraceRead* read = reads.next()) {
      const std::uint64_t begin = memory.map.within(read->address), end = begin + read->bytes;
      for (std::uint64_t at = begin / burst * burst; at < end; at += burst)
        file.print("{}: read {:#x}\n", base + read->request, at);
    }
  }
  file.close();
}

// As units are named: that of the first channel has the plain name, the others end in a number.
std::string path_of(const std::string& path, std::uint32_t channel) {
  std::filesystem::path of_channel = path;
  const std::string ending = of_channel.extension().string();
  of_channel.replace_extension();
  return numbered(of_channel.string(), channel) + ending;
}

}  // namespace

void export_dramsys(const TraceReader& trace, const std::string& path, const ExportWindow& window) {
  const Memory memory = memory_of(trace);
  for (std::uint32_t channel = 0; channel < trace.memories(); ++channel)
    write(trace, memory, channel, path_of(path, channel), window);
}

}  // namespace collisionchip
