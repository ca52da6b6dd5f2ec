// The Record Cache before several channels of memory, cycle by cycle.
#include <memory>

#include "collisionchip/testbench/tests/tlm/unit_bench.h"
#include "collisionchip/tlm/machines/presets.h"
#include "collisionchip/tlm/machines/unit_params.h"
#include "collisionchip/tlm/units/record_cache/record_cache.h"

namespace collisionchip {
namespace {

using namespace testing_support;

ChipConfig two_channels(std::uint32_t window) {
  ChipConfig config = preset("beyond");
  config.group.bits = 5;
  config.memory.channels = 2;
  config.memory.interleave_bytes = 64;
  config.record_cache.window = window;
  return config;
}

struct LanesBench {
  SimulationScope scope;
  ChipConfig config;
  Channel<RecordRequest> group_requests{"group_requests", 32}, block_requests{"block_requests", 32};
  Channel<BurstData> data0{"data0", 8}, data1{"data1", 8};
  Channel<BurstRequest> bursts0{"bursts0", 2}, bursts1{"bursts1", 2};
  Channel<RecordData> groups{"groups", 16}, blocks{"blocks", 16};
  RecordCache unit{"record_cache", params_of<RecordCacheParams>(config),
                   RecordCache::Ports{
                       group_requests, block_requests, {{data0, bursts0}, {data1, bursts1}}, groups, blocks}};
  Source<RecordRequest> asks_groups{"asks_groups", config, group_requests},
      asks_blocks{"asks_blocks", config, block_requests};
  Source<BurstData> memory0{"memory0", config, data0}, memory1{"memory1", config, data1};
  Sink<BurstRequest> sent0, sent1;
  Sink<RecordData> group_out{"group_out", config, groups}, block_out{"block_out", config, blocks};

  // The Memory Controllers take nothing before the cycle `opens`.
  explicit LanesBench(const ChipConfig& c = two_channels(64), Cycle opens = 0)
      : config(c), sent0("sent0", config, bursts0, 1, opens), sent1("sent1", config, bursts1, 1, opens) {}
};

// A group of 96 bytes from 32 on: 32 of them in channel 0, 64 in channel 1.
TEST(RecordCacheLanes, PiecesGoToTheirChannelsInOneCycleAndTheLastOneBringsTheRecord) {
  LanesBench bench;
  ASSERT_EQ(bench.config.group_layout().group_bytes(), 96u);
  bench.asks_groups.add(9, {ReadKind::aligned_pair, 32, 7});  // seen in cycle 10
  BurstData first, second;
  first.address = 32;
  second.address = 64;
  for (std::uint32_t i = 0; i < first.words.size(); ++i) {
    first.words[i] = 100 + i;
    second.words[i] = 200 + i;
  }
  bench.memory1.add(30, second);
  bench.memory0.add(40, first);
  sc_core::sc_start();
  ASSERT_EQ(bench.sent0.taken().size(), 1u);
  ASSERT_EQ(bench.sent1.taken().size(), 1u);
  EXPECT_EQ(bench.sent0.taken()[0].item.address, 32u);
  EXPECT_EQ(bench.sent0.taken()[0].item.bytes, 32u);
  EXPECT_EQ(bench.sent1.taken()[0].item.address, 64u);
  EXPECT_EQ(bench.sent1.taken()[0].item.bytes, 64u);
  EXPECT_EQ(bench.sent0.taken()[0].cycle, 11u);
  EXPECT_EQ(bench.sent1.taken()[0].cycle, 11u);
  ASSERT_EQ(bench.group_out.taken().size(), 1u);
  const RecordData& record = bench.group_out.taken()[0].item;
  EXPECT_EQ(bench.group_out.taken()[0].cycle, bench.memory0.put_at()[0] + 2);
  for (std::uint32_t i = 0; i < 24; ++i) EXPECT_EQ(record.words[i], i < 8 ? 100 + i : 200 + i - 8);
}

// A group from 0 on, in line 0, and a record in the other channel: both come in 41, and the latter is asked for again then.
struct FillsBench {
  ChipConfig config;
  std::unique_ptr<LanesBench> bench;
  std::vector<std::uint32_t> tags;  // of groups, in the order in which they leave

  explicit FillsBench(std::uint32_t address, bool block = false) : config(two_channels(64)) {
    config.memory.interleave_bytes = 256;
    bench = std::make_unique<LanesBench>(config);
    Source<RecordRequest>& asks = block ? bench->asks_blocks : bench->asks_groups;
    const ReadKind kind = block ? ReadKind::triangle : ReadKind::aligned_pair;
    bench->asks_groups.add(9, {ReadKind::aligned_pair, 0, 1});
    asks.add(9, {kind, address, 2});
    asks.add(40, {kind, address, 3});  // seen in 41
    BurstData first, second;
    second.address = address;
    bench->memory0.add(40, first);
    bench->memory1.add(40, second);
    sc_core::sc_start();
    for (const auto& taken : bench->group_out.taken()) tags.push_back(taken.item.tag);
  }
};

TEST(RecordCacheLanes, TwoLinesOfABankAreFilledInTwoCycles) {
  const FillsBench same_bank(256);
  EXPECT_EQ(same_bank.bench->unit.statistics().groups.shared, 1u) << "in line 8, which is filled in 42";
  EXPECT_EQ(same_bank.tags, (std::vector<std::uint32_t>{1, 2, 3}));
  EXPECT_EQ(same_bank.bench->group_out.taken_at(), (std::vector<Cycle>{42, 43, 44}));
}

TEST(RecordCacheLanes, LinesOfBothBanksAndOfBothKindsAreFilledTogether) {
  const FillsBench other_bank(256 + 32);
  EXPECT_EQ(other_bank.bench->unit.statistics().groups.hits, 1u) << "in line 9";
  EXPECT_EQ(other_bank.tags, (std::vector<std::uint32_t>{1, 3, 2})) << "the hit goes first";
  const FillsBench block(256, true);
  EXPECT_EQ(block.bench->unit.statistics().blocks.hits, 1u);
}

// 64 bytes of each channel in turn: 4096 bytes on, the channel is half a page further, in the same row.
TEST(RecordCacheLanes, RowsAreThoseOfTheChannel) {
  LanesBench bench;
  for (const std::uint32_t address : {0u, 4096u})
    bench.asks_groups.add(9, {ReadKind::aligned_pair, address, 7});
  sc_core::sc_start();
  EXPECT_EQ(bench.sent0.taken().size(), 2u);
  EXPECT_EQ(bench.unit.statistics().row_bursts, 2u) << "the second burst in each channel";
}

// The first group lies behind the memory, of which each channel has a half, the next one in row 0 of bank 0.
TEST(RecordCacheLanes, ABurstBehindTheEndOfTheMemoryCountsAsOneInRow0OfBank0) {
  LanesBench bench;
  const std::uint32_t end = bench.config.sdram.capacity_mib << 20;
  for (const std::uint32_t address : {end, 0u})
    bench.asks_groups.add(9, {ReadKind::aligned_pair, address, 7});
  sc_core::sc_start();
  EXPECT_EQ(bench.sent0.taken().size() + bench.sent1.taken().size(), 4u);
  EXPECT_EQ(bench.unit.statistics().row_bursts, 2u) << "both bursts of the second group";
}

TEST(RecordCacheLanes, TheWindowIsOfAllChannelsTogether) {
  LanesBench bench(two_channels(2), 100);
  for (std::uint32_t n = 0; n < 8; ++n) bench.asks_groups.add(9, {ReadKind::aligned_pair, 0x10000 * n, n});
  sc_core::sc_start(cycles(60));
  // Two pieces each: two records are in the channels' queues, one waits with both of its pieces.
  EXPECT_EQ(bench.unit.statistics().groups.requests, 3u);
}

}  // namespace
}  // namespace collisionchip
