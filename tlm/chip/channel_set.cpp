#include "collisionchip/tlm/chip/channel_set.h"

#include <array>

namespace collisionchip {

namespace {

// In the order of AllChannels.
constexpr std::array<const char*, std::variant_size_v<AllChannels::Any>> kMessages = {
    "StartCommand",    "MatrixWrite",   "ReadRequest", "NodePairData", "TriangleData",
    "RegisterRelease", "PairAuxiliary", "ListCommand", "OverlapFlags", "SramRequest",
    "SramResponse",    "LeafTests",     "Finding",     "StopRequest",  "QueryDone"};

template <std::size_t kMessage = 0>
void emplace(std::deque<AllChannels::Any>& channels, const ChannelRow& row) {
  if constexpr (kMessage == std::variant_size_v<AllChannels::Any>) {
    throw std::logic_error(row.name + ": no message '" + row.message + "'");
  } else if (row.message == kMessages[kMessage]) {
    channels.emplace_back(std::in_place_index<kMessage>, row.name, row.capacity, row.latency);
  } else {
    emplace<kMessage + 1>(channels, row);
  }
}

}  // namespace

ChannelSet::ChannelSet(const std::vector<ChannelRow>& rows) : rows_(rows) {
  for (const ChannelRow& row : rows_) emplace(channels_, row);
}

UnitPorts ChannelSet::ports_of(const std::string& unit) {
  UnitPorts ports;
  for_each([&](auto& channel, const ChannelRow& row) {
    for (const std::string& port : {row.writer, row.reader}) {
      if (unit_of(port) == unit) ports.add(name_at_unit(port), &channel);
    }
  });
  return ports;
}

}  // namespace collisionchip
