// The Pointer FIFO in SystemVerilog against the model.
#include "collisionchip/testbench/tests/rtl/fifo_traffic.h"

namespace collisionchip {
namespace {

using namespace testing_support;

void compare(std::uint64_t first, std::uint64_t count) {
  UnitParity parity("pointer_fifo", "findings");
  parity.run(
      first, count, [](std::uint64_t) { return ChipConfig{}; }, run_fifo);
  EXPECT_GT(parity.transactions(), 30 * count);
}

TEST(PointerFifoRtl, EveryEventOfRandomTraffic) {
  compare(1, 400);
}

TEST(LongPointerFifoRtl, EveryEventOfRandomTraffic) {
  compare(1000, 20'000);
}

}  // namespace
}  // namespace collisionchip
