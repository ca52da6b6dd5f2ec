#include "collisionchip/tlm/machine/channel_set.h"

namespace collisionchip {

namespace {

template <std::size_t kMessage = 0>
void emplace(std::deque<AllChannels::Any>& channels, const ChannelRow& row) {
  if constexpr (kMessage == std::variant_size_v<AllChannels::Any>) {
    throw std::logic_error(row.name + ": no message '" + row.message + "'");
  } else if (row.message == std::variant_alternative_t<kMessage, AllChannels::Any>::Item::kName) {
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
