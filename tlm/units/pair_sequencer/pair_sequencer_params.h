// What the Pair Sequencer is built with.
#pragma once

#include <cstdint>

namespace collisionchip {

struct PairSequencerParams {
  std::uint32_t clock_period_ps = 0;
  std::uint32_t tile = 0;  // tumbled triangles that the Triangle Unit holds
};

}  // namespace collisionchip
