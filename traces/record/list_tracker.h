// Follows the Stack Engine's lists from outside: their
// commands, the requests for tumbled pairs, and the flags.
#pragma once

#include <deque>

#include "collisionchip/tlm/machine/messages.h"
#include "collisionchip/traces/record/stream_buffer.h"

namespace collisionchip::trace_detail {

class ListTracker {
 public:
  explicit ListTracker(StreamBuffer& rows) : rows_(rows) {}

  void on_put(std::int64_t now, const ListCommand& command) {
    close();
    open_ = true;
    begin_ = end_ = now;
    first_flags_ = kNull;
    command_ = command;
    answered_ = 0;
  }
  // A tumbled pair is requested after its list's command, unless it was prefetched or kept.
  void on_put(std::int64_t, const ReadRequest& request) {
    if (request.kind == ReadKind::tumbled_pair) tumbled_.push_back(request.address);
  }
  void on_flags_taken(std::int64_t now) {
    if (answered_++ == 0) first_flags_ = now;
    end_ = now;
  }

  // The list that is open ends with the last flags that were taken.
  void close() {
    if (!open_) return;
    open_ = false;
    for (std::uint32_t i = 0; i < command_.discard && !tumbled_.empty(); ++i) tumbled_.pop_front();
    if (!command_.keep) {
      own_ = tumbled_.empty() ? kNull : std::int64_t{tumbled_.front()};
      if (!tumbled_.empty()) tumbled_.pop_front();
    }
    std::int64_t* const row = rows_.add(number_++, begin_, std::max(end_, begin_ + 1));
    if (row == nullptr) return;
    row[1] = first_flags_ == kNull ? kNull : first_flags_ - begin_;
    row[2] = end_ - begin_;
    row[3] = own_;
    row[4] = command_.length;
    row[5] = answered_;
    row[6] = command_.discard;
    row[7] = command_.keep ? 1 : kNull;
  }

  void reset() {
    open_ = false;
    number_ = 0;
    tumbled_.clear();
  }

 private:
  StreamBuffer& rows_;
  bool open_ = false;
  std::uint64_t number_ = 0;
  std::int64_t begin_ = 0, end_ = 0, first_flags_ = kNull;
  ListCommand command_;
  std::uint32_t answered_ = 0;
  std::int64_t own_ = kNull;           // tumbled pair of the list that was closed last
  std::deque<std::uint32_t> tumbled_;  // requested, not yet used, in the order in which the lists use them
};

}  // namespace collisionchip::trace_detail
