#include "collisionchip/tlm/chip/unit_params.h"

#include <algorithm>

#include "collisionchip/reference/image/triangle_record.h"
#include "collisionchip/tlm/machine/group_words.h"
#include "collisionchip/tlm/machine/register_map.h"

namespace collisionchip {

namespace {

PairBeats pair_beats(const NodeFormat& format, std::uint32_t bus_bytes) {
  const auto beats = [&](std::uint32_t words) { return (4 * Cycle{words} + bus_bytes - 1) / bus_bytes; };
  PairBeats pair;
  for (std::uint32_t member = 0; member < 2; ++member) {
    pair.first[member] = 4 * format.members[member].begin / bus_bytes;
    pair.end[member] = beats(format.members[member].end);
    for (std::uint32_t i = 0; i < format.most_k; ++i)
      pair.coefficient[member][i] = beats(format.coefficient_word(member, i) + 1) - 1;
  }
  return pair;
}

// Of boxes that begin anywhere within a beat: the first beat of those that come soonest, the last of the latest.
PairBeats box_beats(const NodeFormat& format, std::uint32_t bus_bytes) {
  PairBeats pair;
  for (std::uint32_t member = 0; member < 2; ++member) {
    pair.first[member] = 4 * format.members[member].begin / bus_bytes;
    for (std::uint32_t place = 0; place < format.pairs_per_block(); ++place) {
      const std::uint32_t lead = format.offset_of(place) % bus_bytes;
      const Cycle end = (lead + 4 * Cycle{format.members[member].end} + bus_bytes - 1) / bus_bytes;
      pair.end[member] = std::max(pair.end[member], end);
    }
  }
  return pair;
}

}  // namespace

PciInterfaceParams pci_interface_params(const ChipConfig& config) {
  PciInterfaceParams params;
  params.clock_period_ps = config.chip.clock_period_ps;
  params.bus = config.pci;
  params.fifo_threshold = config.pointer_fifo.threshold;
  params.mmm_words = config.has_tree()     ? std::uint64_t{registers::kMmmWordsPerRow} * config.matrix_rows()
                     : config.has_groups() ? group_words::volume_words(config.dop.k)
                                           : registers::kTriangleCountWords;
  params.frame_words = config.has_groups() ? group_words::kFrameWords : registers::kFrameMatrixWords;
  if (config.has_queue()) params.queries = config.group_engine.queries;
  return params;
}

MemoryControllerParams memory_controller_params(const ChipConfig& config) {
  const MemoryControllerKeys& controller = config.memory_controller;
  MemoryControllerParams params;
  params.clock_period_ps = config.chip.clock_period_ps;
  params.request_latency = controller.request_latency;
  params.interface_latency =
      controller.interface_latency + (config.sdram.ecc == Ecc::secded ? config.sdram.ecc_cycles : 0);
  params.input_registers = controller.input_registers;
  params.refill = controller.refill;
  params.triangle_priority = controller.triangle_priority;
  params.overlap_lists = controller.overlap_lists;
  params.node_format = &config.nodes();
  params.pair_beats = config.nodes().beats(config.sdram.bus_bytes);
  params.pairs_in_beats = config.nodes().pair_stride % config.sdram.bus_bytes == 0;
  params.pair_bytes = static_cast<std::uint32_t>(params.pair_beats) * config.sdram.bus_bytes;
  params.bus_bytes = config.sdram.bus_bytes;
  params.triangle_beats = kTriangleBytes / config.sdram.bus_bytes;
  params.auxiliary_latency = config.stack_engine.decision == ListDecision::ideal ? 1 : params.pair_beats;
  params.ecc = config.sdram.ecc;
  if (config.has_tree() && config.has_obbs()) {
    params.branch_cache_lines = config.obb_unit.branch_cache_lines;
    params.branch_cache_latency = config.obb_unit.branch_cache_latency;
    params.decode_cycles = obb_unit_params(config).decode_cycles;
    params.keep_across_queries = config.obb_unit.keep_across_queries;
  }
  return params;
}

StackEngineParams stack_engine_params(const ChipConfig& config) {
  const StackEngineKeys& engine = config.stack_engine;
  StackEngineParams params;
  params.clock_period_ps = config.chip.clock_period_ps;
  params.node_format = &config.nodes();
  params.look_ahead = engine.look_ahead;
  params.levels = engine.levels;
  params.sram_words = config.stack_sram.entries / config.list_entry_words();
  params.burst = config.list_entry_words() == 1 ? 8 : 1;
  params.ecc = config.stack_sram.ecc;
  params.leaf_test = config.leaf_test();
  params.heads_in_sram = engine.list_heads == ListHeads::sram;
  params.prefetching = config.prefetches();
  params.prefetch_known = config.prefetches_known();
  params.keep_pair = engine.keep_pair;
  params.refetch_parents = config.refetches_parents();
  params.pair_stack = config.stacks_pairs();
  return params;
}

PairSequencerParams pair_sequencer_params(const ChipConfig& config) {
  return {config.chip.clock_period_ps, config.engine.tile};
}

StackSramParams stack_sram_params(const ChipConfig& config) {
  StackSramParams params;
  params.clock_period_ps = config.chip.clock_period_ps;
  params.entry_words = config.list_entry_words();
  params.entries = config.stack_sram.entries / params.entry_words;
  params.latency =
      config.stack_sram.latency + (config.stack_sram.ecc != ListEcc::none ? config.stack_sram.ecc_cycles : 0);
  return params;
}

DopUnitParams dop_unit_params(const ChipConfig& config) {
  const DopUnitKeys& unit = config.dop_unit;
  DopUnitParams params;
  params.clock_period_ps = config.chip.clock_period_ps;
  params.k = config.dop.k;
  params.node_format = &config.nodes();
  params.beats = pair_beats(config.nodes(), config.sdram.bus_bytes);
  params.dotadds = unit.dotadds;
  params.dotadd_stages = unit.dotadd_stages;
  params.floats_per_cycle = unit.floats_per_cycle;
  params.start_floats = unit.start_floats;
  params.register_sets = unit.register_sets;
  params.compare_cycles = std::max<Cycle>(params.beats.of_member(),
                                          (config.dop.k + unit.compare_floats - 1) / unit.compare_floats);
  params.comparator_groups = unit.comparator_groups;
  params.e_register = unit.e_register;
  params.refill = config.memory_controller.refill;
  params.flag_latency = unit.flag_latency;
  params.flags_at_once = config.stack_engine.decision == ListDecision::ideal;
  return params;
}

namespace {

// What the keys of both kinds of boxes say; a box has so many rows.
template <typename Keys>
void set_box_params(const ChipConfig& config, const Keys& unit, std::uint32_t rows, BoxUnitParams& params) {
  params.clock_period_ps = config.chip.clock_period_ps;
  params.beats = box_beats(config.nodes(), config.sdram.bus_bytes);
  params.place_cycles = rows / unit.dotadds;
  params.dotadd_stages = unit.dotadd_stages;
  params.axes_per_cycle = unit.axes_per_cycle;
  params.register_sets = unit.register_sets;
  params.refill = config.memory_controller.refill;
  params.flag_latency = unit.flag_latency;
  params.flags_at_once = config.stack_engine.decision == ListDecision::ideal;
}

}  // namespace

ObbUnitParams obb_unit_params(const ChipConfig& config) {
  constexpr std::uint32_t kRows = 12;  // nine of its rotation, three of its centre
  const ObbUnitKeys& unit = config.obb_unit;
  ObbUnitParams params;
  set_box_params(config, unit, kRows, params);
  params.encoding = config.tree.format == TreeFormatKey::obb64 ? ObbEncoding::obb64 : ObbEncoding::obb40;
  params.member_words = config.nodes().members[1].begin;
  params.has_branch_cache = unit.branch_cache_lines > 0;
  if (params.encoding == ObbEncoding::obb40) params.decode_cycles = unit.sqrt_cycles + unit.quaternion_cycles;
  return params;
}

AabbUnitParams aabb_unit_params(const ChipConfig& config) {
  constexpr std::uint32_t kRows = 15;  // centre, reach along three axes and along nine products of edges
  AabbUnitParams params;
  set_box_params(config, config.aabb_unit, kRows, params);
  params.decode_cycles = config.aabb_unit.decode_cycles;
  params.node_format = &config.nodes();
  params.refetch_parents = config.refetches_parents();
  return params;
}

// Vertices in, two rows of DOTADDs, two cycles to the first edge (§4.3), the stages of the ITU.
TriangleUnitParams triangle_unit_params(const ChipConfig& config) {
  const TriangleUnitKeys& unit = config.triangle_unit;
  TriangleUnitParams params;
  params.clock_period_ps = config.chip.clock_period_ps;
  params.ideal = unit.ideal;
  params.issue_cycles = (3 + unit.vertices_per_cycle - 1) / unit.vertices_per_cycle;
  params.pipeline_depth = params.issue_cycles + 2 * unit.dotadd_stages + 2 + unit.itu_stages +
                          (unit.filter ? unit.filter_stages : 0);
  params.filter = unit.filter;
  params.entry_check = config.pointer_fifo.entry_check;
  params.cache_lines = unit.cache_lines;
  params.cache_ways = unit.cache_ways;
  if (config.has_tiles()) {
    params.lanes = unit.lanes;
    params.tile = config.engine.tile;
    params.cache_lines = params.cache_ways = 1;  // it has none
  }
  if (config.nodes().triangle_leaves) {
    const std::uint32_t waiting = unit.queue_depth + 1;  // messages, with the one that is evaluated
    params.tumbled_leaves = 2 * (config.dop_unit.register_sets + waiting);
    params.cache_lines = params.cache_ways = 4 * (config.stack_engine.look_ahead + waiting);
  }
  return params;
}

GroupEngineParams group_engine_params(const ChipConfig& config) {
  return {config.chip.clock_period_ps,    config.group_layout(),       config.group_engine.contexts,
          config.group_engine.look_ahead, config.group_engine.entries, config.group_engine.queries};
}

EngineSwitchParams engine_switch_params(const ChipConfig& config) {
  return {config.chip.clock_period_ps, config.channel_map(), config.memory_side()};
}

GroupUnitParams group_unit_params(const ChipConfig& config) {
  GroupUnitParams params;
  params.clock_period_ps = config.chip.clock_period_ps;
  params.layout = config.group_layout();
  params.filters = config.group_filters();
  params.contexts = config.group_engine.contexts;
  params.queries = config.group_engine.queries;
  params.dotadds = config.group_unit.dotadds;
  params.dotadd_stages = config.group_unit.dotadd_stages;
  params.compares = config.group_unit.compares;
  params.result_latency = config.group_unit.result_latency;
  return params;
}

LeafUnitParams leaf_unit_params(const ChipConfig& config) {
  LeafUnitParams params;
  params.clock_period_ps = config.chip.clock_period_ps;
  params.layout = config.group_layout();
  params.filters = config.group_filters();
  params.contexts = config.group_engine.contexts;
  params.queries = config.group_engine.queries;
  params.move_cycles = config.leaf_move_cycles();
  params.move_latency = config.leaf_unit.move_latency;
  params.block_latency = config.leaf_unit.block_latency;
  params.waiting = config.leaf_unit.waiting;
  params.filtered = config.leaf_unit.filtered;
  params.tests = config.small_triangle_unit.lanes;
  return params;
}

RecordCacheParams record_cache_params(const ChipConfig& config) {
  const GroupLayout layout = config.group_layout();
  RecordCacheParams params;
  params.clock_period_ps = config.chip.clock_period_ps;
  params.group_bytes = layout.group_bytes();
  params.block_bytes = layout.block_bytes();
  params.bus_bytes = config.sdram.bus_bytes;
  const bool even = layout.group_units() % 2 == 0 && layout.block_units() % 2 == 0;
  params.granule = (even ? 2 : 1) * kGroupUnitBytes;
  params.group_lines = config.record_cache.group_lines;
  params.block_lines = config.record_cache.block_lines;
  params.window = config.record_cache.window;
  params.channels = config.channel_map();
  params.sdram = config.memory_side();
  params.hit_latency = config.record_cache.hit_latency;
  return params;
}

// The slow pipeline is one of the Triangle Unit's. What makes its records has two multipliers of doubles for 55 products,
// and dividers and roots that yield two bits in a cycle; behind one another are five sums of products and three of
// those (docs/group_engine.md).
SmallTriangleUnitParams small_triangle_unit_params(const ChipConfig& config) {
  const SmallTriangleUnitKeys& unit = config.small_triangle_unit;
  constexpr Cycle kProducts = 55, kMultipliers = 2, kRootCycles = (53 + 1) / 2;
  const TriangleUnitParams slow = triangle_unit_params(config);
  SmallTriangleUnitParams params;
  params.clock_period_ps = config.chip.clock_period_ps;
  params.determinants = unit.determinants;
  params.undecided = unit.undecided;
  params.interval = unit.determinants ? unit.interval : slow.issue_cycles;
  params.lanes = unit.determinants ? unit.lanes : 1;
  params.depth = unit.stages;
  params.slow_interval = slow.issue_cycles;
  params.slow_depth = slow.pipeline_depth;
  params.record_makers = unit.record_makers;
  params.record_cycles = std::max((kProducts + kMultipliers - 1) / kMultipliers, kRootCycles);
  params.record_depth = 5 * config.triangle_unit.dotadd_stages + 3 * kRootCycles;
  params.filter = config.triangle_unit.filter;
  params.queries = config.group_engine.queries;
  params.entry_check = config.pointer_fifo.entry_check;
  return params;
}

PointerFifoParams pointer_fifo_params(const ChipConfig& config) {
  return {config.chip.clock_period_ps, config.pointer_fifo.entry_check || config.has_queue()};
}

}  // namespace collisionchip
