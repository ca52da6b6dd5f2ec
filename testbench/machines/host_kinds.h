// The hosts of all machines. A new machine needs a file with its row, a line here and a line in host_kinds.cpp.
#pragma once

#include <string>
#include <vector>

#include "collisionchip/testbench/machines/host_kind.h"

namespace collisionchip {

HostKind lists_host();
HostKind boxes_host();
HostKind tiles_host();
HostKind groups_host();

const std::vector<HostKind>& host_kinds();
// The host of the machine that a configuration chooses.
const HostKind& host_of(const ChipConfig& config);
// Whether one of the names is the key's or, if it ends with a dot, its section's.
bool names(const std::vector<std::string>& keys, const std::string& key);
// What the reference of every machine looks at.
const std::vector<std::string>& keys_of_every_reference();
// What of a configuration its reference looks at: two of the same text have the same answers and counts.
std::string reference_question(const ChipConfig& config);

}  // namespace collisionchip
