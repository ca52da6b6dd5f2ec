// Traces of machines with several channels of memory: the reads and commands of each are told apart.
#include <algorithm>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "collisionchip/testbench/tests/system/grouped_objects.h"
#include "collisionchip/testbench/tests/traces/trace_support.h"
#include "collisionchip/tlm/checkers/sdram_command_checker.h"
#include "collisionchip/tlm/machine/netlist.h"
#include "collisionchip/tlm/machines/presets.h"
#include "collisionchip/traces/export/dramsys_export.h"
#include "collisionchip/traces/export/perfetto_export.h"
#include "collisionchip/traces/export/signal_changes.h"
#include "collisionchip/traces/file/sqlite.h"
#include "collisionchip/traces/read/trace_diff.h"

namespace collisionchip {
namespace {

using namespace testing_support;

constexpr std::uint32_t kChannels = 4;

struct ChannelTraces : ::testing::Test {
  TemporaryFolder folder;
  std::string path = folder.file("t.sqlite");
  RecordedRun run;

  ChannelTraces() {
    run.config = preset("beyond");
    run.config.memory.channels = kChannels;
    run.config.sdram.bus_bytes = 32;
    run.config.memory.interleave_bytes = 64;
    run.config.sdram.command_cycles = 1;
    run.poses = some_poses(2);
  }
  std::vector<ChipAnswer> recorded(const std::string& name) const {
    return record(run, tori_in_groups(), folder.file(name));
  }
};

TEST_F(ChannelTraces, ChangeNoCycleAndAreTheSameFileTwice) {
  run.checkers = true;
  const auto with = recorded("t.sqlite"), without = record(run, tori_in_groups(), std::nullopt);
  ASSERT_EQ(with.size(), without.size());
  for (std::size_t i = 0; i < with.size(); ++i) EXPECT_EQ(account_of(with[i]), account_of(without[i]));
  run.construction_order = 4711;
  recorded("again.sqlite");
  EXPECT_EQ(bytes_of(folder.file("again.sqlite")), bytes_of(path));
}

// Request channel, wires and READs of each channel tell the same story; all of them together that of the counters.
TEST_F(ChannelTraces, EachHasTheReadsThatWereAskedOfIt) {
  const std::vector<ChipAnswer> answers = recorded("t.sqlite");
  const TraceReader trace(path);
  ASSERT_EQ(trace.memories(), kChannels);
  for (std::uint32_t query = 0; query < 2; ++query) {
    std::uint64_t bytes = 0;
    for (std::uint32_t memory = 0; memory < kChannels; ++memory) {
      const auto requests = transfers_of(trace, query, numbered("record_cache.burst_requests", memory));
      const std::vector<TraceRead> reads = all_of(trace.reads(query, memory));
      std::vector<TraceCommand> columns;
      for (const TraceCommand& command : all_of(trace.commands(query, memory))) {
        if (command.beats > 0) columns.push_back(command);
      }
      ASSERT_GT(reads.size(), 20u);
      ASSERT_EQ(reads.size(), requests.size());
      ASSERT_EQ(reads.size(), columns.size());
      for (std::size_t i = 0; i < reads.size(); ++i) {
        EXPECT_EQ(reads[i].number, i);
        EXPECT_EQ(reads[i].request, *requests[i].taken);
        EXPECT_EQ(static_cast<std::int64_t>(reads[i].address), *requests[i].value);
        EXPECT_EQ(static_cast<std::uint32_t>(reads[i].purpose), *requests[i].kind);
        EXPECT_EQ(run.config.channel_map().channel_of(reads[i].address), memory);
        EXPECT_EQ(reads[i].first_beat, columns[i].cycle + run.config.sdram.t_cl);
        bytes += reads[i].bytes;
      }
    }
    EXPECT_EQ(bytes, counter(answers[query], "sdram.bytes"));
  }
}

SdramCommand command_of(const TraceCommand& command) {
  constexpr SdramCommandKind kKinds[] = {SdramCommandKind::activate,  SdramCommandKind::read,
                                         SdramCommandKind::read,      SdramCommandKind::precharge,
                                         SdramCommandKind::precharge, SdramCommandKind::refresh};
  return {static_cast<Cycle>(command.cycle),
          kKinds[static_cast<int>(command.kind)],
          command.kind == TraceCommandKind::read_precharge,
          command.kind == TraceCommandKind::precharge_all || command.kind == TraceCommandKind::refresh,
          command.bank,
          command.row,
          command.column,
          command.beats};
}

TEST_F(ChannelTraces, TheCommandsOfEachKeepTheRulesThatThoseOfTwoTogetherBreak) {
  recorded("t.sqlite");
  const TraceReader trace(path);
  const auto broken = [&](const std::vector<std::uint32_t>& memories) {
    SdramCommandChecker checker(run.config.memory_side());
    for (const std::uint32_t memory : memories) {
      for (const TraceCommand& command : all_of(trace.commands(0, memory)))
        checker.write(command_of(command));
    }
    checker.finish();
    return checker.violations();
  };
  for (std::uint32_t memory = 0; memory < kChannels; ++memory)
    EXPECT_EQ(broken({memory}), std::vector<std::string>{});
  EXPECT_NE(broken({0, 1}), std::vector<std::string>{});
}

TEST_F(ChannelTraces, SqlSaysOfWhichMemoryAndOfOneMemorySaysNothing) {
  recorded("t.sqlite");
  const TraceReader trace(path);
  const SqliteDatabase several(path, SQLITE_OPEN_READONLY);
  for (std::uint32_t memory = 0; memory < kChannels; ++memory) {
    const std::string of_it = " WHERE query = 1 AND memory = " + std::to_string(memory);
    EXPECT_EQ(several.integer("SELECT count(*) FROM memory_read" + of_it),
              static_cast<std::int64_t>(all_of(trace.reads(1, memory)).size()));
    EXPECT_EQ(several.integer("SELECT count(*) FROM sdram_command" + of_it),
              static_cast<std::int64_t>(all_of(trace.commands(1, memory)).size()));
  }
  run.config.memory.channels = 1;
  recorded("one.sqlite");
  EXPECT_EQ(TraceReader(folder.file("one.sqlite")).memories(), 1u);
  EXPECT_THROW(SqliteDatabase(folder.file("one.sqlite"), SQLITE_OPEN_READONLY)
                   .integer("SELECT count(memory) FROM memory_read"),
               SqliteError);
}

TEST_F(ChannelTraces, DramsysGetsAFileForEachWithAddressesInIt) {
  run.config.sdram.mode_burst = 2;  // 64 bytes: a piece
  recorded("t.sqlite");
  const TraceReader trace(path);
  export_dramsys(trace, folder.file("reads.stl"));
  for (std::uint32_t memory = 0; memory < kChannels; ++memory) {
    std::string expected;
    for (const TraceQuery& query : trace.queries()) {
      for (const TraceRead& read : all_of(trace.reads(query.id, memory))) {
        const auto cycle = static_cast<TraceCycle>(query.start - trace.queries()[0].start) + read.request;
        expected += fmt::format("{}: read {:#x}\n", cycle,
                                read.address / (64 * kChannels) * 64);  // at most a piece each
      }
    }
    EXPECT_EQ(bytes_of(folder.file(numbered("reads", memory) + ".stl")), expected);
  }
}

TEST_F(ChannelTraces, PerfettoAndWavesShowEachByItself) {
  recorded("t.sqlite");
  const TraceReader trace(path);
  export_perfetto(trace, folder.file("t.json"), {});
  const auto events = nlohmann::json::parse(bytes_of(folder.file("t.json"))).at("traceEvents");
  const trace_detail::SignalSource source(trace);
  for (std::uint32_t memory = 0; memory < kChannels; ++memory) {
    const std::string name = numbered("sdram", memory);
    std::set<int> groups;
    for (const auto& event : events) {
      if (event.at("name") == "process_name" && event.at("args").at("name") == name)
        groups.insert(event.at("pid").get<int>());
    }
    ASSERT_EQ(groups.size(), 1u) << name;
    std::multiset<std::int64_t> bursts, shown, expected;
    for (const auto& event : events) {
      if (event.at("ph") == "X" && event.at("pid") == *groups.begin() && event.at("tid") == 1)
        bursts.insert(event.at("args").at("address").get<std::int64_t>());
    }
    for (const TraceQuery& query : trace.queries()) {
      for (const TraceRead& read : all_of(trace.reads(query.id, memory))) expected.insert(read.address);
      for (const auto& change : source.changes(query, {})) {
        const trace_detail::Signal& signal = source.signals()[change.signal];
        if (signal.scope == name && signal.name == "data_address" && change.defined)
          shown.insert(change.number);
      }
    }
    EXPECT_EQ(bursts, expected) << name;
    EXPECT_EQ(shown, expected) << name;
  }
}

TEST_F(ChannelTraces, DiffCountsAndComparesEach) {
  recorded("t.sqlite");
  run.config.sdram.t_cl += 3;
  recorded("slow.sqlite");
  const TraceReader trace(path), slow(folder.file("slow.sqlite"));
  EXPECT_FALSE(diff_traces(trace, trace, {}).first);
  const TraceDiff diff = diff_traces(trace, slow, {});
  for (std::uint32_t memory = 0; memory < kChannels; ++memory) {
    const auto stream = std::find_if(
        diff.streams.begin(), diff.streams.end(),
        [&](const TraceStreamDiff& each) { return each.where == numbered("memory", memory) + " reads"; });
    ASSERT_NE(stream, diff.streams.end()) << memory;
    EXPECT_EQ(stream->events_a,
              all_of(trace.reads(0, memory)).size() + all_of(trace.reads(1, memory)).size());
    EXPECT_GT(stream->different, 0u);
  }
}

TEST_F(ChannelTraces, AWindowOfTheSdramIsThatOfAllChannels) {
  recorded("all.sqlite");
  run.window.units = {"sdram"};
  recorded("t.sqlite");
  run.window.units = {"memory_controller"};
  recorded("controllers.sqlite");
  const TraceReader all(folder.file("all.sqlite")), sdram(path), units(folder.file("controllers.sqlite"));
  for (std::uint32_t memory = 0; memory < kChannels; ++memory) {
    EXPECT_EQ(all_of(sdram.commands(0, memory)).size(), all_of(all.commands(0, memory)).size());
    EXPECT_EQ(all_of(sdram.reads(0, memory)).size(), all_of(all.reads(0, memory)).size());
    const std::uint32_t unit = all.unit(numbered("memory_controller", memory))->id;
    EXPECT_EQ(all_of(units.phases(0, unit)).size(), all_of(all.phases(0, unit)).size());
    EXPECT_EQ(all_of(units.commands(0, memory)).size(), 0u);
    EXPECT_EQ(all_of(sdram.phases(0, unit)).size(), 0u);
  }
}

}  // namespace
}  // namespace collisionchip
