// One of the two external SRAMs that hold the lists (§4.2):
// the left lists in one, the right lists in the other.
//
// Timing contract: one word per cycle, requests in order. A read of n words taken in cycle t delivers its
// first word in t + latency and holds the port until t + n; a write holds it for one cycle per word. Reset
// loses nothing that matters: lists are rewritten before they are read.
#pragma once

#include <vector>

#include "collisionchip/tlm/kernel/channel.h"
#include "collisionchip/tlm/kernel/cycle_account.h"
#include "collisionchip/tlm/kernel/statistic.h"
#include "collisionchip/tlm/kernel/unit.h"
#include "collisionchip/tlm/kinds/closing_sum.h"
#include "collisionchip/tlm/kinds/unit_cost.h"
#include "collisionchip/tlm/machine/messages.h"
#include "collisionchip/tlm/units/stack_sram/stack_sram_params.h"

namespace collisionchip {

class UnitPorts;

class StackSram : public Unit {
 public:
  using Params = StackSramParams;

  struct Ports {
    Channel<SramRequest>& requests;
    Channel<SramResponse>& responses;

    static Ports of(const UnitPorts& ports);
  };

  StackSram(const sc_core::sc_module_name& name, const StackSramParams& params, const Ports& ports);

  // What it counts, and what its accounts mean.
  static std::vector<DeclaredStatistic<Unit>> statistic_rows();
  static ClosingSums closing_sums() { return {}; }
  static constexpr CostKinds kCosts = {false, true, true, true, true};
  // The cost of one instance. `counted` is that instance after a query, or nullptr before any.
  static UnitCost cost(const Params& params, const Derived& machine, const StackSram* counted);
  static const std::vector<AccountMeaning>& account_meanings();

  void begin_query(Cycle origin) override;
  std::uint64_t words_read() const { return words_read_; }
  std::uint64_t words_written() const { return words_written_; }

 private:
  Cycle step(Cycle now) override;
  void reset_state() override;

  const StackSramParams params_;
  Ports ports_;
  std::vector<std::uint32_t> words_;
  Cycle port_free_ = 0;
  std::uint64_t words_read_ = 0, words_written_ = 0;
  CycleAccount account_;
};

}  // namespace collisionchip
