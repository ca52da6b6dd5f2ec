// What passes through a unit's channels, one line per event, so that two sides can be compared line by line.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <systemc>

#include "collisionchip/tlm/kernel/channel.h"
#include "collisionchip/tlm/machine/fields.h"

namespace collisionchip::testing_support {

// Items count when they become visible, pops when they happen.
struct Event {
  Cycle cycle;
  std::string text;

  bool operator<(const Event& other) const {
    return cycle != other.cycle ? cycle < other.cycle : text < other.text;
  }
};

template <typename T>
class EventTap : public ChannelTap<T> {
 public:
  // `pops`: whether it matters when items are taken.
  EventTap(Channel<T>& channel, std::vector<Event>& events, bool pops)
      : name_(channel.name()), events_(events), pops_(pops) {
    channel.add_tap(*this);
  }
  void on_put(Cycle, Cycle visible, const T& item) override {
    events_.push_back({visible, name_ + " " + text_of(item)});
  }
  void on_pop(Cycle now, Cycle) override {
    if (pops_) events_.push_back({now, name_ + " taken"});
  }
  // Drops events after the reset's cycle, which were never visible: a model may have announced them ahead.
  void on_reset() override {
    const Cycle now = sc_core::sc_time_stamp().value() / 3750;
    const auto unseen = [&](const Event& event) {
      return event.cycle > now && event.text.compare(0, name_.size() + 1, name_ + " ") == 0;
    };
    events_.erase(std::remove_if(events_.begin(), events_.end(), unseen), events_.end());
  }

 private:
  std::string name_;
  std::vector<Event>& events_;
  bool pops_;
};

inline std::string shown(const Event& event) {
  return "cycle " + std::to_string(event.cycle) + " " + event.text;
}
inline std::string shown(const std::string& line) {
  return line;
}

// Both sides of the first line that differs; empty if none does.
template <typename T>
std::string first_difference(const std::vector<T>& tlm, const std::vector<T>& rtl) {
  for (std::size_t i = 0; i < std::max(tlm.size(), rtl.size()); ++i) {
    const std::string left = i < tlm.size() ? shown(tlm[i]) : "nothing";
    const std::string right = i < rtl.size() ? shown(rtl[i]) : "nothing";
    if (left == right) continue;
    std::string before;
    for (std::size_t k = i < 6 ? 0 : i - 6; k < i; ++k) before += "\n  both: " + shown(tlm[k]);
    return before + "\n  tlm: " + left + "\n  rtl: " + right;
  }
  return "";
}

}  // namespace collisionchip::testing_support
