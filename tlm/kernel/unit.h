// What every block of Figure 4 is: a module that runs only in cycles in which it can do something. A unit
// touches only its own state and its channels, at most once per cycle. Other units see its work in later cycles only. So
// the units of a cycle may run in any order.
#pragma once

#include <string>
#include <vector>

#include "collisionchip/tlm/kernel/cycle_account.h"
#include "collisionchip/tlm/kernel/sequencer.h"

namespace collisionchip {

class Unit : public Sequenced {
 public:
  // Hard reset: forgets everything in flight. Channels are reset by the chip.
  void reset();

  // A query's first cycle is `origin`: accounts and statistics begin again.
  virtual void begin_query(Cycle origin);

  // Where the unit's cycles went from `origin` to `end`; most units keep one account.
  UnitCycles cycles(Cycle end, std::size_t account = 0) const;
  // In the order in which the unit named them.
  std::vector<CycleAccount*> accounts() const;

 protected:
  Unit(const sc_core::sc_module_name& name, const Clock& clock);

  virtual void reset_state() = 0;

  // The account begins again with every query. `present` says what the time after the account's last entry is spent on;
  // it lives as long as the unit.
  void keep(CycleAccount& account, const int& present = kIdle) { kept_.push_back({&account, &present}); }

 private:
  struct Kept {
    CycleAccount* account;
    const int* present;
  };
  static constexpr int kIdle = CycleAccount::kIdle;

  std::vector<Kept> kept_;
};

}  // namespace collisionchip
