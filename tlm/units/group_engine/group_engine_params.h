// What the Group Engine is built with.
#pragma once

#include <cstdint>

#include "collisionchip/reference/groups/group_layout.h"

namespace collisionchip {

struct GroupEngineParams {
  std::uint32_t clock_period_ps = 0;
  GroupLayout layout;
  std::uint32_t contexts = 0;
  std::uint32_t look_ahead = 0;  // of each context: aligned groups asked for and not answered
  std::uint32_t entries = 0;     // of all lists
  std::uint32_t queries = 0;     // in flight at most
};

}  // namespace collisionchip
