// Which bytes lie in which of several channels of memory: pieces of `interleave` bytes, one channel after the other.
#pragma once

#include <algorithm>
#include <cstdint>

#include "collisionchip/reference/image/node_format.h"

namespace collisionchip {

struct ChannelMap {
  std::uint32_t channels = 1, interleave = 0;

  // An address anywhere has a channel, also one that no memory has.
  std::uint32_t channel_of(std::uint64_t address) const {
    return channels == 1 ? 0 : static_cast<std::uint32_t>(address / interleave % channels);
  }
  // Where in it.
  std::uint64_t within(std::uint64_t address) const {
    return channels == 1 ? address : address / interleave / channels * interleave + address % interleave;
  }
  // A burst lies between two multiples of this.
  std::uint32_t piece() const {
    return channels == 1 ? kSdramBlockBytes : std::min<std::uint32_t>(kSdramBlockBytes, interleave);
  }
};

}  // namespace collisionchip
