// Bytes over channels of memory, and a channel that is asked for those of another one.
#include "collisionchip/tlm/machine/channel_map.h"

#include <set>

#include <gtest/gtest.h>

#include "collisionchip/testbench/tests/tlm/sdram_bench.h"

namespace collisionchip {
namespace {

TEST(ChannelMap, IsOneToOneAndFillsEachChannelWithoutAGap) {
  for (const std::uint32_t channels : {1u, 2u, 8u}) {
    for (const std::uint32_t interleave : {32u, 256u, 4096u}) {
      const ChannelMap map{channels, interleave};
      std::vector<std::set<std::uint64_t>> seen(channels);
      constexpr std::uint64_t kBytes = 1 << 16;
      for (std::uint64_t address = 0; address < kBytes; address += 16)
        EXPECT_TRUE(seen[map.channel_of(address)].insert(map.within(address)).second);
      for (const auto& addresses : seen) {
        EXPECT_EQ(addresses.size(), kBytes / 16 / channels);
        EXPECT_EQ(*addresses.rbegin(), kBytes / channels - 16);
      }
      EXPECT_EQ(map.piece(), channels == 1 ? 256 : std::min(256u, interleave));
    }
  }
  const ChannelMap map{4, 64};
  EXPECT_EQ(map.channel_of(64 * 6 + 5), 2u);
  EXPECT_EQ(map.within(64 * 6 + 5), 64u + 5);
}

TEST(SdramChannel, RefusesWhatLiesInAnotherOneOrAcrossAPiece) {
  ChipConfig config;
  config.engine.kind = EngineKindKey::groups;
  config.memory.channels = 2;
  config.memory.interleave_bytes = 64;
  SdramBench bench(config);
  const auto read = [](std::uint64_t address, std::uint32_t length) {
    TrafficItem item;
    item.address = address;
    item.length = length;
    return item;
  };
  const auto& results = bench.run({read(0, 64), read(64, 32), read(128, 64), read(32, 64)});
  EXPECT_EQ(results[0].status, tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(results[1].status, tlm::TLM_ADDRESS_ERROR_RESPONSE) << "of channel 1";
  EXPECT_EQ(results[2].status, tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(results[3].status, tlm::TLM_BURST_ERROR_RESPONSE) << "half of it in channel 1";
  EXPECT_EQ(text(bench.recorder.commands.back()), "READ 6 b0 r0 c2") << "the second piece of this channel";
}

}  // namespace
}  // namespace collisionchip
