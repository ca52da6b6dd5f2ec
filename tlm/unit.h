// What every block of Figure 4 is: a module with one SC_METHOD that runs only in cycles in which it can do
// something. A unit touches nothing but its own state and its channels, at most once per cycle.
#pragma once

#include <string>
#include <systemc>
#include <vector>

#include "tlm/clock.h"

namespace collisionchip {

class ChannelBase;

class Unit : public sc_core::sc_module {
 public:
  // Makes the unit run in the given later cycle. Called by the channels it is bound to.
  void wake_at(Cycle cycle) {
    if (cycle >= scheduled_) return;
    scheduled_ = cycle;
    wake_.notify(clock_.duration(cycle - clock_.now()));
  }

  // Hard reset: forgets everything in flight. Channels are reset by the chip.
  void reset() {
    wake_.cancel();
    scheduled_ = kNever;
    reset_state();
  }

 protected:
  Unit(const sc_core::sc_module_name& name, const ChipConfig& config);

  // Does all that can be done in cycle `now`; returns the next cycle in which the unit's own state lets it go
  // on, kNever if only a channel can.
  virtual Cycle step(Cycle now) = 0;
  virtual void reset_state() = 0;

  // The unit runs when an item becomes visible in this channel.
  void listen(const ChannelBase& channel) { inputs_.push_back(&channel); }

  const ChipConfig& config() const { return config_; }
  const Clock& clock() const { return clock_; }

 private:
  void run();

  const ChipConfig& config_;
  Clock clock_;
  sc_core::sc_event wake_;
  Cycle scheduled_ = kNever;
  std::vector<const ChannelBase*> inputs_;
};

}  // namespace collisionchip
