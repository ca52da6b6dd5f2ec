// A user's own PCI Interface, which differs from ours only in the clocks of its reads: the first transfer shows it.
#include <stdexcept>
#include <string>

#include "collisionchip/testbench/tests/tlm/pci_bench.h"

namespace collisionchip {
namespace {

using namespace testing_support;

TEST(BrokenPciInterface, TheTransferIsNamed) {
  PciBench bench;
  EXPECT_EQ(bench.write(registers::kTumbledRoot, {0x1203, 0x3401}), tlm::TLM_OK_RESPONSE)
      << "writes are sound";
  bench.elapse();
  try {
    bench.value(registers::kIdentity);
    FAIL() << COLLISIONCHIP_BROKEN << " is not told";
  } catch (const std::logic_error& error) {
    EXPECT_EQ(
        error.what(),
        std::string("pci_interface, cycle 33: read of 1 words at 0x0: 6 clocks of the bus, expected 5"));
  }
}

}  // namespace
}  // namespace collisionchip
