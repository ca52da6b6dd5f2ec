// Float32 side by side, for the inner loops of the software: four, or as many as a template is told. Each lane
// is an ordinary IEEE operation, so results do not depend on how the compiler maps these to registers.
#pragma once

// Set for a build of the reference that is compared with computers that had no such instructions.
#ifdef COLLISIONCHIP_SCALAR_LANES
#include "collisionchip/reference/arithmetic/scalar_lanes.h"
#else
#include "collisionchip/reference/arithmetic/vector_lanes.h"
#endif

namespace collisionchip {

template <typename Float>
using MaskOf = decltype(Float{} < Float{});

inline Float4 broadcast(float value) {
  return Float4{value, value, value, value};
}
// All ones in the first `count` lanes.
constexpr Mask4 lanes_below(int count) {
  return Mask4{count > 0 ? -1 : 0, count > 1 ? -1 : 0, count > 2 ? -1 : 0, count > 3 ? -1 : 0};
}

}  // namespace collisionchip
