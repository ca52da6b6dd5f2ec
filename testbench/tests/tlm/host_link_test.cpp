// Times of transfers by kind of link. Expected values are worked out by hand from docs/host_port.md.
#include "collisionchip/tlm/machine/host_link.h"

#include <gtest/gtest.h>

#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/machines/config_conflicts.h"
#include "collisionchip/tlm/machines/derived_of.h"

namespace collisionchip {
namespace {

ChipConfig linked(HostKindKey kind, std::uint32_t period_ps = 1000) {
  ChipConfig config;
  config.host.kind = kind;
  config.chip.clock_period_ps = period_ps;
  return config;
}
HostLink link_of(const ChipConfig& config) {
  return derived_of(config).link;
}

TEST(HostLink, PciTakesTheBusAndNothingLater) {
  const ChipConfig config;
  const HostLink link = link_of(config);
  for (const std::uint64_t words : {1u, 64u, 65u, 300u}) {
    EXPECT_EQ(link.write(words).held, pci_transfer_cycles(config.pci, false, words));
    EXPECT_EQ(link.read(words).held, pci_transfer_cycles(config.pci, true, words));
    EXPECT_EQ(link.result(words).held, pci_transfer_cycles(config.pci, false, words));
    EXPECT_EQ(link.write(words).later + link.read(words).later + link.result(words).later, 0u);
  }
}

TEST(HostLink, PcieSplitsIntoPacketsAndPostsWrites) {
  const HostLink link =
      link_of(linked(HostKindKey::pcie));  // generation 4, 4 lanes: 7876 bytes a microsecond
  EXPECT_EQ(link.write(1).held, 4u) << "28 bytes, 7.876 in a cycle";
  EXPECT_EQ(link.write(16).held, 12u) << "64 + 24 bytes";
  EXPECT_EQ(link.write(16).later, 350u);
  EXPECT_EQ(link.write(64).held, 39u) << "two packets: 256 + 48 bytes";
  EXPECT_EQ(link.read(1).held, 350u + 4 + 350);
  EXPECT_EQ(link.read(1).later, 0u);
  EXPECT_EQ(link.result(32).held, 20u) << "152 bytes";
  EXPECT_EQ(link.result(32).seen(), 370u);
}

TEST(HostLink, GenerationAndLanesSayWhatIsNotGiven) {
  ChipConfig config = linked(HostKindKey::pcie);
  config.host.generation = 3;
  config.host.lanes = 1;
  EXPECT_EQ(link_of(config).write(16).held, 90u) << "88 bytes, 0.984 in a cycle";
  EXPECT_EQ(link_of(config).write(16).later, 430u);
  config.host.generation = 5;
  config.host.lanes = 16;
  EXPECT_EQ(link_of(config).write(16).held, 2u) << "63 bytes in a cycle";
  config.host.write_ns = 7;
  config.host.result_ns = 9;
  config.host.bytes_per_us = 1000;
  config.host.payload_bytes = 32;
  config.host.overhead_bytes = 2;
  EXPECT_EQ(link_of(config).write(16).held, 68u);
  EXPECT_EQ(link_of(config).write(16).later, 7u);
  EXPECT_EQ(link_of(config).result(1).later, 9u);
}

TEST(HostLink, AxiPassesItsLanesInAChipCycleAtAnyClock) {
  for (const std::uint32_t period : {1000u, 3750u}) {
    const HostLink link = link_of(linked(HostKindKey::axi, period));
    EXPECT_EQ(link.write(16).held, 4u) << "four words in a cycle";
    EXPECT_EQ(link.write(1).held, 1u);
    EXPECT_EQ(link.write(1).later, (40'000u + period - 1) / period);
  }
}

TEST(HostLink, AKeyThatTheKindDoesNotUseIsRefused) {
  ChipConfig config;
  config.host.lanes = 8;
  EXPECT_EQ(find_conflict(config)->keys, (std::vector<std::string>{"host.lanes", "host.kind"}));
  config = linked(HostKindKey::pcie);
  config.pci.clock_cycles = 4;
  EXPECT_EQ(find_conflict(config)->keys, (std::vector<std::string>{"pci.clock_cycles", "host.kind"}));
  config = linked(HostKindKey::axi);
  config.host.generation = 5;
  EXPECT_EQ(find_conflict(config)->keys, (std::vector<std::string>{"host.generation", "host.kind"}));
  config = {};
  config.host.ring_entries = 64;
  EXPECT_EQ(find_conflict(config)->keys, (std::vector<std::string>{"host.ring_entries", "host.results"}));
  config.host.results = HostResults::memory;
  config.host.ring_entries = 8;
  EXPECT_EQ(find_conflict(config)->keys, (std::vector<std::string>{"host.burst_bytes", "host.ring_entries"}));
  config = linked(HostKindKey::pcie);
  config.host.results = HostResults::memory;
  config.host.burst_bytes = 256;
  EXPECT_EQ(find_conflict(config)->keys,
            (std::vector<std::string>{"host.burst_bytes", "host.payload_bytes"}));
  config.host.payload_bytes = 256;
  EXPECT_FALSE(find_conflict(config));
}

}  // namespace
}  // namespace collisionchip
