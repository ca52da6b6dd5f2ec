// Goes through the rows of one stream, chunk by chunk.
#pragma once

#include <string>

#include "collisionchip/traces/file/sqlite.h"
#include "collisionchip/traces/file/trace_schema.h"

namespace collisionchip::trace_detail {

class ChunkCursor {
 public:
  ChunkCursor(const SqliteDatabase& database, std::string path, std::uint32_t stream, StreamKind kind,
              std::uint32_t query, std::int64_t from, std::int64_t to);

  // The cells of the next row, the first one counted from the start of the query; nullptr after the last.
  // InputError when a chunk is not what the schema says.
  const std::int64_t* next();
  std::uint64_t number() const { return first_number_ + row_ - 1; }  // of the row that next() gave

 private:
  bool load();
  void parse();
  [[noreturn]] void damaged(const char* what) const;

  std::string path_;
  SqliteStatement chunks_;
  std::size_t columns_;
  std::int64_t chunk_ = 0, first_cycle_ = 0;
  std::uint64_t first_number_ = 0;
  std::size_t rows_ = 0, row_ = 0;
  bool ended_ = false;
  std::vector<std::int64_t> cells_;
};

}  // namespace collisionchip::trace_detail
