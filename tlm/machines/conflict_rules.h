// Words for complaints of rules between keys, and the rules of the memory. Each machine's row says where among its own they come.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "collisionchip/tlm/machines/config_conflicts.h"

namespace collisionchip::conflict_rules {

bool is_usual(const ChipConfig& config, const std::string& key);
// `key` is at fault because of `other`.
ConfigConflict refused(const ChipConfig& config, const char* key, const std::string& because,
                       const char* other);

const std::vector<ConflictRule>& memory_rules();

// One list behind the other.
std::vector<ConflictRule> joined(std::initializer_list<std::vector<ConflictRule>> parts);

}  // namespace collisionchip::conflict_rules
