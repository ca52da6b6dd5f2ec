#include "collisionchip/tlm/chip/chip_netlist.h"

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

std::vector<UnitRow> units(const ChipConfig& config) {
  const std::string volumes = config.volume_unit();
  std::vector<UnitRow> rows = {{"pci_interface", "pci_interface"}, {"memory_controller", "memory_controller"},
                               {"stack_engine", "stack_engine"},   {"stack_sram_left", "stack_sram"},
                               {"stack_sram_right", "stack_sram"}, {volumes, volumes},
                               {"triangle_unit", "triangle_unit"}, {"pointer_fifo", "pointer_fifo"}};
  for (UnitRow& row : rows) {
    const ConfigKey* key = find_key("units." + row.kind);
    if (key != nullptr) row.model = static_cast<UnitModel>(key->get(config));
  }
  return rows;
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
  return {
      channel("stack_engine.requests", "ReadRequest", "stack_engine.requests",
              "memory_controller.node_requests", keyed(c, "memory_controller.request_queue_depth")),
      channel("triangle_unit.requests", "ReadRequest", "triangle_unit.requests",
              "memory_controller.triangle_requests", fixed(2)),
      channel("memory_controller.tumbled_data", "NodePairData", "memory_controller.tumbled_data",
              volumes + ".tumbled", registers),
      channel("memory_controller.aligned_data", "NodePairData", "memory_controller.aligned_data",
              volumes + ".aligned", registers),
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

std::vector<ChannelRow> query_channels(const ChipConfig& c) {
  const std::string volumes = c.volume_unit();
  const std::size_t depth = triangle_unit_params(c).pipeline_depth;
  const std::string of_depth = std::to_string(kRoomy) + " + depth of the Triangle Unit's pipeline";
  return {
      channel("stack_engine.list_commands", "ListCommand", "stack_engine.list_commands", volumes + ".list",
              fixed(2)),
      channel(volumes + ".flags", "OverlapFlags", volumes + ".flags", "stack_engine.flags",
              keyed(c, "stack_engine.look_ahead", 1)),
      channel("stack_engine.leaf_tests", "LeafTests", "stack_engine.leaf_tests", "triangle_unit.leaf_tests",
              keyed(c, "triangle_unit.queue_depth")),
      channel("triangle_unit.findings", "Finding", "triangle_unit.findings", "pointer_fifo.findings",
              {kRoomy + depth, of_depth}),
      channel("triangle_unit.stop", "StopRequest", "triangle_unit.stop", "stack_engine.stop", fixed(1)),
      channel("pci_interface.stop", "StopRequest", "pci_interface.stop", "stack_engine.host_stop", fixed(1)),
      channel("pointer_fifo.entries", "Finding", "pointer_fifo.entries", "pci_interface.entries",
              keyed(c, "pointer_fifo.depth")),
      channel("pointer_fifo.done", "QueryDone", "pointer_fifo.done", "pci_interface.done", fixed(1)),
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

}  // namespace

Netlist chip_netlist(const ChipConfig& config) {
  Netlist netlist;
  netlist.units = units(config);
  for (const auto& rows :
       {host_channels(config), memory_channels(config), query_channels(config), leaf_channels(config)})
    netlist.channels.insert(netlist.channels.end(), rows.begin(), rows.end());
  netlist.sockets = {{"pci_interface.memory", "memory_controller.host"},
                     {"triangle_unit.records", "memory_controller.host"}};
  return netlist;
}

}  // namespace collisionchip
