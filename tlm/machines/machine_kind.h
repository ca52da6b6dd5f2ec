// A row for each machine: its name, the keys that choose it, and everything in tlm that differs between machines. Each row has a file:
// lists.cpp, boxes.cpp, tiles.cpp, groups.cpp. Other code calls the row that machine_of(config) returns and never asks which one it is.
#pragma once

#include <string>
#include <vector>

#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/kinds/closing_sum.h"
#include "collisionchip/tlm/kinds/derived.h"
#include "collisionchip/tlm/machine/messages.h"
#include "collisionchip/tlm/machine/netlist.h"
#include "collisionchip/tlm/machines/config_conflicts.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {

// A configuration that shows units and channels of a machine.
struct MachineExample {
  // Orders the statistics in files and pages. A new example gets the next number.
  int place;
  ChipConfig config;
};

// The way of a pointer through the chip, as traces draw it: a request of this kind, and the channels that it and its data pass.
struct PointerFlow {
  ReadKind kind;
  std::vector<std::string> channels;
};

// A sum between units. Sums of the same name are one sum, to which each machine adds its terms.
struct MachineSum {
  std::string name;
  ClosingSum sum;
};

struct MachineKind {
  std::string name;  // "lists"

  // The keys that choose the machine: engine.kind and, where two machines share one, tree.format.
  EngineKindKey engine = EngineKindKey::tree;
  std::vector<TreeFormatKey> formats;  // empty: any

  // Which Memory Controller it has (tlm/chip/unit_kinds.h).
  std::string memory_controller;
  // Units in addition to PCI Interface, Memory Controllers and Pointer FIFO, in the order of reports.
  std::vector<UnitRow> (*units)(const ChipConfig& config) = nullptr;
  // All channels, in an order that is part of the trace format.
  std::vector<ChannelRow> (*channels)(const ChipConfig& config) = nullptr;
  // Sockets in addition to that of the PCI Interface.
  std::vector<SocketRow> sockets;
  // The ways of pointers; nullptr: data are asked for and handed on in no fixed order.
  std::vector<PointerFlow> (*flows)(const ChipConfig& config) = nullptr;
  // Units whose traffic can be written as events at their pins (traces/vectors).
  std::vector<std::string> (*pins)(const ChipConfig& config) = nullptr;
  // Examples that together have every unit and every channel of the machine.
  std::vector<MachineExample> (*examples)() = nullptr;

  // Fills in what units are told and what differs between machines; derived_of.cpp has filled in the rest.
  void (*derive)(const ChipConfig& config, Derived& all) = nullptr;
  // Says whether cycles of a query depend on the queries before it; nullptr: they never do.
  bool (*remembers_queries)(const ChipConfig& config) = nullptr;

  // Sums between units. A sum over one unit is in that unit's folder (tlm/kinds/closing_sum.h).
  std::vector<MachineSum> (*sums)() = nullptr;
  // The name of the statistic that counts queries which a first witness ended.
  std::string stops;

  // Sections and keys that this machine has and some other machine lacks.
  std::vector<std::string> (*keys)(const ChipConfig& config) = nullptr;
  // The first rule that a configuration breaks is the one that is reported.
  std::vector<ConflictRule> conflicts;
  std::vector<Preset> presets;
};

}  // namespace collisionchip
