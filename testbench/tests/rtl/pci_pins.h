// What the tests at the PCI bus pins share: where the ranges
// lie, and an initiator whose bus is watched to the end.
#pragma once

#include <gtest/gtest.h>

#include "collisionchip/testbench/tests/rtl/pci_test_bus.h"
#include "collisionchip/tlm/machine/register_map.h"

namespace collisionchip {

constexpr unsigned kParityRule = 1u << 11;  // of pci_monitor.sv
constexpr std::uint32_t kRegisters = 0xe0004000, kWindow = 0x40000000;

inline std::uint32_t at(std::uint64_t offset) {
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

  PciTestBus bus_{1};
  unsigned broken_by_initiator_ = 0;
};

}  // namespace collisionchip
