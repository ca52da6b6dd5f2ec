// Result Unit: gathers the entries of each query to bursts and writes them into that query's ring in the host's memory
// (host.results = memory).
//
// Timing contract (docs/host_port.md):
// - An entry of the Pointer FIFO that is visible in cycle t is taken in t, one in a cycle, unless the burst that it belongs to
//   is complete and waits.
// - A burst is complete when it fills host.burst_bytes, with the closing entry of its query, and with any entry of a query to
//   which one witness is enough. A closing entry that finds no room in the burst for itself and what follows it waits
//   until that burst has left.
// - A complete burst leaves in the cycle behind that of its last entry at the earliest: when the link is free and its ring has
//   a free slot. One leaves at a time, of those that can the one that was complete first. It holds the link as host_link.h says,
//   and the host sees it when that says.
// - A command that a Pose Unit refuses is a closing burst without entries, in the ring of the entry that it names; of an entry
//   that there is not, in the first ring. It is taken like an entry, in a cycle in which none is, when nothing is gathered there.
// - A ring has host.ring_entries / (host.burst_bytes / 8) slots. A slot is used from the cycle in which its burst leaves until
//   the host has written that it took it.
// - The end of a query is told to the PCI Interface in the cycle in which its closing burst leaves.
// Stalls: host (a complete burst waits for a slot of its ring), link (it waits for the link). Reset forgets entries, numbers of
// bursts and slots in use, and keeps the address of the rings.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include <tlm_utils/simple_initiator_socket.h>

#include "collisionchip/tlm/kernel/channel.h"
#include "collisionchip/tlm/kernel/cycle_account.h"
#include "collisionchip/tlm/kernel/statistic.h"
#include "collisionchip/tlm/kernel/unit.h"
#include "collisionchip/tlm/kinds/closing_sum.h"
#include "collisionchip/tlm/kinds/unit_cost.h"
#include "collisionchip/tlm/machine/host_messages.h"
#include "collisionchip/tlm/machine/messages.h"
#include "collisionchip/tlm/machine/result_burst.h"
#include "collisionchip/tlm/units/result_unit/result_unit_params.h"

namespace collisionchip {

class UnitPorts;

class ResultUnit : public Unit {
 public:
  using Params = ResultUnitParams;

  struct Ports {
    Channel<Finding>& entries;                 // from the Pointer FIFO
    Channel<QueryDone>& closed;                // from the Pointer FIFO: one for each closing entry
    Channel<RingWrite>& rings;                 // from the PCI Interface
    Channel<QueryDone>& done;                  // to the PCI Interface
    Channel<PoseRefusal>* refusals = nullptr;  // from a Pose Unit

    static Ports of(const UnitPorts& ports);
  };

  struct Statistics {
    std::uint64_t entries = 0, bursts = 0, closings = 0;
    std::uint64_t words = 0;       // of 32 bits, headers and ends included
    std::uint64_t most_slots = 0;  // of a ring, in use at once
  };

  tlm_utils::simple_initiator_socket<ResultUnit> host_memory;  // LT, writes alone

  ResultUnit(const sc_core::sc_module_name& name, const ResultUnitParams& params, const Ports& ports);

  // What it counts, and what its accounts mean.
  static std::vector<DeclaredStatistic<Unit>> statistic_rows();
  static ClosingSums closing_sums();
  static constexpr CostKinds kCosts = {false, true, true, true};
  // The cost of one instance. `counted` is that instance after a query, or nullptr before any.
  static UnitCost cost(const Params& params, const Derived& machine, const ResultUnit* counted);
  static const std::vector<AccountMeaning>& account_meanings();

  void begin_query(Cycle origin) override;
  const Statistics& statistics() const { return statistics_; }

 private:
  struct Ring {
    ResultBurst burst;  // that is gathered
    QueryDone done;     // closing: what is told with it
    bool complete = false;
    bool witness = false;               // each entry leaves at once
    std::uint32_t sent = 0, taken = 0;  // bursts since the reset
    std::uint32_t used() const { return sent - taken; }
  };
  static constexpr int kHost = CycleAccount::kFirstCause, kLink = kHost + 1;

  Cycle step(Cycle now) override;
  void reset_state() override;
  void take_writes(Cycle now);
  bool take_refusal(Cycle now);
  bool take_entry(Cycle now);
  void complete(std::uint32_t ring);
  bool send(Cycle now);
  void write(Cycle now, const Ring& ring, std::uint32_t number, const std::vector<std::uint32_t>& words);
  std::uint32_t ring_of(const Finding& entry) const;
  int waiting_for(Cycle now) const;

  const ResultUnitParams params_;
  Ports ports_;
  std::uint64_t base_ = 0;           // of the first ring
  std::vector<Ring> rings_;          // by the entry of the command queue
  std::deque<std::uint32_t> ready_;  // rings whose bursts are complete, in that order
  Cycle link_free_ = 0;
  Statistics statistics_;
  CycleAccount account_;
  int state_ = CycleAccount::kIdle;
};

}  // namespace collisionchip
