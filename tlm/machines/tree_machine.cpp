#include "collisionchip/tlm/machines/tree_machine.h"

#include "collisionchip/tlm/machines/conflict_rules.h"
#include "collisionchip/tlm/machines/derived_of.h"
#include "collisionchip/tlm/machines/netlist_rows.h"

namespace collisionchip::tree_machine {

using namespace conflict_rules;
using namespace netlist_rows;

namespace {

// What the host sends and gets.
std::vector<ChannelRow> host_channels(const std::string& volumes) {
  return {
      channel("pci_interface.start", "StartCommand", "pci_interface.start", "stack_engine.start", fixed(1)),
      channel("pci_interface.mmm_writes", "MatrixWrite", "pci_interface.mmm", volumes + ".mmm",
              fixed(kRoomy)),
      channel("pci_interface.frame_writes", "MatrixWrite", "pci_interface.frames", "triangle_unit.frame",
              fixed(kRoomy)),
  };
}

std::vector<ChannelRow> memory_channels(const ChipConfig& c, const std::string& volumes) {
  const Capacity registers = keyed(c, "memory_controller.input_registers", kRoomy);
  // Pairs of the branch cache take no input register; each is asked for ahead.
  Capacity pairs = registers;
  if (derived_of(c).pairs.branch_cache_lines > 0) {
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

std::vector<ChannelRow> query_channels(const ChipConfig& c, const std::string& volumes) {
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
      done(c),
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

// The channels of leaves that bring their triangles.
std::vector<ChannelRow> leaf_channels(const ChipConfig& c) {
  if (!nodes_of(c).triangle_leaves) return {};
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

std::vector<UnitRow> units(const std::string& volumes, const std::string& engine) {
  return {{"stack_engine", "stack_engine", UnitModel::tlm, 0, engine},
          {"stack_sram_left", "stack_sram"},
          {"stack_sram_right", "stack_sram"},
          {volumes, volumes},
          {"triangle_unit", "triangle_unit"}};
}

std::vector<ChannelRow> channels(const ChipConfig& config, const std::string& volumes) {
  std::vector<ChannelRow> all = host_channels(volumes);
  append(all, memory_channels(config, volumes));
  append(all, query_channels(config, volumes));
  append(all, leaf_channels(config));
  return all;
}

void derive(const ChipConfig& config, PairsDerived& pairs) {
  pairs.refill = config.memory_controller.refill;
  pairs.flags_at_once = config.stack_engine.decision == ListDecision::ideal;
  pairs.leaf_test = config.leaf_test();
  pairs.list_words = config.stack_sram.entries;
  pairs.list_ecc = config.stack_sram.ecc;
  pairs.input_registers = config.memory_controller.input_registers;
  pairs.look_ahead = config.stack_engine.look_ahead;
  pairs.register_sets = config.dop_unit.register_sets;
  pairs.prefetches = config.prefetches();
  pairs.prefetches_known = config.prefetches_known();
}

std::vector<SocketRow> sockets() {
  return {{"triangle_unit.records", "memory_controller.host"}};
}

std::vector<PointerFlow> flows(const std::string& volumes) {
  return {{ReadKind::tumbled_pair, {"stack_engine.requests", "memory_controller.tumbled_data"}},
          {ReadKind::aligned_pair,
           {"stack_engine.requests", "memory_controller.aligned_data", volumes + ".flags"}},
          {ReadKind::triangle, {"triangle_unit.requests", "memory_controller.triangle_data"}}};
}

std::vector<std::string> keys() {
  return {"tree",
          "stack_engine",
          "stack_sram",
          "units.stack_engine",
          "memory_controller.overlap_lists",
          "memory_controller.triangle_priority",
          "triangle_unit.ideal",
          "triangle_unit.cache_lines",
          "triangle_unit.cache_ways"};
}

namespace {

std::optional<ConfigConflict> node_conflict(const ChipConfig& config) {
  for (const char* name : {"tree.degree", "tree.leaf_size"}) {
    if (!is_usual(config, name))
      return ConfigConflict{{name},
                            shown(config, name) +
                                " is only for the verb `trees`: the chip walks pairs of nodes in " +
                                nodes_of(config).name + " whose leaves hold one triangle"};
  }
  return std::nullopt;
}

std::optional<ConfigConflict> bus_conflict(const ChipConfig& config) {
  const NodeFormat& format = nodes_of(config);
  if (format.suits_bus(config.sdram.bus_bytes)) return std::nullopt;
  return ConfigConflict{{"sdram.bus_bytes"},
                        shown(config, "sdram.bus_bytes") + " does not divide the " +
                            std::to_string(format.pair_stride) + " bytes from pair to pair of nodes in " +
                            format.name};
}

std::optional<ConfigConflict> entries_conflict(const ChipConfig& config) {
  const std::uint32_t words = derived_of(config).pairs.entry_words;
  if (config.stack_sram.entries >= 4 * words) return std::nullopt;
  return ConfigConflict{{"stack_sram.entries"},
                        shown(config, "stack_sram.entries") + " has no room for four entries of " +
                            std::to_string(words) + " words of " + nodes_of(config).name};
}

}  // namespace

ConflictRule nodes_rule() {
  return {"`tree.degree` and `tree.leaf_size` have their defaults: other values are for the verb `trees`.",
          node_conflict};
}

ConflictRule bus_rule() {
  return {"`sdram.bus_bytes` divides the bytes from pair to pair of nodes.", bus_conflict};
}

ConflictRule entries_rule() {
  return {
      "`stack_sram.entries` has room for four entries of lists. An entry is one word, or seven if its "
      "parent's "
      "box comes with it.",
      entries_conflict};
}

}  // namespace collisionchip::tree_machine
