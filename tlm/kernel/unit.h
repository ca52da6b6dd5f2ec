// What every block of Figure 4 is: a module that runs only in cycles in which it can do something. A unit
// touches nothing but its own state and its channels, at most once per cycle; what it does in a cycle shows
// to others in later cycles only. So the order in which the units of a cycle run cannot matter.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "collisionchip/tlm/kernel/clock.h"
#include "collisionchip/tlm/kernel/cycle_account.h"

namespace collisionchip {

class ChannelBase;
class Sequencer;

class Unit : public sc_core::sc_module {
 public:
  ~Unit() override;

  // Makes the unit run in the given later cycle. Called by the channels it is bound to.
  void wake_at(Cycle cycle);

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

  // Does all that can be done in cycle `now`; returns the next cycle in which the unit's own state lets it go
  // on, kNever if only a channel can.
  virtual Cycle step(Cycle now) = 0;
  virtual void reset_state() = 0;

  // The unit runs when an item becomes visible in this channel.
  void listen(const ChannelBase& channel) { inputs_.push_back(&channel); }

  // The account begins again with every query. What the time after its last entry is spent on stands in
  // `present`, which lives as long as the unit.
  void keep(CycleAccount& account, const int& present = kIdle) { kept_.push_back({&account, &present}); }

  const Clock& clock() const { return clock_; }

 private:
  friend class Sequencer;

  struct Kept {
    CycleAccount* account;
    const int* present;
  };
  static constexpr int kIdle = CycleAccount::kIdle;

  void before_end_of_elaboration() override;
  Cycle run(Cycle now);

  Clock clock_;
  Cycle before_start_ = kNever;  // asked for before there was a sequencer
  std::vector<const ChannelBase*> inputs_;
  std::vector<Kept> kept_;
  Sequencer* sequencer_ = nullptr;
  std::size_t place_ = 0;                     // in the sequencer
  std::unique_ptr<Sequencer> own_sequencer_;  // of a unit that stands alone
};

// Runs its units, each in the cycles it asked for: one SC_METHOD and one timed event for all of them, because
// the kernel's work per event is a large part of the whole (docs/chip.md has the measurement).
// No cycle is looked at in which nothing happens.
class Sequencer : public sc_core::sc_module {
 public:
  Sequencer(const sc_core::sc_module_name& name, const Clock& clock);

  void add(Unit& unit);

 private:
  friend class Unit;

  void wake_at(std::size_t place, Cycle cycle);
  void forget(std::size_t place) { due_[place] = next_due_[place] = kNever; }
  void notify_at(Cycle cycle);
  void run();

  Clock clock_;
  std::vector<Unit*> units_;
  std::vector<Cycle> due_;  // when each unit wants to run; kNever: not before something wakes it
  // Wakes that came in a cycle in which the unit has still to run: it must find them afterwards, as if it had
  // run before they came.
  std::vector<Cycle> next_due_;
  sc_core::sc_event wake_;
  Cycle next_ = kNever;
  Cycle now_ = 0;  // while running
  bool running_ = false;
};

// Every item put into a channel passes here.
inline void Sequencer::wake_at(std::size_t place, Cycle cycle) {
  if (due_[place] != kNever && due_[place] == (running_ ? now_ : clock_.now())) {
    next_due_[place] = std::min(next_due_[place], cycle);
    return;
  }
  due_[place] = std::min(due_[place], cycle);
  if (!running_ && cycle < next_) notify_at(cycle);
}

inline void Unit::wake_at(Cycle cycle) {
  if (sequencer_ != nullptr) {
    sequencer_->wake_at(place_, cycle);
  } else {
    before_start_ = std::min(before_start_, cycle);
  }
}

}  // namespace collisionchip
