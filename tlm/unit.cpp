#include "tlm/unit.h"

#include <algorithm>

#include "tlm/channel.h"

namespace collisionchip {

Unit::Unit(const sc_core::sc_module_name& name, const ChipConfig& config)
    : sc_core::sc_module(name), config_(config), clock_(config.chip.clock_period_ps) {}

Unit::~Unit() = default;

void Unit::before_end_of_elaboration() {
  if (sequencer_ != nullptr) return;
  own_sequencer_ = std::make_unique<Sequencer>("sequencer", config_);
  own_sequencer_->add(*this);
}

void Unit::wake_at(Cycle cycle) {
  if (cycle >= scheduled_) return;
  scheduled_ = cycle;
  if (sequencer_ != nullptr) sequencer_->wake_at(cycle);
}

void Unit::run(Cycle now) {
  scheduled_ = kNever;
  Cycle next = step(now);
  for (const ChannelBase* input : inputs_) {
    const Cycle visible = input->front_visible();
    if (visible > now) next = std::min(next, visible);
  }
  scheduled_ = std::min(scheduled_, next);
}

Sequencer::Sequencer(const sc_core::sc_module_name& name, const ChipConfig& config)
    : sc_core::sc_module(name), clock_(config.chip.clock_period_ps) {
  SC_HAS_PROCESS(Sequencer);
  SC_METHOD(run);
  sensitive << wake_;
  dont_initialize();
}

void Sequencer::add(Unit& unit) {
  unit.sequencer_ = this;
  units_.push_back(&unit);
  if (unit.scheduled_ != kNever) wake_at(unit.scheduled_);
}

void Sequencer::wake_at(Cycle cycle) {
  if (running_ || cycle >= next_) return;
  next_ = cycle;
  wake_.notify(clock_.duration(cycle - clock_.now()));
}

// A unit that was reset meanwhile has nothing to do in a cycle it asked for before.
void Sequencer::run() {
  const Cycle now = clock_.now();
  running_ = true;
  for (Unit* unit : units_) {
    if (unit->scheduled_ == now) unit->run(now);
  }
  running_ = false;
  next_ = kNever;
  Cycle next = kNever;
  for (const Unit* unit : units_) next = std::min(next, unit->scheduled_);
  if (next != kNever) wake_at(next);
}

}  // namespace collisionchip
