#include "collisionchip/tlm/machines/conflict_rules.h"

#include <algorithm>
#include <cstdint>

#include "collisionchip/reference/image/triangle_record.h"
#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/machines/derived_of.h"

namespace collisionchip::conflict_rules {

std::string shown(const ChipConfig& config, const std::string& key) {
  const ConfigKey* row = find_key(key);
  return row->name + " = " + value_text(*row, row->get(config));
}

bool is_usual(const ChipConfig& config, const std::string& key) {
  static const ChipConfig usual;
  const ConfigKey* row = find_key(key);
  return row->get(config) == row->get(usual);
}

ConfigConflict refused(const ChipConfig& config, const char* key, const std::string& because,
                       const char* other) {
  return {{key, other}, shown(config, key) + because + shown(config, other)};
}

namespace {

// Of groups of banks, bursts with a READ each, and refresh bank by bank.
std::optional<ConfigConflict> modern_conflict(const ChipConfig& config) {
  const SdramKeys& s = config.sdram;
  if (s.banks % s.bank_groups != 0)
    return refused(config, "sdram.bank_groups", " does not divide ", "sdram.banks");
  if (s.t_ccd_l != 0 && s.mode_burst == 0)
    return refused(config, "sdram.t_ccd_l", " is between bursts of a length that is not 0, not of ",
                   "sdram.mode_burst");
  if (config.memory.channels > 1 && config.memory.interleave_bytes < s.bus_bytes)
    return refused(config, "memory.interleave_bytes", " are less than ", "sdram.bus_bytes");
  if (config.sdram.capacity_mib % config.memory.channels != 0)
    return refused(config, "sdram.capacity_mib", " is no multiple of ", "memory.channels");
  if (config.memory.clock_bytes > s.bus_bytes)
    return refused(config, "memory.clock_bytes", " are more than ", "sdram.bus_bytes");
  if (s.model == SdramModel::constant && config.memory.clock_mhz + config.memory.clock_bytes != 0)
    return refused(config, "sdram.model", " has no commands, and no clock of its own: ",
                   config.memory.clock_mhz != 0 ? "memory.clock_mhz" : "memory.clock_bytes");
  return std::nullopt;
}

}  // namespace

std::optional<ConfigConflict> memory_conflict(const ChipConfig& config) {
  if (auto conflict = modern_conflict(config)) return conflict;
  const SdramKeys s = config.memory_side();
  const std::uint64_t row_bytes = std::uint64_t{s.banks} * s.page_bytes;
  if ((std::uint64_t{s.capacity_mib} << 20) % row_bytes != 0) {
    return ConfigConflict{{"sdram.capacity_mib", "sdram.banks", "sdram.page_bytes"},
                          shown(config, "sdram.capacity_mib") + " is not a multiple of " +
                              shown(config, "sdram.banks") + " times " + shown(config, "sdram.page_bytes")};
  }
  if (s.t_rc < s.t_ras) {
    return ConfigConflict{{"sdram.t_rc", "sdram.t_ras"},
                          shown(config, "sdram.t_rc") + " is less than " + shown(config, "sdram.t_ras")};
  }
  const std::uint32_t pair_bytes = nodes_of(config).beats(s.bus_bytes) * s.bus_bytes;
  const std::uint32_t read_cycles = (std::max(pair_bytes, kTriangleBytes) + s.bus_bytes - 1) / s.bus_bytes;
  if (s.model == SdramModel::constant && s.constant_interval < read_cycles) {
    return ConfigConflict{{"sdram.constant_interval", "sdram.bus_bytes"},
                          shown(config, "sdram.constant_interval") + " is less than the " +
                              std::to_string(read_cycles) + " cycles that a " +
                              (pair_bytes >= kTriangleBytes ? "pair" : "triangle") + " takes with " +
                              shown(config, "sdram.bus_bytes")};
  }
  // A refresh that comes again before one read has fitted in between would stop the chip for ever.
  const std::uint32_t least = least_refresh_interval(s);
  if (s.refresh_interval != 0 && s.refresh_interval < least) {
    const char* const refresh = s.refresh == RefreshKey::per_bank ? "sdram.t_rfc_pb" : "sdram.t_rfc";
    return ConfigConflict{{"sdram.refresh_interval", refresh},
                          shown(config, "sdram.refresh_interval") + " leaves no time for a read; " +
                              shown(config, refresh) + " and the other times need 0 or at least " +
                              std::to_string(least)};
  }
  if (s.t_ras_max != 0 && s.t_ras_max < least_t_ras_max(s)) {
    return ConfigConflict{{"sdram.t_ras_max"},
                          shown(config, "sdram.t_ras_max") + " leaves no time for a read; " +
                              shown(config, "sdram.t_ras") + " and the other times need 0 or at least " +
                              std::to_string(least_t_ras_max(s))};
  }
  return std::nullopt;
}

}  // namespace collisionchip::conflict_rules
