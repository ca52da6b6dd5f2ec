// The channels of the Stack Engine and its two SRAMs, as the chip has them, for a bench that plays the rest.
#pragma once

#include <map>

#include "collisionchip/tlm/chip/chip_netlist.h"
#include "collisionchip/tlm/machine/channel_set.h"

namespace collisionchip::testing_support {

struct EngineChannels {
  // `rooms`: capacities that are not the chip's, by the channel's name.
  explicit EngineChannels(const ChipConfig& config, const std::map<std::string, std::size_t>& rooms)
      : set(rows(config, rooms)) {}

  static std::vector<ChannelRow> rows(const ChipConfig& config,
                                      const std::map<std::string, std::size_t>& rooms) {
    std::vector<ChannelRow> all = channels_of(chip_netlist(config), "stack_engine");
    for (ChannelRow& row : all) {
      const auto room = rooms.find(row.name);
      if (room != rooms.end()) row.capacity = room->second;
    }
    return all;
  }

  ChannelSet set;
  Channel<StartCommand>& start = set.at<StartCommand>("pci_interface.start");
  Channel<PairAuxiliary>& tumbled_auxiliary = set.at<PairAuxiliary>("memory_controller.tumbled_auxiliary");
  Channel<PairAuxiliary>& aligned_auxiliary = set.at<PairAuxiliary>("memory_controller.aligned_auxiliary");
  Channel<OverlapFlags>& flags = set.at<OverlapFlags>("dop_unit.flags");
  Channel<StopRequest>& stop = set.at<StopRequest>("triangle_unit.stop");
  Channel<StopRequest>& host_stop = set.at<StopRequest>("pci_interface.stop");
  Channel<ReadRequest>& requests = set.at<ReadRequest>("stack_engine.requests");
  Channel<ListCommand>& list_commands = set.at<ListCommand>("stack_engine.list_commands");
  Channel<LeafTests>& leaf_tests = set.at<LeafTests>("stack_engine.leaf_tests");
  // Where transforms lie on the stack; otherwise nullptr.
  const UnitPorts ports = set.ports_of("stack_engine");
  Channel<StackCommand>* const stack_commands = ports.find<StackCommand>("stack_commands");
  Channel<TransformedPair>* const to_dop_unit = ports.find<TransformedPair>("to_dop_unit");
  Channel<TransformedPair>* const from_dop_unit = ports.find<TransformedPair>("from_dop_unit");
};

}  // namespace collisionchip::testing_support
