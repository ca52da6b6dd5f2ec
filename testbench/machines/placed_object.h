// An object where it lies in the SDRAM.
#pragma once

#include <cstdint>

#include "collisionchip/reference/tree/object.h"

namespace collisionchip {

struct PlacedObject {
  const CollisionObject* object = nullptr;  // must outlive it
  std::uint64_t begin = 0, end = 0;         // bytes of the SDRAM
  std::uint32_t root = 0;                   // as the root registers take it
};

}  // namespace collisionchip
