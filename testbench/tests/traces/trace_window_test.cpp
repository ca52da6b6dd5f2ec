// A recording with a window has the same contents as the whole recording has inside the window.
#include <tuple>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/tests/traces/trace_support.h"

namespace collisionchip {
namespace {

using namespace testing_support;

auto tied(const TraceTransfer& t) {
  return std::tie(t.number, t.put, t.visible, t.taken, t.kind, t.value, t.detail, t.digest);
}
auto tied(const TraceRead& r) {
  return std::tie(r.number, r.request, r.accepted, r.first_beat, r.end, r.address, r.bytes, r.purpose);
}
auto tied(const TraceCommand& c) {
  return std::tie(c.cycle, c.kind, c.bank, c.row, c.column, c.beats);
}
auto tied(const TraceList& l) {
  return std::tie(l.number, l.begin, l.first_flags, l.end, l.tumbled, l.aligned_pairs, l.answered,
                  l.discarded, l.kept);
}
auto tied(const TracePhase& p) {
  return std::tie(p.begin, p.end, p.state);
}

template <typename Event>
void expect_same(const std::vector<Event>& a, const std::vector<Event>& b, const std::string& what) {
  ASSERT_EQ(a.size(), b.size()) << what;
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(tied(a[i]), tied(b[i])) << what << " " << i;
}

struct Windows : ::testing::Test {
  TemporaryFolder folder;
  ObjectPair objects = tori();
  RecordedRun run;

  Windows() {
    run.poses = some_poses(4);
    record(run, objects, folder.file("all.sqlite"));
  }
  void record_window(const RecorderWindow& window) {
    run.window = window;
    record(run, objects, folder.file("part.sqlite"));
  }
};

TEST_F(Windows, OfCycles) {
  const TraceReader all(folder.file("all.sqlite"));
  for (const TraceWindow window : {TraceWindow{500, 900}, TraceWindow{kTraceBegin, 100},
                                   TraceWindow{2000, kTraceEnd}, TraceWindow{-300, 5}}) {
    RecorderWindow recorded;
    recorded.from_cycle = window.from;
    recorded.to_cycle = window.to;
    record_window(recorded);
    const TraceReader part(folder.file("part.sqlite"));
    ASSERT_EQ(part.queries().size(), all.queries().size());
    std::size_t events = 0;
    for (const TraceQuery& query : all.queries()) {
      EXPECT_EQ(part.queries()[query.id].cycles, query.cycles);
      for (const TraceChannel& channel : all.channels()) {
        const auto transfers = all_of(part.transfers(query.id, channel.id));
        events += transfers.size();
        expect_same(transfers, all_of(all.transfers(query.id, channel.id, window)), channel.name);
      }
      for (const TraceUnit& unit : all.units())
        expect_same(all_of(part.phases(query.id, unit.id)), all_of(all.phases(query.id, unit.id, window)),
                    unit.name);
      expect_same(all_of(part.commands(query.id, 0)), all_of(all.commands(query.id, 0, window)), "commands");
      expect_same(all_of(part.reads(query.id, 0)), all_of(all.reads(query.id, 0, window)), "reads");
      expect_same(all_of(part.lists(query.id)), all_of(all.lists(query.id, window)), "lists");
    }
    EXPECT_GT(events, 0u);
  }
  EXPECT_EQ(TraceReader(folder.file("part.sqlite")).run().window, "cycles -300:5");
}

TEST_F(Windows, OfQueries) {
  RecorderWindow window;
  window.from_pose = 1;
  window.to_pose = 3;
  record_window(window);
  const TraceReader all(folder.file("all.sqlite")), part(folder.file("part.sqlite"));
  ASSERT_EQ(part.queries().size(), 2u);
  for (const TraceQuery& query : part.queries()) {
    EXPECT_EQ(query.pose, query.id + 1);
    EXPECT_EQ(query.start, all.queries()[query.id + 1].start);
    for (const TraceChannel& channel : all.channels())
      expect_same(all_of(part.transfers(query.id, channel.id)),
                  all_of(all.transfers(query.id + 1, channel.id)), channel.name);
    for (const TraceUnit& unit : all.units())
      expect_same(all_of(part.phases(query.id, unit.id)), all_of(all.phases(query.id + 1, unit.id)),
                  unit.name);
  }
  EXPECT_EQ(part.run().window, "queries 1:3");
}

TEST_F(Windows, OfUnits) {
  for (const std::string& unit : recordable_units()) {
    RecorderWindow window;
    window.units = {unit};
    record_window(window);
    const TraceReader all(folder.file("all.sqlite")), part(folder.file("part.sqlite"));
    const std::string account = unit + ".";
    for (const TraceQuery& query : all.queries()) {
      for (const TraceChannel& channel : all.channels()) {
        const bool recorded = channel.writer == unit || channel.reader == unit;
        expect_same(all_of(part.transfers(query.id, channel.id)),
                    recorded ? all_of(all.transfers(query.id, channel.id)) : std::vector<TraceTransfer>{},
                    unit + ": " + channel.name);
      }
      for (const TraceUnit& u : all.units()) {
        const bool recorded = u.name == unit || u.name.compare(0, account.size(), account) == 0;
        expect_same(all_of(part.phases(query.id, u.id)),
                    recorded ? all_of(all.phases(query.id, u.id)) : std::vector<TracePhase>{}, u.name);
      }
      const bool sdram = unit == "sdram", reads = sdram || unit == "memory_controller";
      expect_same(all_of(part.commands(query.id, 0)),
                  sdram ? all_of(all.commands(query.id, 0)) : std::vector<TraceCommand>{},
                  unit + ": commands");
      expect_same(all_of(part.reads(query.id, 0)),
                  reads ? all_of(all.reads(query.id, 0)) : std::vector<TraceRead>{}, unit + ": reads");
      expect_same(all_of(part.lists(query.id)),
                  unit == "stack_engine" ? all_of(all.lists(query.id)) : std::vector<TraceList>{},
                  unit + ": lists");
    }
  }
  RecorderWindow window;
  window.units = {"stack_engin"};
  EXPECT_THROW(record_window(window), InputError);
}

}  // namespace
}  // namespace collisionchip
