#include "collisionchip/tlm/machines/host_rules.h"

#include <string>

#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/machine/host_link.h"
#include "collisionchip/tlm/machine/result_burst.h"
#include "collisionchip/tlm/machines/conflict_rules.h"

namespace collisionchip::conflict_rules {

namespace {

using Broken = std::optional<ConfigConflict>;

// The first of the keys that has another value than usual, though `other` says that it is not used.
Broken unused(const ChipConfig& config, const std::vector<std::string>& keys, const char* other) {
  for (const std::string& key : keys) {
    if (!is_usual(config, key)) return refused(config, key.c_str(), " is not used with ", other);
  }
  return std::nullopt;
}

Broken keys_of_pci(const ChipConfig& config) {
  if (config.host.kind != HostKindKey::pci) return std::nullopt;
  return unused(config,
                {"host.generation", "host.lanes", "host.write_ns", "host.result_ns", "host.bytes_per_us",
                 "host.payload_bytes", "host.overhead_bytes"},
                "host.kind");
}

Broken keys_of_others(const ChipConfig& config) {
  if (config.host.kind == HostKindKey::pci) return std::nullopt;
  std::vector<std::string> keys;
  for (const ConfigKey& key : config_keys()) {
    if (key.section() == "pci") keys.push_back(key.name);
  }
  if (config.host.kind == HostKindKey::axi) keys.push_back("host.generation");
  return unused(config, keys, "host.kind");
}

Broken keys_of_rings(const ChipConfig& config) {
  if (config.host.results == HostResults::memory) return std::nullopt;
  return unused(config, {"host.burst_bytes", "host.ring_entries"}, "host.results");
}

Broken burst_in_ring(const ChipConfig& config) {
  if (config.host.burst_bytes <= kBurstPlaceBytes * config.host.ring_entries) return std::nullopt;
  return refused(config, "host.burst_bytes", " are more than the bytes of ", "host.ring_entries");
}

// The host sees a burst as a whole.
Broken burst_in_packet(const ChipConfig& config) {
  const bool pci = config.host.kind == HostKindKey::pci;
  const std::uint32_t most = pci ? 4 * config.pci.burst_words
                                 : with_defaults(config.host, config.chip.clock_period_ps).payload_bytes;
  if (config.host.results == HostResults::fifo || config.host.burst_bytes <= most) return std::nullopt;
  return ConfigConflict{{"host.burst_bytes", pci ? "pci.burst_words" : "host.payload_bytes"},
                        shown(config, "host.burst_bytes") + " are more than the " + std::to_string(most) +
                            " bytes that the link carries in one piece"};
}

Broken entry_check_in_memory(const ChipConfig& config) {
  if (config.host.results == HostResults::fifo || !config.pointer_fifo.entry_check) return std::nullopt;
  return ConfigConflict{{"pointer_fifo.entry_check", "host.results"},
                        shown(config, "pointer_fifo.entry_check") + " is what a machine with " +
                            shown(config, "host.results") + " does by itself"};
}

}  // namespace

const std::vector<ConflictRule>& host_rules() {
  static const std::vector<ConflictRule> all = {
      {"With `host.kind` = `pci`, the keys of other links have their defaults: `host.generation`, "
       "`host.lanes`, `host.write_ns`, `host.result_ns`, `host.bytes_per_us`, `host.payload_bytes`, "
       "`host.overhead_bytes`.",
       keys_of_pci},
      {"With another `host.kind`, the keys of PCI have their defaults: `pci.clock_cycles`, "
       "`pci.address_clocks`, "
       "`pci.wait_clocks`, `pci.turnaround_clocks`, `pci.burst_words`, `pci.read_burst_words`; with `axi` "
       "`host.generation`, too.",
       keys_of_others},
      {"With `host.results` = `fifo`, `host.burst_bytes` and `host.ring_entries` have their defaults.",
       keys_of_rings},
      {"`host.burst_bytes` are at most eight times `host.ring_entries`.", burst_in_ring},
      {"With `host.results` = `memory`, `host.burst_bytes` fit into a packet: `host.payload_bytes`, on PCI 4 "
       "× "
       "`pci.burst_words`.",
       burst_in_packet},
      {"`pointer_fifo.entry_check` is off with `host.results` = `memory`: such a machine checks entries by "
       "itself.",
       entry_check_in_memory}};
  return all;
}

}  // namespace collisionchip::conflict_rules
