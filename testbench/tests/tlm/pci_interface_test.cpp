// The PCI Interface alone: every register, the start of a
// query, matrices, the FIFO port, the SDRAM window, time.
#include "collisionchip/testbench/tests/tlm/chip_words.h"
#include "collisionchip/testbench/tests/tlm/pci_bench.h"

namespace collisionchip {
namespace {

using namespace testing_support;
using namespace registers;

TEST(PciInterface, RegistersAfterReset) {
  PciBench bench;
  EXPECT_EQ(bench.value(kIdentity), 0x43435031u);
  for (std::uint64_t address = kControl; address <= kLastRegister; address += 4)
    EXPECT_EQ(bench.value(address), 0u);
}

TEST(PciInterface, RootsAndControlBitsReadBack) {
  PciBench bench;
  EXPECT_EQ(bench.write(kTumbledRoot, {0x1203}), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(bench.write(kAlignedRoot, {0x3402}), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(bench.value(kTumbledRoot), 0x1203u);
  EXPECT_EQ(bench.value(kAlignedRoot), 0x3402u);
  const std::uint32_t modes = kFirstWitness | kEnableDone | kEnableFifo;
  EXPECT_EQ(bench.write(kControl, {modes}), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(bench.value(kControl), modes);
  std::vector<std::uint32_t> burst(2);
  EXPECT_EQ(bench.read(kTumbledRoot, burst), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(burst, (std::vector<std::uint32_t>{0x1203, 0x3402}));
}

TEST(PciInterface, TransfersAreCountedByDirectionFromTheResetOn) {
  PciBench bench;
  bench.write(kTumbledRoot, {0x1203, 0x3402});
  bench.write(kControl, {kReset});
  bench.write(kMmm, std::vector<std::uint32_t>(10));
  bench.write(kSdramWindow, {1, 2, 3});
  bench.value(kStatus);
  std::vector<std::uint32_t> burst(2);
  bench.read(kTumbledRoot, burst);
  const PciInterface::Statistics& s = bench.pci.statistics();
  EXPECT_EQ(s.writes, 2u) << "the reset counts, the SDRAM window does not";
  EXPECT_EQ(s.words_written, 11u);
  EXPECT_EQ(s.reads, 2u);
  EXPECT_EQ(s.words_read, 3u);
  EXPECT_EQ(s.fifo_words, 0u);
}

TEST(PciInterface, AStartReachesTheStackEngineWithRootsMasksAndMode) {
  PciBench bench;
  bench.start_query(kEnableDone | kFirstWitness);
  bench.elapse(10);
  ASSERT_EQ(bench.starts.taken().size(), 1u);
  const StartCommand& command = bench.starts.taken()[0].item;
  EXPECT_EQ(command.tumbled.word(), 0x1203u);
  EXPECT_EQ(command.aligned.word(), 0x3401u);
  EXPECT_TRUE(command.first_witness);
  EXPECT_EQ(bench.started, bench.starts.taken_at()) << "accounts begin in the cycle in which it is seen";
  EXPECT_EQ(bench.pci.query_begin(), bench.started[0]);
  EXPECT_EQ(bench.value(kStatus), kBusy);
  EXPECT_EQ(bench.value(kControl), kEnableDone | kFirstWitness) << "start reads as 0";
}

TEST(PciInterface, TheEndOfAQueryIsSeenInStatusCyclesAndInterrupt) {
  using Kind = ReadError::Kind;
  const std::pair<Kind, std::uint32_t> kinds[] = {
      {Kind::none, 0u}, {Kind::refused, 0u + kError}, {Kind::uncorrectable, kError | kUncorrectable}};
  for (const auto& [kind, bits] : kinds) {
    const std::uint32_t address = kind == Kind::none ? 0 : 0x2345'6780;
    PciBench bench;
    bench.start_query();
    const Cycle begin = bench.pci.query_begin();
    bench.dones.add(begin + 999, {{kind, address}});
    bench.elapse(500);
    EXPECT_EQ(bench.value(kCyclesLow), bench.now() - begin) << "counts while it runs";
    EXPECT_FALSE(bench.interrupt.read());
    bench.elapse(1000);
    EXPECT_TRUE(bench.interrupt.read());
    EXPECT_EQ(bench.value(kStatus), kDone | bits);
    EXPECT_EQ(bench.value(kErrorAddress), address);
    EXPECT_EQ(bench.value(kCyclesLow), 1000u);
    EXPECT_EQ(bench.value(kCyclesHigh), 0u);
    EXPECT_EQ(bench.value(kInterrupt), kDonePending);
    EXPECT_EQ(bench.pci.query_end() - begin, 1000u);
    bench.write(kInterrupt, {kFifoPending});
    EXPECT_EQ(bench.value(kInterrupt), kDonePending) << "only ones clear";
    bench.write(kInterrupt, {kDonePending});
    bench.elapse();
    EXPECT_EQ(bench.value(kInterrupt), 0u);
    EXPECT_FALSE(bench.interrupt.read());
  }
}

TEST(PciInterface, AWrongListWordHasAStatusBitOfItsOwn) {
  ChipConfig config;
  config.stack_sram.ecc = ListEcc::parity;
  if (!is_made_for(config)) GTEST_SKIP() << "the RTL knows no check bits in lists";
  PciBench bench(config);
  bench.start_query();
  bench.dones.add(bench.pci.query_begin() + 9, {{ReadError::Kind::list_word, 0x8000'0123}});
  bench.elapse(100);
  EXPECT_EQ(bench.value(kStatus), kDone | kError | kListWord);
  EXPECT_EQ(bench.value(kErrorAddress), 0x8000'0123u);
  bench.write(kControl, {kReset});
  EXPECT_EQ(bench.value(kStatus), 0u);
}

TEST(PciInterface, TheClosingEntryIsReadLikeAnyOther) {
  ChipConfig config;
  config.pointer_fifo.entry_check = true;
  if (!is_made_for(config)) GTEST_SKIP() << "the RTL has no closing entry";
  PciBench bench(config);
  bench.start_query();
  bench.findings.add(bench.now() + 1, {Finding::Kind::end, 0x0123'4567, 0x89ab'cdef, {}});
  bench.elapse(10);
  std::vector<std::uint32_t> words(2);
  EXPECT_EQ(bench.read(kFifo, words), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(words, (std::vector<std::uint32_t>{0xc123'4567, 0x89ab'cdef}));
}

TEST(PciInterface, ALongQueryFillsBothCycleRegisters) {
  PciBench bench;
  bench.start_query();
  const Cycle begin = bench.pci.query_begin(), length = 0x1'2345'6789;
  bench.dones.add(begin + length - 1, {});
  bench.elapse(length + 10);
  EXPECT_EQ(bench.value(kCyclesLow), 0x2345'6789u);
  EXPECT_EQ(bench.value(kCyclesHigh), 1u);
}

TEST(PciInterface, InterruptsAreEnabledOneByOne) {
  ChipConfig config;
  config.pointer_fifo.threshold = 3;
  if (!is_made_for(config)) GTEST_SKIP() << "the RTL has one threshold";
  for (const std::uint32_t enabled : {0u, 0u + kEnableDone, 0u + kEnableFifo}) {
    PciBench bench(config);
    bench.start_query(enabled);
    const Cycle now = bench.now();
    for (std::uint32_t i = 0; i < 3; ++i)
      bench.findings.add(now + 100 + 10 * i, {Finding::Kind::hit, i, i, {}});
    bench.elapse(115);
    EXPECT_EQ(bench.value(kInterrupt), 0u) << "two entries";
    bench.elapse(100);
    EXPECT_EQ(bench.value(kInterrupt), kFifoPending);
    EXPECT_EQ(bench.interrupt.read(), enabled == kEnableFifo);
    bench.dones.add(bench.now() + 100, {});
    bench.elapse(300);
    EXPECT_EQ(bench.value(kInterrupt), kFifoPending | kDonePending);
    EXPECT_EQ(bench.interrupt.read(), enabled != 0);
    bench.write(kControl, {kEnableDone | kEnableFifo});
    bench.elapse();
    EXPECT_TRUE(bench.interrupt.read()) << "what is pending shows when it is enabled";
  }
}

TEST(PciInterface, AFirstWitnessMakesOneEntryReasonEnough) {
  for (const std::uint32_t mode : {0u, 0u + kFirstWitness}) {
    PciBench bench;
    bench.start_query(kEnableFifo | mode);
    bench.findings.add(bench.now() + 100, {Finding::Kind::uncertain, 1, 2, {}});
    bench.elapse(90);
    EXPECT_FALSE(bench.interrupt.read());
    bench.elapse(100);
    EXPECT_EQ(bench.interrupt.read(), mode == kFirstWitness);
  }
}

TEST(PciInterface, AStopReachesTheStackEngineOfAQueryThatRuns) {
  PciBench bench;
  EXPECT_EQ(bench.write(kControl, {kStop}), tlm::TLM_OK_RESPONSE)
      << "too late, or too early: nothing happens";
  bench.elapse(10);
  EXPECT_TRUE(bench.stops.taken().empty());
  bench.start_query(kEnableDone | kFirstWitness);
  const Cycle end = bench.now() + 24;  // of a register write
  EXPECT_EQ(bench.write(kControl, {kStop | kEnableDone | kFirstWitness}), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(bench.write(kControl, {kStop | kEnableDone | kFirstWitness}), tlm::TLM_OK_RESPONSE);
  bench.elapse(10);
  EXPECT_EQ(bench.stops.taken_at(), std::vector<Cycle>{end + 1}) << "the second one adds nothing";
  EXPECT_EQ(bench.value(kControl), kEnableDone | kFirstWitness) << "stop reads as 0";
  EXPECT_EQ(bench.value(kStatus), kBusy) << "until the Stack Engine has come to its end";
}

TEST(PciInterface, TheFifoThresholdCountsEntriesThatCanBeRead) {
  ChipConfig config;
  config.pointer_fifo.threshold = 2;
  if (!is_made_for(config)) GTEST_SKIP() << "the RTL has one threshold";
  PciBench bench(config);
  bench.start_query(kEnableFifo);
  const Cycle now = bench.now();
  bench.findings.add(now + 100, {});  // visible in 101
  bench.findings.add(now + 101, {});  // put in 101, visible in 102
  bench.elapse(95);
  Cycle raised = 0;
  for (int i = 0; i < 20 && raised == 0; ++i) {
    sc_core::sc_start(cycles(1));  // what happens in the cycle it stops at happens after it
    if (bench.interrupt.read()) raised = bench.now() - 1 - now;
  }
  EXPECT_EQ(raised, 102u);
}

TEST(PciInterface, FifoEntriesInTheirTwoForms) {
  PciBench bench;
  bench.start_query();
  const Cycle now = bench.now();
  bench.findings.add(now + 1, {Finding::Kind::hit, 123456, 77, {}});
  bench.findings.add(now + 2, {Finding::Kind::unfinished, 0x7fff'ff03, 0x0001'0002, {}});
  bench.findings.add(now + 3, {Finding::Kind::uncertain, 654321, 88, {}});
  bench.elapse(10);
  EXPECT_EQ(bench.value(kFifoLevel), 3u);
  std::vector<std::uint32_t> words(6);
  EXPECT_EQ(bench.read(kFifo, words), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(words[0], 123456u);
  EXPECT_EQ(words[1], 77u);
  EXPECT_EQ(words[2] >> 30, static_cast<std::uint32_t>(EntryType::unfinished));
  EXPECT_EQ(unpack_pair(words[2]), 0x7fff'ff03u);
  EXPECT_EQ(unpack_pair(words[3]), 0x0001'0002u);
  EXPECT_EQ(words[4], 654321u | static_cast<std::uint32_t>(EntryType::uncertain) << 30);
  EXPECT_EQ(words[5], 88u);
  EXPECT_EQ(bench.pci.statistics().fifo_words, 6u);
  bench.elapse(2);
  EXPECT_EQ(bench.value(kFifoLevel), 0u);
  EXPECT_NE(bench.value(kStatus) & kUnfinished, 0u);
}

TEST(PciInterface, PackedPairsKeepEveryAddressAndMask) {
  for (std::uint64_t address = 0; address < 1ull << 32; address += 0x0101'0100) {
    for (std::uint32_t mask = 0; mask < 4; ++mask) {
      const std::uint32_t word = (static_cast<std::uint32_t>(address) & ~0xffu) | mask;
      EXPECT_EQ(unpack_pair(pack_pair(word)), word);
      EXPECT_LT(pack_pair(word), 1u << 30) << "room for the type";
    }
  }
}

TEST(PciInterface, AnEntryIsFreeForTheFifoWhenItsReadEnds) {
  ChipConfig config;
  config.pointer_fifo.depth = config.pointer_fifo.threshold = 1;
  PciBench bench(config);
  bench.start_query();
  bench.findings.add(bench.now() + 1, {Finding::Kind::hit, 1, 1, {}});
  bench.findings.add(bench.now() + 2, {Finding::Kind::hit, 2, 2, {}});
  bench.elapse(20);
  std::vector<std::uint32_t> words(2);
  const Cycle begin = bench.now();
  ASSERT_EQ(bench.read(kFifo, words), tlm::TLM_OK_RESPONSE);
  const Cycle took = bench.delay.value() / 3750;
  EXPECT_EQ(took, (1u + 2u + 1u + 2u) * 8u) << "address, waits, turnaround, two words";
  bench.elapse(5);
  ASSERT_EQ(bench.findings.put_at().size(), 2u);
  EXPECT_EQ(bench.findings.put_at()[1], begin + took);
}

TEST(PciInterface, MatrixBlocksArriveInBurstsAtTheirOffsets) {
  PciBench bench;
  std::vector<std::uint32_t> mmm(5 * 24), frames(24);
  for (std::uint32_t i = 0; i < mmm.size(); ++i) mmm[i] = 1000 + i;
  for (std::uint32_t i = 0; i < frames.size(); ++i) frames[i] = 2000 + i;
  EXPECT_EQ(bench.write(kMmm, mmm), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(bench.write(kFrameMatrices + 4 * 12, {frames.begin() + 12, frames.end()}), tlm::TLM_OK_RESPONSE);
  const Cycle end = bench.delay.value() / 3750;
  bench.elapse(5);
  std::vector<std::uint32_t> seen(mmm.size());
  for (const auto& burst : bench.mmm.taken()) {
    for (std::uint32_t i = 0; i < burst.item.count; ++i)
      seen.at(burst.item.first_word + i) = burst.item.words[i];
  }
  EXPECT_EQ(seen, mmm);
  ASSERT_EQ(bench.frames.taken().size(), 1u);
  EXPECT_EQ(bench.frames.taken()[0].item.first_word, 12u);
  EXPECT_EQ(bench.frames.taken()[0].item.count, 12u);
  EXPECT_GT(bench.frames.taken()[0].cycle, end) << "when the transfer has ended, not before";
}

TEST(PciInterface, TransfersTakeTheBussTime) {
  ChipConfig config;
  config.pci = {4, 2, 3, 5, 16};  // clock, address, waits, turnaround, burst
  PciBench bench(config);
  std::vector<std::uint32_t> words(40);
  bench.write(kSdramWindow, words);
  EXPECT_EQ(bench.delay, cycles(4 * (3 * (2 + 5) + 40))) << "three bursts of at most sixteen words";
  bench.delay = sc_core::SC_ZERO_TIME;
  bench.read(kSdramWindow, words);
  EXPECT_EQ(bench.delay, cycles(4 * (3 * (2 + 3 + 5) + 40)));
  bench.delay = sc_core::SC_ZERO_TIME;
  bench.value(kStatus);
  EXPECT_EQ(bench.delay, cycles(4 * (2 + 3 + 5 + 1)));
  bench.value(kStatus);
  EXPECT_EQ(bench.delay, cycles(2 * 4 * (2 + 3 + 5 + 1))) << "delays add up";
}

// Those of a processor behind a bridge; what it writes stays as it is.
TEST(PciInterface, SingleReadsTakeATransactionEach) {
  ChipConfig config;
  config.pci.read_burst_words = 1;
  if (!is_made_for(config)) GTEST_SKIP() << "the RTL's host reads bursts";
  PciBench bench(config);
  std::vector<std::uint32_t> two(2);
  bench.delay = sc_core::SC_ZERO_TIME;
  bench.read(kTumbledRoot, two);
  EXPECT_EQ(bench.delay, cycles(2 * 8 * (1 + 2 + 1 + 1)));
  EXPECT_EQ(pci_transfer_cycles(config.pci, true, 64), 64 * 40u) << "5 clocks a word";
  EXPECT_EQ(pci_transfer_cycles(ChipConfig{}.pci, true, 64), 68 * 8u) << "1.06 clocks a word";
  EXPECT_EQ(pci_transfer_cycles(config.pci, false, 64), pci_transfer_cycles(ChipConfig{}.pci, false, 64));
}

TEST(PciInterface, TheWindowShowsTheMemory) {
  PciBench bench;
  EXPECT_EQ(bench.write(kSdramWindow + 0x1000, {1, 2, 3}), tlm::TLM_OK_RESPONSE);
  std::uint32_t stored = 0;
  std::memcpy(&stored, bench.memory.storage.data() + 0x1004, 4);
  EXPECT_EQ(stored, 2u);
  std::vector<std::uint32_t> words(2);
  EXPECT_EQ(bench.read(kSdramWindow + 0x1004, words), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(words, (std::vector<std::uint32_t>{2, 3}));
  tlm::tlm_generic_payload payload;
  payload.set_command(tlm::TLM_READ_COMMAND);
  payload.set_address(kSdramWindow + 0x1000);
  payload.set_data_ptr(reinterpret_cast<unsigned char*>(words.data()));
  payload.set_data_length(8);
  EXPECT_EQ(bench.host.socket->transport_dbg(payload), 8u);
  EXPECT_EQ(words[0], 1u);
  EXPECT_EQ(payload.get_address(), kSdramWindow + 0x1000);
}

TEST(PciInterface, TransfersDuringAQueryAreItsBusyCycles) {
  PciBench bench;
  bench.start_query();
  const Cycle begin = bench.pci.query_begin();
  bench.elapse(100);
  bench.value(kStatus);
  bench.value(kFifoLevel);
  bench.elapse(1000);
  const UnitCycles account = bench.pci.cycles(begin + 1000);
  EXPECT_EQ(account.busy, 2u * 5u * 8u);
  EXPECT_EQ(account.total(), 1000u);
}

}  // namespace
}  // namespace collisionchip
