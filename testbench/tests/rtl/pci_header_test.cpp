// The configuration header at the bus pins.
#include <gtest/gtest.h>

#include "collisionchip/testbench/tests/rtl/pci_pins.h"

namespace collisionchip {
namespace {

using namespace registers;

TEST_F(PciPins, TheHeaderSaysWhatItIs) {
  EXPECT_EQ(configuration(0x00), 0x43504343u);
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

TEST_F(PciPins, WhatTheHeaderSaysOfItselfCannotBeWritten) {
  for (const std::uint32_t offset : {0x00u, 0x08u, 0x18u, 0x2cu}) {
    const std::uint32_t before = configuration(offset);
    configuration(offset, ~before);
    EXPECT_EQ(configuration(offset), before) << offset;
  }
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

}  // namespace
}  // namespace collisionchip
