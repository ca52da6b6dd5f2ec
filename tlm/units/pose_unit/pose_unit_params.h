// What the Pose Unit is built with: its keys, and what follows from them and from the machine.
#pragma once

#include <cstdint>

#include "collisionchip/reference/geometry/tumbled_side.h"
#include "collisionchip/tlm/kinds/derived.h"
#include "collisionchip/tlm/units/pose_unit/pose_unit_keys.h"

namespace collisionchip {

struct PoseUnitParams : PoseUnitKeys {
  std::uint32_t clock_period_ps = 0;
  std::uint32_t k = 0;        // directions of an object
  std::uint32_t queries = 0;  // entries of the command queue
  bool contact = false;       // a Contact Unit wants the pose

  static PoseUnitParams of(const PoseUnitKeys& keys, const Derived& machine);
  // From a command until its registers are there.
  Cycle pose_cycles(TumbledSide side) const;
};

}  // namespace collisionchip
