#include "collisionchip/testbench/report/trace_timeline.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/report/trace_track.h"
#include "collisionchip/tlm/machine/netlist.h"
#include "collisionchip/traces/read/trace_reader.h"

namespace collisionchip {

namespace {

using Json = nlohmann::ordered_json;

// Phases in detail on one page: about two bytes each.
constexpr std::uint64_t kMostPhases = 1'200'000;
// What lies around a recorded event: each makes up to this many phases.
constexpr std::uint64_t kPhasesPerCommand = 3, kPhasesPerRead = 2, kPhasesPerList = 3;

struct SdramTiming {
  std::uint32_t banks = 0;
  TraceCycle t_rcd = 0, t_rp = 0, t_rfc = 0;
};

SdramTiming timing_of(const TraceReader& trace) {
  try {
    const Json sdram = Json::parse(trace.run().configuration).at("sdram");
    return {sdram.at("banks").get<std::uint32_t>(), sdram.at("t_rcd").get<TraceCycle>(),
            sdram.at("t_rp").get<TraceCycle>(), sdram.at("t_rfc").get<TraceCycle>()};
  } catch (const nlohmann::json::exception&) {
    throw InputError(Place::in(trace.path()), "the configuration's SDRAM banks and times", ", found none");
  }
}

// A bank as its commands leave it.
class BankTracks {
 public:
  BankTracks(const std::string& group, const SdramTiming& timing, TraceCycle cycles,
             const TraceDetail& detail)
      : timing_(timing), cycles_(cycles) {
    for (std::uint32_t bank = 0; bank < timing.banks; ++bank) {
      banks_.push_back(
          {TraceTrack(group, fmt::format("bank {}", bank),
                      {"closed", "activating", "open", "column access", "precharging", "refreshing"}, "row",
                      cycles, detail),
           0, false});
    }
  }

  void take(const TraceCommand& command) {
    const bool all =
        command.kind == TraceCommandKind::precharge_all || command.kind == TraceCommandKind::refresh;
    for (std::uint32_t i = 0; i < banks_.size(); ++i) {
      if (all || i == command.bank) take(banks_[i], command);
    }
  }

  void write(Json& tracks, ReportPage& page) {
    for (Bank& bank : banks_) tracks.push_back(bank.track.json(page));
  }

 private:
  enum State : std::uint32_t { closed, activating, open, access, precharging, refreshing };
  struct Bank {
    TraceTrack track;
    std::uint32_t row;
    bool is_open;
  };

  void take(Bank& bank, const TraceCommand& command) {
    const TraceCycle now = command.cycle, burst_end = now + command.beats;
    switch (command.kind) {
      case TraceCommandKind::activate:
        bank.row = command.row;
        bank.is_open = true;
        bank.track.add(now, now + timing_.t_rcd, activating, bank.row);
        bank.track.add(now + timing_.t_rcd, cycles_, open, bank.row);
        break;
      case TraceCommandKind::read:
      case TraceCommandKind::write:
        bank.track.add(now, burst_end, access, bank.row);
        bank.track.add(burst_end, cycles_, open, bank.row);
        break;
      case TraceCommandKind::read_precharge:
      case TraceCommandKind::write_precharge:
        bank.track.add(now, burst_end, access, bank.row);
        precharge(bank, burst_end);
        break;
      case TraceCommandKind::precharge:
      case TraceCommandKind::precharge_all:
        if (bank.is_open) precharge(bank, now);
        break;
      case TraceCommandKind::refresh:
        bank.track.add(now, now + timing_.t_rfc, refreshing);
        break;
    }
  }
  void precharge(Bank& bank, TraceCycle from) {
    bank.is_open = false;
    bank.track.add(from, from + timing_.t_rp, precharging, bank.row);
  }

  const SdramTiming timing_;
  const TraceCycle cycles_;
  std::vector<Bank> banks_;
};

class QueryTimeline {
 public:
  QueryTimeline(const TraceReader& trace, const TraceQuery& query, const TraceDetail& detail)
      : trace_(trace), query_(query), detail_(detail) {}

  Json json(ReportPage& page) {
    add_lists(page);
    for (const TraceUnit& unit : trace_.units()) add_unit(unit, page);
    for (std::uint32_t memory = 0; memory < trace_.memories(); ++memory) {
      const std::string group = numbered("SDRAM", memory);
      add_reads(group, memory, page);
      add_banks(group, memory, page);
    }
    return {{"pose", query_.pose},     {"sub_query", query_.sub_query},
            {"cycles", query_.cycles}, {"from", detail_.from},
            {"to", detail_.to},        {"tracks", tracks_}};
  }

 private:
  TraceTrack track(const std::string& group, const std::string& name, std::vector<std::string> states,
                   const char* value_name) const {
    return {group, name, std::move(states), value_name, query_.cycles, detail_};
  }

  // Lists overlap with the next one: neighbours lie on two rows.
  void add_lists(ReportPage& page) {
    enum State : std::uint32_t { none, waiting, comparing };
    std::array<TraceTrack, 2> rows = {
        track("lists", "lists 0, 2, 4, …", {"none", "waiting for first flags", "comparing"}, "alpha"),
        track("lists", "lists 1, 3, 5, …", {"none", "waiting for first flags", "comparing"}, "alpha")};
    auto lists = trace_.lists(query_.id);
    while (const TraceList* list = lists.next()) {
      TraceTrack& row = rows[list->number % 2];
      const TraceCycle flags = list->first_flags.value_or(list->end);
      row.add(list->begin, flags, waiting, list->aligned_pairs);
      row.add(flags, std::max(list->end, flags + 1), comparing, list->aligned_pairs);
    }
    for (TraceTrack& row : rows) tracks_.push_back(row.json(page));
  }

  void add_unit(const TraceUnit& unit, ReportPage& page) {
    std::vector<std::string> states = {"not recorded"};
    states.insert(states.end(), unit.states.begin(), unit.states.end());
    TraceTrack row = track("units", unit.name, std::move(states), "");
    auto phases = trace_.phases(query_.id, unit.id);
    while (const TracePhase* phase = phases.next()) row.add(phase->begin, phase->end, phase->state + 1);
    tracks_.push_back(row.json(page));
  }

  // The data pins.
  void add_reads(const std::string& group, std::uint32_t memory, ReportPage& page) {
    TraceTrack row = track(group, "data bus",
                           {"free", "tumbled pair", "aligned pair", "triangle", "ancestor pair"}, "address");
    auto reads = trace_.reads(query_.id, memory);
    while (const TraceRead* read = reads.next())
      row.add(read->first_beat, read->end, static_cast<std::uint32_t>(read->purpose) + 1, read->address);
    tracks_.push_back(row.json(page));
  }

  void add_banks(const std::string& group, std::uint32_t memory, ReportPage& page) {
    BankTracks banks(group, timing_of(trace_), query_.cycles, detail_);
    auto commands = trace_.commands(query_.id, memory);
    while (const TraceCommand* command = commands.next()) banks.take(*command);
    banks.write(tracks_, page);
  }

  const TraceReader& trace_;
  const TraceQuery& query_;
  const TraceDetail detail_;
  Json tracks_ = Json::array();
};

// InputError if the trace belongs to another run than the folder's.
void check_run(const TraceReader& trace, const RunFolder& folder) {
  if (trace.run().configuration_hash != folder.run["configuration_hash"])
    throw InputError(Place::in(trace.path()), "a trace of the run in stats.json",
                     ", got one of another configuration");
}

const Json* query_of_pose(const RunFolder& folder, std::uint64_t pose) {
  for (const Json& query : folder.queries) {
    if (query["pose"] == pose) return &query;
  }
  return nullptr;
}

// A batch is one run of the chip; the trace calls it by its first pose.
TraceCycle whole_cycles(const Json& query) {
  const Json& run = query.contains("batch") ? query["batch"] : query;
  return run["cycles"].get<TraceCycle>();
}

}  // namespace

Json timeline_json(const std::string& file, const RunFolder& folder, const TraceDetail& detail,
                   ReportPage& page) {
  const TraceReader trace(file);
  check_run(trace, folder);
  // Spread over the queries by their cycles: near enough to share out the room.
  const TraceReader::Counts counts = trace.counts();
  double cycles = 0;
  for (const TraceQuery& query : trace.queries())
    cycles += static_cast<double>(std::max<TraceCycle>(query.cycles, 0));
  const double phases_per_cycle =
      static_cast<double>(counts.phases + kPhasesPerCommand * counts.commands +
                          kPhasesPerRead * counts.reads + kPhasesPerList * counts.lists) /
      std::max(1.0, cycles);
  double room = kMostPhases;
  Json all = Json::array();
  for (const TraceQuery& query : trace.queries()) {
    if (query.cycles <= 0 || room <= 0) continue;
    const Json* known = query_of_pose(folder, query.pose);
    if (known == nullptr ||
        (query.sub_query == 0 && (*known)["unfinished"] == 0 && whole_cycles(*known) != query.cycles))
      throw InputError(Place::in(file), fmt::format("the cycles of pose {} as in stats.json", query.pose),
                       "; is it of another run?");
    // Only what lies in the detail takes room.
    const TraceCycle from = std::clamp<TraceCycle>(detail.from, 0, query.cycles);
    const auto fitting = static_cast<TraceCycle>(room / std::max(phases_per_cycle, 1e-9));
    const TraceCycle to = std::min({query.cycles, std::max(from, detail.to), from + fitting});
    all.push_back(QueryTimeline(trace, query, {from, to}).json(page));
    room -= phases_per_cycle * static_cast<double>(to - from);
  }
  return all;
}

}  // namespace collisionchip
