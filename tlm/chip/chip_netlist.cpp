#include "collisionchip/tlm/chip/chip_netlist.h"

#include <algorithm>

#include "collisionchip/tlm/chip/unit_params.h"
#include "collisionchip/tlm/machine/config_keys.h"

namespace collisionchip {

namespace {

// Of links whose items are bounded by something else (look-ahead, input registers) and never fill up.
constexpr std::size_t kRoomy = 16;

struct Capacity {
  std::size_t items;
  std::string rule;
};

Capacity fixed(std::size_t items) {
  return {items, std::to_string(items)};
}

// What the key says, and `more`.
Capacity keyed(const ChipConfig& config, const std::string& key, std::size_t more = 0) {
  return {more + find_key(key)->get(config), (more > 0 ? std::to_string(more) + " + `" : "`") + key + "`"};
}

ChannelRow channel(std::string name, const char* message, std::string writer, std::string reader,
                   Capacity capacity) {
  return {std::move(name), message, std::move(writer),       std::move(reader),
          capacity.items,  1,       std::move(capacity.rule)};
}

// The units between memory and Triangle Unit, which say what is tested.
std::vector<UnitRow> engine_units(const ChipConfig& config) {
  if (config.has_tiles()) return {{"pair_sequencer", "pair_sequencer"}};
  if (config.has_groups())
    return {{"record_cache", "record_cache"},
            {"group_engine", "group_engine"},
            {"group_unit", "group_unit"},
            {"leaf_unit", "leaf_unit"},
            {"small_triangle_unit", "small_triangle_unit"}};
  const std::string volumes = config.volume_unit();
  return {{"stack_engine", "stack_engine"},
          {"stack_sram_left", "stack_sram"},
          {"stack_sram_right", "stack_sram"},
          {volumes, volumes}};
}

// What the host sends and gets.
std::vector<ChannelRow> host_channels(const ChipConfig& c) {
  return {
      channel("pci_interface.start", "StartCommand", "pci_interface.start", "stack_engine.start", fixed(1)),
      channel("pci_interface.mmm_writes", "MatrixWrite", "pci_interface.mmm",
              c.volume_unit() + std::string(".mmm"), fixed(kRoomy)),
      channel("pci_interface.frame_writes", "MatrixWrite", "pci_interface.frames", "triangle_unit.frame",
              fixed(kRoomy)),
  };
}

std::vector<ChannelRow> memory_channels(const ChipConfig& c) {
  const Capacity registers = keyed(c, "memory_controller.input_registers", kRoomy);
  const std::string volumes = c.volume_unit();
  // Pairs of the branch cache take no input register; each is asked for ahead.
  Capacity pairs = registers;
  if (c.has_obbs() && c.obb_unit.branch_cache_lines > 0) {
    pairs.items += c.stack_engine.look_ahead;
    pairs.rule += " + `stack_engine.look_ahead`";
  }
  return {
      channel("stack_engine.requests", "ReadRequest", "stack_engine.requests",
              "memory_controller.node_requests", keyed(c, "memory_controller.request_queue_depth")),
      channel("triangle_unit.requests", "ReadRequest", "triangle_unit.requests",
              "memory_controller.triangle_requests", fixed(2)),
      channel("memory_controller.tumbled_data", "NodePairData", "memory_controller.tumbled_data",
              volumes + ".tumbled", pairs),
      channel("memory_controller.aligned_data", "NodePairData", "memory_controller.aligned_data",
              volumes + ".aligned", pairs),
      channel("memory_controller.triangle_data", "TriangleData", "memory_controller.triangle_data",
              "triangle_unit.triangle_data", fixed(kRoomy)),
      channel(volumes + ".releases", "RegisterRelease", volumes + ".release", "memory_controller.releases",
              registers),
      channel("memory_controller.tumbled_auxiliary", "PairAuxiliary", "memory_controller.tumbled_auxiliary",
              "stack_engine.tumbled_auxiliary", fixed(kRoomy)),
      channel("memory_controller.aligned_auxiliary", "PairAuxiliary", "memory_controller.aligned_auxiliary",
              "stack_engine.aligned_auxiliary", keyed(c, "stack_engine.look_ahead", kRoomy)),
  };
}

ChannelRow findings(const ChipConfig& c) {
  const std::size_t lanes = c.triangle_unit.lanes, depth = triangle_unit_params(c).pipeline_depth;
  const std::string rule = std::to_string(kRoomy) + " + " + (c.has_tree() ? "" : "`triangle_unit.lanes` × ") +
                           "depth of the Triangle Unit's pipeline";
  return channel("triangle_unit.findings", "Finding", "triangle_unit.findings", "pointer_fifo.findings",
                 {kRoomy + lanes * depth, rule});
}

ChannelRow entries(const ChipConfig& c) {
  return channel("pointer_fifo.entries", "Finding", "pointer_fifo.entries", "pci_interface.entries",
                 keyed(c, "pointer_fifo.depth"));
}

ChannelRow done(Capacity capacity = fixed(1)) {
  return channel("pointer_fifo.done", "QueryDone", "pointer_fifo.done", "pci_interface.done",
                 std::move(capacity));
}

std::vector<ChannelRow> query_channels(const ChipConfig& c) {
  const std::string volumes = c.volume_unit();
  return {
      channel("stack_engine.list_commands", "ListCommand", "stack_engine.list_commands", volumes + ".list",
              fixed(2)),
      channel(volumes + ".flags", "OverlapFlags", volumes + ".flags", "stack_engine.flags",
              keyed(c, "stack_engine.look_ahead", 1)),
      channel("stack_engine.leaf_tests", "LeafTests", "stack_engine.leaf_tests", "triangle_unit.leaf_tests",
              keyed(c, "triangle_unit.queue_depth")),
      findings(c),
      channel("triangle_unit.stop", "StopRequest", "triangle_unit.stop", "stack_engine.stop", fixed(1)),
      channel("pci_interface.stop", "StopRequest", "pci_interface.stop", "stack_engine.host_stop", fixed(1)),
      entries(c),
      done(),
      channel("stack_engine.left_sram", "SramRequest", "stack_engine.left_sram", "stack_sram_left.requests",
              fixed(kRoomy)),
      channel("stack_engine.right_sram", "SramRequest", "stack_engine.right_sram",
              "stack_sram_right.requests", fixed(kRoomy)),
      channel("stack_sram_left.words", "SramResponse", "stack_sram_left.words", "stack_engine.left_words",
              fixed(2)),
      channel("stack_sram_right.words", "SramResponse", "stack_sram_right.words", "stack_engine.right_words",
              fixed(2)),
  };
}

// Of leaves that bring their triangles.
std::vector<ChannelRow> leaf_channels(const ChipConfig& c) {
  if (!c.nodes().triangle_leaves) return {};
  const Capacity leaves = {2 * (kRoomy + c.memory_controller.input_registers),
                           "32 + 2 × `memory_controller.input_registers`"};
  return {
      channel("memory_controller.tumbled_leaves", "TriangleData", "memory_controller.tumbled_leaves",
              "triangle_unit.tumbled_leaves", leaves),
      channel("memory_controller.aligned_leaves", "TriangleData", "memory_controller.aligned_leaves",
              "triangle_unit.aligned_leaves", leaves),
  };
}

std::vector<ChannelRow> tree_channels(const ChipConfig& config) {
  std::vector<ChannelRow> all;
  for (const auto& rows :
       {host_channels(config), memory_channels(config), query_channels(config), leaf_channels(config)})
    all.insert(all.end(), rows.begin(), rows.end());
  return all;
}

// Without a tree: triangles alone. A record that is asked for has its command, so there is room for both.
std::vector<ChannelRow> brute_force_channels(const ChipConfig& c) {
  return {
      channel("pci_interface.start", "StartCommand", "pci_interface.start", "pair_sequencer.start", fixed(1)),
      channel("pci_interface.mmm_writes", "MatrixWrite", "pci_interface.mmm", "pair_sequencer.counts",
              fixed(kRoomy)),
      channel("pci_interface.frame_writes", "MatrixWrite", "pci_interface.frames", "triangle_unit.frame",
              fixed(kRoomy)),
      channel("pair_sequencer.requests", "ReadRequest", "pair_sequencer.requests",
              "memory_controller.triangle_requests", keyed(c, "memory_controller.request_queue_depth")),
      channel("memory_controller.triangle_data", "TriangleData", "memory_controller.triangle_data",
              "triangle_unit.triangle_data", keyed(c, "triangle_unit.queue_depth")),
      channel("pair_sequencer.tile_commands", "TileCommand", "pair_sequencer.tile_commands",
              "triangle_unit.tile_commands", keyed(c, "triangle_unit.queue_depth")),
      findings(c),
      channel("triangle_unit.stop", "StopRequest", "triangle_unit.stop", "pair_sequencer.stop", fixed(1)),
      channel("pci_interface.stop", "StopRequest", "pci_interface.stop", "pair_sequencer.host_stop",
              fixed(1)),
      entries(c),
      done(),
  };
}

// Between the Record Cache and each channel of memory.
std::vector<ChannelRow> burst_channels(const ChipConfig& c) {
  std::vector<ChannelRow> rows;
  // Those that the memory has accepted, and of one beat each those on their way from its pins.
  Capacity under_way = keyed(c, "sdram.queue_depth", kRoomy + c.sdram.ecc_cycles);
  under_way.items += c.memory_controller.interface_latency;
  under_way.rule = "16 + `sdram.queue_depth` + `memory_controller.interface_latency` + `sdram.ecc_cycles`";
  for (std::uint32_t i = 0; i < c.memory.channels; ++i) {
    const std::string cache = in_channel("record_cache.burst_requests", i);
    const std::string controller = in_channel("memory_controller", i), data = controller + ".burst_data";
    rows.push_back(channel(cache, "BurstRequest", cache, controller + ".burst_requests",
                           keyed(c, "memory_controller.request_queue_depth")));
    rows.push_back(channel(data, "BurstData", data, in_channel("record_cache.burst_data", i), under_way));
  }
  return rows;
}

// With groups. What is asked for has room when it comes: contexts and look-ahead bound the groups under way, places
// and pairs of leaves the blocks.
std::vector<ChannelRow> group_channels(const ChipConfig& c) {
  const std::uint32_t contexts = c.group_engine.contexts;
  const Capacity groups = {2 * contexts * (c.group_engine.look_ahead + 1),
                           "2 × `group_engine.contexts` × (`group_engine.look_ahead` + 1)"};
  const Capacity blocks = {8 * contexts + c.leaf_unit.waiting,
                           "8 × `group_engine.contexts` + `leaf_unit.waiting`"};
  const Capacity leaves = {8 * contexts, "8 × `group_engine.contexts`"};
  const Capacity queries = keyed(c, "group_engine.queries");
  std::vector<ChannelRow> rows = {
      channel("pci_interface.start", "StartCommand", "pci_interface.start", "group_engine.start", queries),
      channel("pci_interface.mmm_writes", "MatrixWrite", "pci_interface.mmm", "group_unit.registers",
              fixed(kRoomy)),
      channel("pci_interface.frame_writes", "MatrixWrite", "pci_interface.frames", "leaf_unit.registers",
              fixed(kRoomy)),
      channel("leaf_unit.test_registers", "MatrixWrite", "leaf_unit.test_registers",
              "small_triangle_unit.registers", fixed(kRoomy)),
      channel("group_engine.requests", "RecordRequest", "group_engine.requests",
              "record_cache.group_requests", fixed(2)),
      channel("leaf_unit.requests", "RecordRequest", "leaf_unit.requests", "record_cache.block_requests",
              fixed(2)),
      channel("record_cache.groups", "RecordData", "record_cache.groups", "group_unit.groups", groups),
      channel("record_cache.blocks", "RecordData", "record_cache.blocks", "leaf_unit.blocks", blocks),
      channel("group_unit.results", "GroupAnswer", "group_unit.results", "group_engine.results", groups),
      channel("group_unit.leaf_orders", "LeafOrder", "group_unit.leaf_orders", "leaf_unit.orders",
              fixed(kRoomy)),
      channel("leaf_unit.volumes", "LeafVolume", "leaf_unit.volumes", "group_unit.volumes", leaves),
      channel("leaf_unit.done", "LeafDone", "leaf_unit.done", "group_engine.leaf_done", fixed(4)),
      channel("leaf_unit.tests", "TriangleTest", "leaf_unit.tests", "small_triangle_unit.tests",
              keyed(c, "small_triangle_unit.queue_depth")),
      channel("group_engine.orders", "QueryOrder", "group_engine.orders", "small_triangle_unit.orders",
              fixed(2)),
      channel("small_triangle_unit.findings", "Finding", "small_triangle_unit.findings",
              "pointer_fifo.findings", fixed(kRoomy)),
      channel("small_triangle_unit.stop", "QueryStop", "small_triangle_unit.stop", "group_engine.stop",
              fixed(1)),
      channel("pci_interface.stop", "QueryStop", "pci_interface.stop", "group_engine.host_stop", queries),
      entries(c),
      done(queries),
  };
  const std::vector<ChannelRow> bursts = burst_channels(c);
  const auto place = std::find_if(rows.begin(), rows.end(),
                                  [](const ChannelRow& row) { return row.name == "record_cache.groups"; });
  rows.insert(place, bursts.begin(), bursts.end());
  return rows;
}

}  // namespace

std::vector<UnitRow> chip_units(const ChipConfig& config) {
  std::vector<UnitRow> rows = {{"pci_interface", "pci_interface"}};
  for (std::uint32_t i = 0; i < config.memory.channels; ++i)
    rows.push_back({in_channel("memory_controller", i), "memory_controller"});
  for (const UnitRow& row : engine_units(config)) rows.push_back(row);
  if (!config.has_groups()) rows.push_back({"triangle_unit", "triangle_unit"});
  rows.push_back({"pointer_fifo", "pointer_fifo"});
  for (UnitRow& row : rows) {
    const ConfigKey* key = find_key("units." + row.kind);
    if (key != nullptr) row.model = static_cast<UnitModel>(key->get(config));
  }
  return rows;
}

Netlist chip_netlist(const ChipConfig& config) {
  Netlist netlist;
  netlist.units = chip_units(config);
  netlist.channels = config.has_tree()     ? tree_channels(config)
                     : config.has_groups() ? group_channels(config)
                                           : brute_force_channels(config);
  netlist.sockets = {{"pci_interface.memory", "memory_controller.host"}};
  if (!config.has_groups()) netlist.sockets.push_back({"triangle_unit.records", "memory_controller.host"});
  return netlist;
}

}  // namespace collisionchip
