// What follows from keys of several sections, worked out here and nowhere else.
#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/machine/group_words.h"
#include "collisionchip/tlm/machine/register_map.h"

namespace collisionchip {

namespace {

PairsDerived pairs_of(const ChipConfig& config) {
  PairsDerived pairs;
  pairs.nodes = &config.nodes();
  pairs.refill = config.memory_controller.refill;
  pairs.flags_at_once = config.stack_engine.decision == ListDecision::ideal;
  pairs.leaf_test = config.leaf_test();
  pairs.list_words = config.stack_sram.entries;
  pairs.entry_words = config.list_entry_words();
  pairs.list_ecc = config.stack_sram.ecc;
  pairs.input_registers = config.memory_controller.input_registers;
  pairs.look_ahead = config.stack_engine.look_ahead;
  pairs.dop_register_sets = config.dop_unit.register_sets;
  pairs.prefetches = config.prefetches();
  pairs.prefetches_known = config.prefetches_known();
  pairs.refetches_parents = config.refetches_parents();
  pairs.stacks_pairs = config.stacks_pairs();
  if (config.has_tree() && config.has_obbs()) {
    pairs.branch_cache_lines = config.obb_unit.branch_cache_lines;
    pairs.branch_cache_latency = config.obb_unit.branch_cache_latency;
    pairs.keep_across_queries = config.obb_unit.keep_across_queries;
    if (config.tree.format == TreeFormatKey::obb40)
      pairs.decode_cycles = config.obb_unit.sqrt_cycles + config.obb_unit.quaternion_cycles;
  }
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

Derived ChipConfig::derived() const {
  Derived all;
  all.clock_period_ps = chip.clock_period_ps;
  all.k = dop.k;
  all.sdram = sdram;
  all.memory_side = memory_side();
  all.channels = channel_map();
  if (has_tiles()) all.tile = engine.tile;
  if (has_groups()) all.queries = group_engine.queries;
  all.entry_check = pointer_fifo.entry_check;
  all.fifo_threshold = pointer_fifo.threshold;
  all.mmm_words = has_tree()     ? std::uint64_t{registers::kMmmWordsPerRow} * matrix_rows()
                  : has_groups() ? group_words::volume_words(dop.k)
                                 : registers::kTriangleCountWords;
  all.frame_words = has_groups() ? group_words::kFrameWords : registers::kFrameMatrixWords;
  all.pairs = pairs_of(*this);
  all.groups = groups_of(*this);
  all.energy = energy;
  all.area = area;
  return all;
}

}  // namespace collisionchip
