// The Result Unit alone, cycle by cycle. docs/host_port.md has these numbers.
#include "collisionchip/tlm/units/result_unit/result_unit.h"

#include <memory>

#include <tlm_utils/simple_target_socket.h>

#include "collisionchip/testbench/tests/tlm/unit_bench.h"
#include "collisionchip/tlm/machines/unit_params.h"

namespace collisionchip {
namespace {

using namespace testing_support;
using Cycles = std::vector<Cycle>;

// Keeps what is written: when it left the chip, when the host sees it, and where it goes.
struct RecordingMemory : sc_core::sc_module {
  struct Write {
    Cycle left, seen;
    std::uint64_t address;
    std::vector<std::uint32_t> words;
  };

  tlm_utils::simple_target_socket<RecordingMemory> socket;
  std::vector<Write> writes;
  bool refuses = false;

  explicit RecordingMemory(const sc_core::sc_module_name& name) : sc_core::sc_module(name), socket("socket") {
    socket.register_b_transport(this, &RecordingMemory::b_transport);
  }
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    payload.set_response_status(refuses ? tlm::TLM_ADDRESS_ERROR_RESPONSE : tlm::TLM_OK_RESPONSE);
    const Cycle now = sc_core::sc_time_stamp().value() / 3750;
    const auto* const words = reinterpret_cast<const std::uint32_t*>(payload.get_data_ptr());
    writes.push_back({now,
                      now + delay.value() / 3750,
                      payload.get_address(),
                      {words, words + payload.get_data_length() / 4}});
  }
  Cycles left() const {
    Cycles all;
    for (const Write& write : writes) all.push_back(write.left);
    return all;
  }
};

// Four words pass in a cycle, and the host sees them sixteen later; a burst has room for three entries.
ChipConfig axi_machine(std::uint32_t ring_entries = 64) {
  ChipConfig config;
  config.host.kind = HostKindKey::axi;
  config.host.results = HostResults::memory;
  config.host.burst_bytes = 32;
  config.host.ring_entries = ring_entries;
  return config;
}
ChipConfig queue_machine(std::uint32_t queries) {
  ChipConfig config = axi_machine();
  config.engine.kind = EngineKindKey::groups;
  config.group_engine.queries = queries;
  return config;
}

struct ResultBench {
  SimulationScope scope;
  ChipConfig config;
  Channel<Finding> entries{"entries", 64};
  Channel<QueryDone> closed{"closed", 4}, done{"done", 4};
  Channel<RingWrite> rings{"rings", 16};
  ResultUnit unit;
  RecordingMemory memory{"memory"};
  Source<Finding> source;
  Source<QueryDone> ends;
  Source<RingWrite> host;
  Sink<QueryDone> told;

  explicit ResultBench(const ChipConfig& c)
      : config(c),
        unit("result_unit", params_of<ResultUnitParams>(config),
             ResultUnit::Ports{entries, closed, rings, done}),
        source("source", config, entries),
        ends("ends", config, closed),
        host("host", config, rings),
        told("told", config, done) {
    unit.host_memory.bind(memory.socket);
    unit.begin_query(0);
  }
  // Visible to the unit in `seen`.
  void hit(Cycle seen, std::uint32_t number, std::uint32_t query = 0) {
    source.add(seen - 1, with_query({Finding::Kind::hit, number, 7, {}}, query));
  }
  void end(Cycle seen, std::uint32_t count, const QueryDone& done_with = {}, std::uint32_t query = 0) {
    source.add(seen - 1, with_query({Finding::Kind::end, count, 99, done_with.error}, query));
    ends.add(seen - 1, done_with);
  }
  ResultBurst burst(std::size_t write) const {
    return burst_of(memory.writes[write].words.data(), memory.writes[write].words.size() / 2);
  }
  Cycle stalled(int cause, Cycle until) {
    return unit.cycles(until).stalls[static_cast<std::size_t>(cause)].second;
  }
};

TEST(ResultUnit, AFullBurstLeavesInTheCycleBehindItsLastEntry) {
  ResultBench bench(axi_machine());
  for (std::uint32_t i = 0; i < 3; ++i) bench.hit(10, 40 + i);  // taken in 10, 11 and 12
  sc_core::sc_start();
  ASSERT_EQ(bench.memory.left(), Cycles{13});
  EXPECT_EQ(bench.memory.writes[0].seen, 13u + 2 + 16) << "32 bytes, sixteen in a cycle, and 60 ns";
  const ResultBurst burst = bench.burst(0);
  EXPECT_EQ(burst.number, 1u);
  EXPECT_FALSE(burst.closing);
  ASSERT_EQ(burst.entries.size(), 3u);
  EXPECT_EQ(burst.entries[2], (EntryWords{42, 7}));
  EXPECT_EQ(bench.unit.cycles(20).busy, 4u);
}

TEST(ResultUnit, AnEndClosesTheBurstAndIsToldWhenItLeaves) {
  ResultBench bench(axi_machine());
  bench.hit(10, 40);
  bench.end(20, 1, {{}, true});
  sc_core::sc_start();
  ASSERT_EQ(bench.memory.left(), Cycles{21});
  const ResultBurst burst = bench.burst(0);
  EXPECT_TRUE(burst.closing);
  EXPECT_EQ(burst.status, registers::kDone | registers::kUnfinished);
  ASSERT_EQ(burst.entries.size(), 2u);
  EXPECT_EQ(entry_type(burst.entries[1]), registers::EntryType::closing);
  EXPECT_EQ(bench.memory.writes[0].words.size(), 8u) << "header, entry, closing entry, error address";
  EXPECT_EQ(bench.told.taken_at(), Cycles{22});
}

TEST(ResultUnit, AnEndWithoutRoomComesInABurstOfItsOwn) {
  ResultBench bench(axi_machine());
  bench.hit(10, 40);
  bench.hit(11, 41);
  bench.end(12, 2);  // with what follows it it would be the fifth place: in 12 the burst before is complete
  sc_core::sc_start();
  EXPECT_EQ(bench.memory.left(), (Cycles{13, 15})) << "the end is taken in 13 or 14, the link is free in 15";
  EXPECT_EQ(bench.burst(0).entries.size(), 2u);
  EXPECT_EQ(bench.burst(1).entries.size(), 1u);
  EXPECT_EQ(bench.burst(1).number, 2u);
}

TEST(ResultUnit, AnErrorStandsInTheClosingBurst) {
  ResultBench bench(axi_machine());
  QueryDone refused;
  refused.error = {ReadError::Kind::refused, 0x1234};
  bench.end(10, 0, refused);
  sc_core::sc_start();
  EXPECT_EQ(bench.burst(0).status, registers::kDone | registers::kError);
  EXPECT_EQ(bench.burst(0).error_address, 0x1234u);
  EXPECT_EQ(bench.told.taken()[0].item.error.address, 0x1234u);
}

TEST(ResultUnit, WhereOneWitnessIsEnoughEachEntryLeavesAtOnce) {
  ResultBench bench(axi_machine());
  bench.host.add(0, {RingWrite::Kind::witness, 0, 1});
  bench.hit(10, 40);
  bench.hit(15, 41);
  sc_core::sc_start();
  EXPECT_EQ(bench.memory.left(), (Cycles{11, 16}));
}

TEST(ResultUnit, ABurstWaitsForTheLinkAndForASlotAndSaysForWhich) {
  ResultBench bench(axi_machine(8));  // two slots
  bench.host.add(0, {RingWrite::Kind::witness, 0, 1});
  bench.hit(10, 40);  // leaves in 11, holds the link for one cycle
  bench.hit(11, 41);
  bench.hit(12, 42);
  bench.host.add(99, {RingWrite::Kind::taken, 0, 1});  // seen in 100
  sc_core::sc_start();
  EXPECT_EQ(bench.memory.left(), (Cycles{11, 12, 100}));
  EXPECT_EQ(bench.memory.writes[2].address, bench.memory.writes[0].address) << "the slot of the first one";
  EXPECT_EQ(bench.burst(2).number, 3u);
  EXPECT_EQ(bench.unit.cycles(100).stalls[0].first, "host");
  EXPECT_EQ(bench.stalled(0, 100), 100u - 13) << "complete in 12, it could have left in 13";
  EXPECT_EQ(bench.unit.statistics().most_slots, 2u);

  ChipConfig slow = axi_machine();
  slow.host.bytes_per_us = 1000;  // 32 bytes in 9 cycles
  ResultBench other(slow);
  for (std::uint32_t i = 0; i < 6; ++i)
    other.hit(10, i);  // 10 to 12, 14 to 16 behind the burst that leaves in 13
  sc_core::sc_start();
  EXPECT_EQ(other.memory.left(), (Cycles{13, 22}));
  EXPECT_EQ(other.unit.cycles(22).stalls[1].first, "link");
  EXPECT_EQ(other.stalled(0, 22), 0u);
  EXPECT_GT(other.stalled(1, 22), 0u);
}

TEST(ResultUnit, QueriesHaveRingsOfTheirOwn) {
  ResultBench bench(queue_machine(4));
  bench.host.add(0, {RingWrite::Kind::base_low, 0, 0x8000});
  bench.host.add(0, {RingWrite::Kind::base_high, 0, 0x2});
  for (std::uint32_t i = 0; i < 3; ++i) {
    bench.hit(10 + 2 * i, i, 0);
    bench.hit(11 + 2 * i, i, 3);
  }
  sc_core::sc_start();
  ASSERT_EQ(bench.memory.left(), (Cycles{15, 17})) << "of query 0, and of 3 when the link is free";
  EXPECT_EQ(bench.memory.writes[0].address, 0x2'0000'8000u);
  EXPECT_EQ(bench.memory.writes[1].address, 0x2'0000'8000u + 3 * 64 * 8);
  EXPECT_EQ(bench.burst(1).number, 1u);
  EXPECT_EQ(query_finding_of(bench.burst(1).entries[0]).query, 3u);
}

TEST(ResultUnit, ARingThatIsFullHoldsUpNoOther) {
  ChipConfig config = queue_machine(2);
  config.host.ring_entries = 8;
  ResultBench bench(config);
  for (const std::uint32_t ring : {0u, 1u}) bench.host.add(0, {RingWrite::Kind::witness, ring, 1});
  for (std::uint32_t i = 0; i < 3; ++i) bench.hit(10 + 10 * i, i, 0);
  bench.hit(50, 9, 1);
  sc_core::sc_start();
  EXPECT_EQ(bench.memory.left(), (Cycles{11, 21, 51})) << "the third one of query 0 waits";
}

TEST(ResultUnit, AResetForgetsAllButThePlace) {
  ResultBench bench(axi_machine());
  bench.host.add(0, {RingWrite::Kind::base_low, 0, 0x40});
  for (std::uint32_t i = 0; i < 4; ++i) bench.hit(10 + i, i);  // a burst, and an entry of the next one
  sc_core::sc_start(cycles(30));
  bench.unit.reset();
  bench.end(50, 0);
  sc_core::sc_start();
  ASSERT_EQ(bench.memory.writes.size(), 2u);
  EXPECT_EQ(bench.burst(1).entries.size(), 1u) << "the closing entry alone";
  EXPECT_EQ(bench.burst(1).number, 1u);
  EXPECT_EQ(bench.memory.writes[1].address, 0x40u);
}

TEST(ResultUnit, AMemoryThatRefusesAWriteIsNamed) {
  ResultBench bench(axi_machine());
  bench.memory.refuses = true;
  bench.end(10, 0);
  EXPECT_THROW(sc_core::sc_start(), sc_core::sc_report);
}

TEST(ResultBurst, IsReadAsItWasWritten) {
  ResultBurst burst;
  burst.number = 0xffff'fffe;
  burst.entries = {{1, 2}, {3, 4}};
  burst.closing = true;
  burst.status = registers::kDone | registers::kListWord;
  burst.error_address = 0x8000'0005;
  const std::vector<std::uint32_t> words = words_of(burst);
  ASSERT_EQ(words.size(), 2 * places_of_burst(2, true));
  const ResultBurst read = burst_of(words.data(), words.size() / 2);
  EXPECT_EQ(read.number, burst.number);
  EXPECT_EQ(read.entries, burst.entries);
  EXPECT_EQ(read.status, burst.status);
  EXPECT_EQ(read.error_address, burst.error_address);
  EXPECT_THROW(burst_of(words.data(), words.size() / 2 - 1), std::invalid_argument);
}

}  // namespace
}  // namespace collisionchip
