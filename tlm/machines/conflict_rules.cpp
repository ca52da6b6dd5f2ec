#include "collisionchip/tlm/machines/conflict_rules.h"

#include <algorithm>
#include <cstdint>

#include "collisionchip/reference/image/triangle_record.h"
#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/machines/derived_of.h"

namespace collisionchip::conflict_rules {

bool is_usual(const ChipConfig& config, const std::string& key) {
  static const ChipConfig usual;
  const ConfigKey* row = find_key(key);
  return row->get(config) == row->get(usual);
}

ConfigConflict refused(const ChipConfig& config, const char* key, const std::string& because,
                       const char* other) {
  return {{key, other}, shown(config, key) + because + shown(config, other)};
}

std::vector<ConflictRule> joined(std::initializer_list<std::vector<ConflictRule>> parts) {
  std::vector<ConflictRule> all;
  for (const std::vector<ConflictRule>& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

namespace {

using Broken = std::optional<ConfigConflict>;

// --- groups of banks, bursts with a READ each, several channels ---

Broken bank_groups(const ChipConfig& config) {
  if (config.sdram.banks % config.sdram.bank_groups == 0) return std::nullopt;
  return refused(config, "sdram.bank_groups", " does not divide ", "sdram.banks");
}

Broken time_between_bursts(const ChipConfig& config) {
  if (config.sdram.t_ccd_l == 0 || config.sdram.mode_burst != 0) return std::nullopt;
  return refused(config, "sdram.t_ccd_l", " needs another burst length than ", "sdram.mode_burst");
}

Broken interleaving(const ChipConfig& config) {
  if (config.memory.channels == 1 || config.memory.interleave_bytes >= config.sdram.bus_bytes)
    return std::nullopt;
  return refused(config, "memory.interleave_bytes", " are less than ", "sdram.bus_bytes");
}

Broken capacity_of_channels(const ChipConfig& config) {
  if (config.sdram.capacity_mib % config.memory.channels == 0) return std::nullopt;
  return refused(config, "sdram.capacity_mib", " is no multiple of ", "memory.channels");
}

Broken bytes_of_own_clock(const ChipConfig& config) {
  if (config.memory.clock_bytes <= config.sdram.bus_bytes) return std::nullopt;
  return refused(config, "memory.clock_bytes", " are more than ", "sdram.bus_bytes");
}

Broken clock_of_constant_memory(const ChipConfig& config) {
  if (config.sdram.model != SdramModel::constant || config.memory.clock_mhz + config.memory.clock_bytes == 0)
    return std::nullopt;
  return refused(config, "sdram.model", " has no commands, and no clock of its own: ",
                 config.memory.clock_mhz != 0 ? "memory.clock_mhz" : "memory.clock_bytes");
}

// --- rows and times, as each channel has them ---

Broken whole_rows(const ChipConfig& config) {
  const SdramKeys s = config.memory_side();
  const std::uint64_t row_bytes = std::uint64_t{s.banks} * s.page_bytes;
  if ((std::uint64_t{s.capacity_mib} << 20) % row_bytes == 0) return std::nullopt;
  return ConfigConflict{{"sdram.capacity_mib", "sdram.banks", "sdram.page_bytes"},
                        shown(config, "sdram.capacity_mib") + " is not a multiple of " +
                            shown(config, "sdram.banks") + " times " + shown(config, "sdram.page_bytes")};
}

Broken row_cycle(const ChipConfig& config) {
  const SdramKeys s = config.memory_side();
  if (s.t_rc >= s.t_ras) return std::nullopt;
  return refused(config, "sdram.t_rc", " is less than ", "sdram.t_ras");
}

Broken constant_interval(const ChipConfig& config) {
  const SdramKeys s = config.memory_side();
  const std::uint32_t pair_bytes = nodes_of(config).beats(s.bus_bytes) * s.bus_bytes;
  const std::uint32_t read_cycles = (std::max(pair_bytes, kTriangleBytes) + s.bus_bytes - 1) / s.bus_bytes;
  if (s.model != SdramModel::constant || s.constant_interval >= read_cycles) return std::nullopt;
  return ConfigConflict{{"sdram.constant_interval", "sdram.bus_bytes"},
                        shown(config, "sdram.constant_interval") + " is less than the " +
                            std::to_string(read_cycles) + " cycles that a " +
                            (pair_bytes >= kTriangleBytes ? "pair" : "triangle") + " takes with " +
                            shown(config, "sdram.bus_bytes")};
}

// Only a Refit Unit writes.
Accesses accesses_of(const ChipConfig& config) {
  return has_refit_unit(config) ? Accesses::writes_too : Accesses::reads;
}

// A refresh that comes again before one read or write has fitted in between would stop the chip for ever.
Broken time_between_refreshes(const ChipConfig& config) {
  const SdramKeys s = config.memory_side();
  const std::uint32_t least = least_refresh_interval(s, accesses_of(config));
  if (s.refresh_interval == 0 || s.refresh_interval >= least) return std::nullopt;
  const char* const refresh = s.refresh == RefreshKey::per_bank ? "sdram.t_rfc_pb" : "sdram.t_rfc";
  return ConfigConflict{{"sdram.refresh_interval", refresh},
                        shown(config, "sdram.refresh_interval") + " leaves no time for a read; " +
                            shown(config, refresh) + " and the other times need 0 or at least " +
                            std::to_string(least)};
}

Broken longest_open_row(const ChipConfig& config) {
  const SdramKeys s = config.memory_side();
  const std::uint32_t least = least_t_ras_max(s, accesses_of(config));
  if (s.t_ras_max == 0 || s.t_ras_max >= least) return std::nullopt;
  return ConfigConflict{{"sdram.t_ras_max"},
                        shown(config, "sdram.t_ras_max") + " leaves no time for a read; " +
                            shown(config, "sdram.t_ras") + " and the other times need 0 or at least " +
                            std::to_string(least)};
}

}  // namespace

const std::vector<ConflictRule>& memory_rules() {
  static const std::vector<ConflictRule> all = {
      {"`sdram.bank_groups` divides `sdram.banks`.", bank_groups},
      {"`sdram.t_ccd_l` other than 0 needs a `sdram.mode_burst` other than 0.", time_between_bursts},
      {"With several `memory.channels`, `memory.interleave_bytes` is at least `sdram.bus_bytes`.",
       interleaving},
      {"`sdram.capacity_mib` is a multiple of `memory.channels`.", capacity_of_channels},
      {"`memory.clock_bytes` is at most `sdram.bus_bytes`.", bytes_of_own_clock},
      {"`sdram.model = \"constant\"` has no clock of its own: `memory.clock_mhz` and `memory.clock_bytes` "
       "are "
       "0.",
       clock_of_constant_memory},
      {"`sdram.capacity_mib` of a channel is a whole number of rows: a multiple of `sdram.banks` × "
       "`sdram.page_bytes`.",
       whole_rows},
      {"`sdram.t_rc` is at least `sdram.t_ras`.", row_cycle},
      {"With `sdram.model = \"constant\"`, `sdram.constant_interval` is at least the cycles that a pair, or "
       "a "
       "triangle if it is larger, takes on the bus: its bytes / `sdram.bus_bytes`.",
       constant_interval},
      {"`sdram.refresh_interval` is 0, or leaves time for a read between two refreshes, also one that is "
       "activated again after one: at least `t_rfc` + `t_ras` + `t_rc` + 2 `t_rp` + `t_rcd` + `t_rrd` + "
       "`t_cl` "
       "+ 512 / `bus_bytes` + 8 `command_cycles`, and `t_ccd_s` + `t_rrd_l` + `t_faw` + `t_rtp` + `t_rrefd` "
       "of "
       "younger memories. A pair takes 256 / `bus_bytes` cycles of the bus, rounded up to whole "
       "`mode_burst`. "
       "With `refresh = \"per_bank\"` each bank needs such a time, with a Refit Unit also a write; an error "
       "names the least interval.",
       time_between_refreshes},
      {"`sdram.t_ras_max` is 0, or leaves time for a read: at least `t_ras`, and at least `t_rcd` + the "
       "cycles "
       "of a pair on the bus, and (`banks` + 4) `command_cycles` more.",
       longest_open_row}};
  return all;
}

}  // namespace collisionchip::conflict_rules
