// What passes through channels, kept in memory, so that two models of the same units can be held against each
// other, event by event: each item with the cycle in which it is visible, and the cycle in which it is taken.
//
//   EventLog log;
//   log.watch(board.chip());
//   driver.query(pose);
//   const std::vector<ChannelEvents> events = log.take(board.chip().query_begin());
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "collisionchip/tlm/kernel/channel.h"
#include "collisionchip/traces/record/channel_items.h"

namespace collisionchip {

class Chip;

struct LoggedItem {
  std::int64_t visible;  // cycle
  trace_detail::ItemCells cells;
};

// The events of one channel since its last reset. Cycles count from the origin that take() gets.
struct ChannelEvents {
  std::string name, writer, reader, item;
  std::vector<std::string> kinds;  // of the item
  std::vector<LoggedItem> puts;
  std::vector<std::int64_t> pops;
};

class EventLog {
 public:
  EventLog() = default;
  ~EventLog();
  EventLog(const EventLog&) = delete;
  EventLog& operator=(const EventLog&) = delete;

  // The channels must outlive the log.
  void watch(Chip& chip);
  template <typename T>
  void watch(Channel<T>& channel, const std::string& reader) {
    channels_.push_back(std::make_unique<Tap<T>>(channel, reader));
  }

  // What happened since the last reset or take.
  std::vector<ChannelEvents> take(Cycle origin);

 private:
  struct Watched {
    virtual ~Watched() = default;
    virtual ChannelEvents take(Cycle origin) = 0;
  };

  template <typename T>
  class Tap final : public Watched, private ChannelTap<T> {
   public:
    Tap(Channel<T>& channel, const std::string& reader) : channel_(channel) {
      const std::string& name = channel.name();
      events_ = {name,     name.substr(0, name.find('.')),       reader,
                 T::kName, {T::kKinds.begin(), T::kKinds.end()}, {},
                 {}};
      channel_.add_tap(*this);
    }
    ~Tap() override { channel_.remove_tap(*this); }

    ChannelEvents take(Cycle origin) override {
      const auto begin = static_cast<std::int64_t>(origin);
      for (LoggedItem& put : events_.puts) {
        put.visible -= begin;
        if constexpr (std::is_same_v<T, RegisterRelease>) put.cells.value -= begin;
      }
      for (std::int64_t& pop : events_.pops) pop -= begin;
      ChannelEvents taken = events_;
      on_reset();
      return taken;
    }

   private:
    void on_put(Cycle, Cycle visible, const T& item) override {
      events_.puts.push_back({static_cast<std::int64_t>(visible), trace_detail::cells_of(item, 0)});
    }
    void on_pop(Cycle now, Cycle) override { events_.pops.push_back(static_cast<std::int64_t>(now)); }
    void on_reset() override {
      events_.puts.clear();
      events_.pops.clear();
    }

    Channel<T>& channel_;
    ChannelEvents events_;
  };

  std::vector<std::unique_ptr<Watched>> channels_;
};

// The first difference between two models.
struct EventDifference {
  std::string unit;  // the unit that acted: an item's writer or reader
  std::int64_t cycle = 0;
  std::string what;  // one line: channel, number of the item, and both sides

  std::string text() const;  // "dop_unit, cycle 40: ..."
};

// Compares the same channels of both models, which are called `a_name` and `b_name`. Several differences may be in the same
// cycle. Then a different item goes first, since it may be the cause of a different reading; then the first channel goes.
std::optional<EventDifference> first_difference(const std::vector<ChannelEvents>& a,
                                                const std::string& a_name,
                                                const std::vector<ChannelEvents>& b,
                                                const std::string& b_name);
std::uint64_t count_events(const std::vector<ChannelEvents>& events);

}  // namespace collisionchip
