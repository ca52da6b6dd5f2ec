// The trace file's tables, and how events lie in its chunks. docs/vectors.md is the description for users.
//
// A chunk is one row with events of one stream (a channel, a unit, or a kind) and one query: `data` is a JSON
// array of rows, each an array of integers; nulls at the end of a row are left out. The first integer of a
// row is a cycle, counted from the chunk's first_cycle. The columns, by kind:
//
//   transfer       put, visible - put, taken - visible, kind, value, detail, digest
//   phase          begin, end - begin, state
//   sdram_command  cycle, command, bank, row, column, beats
//   memory_read    request, accepted - request, first_beat - request, end - first_beat, address, bytes,
//                  purpose
//   list           begin, first_flags - begin, end - begin, tumbled, aligned_pairs, answered, discarded,
//                  1 if the pair was kept
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "collisionchip/traces/file/trace_events.h"

namespace collisionchip::trace_detail {

constexpr int kFormatVersion = 1;
constexpr int kApplicationId = 0x43435452;  // "CCTR", in SQLite's header

enum class StreamKind : std::uint8_t { transfer, phase, sdram_command, memory_read, list };
constexpr int kStreamKinds = 5;
const char* name_of(StreamKind kind);

// What an integer of a row is: a cycle, an index of the names that its channel or unit has, or a number of its own range.
enum class CellKind : std::uint8_t { cycle, length, name, number };
struct Column {
  const char* what;
  CellKind kind;
  bool nullable;
  std::int64_t least = 0, most = 0;  // of a number
};
// The integers of one row.
const std::vector<Column>& columns_of(StreamKind kind);

// A trace's largest cycle, and its longest stretch of cycles: five of them are less than 2^63 ps, and each is exact in double.
constexpr std::int64_t most_cycle(std::int64_t clock_period_ps) {
  constexpr std::int64_t kExact = std::int64_t{1} << 50, kPicoseconds = std::int64_t{1} << 60;
  if (clock_period_ps < 1) return kExact;  // not known
  return kPicoseconds / clock_period_ps < kExact ? kPicoseconds / clock_period_ps : kExact;
}

constexpr std::int64_t kNull = std::numeric_limits<std::int64_t>::min();

// Events of one stream on their way into the file: rows
// side by side, the first cell of each an absolute cycle.
struct Chunk {
  std::uint32_t stream = 0;
  StreamKind kind = StreamKind::transfer;
  std::uint32_t query = 0;
  std::int64_t origin = 0;         // absolute cycle of the query's start
  std::uint64_t first_number = 0;  // of the first row
  std::int64_t first_cycle = 0;    // absolute: the earliest begin and the latest end of the rows
  std::int64_t last_cycle = 0;
  std::size_t rows = 0;
  std::vector<std::int64_t> cells;  // may be longer than the rows
};

// Tables and views; with several memories each of their commands and reads says of which. The index on chunks is made
// when the recording ends.
std::string schema(bool several_memories);
extern const char* const kIndex;

}  // namespace collisionchip::trace_detail
