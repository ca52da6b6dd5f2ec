// Times as they are computed and printed, what bounds a query, and the figures that a reader looks at first.
#include <gtest/gtest.h>

#include "collisionchip/testbench/account/key_figures.h"
#include "collisionchip/testbench/account/query_times.h"
#include "collisionchip/testbench/account/roofs.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

TEST(QueryTimes, ChipLinkAndHostWithoutWhatOverlapsAreTheTotalAtAnyClock) {
  ChipConfig config;
  for (const std::uint32_t period : {1u, 333u, 1000u, 3750u, 16300u}) {
    config.chip.clock_period_ps = period;
    for (const Cycle cycles : {0u, 1u, 3u, 1234u}) {
      for (const std::uint64_t overlap_ps : {0u, 1u, 499u, 500u, 7000u}) {
        const HostCharge host{9, overlap_ps, (cycles + 7) * period + 9000 - overlap_ps, 1, 3};
        const QueryTimes times = query_times(cycles, cycles + 7, host, config);
        EXPECT_EQ(times.chip_ns + times.link_ns + times.host_ns - times.overlap_ns, times.total_ns);
        EXPECT_EQ(times.chip_ns, (cycles * period + 500) / 1000);
        EXPECT_EQ(times.link_ns, ((cycles + 7) * period + 500) / 1000 - times.chip_ns);
        EXPECT_EQ(times.total_ns, (host.total_ps + 500) / 1000);
        EXPECT_EQ(times.host_ns, 9u);
        EXPECT_LE(times.overlap_ns, (overlap_ps + 999) / 1000);
        EXPECT_GE(times.overlap_ns, overlap_ps / 1000);
      }
    }
  }
}

// docs: no time below a millisecond is printed as "0.000 ms".
TEST(QueryTimes, AreWrittenInTheUnitThatFits) {
  EXPECT_EQ(time_text(0.0), "0 ns");
  EXPECT_EQ(time_text(85.4), "85 ns");
  EXPECT_EQ(time_text(999.0), "999 ns");
  EXPECT_EQ(time_text(1000.0), "1.000 us");
  EXPECT_EQ(time_text(537086.25), "537.086 us");
  EXPECT_EQ(time_text(2144928.75), "2.145 ms");
  EXPECT_EQ(nanoseconds(571981, ChipConfig{}), 2144929u);
}

UsedResources used_by(std::vector<std::pair<std::string, Cycle>> busy, Cycle cycles, std::uint64_t bytes,
                      double bytes_per_cycle) {
  return {std::move(busy), cycles, bytes, bytes_per_cycle * static_cast<double>(cycles)};
}

// The accounts of two memory channels and two engines count together, the pins by their bytes.
TEST(Roofs, TheBusiestResourceIsTheLowestRoof) {
  const std::vector<Roof> all = roofs(used_by({{"memory_controller", 90},
                                               {"sdram", 90},
                                               {"memory_controller_1", 10},
                                               {"sdram_1", 10},
                                               {"group_unit.compare", 80},
                                               {"group_unit_1.compare", 40},
                                               {"stack_sram_left", 7}},
                                              100, 1600, 32));
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].name, "group_unit.compare");
  EXPECT_DOUBLE_EQ(all[0].share, 0.6);
  EXPECT_EQ(all[1].name, "sdram");
  EXPECT_DOUBLE_EQ(all[1].share, 0.5);
  EXPECT_EQ(all[2].name, "stack_sram_left");
  EXPECT_EQ(bound_by(all), "group_unit.compare") << "60 % are enough";
}

// Bytes and cycles at work's own rate; at a roof the same query does as much more as the resource has left.
TEST(Roofs, AQueryStandsUnderThemByItsWork) {
  const UsedResources used = used_by({{"sdram", 90}, {"triangle_unit", 25}}, 100, 1600, 32);
  const UnderRoofs under = under_roofs(used, 40);
  EXPECT_DOUBLE_EQ(under.work_per_1000_cycles, 400);
  EXPECT_DOUBLE_EQ(under.work_per_1000_bytes, 25);
  EXPECT_DOUBLE_EQ(under.bytes_per_cycle, 16);
  EXPECT_DOUBLE_EQ(work_at(roofs(used)[0], under), 800)
      << "the pins carry 32 bytes a cycle: 25 pairs per 1000";
  EXPECT_DOUBLE_EQ(work_at(roofs(used)[1], under), 1600);
  EXPECT_EQ(under_roofs(used_by({}, 0, 0, 32), 0).bytes_per_cycle, 0) << "of no cycle";
}

TEST(Roofs, BelowSixtyPerCentItIsLatency) {
  EXPECT_EQ(bound_by(roofs(used_by({{"sdram", 59}, {"triangle_unit", 59}}, 100, 0, 32))), "latency");
  EXPECT_EQ(bound_by(roofs(used_by({{"sdram", 0}, {"triangle_unit", 60}}, 100, 0, 32))), "triangle_unit");
  EXPECT_EQ(bound_by(roofs(used_by({{"sdram", 0}}, 0, 0, 32))), "latency") << "of no cycle";
}

// A faster memory behind the same chip has the higher roof: the share counts what its pins could bring.
TEST(Roofs, ThePeakIsOfAllChannelsAndOfTheMemorysOwnClock) {
  const auto share = [](const char* name, std::uint32_t period) {
    ChipConfig config = preset(name);
    config.chip.clock_period_ps = period;
    const double peak = machine_facts(config).bytes_per_cycle;
    return roofs(used_by({{"sdram", 0}}, 1000, 16000, peak)).front().share;
  };
  EXPECT_DOUBLE_EQ(share("beyond", 3750), 0.5) << "two channels of 16 bytes";
  EXPECT_DOUBLE_EQ(share("today", 1000), 0.125) << "eight channels of 16 bytes at the chip's clock";
  EXPECT_DOUBLE_EQ(share("today", 500), 0.25) << "a chip twice as fast gets half as much in a cycle";
}

KeyNumbers some_numbers() {
  KeyNumbers numbers;
  numbers.pairs = 2557;
  numbers.cycles = 143223;
  numbers.eq5_cycles = 182690;
  numbers.lists = 1183;
  numbers.aligned_pairs = 8805;
  numbers.triangle_tests = 8229;
  numbers.times = {537086, 32404, 3158, 108, 572540};
  numbers.energy_pj = 7249194000;
  numbers.roofs = {{"sdram", 0.62}, {"dop_unit.overlap", 0.49}};
  return numbers;
}

// What the report shows is a part of what the terminal prints.
TEST(KeyFigures, TheTerminalPrintsEveryValue) {
  const MachineFacts paper = machine_facts(preset("paper41"));
  const KeyNumbers numbers = some_numbers();
  EXPECT_EQ(to_text(answer_figures(numbers, paper, WalksThrough::pairs)),
            "  pairs      2557\n"
            "  chip       143223 cycles = 537.086 us at 266 MHz\n"
            "  link       32.404 us that bus and doorbell add\n"
            "  host       3.158 us set-up, settling and call, 108 ns overlap\n"
            "  total      572.540 us from the pose to its last pair\n"
            "  Eq. 5      182690 cycles = 685.088 us at 266 MHz (the model takes 0.784 times this)\n");
  EXPECT_EQ(to_text(work_figures(numbers, WalksThrough::pairs)),
            "  lists      1183, with 8805 aligned pairs: alpha = 7.44\n"
            "  triangles  8229 pairs tested, 0 uncertain and settled exactly by the driver\n");
  EXPECT_EQ(to_text(cost_figures(numbers, paper)),
            "  silicon    31.43 mm2 of 0.18 um, an estimate\n"
            "  clock      266 MHz assumed: synthesis meets 61 MHz (triangle_unit)\n"
            "  energy     7.249 mJ with the memory's, an estimate\n"
            "  bound by   sdram, used to 62.0 %, 1.61 from its roof\n");
  for (const auto& figures : {answer_figures(numbers, paper, WalksThrough::groups),
                              work_figures(numbers, WalksThrough::groups), cost_figures(numbers, paper)}) {
    for (const KeyFigure& figure : figures)
      EXPECT_NE(figure.line.find(figure.value), std::string::npos) << figure.name;
  }
}

// Half a nanosecond is rounded once, and not in two ways.
TEST(KeyFigures, AFigureAndItsLineAreTheSameNumber) {
  const ChipConfig config;
  KeyNumbers numbers = some_numbers();
  for (numbers.cycles = 64190; numbers.cycles < 64200; ++numbers.cycles) {
    numbers.times =
        query_times(numbers.cycles, numbers.cycles + 10,
                    {2031, 12'000, 1000 * 2031 - 12'000 + (numbers.cycles + 10) * 3750, 1, 3}, config);
    for (const KeyFigure& figure : answer_figures(numbers, machine_facts(config), WalksThrough::pairs))
      EXPECT_NE(figure.line.find(figure.value), std::string::npos) << figure.name << ": " << figure.line;
  }
}

TEST(KeyFigures, SayLatencyAndAClockThatIsMet) {
  ChipConfig slow = preset("paper41");
  slow.chip.clock_period_ps = 20000;
  KeyNumbers numbers = some_numbers();
  numbers.roofs[0].share = 0.5;
  const std::string text = to_text(cost_figures(numbers, machine_facts(slow)));
  EXPECT_NE(text.find("  clock      50 MHz met by synthesis\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  bound by   latency, the busiest is sdram, used to 50.0 %, 2.00 from its roof\n"),
            std::string::npos)
      << text;
}

}  // namespace
}  // namespace collisionchip
