// Somebody's own Pointer FIFO in the place of ours, deliberately broken: its author is told where it parts.
#include "collisionchip/testbench/tests/rtl/fifo_traffic.h"

namespace collisionchip {
namespace {

using namespace testing_support;

TEST(BrokenPointerFifo, IsToldTheFirstItemThatDiffersByItsOwnTest) {
  UnitParity parity("pointer_fifo", "findings");
  std::uint64_t seed = 1;
  while (seed < 50 && parity.same(ChipConfig{}, seed, run_fifo)) ++seed;
  const std::string told = parity.first_difference();
  EXPECT_EQ(told.rfind("seed " + std::to_string(seed) + ": pointer_fifo, cycle ", 0), 0u) << told;
  EXPECT_NE(told.find("pointer_fifo.done item 0: rtl: QueryDone"), std::string::npos) << told;
  EXPECT_NE(told.find("tlm: QueryDone unfinished"), std::string::npos) << told;
}

}  // namespace
}  // namespace collisionchip
