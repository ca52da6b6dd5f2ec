// Works out what follows from keys of several sections in the same way for every machine. The machine's row fills in the rest.
#include "collisionchip/tlm/machines/derived_of.h"

#include <limits>

#include "collisionchip/tlm/machine/register_map.h"
#include "collisionchip/tlm/machines/machine_kinds.h"

namespace collisionchip {

Derived derived_of(const ChipConfig& config) {
  Derived all;
  all.clock_period_ps = config.chip.clock_period_ps;
  all.k = config.dop.k;
  all.sdram = config.sdram;
  all.memory_side = config.memory_side();
  all.channels = config.channel_map();
  all.entry_check = config.pointer_fifo.entry_check || config.host.results == HostResults::memory;
  all.link = HostLink(config.host, config.pci, config.chip.clock_period_ps);
  all.fifo_threshold = config.pointer_fifo.threshold;
  all.frame_words = registers::kFrameMatrixWords;
  all.energy = config.energy;
  all.area = config.area;
  machine_of(config).derive(config, all);
  return all;
}

const NodeFormat& nodes_of(const ChipConfig& config) {
  return *derived_of(config).pairs.nodes;
}

std::uint32_t queries_of(const ChipConfig& config) {
  return derived_of(config).queries;
}

bool has_pose_unit(const ChipConfig& config) {
  return config.pose_unit.multipliers > 0;
}

bool has_contact_unit(const ChipConfig& config) {
  return config.contact_unit.multipliers > 0;
}

bool has_refit_unit(const ChipConfig& config) {
  return config.refit_unit.directions > 0;
}

std::uint32_t most_in_a_batch(const ChipConfig& config) {
  return has_pose_unit(config) ? std::numeric_limits<std::uint32_t>::max() : queries_of(config);
}

bool remembers_queries(const ChipConfig& config) {
  const MachineKind& machine = machine_of(config);
  return machine.remembers_queries != nullptr && machine.remembers_queries(config);
}

}  // namespace collisionchip
