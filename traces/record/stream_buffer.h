// Where the events of one stream gather until a chunk is full. All that the model's own thread does for a
// recording ends here.
#pragma once

#include <algorithm>

#include "collisionchip/traces/record/trace_writer.h"

namespace collisionchip::trace_detail {

// The query that runs. Cycles are absolute: the model counts from the start of the simulation.
struct Recording {
  TraceWriter& writer;
  std::uint32_t query = 0;
  std::int64_t origin = 0;
  bool started = false;  // the start command is out: query, origin and window hold
  std::int64_t from = kTraceBegin, to = kTraceEnd;
};

class StreamBuffer {
 public:
  StreamBuffer(Recording& recording, std::uint32_t stream, StreamKind kind)
      : recording_(recording), columns_(columns_of(kind).size()) {
    chunk_.stream = stream;
    chunk_.kind = kind;
  }

  // A row for an event in [begin, end), to be filled by the caller; nullptr if the window leaves it out. Its
  // first cell is `begin`. The numbers of the rows that are kept follow one another.
  std::int64_t* add(std::uint64_t number, std::int64_t begin, std::int64_t end) {
    if (begin >= recording_.to || end <= recording_.from) return nullptr;
    if (!recording_.started) {
      early_ends_.push_back(end);
    } else if (used_ + columns_ > kCells) {
      flush();
    }
    if (used_ == 0) {
      chunk_.first_number = number;
      chunk_.first_cycle = begin;
      chunk_.last_cycle = end;
    }
    chunk_.first_cycle = std::min(chunk_.first_cycle, begin);
    chunk_.last_cycle = std::max(chunk_.last_cycle, end);
    if (used_ + columns_ > chunk_.cells.size()) chunk_.cells.resize(used_ + kCells);
    std::int64_t* const row = chunk_.cells.data() + used_;
    used_ += columns_;
    row[0] = begin;
    return row;
  }

  // Hands over what there is; after the last event of a query.
  void flush() {
    if (used_ == 0) return;
    chunk_.query = recording_.query;
    chunk_.origin = recording_.origin;
    chunk_.rows = used_ / columns_;
    recording_.writer.put(std::move(chunk_));
    chunk_.cells = recording_.writer.used_cells();  // the chunk's other members stay
    used_ = 0;
  }
  // Drops the gathered rows.
  void clear() {
    used_ = 0;
    early_ends_.clear();
  }
  // The query has started, and with it the window is known: drops what came before and lies outside.
  void start() {
    const std::vector<std::int64_t> cells(chunk_.cells.begin(),
                                          chunk_.cells.begin() + static_cast<std::ptrdiff_t>(used_));
    std::uint64_t number = chunk_.first_number;
    used_ = 0;
    for (std::size_t i = 0; i < early_ends_.size(); ++i) {
      const std::int64_t* const from = cells.data() + i * columns_;
      std::int64_t* const to = add(number++, *from, early_ends_[i]);
      if (to != nullptr) std::copy(from, from + columns_, to);
    }
    early_ends_.clear();
  }

 private:
  static constexpr std::size_t kCells = std::size_t{256} * 3 * 6 * 7 / 3;  // of a full chunk, 84 KiB

  Recording& recording_;
  std::size_t columns_;
  std::size_t used_ = 0;  // cells
  Chunk chunk_;
  std::vector<std::int64_t> early_ends_;  // of the rows gathered before the start
};

}  // namespace collisionchip::trace_detail
