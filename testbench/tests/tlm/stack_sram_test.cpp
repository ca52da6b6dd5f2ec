// One external SRAM: when words come, how long the port is held, and what back-pressure does.
#include "collisionchip/tlm/units/stack_sram/stack_sram.h"
#include "collisionchip/tlm/machines/unit_params.h"

#include "collisionchip/testbench/tests/tlm/unit_bench.h"

namespace collisionchip {
namespace {

using namespace testing_support;

SramRequest write_of(std::uint32_t address, std::vector<std::uint32_t> words) {
  SramRequest request{true, address, static_cast<std::uint32_t>(words.size()), {}};
  std::copy(words.begin(), words.end(), request.words.begin());
  return request;
}

SramRequest read_of(std::uint32_t address, std::uint32_t count) {
  return {false, address, count, {}};
}

struct SramBench {
  SimulationScope scope;
  ChipConfig config;
  Channel<SramRequest> requests{"requests", 4};
  Channel<SramResponse> responses{"responses", 2};
  StackSram sram;
  Source<SramRequest> source;
  Sink<SramResponse> sink;

  explicit SramBench(const ChipConfig& c = {}, Cycle sink_opens = 0)
      : config(c),
        sram("sram", params_of<StackSramParams>(config), StackSram::Ports{requests, responses}),
        source("source", config, requests),
        sink("sink", config, responses, 1, sink_opens) {
    sram.begin_query(0);
  }
};

TEST(StackSram, AReadDeliversItsFirstWordAfterTheLatency) {
  for (const std::uint32_t latency : {1u, 2u, 16u}) {
    ChipConfig config;
    config.stack_sram.latency = latency;
    SramBench bench(config);
    bench.source.add(10, read_of(0, 4));  // taken in 11
    sc_core::sc_start();
    EXPECT_EQ(bench.sink.taken_at(), std::vector<Cycle>{11 + latency});
  }
}

TEST(StackSram, CheckBitsAddTheirStagesToTheLatencyAndHoldThePortNoLonger) {
  for (const ListEcc ecc : {ListEcc::none, ListEcc::parity, ListEcc::secded}) {
    for (const std::uint32_t stages : {0u, 1u, 16u}) {
      ChipConfig config;
      config.stack_sram.ecc = ecc;
      config.stack_sram.ecc_cycles = stages;
      SramBench bench(config);
      bench.source.add(9, read_of(0, 4));  // port [10, 14)
      bench.source.add(9, read_of(4, 4));  // port [14, 18)
      sc_core::sc_start();
      const Cycle first = 10 + config.stack_sram.latency + (ecc == ListEcc::none ? 0 : stages);
      EXPECT_EQ(bench.sink.taken_at(), (std::vector<Cycle>{first, first + 4}));
      EXPECT_EQ(bench.sram.cycles(100).busy, 8u);
    }
  }
}

TEST(StackSram, KeepsWhatWasWritten) {
  SramBench bench;
  bench.source.add(0, write_of(7, {0xaaaa'aa03, 0xbbbb'bb01}));
  bench.source.add(1, write_of(9, {0xcccc'cc02}));
  bench.source.add(2, read_of(7, 3));
  bench.source.add(3, read_of(65535, 1));
  sc_core::sc_start();
  ASSERT_EQ(bench.sink.taken().size(), 2u);
  const SramResponse& first = bench.sink.taken()[0].item;
  EXPECT_EQ(first.count, 3u);
  EXPECT_EQ(first.words[0], 0xaaaa'aa03u);
  EXPECT_EQ(first.words[1], 0xbbbb'bb01u);
  EXPECT_EQ(first.words[2], 0xcccc'cc02u);
  EXPECT_EQ(bench.sram.words_written(), 3u);
  EXPECT_EQ(bench.sram.words_read(), 4u);
}

TEST(StackSram, EveryWordHoldsThePortForOneCycle) {
  SramBench bench;
  bench.source.add(9, read_of(0, 8));          // port [10, 18)
  bench.source.add(9, write_of(100, {1, 2}));  // port [18, 20)
  bench.source.add(9, read_of(0, 1));          // port [20, 21)
  sc_core::sc_start();
  EXPECT_EQ(bench.sink.taken_at(), (std::vector<Cycle>{12, 22}));
  const UnitCycles cycles = bench.sram.cycles(30);
  EXPECT_EQ(cycles.busy, 11u);
  EXPECT_EQ(cycles.total(), 30u);
  EXPECT_EQ(bench.sram.cycles(15).busy, 5u) << "a port that is held beyond the end";
}

TEST(StackSram, AReaderThatDoesNotReadStallsItAndLosesNothing) {
  SramBench bench({}, 100);
  for (std::uint32_t i = 0; i < 6; ++i) bench.source.add(20, write_of(i, {i}));
  for (std::uint32_t i = 0; i < 6; ++i) bench.source.add(20, read_of(i, 1));
  sc_core::sc_start();
  ASSERT_EQ(bench.sink.taken().size(), 6u);
  for (std::uint32_t i = 0; i < 6; ++i) EXPECT_EQ(bench.sink.taken()[i].item.words[0], i);
  const UnitCycles cycles = bench.sram.cycles(200);
  EXPECT_EQ(cycles.busy, 12u);
  EXPECT_GT(cycles.stalls[0].second, 60u);
  EXPECT_LT(cycles.stalls[0].second, 80u) << "what came before the first read was no stall";
  EXPECT_EQ(cycles.total(), 200u);
}

}  // namespace
}  // namespace collisionchip
