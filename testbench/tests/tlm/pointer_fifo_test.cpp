// The Pointer FIFO alone: one finding per cycle, depth, back-pressure, and the end that takes no entry.
#include "collisionchip/tlm/units/pointer_fifo/pointer_fifo.h"
#include "collisionchip/tlm/machines/unit_params.h"

#include <memory>

#include "collisionchip/testbench/tests/tlm/unit_bench.h"

namespace collisionchip {
namespace {

using namespace testing_support;

struct FifoBench {
  SimulationScope scope;
  ChipConfig config;
  Channel<Finding> findings{"findings", 16};
  Channel<Finding> entries;
  Channel<QueryDone> done{"done", 1};
  PointerFifo fifo;
  Source<Finding> source;
  Sink<Finding> host;
  Sink<QueryDone> end;

  FifoBench(std::size_t depth, Cycle interval, Cycle opens = 0, const ChipConfig& c = {})
      : config(c),
        entries("entries", depth),
        fifo("fifo", params_of<PointerFifoParams>(config), PointerFifo::Ports{findings, entries, done}),
        source("source", config, findings),
        host("host", config, entries, interval, opens),
        end("end", config, done) {
    fifo.begin_query(0);
  }
  void send(Cycle at, std::uint32_t number) { source.add(at, {Finding::Kind::hit, number, number + 1, {}}); }
  void send_end(Cycle at, const ReadError& error = {}) { source.add(at, {Finding::Kind::end, 0, 0, error}); }
};

TEST(PointerFifo, AFindingCanBeReadOneCycleAfterItIsIn) {
  FifoBench bench(8, 1);
  bench.send(9, 5);  // visible to the FIFO in 10
  sc_core::sc_start();
  EXPECT_EQ(bench.host.taken_at(), std::vector<Cycle>{11});
  EXPECT_EQ(bench.host.taken()[0].item.tumbled, 5u);
  EXPECT_EQ(bench.host.taken()[0].item.aligned, 6u);
}

TEST(PointerFifo, OnePerCycle) {
  FifoBench bench(32, 1);
  for (std::uint32_t i = 0; i < 10; ++i) bench.send(9, i);
  sc_core::sc_start();
  for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(bench.host.taken()[i].cycle, 11 + i);
  EXPECT_EQ(bench.fifo.cycles(100).busy, 10u);
}

TEST(PointerFifo, ASlowHostLosesNothingAtAnyDepth) {
  for (const std::size_t depth : {1u, 2u, 7u, 1024u}) {
    FifoBench bench(depth, 100);
    for (std::uint32_t i = 0; i < 50; ++i) bench.send(i, i);
    bench.send_end(60);
    sc_core::sc_start();
    ASSERT_EQ(bench.host.taken().size(), 50u);
    for (std::uint32_t i = 0; i < 50; ++i) EXPECT_EQ(bench.host.taken()[i].item.tumbled, i);
    ASSERT_EQ(bench.end.taken().size(), 1u);
    EXPECT_LE(bench.fifo.high_water(), depth);
    const Cycle end = bench.end.taken()[0].cycle;
    const UnitCycles account = bench.fifo.cycles(end);
    EXPECT_EQ(account.total(), end);
    EXPECT_EQ(account.busy, 51u) << "fifty findings and the end";
    if (depth == 1024) {
      EXPECT_EQ(account.stalls[0].second, 0u);
      EXPECT_GE(bench.fifo.high_water(), 49u);
    } else {
      EXPECT_EQ(account.busy + account.stalls[0].second + account.idle, end);
      EXPECT_GT(account.stalls[0].second, 4000u - 100u * depth);
    }
  }
}

TEST(PointerFifo, TheEndIsToldWhenEverythingBeforeItIsInAndTakesNoEntry) {
  FifoBench bench(2, 1, 500);
  bench.send(9, 1);
  bench.send(9, 2);
  bench.send_end(9, {ReadError::Kind::uncorrectable, 0x1230});
  sc_core::sc_start();
  ASSERT_EQ(bench.end.taken().size(), 1u);
  EXPECT_EQ(bench.end.taken()[0].cycle, 13u) << "the FIFO is full, the host asleep, and the query done";
  EXPECT_EQ(bench.end.taken()[0].item.error.kind, ReadError::Kind::uncorrectable);
  EXPECT_EQ(bench.end.taken()[0].item.error.address, 0x1230u);
  EXPECT_EQ(bench.host.taken().size(), 2u);
}

ChipConfig with_entry_check() {
  ChipConfig config;
  config.pointer_fifo.entry_check = true;
  return config;
}

TEST(PointerFifo, WithEntryCheckTheEndIsTheLastEntryAndIsToldInTheSameCycle) {
  FifoBench bench(8, 1, 0, with_entry_check());
  bench.send(9, 5);
  bench.source.add(9, {Finding::Kind::end, 1, 0x1234'5678, {ReadError::Kind::list_word, 0x1230}});
  sc_core::sc_start();
  ASSERT_EQ(bench.host.taken_at(), (std::vector<Cycle>{11, 12}));
  EXPECT_EQ(bench.host.taken()[1].item.kind, Finding::Kind::end);
  EXPECT_EQ(bench.host.taken()[1].item.tumbled, 1u);
  EXPECT_EQ(bench.host.taken()[1].item.aligned, 0x1234'5678u);
  ASSERT_EQ(bench.end.taken_at(), std::vector<Cycle>{12});
  EXPECT_EQ(bench.end.taken()[0].item.error.kind, ReadError::Kind::list_word);
  EXPECT_FALSE(bench.end.taken()[0].item.unfinished);
  EXPECT_EQ(bench.fifo.entries(), 2u);
  EXPECT_EQ(bench.fifo.cycles(100).busy, 2u);
}

TEST(PointerFifo, WithEntryCheckTheEndWaitsForRoom) {
  FifoBench bench(2, 1, 500, with_entry_check());
  bench.send(9, 1);
  bench.send(9, 2);
  bench.send_end(9);
  sc_core::sc_start();
  EXPECT_EQ(bench.host.taken_at(), (std::vector<Cycle>{500, 501, 502})) << "a slot is free in 501";
  EXPECT_EQ(bench.end.taken_at(), std::vector<Cycle>{502});
  EXPECT_EQ(bench.fifo.high_water(), 2u);
  const UnitCycles account = bench.fifo.cycles(502);
  EXPECT_EQ(account.stalls[0].second, 489u) << "from 12 to 501";
  EXPECT_EQ(account.total(), 502u);
}

TEST(PointerFifo, TheEndSaysWhetherSomeWorkIsUnfinished) {
  for (const Finding::Kind kind : {Finding::Kind::hit, Finding::Kind::uncertain, Finding::Kind::unfinished}) {
    FifoBench bench(8, 1);
    bench.source.add(9, {kind, 1, 2, {}});
    bench.send(10, 3);
    bench.send_end(11);
    sc_core::sc_start();
    ASSERT_EQ(bench.end.taken().size(), 1u);
    EXPECT_EQ(bench.end.taken()[0].item.unfinished, kind == Finding::Kind::unfinished);
  }
}

}  // namespace
}  // namespace collisionchip
