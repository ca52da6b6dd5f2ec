// What the Group Engine is built with: its keys, and what follows from them and from the machine.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/kinds/derived.h"
#include "collisionchip/tlm/units/group_engine/group_engine_keys.h"

namespace collisionchip {

struct GroupEngineParams : GroupEngineKeys {
  std::uint32_t clock_period_ps = 0;
  GroupLayout layout{};

  static GroupEngineParams of(const GroupEngineKeys& keys, const Derived& machine);
};

}  // namespace collisionchip
