// Goes through the rows of one stream, chunk by chunk.
#pragma once

#include <string>

#include "collisionchip/traces/file/sqlite.h"
#include "collisionchip/traces/file/trace_schema.h"

namespace collisionchip::trace_detail {

// What the numbers of a stream must not exceed: all of them are checked here, once for all who read a trace.
struct StreamLimits {
  std::int64_t cycle;  // of either sign
  std::size_t names;   // that its channel or unit has
};

class ChunkCursor {
 public:
  ChunkCursor(const SqliteDatabase& database, std::string path, std::uint32_t stream, StreamKind kind,
              StreamLimits limits, std::uint32_t query, std::int64_t from, std::int64_t to);

  // The cells of the next row, the first one counted from the start of the query; nullptr after the last.
  // InputError, which names file, chunk and row, when a number is out of its range or a chunk is not what the schema says.
  const std::int64_t* next();
  std::uint64_t number() const { return first_number_ + row_ - 1; }  // of the row that next() gave
  // InputError if the event of this row is not within the cycles of its chunk: a window would leave it out.
  void expect_within(std::int64_t begin, std::int64_t end) const;

 private:
  bool load();
  void parse();
  void check(const Column& column, std::int64_t cell) const;
  [[noreturn]] void damaged(const std::string& what) const;

  std::string path_;
  SqliteStatement chunks_;
  const std::vector<Column>& columns_;
  const StreamLimits limits_;
  std::int64_t chunk_ = 0, first_cycle_ = 0, last_cycle_ = 0;
  std::uint64_t first_number_ = 0;
  std::size_t rows_ = 0, row_ = 0;
  bool ended_ = false;
  std::vector<std::int64_t> cells_;
};

}  // namespace collisionchip::trace_detail
