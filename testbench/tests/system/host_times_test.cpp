// The host's own time next to a chip: it follows its keys, overlapping time counts once, and no cycle of the chip changes.
#include "collisionchip/testbench/account/query_times.h"
#include "collisionchip/testbench/judge/closing_judge.h"
#include "collisionchip/testbench/tests/system/grouped_objects.h"
#include "collisionchip/testbench/tests/system/system_support.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

using namespace testing_support;

// Two equal surfaces in one place: every pair that meets is undecided. The host reads whenever some entries are there.
ChipAnswer touching(const HostKeys& keys, bool first_witness = false) {
  static const ObjectPair objects{object_of(torus(12, 10)), object_of(torus(12, 10))};
  ChipConfig config;
  config.pointer_fifo.threshold = 16;
  config.host = keys;
  JudgedSimulation simulation(config);
  simulation.driver().upload(objects.a, objects.b);
  return simulation.query(Pose{}, first_witness);
}

HostKeys keys_of(std::uint32_t setup_ns, std::uint32_t settle_ns, std::uint32_t call_ns) {
  HostKeys keys;
  keys.setup_ns = setup_ns;
  keys.settle_ns = settle_ns;
  keys.call_ns = call_ns;
  return keys;
}

std::uint64_t ps_of(Cycle cycles) {
  return cycles * ChipConfig{}.chip.clock_period_ps;
}

TEST(HostTimes, OfAHostThatTakesNoTimeAreThoseOfChipAndBus) {
  const ChipAnswer answer = touching(keys_of(0, 0, 0));
  EXPECT_EQ(answer.host.ns, 0u);
  EXPECT_EQ(answer.host.overlap_ps, 0u);
  EXPECT_EQ(answer.host.total_ps, ps_of(answer.settled_cycles));
  EXPECT_GT(answer.uncertain, 100u);
}

TEST(HostTimes, ChangeNoCycleOfTheChip) {
  const ChipAnswer none = touching(keys_of(0, 0, 0));
  for (const HostKeys& keys : {keys_of(3000, 54, 50), keys_of(0, 100'000, 0), keys_of(1'000'000, 0, 7)}) {
    const ChipAnswer answer = touching(keys);
    EXPECT_EQ(answer.pairs, none.pairs);
    EXPECT_EQ(answer.cycles, none.cycles);
    EXPECT_EQ(answer.settled_cycles, none.settled_cycles);
    EXPECT_EQ(counter(answer, "triangle_unit.uncertain"), counter(none, "triangle_unit.uncertain"));
  }
}

TEST(HostTimes, CallAndSetUpAreChargedOnceForEachQuery) {
  const ChipAnswer none = touching(keys_of(0, 0, 0)), answer = touching(keys_of(3000, 0, 50));
  EXPECT_EQ(answer.host.ns, 3050u);
  EXPECT_EQ(answer.host.total_ps - none.host.total_ps, 3'050'000u);
  EXPECT_EQ(answer.host.overlap_ps, 0u);
}

// Pairs come while the chip works: at the end a fast host has settled all except those of the last read.
TEST(HostTimes, SettlingOverlapsWithTheChip) {
  const ChipAnswer answer = touching(keys_of(0, 40, 0));
  const std::uint64_t settling = 40'000 * answer.uncertain, exposed = settling - answer.host.overlap_ps;
  EXPECT_EQ(1000 * answer.host.ns, settling);
  EXPECT_EQ(answer.host.total_ps, ps_of(answer.settled_cycles) + exposed);
  EXPECT_LT(4 * exposed, settling);
  const QueryTimes times = query_times(answer, ChipConfig{});
  EXPECT_EQ(times.chip_ns + times.link_ns + times.host_ns - times.overlap_ns, times.total_ns);
  EXPECT_GT(times.overlap_ns, 0u);
}

// A slow host is never idle from the first entry on: each pair takes its full time, behind the call and the set-up.
TEST(HostTimes, ASlowHostSettlesLongAfterTheChipIsDone) {
  const ChipAnswer slow = touching(keys_of(500, 20'000, 50)), slower = touching(keys_of(500, 30'000, 50));
  EXPECT_EQ(slower.host.total_ps - slow.host.total_ps, 10'000'000 * slow.uncertain);
  EXPECT_EQ(slower.host.overlap_ps, slow.host.overlap_ps) << "from the first entry to the last one";
  EXPECT_GT(slow.host.total_ps, 20'000'000 * slow.uncertain + 550'000);
  EXPECT_LT(slow.host.overlap_ps, ps_of(slow.settled_cycles));
  EXPECT_GT(2 * slow.host.overlap_ps, ps_of(slow.settled_cycles));
}

TEST(HostTimes, OnlyPairsThatTheHostDecidesAreCharged) {
  const ChipAnswer all = touching(keys_of(0, 54, 0)), one = touching(keys_of(0, 54, 0), true);
  EXPECT_EQ(all.host.ns, 54 * all.uncertain);
  EXPECT_EQ(one.host.ns, 54 * one.uncertain);
  EXPECT_LT(10 * one.uncertain, all.uncertain);
}

// A query in many parts: the matrices survive, so that one set-up is enough, and it is one call.
TEST(HostTimes, PartsOfAQueryNeedNoSetUpOfTheirOwn) {
  Random random(4);
  const ObjectPair objects = tori();
  ChipConfig config;
  config.stack_sram.entries = 4;
  config.stack_engine.levels = 2;
  JudgedSimulation simulation(config);
  simulation.driver().upload(objects.a, objects.b);
  const ChipAnswer answer = simulation.query(random_pose(random, 0.2));
  EXPECT_GT(answer.unfinished, 50u);
  EXPECT_EQ(answer.host.set_ups, 1u);
  EXPECT_EQ(answer.host.ns,
            config.host.call_ns + config.host.setup_ns + answer.uncertain * config.host.settle_ns);
}

// Equal surfaces, a little apart except for the last pose: the poses are handed over together, with one call.
TEST(HostTimes, ABatchIsSetUpBeforeItStartsAndCountsOverlapOnce) {
  ChipConfig config = preset("beyond");
  config.group_engine.queries = 3;
  config.pointer_fifo.threshold = 16;
  const ObjectPair objects = grouped({object_of(torus(12, 10)), object_of(torus(12, 10))}, config);
  std::vector<Pose> poses(3);
  poses[0].t = {0.4f, 0.1f, 0};
  poses[1].t = {0.3f, 0, 0.1f};
  JudgedSimulation simulation(config);
  simulation.driver().upload(objects.a, objects.b);
  std::uint64_t alone = 0;
  for (const Pose& pose : poses) alone += simulation.query(pose).host.total_ps;
  const ChipBatch batch = simulation.query_batch(poses);
  const HostCharge& whole = batch.whole.host;
  const HostKeys& keys = config.host;
  EXPECT_EQ(whole.ns, keys.call_ns + 3 * keys.setup_ns + batch.whole.uncertain * keys.settle_ns);
  EXPECT_GT(whole.overlap_ps, 0u);
  EXPECT_LT(whole.total_ps, alone);
  for (const ChipAnswer& answer : batch.answers) {
    EXPECT_GE(answer.host.ns, keys.call_ns + 3 * keys.setup_ns + answer.uncertain * keys.settle_ns);
    EXPECT_GE(answer.host.total_ps, 1000 * (keys.call_ns + 3 * keys.setup_ns) +
                                        answer.settled_cycles * config.chip.clock_period_ps);
    EXPECT_LE(answer.host.total_ps, whole.total_ps);
  }
}

// Two small equal surfaces keep a slow host busy while a longer query, none of whose pairs is undecided, comes to its end.
TEST(HostTimes, AQueryOfABatchWaitsForItsOwnPairsAlone) {
  ChipConfig config = preset("beyond");
  config.group_engine.queries = 2;
  config.pointer_fifo.threshold = 16;
  config.host.settle_ns = 10'000;
  const ObjectPair small = grouped({object_of(torus(6, 5)), object_of(torus(6, 5))}, config),
                   large = grouped({object_of(torus(40, 30)), object_of(torus(40, 30))}, config);
  const BoardImage image = make_board_image(config, {&small.a, &small.b, &large.a, &large.b});
  JudgedSimulation simulation(config);
  simulation.attach(image);
  Random random(11);
  int found = 0;
  for (int run = 0; run < 20; ++run) {
    const ChipBatch batch = simulation.query_batch(image, {{0, 1, Pose{}}, {2, 3, random_pose(random, 0.2)}});
    const ChipAnswer &busy = batch.answers[0], &longer = batch.answers[1];
    if (longer.uncertain > 0 || longer.settled_cycles < busy.settled_cycles) continue;
    ++found;
    ASSERT_GT(busy.uncertain, 100u);
    EXPECT_GE(busy.host.total_ps, 10'000'000 * busy.uncertain);
    EXPECT_EQ(longer.host.overlap_ps, 0u);
    EXPECT_EQ(longer.host.ns, config.host.call_ns + 2 * config.host.setup_ns);
  }
  EXPECT_GT(found, 3);
}

// Each of these faults breaks one sum.
TEST(HostTimes, ThatDoNotAddUpAreRefused) {
  const ChipConfig config;
  const ChipAnswer sound = touching(config.host);
  const auto refused = [&](const std::function<void(HostAnswer&)>& fault) {
    HostAnswer answer = sound;
    fault(answer);
    EXPECT_THROW(check_times(config, answer, Simulation::AnswerOf::all), OpenSums);
  };
  EXPECT_NO_THROW(check_times(config, sound, Simulation::AnswerOf::all));
  refused([](HostAnswer& answer) { answer.host.ns += 54; });
  refused([](HostAnswer& answer) { ++answer.host.set_ups; });
  refused([](HostAnswer& answer) { --answer.uncertain; });
  refused([](HostAnswer& answer) { answer.host.overlap_ps = 0; });
  refused([](HostAnswer& answer) { ++answer.host.total_ps; });
  HostAnswer of_batch = sound;
  --of_batch.uncertain;  // the others' pairs count as well
  EXPECT_NO_THROW(check_times(config, of_batch, Simulation::AnswerOf::one_of_several));
}

}  // namespace
}  // namespace collisionchip
