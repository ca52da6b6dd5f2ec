#include "collisionchip/traces/read/chunk_cursor.h"

#include <charconv>
#include <cstring>

#include <fmt/format.h>

#include "collisionchip/reference/text/input_error.h"

namespace collisionchip::trace_detail {

ChunkCursor::ChunkCursor(const SqliteDatabase& database, std::string path, std::uint32_t stream,
                         StreamKind kind, StreamLimits limits, std::uint32_t query, std::int64_t from,
                         std::int64_t to)
    : path_(std::move(path)),
      chunks_(
          database.prepare("SELECT id, first_cycle, last_cycle, first_number, events, data FROM chunk WHERE "
                           "stream = ? AND query = ? AND first_cycle < ? AND last_cycle > ? ORDER BY id")),
      columns_(columns_of(kind)),
      limits_(limits) {
  int parameter = 0;
  for (const std::int64_t value : {std::int64_t{stream}, std::int64_t{query}, to, from})
    chunks_.bind(parameter++, value);
}

const std::int64_t* ChunkCursor::next() {
  while (row_ == rows_) {
    if (!load()) return nullptr;
  }
  return cells_.data() + columns_.size() * row_++;
}

void ChunkCursor::damaged(const std::string& what) const {
  throw InputError(Place::in(path_).part("chunk " + std::to_string(chunk_)), what, "; the file is damaged");
}

void ChunkCursor::expect_within(std::int64_t begin, std::int64_t end) const {
  if (begin >= first_cycle_ && end <= last_cycle_) return;
  damaged(fmt::format("row {} within first_cycle {} and last_cycle {}, got cycles {} to {}", row_ - 1,
                      first_cycle_, last_cycle_, begin, end));
}

void ChunkCursor::check(const Column& column, std::int64_t cell) const {
  if (cell == kNull && column.nullable) return;
  std::int64_t least = column.least, most = column.most;
  if (column.kind == CellKind::cycle) least = -limits_.cycle;
  if (column.kind == CellKind::cycle || column.kind == CellKind::length) most = limits_.cycle;
  if (column.kind == CellKind::name) most = static_cast<std::int64_t>(limits_.names) - 1;
  if (cell >= least && cell <= most) return;
  damaged(fmt::format("row {} with {} from {} to {}, got {}", rows_, column.what, least, most,
                      cell == kNull ? "nothing" : std::to_string(cell)));
}

bool ChunkCursor::load() {
  if (ended_) return false;
  try {
    // A statement that has ended would begin again.
    ended_ = !chunks_.step();
    if (ended_) return false;
  } catch (const SqliteError& error) {
    throw InputError(Place::in(path_), "a whole trace", std::string(": ") + error.what());
  }
  chunk_ = chunks_.integer(0);
  first_cycle_ = chunks_.integer(1);
  last_cycle_ = chunks_.integer(2);
  first_number_ = static_cast<std::uint64_t>(chunks_.integer(3));
  parse();
  if (static_cast<std::int64_t>(rows_) != chunks_.integer(4)) damaged("as many rows as it has events");
  row_ = 0;
  return true;
}

// [[1,2,3],[4,null,6],...]: only what TraceFile writes.
void ChunkCursor::parse() {
  const std::string_view data = chunks_.text(5);
  const char* at = data.data();
  const char* const end = at + data.size();
  const auto skip = [&](char c) {
    if (at == end || *at != c) return false;
    ++at;
    return true;
  };
  cells_.clear();
  rows_ = 0;
  if (!skip('[')) damaged("a JSON array");
  do {
    if (!skip('[')) damaged("a row of integers");
    const std::size_t first = cells_.size();
    do {
      std::int64_t value = kNull;
      if (end - at >= 4 && std::memcmp(at, "null", 4) == 0) {
        at += 4;
      } else {
        const auto [after, error] = std::from_chars(at, end, value);
        if (error != std::errc{}) damaged("an integer or null");
        at = after;
      }
      cells_.push_back(value);
    } while (skip(','));
    if (!skip(']') || cells_.size() - first > columns_.size()) damaged("a row of its kind");
    cells_.resize(first + columns_.size(), kNull);
    for (std::size_t column = 0; column < columns_.size(); ++column)
      check(columns_[column], cells_[first + column]);
    cells_[first] += first_cycle_;
    ++rows_;
  } while (skip(','));
  if (!skip(']') || at != end) damaged("the end of the JSON array");
}

}  // namespace collisionchip::trace_detail
