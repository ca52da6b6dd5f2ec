// Refresh, page policy, mapping, banks, bus width: other
// times, the same answers, and the checkers stay silent.
#include "collisionchip/testbench/tests/system/system_support.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

using namespace testing_support;

struct MemoryVariants : ::testing::Test {
  Random random{1};
  ObjectPair objects = tori();
  Pose pose = random_pose(random, 0.2);

  ChipAnswer run(const ChipConfig& config) {
    JudgedSimulation simulation(config);
    simulation.driver().upload(objects.a, objects.b);
    const ChipAnswer answer = simulation.query(pose);
    expect_reference(answer, reference_answer(objects, pose, config));
    expect_clean(simulation);
    return answer;
  }
};

TEST_F(MemoryVariants, RefreshMakesItSlowerAndNothingElse) {
  ChipConfig config;
  const ChipAnswer without = run(config);
  EXPECT_EQ(counter(without, "sdram.refreshes"), 0u);
  Cycle last = without.cycles;
  for (const std::uint32_t interval : {2080u, 520u, 130u}) {  // 7.8 us and shorter
    config.sdram.refresh_interval = interval;
    const ChipAnswer answer = run(config);
    EXPECT_GT(answer.cycles, last);
    last = answer.cycles;
    EXPECT_NEAR(static_cast<double>(counter(answer, "sdram.refreshes")),
                static_cast<double>(answer.setup_cycles + answer.cycles) / interval, 2)
        << "from the reset on";
  }
}

// Without prefetch: with it a read can come at a luckier time.
TEST_F(MemoryVariants, RowsThatMayNotStayOpenMakeItSlowerAndNothingElse) {
  ChipConfig config;
  config.stack_engine.prefetch = false;
  const ChipAnswer without = run(config);
  Cycle last = without.cycles;
  std::uint64_t precharges = counter(without, "sdram.precharges");
  for (const std::uint32_t limit : {1000u, 200u, 60u}) {
    config.sdram.t_ras_max = limit;
    const ChipAnswer answer = run(config);
    EXPECT_GT(answer.cycles, last) << limit;
    EXPECT_GT(counter(answer, "sdram.precharges"), precharges) << limit;
    last = answer.cycles;
    precharges = counter(answer, "sdram.precharges");
  }
}

TEST_F(MemoryVariants, OneBurstLengthCostsWhereTrianglesAreRead) {
  for (const PagePolicy policy : {PagePolicy::open, PagePolicy::closed}) {
    ChipConfig config;
    config.sdram.page_policy = policy;
    const Cycle without = run(config).cycles;
    config.sdram.mode_burst = 4;
    EXPECT_EQ(run(config).cycles, without) << "a triangle is a burst of four, a pair two";
    config.sdram.mode_burst = 8;
    EXPECT_GT(run(config).cycles, without);
    config.triangle_unit.ideal = true;
    const Cycle no_triangles = run(config).cycles;
    config.sdram.mode_burst = 0;
    EXPECT_EQ(run(config).cycles, no_triangles);
  }
}

TEST_F(MemoryVariants, AProcessorReadsResultsFiveTimesAsLong) {
  ChipConfig config;
  const ChipAnswer bursts = run(config);
  config.pci.read_burst_words = 1;
  const ChipAnswer single = run(config);
  EXPECT_GT(single.readback_cycles, 2 * bursts.readback_cycles);
  EXPECT_EQ(single.setup_cycles, bursts.setup_cycles);
}

TEST_F(MemoryVariants, OpenAndClosedPagesMappingsAndBanks) {
  for (const PagePolicy policy : {PagePolicy::open, PagePolicy::closed}) {
    for (const AddressMapping mapping : {AddressMapping::row_bank_column, AddressMapping::row_column_bank,
                                         AddressMapping::bank_row_column}) {
      for (const std::uint32_t banks : {1u, 2u, 4u, 16u}) {
        ChipConfig config;
        config.sdram.page_policy = policy;
        config.sdram.mapping = mapping;
        config.sdram.banks = banks;
        const ChipAnswer answer = run(config);
        EXPECT_EQ(counter(answer, "sdram.row_hits") > 0, policy == PagePolicy::open);
        EXPECT_EQ(counter(answer, "sdram.reads"), counter(answer, "memory_controller.tumbled_pairs") +
                                                      counter(answer, "memory_controller.aligned_pairs") +
                                                      counter(answer, "memory_controller.triangles"));
      }
    }
  }
}

TEST_F(MemoryVariants, MoreBanksAndAWiderBusAreNoSlower) {
  ChipConfig config = preset("paper52");
  config.sdram.banks = 1;
  const Cycle one_bank = run(config).cycles;
  config.sdram.banks = 4;
  EXPECT_LE(run(config).cycles, one_bank);
  ChipConfig wide;
  const Cycle usual = run(wide).cycles;
  wide.sdram.bus_bytes = 128;
  EXPECT_LE(run(wide).cycles, usual);
  wide.sdram.bus_bytes = 8;
  EXPECT_GT(run(wide).cycles, usual);
}

TEST_F(MemoryVariants, TheChipsBytesAreTheMemorysBytes) {
  const ChipAnswer answer = run(ChipConfig{});
  EXPECT_EQ(counter(answer, "sdram.bytes"), 256 * (counter(answer, "memory_controller.tumbled_pairs") +
                                                   counter(answer, "memory_controller.aligned_pairs")) +
                                                128 * counter(answer, "memory_controller.triangles"));
  EXPECT_EQ(counter(answer, "memory_controller.triangles"),
            counter(answer, "triangle_unit.aligned_cache_misses") +
                counter(answer, "triangle_unit.tumbled_memory_misses"));
}

}  // namespace
}  // namespace collisionchip
