// A chip made from its netlist (tlm/chip/chip_netlist.h): units, and the channels between them. With the default keys it is the
// CollisionChip (Figure 4) with its two stack SRAMs.
//
// Outside: `host` (TLM-2.0 LT target, the PCI address space of register_map.h), `memory` (TLM-2.0 initiator:
// AT reads, LT host accesses), `interrupt`. Any host binds, and any memory that keeps the base protocol and
// answers in order, each read by BEGIN_RESP (not by completing it early).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <tlm>

#include "collisionchip/tlm/chip/unit_kinds.h"
#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/kernel/cycle_account.h"
#include "collisionchip/tlm/machine/channel_set.h"
#include "collisionchip/tlm/machine/netlist.h"
#include "collisionchip/tlm/units/dop_unit/dop_unit.h"
#include "collisionchip/tlm/units/memory_controller/memory_controller.h"
#include "collisionchip/tlm/units/pair_sequencer/pair_sequencer.h"
#include "collisionchip/tlm/units/pci_interface/pci_interface.h"
#include "collisionchip/tlm/units/pointer_fifo/pointer_fifo.h"
#include "collisionchip/tlm/units/stack_engine/pair_engine.h"
#include "collisionchip/tlm/units/stack_sram/stack_sram.h"
#include "collisionchip/tlm/units/triangle_unit/triangle_tester.h"

namespace collisionchip {

// Is told when a query starts, with its first cycle.
class QueryListener {
 public:
  virtual void on_start(Cycle origin) = 0;

 protected:
  ~QueryListener() = default;
};

class Chip : public sc_core::sc_module {
 public:
  // `construction_order` permutes the order in which the units are made (tests prove it does not matter).
  Chip(const sc_core::sc_module_name& name, const ChipConfig& config, const Netlist& netlist,
       unsigned construction_order = 0, const UnitKinds& kinds = model_kinds());

  tlm::tlm_target_socket<>& host() { return host_side_->host; }
  // The socket of each channel's Memory Controller.
  tlm::tlm_initiator_socket<>& memory(std::size_t channel = 0) { return memory_sides_[channel]->memory; }
  // The command pins of the channel's memory, if it has them: RTL needs them.
  SdramPinsPort& sdram_pins(std::size_t channel = 0) { return memory_sides_[channel]->sdram_pins; }
  sc_core::sc_out<bool>& interrupt() { return host_side_->interrupt; }
  // With host.results = memory, otherwise nullptr: the Result Unit's writes into the host's memory (result_burst.h).
  tlm::tlm_initiator_socket<>* host_memory();

  // Called at a hard reset: the memory's owner resets the memory too.
  std::function<void(Cycle)> on_reset;
  void add_listener(QueryListener& listener) { listeners_.push_back(&listener); }
  void remove_listener(QueryListener& listener);

  // Runs something outside the chip with its units, behind them in each cycle.
  void run_with_units(Sequenced& module) { sequencer_.add(module); }
  // Lets simulations run faster; see Sequencer.
  void set_horizon(const sc_core::sc_time& end) { sequencer_.set_horizon(end); }

  // Hard reset, as by the host's control register. A reset chip answers like a fresh one, cycle by cycle.
  void reset();

  // Cycles of the last query, from the start command to the last result in the Pointer FIFO.
  Cycle query_begin() const { return host_side_->query_begin(); }
  Cycle query_end() const { return host_side_->query_end(); }
  Cycle query_cycles() const { return query_end() - query_begin(); }
  // Every unit's account of the last query; each sums to query_cycles().
  std::vector<UnitCycles> unit_cycles() const;

  const Netlist& netlist() const { return netlist_; }
  // By its place in the netlist.
  const Unit& unit(std::size_t place) const { return *units_[place]; }
  // By the instance's name: std::out_of_range if there is none, std::bad_cast if it is no U.
  template <typename U>
  U& unit(const std::string& name) {
    return dynamic_cast<U&>(*units_[place_of(netlist_, name)]);
  }
  template <typename U>
  const U& unit(const std::string& name) const {
    return dynamic_cast<const U&>(*units_[place_of(netlist_, name)]);
  }
  DopUnit& dop_unit() { return unit<DopUnit>("dop_unit"); }
  const DopUnit& dop_unit() const { return unit<DopUnit>("dop_unit"); }
  const TriangleTester& triangle_unit() const { return unit<TriangleTester>("triangle_unit"); }
  const PairEngine& stack_engine() const { return unit<PairEngine>("stack_engine"); }
  const PairSequencer& pair_sequencer() const { return unit<PairSequencer>("pair_sequencer"); }
  const PciInterface& pci_interface() const { return *host_side_; }
  const MemoryController& memory_controller(std::size_t channel = 0) const { return *memory_sides_[channel]; }
  const PointerFifo& pointer_fifo() const { return unit<PointerFifo>("pointer_fifo"); }

  // In the order of the netlist. Their occupancy is that of the last query.
  const std::vector<const ChannelBase*>& channels() const { return channel_list_; }
  // The last query's occupancy of a channel, by name. std::out_of_range if there is no such channel.
  const Histogram& occupancy(const std::string& channel) const;
  // For observers: visit(Channel<T>&, const ChannelRow&); and the accounts in the order of unit_cycles().
  template <typename Visitor>
  void for_each_channel(Visitor&& visit) {
    channels_.for_each(visit);
  }
  std::vector<CycleAccount*> accounts() const;
  // Where faults can be put in (testbench/faults/fault_injection.h). std::logic_error if there is none.
  template <typename T>
  Channel<T>& channel(const std::string& name) {
    return channels_.at<T>(name);
  }

 private:
  void construct(unsigned order, const UnitKinds& kinds);
  void bind_sockets();
  template <typename U>
  std::vector<U*> all() const;
  void begin_query(Cycle origin);
  void end_query(Cycle end);

  ChipConfig config_;
  Netlist netlist_;
  Clock clock_;
  ChannelSet channels_;
  std::vector<const ChannelBase*> channel_list_;
  Sequencer sequencer_;
  std::vector<std::unique_ptr<Unit>> units_;  // in the order of the netlist
  PciInterface* host_side_ = nullptr;
  std::vector<MemoryController*> memory_sides_;
  std::vector<QueryListener*> listeners_;
};

}  // namespace collisionchip
