// Random numbers that are the same on every machine and for every compiler.
#pragma once

#include <cstddef>

#include "collisionchip/reference/arithmetic/split_mix64.h"

namespace collisionchip {

class RandomNumbers : public SplitMix64 {
 public:
  using SplitMix64::SplitMix64;

  // 0 to count - 1.
  std::size_t below(std::size_t count) {
    return static_cast<std::size_t>(uniform(0, 1) * static_cast<double>(count));
  }
};

}  // namespace collisionchip
