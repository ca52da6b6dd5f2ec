#include "collisionchip/tlm/chip/chip.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "collisionchip/tlm/chip/chip_clock.h"
#include "collisionchip/tlm/units/result_unit/result_unit.h"

namespace collisionchip {

namespace {

// A socket of a unit by its name there.
template <typename Socket>
Socket& socket_of(const Unit& unit, const std::string& name) {
  for (sc_core::sc_object* child : unit.get_child_objects()) {
    if (child->basename() != name) continue;
    if (auto* socket = dynamic_cast<Socket*>(child)) return *socket;
  }
  throw std::logic_error(std::string(unit.name()) + ": no socket '" + name + "'");
}

}  // namespace

Chip::Chip(const sc_core::sc_module_name& name, const ChipConfig& config, const Netlist& netlist,
           unsigned construction_order, const UnitKinds& kinds)
    : sc_core::sc_module(name),
      config_(config),
      netlist_(netlist),
      clock_(make_clock(config)),
      channels_(netlist.channels),
      sequencer_("sequencer", clock_) {
  for_each_channel([this](const auto& channel, const ChannelRow&) { channel_list_.push_back(&channel); });
  construct(construction_order, kinds);
  bind_sockets();
  host_side_ = all<PciInterface>().front();
  memory_sides_ = all<MemoryController>();
  host_side_->on_start = [this](Cycle origin) { begin_query(origin); };
  host_side_->on_end = [this](Cycle end) { end_query(end); };
  host_side_->on_reset = [this] { reset(); };
}

void Chip::construct(unsigned order, const UnitKinds& kinds) {
  units_.resize(netlist_.units.size());
  std::vector<std::size_t> left(units_.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  // The order-th permutation, by its digits in the factorial number system.
  while (!left.empty()) {
    const auto count = static_cast<unsigned>(left.size());
    const auto chosen = left.begin() + static_cast<std::ptrdiff_t>(order % count);
    order /= count;
    const UnitRow& row = netlist_.units[*chosen];
    std::unique_ptr<Unit>& unit = units_[*chosen];
    unit = make_unit(kinds, row, config_, channels_.ports_of(row.name));
    sequencer_.add(*unit);
    left.erase(chosen);
  }
}

void Chip::bind_sockets() {
  for (const SocketRow& row : netlist_.sockets) {
    const auto unit = [&](const std::string& port) -> const Unit& {
      return *units_[place_of(netlist_, unit_of(port))];
    };
    auto& initiator =
        socket_of<tlm::tlm_base_initiator_socket<>>(unit(row.initiator), name_at_unit(row.initiator));
    initiator.bind(socket_of<tlm::tlm_base_target_socket_b<>>(unit(row.target), name_at_unit(row.target)));
  }
}

// The units that speak for the chip outside, in the order of the netlist.
template <typename U>
std::vector<U*> Chip::all() const {
  std::vector<U*> found;
  for (const std::unique_ptr<Unit>& unit : units_) {
    if (auto* const candidate = dynamic_cast<U*>(unit.get())) found.push_back(candidate);
  }
  if (found.empty()) throw std::logic_error("expected a way out of the chip, found none");
  return found;
}

tlm::tlm_initiator_socket<>* Chip::host_memory() {
  for (const std::unique_ptr<Unit>& unit : units_) {
    if (auto* const results = dynamic_cast<ResultUnit*>(unit.get())) return &results->host_memory;
  }
  return nullptr;
}

void Chip::remove_listener(QueryListener& listener) {
  listeners_.erase(std::remove(listeners_.begin(), listeners_.end(), &listener), listeners_.end());
}

void Chip::reset() {
  for_each_channel([](auto& channel, const ChannelRow&) { channel.reset(); });
  for (const auto& unit : units_) unit->reset();
  if (on_reset) on_reset(clock_.now());
}

void Chip::begin_query(Cycle origin) {
  for (const auto& unit : units_) unit->begin_query(origin);
  for_each_channel([origin](auto& channel, const ChannelRow&) { channel.begin_occupancy(origin); });
  for (QueryListener* listener : listeners_) listener->on_start(origin);
}

void Chip::end_query(Cycle end) {
  for_each_channel([end](auto& channel, const ChannelRow&) { channel.end_occupancy(end); });
}

const Histogram& Chip::occupancy(const std::string& channel) const {
  for (const ChannelBase* known : channel_list_) {
    if (known->name() == channel) return known->occupancy();
  }
  throw std::out_of_range("no channel '" + channel + "' in the machine");
}

std::vector<CycleAccount*> Chip::accounts() const {
  std::vector<CycleAccount*> all;
  for (const auto& unit : units_) {
    for (CycleAccount* account : unit->accounts()) all.push_back(account);
  }
  return all;
}

std::vector<UnitCycles> Chip::unit_cycles() const {
  std::vector<UnitCycles> all;
  for (const auto& unit : units_) {
    for (std::size_t account = 0; account < unit->accounts().size(); ++account)
      all.push_back(unit->cycles(query_end(), account));
  }
  return all;
}

}  // namespace collisionchip
