// Results that the chip writes into the host's memory: the same ones, once each, however slow the host is, and behind any link.
#include "collisionchip/testbench/tests/system/grouped_objects.h"
#include "collisionchip/testbench/tests/system/system_support.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

using namespace testing_support;

ChipConfig with_memory(ChipConfig config, HostKindKey kind = HostKindKey::pcie) {
  config.host.kind = kind;
  config.host.results = HostResults::memory;
  config.host.burst_bytes = 64;
  return config;
}

ChipAnswer ask(const ChipConfig& config, const ObjectPair& objects, const Pose& pose,
               const DrainPolicy& policy = {}, bool first_witness = false) {
  JudgedSimulation simulation(config);
  simulation.driver().upload(objects.a, objects.b);
  simulation.driver().set_drain_policy(policy);
  const ChipAnswer answer = simulation.query(pose, first_witness);
  expect_clean(simulation);
  return answer;
}

TEST(HostMemory, HasWhatTheHostWouldHaveReadBehindEveryLink) {
  Random random(59);
  const ObjectPair objects = tori();
  const Pose pose = random_pose(random, 0.2);
  for (const HostKindKey kind : {HostKindKey::pci, HostKindKey::pcie, HostKindKey::axi}) {
    const ChipConfig config = with_memory({}, kind);
    const ChipAnswer answer = ask(config, objects, pose);
    expect_reference(answer, reference_answer(objects, pose, config));
    EXPECT_EQ(counter(answer, "result_unit.entries"), counter(answer, "pointer_fifo.entries"));
    EXPECT_EQ(counter(answer, "result_unit.closings"), 1u);
    EXPECT_EQ(counter(answer, "pci_interface.fifo_words"), 0u);
  }
}

TEST(HostMemory, ASlowHostStopsTheChipAtAFullRingAndLosesNothing) {
  Random random(60);
  const ObjectPair objects = tori();
  const Pose pose = random_pose(random, 0.2);
  ChipConfig config = with_memory({}, HostKindKey::axi);
  config.pointer_fifo.depth = 4;
  config.pointer_fifo.threshold = 2;
  const QueryResult expected = reference_answer(objects, pose, config);
  const Cycle unhindered = ask(config, objects, pose).cycles;
  for (const std::uint32_t ring_entries : {8u, 16u, 64u}) {
    config.host.ring_entries = ring_entries;
    const ChipAnswer answer = ask(config, objects, pose, {20000, 1});  // a burst of seven entries each time
    expect_reference(answer, expected);
    const Cycle waited = stall(answer, "result_unit", "host");
    EXPECT_GT(waited, answer.cycles / 2) << ring_entries;
    EXPECT_LE(answer.cycles - unhindered, waited + 20000);
    EXPECT_GT(stall(answer, "pointer_fifo", "host"), 0u);
    EXPECT_EQ(counter(answer, "result_unit.most_slots"), ring_entries / 8);
  }
}

TEST(HostMemory, AnyDrainPolicyGivesTheSamePairs) {
  Random random(61);
  const ObjectPair objects = tori();
  const Pose pose = random_pose(random, 0.2);
  for (const DrainPolicy policy : {DrainPolicy{0, 0}, {0, 1}, {100, 0}, {700, 2}, {100000, 0}}) {
    const ChipConfig config = with_memory({});
    expect_reference(ask(config, objects, pose, policy), reference_answer(objects, pose, config));
  }
}

TEST(HostMemory, AFirstWitnessLeavesAtOnceAndAnUncertainOneIsSettledMeanwhile) {
  Random random(62);
  const ObjectPair objects = tori();
  const Pose pose = random_pose(random, 0.2);
  const ChipConfig config = with_memory({});
  const ChipAnswer all = ask(config, objects, pose), first = ask(config, objects, pose, {}, true);
  ASSERT_EQ(first.pairs.size(), 1u);
  EXPECT_LT(first.cycles, all.cycles / 2);
  // A torus on itself: every pair is uncertain, and the host has to stop the chip.
  const ObjectPair same = {objects.a, objects.a};
  const ChipAnswer witness = ask(config, same, Pose{}, {}, true);
  EXPECT_EQ(witness.pairs.size(), 1u);
  EXPECT_LT(witness.cycles, ask(config, same, Pose{}).cycles / 4);
}

TEST(HostMemory, UnfinishedWorkComesThroughTheRingsToo) {
  Random random(63);
  const ObjectPair objects = tori();
  const Pose pose = random_pose(random, 0.2);
  ChipConfig config = with_memory({});
  config.stack_sram.entries = 32;
  const ChipAnswer answer = ask(config, objects, pose);
  EXPECT_GT(answer.unfinished, 0u);
  EXPECT_EQ(answer.pairs, reference_answer(objects, pose, config).pairs);
}

TEST(HostMemory, EachQueryOfABatchHasItsRing) {
  Random random(64);
  ChipConfig config = with_memory(preset("beyond"));
  config.group_engine.queries = 4;
  const ObjectPair objects = grouped(tori(), config);
  std::vector<Pose> poses(4);
  for (Pose& pose : poses) pose = random_pose(random, 0.3);
  JudgedSimulation simulation(config);
  simulation.driver().upload(objects.a, objects.b);
  for (int time = 0; time < 2; ++time) {
    const ChipBatch batch = simulation.query_batch(poses);
    for (std::size_t i = 0; i < poses.size(); ++i)
      EXPECT_EQ(batch.answers[i].pairs, reference_answer(objects, poses[i], config).pairs) << i;
    EXPECT_EQ(counter(batch.whole, "result_unit.closings"), 4u);
  }
  expect_clean(simulation);
}

TEST(HostMemory, ALostEntryAndARepeatedOneAreNoticed) {
  Random random(65);
  const ObjectPair objects = tori();
  const Pose pose = random_pose(random, 0.2);
  // Loses or repeats the third entry on its way to the Result Unit.
  struct Fault : ChannelInterposer<Finding> {
    unsigned copies = 1, seen = 0;
    unsigned on_put(Finding&, bool room_for_two) override { return ++seen == 3 && room_for_two ? copies : 1; }
  };
  for (const unsigned copies : {0u, 2u}) {
    JudgedSimulation simulation(with_memory({}));
    simulation.driver().upload(objects.a, objects.b);
    Fault fault;
    fault.copies = copies;
    simulation.board().chip().channel<Finding>("pointer_fifo.entries").set_interposer(&fault);
    EXPECT_THROW(simulation.query(pose), ChipError) << copies;
  }
}

}  // namespace
}  // namespace collisionchip
