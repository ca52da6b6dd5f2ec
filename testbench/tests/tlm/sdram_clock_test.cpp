// A memory with a clock of its own: the crossing by itself, and reads through the SDRAM's socket cycle by cycle.
#include "collisionchip/tlm/memory/clock_crossing.h"

#include <gtest/gtest.h>

#include "collisionchip/testbench/tests/tlm/sdram_bench.h"
#include "collisionchip/tlm/config/memory_kinds.h"

namespace collisionchip {
namespace {

struct Clocks {
  std::uint32_t chip_period_ps, memory_mhz;
};
const Clocks kClocks[] = {{1000, 1600}, {1000, 2133}, {1000, 800}, {1000, 1000},
                          {3750, 2400}, {400, 800},   {999, 7}};

std::uint64_t chip_time(const Clocks& clocks, Cycle cycle) {
  return cycle * clocks.chip_period_ps * clocks.memory_mhz;  // in parts of a picosecond that fit both
}
std::uint64_t memory_time(Cycle cycle) {
  return cycle * 1000000;
}

TEST(ClockCrossing, IsTheFirstCycleThatBeginsNoSoonerExactly) {
  for (const Clocks& clocks : kClocks) {
    const ClockCrossing crossing(clocks.chip_period_ps, clocks.memory_mhz);
    for (Cycle cycle = 0; cycle < 3000; ++cycle) {
      const Cycle memory = crossing.to_memory(cycle), chip = crossing.to_chip(cycle);
      const Cycle first = crossing.first_for(cycle);
      EXPECT_GE(memory_time(memory), chip_time(clocks, cycle));
      EXPECT_GE(chip_time(clocks, chip), memory_time(cycle));
      EXPECT_GE(crossing.to_chip(first), cycle);
      if (cycle == 0) continue;
      EXPECT_LT(memory_time(memory - 1), chip_time(clocks, cycle));
      EXPECT_LT(chip_time(clocks, chip - 1), memory_time(cycle));
      EXPECT_LT(crossing.to_chip(first - 1), cycle);
    }
  }
}

TEST(ClockCrossing, CountsOnFromAResetWithBothEdgesThere) {
  ClockCrossing crossing(1000, 2133), fresh(1000, 2133);
  crossing.reset(1001);
  const Cycle origin = crossing.to_memory(1001);
  EXPECT_EQ(origin, fresh.to_memory(1001));
  for (Cycle cycle = 0; cycle < 500; ++cycle) {
    EXPECT_EQ(crossing.to_memory(1001 + cycle), origin + fresh.to_memory(cycle));
    EXPECT_EQ(crossing.to_chip(origin + cycle), 1001 + fresh.to_chip(cycle));
    EXPECT_EQ(crossing.first_for(1001 + cycle), origin + fresh.first_for(cycle));
  }
}

TEST(ClockCrossing, OfOneClockChangesNothing) {
  ClockCrossing crossing(3750, 0);
  crossing.reset(77);
  for (Cycle cycle = 77; cycle < 200; ++cycle) {
    EXPECT_EQ(crossing.to_memory(cycle), cycle);
    EXPECT_EQ(crossing.to_chip(cycle), cycle);
    EXPECT_EQ(crossing.first_for(cycle), cycle);
  }
}

ChipConfig ddr4_at_one_gigahertz() {
  ChipConfig config;
  config.chip.clock_period_ps = 1000;
  for (std::uint32_t kind = 1; kind < memory_kind_names().size(); ++kind) {
    if (memory_kind_names()[kind] == "ddr4-3200") set_memory_kind(config, kind);
  }
  config.sdram.refresh_interval = 0;
  return config;
}

TrafficItem burst_of(std::uint64_t address, Cycle not_before, std::uint32_t length) {
  TrafficItem item;
  item.address = address;
  item.not_before = not_before;
  item.length = length;
  return item;
}

// 1600 cycles of the memory to 1000 of the chip; 16 bytes against 32.
TEST(SdramClock, AReadTakesTheDataSheetsTimeRoundedUpToCyclesOfTheChip) {
  for (Cycle asked = 100; asked < 110; ++asked) {
    SdramBench bench(ddr4_at_one_gigahertz());
    const auto& results = bench.run({burst_of(0, asked, 64)});
    const Cycle activate = (asked * 16 + 9) / 10, data = activate + 22 + 22, end = data + 4;
    EXPECT_EQ(bench.recorder.commands[0].cycle, activate);
    EXPECT_EQ(bench.recorder.commands[1].cycle, activate + 22);
    const Cycle first = (data * 10 + 15) / 16, last = (end * 10 + 15) / 16;
    EXPECT_EQ(results[0].first_beat, std::max(first, last - 2)) << "neither of its two beats comes too late";
  }
}

TEST(SdramClock, TwoBurstsOfOneReadAreHandedOverWithoutAGap) {
  SdramBench bench(ddr4_at_one_gigahertz());
  const auto& results = bench.run({burst_of(0, 0, 128)});
  ASSERT_EQ(bench.recorder.commands.size(), 3u) << "ACT READ READ";
  EXPECT_EQ(bench.recorder.commands[2].cycle - bench.recorder.commands[1].cycle, 8u) << "tCCD_L";
  const Cycle end = 22 + 8 + 22 + 4;  // of the second, in cycles of the memory
  EXPECT_EQ(results[0].first_beat, (end * 10 + 15) / 16 - 4);
}

// Four groups of banks in turn, rows open: 25.6 bytes in a cycle of the chip, to the byte.
TEST(SdramClock, StreamsAtTheMemorysRateAndNotTheChips) {
  ChipConfig config = ddr4_at_one_gigahertz();
  config.sdram.queue_depth = config.sdram.prepare_ahead = 8;
  SdramBench bench(config);
  constexpr std::uint64_t kReads = 2000;
  std::vector<TrafficItem> items;
  for (std::uint64_t i = 0; i < 64 + kReads; ++i)
    items.push_back(burst_of(i % 16 * config.sdram.page_bytes + i / 16 % 8 * 64, 0, 64));
  const auto& results = bench.run(items);
  const Cycle cycles = results[63 + kReads].first_beat - results[63].first_beat;
  EXPECT_EQ(cycles, kReads * 25 / 10) << "64 bytes in two and a half cycles";
}

// 8 bytes in a cycle of the chip: what the memory could bring faster waits in it, and no beat is lost.
TEST(SdramClock, WaitsForASlowerChip) {
  ChipConfig config = ddr4_at_one_gigahertz();
  config.sdram.bus_bytes = 16;
  config.sdram.queue_depth = config.sdram.prepare_ahead = 8;
  SdramBench bench(config);
  std::vector<TrafficItem> items;
  for (std::uint64_t i = 0; i < 300; ++i)
    items.push_back(burst_of(i % 16 * config.sdram.page_bytes + i / 16 % 8 * 64, 0, 64));
  const auto& results = bench.run(items);
  for (std::size_t i = 1; i < results.size(); ++i)
    EXPECT_GE(results[i].first_beat, results[i - 1].first_beat + 4) << "four beats on the chip's side";
  EXPECT_EQ(results[299].first_beat - results[99].first_beat, 200u * 4);
}

TEST(SdramClock, AReceiverThatIsNotReadyHoldsTheReadBack) {
  SdramBench bench(ddr4_at_one_gigahertz());
  TrafficItem held = burst_of(0, 0, 64);
  held.hold = 200;
  const auto& results = bench.run({held, burst_of(8192, 0, 64)});
  const Cycle from = results[0].released;
  EXPECT_GE(results[1].first_beat, from);
  EXPECT_LE(results[1].first_beat, from + 1) << "a cycle of the memory later at most";
}

TEST(SdramClock, AnswersAfterAResetLikeAFreshOne) {
  std::vector<Cycle> fresh, after;
  for (const Cycle reset : {Cycle{0}, Cycle{1003}}) {
    ChipConfig config = ddr4_at_one_gigahertz();
    config.sdram.refresh_interval = 12480;
    SdramBench bench(config);
    if (reset != 0) {
      bench.run({burst_of(0, 0, 64), burst_of(4096, 40, 64)});
      sc_core::sc_start(sc_core::sc_time::from_value(1000 * reset) - sc_core::sc_time_stamp());
      bench.sdram->reset(reset);
      bench.command_checker.reset(bench.sdram->clocks().to_memory(reset));
      bench.initiator->drop();
    }
    std::vector<TrafficItem> items;
    for (std::uint64_t i = 0; i < 40; ++i) items.push_back(burst_of(i * 7 % 16 * 8192, reset + 37 * i, 64));
    const auto& results = bench.run(items);
    for (std::size_t i = results.size() - 40; i < results.size(); ++i)
      (reset == 0 ? fresh : after).push_back(results[i].first_beat - reset);
  }
  EXPECT_EQ(fresh, after);
}

}  // namespace
}  // namespace collisionchip
