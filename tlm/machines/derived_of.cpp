// Works out what follows from keys of several sections in the same way for every machine. The machine's row fills in the rest.
#include "collisionchip/tlm/machines/derived_of.h"

#include "collisionchip/tlm/machine/register_map.h"
#include "collisionchip/tlm/machines/machine_kinds.h"

namespace collisionchip {

namespace {

PairsDerived pairs_of(const ChipConfig& config) {
  PairsDerived pairs;
  pairs.refill = config.memory_controller.refill;
  pairs.flags_at_once = config.stack_engine.decision == ListDecision::ideal;
  pairs.leaf_test = config.leaf_test();
  pairs.list_words = config.stack_sram.entries;
  pairs.list_ecc = config.stack_sram.ecc;
  pairs.input_registers = config.memory_controller.input_registers;
  pairs.look_ahead = config.stack_engine.look_ahead;
  pairs.dop_register_sets = config.dop_unit.register_sets;
  pairs.prefetches = config.prefetches();
  pairs.prefetches_known = config.prefetches_known();
  return pairs;
}

GroupsDerived groups_of(const ChipConfig& config) {
  GroupsDerived groups;
  groups.layout = config.group_layout();
  groups.filters = config.group_filters();
  groups.engines = config.engine.count;
  groups.contexts = config.group_engine.contexts;
  groups.look_ahead = config.group_engine.look_ahead;
  groups.triangle_lanes = config.small_triangle_unit.lanes;
  groups.slow_interval = config.triangle_unit.issue_cycles();
  groups.slow_depth = config.triangle_unit.pipeline_depth();
  groups.vertices_per_cycle = config.triangle_unit.vertices_per_cycle;
  groups.dotadd_stages = config.triangle_unit.dotadd_stages;
  groups.filter = config.triangle_unit.filter;
  return groups;
}

}  // namespace

Derived derived_of(const ChipConfig& config) {
  Derived all;
  all.clock_period_ps = config.chip.clock_period_ps;
  all.k = config.dop.k;
  all.sdram = config.sdram;
  all.memory_side = config.memory_side();
  all.channels = config.channel_map();
  all.entry_check = config.pointer_fifo.entry_check;
  all.fifo_threshold = config.pointer_fifo.threshold;
  all.frame_words = registers::kFrameMatrixWords;
  all.pairs = pairs_of(config);
  all.groups = groups_of(config);
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

bool remembers_queries(const ChipConfig& config) {
  const MachineKind& machine = machine_of(config);
  return machine.remembers_queries != nullptr && machine.remembers_queries(config);
}

}  // namespace collisionchip
