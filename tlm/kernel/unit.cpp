#include "collisionchip/tlm/kernel/unit.h"

#include <algorithm>

#include "collisionchip/tlm/kernel/channel.h"

namespace collisionchip {

Unit::Unit(const sc_core::sc_module_name& name, const Clock& clock)
    : sc_core::sc_module(name), clock_(clock) {}

Unit::~Unit() = default;

void Unit::before_end_of_elaboration() {
  if (sequencer_ != nullptr) return;
  own_sequencer_ = std::make_unique<Sequencer>("sequencer", clock_);
  own_sequencer_->add(*this);
}

void Unit::reset() {
  if (sequencer_ != nullptr) sequencer_->forget(place_);
  before_start_ = kNever;
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

// Returns the next cycle in which there is something to do, as far as the unit and its channels know now.
Cycle Unit::run(Cycle now) {
  Cycle next = step(now);
  for (const ChannelBase* input : inputs_) {
    const Cycle visible = input->front_visible();
    if (visible > now) next = std::min(next, visible);
  }
  return next;
}

Sequencer::Sequencer(const sc_core::sc_module_name& name, const Clock& clock)
    : sc_core::sc_module(name), clock_(clock) {
  SC_HAS_PROCESS(Sequencer);
  SC_METHOD(run);
  sensitive << wake_;
  dont_initialize();
}

void Sequencer::add(Unit& unit) {
  unit.sequencer_ = this;
  unit.place_ = units_.size();
  units_.push_back(&unit);
  due_.push_back(kNever);
  next_due_.push_back(kNever);
  if (unit.before_start_ != kNever) wake_at(unit.place_, unit.before_start_);
}

void Sequencer::notify_at(Cycle cycle) {
  next_ = cycle;
  wake_.notify(clock_.duration(cycle - clock_.now()));
}

// A unit that was reset meanwhile has nothing to do in a cycle it asked for before.
void Sequencer::run() {
  const Cycle now = now_ = clock_.now();
  running_ = true;
  for (std::size_t i = 0; i < units_.size(); ++i) {
    if (due_[i] != now) continue;
    due_[i] = next_due_[i];
    next_due_[i] = kNever;
    const Cycle next = units_[i]->run(now);
    due_[i] = std::min(due_[i], next);
  }
  running_ = false;
  next_ = kNever;
  Cycle next = kNever;
  for (const Cycle due : due_) next = std::min(next, due);
  if (next != kNever) notify_at(next);
}

}  // namespace collisionchip
