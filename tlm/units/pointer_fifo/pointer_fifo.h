// Pointer FIFO (§4, §4.3): keeps the identifiers of intersecting triangles until the host has read them.
//
// Timing contract: a finding visible in cycle t is in the FIFO in t and readable by the PCI Interface from t
// + 1 on; one per cycle. When `depth` entries wait, findings stay with the Triangle Unit (back-pressure),
// none is lost. The end of the query takes no entry: it is told to the PCI Interface when everything before
// it is in. With entry_check it is an entry, too, the last one, which takes room and is
// put in when it is told; so it is with a command queue, for each query. Stalls: host (full). Reset empties it.
#pragma once

#include <vector>

#include "collisionchip/tlm/kernel/channel.h"
#include "collisionchip/tlm/kernel/cycle_account.h"
#include "collisionchip/tlm/kernel/statistic.h"
#include "collisionchip/tlm/kernel/unit.h"
#include "collisionchip/tlm/kinds/closing_sum.h"
#include "collisionchip/tlm/kinds/unit_cost.h"
#include "collisionchip/tlm/machine/messages.h"
#include "collisionchip/tlm/units/pointer_fifo/pointer_fifo_params.h"

namespace collisionchip {

class UnitPorts;

class PointerFifo : public Unit {
 public:
  using Params = PointerFifoParams;

  struct Ports {
    Channel<Finding>& findings;  // from the Triangle Unit
    Channel<Finding>& entries;   // to the PCI Interface; its capacity is the FIFO's depth
    Channel<QueryDone>& done;    // to the PCI Interface

    static Ports of(const UnitPorts& ports);
  };

  PointerFifo(const sc_core::sc_module_name& name, const PointerFifoParams& params, const Ports& ports);

  // What it counts, and what its accounts mean.
  static std::vector<DeclaredStatistic<Unit>> statistic_rows();
  static ClosingSums closing_sums();
  static constexpr CostKinds kCosts = {false, true, true, true};
  // The cost of one instance. `counted` is that instance after a query, or nullptr before any.
  static UnitCost cost(const Params& params, const Derived& machine, const PointerFifo* counted);
  static const std::vector<AccountMeaning>& account_meanings();

  void begin_query(Cycle origin) override;
  std::size_t high_water() const { return high_water_; }
  std::uint64_t entries() const { return entries_; }  // of the last query

 protected:
  Cycle step(Cycle now) override;
  void reset_state() override;

  Ports ports_;
  std::size_t high_water_ = 0;
  std::uint64_t entries_ = 0;
  int state_ = CycleAccount::kIdle;
  CycleAccount account_;

 private:
  void enter(Cycle now, const Finding& finding);

  const bool closes_;
  bool unfinished_ = false;  // some unfinished work has gone by
};

}  // namespace collisionchip
