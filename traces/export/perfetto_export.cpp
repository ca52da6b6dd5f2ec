#include "collisionchip/traces/export/perfetto_export.h"

#include <algorithm>
#include <iterator>
#include <map>

#include <nlohmann/json.hpp>

#include "collisionchip/tlm/machine/json_text.h"
#include "collisionchip/tlm/machine/netlist.h"
#include "collisionchip/tlm/machines/machine_kinds.h"
#include "collisionchip/traces/export/export_file.h"
#include "collisionchip/traces/file/trace_text.h"

namespace collisionchip {

namespace {

using trace_detail::ExportFile;

// Processes of the viewer: groups of tracks.
enum TrackGroup : int { kQueries = 1, kUnits, kLists, kSdram, kChannels };
constexpr const char* kGroupNames[] = {"", "queries", "units", "lists", "sdram", "channels"};

// The memories after the first come behind all other groups.
TrackGroup group_of(std::uint32_t memory) {
  return memory == 0 ? kSdram : static_cast<TrackGroup>(kChannels + static_cast<int>(memory));
}

constexpr std::uint32_t kDataBus = 1;  // tracks of the SDRAM; the banks follow
constexpr std::uint32_t kFirstBank = 2;

std::vector<PointerFlow> recorded(const std::vector<PointerFlow>& flows, const TraceReader& trace) {
  std::vector<PointerFlow> all;
  std::copy_if(flows.begin(), flows.end(), std::back_inserter(all), [&](const PointerFlow& flow) {
    return std::all_of(flow.channels.begin(), flow.channels.end(),
                       [&](const std::string& channel) { return trace.channel(channel) != nullptr; });
  });
  return all;
}

// A trace does not name its machine. It has the flows of the machine with most flows in the trace's channels.
std::vector<PointerFlow> flows_of(const TraceReader& trace) {
  std::vector<PointerFlow> most;
  for (const MachineKind& machine : machine_kinds()) {
    if (machine.flows == nullptr) continue;
    for (const MachineExample& example : machine.examples()) {
      std::vector<PointerFlow> flows = recorded(machine.flows(example.config), trace);
      if (flows.size() > most.size()) most = std::move(flows);
    }
  }
  return most;
}

class PerfettoExport {
 public:
  PerfettoExport(const TraceReader& trace, const std::string& path, const ExportWindow& window)
      : trace_(trace), window_(window), file_(path), flows_(flows_of(trace)) {}

  void run() {
    file_.print(R"({{"displayTimeUnit":"ns","otherData":{},"traceEvents":[)", other_data());
    name_tracks();
    for (const TraceQuery& query : trace_.queries()) {
      if (window_.holds(query)) write_query(query);
    }
    file_.print("\n]}}\n");
    file_.close();
  }

 private:
  std::string other_data() const {
    const TraceRun& run = trace_.run();
    return json_text(nlohmann::ordered_json{{"model", run.model},
                                            {"version", run.version},
                                            {"object_a", run.object_a},
                                            {"object_b", run.object_b},
                                            {"configuration_hash", run.configuration_hash},
                                            {"microsecond", "one chip cycle"},
                                            {"clock_period_ps", run.clock_period_ps}});
  }

  // Begins the next event; the caller ends it.
  void begin() {
    file_.print("{}\n", any_ ? "," : "");
    any_ = true;
  }

  void name(TrackGroup group, std::uint32_t track, const std::string& what) {
    begin();
    file_.print(R"({{"ph":"M","pid":{},"tid":{},"name":"thread_name","args":{{"name":"{}"}}}})",
                static_cast<int>(group), track, what);
    begin();
    file_.print(R"({{"ph":"M","pid":{},"tid":{},"name":"thread_sort_index","args":{{"sort_index":{}}}}})",
                static_cast<int>(group), track, track);
  }

  void name_group(TrackGroup group, const std::string& what) {
    begin();
    file_.print(R"({{"ph":"M","pid":{},"name":"process_name","args":{{"name":"{}"}}}})",
                static_cast<int>(group), what);
    begin();
    file_.print(R"({{"ph":"M","pid":{},"name":"process_sort_index","args":{{"sort_index":{}}}}})",
                static_cast<int>(group), static_cast<int>(group));
  }

  void name_tracks() {
    for (const TrackGroup group : {kQueries, kUnits, kLists, kSdram, kChannels})
      name_group(group, kGroupNames[group]);
    for (std::uint32_t memory = 1; memory < trace_.memories(); ++memory)
      name_group(group_of(memory), numbered(kGroupNames[kSdram], memory));
    name(kQueries, 1, "queries");
    name(kLists, 1, "lists");
    for (const TraceUnit& unit : trace_.units()) name(kUnits, unit.id + 1, unit.name);
    for (const TraceChannel& channel : trace_.channels()) name(kChannels, channel.id + 1, channel.name);
    const auto configuration = nlohmann::json::parse(trace_.run().configuration, nullptr, false);
    banks_ = configuration.is_object() ? configuration.value("/sdram/banks"_json_pointer, 0u) : 0u;
    for (std::uint32_t memory = 0; memory < trace_.memories(); ++memory) {
      name(group_of(memory), kDataBus, "data bus");
      for (std::uint32_t bank = 0; bank < banks_; ++bank)
        name(group_of(memory), kFirstBank + bank, "bank " + std::to_string(bank));
    }
  }

  // A slice without its arguments; the caller adds ","args":{...}}" or "}".
  void slice(TrackGroup group, std::uint32_t track, const std::string& what, TraceCycle from, TraceCycle to) {
    begin();
    file_.print(R"({{"ph":"X","pid":{},"tid":{},"name":"{}","ts":{},"dur":{})", static_cast<int>(group),
                track, what, base_ + from, to - from);
  }

  void write_query(const TraceQuery& query) {
    base_ = static_cast<TraceCycle>(query.start);
    if (query.cycles >= 0) {
      slice(kQueries, 1, "query " + std::to_string(query.id), 0, query.cycles);
      file_.print(R"(,"args":{{"pose":{},"sub_query":{},"cycles":{}}}}})", query.pose, query.sub_query,
                  query.cycles);
    }
    for (const TraceUnit& unit : trace_.units()) write_phases(query, unit);
    write_lists(query);
    for (std::uint32_t memory = 0; memory < trace_.memories(); ++memory) {
      write_rows(query, memory);
      write_commands(query, memory);
      write_reads(query, memory);
    }
    for (const TraceChannel& channel : trace_.channels()) write_transfers(query, channel);
    for (const PointerFlow& flow : flows_) write_flow(query, flow);
  }

  void write_phases(const TraceQuery& query, const TraceUnit& unit) {
    auto phases = trace_.phases(query.id, unit.id, window_.cycles);
    while (const TracePhase* phase = phases.next()) {
      if (phase->state == 1) continue;  // idle is what is empty
      slice(kUnits, unit.id + 1, unit.states.at(phase->state), phase->begin, phase->end);
      file_.print(R"(,"cat":"{}"}})", phase->state == 0 ? "busy" : "stalled");
    }
  }

  void write_lists(const TraceQuery& query) {
    auto lists = trace_.lists(query.id, window_.cycles);
    while (const TraceList* list = lists.next()) {
      slice(kLists, 1, "list " + std::to_string(list->number), list->begin, list->end);
      file_.print(R"(,"args":{{"tumbled":{},"aligned_pairs":{},"answered":{},"discarded":{},"kept":{}}}}})",
                  list->tumbled.value_or(0), list->aligned_pairs, list->answered, list->discarded,
                  list->kept);
    }
  }

  // The time for which each bank holds a row open; before the commands, which lie inside.
  void write_rows(const TraceQuery& query, std::uint32_t memory) {
    std::map<std::uint32_t, TraceCommand> open;
    const auto close = [&](std::uint32_t bank, TraceCycle end) {
      const auto found = open.find(bank);
      if (found == open.end()) return;
      slice(group_of(memory), kFirstBank + bank, "row " + std::to_string(found->second.row),
            found->second.cycle, end);
      file_.print("}}");
      open.erase(found);
    };
    TraceCycle last = 0;
    auto commands = trace_.commands(query.id, memory, window_.cycles);
    while (const TraceCommand* command = commands.next()) {
      last = command->cycle + 1;
      if (command->kind == TraceCommandKind::activate) open[command->bank] = *command;
      if (command->kind == TraceCommandKind::precharge) close(command->bank, last);
      if (closes_its_row(command->kind)) close(command->bank, command->cycle + std::max(command->beats, 1u));
      while (command->kind == TraceCommandKind::precharge_all && !open.empty())
        close(open.begin()->first, last);
    }
    while (!open.empty()) close(open.begin()->first, last);
  }

  void write_commands(const TraceQuery& query, std::uint32_t memory) {
    auto commands = trace_.commands(query.id, memory, window_.cycles);
    while (const TraceCommand* command = commands.next()) {
      const bool all =
          command->kind == TraceCommandKind::precharge_all || command->kind == TraceCommandKind::refresh;
      const std::uint32_t first = all ? 0 : command->bank, last = all ? banks_ : command->bank + 1;
      for (std::uint32_t bank = first; bank < last; ++bank) {
        slice(group_of(memory), kFirstBank + bank, name_of(command->kind), command->cycle,
              command->cycle + 1);
        file_.print(R"(,"args":{{"row":{},"column":{},"beats":{}}}}})", command->row, command->column,
                    command->beats);
      }
    }
  }

  void write_reads(const TraceQuery& query, std::uint32_t memory) {
    auto reads = trace_.reads(query.id, memory, window_.cycles);
    while (const TraceRead* read = reads.next()) {
      slice(group_of(memory), kDataBus, name_of(read->purpose), read->first_beat, read->end);
      file_.print(R"(,"args":{{"number":{},"request":{},"accepted":{},"address":{},"bytes":{}}}}})",
                  read->number, read->request, read->accepted, read->address, read->bytes);
    }
  }

  // An item is a slice of one cycle, that in which it becomes visible: items of a channel overlap.
  void write_transfers(const TraceQuery& query, const TraceChannel& channel) {
    auto transfers = trace_.transfers(query.id, channel.id, window_.cycles);
    while (const TraceTransfer* t = transfers.next()) {
      slice(kChannels, channel.id + 1, name_of(channel, *t), t->visible, t->visible + 1);
      file_.print(R"(,"args":{{"number":{},"put":{})", t->number, t->put);
      if (t->taken) file_.print(R"(,"taken":{})", *t->taken);
      if (t->value) file_.print(R"(,"value":{})", *t->value);
      if (t->detail) file_.print(R"(,"detail":{})", *t->detail);
      if (t->digest) file_.print(R"(,"digest":{})", *t->digest);
      file_.print("}}}}");
    }
  }

  struct Station {
    std::uint32_t track;
    TraceCycle cycle;
  };

  // When the flow's n-th item passed each station; the n-th request of its kind is the n-th item of the data.
  std::map<std::int64_t, std::vector<Station>> stations_of(const TraceQuery& query,
                                                           const PointerFlow& flow) const {
    std::map<std::int64_t, std::vector<Station>> passed;
    for (std::size_t i = 0; i < flow.channels.size(); ++i) {
      const TraceChannel* channel = trace_.channel(flow.channels[i]);
      auto transfers = trace_.transfers(query.id, channel->id, window_.cycles);
      while (const TraceTransfer* t = transfers.next()) {
        if (i == 0 && t->kind != static_cast<std::uint32_t>(flow.kind)) continue;
        const auto number = i == 0 ? t->detail.value_or(-1) : static_cast<std::int64_t>(t->number);
        std::vector<Station>& stations = passed[number];
        if (stations.size() == i) stations.push_back({channel->id + 1, t->visible});
      }
    }
    return passed;
  }

  void write_flow(const TraceQuery& query, const PointerFlow& flow) {
    for (const auto& [number, stations] : stations_of(query, flow)) {
      if (stations.size() < 2) continue;
      ++arrows_;
      for (std::size_t i = 0; i < stations.size(); ++i) {
        const char phase = i == 0 ? 's' : i + 1 < stations.size() ? 't' : 'f';
        begin();
        file_.print(R"({{"ph":"{}","pid":{},"tid":{},"ts":{},"id":{},"name":"{}","cat":"flow"{}}})", phase,
                    static_cast<int>(kChannels), stations[i].track, base_ + stations[i].cycle, arrows_,
                    name_of(static_cast<TraceReadPurpose>(flow.kind)), phase == 'f' ? R"(,"bp":"e")" : "");
      }
    }
  }

  const TraceReader& trace_;
  const ExportWindow& window_;
  ExportFile file_;
  const std::vector<PointerFlow> flows_;
  bool any_ = false;
  TraceCycle base_ = 0;  // of the query that is written
  std::uint32_t banks_ = 0;
  std::uint64_t arrows_ = 0;
};

}  // namespace

void export_perfetto(const TraceReader& trace, const std::string& path, const ExportWindow& window) {
  PerfettoExport(trace, path, window).run();
}

}  // namespace collisionchip
