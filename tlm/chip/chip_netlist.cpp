#include "collisionchip/tlm/chip/chip_netlist.h"

#include <algorithm>

#include "collisionchip/tlm/config/config_keys.h"
#include "collisionchip/tlm/config/group_units.h"
#include "collisionchip/tlm/config/unit_params.h"
#include "collisionchip/tlm/units/triangle_unit/triangle_unit_params.h"

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

std::vector<UnitRow> group_units(const ChipConfig& config) {
  std::vector<UnitRow> rows;
  if (config.engine.count > 1) rows.push_back({"engine_switch", "engine_switch"});
  for (std::uint32_t engine = 0; engine < config.engine.count; ++engine) {
    for (const std::string_view name : kGroupUnits) {
      const std::string kind(name);
      rows.push_back({numbered(kind, engine), kind, UnitModel::tlm, engine});
    }
  }
  return rows;
}

// The units between memory and Triangle Unit, which say what is tested.
std::vector<UnitRow> engine_units(const ChipConfig& config) {
  if (config.has_tiles()) return {{"pair_sequencer", "pair_sequencer"}};
  if (config.has_groups()) return group_units(config);
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
  const std::size_t lanes = c.triangle_unit.lanes, depth = params_of<TriangleUnitParams>(c).pipeline_depth;
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

// Bursts that a channel of memory has accepted, and of one beat each those on their way from its pins.
Capacity bursts_under_way(const ChipConfig& c) {
  Capacity under_way = keyed(c, "sdram.queue_depth", kRoomy + c.sdram.ecc_cycles);
  under_way.items += c.memory_controller.interface_latency;
  under_way.rule = "16 + `sdram.queue_depth` + `memory_controller.interface_latency` + `sdram.ecc_cycles`";
  return under_way;
}

// Between what asks for bursts, `requests`, what takes them, `data`, and a channel of memory.
void add_bursts(const ChipConfig& c, std::uint32_t memory, const std::string& requests,
                const std::string& data, std::vector<ChannelRow>& rows) {
  const std::string controller = numbered("memory_controller", memory), sent = controller + ".burst_data";
  rows.push_back(channel(requests, "BurstRequest", requests, controller + ".burst_requests",
                         keyed(c, "memory_controller.request_queue_depth")));
  rows.push_back(channel(sent, "BurstData", sent, data, bursts_under_way(c)));
}

// Between an engine's Record Cache and each channel of memory.
std::vector<ChannelRow> burst_channels(const ChipConfig& c, std::uint32_t engine) {
  std::vector<ChannelRow> rows;
  const std::string cache = numbered("record_cache", engine);
  for (std::uint32_t i = 0; i < c.memory.channels; ++i) {
    const std::string requests = numbered(cache + ".burst_requests", i),
                      data = numbered(cache + ".burst_data", i);
    if (c.engine.count == 1) {
      add_bursts(c, i, requests, data, rows);
      continue;
    }
    const std::string at_switch = "engine_switch.engine_" + std::to_string(engine),
                      sent = numbered(at_switch + "_data", i);
    rows.push_back(channel(requests, "BurstRequest", requests, numbered(at_switch + "_requests", i),
                           keyed(c, "memory_controller.request_queue_depth")));
    rows.push_back(channel(sent, "BurstData", sent, data, bursts_under_way(c)));
  }
  return rows;
}

// Of one engine with groups. What is asked for has room when it comes: contexts and look-ahead bound the groups under way,
// places and pairs of leaves the blocks.
std::vector<ChannelRow> engine_channels(const ChipConfig& c, std::uint32_t engine) {
  const std::uint32_t contexts = c.group_engine.contexts;
  const Capacity groups = {2 * contexts * (c.group_engine.look_ahead + 1),
                           "2 × `group_engine.contexts` × (`group_engine.look_ahead` + 1)"};
  const Capacity blocks = {8 * contexts + c.leaf_unit.waiting,
                           "8 × `group_engine.contexts` + `leaf_unit.waiting`"};
  const Capacity leaves = {8 * contexts, "8 × `group_engine.contexts`"};
  const auto link = [engine](const char* from, const char* sends, const char* message, const char* to,
                             const char* takes, const Capacity& capacity) {
    const std::string writer = numbered(from, engine) + "." + sends;
    return channel(writer, message, writer, numbered(to, engine) + "." + takes, capacity);
  };
  std::vector<ChannelRow> rows = {
      link("leaf_unit", "test_registers", "MatrixWrite", "small_triangle_unit", "registers", fixed(kRoomy)),
      link("group_engine", "requests", "RecordRequest", "record_cache", "group_requests", fixed(2)),
      link("leaf_unit", "requests", "RecordRequest", "record_cache", "block_requests", fixed(2))};
  for (const ChannelRow& row : burst_channels(c, engine)) rows.push_back(row);
  for (const ChannelRow& row :
       {link("record_cache", "groups", "RecordData", "group_unit", "groups", groups),
        link("record_cache", "blocks", "RecordData", "leaf_unit", "blocks", blocks),
        link("group_unit", "results", "GroupAnswer", "group_engine", "results", groups),
        link("group_unit", "leaf_orders", "LeafOrder", "leaf_unit", "orders", fixed(kRoomy)),
        link("leaf_unit", "volumes", "LeafVolume", "group_unit", "volumes", leaves),
        link("leaf_unit", "done", "LeafDone", "group_engine", "leaf_done", fixed(4)),
        link("leaf_unit", "tests", "TriangleTest", "small_triangle_unit", "tests",
             keyed(c, "small_triangle_unit.queue_depth")),
        link("group_engine", "orders", "QueryOrder", "small_triangle_unit", "orders", fixed(2))})
    rows.push_back(row);
  return rows;
}

// What the host and the Pointer FIFO have to do with the only engine.
std::vector<ChannelRow> group_channels(const ChipConfig& c) {
  const Capacity queries = keyed(c, "group_engine.queries");
  std::vector<ChannelRow> rows = {
      channel("pci_interface.start", "StartCommand", "pci_interface.start", "group_engine.start", queries),
      channel("pci_interface.mmm_writes", "MatrixWrite", "pci_interface.mmm", "group_unit.registers",
              fixed(kRoomy)),
      channel("pci_interface.frame_writes", "MatrixWrite", "pci_interface.frames", "leaf_unit.registers",
              fixed(kRoomy))};
  for (const ChannelRow& row : engine_channels(c, 0)) rows.push_back(row);
  for (const ChannelRow& row :
       {channel("small_triangle_unit.findings", "Finding", "small_triangle_unit.findings",
                "pointer_fifo.findings", fixed(kRoomy)),
        channel("small_triangle_unit.stop", "QueryStop", "small_triangle_unit.stop", "group_engine.stop",
                fixed(1)),
        channel("pci_interface.stop", "QueryStop", "pci_interface.stop", "group_engine.host_stop", queries),
        entries(c), done(queries)})
    rows.push_back(row);
  return rows;
}

// Of an engine beside others, to and from the Engine Switch.
std::vector<ChannelRow> switched_channels(const ChipConfig& c, std::uint32_t engine) {
  const Capacity queries = keyed(c, "group_engine.queries");
  const std::string at_switch = "engine_switch.engine_" + std::to_string(engine);
  const auto down = [&](const char* what, const char* message, const char* unit, const char* port,
                        const Capacity& capacity) {
    return channel(at_switch + what, message, at_switch + what, numbered(unit, engine) + port, capacity);
  };
  std::vector<ChannelRow> rows = {
      down("_start", "QueryStart", "group_engine", ".start", queries),
      down("_stop", "QueryStop", "group_engine", ".host_stop", queries),
      down("_group_registers", "MatrixWrite", "group_unit", ".registers", fixed(kRoomy)),
      down("_leaf_registers", "MatrixWrite", "leaf_unit", ".registers", fixed(kRoomy))};
  for (const ChannelRow& row : engine_channels(c, engine)) rows.push_back(row);
  const std::string tester = numbered("small_triangle_unit", engine);
  rows.push_back(
      channel(tester + ".findings", "Finding", tester + ".findings", at_switch + "_findings", fixed(kRoomy)));
  rows.push_back(channel(tester + ".stop", "QueryStop", tester + ".stop",
                         numbered("group_engine", engine) + ".stop", fixed(1)));
  return rows;
}

// Several engines with groups behind an Engine Switch.
std::vector<ChannelRow> engines_channels(const ChipConfig& c) {
  const Capacity queries = keyed(c, "group_engine.queries");
  std::vector<ChannelRow> rows = {
      channel("pci_interface.start", "StartCommand", "pci_interface.start", "engine_switch.start", queries),
      channel("pci_interface.mmm_writes", "MatrixWrite", "pci_interface.mmm", "engine_switch.group_registers",
              fixed(kRoomy)),
      channel("pci_interface.frame_writes", "MatrixWrite", "pci_interface.frames",
              "engine_switch.leaf_registers", fixed(kRoomy)),
      channel("pci_interface.stop", "QueryStop", "pci_interface.stop", "engine_switch.stop", queries)};
  for (std::uint32_t i = 0; i < c.memory.channels; ++i)
    add_bursts(c, i, numbered("engine_switch.burst_requests", i), numbered("engine_switch.burst_data", i),
               rows);
  for (std::uint32_t engine = 0; engine < c.engine.count; ++engine) {
    for (const ChannelRow& row : switched_channels(c, engine)) rows.push_back(row);
  }
  rows.push_back(channel("engine_switch.findings", "Finding", "engine_switch.findings",
                         "pointer_fifo.findings", fixed(kRoomy)));
  rows.push_back(entries(c));
  rows.push_back(done(queries));
  return rows;
}

}  // namespace

std::uint32_t copies_of(const ChipConfig& config, const std::string& unit) {
  if (unit == "memory_controller") return config.memory.channels;
  return is_group_unit(unit) ? config.engine.count : 1;
}

std::vector<UnitRow> chip_units(const ChipConfig& config) {
  std::vector<UnitRow> rows = {{"pci_interface", "pci_interface"}};
  for (std::uint32_t i = 0; i < config.memory.channels; ++i)
    rows.push_back({numbered("memory_controller", i), "memory_controller", UnitModel::tlm, i});
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
  netlist.channels = config.has_tree()          ? tree_channels(config)
                     : !config.has_groups()     ? brute_force_channels(config)
                     : config.engine.count == 1 ? group_channels(config)
                                                : engines_channels(config);
  netlist.sockets = {{"pci_interface.memory", "memory_controller.host"}};
  if (!config.has_groups()) netlist.sockets.push_back({"triangle_unit.records", "memory_controller.host"});
  return netlist;
}

}  // namespace collisionchip
