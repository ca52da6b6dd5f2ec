// The taps of a recording: each turns what it sees into rows of its stream.
#pragma once

#include <array>
#include <deque>
#include <vector>

#include "collisionchip/tlm/checkers/memory_monitor.h"
#include "collisionchip/tlm/kernel/channel.h"
#include "collisionchip/tlm/kernel/cycle_account.h"
#include "collisionchip/tlm/machine/group_messages.h"
#include "collisionchip/tlm/memory/clock_crossing.h"
#include "collisionchip/tlm/memory/sdram_command.h"
#include "collisionchip/traces/record/channel_items.h"
#include "collisionchip/traces/record/list_tracker.h"
#include "collisionchip/traces/record/stream_buffer.h"

namespace collisionchip::trace_detail {

inline std::int64_t signed_cycle(Cycle cycle) {
  return static_cast<std::int64_t>(cycle);
}

// What a recording does with each channel, whatever it carries.
class AnyTransferTap {
 public:
  virtual ~AnyTransferTap() = default;
  virtual void attach(bool on) = 0;
  // What is still in the channel counts as not taken.
  virtual void end_query() = 0;
  virtual void prepare() = 0;  // for the next query
};

// What others want to know of the transfers while they happen.
struct TransferListeners {
  ListTracker* lists = nullptr;  // of list commands, node requests and flags
  std::deque<ReadKind>* requested =
      nullptr;  // of both kinds of requests, as the Memory Controller takes them
};

template <typename T>
class TransferTap final : public AnyTransferTap, private ChannelTap<T> {
 public:
  // rows nullptr: only the listeners want to know.
  TransferTap(Channel<T>& channel, Recording& recording, StreamBuffer* rows, TransferListeners listeners)
      : channel_(channel),
        recording_(recording),
        rows_(rows),
        listeners_(listeners),
        waiting_(channel.capacity()) {}
  ~TransferTap() override { channel_.remove_tap(*this); }

  void attach(bool on) override {
    channel_.remove_tap(*this);
    if (on) channel_.add_tap(*this);
  }

  void prepare() override {
    taken_ = put_ = 0;
    of_kind_ = {};
  }

  void end_query() override {
    while (taken_ < put_) {
      const Waiting& item = next();
      add(item, item.visible + 1, kNull);
    }
  }

 private:
  struct Waiting {
    std::int64_t put, visible;
    ItemCells cells;
  };

  void on_put(Cycle now, Cycle visible, const T& item) override {
    Waiting& waiting = waiting_[put_++ % waiting_.size()];
    waiting = {signed_cycle(now), signed_cycle(visible), cells_of(item, recording_.origin)};
    if constexpr (std::is_same_v<T, ReadRequest>)
      waiting.cells.detail = of_kind_[static_cast<std::size_t>(item.kind)]++;
    if constexpr (std::is_same_v<T, ListCommand> || std::is_same_v<T, ReadRequest>) {
      if (listeners_.lists != nullptr) listeners_.lists->on_put(signed_cycle(now), item);
    }
  }

  void on_pop(Cycle now, Cycle) override {
    if (taken_ == put_) return;  // it was put before the recording began
    const Waiting& item = next();
    if constexpr (std::is_same_v<T, OverlapFlags>) {
      if (listeners_.lists != nullptr) listeners_.lists->on_flags_taken(signed_cycle(now));
    }
    if constexpr (std::is_same_v<T, ReadRequest> || std::is_same_v<T, BurstRequest>) {
      if (listeners_.requested != nullptr)
        listeners_.requested->push_back(static_cast<ReadKind>(item.cells.kind));
    }
    add(item, signed_cycle(now) + 1, signed_cycle(now) - item.visible);
  }

  void on_reset() override { end_query(); }

  const Waiting& next() { return waiting_[taken_++ % waiting_.size()]; }

  void add(const Waiting& item, std::int64_t end, std::int64_t held) {
    if (rows_ == nullptr) return;
    std::int64_t* const row = rows_->add(taken_ - 1, item.put, end);
    if (row == nullptr) return;
    row[1] = item.visible - item.put;
    row[2] = held;
    row[3] = item.cells.kind;
    row[4] = item.cells.value;
    row[5] = item.cells.detail;
    row[6] = item.cells.digest;
  }

  Channel<T>& channel_;
  Recording& recording_;
  StreamBuffer* rows_;
  TransferListeners listeners_;
  std::vector<Waiting> waiting_;  // a ring: the channel's own items
  std::uint64_t put_ = 0, taken_ = 0;
  std::array<std::int64_t, 4> of_kind_{};  // requests put, by their kind
};

// Phases of one account. Those of the last entries are held back: a unit may have scheduled them beyond the
// end of the query.
class PhaseTap final : private AccountTap {
 public:
  PhaseTap(CycleAccount& account, StreamBuffer& rows);
  ~PhaseTap() { account_.remove_tap(*this); }
  PhaseTap(const PhaseTap&) = delete;
  PhaseTap& operator=(const PhaseTap&) = delete;

  void attach(bool on) {
    account_.remove_tap(*this);
    if (on) account_.add_tap(*this);
  }
  // Cuts at `end` and adds what the account counts as the rest.
  void end_query(std::int64_t end, const UnitCycles& total);
  const CycleAccount& account() const { return account_; }

 private:
  struct Phase {
    std::int64_t begin = 0, end = 0;
    int state = 0;
  };

  void on_reset(Cycle origin) override;
  void on_spend(Cycle from, Cycle until, int what) override;
  void write(const Phase& phase);
  int rest(std::int64_t missing, const UnitCycles& total) const;

  CycleAccount& account_;
  StreamBuffer& rows_;
  std::array<Phase, CycleAccount::kRecent> held_{};  // a ring
  std::uint64_t begun_ = 0, written_ = 0;
  std::vector<std::int64_t> sums_;  // by state
};

// SDRAM commands, announced almost in the order of their cycles, told in it.
class CommandTap final : public tlm::tlm_analysis_if<SdramCommand> {
 public:
  // `clocks` says in which cycle of the chip a command goes out.
  CommandTap(StreamBuffer& rows, const ClockCrossing& clocks) : rows_(rows), clocks_(clocks) {}

  void attach(bool on) { on_ = on; }
  void prepare();
  void end_query();

 private:
  void write(const SdramCommand& command) override;
  void add(const SdramCommand& command);

  StreamBuffer& rows_;
  const ClockCrossing& clocks_;
  bool on_ = false;
  std::vector<SdramCommand> early_;  // sorted; others may still come before them
  std::uint64_t number_ = 0;
};

class ReadTap final : public tlm::tlm_analysis_if<MemoryRead> {
 public:
  ReadTap(StreamBuffer& rows, std::deque<ReadKind>& requested, std::uint32_t bus_bytes)
      : rows_(rows), requested_(requested), bus_bytes_(bus_bytes) {}

  void attach(bool on) { on_ = on; }
  void prepare();

 private:
  void write(const MemoryRead& read) override;

  StreamBuffer& rows_;
  std::deque<ReadKind>& requested_;
  std::uint32_t bus_bytes_;
  bool on_ = false;
  std::uint64_t number_ = 0;
};

}  // namespace collisionchip::trace_detail
