// The PCI Interface at its bus pins: configuration, bursts, retries, disconnects, aborts, parity, and the
// clocks that transfers take against the model's formula. The monitor on the bus sees no rule broken in any
// of it.
#include <cstdlib>
#include <fstream>

#include <gtest/gtest.h>

#include "testbench/tests/rtl/pci_initiator.h"
#include "tlm/chip_config.h"
#include "tlm/pci_interface.h"
#include "tlm/register_map.h"

namespace collisionchip {
namespace {

using namespace registers;

constexpr unsigned kParityRule = 1u << 11;  // of pci_monitor.sv
constexpr std::uint32_t kRegisters = 0xe0004000, kWindow = 0x40000000;

std::uint32_t at(std::uint64_t offset) {
  return kRegisters + static_cast<std::uint32_t>(offset);
}

class PciPins : public ::testing::Test {
 protected:
  PciPins() { bus_.configure(kRegisters, kWindow); }
  void TearDown() override { EXPECT_EQ(bus_.broken_rules(), broken_by_initiator_); }

  std::uint32_t configuration(std::uint32_t offset) {
    const PciTransfer read = bus_.transact(PciCommand::configuration_read, offset, {0}, true);
    EXPECT_EQ(read.end, PciEnd::completed);
    return read.words.at(0);
  }
  void configuration(std::uint32_t offset, std::uint32_t word) {
    EXPECT_EQ(bus_.transact(PciCommand::configuration_write, offset, {word}, true).end, PciEnd::completed);
  }
  std::uint32_t status() { return configuration(4) >> 16; }

  PciInitiator bus_{1};
  unsigned broken_by_initiator_ = 0;
};

TEST_F(PciPins, TheHeaderSaysWhatItIs) {
  EXPECT_EQ(configuration(0x00), 0x4350ffffu);
  EXPECT_EQ(configuration(0x08), 0x12000001u);
  EXPECT_EQ(configuration(0x0c), 0u) << "header type 0";
  EXPECT_EQ(configuration(0x3c) >> 8 & 0xff, 1u) << "INTA#";
  EXPECT_EQ(configuration(0x10), kRegisters);
  EXPECT_EQ(configuration(0x14), kWindow | 8u);
  EXPECT_EQ(configuration(0x18), 0u);
}

TEST_F(PciPins, SizesOfTheRangesByWritingOnes) {
  configuration(0x10, ~0u);
  configuration(0x14, ~0u);
  EXPECT_EQ(~configuration(0x10) + 1, kFifoEnd);
  EXPECT_EQ(~(configuration(0x14) & ~0xfu) + 1, 512u << 20);
}

TEST_F(PciPins, ConfigurationWritesOnlyTheBytesThatAreEnabled) {
  bus_.byte_enables = 0x8;
  configuration(0x10, 0x55ffffff);
  EXPECT_EQ(configuration(0x10), 0x55004000u);
  bus_.byte_enables = 0x7;
  configuration(0x14, 0xffffff00);
  EXPECT_EQ(configuration(0x14), kWindow | 8u);
  bus_.byte_enables = 0x1;
  configuration(0x0c, 0xffffff10);
  configuration(0x3c, 0xffffff0b);
  configuration(0x04, 0x42);
  bus_.byte_enables = 0x2;
  configuration(0x3c, 0);
  configuration(0x0c, 0);
  EXPECT_EQ(configuration(0x0c), 0x10u);
  EXPECT_EQ(configuration(0x3c), 0x010bu);
  EXPECT_EQ(configuration(0x04) & 0xffffu, 0x142u);
  configuration(0x04, 0);
  EXPECT_EQ(configuration(0x04) & 0xffffu, 0x42u);
}

TEST_F(PciPins, CommandAndStatusAreWrittenByBytesToo) {
  broken_by_initiator_ = kParityRule;
  bus_.bad_parity_at = 0;
  bus_.write(at(kTumbledRoot), {0, 0, 0});
  bus_.bad_parity_at = -1;
  EXPECT_EQ(status() & 0xc800u, 0xc800u);
  bus_.byte_enables = 0x7;
  configuration(4, 0xc8000142);
  EXPECT_EQ(status() & 0xc800u, 0xc800u) << "not enabled";
  bus_.byte_enables = 0x8;
  configuration(4, 0x40000000);
  EXPECT_EQ(status() & 0xc800u, 0x8800u) << "each bit clears itself";
  configuration(4, 0x80000000);
  EXPECT_EQ(status() & 0xc800u, 0x0800u);
  EXPECT_EQ(configuration(4) & 0xffff, 0x0142u);
  bus_.byte_enables = 0x2;
  configuration(4, 0);
  EXPECT_EQ(configuration(4) & 0xffff, 0x0042u);
  bus_.byte_enables = 0x1;
  configuration(4, 0x102);
  EXPECT_EQ(configuration(4) & 0xffff, 0x0002u);
}

TEST_F(PciPins, OneConfigurationWordAtATime) {
  const PciTransfer read = bus_.transact(PciCommand::configuration_read, 0, {0, 0}, true);
  EXPECT_EQ(read.end, PciEnd::disconnect);
  EXPECT_EQ(read.words.size(), 1u);
}

TEST_F(PciPins, WhatIsMeantForOthersFindsNobody) {
  EXPECT_EQ(bus_.transact(PciCommand::configuration_read, 0, {0}, false).end, PciEnd::initiator_abort);
  EXPECT_EQ(bus_.transact(PciCommand::configuration_read, 1, {0}, true).end, PciEnd::initiator_abort)
      << "type 1";
  EXPECT_EQ(bus_.transact(PciCommand::io_read, kRegisters, {0}).end, PciEnd::initiator_abort);
  EXPECT_EQ(bus_.read(at(kFifoEnd), 1).end, PciEnd::initiator_abort);
  EXPECT_EQ(bus_.read(kWindow - 4, 1).end, PciEnd::initiator_abort);
  EXPECT_EQ(bus_.transact(PciCommand::configuration_read, kRegisters, {0}, false).end,
            PciEnd::initiator_abort)
      << "a configuration cycle is no memory";
  configuration(4, 0x140);
  EXPECT_EQ(bus_.read(at(kIdentity), 1).end, PciEnd::initiator_abort) << "memory space off";
  EXPECT_EQ(bus_.write(kWindow, {0}).end, PciEnd::initiator_abort);
}

// What is on AD in somebody else's data phase is no address, whatever it looks like.
TEST_F(PciPins, TheWordsOfOthersAreNoAddresses) {
  bus_.byte_enables = 0x8;  // C/BE# as of a memory write
  bus_.most_waits = 5;
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(bus_.write(at(kFifoEnd), {at(kTumbledRoot), at(kTumbledRoot)}).end, PciEnd::initiator_abort);
}

// The target gets its word ready while the initiator waits.
TEST_F(PciPins, WaitsOfBothSidesOverlap) {
  bus_.most_waits = 3;
  int target_first = 0;
  bus_.on_cycle = [&](const Vpci_bench& pins) { target_first += !pins.trdy_no && pins.irdy_ni; };
  for (int i = 0; i < 20; ++i) EXPECT_LE(bus_.read(at(kIdentity), 1).clocks, 1 + 3 + 1 + 1);
  EXPECT_GT(target_first, 0);
}

// Nobody else pulls a line up in time.
TEST_F(PciPins, LinesAreDrivenHighBeforeTheyAreLetGo) {
  broken_by_initiator_ = kParityRule;
  bool was_low = false, perr_was_low = false;
  int let_go = 0;
  bus_.on_cycle = [&](const Vpci_bench& pins) {
    if (!pins.bus_edge_i) return;
    EXPECT_TRUE(!was_low || pins.control_oe_o);
    EXPECT_TRUE(!perr_was_low || pins.perr_oe_o);
    let_go += was_low && pins.devsel_no && pins.trdy_no && pins.stop_no;
    was_low = !pins.devsel_no || !pins.trdy_no || !pins.stop_no;
    perr_was_low = !pins.perr_no;
  };
  bus_.read(at(kIdentity), 1);
  bus_.read(at(kMmm), 2);
  bus_.read(kWindow, 2);
  bus_.bad_parity_at = 1;
  bus_.write(at(kTumbledRoot), {1, 2});
  bus_.bad_parity_at = -1;
  bus_.idle(4);
  EXPECT_EQ(bus_.parity_errors, 1);
  EXPECT_EQ(let_go, 4);
}

// A start acts in the chip cycle behind its word.
TEST_F(PciPins, AStartActsAtOnce) {
  bus_.write(at(kTumbledRoot), {0x1003, 0x2001});
  int cycle = 0, taken = 0, started = 0;
  bus_.on_cycle = [&](const Vpci_bench& pins) {
    ++cycle;
    if (pins.bus_edge_i && !pins.irdy_ni && !pins.trdy_no) taken = cycle;
    if (pins.start_put_o) started = cycle;
  };
  bus_.write(at(kControl), {kStart});
  bus_.idle(4);
  EXPECT_EQ(started, taken + 1);
}

TEST_F(PciPins, TheWindowIsNotAskedBeforeItIsReady) {
  bus_.window[8] = 3;
  bus_.window_ready = false;
  bus_.on_cycle = [](const Vpci_bench& pins) { EXPECT_FALSE(pins.window_read_o && !pins.window_ready_i); };
  EXPECT_EQ(bus_.read(kWindow + 8, 1).end, PciEnd::retry);
  bus_.window_ready = true;
  EXPECT_EQ(bus_.insist(PciCommand::memory_read, kWindow + 8, {0}).words.at(0), 3u);
}

// A line is asked for once, however often the read comes back.
TEST_F(PciPins, ALineOnItsWayIsNotAskedForAgain) {
  int asked = 0;
  bus_.window_latency = 200;
  bus_.on_cycle = [&asked](const Vpci_bench& pins) { asked += pins.window_read_o; };
  bus_.insist(PciCommand::memory_read, kWindow, {0});
  EXPECT_EQ(asked, 1);
}

TEST_F(PciPins, ALineAnswersForItsOwnWordsOnly) {
  for (std::uint32_t i = 0; i < 16; ++i) bus_.window[4 * i] = i;
  EXPECT_EQ(bus_.read(kWindow, 1).end, PciEnd::retry);
  bus_.idle(8);
  EXPECT_EQ(bus_.read(kWindow + 0x20, 1).end, PciEnd::retry);
  bus_.idle(8);
  EXPECT_EQ(bus_.read(kWindow + 0x24, 1).words, std::vector<std::uint32_t>{9});
}

// Fast back-to-back: the next address comes in the clock in which the lines are driven high.
TEST_F(PciPins, WritesBackToBack) {
  bus_.idle_clocks = 0;
  for (std::uint32_t i = 0; i < 9; ++i) {
    const PciTransfer pair = bus_.write(kWindow + 4 * i, {i, 100 + i});
    EXPECT_EQ(pair.end, PciEnd::completed);
    EXPECT_EQ(pair.clocks, 3);
  }
  bus_.idle(4);
  for (std::uint32_t i = 0; i < 9; ++i) EXPECT_EQ(bus_.window[4 * i], i);
  EXPECT_EQ(bus_.window[36], 108u);
  EXPECT_EQ(bus_.parity_errors, 0);
}

TEST_F(PciPins, AllCommandsOfMemoryAreTaken) {
  EXPECT_EQ(bus_.transact(static_cast<PciCommand>(15), kWindow, {4, 5}).end, PciEnd::completed);
  for (const int command : {6, 12, 14})
    EXPECT_EQ(bus_.insist(static_cast<PciCommand>(command), kWindow, {0, 0}).words,
              (std::vector<std::uint32_t>{4, 5}));
}

// pci.address_clocks and the rest are the pins' own.
TEST_F(PciPins, TransfersTakeTheClocksOfTheModel) {
  const ChipConfig::Pci pci;
  for (const std::uint32_t words : {1u, 2u, 24u, 64u}) {
    const std::vector<std::uint32_t> matrix(words);
    EXPECT_EQ(static_cast<Cycle>(bus_.write(at(kMmm), matrix).clocks) * pci.clock_cycles,
              pci_transfer_cycles(pci, false, words));
  }
  for (int i = 0; i < 40; ++i) bus_.entries.emplace_back(i, i);
  EXPECT_EQ(static_cast<Cycle>(bus_.read(at(kIdentity), 1).clocks) * pci.clock_cycles,
            pci_transfer_cycles(pci, true, 1));
  EXPECT_EQ(static_cast<Cycle>(bus_.read(at(kFifo), 64).clocks) * pci.clock_cycles,
            pci_transfer_cycles(pci, true, 64));
}

TEST_F(PciPins, RegistersAndCommands) {
  EXPECT_EQ(bus_.read(at(kIdentity), 1).words.at(0), kIdentityValue);
  EXPECT_EQ(bus_.write(at(kTumbledRoot), {0x1003, 0x2001}).end, PciEnd::completed);
  EXPECT_EQ(bus_.read(at(kTumbledRoot), 2).words, (std::vector<std::uint32_t>{0x1003, 0x2001}));
  bus_.write(at(kControl), {kStart | kFirstWitness | kEnableDone});
  bus_.idle(1);
  EXPECT_EQ(bus_.read(at(kStatus), 1).words.at(0), kBusy);
  EXPECT_EQ(bus_.write(at(kTumbledRoot), {0}).end, PciEnd::target_abort) << "a query runs";
  bus_.write(at(kControl), {kStop | kEnableDone});
  EXPECT_FALSE(bus_.interrupted());
  bus_.done = true;
  bus_.idle(1);
  EXPECT_TRUE(bus_.interrupted());
  bus_.write(at(kInterrupt), {kDonePending});
  EXPECT_FALSE(bus_.interrupted());
  bus_.write(at(kControl), {kReset});
  bus_.idle(1);
  EXPECT_EQ(bus_.read(at(kTumbledRoot), 1).words.at(0), 0u);
  EXPECT_EQ(bus_.commands, (std::vector<std::string>{"start, first witness", "stop", "reset"}));
  EXPECT_EQ(configuration(0x10), kRegisters) << "the host's reset leaves the bus side alone";
}

TEST_F(PciPins, WrongAccessesEndInATargetAbort) {
  for (const std::uint32_t offset : {0x028u, 0x3fcu}) {
    EXPECT_EQ(bus_.read(at(offset), 1).end, PciEnd::target_abort);
    EXPECT_EQ(bus_.write(at(offset), {0}).end, PciEnd::target_abort);
  }
  EXPECT_EQ(bus_.read(at(kMmm), 1).end, PciEnd::target_abort);
  EXPECT_EQ(bus_.write(at(kFifo), {0}).end, PciEnd::target_abort);
  EXPECT_EQ(bus_.write(at(kIdentity), {0}).end, PciEnd::target_abort);
  EXPECT_EQ(bus_.read(at(kFifo), 2).end, PciEnd::target_abort) << "empty";
  const PciTransfer over_the_end = bus_.read(at(kErrorAddress), 2);
  EXPECT_EQ(over_the_end.end, PciEnd::target_abort);
  EXPECT_EQ(over_the_end.words.size(), 1u);
  EXPECT_EQ(status() & 0x0800u, 0x0800u);
  configuration(4, 0x08000142);
  EXPECT_EQ(status(), 0u);
}

TEST_F(PciPins, MatricesArriveWordForWordAndWaitForRoom) {
  const std::vector<std::uint32_t> words = {5, 6, 7, 8};
  bus_.matrix_ready = false;
  EXPECT_EQ(bus_.write(at(kMmm), words).end, PciEnd::retry);
  bus_.on_cycle = [&](const Vpci_bench&) { bus_.matrix_ready = bus_.matrix_words.size() != 2; };
  EXPECT_EQ(bus_.write(at(kMmm) + 8, words).end, PciEnd::disconnect);
  ASSERT_EQ(bus_.matrix_words.size(), 2u);
  bus_.on_cycle = nullptr;
  bus_.matrix_ready = true;
  EXPECT_EQ(bus_.write(at(kFrameMatrices) + 4, {9}).end, PciEnd::completed);
  const auto& third = bus_.matrix_words.at(2);
  EXPECT_EQ(bus_.matrix_words.at(1).number, 3u);
  EXPECT_EQ(bus_.matrix_words.at(1).word, 6u);
  EXPECT_TRUE(third.frames && third.number == 1 && third.word == 9);
}

// A burst that ends, or is ended, in the middle loses no entry and takes none twice.
TEST_F(PciPins, FifoEntriesLeaveWithTheirSecondWord) {
  for (std::uint32_t i = 0; i < 5; ++i) bus_.entries.emplace_back(10 + i, 20 + i);
  EXPECT_EQ(bus_.read(at(kFifo), 3).words, (std::vector<std::uint32_t>{10, 20, 11}));
  EXPECT_EQ(bus_.entries.size(), 4u);
  EXPECT_EQ(bus_.read(at(kFifo), 4).words, (std::vector<std::uint32_t>{11, 21, 12, 22}));
  const PciTransfer rest = bus_.read(at(kFifo), 8);
  EXPECT_EQ(rest.end, PciEnd::disconnect) << "no more than there are";
  EXPECT_EQ(rest.words, (std::vector<std::uint32_t>{13, 23, 14, 24}));
  for (std::uint32_t i = 0; i < 3; ++i) bus_.entries.emplace_back(i, i);
  const PciTransfer last = bus_.read(at(kFifoEnd) - 8, 4);
  EXPECT_EQ(last.end, PciEnd::disconnect) << "the end of the range";
  EXPECT_EQ(last.words.size(), 2u);
}

TEST_F(PciPins, TheWindowIsReadByLines) {
  for (std::uint32_t i = 0; i < 32; ++i) bus_.window[4 * i] = 100 + i;
  EXPECT_EQ(bus_.read(kWindow + 8, 4).end, PciEnd::retry) << "asks for the line";
  bus_.idle(8);
  const PciTransfer line = bus_.read(kWindow + 8, 10);
  EXPECT_EQ(line.end, PciEnd::disconnect);
  EXPECT_EQ(line.words, (std::vector<std::uint32_t>{102, 103, 104, 105, 106, 107}));
  EXPECT_EQ(bus_.read(kWindow + 8, 1).end, PciEnd::retry) << "a line is read once: it may be old";
  bus_.window[0x44] = 7;
  const PciTransfer all = bus_.insist(PciCommand::memory_read_line, kWindow, std::vector<std::uint32_t>(20));
  ASSERT_EQ(all.words.size(), 20u);
  EXPECT_EQ(all.words[16], 116u);
  EXPECT_EQ(all.words[17], 7u);
}

TEST_F(PciPins, TheWindowIsWrittenInBursts) {
  EXPECT_EQ(bus_.write(kWindow + 0x100, {1, 2, 3}).end, PciEnd::completed);
  EXPECT_EQ(bus_.window[0x108], 3u);
  bus_.byte_enables = 0x6;
  bus_.write(kWindow + 0x108, {0xaabbccdd});
  EXPECT_EQ(bus_.window[0x108], 0x00bbcc03u);
  bus_.byte_enables = 0;
  bus_.write(kWindow + 0x104, {0xffffffff});
  EXPECT_EQ(bus_.window[0x104], 2u) << "no byte is enabled";
  bus_.window_ready = false;
  EXPECT_EQ(bus_.write(kWindow, {1}).end, PciEnd::retry);
  EXPECT_EQ(bus_.window[0], 0u);
}

// What was on its way when a word of the window is written is not handed out.
TEST_F(PciPins, AWriteMakesTheLineOld) {
  bus_.read(kWindow, 1);
  bus_.idle(8);
  bus_.write(kWindow, {42});
  EXPECT_EQ(bus_.insist(PciCommand::memory_read, kWindow, {0}).words.at(0), 42u);
}

TEST_F(PciPins, AWriteMakesALineOnItsWayOldToo) {
  bus_.window_latency = 60;
  EXPECT_EQ(bus_.read(kWindow, 1).end, PciEnd::retry);
  bus_.write(kWindow, {42});
  EXPECT_EQ(bus_.insist(PciCommand::memory_read, kWindow, {0}).words.at(0), 42u);
}

TEST_F(PciPins, ABurstDoesNotRunOverTheEndOfTheWindow) {
  bus_.window[0] = 1;
  const PciTransfer cut = bus_.write(kWindow + (512u << 20) - 8, {5, 6, 7});
  EXPECT_EQ(cut.end, PciEnd::disconnect);
  EXPECT_EQ(cut.words.size(), 2u);
  EXPECT_EQ(bus_.window[0], 1u);
  EXPECT_EQ(bus_.window[(512u << 20) - 4], 6u);
}

// The initiator may take it clocks later; a counter goes on meanwhile.
TEST_F(PciPins, AWordThatIsOfferedStands) {
  bus_.write(at(kTumbledRoot), {0x1003, 0x2001});
  bus_.write(at(kControl), {kStart});
  bus_.idle(1);
  bus_.most_waits = 5;
  std::uint32_t last = 0;
  for (int i = 0; i < 12; ++i) {
    const std::uint32_t cycles = bus_.read(at(kCyclesLow), 1).words.at(0);
    EXPECT_GT(cycles, last);
    last = cycles;
  }
}

// AD is the target's until the initiator gives up the bus, valid or not.
TEST_F(PciPins, AReadThatIsCutDrivesTheBusToItsEnd) {
  for (std::uint32_t i = 0; i < 8; ++i) bus_.window[4 * i] = i;
  int driven = 0, stopped = 0;
  bus_.on_cycle = [&](const Vpci_bench& pins) {
    if (!pins.bus_edge_i || pins.stop_no || !pins.trdy_no) return;
    ++stopped;
    driven += pins.ad_o != ~0u;
  };
  EXPECT_EQ(bus_.read(kWindow, 4).end, PciEnd::retry);
  bus_.idle(8);
  EXPECT_EQ(bus_.read(kWindow, 10).end, PciEnd::disconnect);
  EXPECT_EQ(bus_.read(at(kMmm), 4).end, PciEnd::target_abort);
  EXPECT_GE(stopped, 4);
  EXPECT_EQ(driven, stopped);
}

TEST_F(PciPins, AnotherOrderOfBurstsGetsOneWord) {
  const PciTransfer wrapped = bus_.read(at(kTumbledRoot) + 2, 2);
  EXPECT_EQ(wrapped.end, PciEnd::disconnect);
  EXPECT_EQ(wrapped.words.size(), 1u);
}

TEST_F(PciPins, ParityOfDataIsReportedByPerr) {
  broken_by_initiator_ = kParityRule;
  bus_.bad_parity_at = 2;
  bus_.write(at(kTumbledRoot), {0x1003, 0x2001});
  bus_.idle(2);
  EXPECT_EQ(bus_.parity_errors, 1);
  EXPECT_EQ(bus_.system_errors, 0);
  bus_.bad_parity_at = -1;
  EXPECT_EQ(status() & 0xc000u, 0x8000u);
  configuration(4, 0x80000102);
  EXPECT_EQ(status(), 0u);
  bus_.bad_parity_at = 1;
  bus_.write(at(kTumbledRoot), {0x1003});
  bus_.idle(2);
  bus_.bad_parity_at = -1;
  EXPECT_EQ(bus_.parity_errors, 1) << "switched off, but";
  EXPECT_EQ(status() & 0x8000u, 0x8000u);
}

TEST_F(PciPins, ParityOfAnAddressIsASystemErrorAndNothingIsWritten) {
  broken_by_initiator_ = kParityRule;
  bus_.write(at(kTumbledRoot), {0x1003});
  bus_.bad_parity_at = 0;
  EXPECT_EQ(bus_.write(at(kTumbledRoot), {0x5003, 0x6003, 0x7003}).end, PciEnd::target_abort);
  bus_.idle(2);
  bus_.bad_parity_at = -1;
  EXPECT_EQ(bus_.system_errors, 1);
  EXPECT_EQ(bus_.parity_errors, 0);
  EXPECT_EQ(status() & 0xc000u, 0xc000u);
  bus_.bad_parity_at = 0;
  EXPECT_EQ(bus_.read(at(kFifoEnd), 1).end, PciEnd::initiator_abort);
  bus_.bad_parity_at = -1;
  EXPECT_EQ(bus_.system_errors, 2) << "whoever was meant";
  EXPECT_EQ(bus_.read(at(kTumbledRoot), 2).words, (std::vector<std::uint32_t>{0x1003, 0}));
}

// Parity response off: noted, and the transaction goes on.
TEST_F(PciPins, ParityOfAnAddressIsIgnoredUnlessItIsAskedFor) {
  broken_by_initiator_ = kParityRule;
  configuration(4, 0x102);
  bus_.bad_parity_at = 0;
  EXPECT_EQ(bus_.write(at(kTumbledRoot), {0x5003, 0x6003}).end, PciEnd::completed);
  bus_.bad_parity_at = -1;
  bus_.idle(2);
  EXPECT_EQ(bus_.system_errors, 0);
  EXPECT_EQ(status() & 0xc800u, 0x8000u);
  EXPECT_EQ(bus_.read(at(kTumbledRoot), 2).words, (std::vector<std::uint32_t>{0x5003, 0x6003}));
}

// Known only with the word itself.
TEST_F(PciPins, ARefusedWordIsASystemError) {
  bus_.write(at(kControl), {kStart});  // without roots
  bus_.idle(2);
  EXPECT_EQ(bus_.system_errors, 1);
  configuration(4, 0x042);
  bus_.write(at(kControl), {kStart});
  bus_.idle(2);
  EXPECT_EQ(bus_.system_errors, 1) << "switched off";
  configuration(4, 0x142);
  EXPECT_EQ(bus_.read(at(kStatus), 1).words.at(0), 0u);
  bus_.byte_enables = 0;
  bus_.write(at(kTumbledRoot), {0x1003});
  bus_.idle(2);
  EXPECT_EQ(bus_.system_errors, 1) << "no byte at all is no error";
  bus_.byte_enables = 0x3;
  bus_.write(at(kTumbledRoot), {0x1003});
  bus_.byte_enables = 0xf;
  bus_.idle(2);
  EXPECT_EQ(bus_.system_errors, 2);
  EXPECT_EQ(bus_.read(at(kTumbledRoot), 1).words.at(0), 0u);
  EXPECT_TRUE(bus_.commands.empty());
}

// Hosts that insist, with IRDY# and the units behind as they please: everything arrives once and in order.
void play_random_traffic(PciInitiator& bus, RandomNumbers& random, int transfers) {
  std::uint32_t next_entry = 0, expected_entry = 0, roots[2] = {0, 0};
  std::map<std::uint32_t, std::uint32_t> window;
  for (int i = 0; i < transfers; ++i) {
    bus.most_waits = static_cast<int>(random.below(4));
    bus.window_latency = 1 + static_cast<int>(random.below(40));
    // Room that was there is there until it is used.
    bus.on_cycle = [&](const Vpci_bench& pins) {
      if (!bus.matrix_ready || pins.mmm_put_o) bus.matrix_ready = random.below(4) != 0;
    };
    const auto count = static_cast<std::size_t>(1 + random.below(12));
    std::vector<std::uint32_t> words(count);
    for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(random.below(1ull << 32));
    const auto place = static_cast<std::uint32_t>(4 * random.below(64));
    switch (random.below(6)) {
      case 0:
        bus.insist(PciCommand::memory_write, kWindow + place, words);
        for (std::uint32_t n = 0; n < count; ++n) window[place + 4 * n] = words[n];
        break;
      case 1: {
        const PciTransfer read = bus.insist(PciCommand::memory_read, kWindow + place, words);
        for (std::uint32_t n = 0; n < count; ++n) ASSERT_EQ(read.words.at(n), window[place + 4 * n]);
        break;
      }
      case 2: {
        bus.matrix_words.clear();
        bus.insist(PciCommand::memory_write, at(kMmm) + place % 128, words);
        ASSERT_EQ(bus.matrix_words.size(), count);
        for (std::uint32_t n = 0; n < count; ++n) {
          ASSERT_EQ(bus.matrix_words[n].number, place % 128 / 4 + n);
          ASSERT_EQ(bus.matrix_words[n].word, words[n]);
        }
        break;
      }
      case 3:
        for (std::size_t n = 0; n < count; ++n, ++next_entry)
          bus.entries.emplace_back(next_entry, ~next_entry);
        break;
      case 4: {
        if (bus.entries.empty()) break;
        const PciTransfer read = bus.read(at(kFifo), 2 * std::min(count, bus.entries.size()));
        ASSERT_EQ(read.end, PciEnd::completed);
        for (std::size_t n = 0; n < read.words.size(); n += 2, ++expected_entry) {
          ASSERT_EQ(read.words[n], expected_entry & 0x3fffffff);
          ASSERT_EQ(read.words[n + 1], ~expected_entry);
        }
        break;
      }
      default:
        ASSERT_EQ(bus.read(at(kTumbledRoot), 2).words, (std::vector<std::uint32_t>{roots[0], roots[1]}));
        for (std::uint32_t& root : roots) root = static_cast<std::uint32_t>(random.below(1ull << 32));
        bus.write(at(kTumbledRoot), {roots[0], roots[1]});
    }
    bus.idle(static_cast<int>(random.below(3)));
  }
}

TEST(PciPinsTraffic, ArrivesOnceAndInOrder) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    PciInitiator bus(seed);
    RandomNumbers random(seed);
    bus.configure(kRegisters, kWindow);
    play_random_traffic(bus, random, 200);
    EXPECT_EQ(bus.broken_rules(), 0u);
    EXPECT_EQ(bus.parity_errors + bus.system_errors, 0);
    if (HasFailure()) return;
  }
}

// For pci_pins_iverilog.sh: every pin in every chip cycle, inputs and outputs, a line of hexadecimal digits
// each.
TEST(PciPinsFile, IsWritten) {
  const char* const path = std::getenv("PCI_PINS_FILE");
  if (path == nullptr) GTEST_SKIP() << "PCI_PINS_FILE is not set";
  std::ofstream file(path);
  PciInitiator bus(7, &file);
  RandomNumbers random(7);
  bus.configure(kRegisters, kWindow);
  bus.read(at(0x28), 1);
  play_random_traffic(bus, random, 60);
}

}  // namespace
}  // namespace collisionchip
