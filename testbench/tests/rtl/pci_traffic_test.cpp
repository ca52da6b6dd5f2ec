// Traffic at random at the bus pins; nothing is lost or taken twice.
#include <cstdlib>
#include <fstream>

#include <gtest/gtest.h>

#include "collisionchip/testbench/tests/rtl/pci_pins.h"

namespace collisionchip {
namespace {

using namespace registers;

// Hosts that insist, with IRDY# and the units behind as they please: everything arrives once and in order.
void play_random_traffic(PciTestBus& bus, RandomNumbers& random, int transfers) {
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
    PciTestBus bus(seed);
    RandomNumbers random(seed);
    bus.configure(kRegisters, kWindow);
    play_random_traffic(bus, random, 200);
    EXPECT_EQ(bus.broken_rules(), 0u);
    EXPECT_EQ(bus.parity_errors + bus.system_errors, 0);
    if (HasFailure()) return;
  }
}

// For pci_pins_iverilog.sh: every pin in every chip cycle,
// inputs and outputs, a line of hexadecimal digits each.
TEST(PciPinsFile, IsWritten) {
  const char* const path = std::getenv("PCI_PINS_FILE");
  if (path == nullptr) GTEST_SKIP() << "PCI_PINS_FILE is not set";
  std::ofstream file(path);
  PciTestBus bus(7, &file);
  RandomNumbers random(7);
  bus.configure(kRegisters, kWindow);
  bus.read(at(0x28), 1);
  play_random_traffic(bus, random, 60);
}

}  // namespace
}  // namespace collisionchip
