// The file: what goes in comes out, by the reader and by SQL; what is not whole is refused.
#include <csignal>
#include <set>
#include <sstream>
#include <tuple>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/tests/traces/trace_support.h"
#include "collisionchip/traces/record/taps.h"

namespace collisionchip {
namespace {

using namespace testing_support;
using namespace trace_detail;

std::string refusal(const std::string& path, TraceReader::Accept accept = TraceReader::Accept::complete) {
  try {
    const TraceReader trace(path, accept);
    for (const TraceQuery& query : trace.queries()) {
      for (const TraceChannel& channel : trace.channels()) all_of(trace.transfers(query.id, channel.id));
      for (const TraceUnit& unit : trace.units()) all_of(trace.phases(query.id, unit.id));
      all_of(trace.commands(query.id, 0));
      all_of(trace.reads(query.id, 0));
      all_of(trace.lists(query.id));
    }
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

struct TraceFiles : ::testing::Test {
  TemporaryFolder folder;
  std::string path = folder.file("t.sqlite");

  void record_tori(std::size_t poses = 2) {
    RecordedRun run;
    run.poses = some_poses(poses);
    record(run, tori(), path);
  }
  void change(const std::string& sql) { SqliteDatabase(path, SQLITE_OPEN_READWRITE).execute(sql); }
};

// Items of a channel of our own, through tap, buffer, thread, file and reader; several chunks of them.
TEST_F(TraceFiles, HoldWhatTheTapSaw) {
  TraceContents contents;
  contents.channels = {{0, "a.b", "a", "c", 5, 2, "SramRequest", "", "", {"read", "write"}}};
  contents.streams = {{StreamKind::transfer, 0}};
  TraceWriter writer(path, contents);
  trace_detail::Recording recording{writer};
  StreamBuffer buffer(recording, 0, StreamKind::transfer);
  Channel<SramRequest> channel("a.b", 5, 2);
  TransferTap<SramRequest> tap(channel, recording, &buffer, {});
  tap.attach(true);

  constexpr Cycle kOrigin = 1000;
  constexpr int kItems = 5000;
  Random random(3);
  std::vector<TraceTransfer> expected;
  std::size_t taken = 0;
  bool started = false;
  for (Cycle now = kOrigin - 20; expected.size() < kItems || taken + 2 < kItems; ++now) {
    if (now >= kOrigin && !started) {
      recording.origin = kOrigin;
      recording.started = started = true;
      writer.put(TraceWriter::BeginQuery{{0, 7, 0, kOrigin, -1}});
    }
    if (expected.size() < kItems && channel.ready(now) && random.below(3) > 0) {
      SramRequest request;
      request.write = random.below(2) == 0;
      request.address = static_cast<std::uint32_t>(random.below(1 << 30));
      request.count = 1 + static_cast<std::uint32_t>(random.below(2));
      request.words = {static_cast<std::uint32_t>(random.below(100)), 5};
      const Cycle extra = static_cast<Cycle>(random.below(3));
      channel.put(now, request, extra);
      const auto at = static_cast<TraceCycle>(now) - static_cast<TraceCycle>(kOrigin);
      TraceTransfer t;
      t.number = expected.size();
      t.put = at;
      t.visible = std::max(at + 2 + static_cast<TraceCycle>(extra),
                           expected.empty() ? kTraceBegin : expected.back().visible);
      t.kind = request.write ? 1 : 0;
      t.value = request.address;
      t.detail = request.count;
      if (request.write) t.digest = static_cast<std::uint64_t>(cells_of(request, 0).digest);
      expected.push_back(t);
    }
    if (channel.front(now) != nullptr && random.below(2) == 0 && taken + 2 < kItems) {
      channel.pop(now);
      expected[taken++].taken = static_cast<TraceCycle>(now) - static_cast<TraceCycle>(kOrigin);
    }
  }
  tap.end_query();
  buffer.flush();
  writer.put(TraceWriter::EndQuery{{0, 7, 0, kOrigin, 12345}});
  writer.finish();

  const TraceReader trace(path);
  ASSERT_EQ(trace.queries().size(), 1u);
  EXPECT_EQ(trace.queries()[0].pose, 7u);
  EXPECT_EQ(trace.queries()[0].start, kOrigin);
  EXPECT_EQ(trace.queries()[0].cycles, 12345);
  EXPECT_EQ(trace.channels()[0].kinds, (std::vector<std::string>{"read", "write"}));
  const std::vector<TraceTransfer> read = all_of(trace.transfers(0, 0));
  ASSERT_EQ(read.size(), expected.size());
  for (std::size_t i = 0; i < read.size(); ++i) {
    const TraceTransfer &r = read[i], &e = expected[i];
    ASSERT_EQ(std::tie(r.number, r.put, r.visible, r.taken, r.kind, r.value, r.detail, r.digest),
              std::tie(e.number, e.put, e.visible, e.taken, e.kind, e.value, e.detail, e.digest))
        << i;
  }
}

TEST_F(TraceFiles, DigestsTellItemsApart) {
  TriangleData data;
  const std::int64_t before = cells_of(data, 0).digest;
  std::set<std::int64_t> digests = {before};
  for (std::size_t word = 0; word < data.record.size(); ++word) {
    for (int bit = 0; bit < 32; ++bit) {
      data.record[word] ^= 1u << bit;
      digests.insert(cells_of(data, 0).digest);
      data.record[word] ^= 1u << bit;
    }
  }
  EXPECT_EQ(digests.size(), 1 + 32 * data.record.size());
  EXPECT_GE(*digests.begin(), 0);
  EXPECT_LT(*digests.rbegin(), std::int64_t{1} << 52);
}

// One line per row, null as "-".
std::vector<std::string> rows_of(const SqliteDatabase& database, const std::string& sql, int columns) {
  std::vector<std::string> rows;
  for (SqliteStatement row = database.prepare(sql); row.step();) {
    std::string text;
    for (int i = 0; i < columns; ++i) text += (row.is_null(i) ? "-" : std::string(row.text(i))) + " ";
    rows.push_back(text);
  }
  return rows;
}

template <typename... Values>
std::string line(const Values&... values) {
  std::ostringstream text;
  const auto add = [&text](const auto& value) {
    using Value = std::decay_t<decltype(value)>;
    if constexpr (std::is_arithmetic_v<Value> || std::is_convertible_v<Value, std::string>) {
      text << value << " ";
    } else if (value) {
      text << *value << " ";
    } else {
      text << "- ";
    }
  };
  (add(values), ...);
  return text.str();
}

TEST_F(TraceFiles, ViewsShowWhatTheReaderReads) {
  record_tori();
  const TraceReader trace(path);
  const SqliteDatabase database(path, SQLITE_OPEN_READONLY);
  std::vector<std::string> commands, reads, lists;
  for (const TraceQuery& query : trace.queries()) {
    const std::string of_query = " where query = " + std::to_string(query.id);
    for (const TraceChannel& channel : trace.channels()) {
      std::vector<std::string> transfers;
      for (const TraceTransfer& t : all_of(trace.transfers(query.id, channel.id))) {
        const std::string kind = t.kind ? channel.kinds.at(*t.kind) : "-";
        transfers.push_back(line(t.number, t.put, t.visible, t.taken, kind, t.value, t.detail, t.digest));
      }
      EXPECT_EQ(rows_of(database,
                        "select number, put, visible, taken, kind, value, detail, digest from transfer" +
                            of_query + " and channel = '" + channel.name + "' order by number",
                        8),
                transfers)
          << channel.name;
    }
    for (const TraceUnit& unit : trace.units()) {
      std::vector<std::string> phases;
      for (const TracePhase& p : all_of(trace.phases(query.id, unit.id)))
        phases.push_back(line(p.begin, p.end, unit.states.at(p.state)));
      EXPECT_EQ(rows_of(database,
                        "select \"begin\", \"end\", state from phase" + of_query + " and unit = '" +
                            unit.name + "' order by \"begin\"",
                        3),
                phases);
    }
    for (const TraceCommand& c : all_of(trace.commands(query.id, 0)))
      commands.push_back(line(query.id, c.cycle, name_of(c.kind), c.bank, c.row, c.column, c.beats));
    for (const TraceRead& r : all_of(trace.reads(query.id, 0)))
      reads.push_back(line(query.id, r.number, r.request, r.accepted, r.first_beat, r.end, r.address, r.bytes,
                           name_of(r.purpose)));
    for (const TraceList& l : all_of(trace.lists(query.id)))
      lists.push_back(line(query.id, l.number, l.begin, l.first_flags, l.end, l.tumbled, l.aligned_pairs,
                           l.answered, l.discarded, l.kept ? 1 : 0));
  }
  EXPECT_EQ(rows_of(database, "select * from sdram_command", 7), commands);
  EXPECT_EQ(rows_of(database, "select * from memory_read order by query, number", 9), reads);
  EXPECT_EQ(rows_of(database, "select * from list order by query, number", 10), lists);
  const TraceReader::Counts counts = trace.counts();
  EXPECT_EQ(counts.commands, commands.size());
  EXPECT_EQ(counts.reads, reads.size());
  EXPECT_EQ(counts.lists, lists.size());
  EXPECT_EQ(rows_of(database, "select count(*) from transfer", 1)[0], line(counts.transfers));
  EXPECT_EQ(rows_of(database, "select count(*) from phase", 1)[0], line(counts.phases));
}

TEST_F(TraceFiles, CutShortAnywhereIsRefused) {
  record_tori();
  const std::string whole = bytes_of(path);
  ASSERT_EQ(refusal(path), "");
  Random random(4);
  std::vector<std::size_t> cuts = {0, 1, 15, 16, 99, 100, 4096, 8192, 8193, whole.size() - 1};
  for (std::size_t page = 8192; page < whole.size(); page += 8192) cuts.push_back(page);
  for (int i = 0; i < 40; ++i)
    cuts.push_back(static_cast<std::size_t>(random.below(static_cast<int>(whole.size()))));
  for (const std::size_t cut : cuts) {
    std::ofstream(path, std::ios::binary | std::ios::trunc).write(whole.data(), static_cast<long>(cut));
    for (const auto accept : {TraceReader::Accept::complete, TraceReader::Accept::partial}) {
      const std::string what = refusal(path, accept);
      EXPECT_NE(what, "") << cut << " of " << whole.size();
      EXPECT_EQ(what.find(path + ": expected "), 0u) << what;
    }
  }
}

TEST_F(TraceFiles, ARecordingThatIsNotFinishedIsRefusedUnlessAskedFor) {
  ChipConfig config;
  {
    JudgedSimulation simulation(config);
    const ObjectPair objects = tori();
    simulation.driver().upload(objects.a, objects.b);
    RecorderOptions options;
    options.path = path;
    Recorder recorder(simulation.board(), config, options);
    simulation.driver().on_query_end.push_back([&] { recorder.end_query(); });
    recorder.begin_pose(0);
    simulation.query(Pose{});
  }
  EXPECT_NE(refusal(path).find("its recording was not finished"), std::string::npos);
}

// A process that is killed while it writes: what it had committed can be read, the rest is gone.
TEST_F(TraceFiles, AKilledRecordingLeavesWhatItHadCommitted) {
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    TraceContents contents;
    contents.units = {{0, "u", {"busy", "idle"}}};
    contents.streams = {{StreamKind::phase, 0}};
    TraceFile file(path, contents);
    file.begin_query({0, 0, 0, 0, -1});
    Chunk chunk;
    chunk.kind = StreamKind::phase;
    chunk.rows = 2000;
    for (std::int64_t n = 0;; ++n) {  // 2000 long phases, each 17 bytes and more; killed in the act
      chunk.cells.clear();
      chunk.first_cycle = 2000 * n;
      chunk.last_cycle = 2000 * n + 1999 + 1'000'001'999;  // where the last of them ends
      for (std::int64_t i = 0; i < 2000; ++i)
        chunk.cells.insert(chunk.cells.end(), {2000 * n + i, 1'000'000'000 + i, 1});
      file.add(chunk);
      if (n == 1000) kill(getpid(), SIGKILL);
    }
  }
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_NE(refusal(path).find("its recording was not finished"), std::string::npos);
  const TraceReader trace(path, TraceReader::Accept::partial);
  EXPECT_FALSE(trace.complete());
  TraceCycle at = 0;
  for (const TracePhase& phase : all_of(trace.phases(0, 0))) {
    ASSERT_EQ(phase.begin, at++);
    ASSERT_EQ(phase.end - phase.begin, 1'000'000'000 + phase.begin % 2000);
  }
  EXPECT_EQ(at % 2000, 0);
  EXPECT_GT(at, 1'000'000) << "at most 8 MiB are lost";
  EXPECT_LT(at, 2'000'000);
}

TEST_F(TraceFiles, WhatIsNoTraceIsRefused) {
  EXPECT_EQ(refusal(folder.file("none")), folder.file("none") + ": expected a trace file");
  EXPECT_EQ(refusal(folder.file("")), folder.file("") + ": expected a trace file");
  std::ofstream(path) << "pose,triangle_a,triangle_b\n" << std::string(10000, 'x');
  EXPECT_NE(refusal(path), "");
  std::filesystem::remove(path);
  SqliteDatabase(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE).execute("CREATE TABLE t(x)");
  EXPECT_EQ(refusal(path), path + ": expected a trace of collisionchip");
}

TEST_F(TraceFiles, DamageIsFound) {
  record_tori(1);
  const std::string whole = bytes_of(path);
  const std::pair<const char*, const char*> damages[] = {
      {"PRAGMA user_version = 2", "expected trace format 1, got 2"},
      {"DELETE FROM chunk WHERE id = 3", "expected 3"},
      {"DELETE FROM meta WHERE key = 'complete'", "its recording was not finished"},
      {"UPDATE chunk SET events = events + 1, data = data WHERE id = 3", "expected "},
      {"UPDATE chunk SET data = substr(data, 1, length(data) - 1) WHERE id = 3", "chunk 3: expected "},
      {"UPDATE chunk SET data = '' WHERE id = 3", "chunk 3: expected "},
      {"UPDATE chunk SET data = replace(data, '],[', '],[[') WHERE id = 3", "chunk 3: expected "},
      {"UPDATE chunk SET data = replace(data, ']', ',1,1,1,1,1,1,1]') WHERE id = 3", "chunk 3: expected "},
      {"UPDATE chunk SET data = '[[1,x]]' WHERE id = 3", "chunk 3: expected "},
      {"UPDATE chunk SET data = '[[null,1]]' WHERE id = 3", "chunk 3: expected "},
      {"UPDATE chunk SET data = '[[1,1]' WHERE id = 3", "chunk 3: expected "}};
  for (const auto& [sql, complaint] : damages) {
    std::ofstream(path, std::ios::binary | std::ios::trunc)
        .write(whole.data(), static_cast<long>(whole.size()));
    change(sql);
    EXPECT_NE(refusal(path).find(complaint), std::string::npos) << sql << ": " << refusal(path);
  }
}

// Numbers of tables, of the run's own description, and of rows of events; hostile_trace_test.py tries every column.
TEST_F(TraceFiles, NumbersOutOfTheirRangeAreRefused) {
  record_tori(1);
  const std::string whole = bytes_of(path);
  const std::pair<const char*, const char*> changes[] = {
      {"UPDATE query SET start = 1e300", "query '0': expected start as an integer from 0 to "},
      {"UPDATE query SET start = 1e18", "query '0': expected start as an integer from 0 to "},
      {"UPDATE query SET cycles = -2", "query '0': expected cycles as an integer from -1 to "},
      {"UPDATE unit SET id = 1000 WHERE id = 0", "unit '1': expected id as an integer from 0 to 0, got '1'"},
      {"UPDATE stream SET unit = 99 WHERE kind = 'phase'", ": expected its source as an integer from 0 to "},
      {"UPDATE meta SET value = '-1' WHERE key = 'clock_period_ps'",
       "meta clock_period_ps: expected an integer from 0 to 1000000, got '-1'"},
      {"UPDATE meta SET value = json_set(value, '$.sdram.banks', 4000000000) WHERE key = 'configuration'",
       "configuration: sdram.banks: expected "},
      {"UPDATE chunk SET first_cycle = -4611686018427387904 WHERE id = 3",
       "chunk '3': expected first_cycle as an integer from "},
      {"UPDATE chunk SET first_cycle = 1e300 WHERE id = 3",
       "chunk '3': expected first_cycle as an integer from "},
      {"UPDATE chunk SET first_cycle = 'a text' WHERE id = 3",
       "chunk '3': expected first_cycle as an integer from "},
      {"UPDATE chunk SET last_cycle = NULL WHERE id = 3",
       "chunk '3': expected last_cycle as an integer from "},
      {"UPDATE chunk SET last_cycle = first_cycle - 1 WHERE id = 3",
       "chunk '3': expected last_cycle as an integer from "},
      {"UPDATE chunk SET query = 1e300 WHERE id = 3", "chunk '3': expected query as an integer from 0 to "},
      {"UPDATE chunk SET stream = 'a text' WHERE id = 3",
       "chunk '3': expected stream as an integer from 0 to "},
      {"UPDATE stream SET kind = 'other' WHERE id = 3", "stream '3': expected a kind of stream, got 'other'"},
      {"UPDATE chunk SET data = json_set(data, '$[0][0]', 4611686018427387904) WHERE id = 3",
       "chunk 3: expected row 0 with "}};
  for (const auto& [sql, complaint] : changes) {
    std::ofstream(path, std::ios::binary | std::ios::trunc)
        .write(whole.data(), static_cast<long>(whole.size()));
    change(sql);
    EXPECT_NE(refusal(path).find(complaint), std::string::npos) << sql << ": " << refusal(path);
  }
}

// The disk fills while events are still being handed over: they are dropped, the caller is told when it asks.
TEST_F(TraceFiles, OfAFullDiskEndTheRecordingAndNothingIsLeft) {
  const pid_t recorder = fork();
  if (recorder == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit most = {1 << 20, 1 << 20};
    setrlimit(RLIMIT_FSIZE, &most);
    TraceContents contents;
    contents.channels = {{0, "a.b", "a", "c", 5, 2, "SramRequest", "", "", {"read", "write"}}};
    contents.streams = {{StreamKind::transfer, 0}};
    int status = 1;
    try {
      TraceWriter writer(path, contents);
      writer.put(TraceWriter::BeginQuery{{0, 7, 0, 0, -1}});
      constexpr std::size_t kRows = 4096, kChunks = 400;  // several commits
      Chunk chunk;
      chunk.rows = kRows;
      chunk.cells.assign(kRows * columns_of(chunk.kind).size(), 1234567);
      for (std::size_t i = 0; i < kChunks; ++i) writer.put(Chunk(chunk));
      status = 2;
      writer.expect_written();
    } catch (const InputError&) {
      status = status == 2 && !std::filesystem::exists(path) ? 3 : 4;
    }
    _exit(status);
  }
  int status = 0;
  waitpid(recorder, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 3) << "1: handing over threw; 2: nobody was told; 4: a part is left";
}

TEST_F(TraceFiles, ThatCannotBeWrittenAreRefused) {
  const TraceContents contents;
  EXPECT_THROW(TraceWriter(folder.file("no/such/folder"), contents), InputError);
  EXPECT_THROW(TraceWriter(folder.file(""), contents), InputError);
  EXPECT_TRUE(std::filesystem::exists(folder.file("")));
}

TEST_F(TraceFiles, AnOldOneIsReplacedAndNothingElse) {
  std::ofstream(path) << "not a database";
  EXPECT_THROW(record_tori(1), InputError);
  EXPECT_EQ(bytes_of(path), "not a database");
  std::filesystem::rename(path, path + ".mine");
  std::filesystem::create_symlink(path + ".mine", path);
  EXPECT_THROW(record_tori(1), InputError);
  EXPECT_EQ(bytes_of(path + ".mine"), "not a database");
  std::filesystem::remove(path);
  for (int run = 0; run < 2; ++run) {
    record_tori(1);
    EXPECT_EQ(refusal(path), "");
    EXPECT_FALSE(std::filesystem::exists(path + "-journal"));
  }
}

}  // namespace
}  // namespace collisionchip
