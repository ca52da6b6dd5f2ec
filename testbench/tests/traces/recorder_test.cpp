// What a recording holds agrees with everything else that is known about the run: statistics, counters,
// channel contracts; and it changes nothing.
#include <map>
#include <set>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/tests/traces/trace_support.h"
#include "collisionchip/tlm/machine/register_map.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

using namespace testing_support;

ChipConfig crowded() {
  ChipConfig config;
  config.pointer_fifo.depth = 3;
  config.pointer_fifo.threshold = 2;
  config.triangle_unit.queue_depth = 1;
  config.memory_controller.request_queue_depth = 1;
  config.stack_sram.entries = 8;  // queries are finished in parts
  config.sdram.queue_depth = 1;
  return config;
}

struct Case {
  const char* name;
  ChipConfig config;
  bool first_witness;
  std::size_t channels = 23, matrix_bursts = 4;
};

std::vector<Case> cases() {
  return {{"paper41", preset("paper41"), false},
          {"paper52", preset("paper52"), false},
          {"paper52-eq5", preset("paper52-eq5"), false},
          {"bruteforce", preset("bruteforce"), false, 11, 1},
          {"crowded", crowded(), false},
          {"witness", preset("paper41"), true}};
}

struct Recording : ::testing::Test {
  TemporaryFolder folder;
  ObjectPair objects = tori();

  RecordedRun run_of(const Case& c) const {
    RecordedRun run;
    run.config = c.config;
    run.first_witness = c.first_witness;
    run.poses = some_poses(3);
    return run;
  }
};

TEST_F(Recording, ChangesNoCycle) {
  for (const Case& c : cases()) {
    RecordedRun run = run_of(c);
    run.checkers = true;
    const std::vector<ChipAnswer> with = record(run, objects, folder.file("t.sqlite"));
    const std::vector<ChipAnswer> without = record(run, objects, std::nullopt);
    ASSERT_EQ(with.size(), without.size());
    for (std::size_t i = 0; i < with.size(); ++i)
      EXPECT_EQ(account_of(with[i]), account_of(without[i])) << c.name;
  }
}

TEST_F(Recording, IsTheSameFileByteByByte) {
  for (const Case& c : cases()) {
    const RecordedRun run = run_of(c);
    record(run, objects, folder.file("1.sqlite"));
    record(run, objects, folder.file("2.sqlite"));
    EXPECT_EQ(bytes_of(folder.file("1.sqlite")), bytes_of(folder.file("2.sqlite"))) << c.name;
  }
}

TEST_F(Recording, DoesNotDependOnTheOrderOfConstruction) {
  for (const Case& c : cases()) {
    RecordedRun run = run_of(c);
    record(run, objects, folder.file("1.sqlite"));
    run.construction_order = 12345;
    record(run, objects, folder.file("2.sqlite"));
    EXPECT_EQ(bytes_of(folder.file("1.sqlite")), bytes_of(folder.file("2.sqlite"))) << c.name;
  }
}

// The sums of a pose's phases, its sub-queries added up.
std::map<std::string, Cycle> sums_of(const TraceReader& trace, std::uint64_t pose, const TraceUnit& unit) {
  std::map<std::string, Cycle> sums;
  for (const TraceQuery& query : trace.queries()) {
    if (query.pose != pose) continue;
    TraceCycle at = 0;
    auto phases = trace.phases(query.id, unit.id);
    while (const TracePhase* phase = phases.next()) {
      EXPECT_EQ(phase->begin, at) << unit.name << ": phases join";
      EXPECT_GT(phase->end, phase->begin) << unit.name;
      at = phase->end;
      sums[unit.states.at(phase->state)] += static_cast<Cycle>(phase->end - phase->begin);
    }
    EXPECT_EQ(at, query.cycles) << unit.name << ": and cover the query";
  }
  return sums;
}

TEST_F(Recording, PhasesAddUpToTheAccounts) {
  for (const Case& c : cases()) {
    const std::vector<ChipAnswer> answers = record(run_of(c), objects, folder.file("t.sqlite"));
    const TraceReader trace(folder.file("t.sqlite"));
    std::size_t compared = 0;
    for (std::size_t pose = 0; pose < answers.size(); ++pose) {
      for (const UnitCycles& account : answers[pose].units) {
        const TraceUnit* unit = trace.unit(account.unit);
        if (account.unit == "sdram") continue;
        ASSERT_NE(unit, nullptr) << account.unit;
        std::map<std::string, Cycle> sums = sums_of(trace, pose, *unit);
        EXPECT_EQ(sums["busy"], account.busy) << c.name << " " << account.unit;
        EXPECT_EQ(sums["idle"], account.idle) << c.name << " " << account.unit;
        for (const auto& [cause, cycles] : account.stalls)
          EXPECT_EQ(sums[cause], cycles) << c.name << " " << account.unit << " " << cause;
        ++compared;
      }
    }
    EXPECT_EQ(compared, answers.size() * trace.units().size());
  }
}

// The rules of tlm/kernel/channel.h: latency, order, capacity.
void expect_channel_contract(const TraceChannel& channel, const std::vector<TraceTransfer>& transfers) {
  std::multiset<TraceCycle> leaving;  // when the items that are in the channel leave it
  TraceTransfer last;
  for (std::size_t i = 0; i < transfers.size(); ++i) {
    const TraceTransfer& t = transfers[i];
    EXPECT_EQ(t.number, i) << channel.name;
    EXPECT_GE(t.visible, t.put + channel.latency) << channel.name << " " << i;
    EXPECT_GE(t.taken.value_or(kTraceEnd), t.visible) << channel.name << " " << i;
    if (i > 0) {
      EXPECT_GE(t.put, last.put) << channel.name << " " << i;
      EXPECT_GE(t.visible, last.visible) << channel.name << " " << i;
      EXPECT_GE(t.taken.value_or(kTraceEnd), last.taken.value_or(kTraceEnd)) << channel.name << " " << i;
    }
    leaving.erase(leaving.begin(), leaving.lower_bound(t.put));  // a slot is free one cycle later
    leaving.insert(t.taken.value_or(kTraceEnd));
    EXPECT_LE(leaving.size(), channel.capacity) << channel.name << " " << i;
    last = t;
  }
}

TEST_F(Recording, TransfersKeepTheContractsOfTheirChannels) {
  for (const Case& c : cases()) {
    record(run_of(c), objects, folder.file("t.sqlite"));
    const TraceReader trace(folder.file("t.sqlite"));
    EXPECT_EQ(trace.channels().size(), c.channels);
    for (const TraceQuery& query : trace.queries()) {
      for (const TraceChannel& channel : trace.channels()) {
        SCOPED_TRACE(c.name);
        expect_channel_contract(channel, all_of(trace.transfers(query.id, channel.id)));
      }
    }
  }
}

// How often each thing happened, over all queries of the trace.
std::map<std::string, std::uint64_t> counts_of(const TraceReader& trace) {
  std::map<std::string, std::uint64_t> counts;
  for (const TraceQuery& query : trace.queries()) {
    for (const TraceChannel& channel : trace.channels())
      counts[channel.name] += all_of(trace.transfers(query.id, channel.id)).size();
    for (const TraceCommand& command : all_of(trace.commands(query.id, 0))) ++counts[name_of(command.kind)];
    for (const TraceRead& read : all_of(trace.reads(query.id, 0))) {
      ++counts[name_of(read.purpose)];
      counts["bytes"] += read.bytes;
    }
    for (const TraceList& list : all_of(trace.lists(query.id))) {
      ++counts["lists"];
      counts["aligned_pairs"] += list.aligned_pairs;
      counts["answered"] += list.answered;
      counts["discarded"] += list.discarded;
      counts["kept"] += list.kept ? 1 : 0;
    }
    if (trace.channel("stack_engine.leaf_tests") != nullptr) {
      for (const TraceTransfer& flags : transfers_of(trace, query.id, "stack_engine.leaf_tests")) {
        if (flags.kind == 0)
          counts["tests"] += static_cast<std::uint64_t>(__builtin_popcountll(*flags.value));
      }
    } else {
      for (const TraceTransfer& command : transfers_of(trace, query.id, "pair_sequencer.tile_commands")) {
        if (command.kind == 1) counts["tests"] += static_cast<std::uint64_t>(*command.detail);
      }
    }
  }
  return counts;
}

TEST_F(Recording, CountsWhatTheCountersCount) {
  for (const Case& c : cases()) {
    if (c.first_witness) continue;  // what is under way when a query is stopped is counted, but has no end
    const std::vector<ChipAnswer> answers = record(run_of(c), objects, folder.file("t.sqlite"));
    std::map<std::string, std::uint64_t> counts = counts_of(TraceReader(folder.file("t.sqlite")));
    ChipAnswer sum;
    std::uint64_t read = 0, activated = 0, bytes = 0, tumbled = 0, aligned = 0, triangles = 0, kept = 0;
    for (const ChipAnswer& answer : answers) {
      sum.lists += answer.lists;
      sum.aligned_pairs += answer.aligned_pairs;
      sum.triangle_tests += answer.triangle_tests;
      sum.unfinished += answer.unfinished;
      read += counter(answer, "sdram.reads");
      activated += counter(answer, "sdram.activates");
      bytes += counter(answer, "sdram.bytes");
      tumbled += counter(answer, "memory_controller.tumbled_pairs");
      aligned += counter(answer, "memory_controller.aligned_pairs");
      kept += counter(answer, "stack_engine.lists_kept");
      triangles += counter(answer, "memory_controller.triangles");
    }
    SCOPED_TRACE(c.name);
    EXPECT_EQ(counts["pci_interface.start"], answers.size() + sum.unfinished);
    EXPECT_EQ(counts["pci_interface.mmm_writes"], c.matrix_bursts * answers.size());
    EXPECT_EQ(counts["lists"], sum.lists);
    EXPECT_EQ(counts["aligned_pairs"], sum.aligned_pairs);
    EXPECT_EQ(counts["answered"], sum.aligned_pairs);
    EXPECT_EQ(counts["dop_unit.flags"], sum.aligned_pairs);
    EXPECT_EQ(counts["tests"], sum.triangle_tests);
    const bool commands = c.config.sdram.model == SdramModel::banks;
    EXPECT_EQ(counts["read"] + counts["read_precharge"], commands ? read : 0);
    EXPECT_EQ(counts["activate"], activated);
    EXPECT_EQ(counts["bytes"], bytes);
    EXPECT_EQ(counts["tumbled_pair"], tumbled);
    EXPECT_EQ(counts["aligned_pair"], aligned);
    EXPECT_EQ(counts["triangle"], triangles);
    EXPECT_EQ(counts["memory_controller.aligned_data"], aligned);
    EXPECT_EQ(counts["kept"], kept);
    const std::uint64_t used = counts["lists"] - counts["kept"] + counts["discarded"];
    EXPECT_LE(used, tumbled);
    EXPECT_LE(tumbled, used + counts["pci_interface.start"]) << "but for what the last list prefetched";
  }
}

// What the wires carried, seen from three places: request channels, TLM-2.0 socket, SDRAM commands.
TEST_F(Recording, RequestsReadsAndCommandsTellTheSameStory) {
  for (const char* name : {"paper41", "paper52"}) {
    RecordedRun run;
    run.config = preset(name);
    run.poses = some_poses(1);
    record(run, objects, folder.file("t.sqlite"));
    const TraceReader trace(folder.file("t.sqlite"));
    std::vector<TraceTransfer> requests = transfers_of(trace, 0, "stack_engine.requests");
    const std::vector<TraceTransfer> triangles = transfers_of(trace, 0, "triangle_unit.requests");
    requests.insert(requests.end(), triangles.begin(), triangles.end());
    std::stable_sort(requests.begin(), requests.end(),
                     [](const TraceTransfer& a, const TraceTransfer& b) { return *a.taken < *b.taken; });
    const std::vector<TraceRead> reads = all_of(trace.reads(0, 0));
    std::vector<TraceCommand> columns;
    for (const TraceCommand& command : all_of(trace.commands(0, 0))) {
      if (command.beats > 0) columns.push_back(command);
    }
    ASSERT_EQ(reads.size(), requests.size());
    ASSERT_EQ(reads.size(), columns.size());
    for (std::size_t i = 0; i < reads.size(); ++i) {
      EXPECT_EQ(reads[i].number, i);
      EXPECT_EQ(reads[i].request, *requests[i].taken);
      EXPECT_EQ(static_cast<std::int64_t>(reads[i].address), *requests[i].value);
      EXPECT_EQ(static_cast<std::uint32_t>(reads[i].purpose), *requests[i].kind);
      EXPECT_EQ(reads[i].first_beat, columns[i].cycle + run.config.sdram.t_cl);
      EXPECT_EQ(reads[i].end, reads[i].first_beat + columns[i].beats);
      EXPECT_GE(reads[i].accepted, reads[i].request);
    }
  }
}

TEST_F(Recording, ListsAreThoseOfTheTraversal) {
  RecordedRun run;
  run.poses = some_poses(1);
  record(run, objects, folder.file("t.sqlite"));
  const TraceReader trace(folder.file("t.sqlite"));
  const std::vector<TraceTransfer> commands = transfers_of(trace, 0, "stack_engine.list_commands");
  const std::vector<TraceTransfer> flags = transfers_of(trace, 0, "dop_unit.flags");
  std::vector<std::int64_t> tumbled;
  for (const TraceTransfer& request : transfers_of(trace, 0, "stack_engine.requests")) {
    if (request.kind == 0) tumbled.push_back(*request.value);
  }
  const std::vector<TraceList> lists = all_of(trace.lists(0));
  ASSERT_EQ(lists.size(), commands.size());
  std::size_t flag = 0, pair = 0, own = 0, discarded = 0, kept = 0;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    EXPECT_EQ(lists[i].number, i);
    EXPECT_EQ(lists[i].begin, commands[i].put);
    EXPECT_EQ(lists[i].aligned_pairs, *commands[i].value);
    EXPECT_EQ(lists[i].first_flags, flags[flag].taken);
    flag += lists[i].aligned_pairs;
    EXPECT_EQ(lists[i].end, *flags[flag - 1].taken);
    pair += lists[i].discarded;
    discarded += lists[i].discarded;
    EXPECT_EQ(lists[i].kept, *commands[i].kind == 1);
    kept += lists[i].kept ? 1 : 0;
    if (!lists[i].kept) own = pair++;
    EXPECT_EQ(static_cast<std::int64_t>(lists[i].tumbled.value()), tumbled[own]);
    EXPECT_GE(lists[i].begin, i > 0 ? lists[i - 1].end : 0);
  }
  EXPECT_GT(discarded, 0u) << "otherwise this says little";
  EXPECT_GT(kept, 0u) << "otherwise this says little";
}

TEST_F(Recording, SaysWhatWasRecorded) {
  RecordedRun run;
  run.poses = some_poses(2);
  run.config = crowded();
  record(run, objects, folder.file("t.sqlite"));
  const TraceReader trace(folder.file("t.sqlite"));
  EXPECT_TRUE(trace.complete());
  EXPECT_EQ(trace.run().model, "tlm");
  EXPECT_EQ(trace.run().clock_period_ps, 3750u);
  EXPECT_EQ(trace.run().window, "all");
  EXPECT_NE(trace.run().configuration.find("\"entries\":8"), std::string::npos);
  EXPECT_EQ(trace.run().configuration_hash.size(), 16u);
  std::uint32_t sub_query = 0;
  for (std::size_t i = 0; i < trace.queries().size(); ++i) {
    const TraceQuery& query = trace.queries()[i];
    EXPECT_EQ(query.id, i);
    sub_query = i > 0 && query.pose == trace.queries()[i - 1].pose ? sub_query + 1 : 0;
    EXPECT_EQ(query.sub_query, sub_query);
    EXPECT_GT(query.start, i > 0 ? trace.queries()[i - 1].start : 0);
  }
  EXPECT_EQ(trace.queries().back().pose, 1u);
  EXPECT_GT(trace.queries().size(), 2u) << "some lists overflowed";
}

TEST_F(Recording, AQueryThatFailsIsNotEnded) {
  RecordedRun run;
  JudgedSimulation simulation(run.config, {});
  RecorderOptions options;
  options.path = folder.file("t.sqlite");
  Recorder recorder(simulation.board(), run.config, options);
  simulation.driver().on_query_end.push_back([&] { recorder.end_query(); });
  simulation.driver().upload(objects.a, objects.b);
  // The first pair's children lie outside of the memory.
  sc_core::sc_time delay;
  NodePairData data;
  simulation.driver().read(registers::kSdramWindow, data.words.data(), sizeof data.words, delay);
  NodePair pair;
  kDop128.decode_dops(data.words.data(), pair.dops);
  pair.links = {{{0xffffff00, 0, false}, {0xffffff00, 0, false}}};
  kDop128.encode(pair, data.words.data());
  simulation.driver().write(registers::kSdramWindow, data.words.data(), sizeof data.words, delay);
  recorder.begin_pose(0);
  EXPECT_THROW(simulation.query(Pose{}), std::runtime_error);
  recorder.finish();
  const TraceReader trace(folder.file("t.sqlite"));
  ASSERT_EQ(trace.queries().size(), 1u);
  EXPECT_EQ(trace.queries()[0].cycles, -1);
}

}  // namespace
}  // namespace collisionchip
