// Who runs when. A module that has something to do in a cycle is run in it by its sequencer: one SC_METHOD and
// one timed event for all modules of a chip, because SystemC's work per event is a large part of the whole
// (docs/chip.md has the measurement). No cycle is looked at in which nothing happens.
//
// Running alone: the sequencer may go on to the next cycle that has work by itself, and take SystemC's time with it,
// instead of asking SystemC to come back. It does so while nothing else in the simulation is due before that cycle. No
// process can see a difference: a pending event of a process comes at its own time. An event or signal of a module for
// a process outside ends the run in the same cycle. Only the end of an sc_start cannot be seen beforehand. So the
// sequencer runs alone only as far as the caller of sc_start allows: set_horizon().
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <systemc>
#include <vector>

#include "collisionchip/tlm/kernel/clock.h"

namespace collisionchip {

class ChannelBase;
class Sequencer;

// A module that runs only in cycles in which it can do something, at most once in each.
class Sequenced : public sc_core::sc_module {
 public:
  ~Sequenced() override;

  // Makes the module run in the given cycle, if nothing lets it run earlier. Called by the channels it is
  // bound to, for later cycles. For the present one: only a module that is run behind all that may call.
  void wake_at(Cycle cycle);

 protected:
  Sequenced(const sc_core::sc_module_name& name, const Clock& clock);

  // Does all that can be done in cycle `now`; returns the next cycle in which the module's own state lets it
  // go on, kNever if only a channel or another module can.
  virtual Cycle step(Cycle now) = 0;

  // The module runs when an item becomes visible in this channel.
  void listen(const ChannelBase& channel) { inputs_.push_back(&channel); }
  // Cancels all that was to be done.
  void forget_wakes();

  const Clock& clock() const { return clock_; }
  // The present cycle.
  Cycle now() const;

 private:
  friend class Sequencer;

  void before_end_of_elaboration() override;
  Cycle run(Cycle now);

  Clock clock_;
  Cycle before_start_ = kNever;  // asked for before there was a sequencer
  std::vector<const ChannelBase*> inputs_;
  Sequencer* sequencer_ = nullptr;
  std::size_t place_ = 0;                     // in the sequencer
  std::unique_ptr<Sequencer> own_sequencer_;  // of a module without a chip
};

class Sequencer : public sc_core::sc_module {
 public:
  Sequencer(const sc_core::sc_module_name& name, const Clock& clock);

  // In one cycle modules run in the order in which they were added. std::length_error beyond 64.
  void add(Sequenced& module);

  // The caller of sc_start promises that sc_start returns no earlier than `end`, except for an sc_pause or sc_stop of a
  // process. Zero, the value at first, is no promise: SystemC is asked for every cycle.
  void set_horizon(const sc_core::sc_time& end) { horizon_ = end; }

 private:
  friend class Sequenced;

  using Places = std::uint64_t;         // a bit for each
  static constexpr Cycle kWindow = 64;  // cycles, a bit for each
  struct Place {
    Sequenced* module;
    Cycle due = kNever;  // when it wants to run; kNever: not before something wakes it
    // Wakes that came in a cycle in which the module has still to run: it must find them afterwards, as if it
    // had run before they came.
    Cycle next_due = kNever;
  };

  Cycle now() const { return running_ ? now_ : clock_.now(); }
  void wake_at(std::size_t place, Cycle cycle);
  void forget(std::size_t place);
  void set_due(std::size_t place, Cycle cycle);
  void clear_due(std::size_t place);
  void bring_near();
  Cycle next_cycle() const;
  Cycle run_cycle(Cycle now);
  void run_module(std::size_t place, Cycle now);
  bool go_alone_to(Cycle next);
  void notify_at(Cycle cycle);
  void run();

  Clock clock_;
  std::vector<Place> places_;
  // Who is due in the cycles from now_ to now_ + kWindow - 1, by the cycle modulo kWindow; and which of these
  // cycles have anybody.
  std::array<Places, kWindow> due_in_{};
  std::uint64_t busy_cycles_ = 0;
  Places due_later_ = 0;
  sc_core::sc_event wake_;
  sc_core::sc_time horizon_;
  std::array<sc_core::sc_time, kWindow> durations_;  // of so many cycles
  Cycle next_ = kNever;                              // what `wake_` is notified for
  Cycle now_ = 0;                                    // of the last run
  bool running_ = false;
};

// Every item put into a channel passes here.
inline void Sequencer::wake_at(std::size_t place, Cycle cycle) {
  Place& who = places_[place];
  if (cycle >= who.due) {
    if (cycle > who.due && who.due == now()) who.next_due = std::min(who.next_due, cycle);
    return;
  }
  clear_due(place);
  set_due(place, cycle);
  if (!running_ && cycle < next_) notify_at(cycle);
}

inline void Sequencer::set_due(std::size_t place, Cycle cycle) {
  const Places bit = Places{1} << place;
  places_[place].due = cycle;
  if (cycle - now_ >= kWindow) {
    due_later_ |= bit;
    return;
  }
  due_in_[cycle % kWindow] |= bit;
  busy_cycles_ |= std::uint64_t{1} << cycle % kWindow;
}

inline void Sequencer::clear_due(std::size_t place) {
  const Places bit = Places{1} << place;
  const Cycle due = places_[place].due;
  if (due == kNever) return;
  places_[place].due = kNever;
  if ((due_later_ & bit) != 0) {
    due_later_ &= ~bit;
    return;
  }
  Places& others = due_in_[due % kWindow];
  others &= ~bit;
  if (others == 0) busy_cycles_ &= ~(std::uint64_t{1} << due % kWindow);
}

inline void Sequenced::wake_at(Cycle cycle) {
  if (sequencer_ != nullptr) {
    sequencer_->wake_at(place_, cycle);
  } else {
    before_start_ = std::min(before_start_, cycle);
  }
}

inline Cycle Sequenced::now() const {
  return sequencer_ != nullptr ? sequencer_->now() : clock_.now();
}

}  // namespace collisionchip
