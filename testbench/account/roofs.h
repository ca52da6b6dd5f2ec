// What bounds a query: the share of each resource of the machine that the query uses. The resources are the units that have an account, and
// the memory's pins. Several equal units count as one resource.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "collisionchip/tlm/kernel/cycle.h"

namespace collisionchip {

// A resource as an upper bound of a query's speed. At share 1 the resource is used up.
struct Roof {
  std::string name;  // the unit's name in the accounts; "sdram": the pins of all memory channels
  double share = 0;  // used share of the resource, 0 to 1; 1 / share is the distance from this roof
};

// What a query used, or several queries together.
struct UsedResources {
  std::vector<std::pair<std::string, Cycle>> busy;  // busy cycles by account; only accounts of this machine
  Cycle cycles = 0;
  std::uint64_t bytes = 0;  // bytes read from the memory
  double peak_bytes = 0;    // bytes that the memory's pins can carry in these cycles
};

// The highest share first; that is the lowest roof. Roofs with equal shares keep the order of the accounts.
std::vector<Roof> roofs(const UsedResources& used);

// The query's position under its roofs: work per cycle and per byte.
struct UnderRoofs {
  double work_per_1000_cycles = 0, work_per_1000_bytes = 0, bytes_per_cycle = 0;
};
UnderRoofs under_roofs(const UsedResources& used, std::uint64_t work);
// The work per 1000 cycles if the same query used up the roof's resource. The roof's share must be more than 0.
double work_at(const Roof& roof, const UnderRoofs& query);

// Below this share the resource is not the bound: the units wait for each other.
constexpr double kBoundFrom = 0.6;
// The name of the lowest roof, or "latency".
std::string bound_by(const std::vector<Roof>& roofs);

}  // namespace collisionchip
