// Whole queries with stack_sram.ecc and pointer_fifo.entry_check: the same answers, what they cost, and wrong
// bits in every list word at once. Who notices single faults: testbench/tests/host/fault_injection_test.cpp.
#include "collisionchip/testbench/tests/system/system_support.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

using namespace testing_support;

constexpr ListEcc kEccs[] = {ListEcc::parity, ListEcc::secded};

struct Protections : ::testing::Test {
  Random random{13};
  ObjectPair objects{object_of(torus(8, 6)), object_of(torus(9, 5))};
  Pose pose = random_pose(random, 0.2);

  ChipAnswer answer(const ChipConfig& config) const {
    JudgedSimulation simulation(config);
    simulation.driver().upload(objects.a, objects.b);
    const ChipAnswer answer = simulation.query(pose);
    expect_reference(answer, reference_answer(objects, pose, config));
    expect_clean(simulation);
    return answer;
  }
};

TEST_F(Protections, CheckBitsOfListsCostTheirStagesAndNoAnswer) {
  for (const std::string& name : preset_names()) {
    ChipConfig config = preset(name);
    // Later words may let a prefetch go first, which can be a gain.
    config.stack_engine.prefetch_known = config.stack_engine.keep_pair = false;
    const std::string plain = account_of(answer(config));
    for (const ListEcc ecc : kEccs) {
      config.stack_sram.ecc = ecc;
      std::vector<Cycle> taken;
      for (const std::uint32_t stages : {0u, 1u, 8u}) {
        config.stack_sram.ecc_cycles = stages;
        const ChipAnswer protected_one = answer(config);
        taken.push_back(protected_one.cycles);
        if (stages == 0) {
          EXPECT_EQ(account_of(protected_one), plain) << "no stage, no cycle, no more words";
        }
      }
      // A later request can find its row open: with another memory more latency may even be a gain.
      const auto plain_cycles = static_cast<double>(taken[0]);
      EXPECT_NEAR(static_cast<double>(taken[1]), plain_cycles, 0.01 * plain_cycles) << name;
      if (name != "paper41") continue;
      EXPECT_LT(taken[0], taken[1]);
      EXPECT_LT(taken[1], taken[2]);
    }
  }
}

TEST_F(Protections, TheClosingEntryCostsItsTwoWordsOnTheBus) {
  for (const std::string& name : preset_names()) {
    ChipConfig config = preset(name);
    const ChipAnswer plain = answer(config);
    config.pointer_fifo.entry_check = true;
    const ChipAnswer checked = answer(config);
    const std::uint64_t entries = counter(plain, "pointer_fifo.entries");
    ASSERT_GT(entries, 10u);
    ASSERT_LT(entries, config.pointer_fifo.threshold) << "all of them are read after the end";
    EXPECT_EQ(checked.cycles, plain.cycles);
    EXPECT_EQ(counter(checked, "pointer_fifo.entries"), entries + 1);
    EXPECT_EQ(checked.readback_cycles - plain.readback_cycles,
              pci_transfer_cycles(config.pci, true, 2 * entries + 2) -
                  pci_transfer_cycles(config.pci, true, 2 * entries))
        << name;
  }
}

TEST_F(Protections, AnyHostAnyOverflowAndAFirstWitnessPassTheCheck) {
  ChipConfig config;
  config.pointer_fifo.entry_check = true;
  config.stack_sram.ecc = ListEcc::secded;
  std::uint64_t unfinished = 0;
  for (const std::uint32_t depth : {1u, 3u, 1024u}) {
    for (const std::uint32_t entries : {4u, 65536u}) {
      for (const DrainPolicy policy : {DrainPolicy{0, 0}, {0, 1}, {100, 0}, {700, 2}}) {
        config.pointer_fifo.depth = depth;
        config.pointer_fifo.threshold = 1 + depth / 2;
        config.stack_sram.entries = entries;
        JudgedSimulation simulation(config);
        simulation.driver().upload(objects.a, objects.b);
        simulation.driver().set_drain_policy(policy);
        const QueryResult expected = reference_answer(objects, pose, config);
        const ChipAnswer all = simulation.query(pose);
        expect_reference(all, expected);
        unfinished += all.unfinished;
        const ChipAnswer one = simulation.query(pose, true);
        ASSERT_EQ(one.pairs.size(), 1u);
        EXPECT_TRUE(std::binary_search(expected.pairs.begin(), expected.pairs.end(), one.pairs[0]));
        expect_clean(simulation);
      }
    }
  }
  EXPECT_GT(unfinished, 100u);
}

TEST_F(Protections, AQueryWithoutAPairHasItsClosingEntryToo) {
  ChipConfig config;
  config.pointer_fifo.entry_check = true;
  pose.t[0] = 100;
  const ChipAnswer nothing = answer(config);
  EXPECT_TRUE(nothing.pairs.empty());
  EXPECT_EQ(counter(nothing, "pointer_fifo.entries"), 1u);
}

// One wrong bit in every word that is written.
struct FlipEverywhere : ChannelInterposer<SramRequest> {
  explicit FlipEverywhere(Random& source) : random(source) {}
  unsigned on_put(SramRequest& request, bool) override {
    for (std::uint32_t i = 0; request.write && i < request.count; ++i, ++flips)
      request.words[i] ^= 1u << random.below(32);
    return 1;
  }
  Random& random;
  std::uint64_t flips = 0;
};

TEST_F(Protections, SecdedMendsAWrongBitInEveryWordAtOnceInNoTime) {
  ChipConfig config;
  config.stack_sram.ecc = ListEcc::secded;
  JudgedSimulation simulation(config);
  simulation.driver().upload(objects.a, objects.b);
  const std::string clean = account_of(simulation.query(pose));
  FlipEverywhere bits(random);
  for (const char* channel : {"stack_engine.left_sram", "stack_engine.right_sram"})
    simulation.board().chip().channel<SramRequest>(channel).set_interposer(&bits);
  for (int run = 0; run < 5; ++run) {
    bits.flips = 0;
    EXPECT_EQ(account_of(simulation.query(pose)), clean);
    EXPECT_GT(bits.flips, 100u);
    EXPECT_EQ(simulation.board().chip().stack_engine().statistics().corrected_words, bits.flips);
  }
  expect_clean(simulation);
}

}  // namespace
}  // namespace collisionchip
