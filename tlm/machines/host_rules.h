// Rules between the keys of the link to the host.
#pragma once

#include <vector>

#include "collisionchip/tlm/machines/config_conflicts.h"

namespace collisionchip::conflict_rules {

const std::vector<ConflictRule>& host_rules();

}  // namespace collisionchip::conflict_rules
