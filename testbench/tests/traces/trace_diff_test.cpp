// The difference of two traces: none where there is none, and the first one wherever it was planted.
#include "collisionchip/traces/read/trace_diff.h"
#include "collisionchip/testbench/tests/traces/trace_support.h"
#include "collisionchip/traces/file/sqlite.h"

namespace collisionchip {
namespace {

using namespace testing_support;

struct Difference : ::testing::Test {
  TemporaryFolder folder;
  std::string a = folder.file("a.sqlite"), b = folder.file("b.sqlite");
  ObjectPair objects = tori();
  RecordedRun run;

  Difference() {
    run.poses = some_poses(3);
    record(run, objects, a);
  }
  // Copies A and changes cell `cell` of row `row` of the middle chunk of a stream.
  void plant(const std::string& stream, int row, int cell, int change) {
    std::filesystem::copy_file(a, b, std::filesystem::copy_options::overwrite_existing);
    SqliteDatabase database(b, SQLITE_OPEN_READWRITE);
    const std::string place = "'$[" + std::to_string(row) + "][" + std::to_string(cell) + "]'";
    database.execute("UPDATE chunk SET data = json_set(data, " + place + ", json_extract(data, " + place +
                     ") + " + std::to_string(change) +
                     ") WHERE id = (SELECT id FROM chunk WHERE query = 1 AND stream = (" + stream +
                     ") ORDER BY id LIMIT 1)");
  }
  TraceDiff diff(const TraceDiffOptions& options = {}) const {
    return diff_traces(TraceReader(a), TraceReader(b), options);
  }
  static std::string channel(const std::string& name) {
    return "SELECT s.id FROM stream s JOIN channel c ON c.id = s.channel WHERE c.name = '" + name + "'";
  }
  static std::string unit(const std::string& name) {
    return "SELECT s.id FROM stream s JOIN unit u ON u.id = s.unit WHERE u.name = '" + name + "'";
  }
  static std::string kind(const std::string& name) {
    return "SELECT id FROM stream WHERE kind = '" + name + "'";
  }
  // One row of one stream.
  static void expect_one(const TraceDiff& diff, const std::string& where, TraceCycle cycle) {
    ASSERT_TRUE(diff.first) << where;
    EXPECT_EQ(diff.first->where, where);
    EXPECT_EQ(diff.first->query, 1u);
    EXPECT_EQ(diff.first->cycle, cycle);
    EXPECT_NE(diff.first->a, diff.first->b);
    for (const TraceStreamDiff& stream : diff.streams) {
      EXPECT_EQ(stream.different, stream.where == where ? 1u : 0u) << stream.where;
      EXPECT_EQ(stream.events_a, stream.events_b) << stream.where;
    }
  }
};

TEST_F(Difference, NoneBetweenTwoRecordingsOfTheSame) {
  run.construction_order = 777;
  record(run, objects, b);
  const TraceDiff result = diff();
  EXPECT_TRUE(result.same());
  EXPECT_EQ(result.notes, std::vector<std::string>{});
  EXPECT_EQ(result.streams.size(), 1 + 23 + 9 + 3u);
  for (const TraceStreamDiff& stream : result.streams) {
    EXPECT_EQ(stream.different, 0u) << stream.where;
    const bool quiet =
        stream.where == "channel triangle_unit.stop" || stream.where == "channel pci_interface.stop";
    EXPECT_EQ(stream.events_a > 0, !quiet) << stream.where;
  }
}

TEST_F(Difference, OfASingleCycle) {
  const TraceReader trace(a);
  const TraceTransfer flags = transfers_of(trace, 1, "dop_unit.flags").at(20);
  plant(channel("dop_unit.flags"), 20, 1, 1);  // visible, and with it taken
  expect_one(diff(), "channel dop_unit.flags", flags.visible);
  plant(channel("dop_unit.flags"), 20, 2, 1);  // taken
  expect_one(diff(), "channel dop_unit.flags", *flags.taken);
  const TracePhase phase = all_of(trace.phases(1, trace.unit("stack_engine")->id)).at(7);
  plant(unit("stack_engine"), 7, 1, -1);
  expect_one(diff(), "unit stack_engine", phase.end - 1);
  const TraceCommand command = all_of(trace.commands(1, 0)).at(5);
  plant(kind("sdram_command"), 5, 0, 1);
  expect_one(diff(), "sdram commands", command.cycle);
  const TraceRead read = all_of(trace.reads(1, 0)).at(9);
  plant(kind("memory_read"), 9, 2, 1);
  expect_one(diff(), "memory reads", read.first_beat);
  const TraceList list = all_of(trace.lists(1)).at(3);
  plant(kind("list"), 3, 2, 2);
  expect_one(diff(), "lists", list.end);
}

TEST_F(Difference, OfASingleBit) {
  const TraceReader trace(a);
  const TraceTransfer flags = transfers_of(trace, 1, "dop_unit.flags").at(11);
  plant(channel("dop_unit.flags"), 11, 4, 1);
  expect_one(diff(), "channel dop_unit.flags", flags.visible);
  EXPECT_NE(diff().first->a.find("value " + std::to_string(*flags.value)), std::string::npos);
  const TraceTransfer data = transfers_of(trace, 1, "memory_controller.aligned_data").at(4);
  plant(channel("memory_controller.aligned_data"), 4, 6, 1);
  expect_one(diff(), "channel memory_controller.aligned_data", data.visible);
  const TraceCommand command = all_of(trace.commands(1, 0)).at(8);
  plant(kind("sdram_command"), 8, 2, 1);
  expect_one(diff(), "sdram commands", command.cycle);
  const TracePhase phase = all_of(trace.phases(1, trace.unit("pointer_fifo")->id)).at(2);
  plant(unit("pointer_fifo"), 2, 2, 1);
  expect_one(diff(), "unit pointer_fifo", phase.begin);
}

TEST_F(Difference, TheFirstOfSeveralIsTheEarliest) {
  const TraceReader trace(a);
  plant(kind("list"), 0, 2, 1);
  const TraceTransfer first = transfers_of(trace, 0, "dop_unit.flags").at(0);
  SqliteDatabase(b, SQLITE_OPEN_READWRITE)
      .execute("UPDATE chunk SET data = json_set(data, '$[0][4]', 99) WHERE query = 0 AND stream = (" +
               channel("dop_unit.flags") + ")");
  const TraceDiff result = diff();
  EXPECT_EQ(result.first->where, "channel dop_unit.flags");
  EXPECT_EQ(result.first->query, 0u);
  EXPECT_EQ(result.first->cycle, first.visible);
}

// Between two models only what the contracts fix counts.
TEST_F(Difference, OfContractsLeavesOutWhenItemsWerePutAndTaken) {
  TraceDiffOptions contract;
  contract.contract_only = true;
  plant(channel("dop_unit.flags"), 20, 2, 1);  // taken
  EXPECT_TRUE(diff(contract).same());
  EXPECT_FALSE(diff().same());
  plant(channel("dop_unit.flags"), 20, 1, 1);  // visible
  EXPECT_FALSE(diff(contract).same());
  plant(channel("dop_unit.flags"), 20, 4, 1);  // value
  EXPECT_FALSE(diff(contract).same());
}

TEST_F(Difference, OfAnotherConfigurationNamesTheKeyAndTheCycle) {
  run.config.sdram.t_cl = 5;
  record(run, objects, b);
  const TraceDiff result = diff();
  ASSERT_EQ(result.notes.size(), 1u);
  EXPECT_EQ(result.notes[0], "sdram.t_cl: 4 against 5");
  // The first read comes one cycle later; everything before it is the same.
  ASSERT_TRUE(result.first);
  EXPECT_EQ(result.first->query, 0u);
  EXPECT_EQ(result.first->cycle, all_of(TraceReader(a).reads(0, 0)).at(0).first_beat);
}

TEST_F(Difference, OfLengthShowsWhereOneSideEnds) {
  run.poses.pop_back();
  record(run, objects, b);
  const TraceDiff result = diff();
  ASSERT_TRUE(result.first);
  EXPECT_EQ(result.first->where, "queries");
  EXPECT_EQ(result.first->query, 2u);
  EXPECT_EQ(result.first->b, "nothing");
  RecorderWindow window;
  window.units = {"dop_unit"};
  run.poses = some_poses(3);
  run.window = window;
  record(run, objects, b);
  const TraceDiff part = diff();
  EXPECT_EQ(part.notes, std::vector<std::string>{"recorded: all against units dop_unit"});
  EXPECT_EQ(part.first->b, "nothing");
}

TEST_F(Difference, OfAWindow) {
  plant(channel("dop_unit.flags"), 20, 4, 1);
  const TraceTransfer flags = transfers_of(TraceReader(a), 1, "dop_unit.flags").at(20);
  TraceDiffOptions options;
  options.window = {kTraceBegin, flags.put};
  EXPECT_TRUE(diff(options).same());
  options.window = {flags.put, flags.put + 1};
  EXPECT_FALSE(diff(options).same());
}

TEST(OtherModels, AreSeenInModelAndUnits) {
  TraceRun a, b;
  a.model = b.model = "tlm";
  a.configuration = R"({"units": {"dop_unit": "tlm"}, "sdram": {"banks": 4}})";
  b.configuration = R"({"units": {"dop_unit": "tlm"}, "sdram": {"banks": 8}})";
  EXPECT_FALSE(are_other_models(a, b)) << "another machine, the same models";
  b.configuration = R"({"units": {"dop_unit": "rtl"}, "sdram": {"banks": 4}})";
  EXPECT_TRUE(are_other_models(a, b));
  b = a;
  b.model = "rtl";
  EXPECT_TRUE(are_other_models(a, b));
}

}  // namespace
}  // namespace collisionchip
