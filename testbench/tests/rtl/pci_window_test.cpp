// The SDRAM's window at the bus pins: lines that are asked for by a retry, bursts that are written.
#include <gtest/gtest.h>

#include "collisionchip/testbench/tests/rtl/pci_pins.h"

namespace collisionchip {
namespace {

using namespace registers;

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

}  // namespace
}  // namespace collisionchip
