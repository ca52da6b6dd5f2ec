// The PCI Interface at its bus pins: bursts, retries, disconnects, aborts, parity, and the clocks that
// transfers take against the model's formula. The monitor on the bus never sees a broken rule.
#include <numeric>

#include <gtest/gtest.h>

#include "collisionchip/testbench/tests/rtl/pci_pins.h"
#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/units/pci_interface/pci_interface.h"

namespace collisionchip {
namespace {

using namespace registers;

// Claims each transaction, and then answers nothing or retry.
struct UselessTarget final : PciInitiator {
  explicit UselessTarget(bool stops) : stop(stops) {}
  PciSample bus_clock(const PciDrive& drive) override {
    drives_ad += drive.ad_driven;
    return {0, true, true, false, stop};
  }
  const bool stop;
  int drives_ad = 0;
};

TEST(PciInitiator, GivesUpATargetThatNeverEndsOrAlwaysRetries) {
  UselessTarget silent(false), busy(true);
  EXPECT_EQ(silent.insist(PciCommand::memory_read, 0, {0, 0}).end, PciEnd::initiator_abort);
  busy.most_retries = 7;
  EXPECT_EQ(busy.insist(PciCommand::memory_read, 0, {0, 0}).end, PciEnd::retry);
  EXPECT_EQ(busy.drives_ad, 1 + 7) << "an address each";
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

// Words on AD in another target's data phase are no addresses, even if they look like one.
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

// The unit itself must drive a line high: the pull-up alone is too slow.
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
  const PciBus pci;
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

TEST_F(PciPins, MatricesArriveInMessagesThatWaitForRoom) {
  std::vector<std::uint32_t> words(70);
  std::iota(words.begin(), words.end(), 5);
  bus_.matrix_ready = false;
  EXPECT_EQ(bus_.write(at(kMmm), words).end, PciEnd::retry);
  bus_.matrix_ready = true;
  bus_.on_cycle = [&](const Vpci_bench& pins) { bus_.matrix_ready &= !pins.mmm_put_o; };
  EXPECT_EQ(bus_.write(at(kMmm) + 8, words).end, PciEnd::disconnect);
  EXPECT_EQ(bus_.message_sizes, std::vector<unsigned>{32});
  bus_.on_cycle = nullptr;
  bus_.matrix_ready = true;
  EXPECT_EQ(bus_.write(at(kMmm) + 8 + 4 * 32, {words.begin() + 32, words.end()}).end, PciEnd::completed);
  EXPECT_EQ(bus_.message_sizes, (std::vector<unsigned>{32, 32, 6}));
  ASSERT_EQ(bus_.matrix_words.size(), words.size());
  for (std::uint32_t i = 0; i < words.size(); ++i) {
    EXPECT_EQ(bus_.matrix_words[i].number, 2 + i);
    EXPECT_EQ(bus_.matrix_words[i].word, words[i]);
  }
  EXPECT_EQ(bus_.write(at(kFrameMatrices) + 4, {9}).end, PciEnd::completed);
  const auto& last = bus_.matrix_words.back();
  EXPECT_TRUE(last.frames && last.number == 1 && last.word == 9);
}

// A word that is not written whole, or not at all, ends a message; the matrix's end does, too.
TEST_F(PciPins, AMessageHasNoGap) {
  PciTransfer over_the_end = bus_.write(at(kFrameMatrices) + 4 * 27, {1, 2, 3, 4});
  EXPECT_EQ(over_the_end.end, PciEnd::target_abort);
  EXPECT_EQ(bus_.message_sizes, std::vector<unsigned>{3});
  for (const unsigned enables : {0x0u, 0x7u}) {
    bus_.message_sizes.clear();
    bus_.matrix_words.clear();
    const int before = bus_.system_errors;
    bus_.enables_of = [enables](std::size_t left) { return left == 4 || left == 1 ? enables : 0xfu; };
    EXPECT_EQ(bus_.write(at(kMmm) + 40, {0, 1, 2, 3, 4, 5}).end, PciEnd::completed);
    bus_.idle(2);
    EXPECT_EQ(bus_.message_sizes, (std::vector<unsigned>{2, 2}));
    ASSERT_EQ(bus_.matrix_words.size(), 4u);
    EXPECT_EQ(bus_.matrix_words[1].number, 11u);
    EXPECT_EQ(bus_.matrix_words[2].number, 13u);
    EXPECT_EQ(bus_.matrix_words[3].word, 4u);
    EXPECT_EQ(bus_.system_errors - before, enables == 0 ? 0 : 2);
  }
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

// Reading half a word takes no entry, and an empty FIFO gives none.
TEST_F(PciPins, AFifoEntryStaysUntilAWholeWordIsRead) {
  EXPECT_EQ(bus_.read(at(kFifo) + 4, 1).end, PciEnd::target_abort) << "empty";
  bus_.entries.emplace_back(1, 2);
  for (const unsigned enables : {0x0u, 0x3u}) {
    bus_.byte_enables = enables;
    EXPECT_EQ(bus_.read(at(kFifo), 2).words, (std::vector<std::uint32_t>{1, 2}));
    EXPECT_EQ(bus_.entries.size(), 1u);
  }
  bus_.byte_enables = 0xf;
  EXPECT_EQ(bus_.read(at(kFifo), 2).words, (std::vector<std::uint32_t>{1, 2}));
  EXPECT_TRUE(bus_.entries.empty());
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

}  // namespace
}  // namespace collisionchip
