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
  Channel<LeafOrder> orders{"orders", 16};
  GroupUnit unit;
  Source<RecordData> cache;
  Source<LeafVolume> leaves;
  Sink<GroupAnswer> answers;
  Sink<LeafOrder> ordered;

  explicit UnitBench(const ChipConfig& c)
      : config(c),
        unit("group_unit", group_unit_params(config),
             GroupUnit::Ports{groups, volumes, registers, results, orders}),
        cache("cache", config, groups),
        leaves("leaves", config, volumes),
        answers("answers", config, results),
        ordered("ordered", config, orders) {}
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
