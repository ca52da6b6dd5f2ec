// The words in which machines write their channels, and the channels that several of them have.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/machine/netlist.h"

namespace collisionchip::netlist_rows {

// The capacity of links that never fill up, because something else (look-ahead, input registers) bounds their items.
constexpr std::size_t kRoomy = 16;

struct Capacity {
  std::size_t items;
  std::string rule;
};
Capacity fixed(std::size_t items);
// Whether the chip writes its results into the host's memory.
inline bool writes_results(const ChipConfig& config) {
  return config.host.results == HostResults::memory;
}
// The value of the key, and `more`.
Capacity keyed(const ChipConfig& config, const std::string& key, std::size_t more = 0);

ChannelRow channel(std::string name, const char* message, std::string writer, std::string reader,
                   Capacity capacity);

// Channel from the Triangle Unit to the Pointer FIFO. `lanes`: words of the capacity rule for several pipelines.
ChannelRow findings(const ChipConfig& config, const std::string& lanes = "");
// Channels from the Pointer FIFO to the PCI Interface, or to the Result Unit.
ChannelRow entries(const ChipConfig& config);
ChannelRow done(const ChipConfig& config, Capacity capacity = fixed(1));
// Channels between the Result Unit and the PCI Interface.
std::vector<ChannelRow> result_channels(const Capacity& queries);

void append(std::vector<ChannelRow>& rows, const std::vector<ChannelRow>& more);

}  // namespace collisionchip::netlist_rows
