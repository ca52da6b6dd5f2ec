// Traces in the formats of other programs, read back.
#include <algorithm>
#include <cstdio>
#include <map>
#include <sstream>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/tests/traces/trace_support.h"
#include "collisionchip/tlm/config/config_keys.h"
#include "collisionchip/traces/export/dramsys_export.h"
#include "collisionchip/traces/export/fst_export.h"
#include "collisionchip/traces/export/perfetto_export.h"
#include "collisionchip/traces/export/signal_changes.h"

namespace collisionchip {
namespace {

using namespace testing_support;
using Json = nlohmann::json;

struct Export : ::testing::Test {
  TemporaryFolder folder;
  std::string path = folder.file("t.sqlite");

  Export() {
    RecordedRun run;
    run.poses = some_poses(2);
    record(run, tori(), path);
  }
  std::vector<Json> perfetto(const ExportWindow& window = {}) const {
    const TraceReader trace(path);
    export_perfetto(trace, folder.file("t.json"), window);
    return Json::parse(bytes_of(folder.file("t.json"))).at("traceEvents").get<std::vector<Json>>();
  }
};

// Process and track of an event, by their names.
using Track = std::pair<std::string, std::string>;

std::map<Track, std::vector<Json>> by_track(const std::vector<Json>& events) {
  std::map<int, std::string> processes;
  std::map<std::pair<int, int>, std::string> threads;
  for (const Json& event : events) {
    if (event.at("name") == "process_name") processes[event.at("pid")] = event.at("args").at("name");
    if (event.at("name") == "thread_name")
      threads[{event.at("pid"), event.at("tid")}] = event.at("args").at("name");
  }
  std::map<Track, std::vector<Json>> tracks;
  for (const Json& event : events) {
    if (event.at("ph") != "M")
      tracks[{processes.at(event.at("pid")), threads.at({event.at("pid"), event.at("tid")})}].push_back(
          event);
  }
  return tracks;
}

TEST_F(Export, PerfettoHasATrackForEachUnitBankAndList) {
  const TraceReader trace(path);
  std::map<Track, std::vector<Json>> tracks = by_track(perfetto());
  for (const TraceUnit& unit : trace.units()) {
    std::vector<Json> expected, slices;
    for (const TraceQuery& query : trace.queries()) {
      for (const TracePhase& phase : all_of(trace.phases(query.id, unit.id))) {
        if (phase.state != 1)
          expected.push_back({query.start + static_cast<std::uint64_t>(phase.begin), phase.end - phase.begin,
                              unit.states.at(phase.state)});
      }
    }
    for (const Json& slice : tracks[{"units", unit.name}])
      slices.push_back({slice.at("ts"), slice.at("dur"), slice.at("name")});
    EXPECT_EQ(slices, expected) << unit.name;
  }
  std::size_t lists = 0, commands = 0;
  for (const TraceQuery& query : trace.queries()) {
    lists += all_of(trace.lists(query.id)).size();
    commands += all_of(trace.commands(query.id, 0)).size();
  }
  const std::vector<Json> of_lists = tracks[{"lists", "lists"}];
  ASSERT_EQ(of_lists.size(), lists);
  for (std::size_t i = 1; i < of_lists.size(); ++i) {
    EXPECT_GE(of_lists[i].at("ts").get<std::int64_t>(),
              of_lists[i - 1].at("ts").get<std::int64_t>() + of_lists[i - 1].at("dur").get<std::int64_t>());
  }
  std::size_t in_banks = 0;
  for (int bank = 0; bank < 4; ++bank) {
    std::int64_t from = 0, to = 0;  // of the row that is open
    for (const Json& slice : tracks[{"sdram", "bank " + std::to_string(bank)}]) {
      if (slice.at("name").get<std::string>().compare(0, 4, "row ") == 0) {
        EXPECT_GE(slice.at("ts").get<std::int64_t>(), to) << "one row at a time";
        to = slice.at("ts").get<std::int64_t>() + slice.at("dur").get<std::int64_t>();
      } else {
        ++in_banks;
      }
      from = to;
    }
    EXPECT_GT(from, 0);
  }
  EXPECT_EQ(in_banks, commands);
  EXPECT_EQ((tracks[{"queries", "queries"}].size()), 2u);
}

// Each flow begins in a request's slice, and goes on in the slices of what answers it.
TEST_F(Export, PerfettoFlowsLeadFromPointerToDataToFlag) {
  const std::vector<Json> events = perfetto();
  std::map<std::tuple<int, int, std::int64_t>, std::vector<Json>> slices;
  std::map<int, std::vector<Json>> flows;
  for (const Json& event : events) {
    if (event.at("ph") == "X") slices[{event.at("pid"), event.at("tid"), event.at("ts")}].push_back(event);
    if (event.contains("id")) flows[event.at("id")].push_back(event);
  }
  std::map<std::string, std::size_t> counts;
  for (const auto& [id, steps] : flows) {
    ++counts[steps[0].at("name")];
    const bool aligned = steps[0].at("name") == "aligned_pair";
    ASSERT_EQ(steps.size(), aligned ? 3u : 2u);
    std::int64_t at = -1;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      EXPECT_EQ(steps[i].at("ph"), i == 0 ? "s" : i + 1 < steps.size() ? "t" : "f");
      EXPECT_EQ(slices.count({steps[i].at("pid"), steps[i].at("tid"), steps[i].at("ts")}), 1u);
      EXPECT_GT(steps[i].at("ts").get<std::int64_t>(), at) << "time goes on";
      at = steps[i].at("ts");
    }
  }
  const TraceReader trace(path);
  std::map<std::string, std::size_t> reads;
  for (const TraceQuery& query : trace.queries()) {
    for (const TraceRead& read : all_of(trace.reads(query.id, 0))) ++reads[name_of(read.purpose)];
  }
  EXPECT_EQ(counts, reads);
}

TEST_F(Export, PerfettoOfAWindow) {
  ExportWindow window;
  window.cycles = {100, 200};
  window.from_pose = 1;
  const TraceReader trace(path);
  const auto start = static_cast<std::int64_t>(trace.queries()[1].start);
  std::size_t slices = 0;
  for (const Json& event : perfetto(window)) {
    if (event.at("ph") != "X" || event.at("pid") == 1) continue;
    ++slices;
    EXPECT_GT(event.at("ts").get<std::int64_t>() + event.at("dur").get<std::int64_t>(), start + 100 - 64);
    EXPECT_LT(event.at("ts").get<std::int64_t>(), start + 200 + 64);
  }
  EXPECT_GT(slices, 20u);
  EXPECT_THROW(export_perfetto(trace, folder.file("no/such"), {}), InputError);
}

// A line for each burst that holds some of a read, at the cycle of its request.
TEST_F(Export, DramsysHasALineForEachBurstOfEachRead) {
  RecordedRun modern;
  modern.poses = some_poses(2);
  find_key("memory.kind")->set(modern.config, 2);
  modern.config.memory.clock_bytes = 8;  // bursts of 32 bytes
  record(modern, tori(), folder.file("modern.sqlite"));
  for (const auto& [recorded, burst] : {std::pair(path, 32u), std::pair(folder.file("modern.sqlite"), 32u)}) {
    const TraceReader trace(recorded);
    export_dramsys(trace, folder.file("t.stl"));
    std::istringstream lines(bytes_of(folder.file("t.stl")));
    std::string line;
    for (const TraceQuery& query : trace.queries()) {
      for (const TraceRead& read : all_of(trace.reads(query.id, 0))) {
        for (std::uint32_t at = 0; at < read.bytes; at += burst) {
          ASSERT_TRUE(std::getline(lines, line));
          const auto cycle = static_cast<TraceCycle>(query.start - trace.queries()[0].start) + read.request;
          EXPECT_EQ(line, fmt::format("{}: read {:#x}", cycle, read.address + at));
        }
      }
    }
    EXPECT_FALSE(std::getline(lines, line)) << line;
  }
  // Bursts of 128 bytes: a triangle is half of one, a pair of nodes is two.
  modern.config.memory.clock_bytes = 32;
  record(modern, tori(), folder.file("wide.sqlite"));
  const TraceReader trace(folder.file("wide.sqlite"));
  export_dramsys(trace, folder.file("t.stl"));
  std::size_t expected = 0;
  for (const TraceQuery& query : trace.queries()) {
    for (const TraceRead& read : all_of(trace.reads(query.id, 0))) expected += read.bytes == 256 ? 2 : 1;
  }
  const std::string text = bytes_of(folder.file("t.stl"));
  EXPECT_EQ(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')), expected);
}

// The front item of a channel, cycle by cycle, from the transfers.
struct Front {
  bool valid;
  std::optional<std::int64_t> value;
};

Front front_at(const std::vector<TraceTransfer>& transfers, TraceCycle cycle) {
  for (const TraceTransfer& t : transfers) {
    if (t.taken && *t.taken < cycle) continue;
    return {t.visible <= cycle, t.visible <= cycle ? t.value : std::nullopt};
  }
  return {false, {}};
}

TEST_F(Export, SignalsSayWhatTheTransfersSay) {
  const TraceReader trace(path);
  const trace_detail::SignalSource source(trace);
  const TraceQuery& query = trace.queries()[1];
  const auto changes = source.changes(query, {});
  for (const char* name :
       {"dop_unit.flags", "stack_engine.requests", "pointer_fifo.entries", "dop_unit.releases"}) {
    const std::vector<TraceTransfer> transfers = transfers_of(trace, query.id, name);
    std::map<TraceCycle, std::int64_t> valid, value, occupancy;
    for (const auto& change : changes) {
      const trace_detail::Signal& signal = source.signals()[change.signal];
      if (signal.scope != name) continue;
      const TraceCycle cycle = change.cycle - static_cast<TraceCycle>(query.start);
      if (signal.name == "valid") valid[cycle] = change.number;
      if (signal.name == "value") value[cycle] = change.number;
      if (signal.name == "occupancy") occupancy[cycle] = change.number;
    }
    const auto at = [](const std::map<TraceCycle, std::int64_t>& signal, TraceCycle cycle) {
      const auto after = signal.upper_bound(cycle);
      return after == signal.begin() ? 0 : std::prev(after)->second;
    };
    for (TraceCycle cycle = 0; cycle < query.cycles + 200; ++cycle) {
      const Front front = front_at(transfers, cycle);
      ASSERT_EQ(at(valid, cycle), front.valid) << name << " " << cycle;
      if (front.valid) {
        ASSERT_EQ(at(value, cycle), front.value.value_or(0)) << name << " " << cycle;
      }
      std::int64_t inside = 0;
      for (const TraceTransfer& t : transfers) inside += t.put <= cycle && (!t.taken || *t.taken >= cycle);
      ASSERT_EQ(at(occupancy, cycle), inside) << name << " " << cycle;
    }
  }
}

// What fst2vcd makes of a file: the changes of each signal, by its full name.
std::map<std::string, std::map<std::int64_t, std::string>> read_fst(const std::string& path) {
  std::map<std::string, std::map<std::int64_t, std::string>> signals;
  std::map<std::string, std::string> names;
  std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(("fst2vcd '" + path + "' 2>/dev/null").c_str(), "r"),
                                             pclose);
  std::string scope, line, before;
  std::int64_t time = 0, zero = 0;
  bool values = false;  // after the declarations
  for (int c = 0; (c = std::fgetc(pipe.get())) != EOF;) {
    if (c != '\n') {
      line += static_cast<char>(c);
      continue;
    }
    std::istringstream words(line);
    std::string first, second, third, fourth, fifth;
    words >> first >> second >> third >> fourth >> fifth;
    if (first == "$scope") scope += third + ".";
    if (first == "$upscope") scope.erase(scope.find_last_of('.', scope.size() - 2) + 1);
    if (first == "$var") names[fourth] = scope + fifth;
    values |= first == "$enddefinitions";
    if (before == "$timezero") zero = std::stoll(first);
    before = first;
    if (!values) first = "$";
    if (first[0] == '#') time = std::stoll(first.substr(1)) + zero;
    if (first[0] == 'b' || first[0] == 's') signals[names.at(second)][time] = first.substr(1);
    if (first[0] == '0' || first[0] == '1' || first[0] == 'x')
      signals[names.at(first.substr(1))][time] = first.substr(0, 1);
    line.clear();
  }
  return signals;
}

// Cycle 76 of a query, as `trace diff` says it, is where `cycle` is 76; the clock rises there.
void expect_clock(const TraceReader& trace, const std::map<std::int64_t, std::string>& clock,
                  const std::map<std::int64_t, std::string>& cycle) {
  for (const TraceQuery& query : trace.queries()) {
    const auto start = static_cast<std::int64_t>(query.start - trace.queries()[0].start);
    for (TraceCycle c = 0; c < query.cycles; ++c) {
      std::string bits;
      for (int bit = 63; bit >= 0; --bit) bits += static_cast<char>('0' + (c >> bit & 1));
      ASSERT_EQ(cycle.at(3750 * (start + c)), bits) << "query " << query.id << ", cycle " << c;
      ASSERT_EQ(clock.at(3750 * (start + c)), "1");
      ASSERT_EQ(clock.at(3750 * (start + c) + 1875), "0");
    }
  }
}

TEST_F(Export, FstIsReadBackByGtkwavesTool) {
  if (!can_export_fst()) GTEST_SKIP() << "built without Verilator's FST writer";
  if (std::system("command -v fst2vcd > /dev/null") != 0)
    GTEST_SKIP() << "fst2vcd (gtkwave) is not installed";
  const TraceReader trace(path);
  const std::string fst = folder.file("t.fst");
  export_fst(trace, fst);
  const auto signals = read_fst(fst);
  const trace_detail::SignalSource source(trace);
  std::map<std::string, std::map<std::int64_t, std::string>> expected;
  for (const TraceQuery& query : trace.queries()) {
    for (const auto& change : source.changes(query, {})) {
      const trace_detail::Signal& signal = source.signals()[change.signal];
      std::string value = change.text;
      for (std::uint32_t bit = signal.bits; bit-- > 0;)
        value += change.defined ? static_cast<char>('0' + (change.number >> bit & 1)) : 'x';
      expected["chip." + (signal.scope.empty() ? "" : signal.scope + ".") + signal.name]
              [3750 * (change.cycle - static_cast<TraceCycle>(trace.queries()[0].start))] = value;
    }
  }
  std::size_t compared = 0;
  for (const auto& [name, changes] : expected) {
    ASSERT_EQ(signals.count(name), 1u) << name;
    std::string last = "none";
    for (const auto& [time, value] : changes) {
      const auto read = signals.at(name).find(time);
      if (value == last && read == signals.at(name).end()) continue;  // no change
      last = value;
      ASSERT_NE(read, signals.at(name).end()) << name << " at " << time;
      // VCD leaves out leading zeros; and all but one of leading x.
      const std::string text = read->second;
      const bool number = value.find_first_not_of("01x") == std::string::npos && !value.empty();
      const std::string padded =
          number && text.size() < value.size()
              ? std::string(value.size() - text.size(), text[0] == 'x' ? 'x' : '0') + text
              : text;
      ASSERT_EQ(padded, value) << name << " at " << time;
      ++compared;
    }
  }
  EXPECT_GT(compared, 10'000u);
  expect_clock(trace, signals.at("chip.clock"), signals.at("chip.cycle"));
  EXPECT_THROW(export_fst(trace, folder.file("no/such")), InputError);
  export_fst(trace, folder.file("again.fst"));
  EXPECT_EQ(bytes_of(folder.file("again.fst")), bytes_of(fst));
}

// Without GTKWave's tool: the lines of what the file declares, as its reader tells them.
TEST_F(Export, FstOpensEachScopeOnceAndHasAClock) {
  if (!can_export_fst()) GTEST_SKIP() << "built without Verilator's FST writer";
  if (std::system("command -v fst2vcd > /dev/null") != 0)
    GTEST_SKIP() << "fst2vcd (gtkwave) is not installed";
  export_fst(TraceReader(path), folder.file("t.fst"));
  std::unique_ptr<FILE, int (*)(FILE*)> pipe(
      popen(("fst2vcd '" + folder.file("t.fst") + "' 2>/dev/null").c_str(), "r"), pclose);
  std::map<std::string, int> opened;
  std::string scope;
  char line[4096];
  while (std::fgets(line, sizeof line, pipe.get()) != nullptr) {
    std::istringstream words(line);
    std::string first, second, third;
    words >> first >> second >> third;
    if (first == "$scope") ++opened[scope += third + "."];
    if (first == "$upscope") scope.erase(scope.find_last_of('.', scope.size() - 2) + 1);
    if (first == "$enddefinitions") break;
  }
  EXPECT_GT(opened.size(), 20u);
  for (const auto& [name, times] : opened) EXPECT_EQ(times, 1) << name;
}

TEST_F(Export, FstOfAWindowHasItsCycles) {
  if (!can_export_fst() || std::system("command -v fst2vcd > /dev/null") != 0) GTEST_SKIP() << "no fst2vcd";
  ExportWindow window;
  window.cycles = {100, 200};
  window.from_pose = 1;
  export_fst(TraceReader(path), folder.file("t.fst"), window);
  const auto signals = read_fst(folder.file("t.fst"));
  EXPECT_EQ(signals.at("chip.cycle").at(3750 * 150), std::string(56, '0') + "10010110")
      << "time 0 is that of the first query exported";
}

}  // namespace
}  // namespace collisionchip
