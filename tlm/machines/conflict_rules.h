// Words for complaints of rules between keys, and the rules of the memory, which all machines have.
#pragma once

#include <optional>
#include <string>

#include "collisionchip/tlm/machines/config_conflicts.h"

namespace collisionchip::conflict_rules {

// "sdram.t_rc = 8": a key as a conflict shows it.
std::string shown(const ChipConfig& config, const std::string& key);
bool is_usual(const ChipConfig& config, const std::string& key);
// `key` is at fault because of `other`.
ConfigConflict refused(const ChipConfig& config, const char* key, const std::string& because,
                       const char* other);

std::optional<ConfigConflict> memory_conflict(const ChipConfig& config);

}  // namespace collisionchip::conflict_rules
