// A machine as a row: what it is called, which keys choose it, and what depends on which machine it is. The row of each stands in a file
// of its own: lists.cpp, boxes.cpp, tiles.cpp, groups.cpp. Other code asks machine_of(config) and calls the row.
#pragma once

#include <string>
#include <vector>

#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/kinds/closing_sum.h"
#include "collisionchip/tlm/kinds/derived.h"
#include "collisionchip/tlm/machine/netlist.h"
#include "collisionchip/tlm/machines/config_conflicts.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {

// A configuration of a machine that shows units and channels which others lack.
struct MachineExample {
  // Statistics in files and pages stand in the order of these numbers: a new example gets the next one.
  int place;
  ChipConfig config;
};

// A sum between units. Machines that have one of the same name have it in common: each adds its terms to it.
struct MachineSum {
  std::string name;
  ClosingSum sum;
};

struct MachineKind {
  std::string name;  // "lists"

  // The keys that choose it: engine.kind and, where machines share one, tree.format.
  EngineKindKey engine = EngineKindKey::tree;
  std::vector<TreeFormatKey> formats;  // empty: any

  // Units between the Memory Controllers and the Pointer FIFO, in the order of reports.
  std::vector<UnitRow> (*units)(const ChipConfig& config) = nullptr;
  // All channels, in an order that is part of the trace format.
  std::vector<ChannelRow> (*channels)(const ChipConfig& config) = nullptr;
  // Beside the PCI Interface's.
  std::vector<SocketRow> sockets;
  // Units that are known by what happens at their pins (traces/vectors).
  std::vector<std::string> (*pins)(const ChipConfig& config) = nullptr;
  // Together they have every unit and every channel that the machine can have.
  std::vector<MachineExample> (*examples)() = nullptr;

  // What units are told of it: fills in what not every machine says alike (derived_of.cpp).
  void (*derive)(const ChipConfig& config, Derived& all) = nullptr;
  // Whether cycles of a query depend on the queries before it; nullptr: never.
  bool (*remembers_queries)(const ChipConfig& config) = nullptr;

  // Sums between its units; those of a single unit are in its folder (tlm/kinds/closing_sum.h).
  std::vector<MachineSum> (*sums)() = nullptr;
  // The statistic that counts queries which a first witness ended.
  std::string stops;

  // Sections and keys that it has and some other machine lacks.
  std::vector<std::string> (*keys)(const ChipConfig& config) = nullptr;
  // In the order in which they are looked for.
  std::vector<ConflictRule> conflicts;
  std::vector<Preset> presets;
};

}  // namespace collisionchip
