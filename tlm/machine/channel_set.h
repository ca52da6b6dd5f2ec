// The channels of a machine, made from the rows of its netlist. Units see only their own, through their ports.
#pragma once

#include <deque>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "collisionchip/tlm/kernel/channel.h"
#include "collisionchip/tlm/machine/group_messages.h"
#include "collisionchip/tlm/machine/host_messages.h"
#include "collisionchip/tlm/machine/netlist.h"
#include "collisionchip/tlm/machine/refit_messages.h"
#include "collisionchip/tlm/machine/stack_messages.h"

namespace collisionchip {

template <typename... Messages>
struct ChannelsOf {
  using Any = std::variant<Channel<Messages>...>;
  using Pointer = std::variant<Channel<Messages>*...>;
};
using AllChannels =
    ChannelsOf<StartCommand, MatrixWrite, ReadRequest, NodePairData, TriangleData, RegisterRelease,
               PairAuxiliary, ListCommand, OverlapFlags, SramRequest, SramResponse, StackCommand,
               TransformedPair, LeafTests, TileCommand, Finding, StopRequest, QueryDone, RecordRequest,
               RecordData, BurstRequest, BurstData, GroupAnswer, LeafOrder, LeafVolume, LeafDone,
               TriangleTest, ContactTest, ContactVerdict, QueryOrder, QueryStart, QueryStop, PoseCommand,
               ObjectWrite, PoseRefusal, RingWrite, RefitCommand, RefitRequest, RefitData>;

// The channels of one unit by what they are called there.
class UnitPorts {
 public:
  UnitPorts() = default;
  UnitPorts(std::initializer_list<std::pair<const std::string, AllChannels::Pointer>> channels)
      : channels_(channels) {}

  void add(const std::string& port, AllChannels::Pointer channel) { channels_[port] = channel; }

  // std::logic_error if there is none of this name, or if it carries something else.
  template <typename T>
  Channel<T>& at(const std::string& port) const {
    const auto found = channels_.find(port);
    if (found == channels_.end()) throw std::logic_error("no channel at port '" + port + "'");
    if (const auto* channel = std::get_if<Channel<T>*>(&found->second)) return **channel;
    throw std::logic_error("port '" + port + "' carries another message than its channel");
  }
  template <typename T>
  bool carries(const std::string& port) const {
    const auto found = channels_.find(port);
    return found != channels_.end() && std::holds_alternative<Channel<T>*>(found->second);
  }
  // nullptr if this machine has no such channel.
  template <typename T>
  Channel<T>* find(const std::string& port) const {
    return channels_.count(port) == 0 ? nullptr : &at<T>(port);
  }

 private:
  std::map<std::string, AllChannels::Pointer> channels_;
};

class ChannelSet {
 public:
  // std::logic_error for a message that there is not.
  explicit ChannelSet(const std::vector<ChannelRow>& rows);
  ChannelSet(const ChannelSet&) = delete;
  ChannelSet& operator=(const ChannelSet&) = delete;

  // visit(Channel<T>&, const ChannelRow&), in the order of the rows.
  template <typename Visitor>
  void for_each(Visitor&& visit) {
    for (std::size_t i = 0; i < rows_.size(); ++i)
      std::visit([&](auto& channel) { visit(channel, rows_[i]); }, channels_[i]);
  }

  // By its name. std::logic_error if there is none, or if it carries something else.
  template <typename T>
  Channel<T>& at(const std::string& name) {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (rows_[i].name == name) return std::get<Channel<T>>(channels_[i]);
    }
    throw std::logic_error("no channel '" + name + "'");
  }

  UnitPorts ports_of(const std::string& unit);

 private:
  std::vector<ChannelRow> rows_;
  std::deque<AllChannels::Any> channels_;  // a deque: channels stay where they are made
};

}  // namespace collisionchip
