// Two doubles side by side, as every processor of its kind has them.
#pragma once

#include <cstdint>

#include "collisionchip/reference/arithmetic/vector_lanes.h"

namespace collisionchip {

using Long2 = std::int64_t __attribute__((vector_size(16)));

inline Double2 magnitude(Double2 v) {
  return reinterpret_cast<Double2>(reinterpret_cast<Long2>(v) & 0x7fffffffffffffff);
}

}  // namespace collisionchip
