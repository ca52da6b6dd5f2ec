#include "collisionchip/tlm/kernel/unit.h"

namespace collisionchip {

Unit::Unit(const sc_core::sc_module_name& name, const Clock& clock) : Sequenced(name, clock) {}

void Unit::reset() {
  forget_wakes();
  reset_state();
}

void Unit::begin_query(Cycle origin) {
  for (const Kept& kept : kept_) kept.account->reset(origin);
}

UnitCycles Unit::cycles(Cycle end, std::size_t account) const {
  const Kept& kept = kept_.at(account);
  return kept.account->close(end, *kept.present);
}

std::vector<CycleAccount*> Unit::accounts() const {
  std::vector<CycleAccount*> all;
  for (const Kept& kept : kept_) all.push_back(kept.account);
  return all;
}

}  // namespace collisionchip
