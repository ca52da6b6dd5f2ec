// What bounds a query: of every resource that the machine has, which share of it the query uses. The resources are the units
// that have an account and the pins of the memory; of several that are alike, all together.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "collisionchip/tlm/kernel/cycle.h"

namespace collisionchip {

// A query comes no closer to a roof than 1: then the resource is used up.
struct Roof {
  std::string name;  // of the unit as in the accounts; "sdram" are the pins of all memory channels
  double share = 0;  // of the resource, 0 to 1; 1 / share is the distance from this roof
};

// Of a query, or of several added up.
struct UsedResources {
  std::vector<std::pair<std::string, Cycle>> busy;  // by account; only those that the machine has
  Cycle cycles = 0;
  std::uint64_t bytes = 0;  // read from the memory
  double peak_bytes = 0;    // that its pins can carry in these cycles
};

// The highest share first: that is the lowest roof. Those of one share stand in the order of the accounts.
std::vector<Roof> roofs(const UsedResources& used);

// Where a query stands under its roofs, by the work that it does.
struct UnderRoofs {
  double work_per_1000_cycles = 0, work_per_1000_bytes = 0, bytes_per_cycle = 0;
};
UnderRoofs under_roofs(const UsedResources& used, std::uint64_t work);
// The work per 1000 cycles if a resource were used up by the same query. Its share is more than 0.
double work_at(const Roof& roof, const UnderRoofs& query);

// Below this share nobody is short of the resource: waiting for each other takes the time.
constexpr double kBoundFrom = 0.6;
// The name of the lowest roof, or "latency".
std::string bound_by(const std::vector<Roof>& roofs);

}  // namespace collisionchip
