#include "collisionchip/tlm/kernel/sequencer.h"

#include <stdexcept>
#include <utility>

#include "collisionchip/tlm/kernel/channel.h"

namespace collisionchip {

Sequenced::Sequenced(const sc_core::sc_module_name& name, const Clock& clock)
    : sc_core::sc_module(name), clock_(clock) {}

Sequenced::~Sequenced() = default;

void Sequenced::before_end_of_elaboration() {
  if (sequencer_ != nullptr) return;
  own_sequencer_ = std::make_unique<Sequencer>("sequencer", clock_);
  own_sequencer_->add(*this);
}

void Sequenced::forget_wakes() {
  if (sequencer_ != nullptr) sequencer_->forget(place_);
  before_start_ = kNever;
}

// Returns the next cycle in which there is something to do, as far as the module and its channels know now.
Cycle Sequenced::run(Cycle now) {
  Cycle next = step(now);
  for (const ChannelBase* input : inputs_) {
    const Cycle visible = input->front_visible();
    if (visible > now) next = std::min(next, visible);
  }
  return next;
}

Sequencer::Sequencer(const sc_core::sc_module_name& name, const Clock& clock)
    : sc_core::sc_module(name), clock_(clock) {
  for (Cycle cycles = 0; cycles < kWindow; ++cycles) durations_[cycles] = clock_.duration(cycles);
  SC_HAS_PROCESS(Sequencer);
  SC_METHOD(run);
  sensitive << wake_;
  dont_initialize();
}

void Sequencer::add(Sequenced& module) {
  if (places_.size() == kWindow) throw std::length_error(std::string(name()) + ": more than 64 modules");
  module.sequencer_ = this;
  module.place_ = places_.size();
  places_.push_back({&module});
  if (module.before_start_ != kNever) wake_at(module.place_, module.before_start_);
}

void Sequencer::forget(std::size_t place) {
  clear_due(place);
  places_[place].next_due = kNever;
}

// What came into the window as time went on.
void Sequencer::bring_near() {
  for (Places left = due_later_; left != 0; left &= left - 1) {
    const auto place = static_cast<std::size_t>(__builtin_ctzll(left));
    const Cycle due = places_[place].due;
    if (due - now_ >= kWindow) continue;
    due_later_ &= ~(Places{1} << place);
    set_due(place, due);
  }
}

Cycle Sequencer::next_cycle() const {
  if (busy_cycles_ != 0) {
    const unsigned first = now_ % kWindow;
    const std::uint64_t from_now = busy_cycles_ >> first | busy_cycles_ << (kWindow - first) % kWindow;
    return now_ + static_cast<Cycle>(__builtin_ctzll(from_now));
  }
  Cycle next = kNever;
  for (Places left = due_later_; left != 0; left &= left - 1)
    next = std::min(next, places_[static_cast<std::size_t>(__builtin_ctzll(left))].due);
  return next;
}

// A module that was reset meanwhile has nothing to do in a cycle that it requested before. A module that is woken for the
// present cycle runs after the others.
Cycle Sequencer::run_cycle(Cycle now) {
  now_ = now;
  if (due_later_ != 0) bring_near();
  running_ = true;
  while (Places left = std::exchange(due_in_[now % kWindow], 0)) {
    for (; left != 0; left &= left - 1) {
      const auto place = static_cast<std::size_t>(__builtin_ctzll(left));
      if (places_[place].due == now) run_module(place, now);
    }
  }
  busy_cycles_ &= ~(std::uint64_t{1} << now % kWindow);
  running_ = false;
  return next_cycle();
}

void Sequencer::run_module(std::size_t place, Cycle now) {
  Place& who = places_[place];
  who.due = kNever;
  if (who.next_due != kNever) set_due(place, who.next_due);
  who.next_due = kNever;
  const Cycle next = who.module->run(now);
  if (next >= who.due) return;
  clear_due(place);
  set_due(place, next);
}

// Returns true if the simulation has no other event up to and in cycle `next`, and no caller outside looks before. Then
// `next` becomes the present cycle. SystemC has no function for that, but it reads the time from its time stamp, a variable.
bool Sequencer::go_alone_to(Cycle next) {
  const sc_core::sc_time& present = sc_core::sc_time_stamp();
  if (next == kNever || present >= horizon_) return false;
  const Cycle cycles = next - now_;
  const sc_core::sc_time then = present + (cycles < kWindow ? durations_[cycles] : clock_.duration(cycles));
  const sc_core::sc_simcontext* const context = sc_core::sc_get_curr_simcontext();
  sc_core::sc_time pending = horizon_;
  if (then >= horizon_ || context->pending_activity_at_current_time() ||
      (context->next_time(pending) && then >= pending) || context->sim_status() != sc_core::SC_SIM_OK)
    return false;
  const_cast<sc_core::sc_time&>(present) = then;
  return true;
}

void Sequencer::run() {
  Cycle next = run_cycle(clock_.now());
  while (go_alone_to(next)) next = run_cycle(next);
  next_ = kNever;
  if (next != kNever) notify_at(next);
}

void Sequencer::notify_at(Cycle cycle) {
  next_ = cycle;
  wake_.notify(clock_.duration(cycle - clock_.now()));
}

}  // namespace collisionchip
