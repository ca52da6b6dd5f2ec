// The units of the machine with groups, each alone and cycle by cycle. docs/group_engine.md has these numbers.
#include <memory>

#include "collisionchip/testbench/tests/tlm/group_bench.h"
#include "collisionchip/tlm/units/group_unit/group_unit.h"
#include "collisionchip/tlm/units/record_cache/record_cache.h"

namespace collisionchip {
namespace {

using namespace testing_support;

using Cycles = std::vector<Cycle>;

// --- Record Cache ---

struct CacheBench {
  SimulationScope scope;
  ChipConfig config;
  Channel<RecordRequest> group_requests{"group_requests", 32}, block_requests{"block_requests", 32};
  Channel<BurstData> data{"data", 8};
  Channel<BurstRequest> bursts{"bursts", 2};
  Channel<RecordData> groups{"groups", 16}, blocks{"blocks", 16};
  RecordCache unit{"record_cache", record_cache_params(config),
                   RecordCache::Ports{group_requests, block_requests, {{data, bursts}}, groups, blocks}};
  Source<RecordRequest> asks_groups{"asks_groups", config, group_requests},
      asks_blocks{"asks_blocks", config, block_requests};
  Source<BurstData> memory{"memory", config, data};
  Sink<BurstRequest> sent;
  Sink<RecordData> group_out{"group_out", config, groups}, block_out{"block_out", config, blocks};

  // The Memory Controller takes nothing before the cycle `opens`.
  explicit CacheBench(const ChipConfig& c = group_machine(), Cycle opens = 0)
      : config(c), sent("sent", config, bursts, 1, opens) {}

  std::vector<std::uint32_t> sent_addresses() const {
    std::vector<std::uint32_t> all;
    for (const auto& burst : sent.taken()) all.push_back(burst.item.address);
    return all;
  }
  void answer(Cycle cycle, std::uint32_t address, std::uint32_t first_word) {
    BurstData burst;
    burst.address = address;
    for (std::uint32_t i = 0; i < burst.words.size(); ++i) burst.words[i] = first_word + i;
    memory.add(cycle, burst);
  }
};

TEST(RecordCache, AMissIsABurstAndAHitLeavesTwoCyclesLater) {
  CacheBench bench;
  bench.asks_groups.add(9, {ReadKind::aligned_pair, 0x1000, 7});  // seen in cycle 10
  bench.answer(20, 0x1000, 100);
  bench.asks_groups.add(29, {ReadKind::tumbled_pair, 0x1000, 8});
  sc_core::sc_start();
  ASSERT_EQ(bench.sent.taken_at(), Cycles{11});
  EXPECT_EQ(bench.sent.taken()[0].item.bytes, 96u);
  EXPECT_EQ(bench.group_out.taken_at(), (Cycles{22, 32}));
  EXPECT_EQ(bench.group_out.taken()[1].item.tag, 8u);
  EXPECT_EQ(bench.group_out.taken()[1].item.words[23], 123u);
  EXPECT_EQ(bench.unit.statistics().groups.hits, 1u);
}

TEST(RecordCache, ARecordInTwoBlocksIsTwoBursts) {
  CacheBench bench;
  bench.asks_groups.add(9, {ReadKind::aligned_pair, 0x10e0, 1});
  bench.answer(20, 0x10e0, 100);
  bench.answer(24, 0x1100, 200);
  sc_core::sc_start();
  ASSERT_EQ(bench.sent.taken_at(), (Cycles{11, 12}));
  EXPECT_EQ(bench.sent.taken()[0].item.bytes, 32u);
  EXPECT_EQ(bench.sent.taken()[1].item.address, 0x1100u);
  EXPECT_EQ(bench.sent.taken()[1].item.bytes, 64u);
  ASSERT_EQ(bench.group_out.taken_at(), Cycles{26});
  EXPECT_EQ(bench.group_out.taken()[0].item.words[7], 107u);
  EXPECT_EQ(bench.group_out.taken()[0].item.words[8], 200u);
}

TEST(RecordCache, ARecordOnItsWayIsNotReadAgainAndABlockGoesFirst) {
  CacheBench bench;
  bench.asks_groups.add(9, {ReadKind::aligned_pair, 0x2000, 1});
  bench.asks_groups.add(9, {ReadKind::aligned_pair, 0x2000, 2});
  bench.asks_blocks.add(9, {ReadKind::triangle, 0x3000, 3});
  bench.answer(20, 0x3000, 0);
  bench.answer(21, 0x2000, 0);
  sc_core::sc_start();
  ASSERT_EQ(bench.sent.taken_at(), (Cycles{11, 12}));
  EXPECT_EQ(bench.sent.taken()[0].item.kind, ReadKind::triangle);
  EXPECT_EQ(bench.sent.taken()[0].item.bytes, 64u);
  EXPECT_EQ(bench.block_out.taken_at(), Cycles{22});
  EXPECT_EQ(bench.group_out.taken_at(), (Cycles{23, 24}))
      << "both in cycle 23; the reader takes one in a cycle";
  EXPECT_EQ(bench.unit.statistics().groups.shared, 1u);
}

// Pages of 4 KiB: the first four in row 0 of banks 0 to 3, the next four in row 1.
constexpr std::uint32_t page(std::uint32_t bank, std::uint32_t row, std::uint32_t offset = 0) {
  return (row * 4 + bank) * 4096 + offset;
}
ChipConfig plain_banks() {
  ChipConfig config = group_machine();
  config.sdram.bank_hash = false;
  config.record_cache.group_lines = 0;
  return config;
}

TEST(RecordCache, TheOldestInAnOpenRowGoesThenTheOldestOfAnotherBank) {
  CacheBench bench(plain_banks(), 60);
  // The first two go to the Memory Controller at once and leave row 0 of bank 0 open; the others wait for room.
  const std::vector<std::uint32_t> asked = {page(0, 0), page(0, 0, 256), page(0, 1), page(0, 0, 512),
                                            page(0, 2), page(1, 5),      page(2, 5), page(0, 0, 768)};
  for (const std::uint32_t address : asked) bench.asks_groups.add(9, {ReadKind::aligned_pair, address, 1});
  sc_core::sc_start();
  EXPECT_EQ(bench.sent_addresses(),
            (std::vector<std::uint32_t>{page(0, 0), page(0, 0, 256), page(0, 0, 512), page(0, 0, 768),
                                        page(1, 5), page(0, 1), page(2, 5), page(0, 2)}));
  EXPECT_EQ(bench.unit.statistics().row_bursts, 3u);
  EXPECT_EQ(bench.unit.statistics().passed, 4u) << "two of the row, two of other banks";
}

TEST(RecordCache, TheOldestGoesWhenSixteenHaveGoneBeforeIt) {
  CacheBench bench(plain_banks(), 60);
  bench.asks_groups.add(9, {ReadKind::aligned_pair, page(0, 0), 1});
  bench.asks_groups.add(9, {ReadKind::aligned_pair, page(0, 0, 128), 1});
  bench.asks_groups.add(9, {ReadKind::aligned_pair, page(0, 1), 1});
  for (std::uint32_t n = 0; n < 18; ++n)
    bench.asks_groups.add(9, {ReadKind::aligned_pair, page(0, 0, 256 + 128 * n), 1});
  sc_core::sc_start();
  ASSERT_EQ(bench.sent.taken().size(), 21u);
  EXPECT_EQ(bench.sent_addresses()[18], page(0, 1));
}

TEST(RecordCache, NothingIsLookedAtWhileTheWindowIsFull) {
  ChipConfig config = group_machine();
  config.record_cache.window = 2;
  CacheBench bench(config, 60);
  // Taken in 10 to 13: two are with the Memory Controller, two wait. The fifth, whose record is on its way, is
  // looked at when the first of these has gone, and shares it.
  for (const std::uint32_t address : {0x0u, 0x1000u, 0x2000u, 0x3000u, 0x1000u})
    bench.asks_groups.add(9, {ReadKind::aligned_pair, address, address});
  bench.answer(30, 0x0, 0);
  bench.answer(31, 0x1000, 0);
  sc_core::sc_start();
  EXPECT_EQ(bench.group_out.taken_at(), (Cycles{32, 33, 64}))
      << "a hit by then: the Memory Controller takes a burst in 60, the next one goes in 61, the hit is seen "
         "in 62";
  EXPECT_EQ(bench.unit.statistics().groups.hits, 1u);
}

TEST(RecordCache, AnUnreadableRecordIsToldToAllWhoWaitAndLeavesNothingInTheCache) {
  for (const std::uint32_t broken : {0x10e0u, 0x1100u}) {
    CacheBench bench;
    const auto bring = [&](Cycle cycle, std::uint32_t address, bool readable) {
      BurstData burst;
      burst.address = address;
      burst.words.fill(7);
      if (!readable) burst.error = {ReadError::Kind::uncorrectable, address};
      bench.memory.add(cycle, burst);
    };
    bench.asks_groups.add(9, {ReadKind::aligned_pair, 0x10e0, 1});
    bench.asks_groups.add(9, {ReadKind::tumbled_pair, 0x10e0, 2});
    bring(20, 0x10e0, broken != 0x10e0);
    bring(24, 0x1100, broken != 0x1100);
    bench.asks_groups.add(39, {ReadKind::aligned_pair, 0x10e0, 3});
    bring(60, 0x10e0, true);
    bring(64, 0x1100, true);
    sc_core::sc_start();
    ASSERT_EQ(bench.group_out.taken().size(), 3u);
    for (const std::size_t i : {0u, 1u}) {
      EXPECT_EQ(bench.group_out.taken()[i].item.error.kind, ReadError::Kind::uncorrectable);
      EXPECT_EQ(bench.group_out.taken()[i].item.error.address, broken);
    }
    EXPECT_EQ(bench.group_out.taken()[0].item.kind, ReadKind::aligned_pair);
    EXPECT_EQ(bench.group_out.taken()[1].item.kind, ReadKind::tumbled_pair);
    EXPECT_EQ(bench.group_out.taken()[1].item.address, 0x10e0u);
    EXPECT_FALSE(bench.group_out.taken()[2].item.error) << "read again";
    EXPECT_EQ(bench.unit.statistics().groups.reads, 2u);
    EXPECT_EQ(bench.unit.statistics().groups.requests, 3u);
    EXPECT_EQ(bench.unit.statistics().aligned_bursts, 4u);
  }
}

// Of four lines, 64 bytes from place to place: the third number of each says whether it is there yet.
TEST(RecordCache, ALineIsAPlacesLowestBitsAndThoseAboveAddedWithoutCarry) {
  struct Ask {
    std::uint32_t place;
    bool hit;
  };
  // 4 is in line 1, 5 in line 0, 7 in line 2, 16 in line 0.
  const std::vector<Ask> asks = {{0, false}, {4, false}, {0, true},  {4, true},   {5, false}, {0, false},
                                 {2, false}, {7, false}, {2, false}, {16, false}, {0, false}, {4, true}};
  ChipConfig config = group_machine();
  config.record_cache.group_lines = 4;
  CacheBench bench(config);
  ASSERT_EQ(record_cache_params(config).granule, 64u);
  std::uint32_t tag = 0;
  std::uint64_t hits = 0;
  for (const Ask& ask : asks) {
    const Cycle at = 100 * ++tag;
    bench.asks_groups.add(at, {ReadKind::aligned_pair, 64 * ask.place, tag});
    if (!ask.hit) bench.answer(at + 20, 64 * ask.place, 0);
    if (!ask.hit && 64 * ask.place % 256 > 160) bench.answer(at + 21, (64 * ask.place + 255) / 256 * 256, 0);
    hits += ask.hit ? 1 : 0;
  }
  sc_core::sc_start();
  ASSERT_EQ(bench.group_out.taken().size(), asks.size());
  for (std::size_t i = 0; i < asks.size(); ++i) {
    const Cycle at = 100 * (i + 1);
    EXPECT_EQ(bench.group_out.taken()[i].cycle, asks[i].hit ? at + 3 : bench.group_out.taken()[i].cycle) << i;
    EXPECT_EQ(bench.group_out.taken()[i].cycle < at + 10, asks[i].hit)
        << "place " << asks[i].place << ", " << i;
  }
  EXPECT_EQ(bench.unit.statistics().groups.hits, hits);
}

// The first record is gone when the second is asked for, not when it comes.
TEST(RecordCache, ALineThatWaitsForItsNextRecordAnswersNobody) {
  ChipConfig config = group_machine();
  config.record_cache.group_lines = 4;
  CacheBench bench(config);
  for (const std::uint32_t n : {0u, 1u, 2u})
    bench.asks_groups.add(9 + 20 * n, {ReadKind::aligned_pair, n % 2 * 64 * 5, n});
  bench.answer(20, 0, 0);
  bench.answer(60, 64 * 5, 0);
  bench.answer(65, 0, 0);
  sc_core::sc_start();
  EXPECT_EQ(bench.unit.statistics().groups.hits, 0u);
  EXPECT_EQ(bench.sent_addresses(), (std::vector<std::uint32_t>{0, 64 * 5, 0}));
}

TEST(RecordCache, WithoutLinesEveryoneReadsForHimself) {
  ChipConfig config = plain_banks();  // no lines for groups
  config.record_cache.block_lines = 8;
  CacheBench bench(config);
  for (const Cycle at : {Cycle{9}, Cycle{9}, Cycle{59}}) {
    bench.asks_groups.add(at, {ReadKind::tumbled_pair, 0x1000, 1});
    bench.asks_blocks.add(at, {ReadKind::triangle, 0x1000, 2});
  }
  for (const Cycle at : {Cycle{20}, Cycle{21}, Cycle{22}}) bench.answer(at, 0x1000, 0);
  bench.answer(80, 0x1000, 0);
  sc_core::sc_start();
  EXPECT_EQ(bench.unit.statistics().groups.reads, 3u);
  EXPECT_EQ(bench.unit.statistics().tumbled_bursts, 3u);
  EXPECT_EQ(bench.unit.statistics().blocks.reads, 1u) << "a group on its way from there is no block";
  EXPECT_EQ(bench.unit.statistics().blocks.shared, 1u);
  EXPECT_EQ(bench.unit.statistics().blocks.hits, 1u);
  EXPECT_EQ(bench.unit.statistics().block_bursts, 1u);
  EXPECT_EQ(bench.unit.statistics().most_pending, 3u);
  EXPECT_EQ(bench.group_out.taken().size(), 3u);
  EXPECT_EQ(bench.block_out.taken().size(), 3u);
}

TEST(RecordCache, ABurstIsOfWholeBeatsAndOneLeavesInACycle) {
  ChipConfig config = group_machine();
  config.group.bits = 6;  // 112 bytes
  CacheBench bench(config);
  PutCycles put(bench.bursts);
  for (const std::uint32_t n : {0u, 1u, 2u})
    bench.asks_groups.add(9, {ReadKind::aligned_pair, 0x1000 * n, n});
  bench.asks_blocks.add(9, {ReadKind::triangle, 0x8000, 2});
  sc_core::sc_start();
  EXPECT_EQ(put, (Cycles{10, 11, 12, 13}));
  EXPECT_EQ(bench.sent.taken()[1].item.bytes, 128u);
}

// A window of one burst: a hit is seen beside a block that fills it.
TEST(RecordCache, AGroupAndABlockAreLookedAtInTheSameCycle) {
  ChipConfig config = group_machine();
  config.record_cache.window = 1;
  CacheBench bench(config);
  PutCycles hit(bench.groups);
  bench.asks_groups.add(9, {ReadKind::aligned_pair, 0x1000, 7});
  bench.answer(20, 0x1000, 100);
  bench.asks_blocks.add(39, {ReadKind::triangle, 0x8000, 2});
  bench.asks_groups.add(39, {ReadKind::aligned_pair, 0x1000, 8});
  sc_core::sc_start();
  EXPECT_EQ(hit, (Cycles{21, 40}));
}

TEST(RecordCache, ItsStallIsThatOfBurstsThatWait) {
  CacheBench bench(plain_banks(), 60);
  for (const std::uint32_t n : {0u, 1u, 2u})
    bench.asks_groups.add(9, {ReadKind::aligned_pair, 0x1000 * n, n});
  sc_core::sc_start();
  const UnitCycles cycles = bench.unit.cycles(100);
  EXPECT_EQ(cycles.stalls.at(0).second, 48u) << "[13, 61)";
  EXPECT_EQ(cycles.busy, 4u);
}

// --- Group Unit ---

RecordData record_of(const ChipConfig& config, ReadKind kind, const Group& group, std::uint32_t tag) {
  RecordData data;
  data.kind = kind;
  data.address = 0x4000;
  data.tag = tag;
  encode_group(config.group_layout(), group, data.words.data());
  return data;
}

struct UnitBench {
  SimulationScope scope;
  ChipConfig config;
  Channel<RecordData> groups{"groups", 64};
  Channel<LeafVolume> volumes{"volumes", 16};
  Channel<MatrixWrite> registers{"registers", 16};
  Channel<GroupAnswer> results{"results", 64};
  Channel<LeafOrder> orders{"orders", 2};
  GroupUnit unit;
  Source<RecordData> cache;
  Source<LeafVolume> leaves;
  Sink<GroupAnswer> answers;
  Sink<LeafOrder> ordered;

  // The Leaf Unit takes nothing before the cycle `opens`.
  explicit UnitBench(const ChipConfig& c, Cycle opens = 0)
      : config(c),
        unit("group_unit", group_unit_params(config),
             GroupUnit::Ports{groups, volumes, registers, results, orders}),
        cache("cache", config, groups),
        leaves("leaves", config, volumes),
        answers("answers", config, results),
        ordered("ordered", config, orders, 1, opens) {}
};

TEST(GroupUnit, TransformsAllMembersTogetherAndComparesFourTestsInACycle) {
  UnitBench bench(group_machine());
  const std::uint32_t all = 15u << 8;
  bench.cache.add(
      9, record_of(bench.config, ReadKind::tumbled_pair, bare_group_of(3, 3, 64), all));  // seen in 10
  bench.cache.add(9, record_of(bench.config, ReadKind::aligned_pair, bare_group_of(4, 4, 96), all));
  bench.cache.add(9, record_of(bench.config, ReadKind::aligned_pair, bare_group_of(3, 3, 96), all));
  bench.cache.add(9, record_of(bench.config, ReadKind::aligned_pair, bare_group_of(4, 4, 96), 1u << 8));
  sc_core::sc_start();
  // 72 rows on 8 DOTADDs: [10, 19); four stages; twelve tests [23, 26), nine [26, 29), three [29, 30).
  EXPECT_EQ(bench.answers.taken_at(), (Cycles{11, 28, 31, 32}));
  EXPECT_EQ(bench.unit.statistics().node_tests, 24u);
  EXPECT_EQ(bench.unit.statistics().transforms, 3u);
  EXPECT_EQ(bench.answers.taken()[0].item.family, 64u);
}

TEST(GroupUnit, AListWaitsForItsLeavesAndPairsOfLeavesFollowTheTests) {
  UnitBench bench(group_machine());
  bench.cache.add(9, record_of(bench.config, ReadKind::tumbled_pair, bare_group_of(1, 0, 64), 15u << 8 | 3u));
  bench.cache.add(9, record_of(bench.config, ReadKind::aligned_pair, bare_group_of(2, 0, 96), 15u << 8 | 3u));
  LeafVolume volume;
  volume.place = 3 * 4;
  volume.bounded = true;
  for (std::size_t i = 12; i < 24; ++i) volume.volume[i] = 500;
  bench.leaves.add(39, volume);  // seen in 40
  sc_core::sc_start();
  ASSERT_EQ(bench.ordered.taken_at(), (Cycles{11, 42, 43}))
      << "the move, then two pairs after the one cycle of tests";
  EXPECT_EQ(bench.ordered.taken()[0].item.tumbled, 64u);
  EXPECT_EQ(bench.ordered.taken()[2].item.aligned, 98u);
  EXPECT_EQ(bench.answers.taken_at(), (Cycles{11, 43}));
  EXPECT_EQ(bench.answers.taken()[1].item.leaf_pairs, 2u);
  EXPECT_EQ(bench.answers.taken()[1].item.context, 1u);
}

TEST(GroupUnit, TumbledGroupsGoThroughTheRowsOneBehindTheOther) {
  ChipConfig config = group_machine();
  config.group_unit.dotadds = 5;
  UnitBench bench(config);
  // 72 rows on 5 DOTADDs: [10, 25), there in 29; then 24 of the member that takes part: [25, 30), there in 34.
  bench.cache.add(9, record_of(bench.config, ReadKind::tumbled_pair, bare_group_of(3, 3, 64), 15u << 8));
  bench.cache.add(9, record_of(bench.config, ReadKind::tumbled_pair, bare_group_of(3, 3, 64), 1u << 8 | 2u));
  bench.cache.add(9, record_of(bench.config, ReadKind::aligned_pair, bare_group_of(1, 1, 96), 15u << 8 | 2u));
  bench.cache.add(9, record_of(bench.config, ReadKind::aligned_pair, bare_group_of(1, 1, 96), 15u << 8));
  sc_core::sc_start();
  EXPECT_EQ(bench.answers.taken_at(), (Cycles{11, 12, 32, 37})) << "one cycle of tests in 29 and in 34";
  EXPECT_EQ(bench.unit.statistics().transforms, 4u);
  EXPECT_EQ(bench.unit.statistics().tumbled_groups, 2u);
  EXPECT_EQ(bench.unit.statistics().aligned_groups, 2u);
  EXPECT_EQ(bench.unit.statistics().most_waiting, 2u);
  EXPECT_EQ(bench.unit.cycles(40, 0).busy, 20u);
  EXPECT_EQ(bench.unit.cycles(40, 0).idle, 20u);
  const UnitCycles compare = bench.unit.cycles(40, 1);
  EXPECT_EQ(compare.stalls.at(0).second, 19u + 4u) << "groups wait in [10, 29) and [30, 34)";
  EXPECT_EQ(compare.busy, 2u);
}

// It comes in 16; the coordinates of its list are there in 17.
TEST(GroupUnit, AGroupIsNotComparedACycleBeforeItsListIsThere) {
  UnitBench bench(group_machine());
  bench.cache.add(9, record_of(bench.config, ReadKind::tumbled_pair, bare_group_of(1, 1, 64), 15u << 8));
  bench.cache.add(15, record_of(bench.config, ReadKind::aligned_pair, bare_group_of(1, 1, 96), 15u << 8));
  sc_core::sc_start();
  EXPECT_EQ(bench.answers.taken_at(), (Cycles{11, 20}));
}

// Both come before their tumbled groups: that of no list yet, and that of the context's next list.
TEST(GroupUnit, AnAlignedGroupWaitsForTheTumbledOneOfItsOwnList) {
  UnitBench bench(group_machine());
  bench.cache.add(9, record_of(bench.config, ReadKind::aligned_pair, bare_group_of(1, 1, 96), 15u << 8));
  bench.cache.add(19, record_of(bench.config, ReadKind::tumbled_pair, bare_group_of(1, 1, 64), 15u << 8));
  bench.cache.add(39,
                  record_of(bench.config, ReadKind::aligned_pair, bare_group_of(1, 1, 96), 15u << 8 | 1u));
  bench.cache.add(59,
                  record_of(bench.config, ReadKind::tumbled_pair, bare_group_of(1, 1, 64), 15u << 8 | 1u));
  sc_core::sc_start();
  // Three cycles of rows and four stages: compared in 27 and 67.
  EXPECT_EQ(bench.answers.taken_at(), (Cycles{21, 30, 61, 70}));
}

TEST(GroupUnit, ALeafWhoseCornersSayNothingGoesThroughTheRowsAfterAll) {
  for (const bool bounded : {false, true}) {
    UnitBench bench(group_machine());
    bench.cache.add(9, record_of(bench.config, ReadKind::tumbled_pair, bare_group_of(1, 0, 64), 15u << 8));
    bench.cache.add(9, record_of(bench.config, ReadKind::aligned_pair, bare_group_of(2, 2, 96), 15u << 8));
    LeafVolume volume;
    volume.bounded = bounded;
    bench.leaves.add(39, volume);  // seen in 40
    sc_core::sc_start();
    EXPECT_EQ(bench.answers.taken_at(), (Cycles{11, bounded ? 43u : 50u})) << "rows in [40, 43), there in 47";
    EXPECT_EQ(bench.unit.statistics().transforms, bounded ? 0u : 1u);
  }
}

TEST(GroupUnit, NothingOfAnUnreadableGroupTakesPart) {
  UnitBench bench(group_machine());
  const auto unreadable = [&](ReadKind kind, std::uint32_t tag) {
    RecordData data = record_of(bench.config, kind, bare_group_of(4, 0, 64), tag);
    data.error = {ReadError::Kind::uncorrectable, tag};
    return data;
  };
  const std::uint32_t all = 15u << 8;
  bench.cache.add(9, unreadable(ReadKind::tumbled_pair, all));
  bench.cache.add(9, record_of(bench.config, ReadKind::aligned_pair, bare_group_of(4, 0, 96), all));
  bench.cache.add(29, record_of(bench.config, ReadKind::tumbled_pair, bare_group_of(1, 1, 64), all | 2u));
  for (int i = 0; i < 2; ++i) bench.cache.add(49, unreadable(ReadKind::aligned_pair, all | 2u));
  sc_core::sc_start();
  EXPECT_EQ(bench.answers.taken_at(), (Cycles{11, 13, 31, 53, 54}))
      << "a cycle each, though nothing is tested";
  EXPECT_TRUE(bench.ordered.taken().empty());
  for (const std::size_t i : {0u, 3u}) {
    EXPECT_TRUE(bench.answers.taken()[i].item.error) << i;
    EXPECT_EQ(bench.answers.taken()[i].item.members, 0u) << i;
  }
  EXPECT_FALSE(bench.answers.taken()[1].item.error);
}

// The Leaf Unit takes nothing: the move of the tumbled leaf and a pair are in its channel, three pairs of the first group,
// four of the second and one of the third wait, and so do two of the fourth, which is compared with eight before it.
TEST(GroupUnit, NoGroupIsComparedWhileMoreThanEightPairsWaitToGo) {
  UnitBench bench(group_machine(), 200);
  bench.cache.add(9, record_of(bench.config, ReadKind::tumbled_pair, bare_group_of(1, 0, 64), 15u << 8));
  for (const int leaves : {4, 4, 1, 2, 4})
    bench.cache.add(9,
                    record_of(bench.config, ReadKind::aligned_pair, bare_group_of(leaves, 0, 96), 15u << 8));
  LeafVolume volume;
  volume.bounded = true;
  for (std::size_t i = 12; i < 24; ++i) volume.volume[i] = 500;
  bench.leaves.add(39, volume);
  sc_core::sc_start();
  EXPECT_EQ(bench.answers.taken_at(), (Cycles{11, 43, 44, 45, 46, 205}))
      << "ten pairs wait; from 200 on one goes in a cycle, and with the second of them the fifth group is "
         "compared";
  EXPECT_GT(bench.unit.cycles(200, 1).stalls.at(1).second, 150u);
  EXPECT_EQ(bench.unit.statistics().leaf_pairs, 15u);
  EXPECT_EQ(bench.unit.statistics().moves, 1u);
}

// Without filters of corners a leaf is moved when it first meets one: behind the tests, in its place before its pairs.
TEST(GroupUnit, WithoutFiltersOfCornersALeafIsMovedWhenItMeetsOne) {
  ChipConfig config = group_machine();
  config.group.tight_leaf = config.group.plane = config.group.own_volume = false;
  config.group_unit.compares = 1;
  UnitBench bench(config);
  bench.cache.add(9, record_of(bench.config, ReadKind::tumbled_pair, bare_group_of(1, 0, 64), 15u << 8));
  for (int i = 0; i < 2; ++i)
    bench.cache.add(9, record_of(bench.config, ReadKind::aligned_pair, bare_group_of(2, 0, 96), 15u << 8));
  sc_core::sc_start();
  // Rows in [10, 13), there in 17: tests in [17, 19) and [19, 21).
  EXPECT_EQ(bench.ordered.taken_at(), (Cycles{20, 21, 22, 23, 24}));
  std::vector<LeafOrder::Kind> kinds;
  for (const auto& taken : bench.ordered.taken()) kinds.push_back(taken.item.kind);
  EXPECT_EQ(kinds[0], LeafOrder::Kind::move);
  EXPECT_EQ(std::count(kinds.begin(), kinds.end(), LeafOrder::Kind::pair), 4);
}

// Only query 1 has rows: those of the transform that changes nothing.
TEST(GroupUnit, EachQueryHasBasesAndRowsOfItsOwn) {
  ChipConfig config = group_machine();
  config.group_engine.queries = 2;
  UnitBench bench(config);
  GroupTransform same;
  same.k = 24;
  for (std::size_t r = 0; r < 24; ++r) {
    same.rows[r].destination = static_cast<std::uint8_t>(r);
    same.rows[r].offset = r < 12 ? 2000 : 3000;  // whatever the tumbled member is
  }
  const std::vector<std::uint32_t> words = group_words::encode_volumes(1000, 2000, same);
  Source<MatrixWrite> host("host", config, bench.registers);
  for (std::uint32_t at = 0; at < words.size();) {
    MatrixWrite message;
    message.first_word = group_words::kQueryWords + at;
    for (; at < words.size() && message.count < message.words.size(); ++at)
      message.words[message.count++] = words[at];
    host.add(1, message);
  }
  const std::uint32_t tag = 1u << 12 | 15u << 8;
  bench.cache.add(49, record_of(bench.config, ReadKind::tumbled_pair, bare_group_of(2, 1, 64), tag));
  bench.cache.add(49, record_of(bench.config, ReadKind::aligned_pair, bare_group_of(1, 0, 96), tag));
  LeafVolume volume;
  volume.place = 1;
  volume.bounded = true;
  for (std::size_t i = 12; i < 24; ++i) volume.volume[i] = 500;
  bench.leaves.add(89, volume);
  sc_core::sc_start();
  ASSERT_EQ(bench.answers.taken().size(), 2u);
  EXPECT_EQ(bench.answers.taken()[0].item.family, 1064u);
  EXPECT_EQ(bench.answers.taken()[1].item.family, 2096u);
  EXPECT_EQ(bench.answers.taken()[1].item.met[0], 0u) << "from 2000 on, beyond the aligned member's 1000";
  EXPECT_EQ(bench.answers.taken()[1].item.met[1], 1u);
  ASSERT_EQ(bench.ordered.taken().size(), 2u);
  for (const auto& taken : bench.ordered.taken()) EXPECT_EQ(taken.item.query, 1u);
  EXPECT_GE(bench.ordered.taken()[1].item.volume[12], 1000u);
}

// --- Registers ---

TEST(GroupWords, RowsCornersAndEntriesComeBackAsTheyWere) {
  GroupTransform transform;
  transform.k = 24;
  for (int r = 0; r < 24; ++r) {
    GroupTransformRow& row = transform.rows[static_cast<std::size_t>(r)];
    row.c = {-131072 + r, 131071 - r, -r};
    row.j = {static_cast<std::uint8_t>(r), static_cast<std::uint8_t>(25 - r), 7};
    row.destination = static_cast<std::uint8_t>(23 - r);
    row.shift = static_cast<std::int8_t>(r % 21);
    row.offset = (r % 2 == 0 ? 1 : -1) * (kMostRowOffset - r);
  }
  const std::vector<std::uint32_t> words = group_words::encode_volumes(5, 6, transform);
  ASSERT_EQ(words.size(), group_words::volume_words(24));
  for (std::uint32_t r = 0; r < 24; ++r) {
    const GroupTransformRow row = group_words::decode_row(words.data() + group_words::kBaseWords + 4 * r);
    EXPECT_EQ(row.c, transform.rows[r].c);
    EXPECT_EQ(row.j, transform.rows[r].j);
    EXPECT_EQ(row.destination, transform.rows[r].destination);
    EXPECT_EQ(row.shift, transform.rows[r].shift);
    EXPECT_EQ(row.offset, transform.rows[r].offset);
  }
  const GroupLayout layout = group_machine().group_layout();
  for (const std::uint32_t mask : {15u, 1u, 2u, 4u, 8u}) {
    const std::uint32_t word = group_words::entry_word(layout, group_words::kMostUnits - 3, mask);
    EXPECT_EQ(PairPointer::of_word(word).word(), word) << "what PCI carries";
    EXPECT_EQ(group_words::entry_of(layout, word), (GroupEntry{group_words::kMostUnits - 3, mask}));
  }
}

}  // namespace
}  // namespace collisionchip
