// Neighbours for a unit that is tested alone: a source and a sink for each of its channels. They are units
// like any other, so the unit under test cannot tell them from the chip.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "collisionchip/testbench/host/simulation_scope.h"
#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/kernel/channel.h"
#include "collisionchip/tlm/kernel/unit.h"

namespace collisionchip::testing_support {

inline sc_core::sc_time cycles(Cycle count) {
  return sc_core::sc_time::from_value(count * 3750);
}

// Puts items into a channel, in order, each as soon as it may and the channel has room.
template <typename T>
class Source : public Unit {
 public:
  Source(const char* name, const ChipConfig& config, Channel<T>& channel)
      : Unit(name, Clock(config.chip.clock_period_ps)), channel_(channel) {
    channel_.bind_writer(*this);
  }

  void add(Cycle not_before, T item, Cycle extra = 0) {
    items_.push_back({not_before, std::move(item), extra});
    wake_at(std::max(not_before, clock().now()));
  }
  const std::vector<Cycle>& put_at() const { return put_at_; }

 private:
  struct Item {
    Cycle not_before;
    T item;
    Cycle extra;
  };

  Cycle step(Cycle now) override {
    for (; put_at_.size() < items_.size(); put_at_.push_back(now)) {
      const Item& next = items_[put_at_.size()];
      if (next.not_before > now) return next.not_before;
      if (!channel_.ready(now)) return kNever;
      channel_.put(now, next.item, next.extra);
    }
    return kNever;
  }
  void reset_state() override {
    items_.clear();
    put_at_.clear();
  }

  Channel<T>& channel_;
  std::vector<Item> items_;
  std::vector<Cycle> put_at_;
};

// Takes items out of a channel as they become visible, at
// most one in `interval` cycles and none before `opens`.
template <typename T>
class Sink : public Unit {
 public:
  struct Taken {
    Cycle cycle;
    T item;
  };

  Sink(const char* name, const ChipConfig& config, Channel<T>& channel, Cycle interval = 1, Cycle opens = 0)
      : Unit(name, Clock(config.chip.clock_period_ps)),
        channel_(channel),
        interval_(interval),
        open_at_(opens) {
    channel_.bind_reader(*this);
    listen(channel_);
  }

  const std::vector<Taken>& taken() const { return taken_; }
  std::vector<Cycle> taken_at() const {
    std::vector<Cycle> all;
    for (const Taken& t : taken_) all.push_back(t.cycle);
    return all;
  }

 private:
  Cycle step(Cycle now) override {
    const T* item = channel_.front(now);
    if (item == nullptr) return kNever;
    if (now < open_at_) return open_at_;
    taken_.push_back({now, *item});
    channel_.pop(now);
    open_at_ = now + interval_;
    return open_at_;
  }
  void reset_state() override { taken_.clear(); }

  Channel<T>& channel_;
  Cycle interval_;
  Cycle open_at_;
  std::vector<Taken> taken_;
};

// The cycles in which its writer puts items into a channel, however late its reader takes them.
template <typename T>
class PutCycles : public ChannelTap<T> {
 public:
  explicit PutCycles(Channel<T>& channel) : channel_(channel) { channel_.add_tap(*this); }
  ~PutCycles() { channel_.remove_tap(*this); }
  PutCycles(const PutCycles&) = delete;
  PutCycles& operator=(const PutCycles&) = delete;
  friend bool operator==(const PutCycles& puts, const std::vector<Cycle>& cycles) {
    return puts.cycles_ == cycles;
  }
  friend std::ostream& operator<<(std::ostream& out, const PutCycles& puts) {
    for (const Cycle cycle : puts.cycles_) out << cycle << ' ';
    return out;
  }

 private:
  void on_put(Cycle now, Cycle, const T&) override { cycles_.push_back(now); }
  void on_pop(Cycle, Cycle) override {}
  void on_reset() override {}

  Channel<T>& channel_;
  std::vector<Cycle> cycles_;
};

// Does what the test says in the cycle the test says.
class Script : public Unit {
 public:
  Script(const char* name, const ChipConfig& config) : Unit(name, Clock(config.chip.clock_period_ps)) {}

  void at(Cycle cycle, std::function<void(Cycle)> action) {
    actions_.emplace_back(cycle, std::move(action));
    wake_at(cycle);
  }

 private:
  Cycle step(Cycle now) override {
    Cycle next = kNever;
    for (std::size_t i = 0; i < actions_.size(); ++i) {
      if (actions_[i].first == now) actions_[i].second(now);
      if (actions_[i].first > now) next = std::min(next, actions_[i].first);
    }
    return next;
  }
  void reset_state() override { actions_.clear(); }

  std::vector<std::pair<Cycle, std::function<void(Cycle)>>> actions_;
};

}  // namespace collisionchip::testing_support
