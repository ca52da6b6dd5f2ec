#include "collisionchip/traces/read/trace_diff.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "collisionchip/tlm/machine/json_text.h"
#include "collisionchip/tlm/machine/netlist.h"
#include "collisionchip/traces/file/trace_text.h"

namespace collisionchip {

namespace {

// The earliest cycle in which two events can be told apart; nothing if they are the same.
class Parting {
 public:
  template <typename T>
  Parting& at(const T& a, const T& b, TraceCycle cycle_a, TraceCycle cycle_b) {
    if (a == b) return *this;
    const TraceCycle cycle = std::min(cycle_a, cycle_b);
    cycle_ = std::min(cycle_.value_or(cycle), cycle);
    return *this;
  }
  Parting& cycles(TraceCycle a, TraceCycle b) { return at(a, b, a, b); }
  std::optional<TraceCycle> cycle() const { return cycle_; }

 private:
  std::optional<TraceCycle> cycle_;
};

std::optional<TraceCycle> parting(const TraceTransfer& a, const TraceTransfer& b, bool contract_only) {
  Parting parting;
  const auto contents = [](const TraceTransfer& t) { return std::tie(t.kind, t.value, t.detail, t.digest); };
  parting.cycles(a.visible, b.visible).at(contents(a), contents(b), a.visible, b.visible);
  if (contract_only) return parting.cycle();
  return parting.cycles(a.put, b.put)
      .cycles(a.taken.value_or(kTraceEnd), b.taken.value_or(kTraceEnd))
      .at(a.number, b.number, a.put, b.put)
      .cycle();
}

std::optional<TraceCycle> parting(const TracePhase& a, const TracePhase& b, bool) {
  return Parting()
      .cycles(a.begin, b.begin)
      .at(a.state, b.state, a.begin, b.begin)
      .cycles(a.end, b.end)
      .cycle();
}

std::optional<TraceCycle> parting(const TraceCommand& a, const TraceCommand& b, bool) {
  const auto contents = [](const TraceCommand& c) {
    return std::tie(c.kind, c.bank, c.row, c.column, c.beats);
  };
  return Parting().cycles(a.cycle, b.cycle).at(contents(a), contents(b), a.cycle, b.cycle).cycle();
}

std::optional<TraceCycle> parting(const TraceRead& a, const TraceRead& b, bool) {
  const auto contents = [](const TraceRead& r) { return std::tie(r.number, r.address, r.bytes, r.purpose); };
  return Parting()
      .cycles(a.request, b.request)
      .at(contents(a), contents(b), a.request, b.request)
      .cycles(a.accepted, b.accepted)
      .cycles(a.first_beat, b.first_beat)
      .cycles(a.end, b.end)
      .cycle();
}

std::optional<TraceCycle> parting(const TraceList& a, const TraceList& b, bool) {
  const auto contents = [](const TraceList& l) {
    return std::tie(l.number, l.tumbled, l.aligned_pairs, l.discarded, l.kept);
  };
  return Parting()
      .cycles(a.begin, b.begin)
      .at(contents(a), contents(b), a.begin, b.begin)
      .cycles(a.first_flags.value_or(kTraceEnd), b.first_flags.value_or(kTraceEnd))
      .cycles(a.end, b.end)
      .at(a.answered, b.answered, a.end, b.end)
      .cycle();
}

TraceCycle begin_of(const TraceTransfer& e, bool contract_only) {
  return contract_only ? e.visible : e.put;
}
TraceCycle begin_of(const TracePhase& e, bool) {
  return e.begin;
}
TraceCycle begin_of(const TraceCommand& e, bool) {
  return e.cycle;
}
TraceCycle begin_of(const TraceRead& e, bool) {
  return e.request;
}
TraceCycle begin_of(const TraceList& e, bool) {
  return e.begin;
}

// Walks one query of one stream; describe turns an event into words.
template <typename Event, typename Describe>
void compare(std::uint32_t query, TraceStream<Event> a, TraceStream<Event> b, bool contract_only,
             const Describe& describe_event, TraceStreamDiff& diff) {
  const auto note = [&](TraceCycle cycle, const Event* of_a, const Event* of_b) {
    ++diff.different;
    if (diff.first && (diff.first->query < query || diff.first->cycle <= cycle)) return;
    const auto words = [&](const Event* event) {
      return event != nullptr ? describe_event(*event) : std::string("nothing");
    };
    diff.first = TraceDifference{query, cycle, diff.where, words(of_a), words(of_b)};
  };
  const Event* of_a = a.next();
  const Event* of_b = b.next();
  for (; of_a != nullptr || of_b != nullptr; of_a = a.next(), of_b = b.next()) {
    if (of_a != nullptr) ++diff.events_a;
    if (of_b != nullptr) ++diff.events_b;
    if (of_a != nullptr && of_b != nullptr) {
      if (const auto cycle = parting(*of_a, *of_b, contract_only)) note(*cycle, of_a, of_b);
    } else {
      note(begin_of(of_a != nullptr ? *of_a : *of_b, contract_only), of_a, of_b);
    }
  }
}

// What a stream is called on both sides.
struct Pairing {
  const TraceReader& a;
  const TraceReader& b;
  std::size_t queries;
  TraceDiffOptions options;
};

TraceStreamDiff lacking(const std::string& where, const char* side) {
  TraceStreamDiff diff;
  diff.where = where;
  diff.different = 1;
  const bool a = *side == 'A';
  diff.first = TraceDifference{0, kTraceBegin, where, a ? "not in this trace" : "is in this trace",
                               a ? "is in this trace" : "not in this trace"};
  return diff;
}

template <typename Source, typename Find, typename Streams, typename Describe>
void compare_sources(const Pairing& pair, const char* what, const std::vector<Source>& of_a,
                     const std::vector<Source>& of_b, const Find& find, const Streams& streams,
                     const Describe& describe_event, std::vector<TraceStreamDiff>& diffs) {
  for (const Source& source : of_a) {
    const std::string where = std::string(what) + " " + source.name;
    const Source* other = find(pair.b, source.name);
    if (other == nullptr) {
      diffs.push_back(lacking(where, "B"));
      continue;
    }
    TraceStreamDiff diff;
    diff.where = where;
    for (std::size_t i = 0; i < pair.queries; ++i) {
      compare(
          pair.a.queries()[i].id, streams(pair.a, pair.a.queries()[i].id, source.id),
          streams(pair.b, pair.b.queries()[i].id, other->id), pair.options.contract_only,
          [&](const auto& event) { return describe_event(source, event); }, diff);
    }
    diffs.push_back(std::move(diff));
  }
  for (const Source& source : of_b) {
    if (find(pair.a, source.name) == nullptr)
      diffs.push_back(lacking(std::string(what) + " " + source.name, "A"));
  }
}

template <typename Streams>
void compare_kind(const Pairing& pair, const std::string& where, const Streams& streams,
                  std::vector<TraceStreamDiff>& diffs) {
  TraceStreamDiff diff;
  diff.where = where;
  for (std::size_t i = 0; i < pair.queries; ++i) {
    compare(
        pair.a.queries()[i].id, streams(pair.a, pair.a.queries()[i].id),
        streams(pair.b, pair.b.queries()[i].id), pair.options.contract_only,
        [](const auto& event) { return describe(event); }, diff);
  }
  diffs.push_back(std::move(diff));
}

void compare_streams(const Pairing& pair, std::vector<TraceStreamDiff>& diffs) {
  const TraceWindow window = pair.options.window;
  compare_sources(
      pair, "channel", pair.a.channels(), pair.b.channels(),
      [](const TraceReader& trace, const std::string& name) { return trace.channel(name); },
      [&](const TraceReader& trace, std::uint32_t query, std::uint32_t id) {
        return trace.transfers(query, id, window);
      },
      [](const TraceChannel& channel, const TraceTransfer& event) { return describe(channel, event); },
      diffs);
  compare_sources(
      pair, "unit", pair.a.units(), pair.b.units(),
      [](const TraceReader& trace, const std::string& name) { return trace.unit(name); },
      [&](const TraceReader& trace, std::uint32_t query, std::uint32_t id) {
        return trace.phases(query, id, window);
      },
      [](const TraceUnit& unit, const TracePhase& event) { return describe(unit, event); }, diffs);
  const std::uint32_t memories = std::max(pair.a.memories(), pair.b.memories());
  for (std::uint32_t memory = 0; memory < memories; ++memory) {
    compare_kind(
        pair, numbered("sdram", memory) + " commands",
        [&](const TraceReader& trace, std::uint32_t query) { return trace.commands(query, memory, window); },
        diffs);
    compare_kind(
        pair, numbered("memory", memory) + " reads",
        [&](const TraceReader& trace, std::uint32_t query) { return trace.reads(query, memory, window); },
        diffs);
  }
  compare_kind(
      pair, "lists",
      [&](const TraceReader& trace, std::uint32_t query) { return trace.lists(query, window); }, diffs);
}

void compare_configurations(const TraceRun& a, const TraceRun& b, std::vector<std::string>& notes) {
  using Json = nlohmann::json;
  const Json of_a = Json::parse(a.configuration, nullptr, false),
             of_b = Json::parse(b.configuration, nullptr, false);
  if (!of_a.is_object() || !of_b.is_object()) return;
  const Json keys_a = of_a.flatten(), keys_b = of_b.flatten();
  const auto note = [&](const std::string& key, const std::string& value_a, const std::string& value_b) {
    std::string name = key.substr(1);
    std::replace(name.begin(), name.end(), '/', '.');
    notes.push_back(fmt::format("{}: {} against {}", name, value_a, value_b));
  };
  for (const auto& [key, value] : keys_a.items()) {
    const std::string other = keys_b.contains(key) ? json_text(keys_b[key]) : "nothing";
    if (json_text(value) != other) note(key, json_text(value), other);
  }
  for (const auto& [key, value] : keys_b.items()) {
    if (!keys_a.contains(key)) note(key, "nothing", json_text(value));
  }
}

void compare_runs(const TraceReader& a, const TraceReader& b, TraceDiff& diff) {
  const auto note = [&](const char* what, const std::string& of_a, const std::string& of_b) {
    if (of_a != of_b) diff.notes.push_back(fmt::format("{}: {} against {}", what, of_a, of_b));
  };
  note("model", a.run().model, b.run().model);
  note("version", a.run().version, b.run().version);
  note("object A", a.run().object_a, b.run().object_a);
  note("object B", a.run().object_b, b.run().object_b);
  note("recorded", a.run().window, b.run().window);
  note("queries", std::to_string(a.queries().size()), std::to_string(b.queries().size()));
  compare_configurations(a.run(), b.run(), diff.notes);
}

// A query whose cycles or place differ, or that one side lacks.
void compare_queries(const TraceReader& a, const TraceReader& b, std::vector<TraceStreamDiff>& diffs) {
  TraceStreamDiff diff;
  diff.where = "queries";
  diff.events_a = a.queries().size();
  diff.events_b = b.queries().size();
  for (std::size_t i = 0; i < std::max(diff.events_a, diff.events_b); ++i) {
    const auto words = [&](const TraceReader& trace) -> std::string {
      if (i >= trace.queries().size()) return "nothing";
      const TraceQuery& q = trace.queries()[i];
      return fmt::format("pose {}, sub-query {}, {} cycles", q.pose, q.sub_query, q.cycles);
    };
    if (words(a) == words(b)) continue;
    ++diff.different;
    if (diff.first) continue;
    // The end is what differs last: any event that differs comes before it.
    TraceCycle end = kTraceEnd;
    for (const TraceReader* trace : {&a, &b}) {
      if (i < trace->queries().size()) end = std::min(end, trace->queries()[i].cycles);
    }
    diff.first = TraceDifference{static_cast<std::uint32_t>(i), end, diff.where, words(a), words(b)};
  }
  diffs.push_back(std::move(diff));
}

}  // namespace

bool are_other_models(const TraceRun& a, const TraceRun& b) {
  using Json = nlohmann::json;
  const auto units = [](const TraceRun& run) {
    const Json configuration = Json::parse(run.configuration, nullptr, false);
    return configuration.is_object() ? configuration.value("units", Json()) : Json();
  };
  return a.model != b.model || units(a) != units(b);
}

TraceDiff diff_traces(const TraceReader& a, const TraceReader& b, const TraceDiffOptions& options) {
  TraceDiff diff;
  compare_runs(a, b, diff);
  compare_queries(a, b, diff.streams);
  compare_streams({a, b, std::min(a.queries().size(), b.queries().size()), options}, diff.streams);
  for (const TraceStreamDiff& stream : diff.streams) {
    if (!stream.first) continue;
    const auto place = [](const TraceDifference& d) { return std::pair(d.query, d.cycle); };
    if (!diff.first || place(*stream.first) < place(*diff.first)) diff.first = stream.first;
  }
  return diff;
}

}  // namespace collisionchip
