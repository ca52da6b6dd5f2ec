// What the host does for each machine. A new one is a row in a file of its own, and a line here and in host_kinds.cpp.
#pragma once

#include <vector>

#include "collisionchip/testbench/machines/host_kind.h"

namespace collisionchip {

HostKind lists_host();
HostKind boxes_host();
HostKind tiles_host();
HostKind groups_host();

const std::vector<HostKind>& host_kinds();
// Of the machine that a configuration chooses.
const HostKind& host_of(const ChipConfig& config);

}  // namespace collisionchip
