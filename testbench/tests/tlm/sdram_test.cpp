// The SDRAM module behind its socket: latencies and throughput of §4.5 and §5.2, back-pressure, queue,
// errors, storage, reset. Every run is watched by the command checker and the protocol checker (SdramBench).
#include "collisionchip/tlm/memory/sdram.h"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "collisionchip/testbench/tests/tlm/sdram_bench.h"
#include "collisionchip/tlm/machines/config_conflicts.h"

namespace collisionchip {
namespace {

constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kRow = 4 * kPage;  // next row of the same bank: row_bank_column, four banks

ChipConfig with(PagePolicy policy) {
  ChipConfig config;
  config.sdram.page_policy = policy;
  return config;
}

TrafficItem read_of(std::uint64_t address, Cycle not_before = 0, std::uint32_t length = 256) {
  TrafficItem item;
  item.address = address;
  item.not_before = not_before;
  item.length = length;
  return item;
}

TEST(Sdram, PairOnAPrechargedBankTakes16Cycles) {
  SdramBench bench(with(PagePolicy::closed));
  const auto& results = bench.run({read_of(0), read_of(kRow)});
  EXPECT_EQ(results[0].first_beat, 8u);
  EXPECT_EQ(results[0].released, 16u);
  EXPECT_EQ(results[1].released, 32u) << "same bank: one after the other";
  EXPECT_EQ(
      texts(bench.recorder.commands),
      (std::vector<std::string>{"ACT 0 b0 r0", "READ 4 b0 r0 c0 AP", "ACT 16 b0 r1", "READ 20 b0 r1 c0 AP"}));
}

TEST(Sdram, PageHitTakes12CyclesAndStreamsIn8) {
  SdramBench bench(with(PagePolicy::open));
  const auto& results = bench.run({read_of(0), read_of(256, 100), read_of(512, 100), read_of(768, 100)});
  EXPECT_EQ(results[1].released - 100, 12u);
  EXPECT_EQ(results[2].first_beat, results[1].first_beat + 8);
  EXPECT_EQ(results[3].first_beat, results[2].first_beat + 8);
  EXPECT_EQ(bench.sdram->statistics().row_hits, 3u);
  EXPECT_EQ(bench.sdram->statistics().row_empty, 1u);
}

TEST(Sdram, PageMissTakes20Cycles) {
  SdramBench bench(with(PagePolicy::open));
  const auto& results = bench.run({read_of(0), read_of(kRow, 100)});
  EXPECT_EQ(results[1].released - 100, 20u);
  EXPECT_EQ(bench.sdram->statistics().row_conflicts, 1u);
  EXPECT_EQ(text(bench.recorder.commands[2]), "PRE 100 b0");
}

TEST(Sdram, MissesOnOtherBanksStreamIn8) {
  SdramBench bench(with(PagePolicy::open));
  std::vector<TrafficItem> items;
  for (std::uint64_t i = 0; i < 32; ++i) items.push_back(read_of(i * (kRow + kPage) % (64 * kRow)));
  const auto& results = bench.run(items);
  EXPECT_EQ(results[31].first_beat - results[8].first_beat, 23u * 8);
}

TEST(Sdram, SingleRecordIsABurstOfFour) {
  SdramBench bench(with(PagePolicy::closed));
  const auto& results = bench.run({read_of(128, 0, 128), read_of(kPage, 0, 128)});
  EXPECT_EQ(results[0].released, 12u);
  EXPECT_EQ(results[1].first_beat, 14u) << "its ACT, legal at 4, gives way to the READ in that slot";
  EXPECT_EQ(bench.sdram->statistics().data_cycles, 8u);
  EXPECT_EQ(bench.sdram->statistics().last_data_cycle, 17u);
  EXPECT_EQ(bench.sdram->statistics().bytes, 256u);
}

class RandomPairs : public ::testing::TestWithParam<std::uint32_t> {};

TEST_P(RandomPairs, AverageIs8PlusAnEighthPerBank) {
  ChipConfig config = with(PagePolicy::closed);
  config.sdram.banks = GetParam();
  SdramBench bench(config);
  bench.initiator->keep_data = false;
  Random random(2003);
  constexpr std::uint64_t kCount = 120000;
  for (std::uint64_t i = 0; i < kCount; ++i) bench.initiator->add(read_of(random(1u << 20) * 256));
  bench.run();
  const double average = static_cast<double>(bench.initiator->results().back().released) / kCount;
  const double expected = 8 + 8.0 / GetParam();
  EXPECT_NEAR(average, expected, 0.01 * expected);
  bench.finish();
  EXPECT_EQ(bench.command_checker.checked(), 2 * kCount);
}
INSTANTIATE_TEST_SUITE_P(Banks, RandomPairs, ::testing::Values(1, 2, 4, 8, 16));

TEST(Sdram, ConstantModelHasNoCommands) {
  ChipConfig config;
  config.sdram.model = SdramModel::constant;
  SdramBench bench(config);
  TrafficItem held = read_of(512);
  held.hold = 30;
  const auto& results = bench.run({read_of(0), read_of(256), held, read_of(768), read_of(0, 500)});
  EXPECT_EQ(results[0].first_beat, 8u);
  EXPECT_EQ(results[1].first_beat, 18u);
  EXPECT_EQ(results[2].first_beat, 28u);
  EXPECT_EQ(results[3].first_beat, 58u) << "X";
  EXPECT_EQ(results[4].first_beat, 508u);
  EXPECT_TRUE(bench.recorder.commands.empty());
}

TEST(Sdram, ConstantModelNeverOverlapsBursts) {
  ChipConfig config;
  config.sdram.model = SdramModel::constant;
  config.sdram.constant_interval = 2;
  SdramBench bench(config);
  const auto& results = bench.run({read_of(0), read_of(256)});
  EXPECT_EQ(results[1].first_beat, results[0].first_beat + 8);
}

struct BackPressure {
  bool by_call;
  Cycle end_delay;
};
class SdramBackPressure : public ::testing::TestWithParam<BackPressure> {};

TEST_P(SdramBackPressure, NextDataAtXAndActivationNotDelayed) {
  for (Cycle hold = 0; hold < 80; ++hold) {
    if (GetParam().end_delay > hold + 4) continue;  // the call would precede BEGIN_RESP
    SdramBench bench(with(PagePolicy::closed));
    TrafficItem held = read_of(0);
    held.hold = hold;
    held.end_by_call = GetParam().by_call;
    held.end_delay = GetParam().end_delay;
    const auto& results = bench.run({held, read_of(kPage)});
    const Cycle known = GetParam().by_call ? results[0].released - GetParam().end_delay : 0;
    // The READ goes out on the first of every second slot at which two things hold: the call has come, and the data come at X
    // or later.
    const Cycle read = std::max({results[0].released - 4, known, Cycle{12}});
    EXPECT_EQ(results[1].first_beat, (read + 1) / 2 * 2 + 4) << "hold " << hold;
    EXPECT_GE(results[1].first_beat, results[0].released);
    EXPECT_EQ(text(bench.recorder.commands[2]), "ACT 6 b1 r0") << "hold " << hold;
  }
}
INSTANTIATE_TEST_SUITE_P(Ways, SdramBackPressure,
                         ::testing::Values(BackPressure{false, 0}, BackPressure{true, 0},
                                           BackPressure{true, 1}, BackPressure{true, 4},
                                           BackPressure{true, 9}));

TEST(Sdram, AnnotatedRequestStartsAtItsTime) {
  SdramBench bench(with(PagePolicy::closed));
  TrafficItem later = read_of(0, 10);
  later.request_delay = 7;
  const auto& results = bench.run({later});
  EXPECT_EQ(results[0].announced, 10u);
  EXPECT_EQ(results[0].first_beat, 26u) << "ACT in slot 18";
}

class QueueDepth : public ::testing::TestWithParam<std::uint32_t> {};

TEST_P(QueueDepth, AcceptsThatManyAheadOfTheBurst) {
  ChipConfig config = with(PagePolicy::closed);
  const std::uint32_t depth = config.sdram.queue_depth = GetParam();
  SdramBench bench(config);
  std::vector<TrafficItem> items;
  for (std::uint64_t i = 0; i < 12; ++i) items.push_back(read_of(i * kPage));
  const auto& results = bench.run(items);
  for (std::size_t i = 0; i < results.size(); ++i) {
    EXPECT_EQ(results[i].accepted, i < depth ? 0 : results[i - depth].first_beat) << i;
  }
}
INSTANTIATE_TEST_SUITE_P(Depths, QueueDepth, ::testing::Values(1, 2, 4, 7));

TEST(Sdram, RefusedRequestsHaveAnErrorAndTakeNoTime) {
  ChipConfig config = with(PagePolicy::closed);
  config.sdram.capacity_mib = 1;
  const std::uint64_t end = 1u << 20;
  SdramBench bench(config);
  std::vector<TrafficItem> items = {
      read_of(16),  read_of(0, 0, 48),          read_of(128, 0, 256), read_of(0, 0, 512),
      read_of(end), read_of(end - 128, 0, 256), read_of(~0ull - 255), read_of(end - 128, 0, 128),
      read_of(0)};
  items.back().command = tlm::TLM_IGNORE_COMMAND;
  const auto& results = bench.run(items);
  const tlm::tlm_response_status expected[] = {
      tlm::TLM_ADDRESS_ERROR_RESPONSE, tlm::TLM_BURST_ERROR_RESPONSE,
      tlm::TLM_BURST_ERROR_RESPONSE,   tlm::TLM_BURST_ERROR_RESPONSE,
      tlm::TLM_ADDRESS_ERROR_RESPONSE, tlm::TLM_ADDRESS_ERROR_RESPONSE,
      tlm::TLM_ADDRESS_ERROR_RESPONSE, tlm::TLM_OK_RESPONSE,
      tlm::TLM_COMMAND_ERROR_RESPONSE};
  for (std::size_t i = 0; i < results.size(); ++i) EXPECT_EQ(results[i].status, expected[i]) << i;
  EXPECT_EQ(results[7].first_beat, 8u);
  EXPECT_EQ(bench.sdram->statistics().reads, 1u);
}

TEST(Sdram, UploadsReadBackByEveryPath) {
  SdramBench bench(with(PagePolicy::open));
  std::vector<unsigned char> upload(300);
  for (std::size_t i = 0; i < upload.size(); ++i) upload[i] = static_cast<unsigned char>(i * 7 + 1);
  EXPECT_EQ(bench.transport(tlm::TLM_WRITE_COMMAND, 1001, upload), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(bench.sdram->stored_bytes(), 1301u);
  std::vector<unsigned char> back(400, 0xee);
  EXPECT_EQ(bench.transport(tlm::TLM_READ_COMMAND, 1001, back), tlm::TLM_OK_RESPONSE);
  EXPECT_TRUE(std::equal(upload.begin(), upload.end(), back.begin()));
  EXPECT_TRUE(std::all_of(back.begin() + 300, back.end(), [](unsigned char c) { return c == 0; }));

  const auto& results = bench.run({read_of(1024), read_of(1u << 20)});
  EXPECT_TRUE(std::equal(results[0].data.begin(), results[0].data.end(), upload.begin() + 23));
  EXPECT_EQ(results[1].data, std::vector<unsigned char>(256, 0)) << "never written";

  tlm::tlm_generic_payload debug;
  std::vector<unsigned char> tail(64, 0xee);
  debug.set_read();
  debug.set_address((512u << 20) - 32);
  debug.set_data_ptr(tail.data());
  debug.set_data_length(64);
  EXPECT_EQ(bench.initiator->socket->transport_dbg(debug), 32u) << "cut at the capacity";
  std::vector<unsigned char> beyond(8);
  EXPECT_EQ(bench.transport(tlm::TLM_WRITE_COMMAND, (512u << 20) - 4, beyond),
            tlm::TLM_ADDRESS_ERROR_RESPONSE);
  tlm::tlm_dmi dmi;
  EXPECT_FALSE(bench.initiator->socket->get_direct_mem_ptr(debug, dmi));
}

TEST(Sdram, RefreshesAreIssuedWhenAskedForAndCostNoEvents) {
  ChipConfig config = with(PagePolicy::open);
  config.sdram.refresh_interval = 300;
  SdramBench bench(config);
  bench.run({read_of(0)});
  EXPECT_EQ(bench.recorder.commands.size(), 2u);
  EXPECT_LT(sc_core::sc_time_stamp(), sc_core::sc_time(1, sc_core::SC_US)) << "nothing left to happen";
  bench.sdram->settle(901);
  EXPECT_EQ(bench.sdram->statistics().refreshes, 3u);
  ASSERT_EQ(bench.recorder.commands.size(), 6u);
  EXPECT_EQ(text(bench.recorder.commands[2]), "PRE 300 all");
  EXPECT_EQ(text(bench.recorder.commands[3]), "REF 304");
  EXPECT_EQ(text(bench.recorder.commands[5]), "REF 900");
}

std::vector<TrafficItem> random_traffic(std::uint64_t seed, Cycle start, int count) {
  Random random(seed);
  std::vector<TrafficItem> items;
  for (int i = 0; i < count; ++i) {
    TrafficItem item = read_of(random(256) * 256, start += random(4) == 0 ? random(90) : 0);
    if (random(3) == 0) item.length = 128;
    if (random(3) == 0) item.hold = random(60);
    if (random(5) == 0) item.hold = random(900);
    item.end_by_call = random(2) == 0;
    if (item.hold != kBurstEnd) item.end_delay = random(std::min<Cycle>(item.hold + 1, 9));
    item.request_delay = random(6) == 0 ? random(20) : 0;
    items.push_back(item);
  }
  // Base protocol: a BEGIN_REQ may not be earlier than the END_REQ before it.
  for (TrafficItem& item : items) item.request_delay = items.front().request_delay;
  return items;
}

class RandomTraffic : public ::testing::TestWithParam<int> {
 protected:
  ChipConfig config() const {
    Random random(static_cast<std::uint64_t>(GetParam()));
    ChipConfig c = with(GetParam() % 2 == 0 ? PagePolicy::closed : PagePolicy::open);
    c.sdram.mapping = static_cast<AddressMapping>(random(3));
    c.sdram.banks = 1u << random(4);
    c.sdram.command_cycles = 1 + static_cast<std::uint32_t>(random(3));
    c.sdram.refresh_interval = random(2) == 0 ? 0 : 200 + static_cast<std::uint32_t>(random(400));
    c.sdram.queue_depth = 1 + static_cast<std::uint32_t>(random(5));
    for (auto* t : {&c.sdram.t_rp, &c.sdram.t_rcd, &c.sdram.t_cl, &c.sdram.t_ras, &c.sdram.t_rc,
                    &c.sdram.t_rrd, &c.sdram.t_rfc}) {
      *t = static_cast<std::uint32_t>(random(24));
    }
    c.sdram.mode_burst = std::array<std::uint32_t, 4>{0, 2, 4, 8}[random(4)];
    if (random(2) == 0)
      c.sdram.t_ras_max = least_t_ras_max(c.sdram) + static_cast<std::uint32_t>(random(300));
    return c;
  }
};

TEST_P(RandomTraffic, IsLegalAndIndependentOfConstructionOrder) {
  const auto items = random_traffic(static_cast<std::uint64_t>(GetParam()), 0, 1500);
  std::vector<std::string> streams[2];
  for (int i = 0; i < 2; ++i) {
    SdramBench bench(config(), i == 0 ? SdramBench::Order::sdram_first : SdramBench::Order::initiator_first);
    const auto& results = bench.run(items);
    for (std::size_t k = 1; k < results.size(); ++k)
      ASSERT_GE(results[k].first_beat, results[k - 1].released) << k;
    streams[i] = texts(bench.recorder.commands);
    for (const TrafficResult& r : results) streams[i].push_back(std::to_string(r.announced));
  }
  EXPECT_EQ(streams[0], streams[1]);
}

TEST_P(RandomTraffic, ResetEqualsFresh) {
  const auto seed = static_cast<std::uint64_t>(GetParam()) + 1000;
  std::vector<std::string> fresh;
  SdramStatistics statistics;
  {
    SdramBench bench(config());
    bench.run(random_traffic(seed, 0, 200));
    fresh = texts(bench.recorder.commands);
    statistics = bench.sdram->statistics();
  }
  constexpr Cycle kReset = 5003;  // on no command slot of the first run
  SdramBench bench(config());
  for (const TrafficItem& item : random_traffic(seed + 1, 0, 1000)) bench.initiator->add(item);
  bench.run_for(kReset);
  bench.sdram->reset(kReset);
  bench.command_checker.reset(kReset);
  bench.protocol->reset();
  bench.initiator->drop();
  bench.recorder.commands.clear();
  EXPECT_EQ(bench.sdram->statistics().reads, 0u);
  bench.run(random_traffic(seed, kReset, 200));
  for (SdramCommand& command : bench.recorder.commands) command.cycle -= kReset;
  EXPECT_EQ(texts(bench.recorder.commands), fresh);
  EXPECT_EQ(bench.sdram->statistics().bytes, statistics.bytes);
  EXPECT_EQ(bench.sdram->statistics().refreshes, statistics.refreshes);
  EXPECT_EQ(bench.sdram->statistics().last_data_cycle, statistics.last_data_cycle + kReset);
}
INSTANTIATE_TEST_SUITE_P(Seeds, RandomTraffic, ::testing::Range(0, 24));

}  // namespace
}  // namespace collisionchip
