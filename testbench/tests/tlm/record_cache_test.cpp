// The Record Cache alone, cycle by cycle. docs/group_machine.md has these numbers.
#include <memory>

#include "collisionchip/testbench/tests/tlm/group_bench.h"
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
  RecordCache unit{"record_cache", params_of<RecordCacheParams>(config),
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

// Four lines, 64 bytes from place to place. `hit`: whether the record is already in the cache.
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
  ASSERT_EQ(params_of<RecordCacheParams>(config).granule, 64u);
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

// A window of one burst: a hit is seen in the same cycle as a block that fills the window.
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
  EXPECT_EQ(hit, (Cycles{21, 41})) << "looked at in 40, it leaves a cycle later";
}

// Three wait for a record that comes in 41; meanwhile a hit is due, and a block.
TEST(RecordCache, OneRecordOfEachKindLeavesInACycleAHitBeforeOthers) {
  CacheBench bench;
  PutCycles groups(bench.groups), blocks(bench.blocks);
  bench.asks_groups.add(9, {ReadKind::aligned_pair, 0x1000, 1});
  bench.answer(20, 0x1000, 0);
  for (const std::uint32_t tag : {2u, 3u, 4u})
    bench.asks_groups.add(29, {ReadKind::aligned_pair, 0x2000, tag});
  bench.asks_blocks.add(34, {ReadKind::triangle, 0x8000, 9});
  bench.answer(40, 0x2000, 0);
  bench.answer(41, 0x8000, 0);
  bench.asks_groups.add(40, {ReadKind::aligned_pair, 0x1000, 5});  // seen in 41: it leaves in 42
  sc_core::sc_start();
  EXPECT_EQ(groups, (Cycles{21, 41, 42, 43, 44}));
  EXPECT_EQ(blocks, Cycles{42});
  std::vector<std::uint32_t> tags;
  for (const auto& taken : bench.group_out.taken()) tags.push_back(taken.item.tag);
  EXPECT_EQ(tags, (std::vector<std::uint32_t>{1, 2, 5, 3, 4}));
}

// Groups have two places. The second request takes the second place, although its record is already on its way for the
// first. Blocks have two places of their own.
TEST(RecordCache, NothingIsLookedAtWhileAllPlacesOfItsKindAreTaken) {
  ChipConfig config = group_machine();
  config.record_cache.records = 2;
  CacheBench bench(config);
  for (const std::uint32_t address : {0x0u, 0x0u, 0x1000u})
    bench.asks_groups.add(9, {ReadKind::aligned_pair, address, address});
  for (const std::uint32_t address : {0x8000u, 0x9000u})
    bench.asks_blocks.add(14, {ReadKind::triangle, address, 1});
  bench.answer(30, 0x0, 0);  // seen in 31; the first leaves then, and its place is free in 32
  sc_core::sc_start();
  EXPECT_EQ(bench.sent.taken_at(), (Cycles{11, 16, 17, 33}));
  EXPECT_EQ(bench.sent_addresses(), (std::vector<std::uint32_t>{0x0, 0x8000, 0x9000, 0x1000}));
  EXPECT_EQ(bench.group_out.taken_at(), (Cycles{32, 33}));
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

}  // namespace
}  // namespace collisionchip
