// What the Pair Sequencer is built with; it has no keys of its own.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/kinds/derived.h"

namespace collisionchip {

struct PairSequencerParams {
  std::uint32_t clock_period_ps = 0;
  std::uint32_t tile = 0;  // tumbled triangles that the Tile Unit holds

  static PairSequencerParams of(const Derived& machine);
};

}  // namespace collisionchip
