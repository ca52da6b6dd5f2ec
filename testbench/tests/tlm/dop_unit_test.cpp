// The DOP Unit alone: the same bits as the reference, in the cycles its contract names.
#include "collisionchip/testbench/tests/tlm/dop_bench.h"
#include "collisionchip/tlm/machines/presets.h"
#include "collisionchip/tlm/machines/unit_params.h"

namespace collisionchip {
namespace {

using namespace testing_support;

struct Case {
  DopTransform transform;
  std::vector<std::array<DopNode, 2>> tumbled, aligned;
};

Case random_case(Random& random, int k, int lists, int alpha) {
  Case c;
  for (int i = 0; i < lists; ++i) c.tumbled.push_back({random_dop(random, k), random_dop(random, k)});
  for (int i = 0; i < lists * alpha; ++i) c.aligned.push_back({random_dop(random, k), random_dop(random, k)});
  DopNode bound;
  for (int i = 0; i < k; ++i) bound.d[static_cast<std::size_t>(i)] = i < k / 2 ? -4.0f : 4.0f;
  c.transform = make_dop_transform(k, RigidMap::of(random_pose(random, 0.5), TumbledSide::b), bound);
  return c;
}

// Runs all lists of `c`, each of `alpha` aligned pairs; returns the flags.
std::vector<std::uint32_t> run_case(DopBench& bench, const Case& c, int alpha) {
  bench.load(c.transform);
  Cycle at = 10;
  for (std::size_t list = 0; list < c.tumbled.size(); ++list) {
    bench.lists.add(at, {0, static_cast<std::uint32_t>(alpha)});
    bench.send_tumbled(at, pair_of(c.tumbled[list][0], c.tumbled[list][1]));
    for (int i = 0; i < alpha; ++i) {
      const auto& pair = c.aligned[list * static_cast<std::size_t>(alpha) + static_cast<std::size_t>(i)];
      bench.send_aligned(at += 10, pair_of(pair[0], pair[1]));
    }
  }
  bench.run();
  return bench.bits();
}

std::vector<std::uint32_t> expected(const Case& c, int alpha) {
  std::vector<std::uint32_t> bits;
  for (std::size_t i = 0; i < c.aligned.size(); ++i) {
    bits.push_back(expected_bits(c.transform, c.tumbled[i / static_cast<std::size_t>(alpha)], c.aligned[i]));
  }
  return bits;
}

TEST(DopUnit, MatricesThroughItsRegistersGiveTheReferencesBits) {
  Random random(1);
  std::uint32_t seen = 0;
  for (const int k : {6, 14, 18, 24, 26}) {
    for (int run = 0; run < 6; ++run) {
      ChipConfig config = preset(run % 2 == 0 ? "paper41" : "paper52");
      config.dop_unit.comparator_groups = run % 3 == 0 ? 2 : 1;
      config.dop.k = static_cast<std::uint32_t>(k);
      const Case c = random_case(random, k, 4, 5);
      DopBench bench(config);
      const std::vector<std::uint32_t> bits = run_case(bench, c, 5);
      EXPECT_EQ(bits, expected(c, 5));
      for (const std::uint32_t b : bits) seen |= b == 0 ? 1u : b == 15 ? 2u : 4u;
    }
  }
  EXPECT_EQ(seen, 7u) << "none, all and some overlap";
}

TEST(DopUnit, RowOrderChangesTheTimeAndNothingElse) {
  Random random(2);
  for (const char* name : {"paper41", "paper52"}) {
    Case c = random_case(random, 24, 2, 6);
    const std::vector<std::uint32_t> bits = expected(c, 6);
    Cycle ready[2] = {};
    for (const bool reversed : {false, true}) {
      if (reversed) std::reverse(c.transform.rows.begin(), c.transform.rows.begin() + 24);
      DopBench bench(preset(name));
      EXPECT_EQ(run_case(bench, c, 6), bits);
      ready[reversed ? 1 : 0] = bench.transforms.items[0].ready;
      EXPECT_EQ(bench.unit.statistics().interlock_cycles > 0, reversed);
      const UnitCycles account = bench.unit.cycles(2000, DopUnit::kTransform);
      EXPECT_EQ(account.total(), 2000u);
      EXPECT_EQ(account.stalls[1].second, bench.unit.statistics().interlock_cycles);
    }
    EXPECT_GT(ready[1], ready[0]);
  }
}

TEST(DopUnit, Section52OnTheObservers) {
  Random random(3);
  const Case c = random_case(random, 24, 1, 1);
  DopBench bench(preset("paper52"));
  bench.load(c.transform);
  bench.lists.add(0, {0, 1});
  bench.send_tumbled(10, pair_of(c.tumbled[0][0], c.tumbled[0][1]));
  bench.send_aligned(80, pair_of(c.aligned[0][0], c.aligned[0][1]));
  bench.run();
  ASSERT_EQ(bench.transforms.items.size(), 1u);
  EXPECT_EQ(bench.transforms.items[0].siblings[0].first_load, 10u);
  EXPECT_EQ(bench.transforms.items[0].ready, 88u);
  ASSERT_EQ(bench.overlaps.items.size(), 1u);
  EXPECT_EQ(bench.overlaps.items[0].start[0], 88u);
  EXPECT_EQ(bench.answers.taken_at(), std::vector<Cycle>{97}) << "one cycle after the last comparison";
  ASSERT_EQ(bench.released.taken().size(), 2u);
  EXPECT_EQ(bench.released.taken()[0].item.from, 70u);
  EXPECT_EQ(bench.released.taken()[1].item.from, 92u);
}

TEST(DopUnit, AlignedPairsStreamAtFourCyclesPerDop) {
  Random random(4);
  const Case c = random_case(random, 24, 1, 12);
  DopBench bench{ChipConfig{}};
  bench.load(c.transform);
  bench.lists.add(0, {0, 12});
  bench.send_tumbled(10, pair_of(c.tumbled[0][0], c.tumbled[0][1]));
  for (const auto& pair : c.aligned) bench.send_aligned(20, pair_of(pair[0], pair[1]));
  bench.run();
  ASSERT_EQ(bench.overlaps.items.size(), 12u);
  for (std::size_t i = 0; i < 12; ++i) {
    EXPECT_EQ(bench.overlaps.items[i].start[0], 64 + 8 * i);
    EXPECT_EQ(bench.overlaps.items[i].start[1], 68 + 8 * i);
    EXPECT_EQ(bench.answers.taken()[i].cycle, 64 + 8 * i + 9);
  }
  const UnitCycles account = bench.unit.cycles(300, DopUnit::kOverlap);
  EXPECT_EQ(account.busy, 12u * 8u);
  EXPECT_EQ(account.total(), 300u);
  EXPECT_EQ(account.stalls[0].second, 64u - 20u) << "waited for the transform";
}

// Pairs that are there before d' is: with two groups of comparators one per four cycles.
TEST(DopUnit, TwoGroupsOfComparatorsTakeAPairInTheTimeOfAMember) {
  Random random(12);
  const Case c = random_case(random, 24, 2, 6);
  ChipConfig config;
  config.dop_unit.comparator_groups = 2;
  DopBench bench(config);
  bench.load(c.transform);
  for (std::size_t list = 0; list < 2; ++list) {
    bench.lists.add(0, {0, 6});
    bench.send_tumbled(10, pair_of(c.tumbled[list][0], c.tumbled[list][1]));
  }
  for (const auto& pair : c.aligned) bench.send_aligned(20, pair_of(pair[0], pair[1]));
  bench.run();
  EXPECT_EQ(bench.bits(), expected(c, 6));
  ASSERT_EQ(bench.overlaps.items.size(), 12u);
  for (std::size_t i = 0; i < 12; ++i) {
    EXPECT_EQ(bench.overlaps.items[i].start, (std::array<Cycle, 2>{64 + 4 * i, 64 + 4 * i}));
    EXPECT_EQ(bench.answers.taken()[i].cycle, 64 + 4 * i + 5);
    EXPECT_EQ(bench.released.taken()[i + 2].item.from, 64 + 4 * i + 1);
  }
  const UnitCycles account = bench.unit.cycles(300, DopUnit::kOverlap);
  EXPECT_EQ(account.busy, 12u * 4u);
  EXPECT_EQ(account.total(), 300u);
}

TEST(DopUnit, IdealDecisionTellsTheFlagsWhenThePairIsIn) {
  Random random(5);
  const Case c = random_case(random, 24, 1, 1);
  DopBench bench(preset("paper52-eq5"));
  bench.load(c.transform);
  bench.lists.add(0, {0, 1});
  bench.send_tumbled(10, pair_of(c.tumbled[0][0], c.tumbled[0][1]));
  bench.send_aligned(80, pair_of(c.aligned[0][0], c.aligned[0][1]));
  bench.run();
  EXPECT_EQ(bench.answers.taken_at(), std::vector<Cycle>{81});
  EXPECT_EQ(bench.bits(), expected(c, 1));
  EXPECT_EQ(bench.overlaps.items[0].end[1], 96u) << "the comparison itself takes its time";
}

TEST(DopUnit, PairsFetchedInVainAreDroppedBeforeTheListsOwn) {
  Random random(6);
  const Case c = random_case(random, 24, 4, 3);
  DopBench bench{ChipConfig{}};
  bench.load(c.transform);
  for (std::size_t i = 0; i < 4; ++i)
    bench.send_tumbled(10 + 100 * i, pair_of(c.tumbled[i][0], c.tumbled[i][1]));
  bench.lists.add(5, {0, 3});
  bench.lists.add(6, {2, 3});  // pairs 1 and 2 were in vain
  for (std::size_t i = 0; i < 6; ++i) {
    bench.send_aligned(500 + 20 * i, pair_of(c.aligned[i][0], c.aligned[i][1]));
  }
  bench.run();
  std::vector<std::uint32_t> bits;
  for (std::size_t i = 0; i < 6; ++i) {
    bits.push_back(expected_bits(c.transform, c.tumbled[i < 3 ? 0 : 3], c.aligned[i]));
  }
  EXPECT_EQ(bench.bits(), bits);
  EXPECT_EQ(bench.unit.statistics().discarded_pairs, 2u);
  EXPECT_EQ(bench.unit.statistics().tumbled_pairs, 4u);
  EXPECT_EQ(bench.unit.statistics().aligned_pairs, 6u);
}

// The second list keeps the first one's pair: its comparisons begin when their beats are here.
TEST(DopUnit, AKeptPairIsNotTransformedAgain) {
  Random random(13);
  const Case c = random_case(random, 24, 2, 3);
  DopBench bench{ChipConfig{}};
  bench.load(c.transform);
  for (std::size_t i = 0; i < 2; ++i)
    bench.send_tumbled(10 + 100 * i, pair_of(c.tumbled[i][0], c.tumbled[i][1]));
  bench.lists.add(5, {0, 2});
  bench.lists.add(6, {0, 2, true});
  bench.lists.add(7, {0, 2});
  for (std::size_t i = 0; i < 6; ++i)
    bench.send_aligned(500 + 20 * i, pair_of(c.aligned[i][0], c.aligned[i][1]));
  bench.run();
  std::vector<std::uint32_t> bits;
  for (std::size_t i = 0; i < 6; ++i)
    bits.push_back(expected_bits(c.transform, c.tumbled[i < 4 ? 0 : 1], c.aligned[i]));
  EXPECT_EQ(bench.bits(), bits);
  EXPECT_EQ(bench.unit.statistics().tumbled_pairs, 2u);
  ASSERT_EQ(bench.overlaps.items.size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(bench.overlaps.items[i].start[0], 500 + 20 * i);
}

// A list that keeps its pair may drop another one, before it has come or after.
TEST(DopUnit, APairFetchedInVainIsDroppedWhileAnotherOneIsKept) {
  Random random(14);
  const Case c = random_case(random, 24, 3, 2);
  for (const Cycle in_vain : {Cycle{60}, Cycle{700}}) {
    DopBench bench{ChipConfig{}};
    bench.load(c.transform);
    bench.send_tumbled(10, pair_of(c.tumbled[0][0], c.tumbled[0][1]));
    bench.send_tumbled(in_vain, pair_of(c.tumbled[1][0], c.tumbled[1][1]));
    bench.send_tumbled(800, pair_of(c.tumbled[2][0], c.tumbled[2][1]));
    bench.lists.add(5, {0, 2});
    bench.lists.add(6, {1, 2, true});
    bench.lists.add(7, {0, 2});
    for (std::size_t i = 0; i < 6; ++i)
      bench.send_aligned(500 + 20 * i, pair_of(c.aligned[i][0], c.aligned[i][1]));
    bench.run();
    std::vector<std::uint32_t> bits;
    for (std::size_t i = 0; i < 6; ++i)
      bits.push_back(expected_bits(c.transform, c.tumbled[i < 4 ? 0 : 2], c.aligned[i]));
    EXPECT_EQ(bench.bits(), bits) << in_vain;
    EXPECT_EQ(bench.unit.statistics().discarded_pairs, 1u);
    EXPECT_EQ(bench.overlaps.items[3].start[0], 560u) << "it waits for no other pair";
    EXPECT_EQ(bench.overlaps.items[4].start[0], 854u) << "the last list's own: 54 cycles for its transform";
  }
}

TEST(DopUnit, AThirdPairWaitsUntilTheListOfTheFirstIsCompared) {
  Random random(7);
  const Case c = random_case(random, 24, 3, 1);
  DopBench bench{ChipConfig{}};
  bench.load(c.transform);
  for (std::size_t i = 0; i < 3; ++i) bench.send_tumbled(10 + i, pair_of(c.tumbled[i][0], c.tumbled[i][1]));
  for (int i = 0; i < 3; ++i) bench.lists.add(0, {0, 1});
  for (std::size_t i = 0; i < 3; ++i) bench.send_aligned(500, pair_of(c.aligned[i][0], c.aligned[i][1]));
  bench.run();
  EXPECT_EQ(bench.bits(), expected(c, 1));
  ASSERT_EQ(bench.transforms.items.size(), 3u);
  EXPECT_LT(bench.transforms.items[1].ready, 200u) << "two sets of registers";
  // One pair per cycle: the first list's aligned pair is taken in 500, the tumbled one in the cycle after.
  EXPECT_EQ(bench.transforms.items[2].siblings[0].first_load, 501u);
  EXPECT_GE(bench.transforms.items[2].siblings[0].first_result, 508u)
      << "d' is free when the list is compared";
  EXPECT_EQ(bench.unit.cycles(1000, DopUnit::kTransform).stalls[0].second,
            501u - bench.transforms.items[1].ready);
}

TEST(DopUnit, NoResultOverwritesADopThatIsStillCompared) {
  Random random(11);
  const Case c = random_case(random, 24, 2, 1);
  ChipConfig config;
  config.dop_unit.register_sets = 1;
  config.dop_unit.floats_per_cycle = 8;  // loads fast, compares slowly
  config.dop_unit.start_floats = 1;
  config.dop_unit.dotadd_stages = 1;
  config.dop_unit.compare_floats = 1;
  DopBench bench(config);
  bench.load(c.transform);
  for (std::size_t i = 0; i < 2; ++i) {
    bench.lists.add(0, {0, 1});
    bench.send_tumbled(10 + i, pair_of(c.tumbled[i][0], c.tumbled[i][1]));
    bench.send_aligned(500 + i, pair_of(c.aligned[i][0], c.aligned[i][1]));
  }
  bench.run();
  EXPECT_EQ(bench.bits(), expected(c, 1));
  ASSERT_EQ(bench.transforms.items.size(), 2u);
  EXPECT_EQ(bench.overlaps.items[0].end[1], 548u);
  EXPECT_EQ(bench.transforms.items[1].siblings[0].first_load, 501u) << "the d registers are free";
  EXPECT_EQ(bench.transforms.items[1].siblings[0].first_result, 548u) << "the d' memory is not, until then";
}

TEST(DopUnit, ReleasesThatNobodyTakesHoldItBack) {
  Random random(8);
  const Case c = random_case(random, 24, 1, 20);
  SimulationScope scope;
  const ChipConfig config;
  Channel<NodePairData> tumbled_data{"tumbled", 4}, aligned_data{"aligned", 32};
  Channel<ListCommand> list_commands{"lists", 4};
  Channel<MatrixWrite> matrix_writes{"matrix", 16};
  Channel<RegisterRelease> releases{"releases", 1};
  Channel<OverlapFlags> flags{"flags", 1};
  DopUnit unit("unit", params_of<DopUnitParams>(config),
               DopUnit::Ports{tumbled_data, aligned_data, list_commands, matrix_writes, releases, flags});
  Source<NodePairData> tumbled("tumbled", config, tumbled_data), aligned("aligned", config, aligned_data);
  Source<ListCommand> lists("lists", config, list_commands);
  Source<MatrixWrite> matrix("matrix", config, matrix_writes);
  Sink<RegisterRelease> released("released", config, releases, 50);
  Sink<OverlapFlags> answers("answers", config, flags, 70);
  for (const MatrixWrite& burst : bursts_of(mmm_words(c.transform))) matrix.add(0, burst);
  lists.add(0, {0, 20});
  tumbled.add(9, pair_of(c.tumbled[0][0], c.tumbled[0][1]));
  for (const auto& pair : c.aligned) aligned.add(20, pair_of(pair[0], pair[1]));
  sc_core::sc_start();
  std::vector<std::uint32_t> bits;
  for (const auto& answer : answers.taken()) bits.push_back(answer.item.bits);
  EXPECT_EQ(bits, expected(c, 20));
  EXPECT_EQ(released.taken().size(), 21u);
}

TEST(DopUnit, ResetForgetsPairsAndListsAndKeepsTheMmm) {
  Random random(9);
  const Case c = random_case(random, 24, 2, 2);
  DopBench bench{ChipConfig{}};
  bench.load(c.transform);
  bench.lists.add(0, {0, 2});
  bench.send_tumbled(10, pair_of(c.tumbled[1][0], c.tumbled[1][1]));
  bench.run();
  bench.unit.reset();
  const Cycle now = 1000;
  bench.lists.add(now, {0, 2});
  bench.send_tumbled(now, pair_of(c.tumbled[0][0], c.tumbled[0][1]));
  for (std::size_t i = 0; i < 2; ++i) bench.send_aligned(now + 90, pair_of(c.aligned[i][0], c.aligned[i][1]));
  bench.run();
  Case first = c;
  first.aligned.resize(2);
  EXPECT_EQ(bench.bits(), expected(first, 2));
}

TEST(DopUnit, OperandNumbersBeyondKReadSomeRegisterThatExists) {
  Random random(10);
  Case c = random_case(random, 6, 1, 2);
  ChipConfig config;
  config.dop.k = 6;
  for (auto& row : c.transform.rows) row.j = {250, 255, 7}, row.destination = 77;
  DopBench bench(config);
  EXPECT_EQ(run_case(bench, c, 2).size(), 2u) << "any answer will do, but there is one";
}

}  // namespace
}  // namespace collisionchip
