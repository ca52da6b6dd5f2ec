// Eq. 5 compared with the model. The topics that the formula leaves out are switched on one after the other.
#pragma once

#include <string>
#include <vector>

#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/tree/object.h"
#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/kernel/cycle.h"

namespace collisionchip {

struct Eq5Step {
  std::string what;
  long long cycles;  // cycles that the topic adds; negative: that it saves
};

struct Eq5Account {
  Cycle eq5 = 0;               // sum over all lists of 100 + (alpha - 2) * 10
  std::vector<Eq5Step> steps;  // eq5 + all steps = cycles
  Cycle cycles = 0;            // cycles of the query with the given configuration
};

// Runs the query once per topic, from `paper52-eq5`, the machine of Eq. 5, to `config`. The sum is exact. A topic's cycles depend on the
// order of the topics, which is fixed.
Eq5Account account_for_eq5(const ChipConfig& config, const CollisionObject& a, const CollisionObject& b,
                           const Pose& pose);

// The account as lines of text.
std::string to_text(const Eq5Account& account);

}  // namespace collisionchip
