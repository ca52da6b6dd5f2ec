// Every pair of triangles, tile by tile: the Pair Sequencer reads triangles in the order of the memory, there is no tree.
#include "collisionchip/tlm/machine/register_map.h"
#include "collisionchip/tlm/machines/conflict_rules.h"
#include "collisionchip/tlm/machines/machine_kinds.h"
#include "collisionchip/tlm/machines/machine_sums.h"
#include "collisionchip/tlm/machines/netlist_rows.h"

namespace collisionchip {

namespace tiles {
namespace {

using namespace netlist_rows;

// A record that is asked for has its command, so there is room for both.
std::vector<ChannelRow> channels(const ChipConfig& c) {
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
      findings(c, "`triangle_unit.lanes` × "),
      channel("triangle_unit.stop", "StopRequest", "triangle_unit.stop", "pair_sequencer.stop", fixed(1)),
      channel("pci_interface.stop", "StopRequest", "pci_interface.stop", "pair_sequencer.host_stop",
              fixed(1)),
      entries(c),
      done(c),
  };
}

std::vector<MachineExample> examples() {
  MachineExample example{2, {}};
  example.config.engine.kind = EngineKindKey::brute_force;
  return {example};
}

// What hardware does without a tree: every pair of triangles, sixteen at a time.
ChipConfig bruteforce() {
  ChipConfig config;
  config.engine.kind = EngineKindKey::brute_force;
  config.triangle_unit.lanes = 16;
  config.triangle_unit.queue_depth = 8;  // records under way: enough to keep the data bus busy
  config.memory_controller.request_queue_depth = 8;
  config.sdram.queue_depth = 8;
  return config;
}

// This machine has no sums over cache hits and misses: only machines with a tree have the caches.
std::vector<MachineSum> sums() {
  using namespace closing;
  const ClosingSum::Term pairs = number("pair_sequencer.pairs"), tests = number("triangle_unit.tests");
  std::vector<MachineSum> all = {{"tests", {{tests}, kEqual, {pairs}, Where::all_pairs}},
                                 {"aligned triangles", {{pairs}, kEqual, {tests}, Where::all_pairs_timed}},
                                 {"tumbled triangles", {{pairs}, kEqual, {tests}, Where::all_pairs_timed}},
                                 {"tile loads",
                                  {{number("triangle_unit.tile_loads")},
                                   kEqual,
                                   {number("pair_sequencer.tumbled_triangles")},
                                   Where::all_pairs}},
                                 {"rounds", {{number("triangle_unit.rounds")}, kAtMost, {pairs}}},
                                 machine_sums::triangles_read({number("pair_sequencer.tumbled_triangles"),
                                                               number("pair_sequencer.aligned_triangles")})};
  machine_sums::append(
      all, machine_sums::results({number("triangle_unit.hits"), number("triangle_unit.uncertain")}));
  return all;
}

}  // namespace
}  // namespace tiles

MachineKind tiles_machine() {
  using namespace tiles;
  MachineKind machine;
  machine.name = "tiles";
  machine.engine = EngineKindKey::brute_force;
  machine.memory_controller = "triangle_controller";
  machine.units = [](const ChipConfig&) {
    return std::vector<UnitRow>{{"pair_sequencer", "pair_sequencer"},
                                {"triangle_unit", "triangle_unit", UnitModel::tlm, 0, "tile_unit"}};
  };
  machine.channels = channels;
  machine.sockets = {{"triangle_unit.records", "memory_controller.host"}};
  machine.flows = [](const ChipConfig&) {
    return std::vector<PointerFlow>{
        {ReadKind::triangle, {"pair_sequencer.requests", "memory_controller.triangle_data"}}};
  };
  machine.pins = [](const ChipConfig&) { return std::vector<std::string>{"pair_sequencer"}; };
  machine.examples = examples;
  machine.derive = [](const ChipConfig& config, Derived& all) {
    all.tile = config.engine.tile;
    all.mmm_words = registers::kTriangleCountWords;
  };
  machine.sums = sums;
  machine.stops = "pair_sequencer.stops";
  machine.keys = [](const ChipConfig&) {
    return std::vector<std::string>{"engine.tile", "triangle_unit.lanes"};
  };
  machine.conflicts = conflict_rules::memory_rules();
  machine.presets = {
      {"bruteforce", "no tree: a Pair Sequencer and sixteen Triangle Units", bruteforce},
  };
  return machine;
}

}  // namespace collisionchip
