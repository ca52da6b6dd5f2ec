// The trace file while it is written: SQLite, one transaction after another, the completeness mark last.
#pragma once

#include <string>
#include <vector>

#include "collisionchip/traces/file/sqlite.h"
#include "collisionchip/traces/file/trace_schema.h"

namespace collisionchip::trace_detail {

// One stream of events: a channel's transfers, a unit's phases, a memory's commands or reads, all lists.
struct StreamSource {
  StreamKind kind = StreamKind::transfer;
  std::uint32_t id = 0;  // of the channel or unit; number of the memory; 0 for lists
};

struct TraceContents {
  TraceRun run;
  std::vector<TraceChannel> channels;
  std::vector<TraceUnit> units;
  std::uint32_t memories = 1;         // channels of memory
  std::vector<StreamSource> streams;  // index = stream number of the chunks
};

// Same contents and calls, same bytes. SqliteError when the file cannot be written.
class TraceFile {
 public:
  // Replaces a trace that is there under this name, and nothing else.
  TraceFile(const std::string& path, const TraceContents& contents);
  // Leaves what was committed, and SQLite's journal if that is needed to read it.
  ~TraceFile();
  TraceFile(const TraceFile&) = delete;
  TraceFile& operator=(const TraceFile&) = delete;

  void begin_query(const TraceQuery& query);
  void end_query(const TraceQuery& query);
  void add(const Chunk& chunk);
  // Without this the file counts as cut short.
  void complete();
  // The file could not be written: it is removed. No function may be called after this one.
  void discard() noexcept;

 private:
  void close();
  void write_contents(const TraceContents& contents);
  void write_meta(const std::string& key, const std::string& value);

  std::string path_;
  SqliteDatabase database_;
  SqliteStatement insert_chunk_, insert_query_, update_query_;
  std::vector<char> json_;
  std::uint64_t chunks_ = 0, events_ = 0;
  std::uint64_t uncommitted_ = 0;  // bytes
};

}  // namespace collisionchip::trace_detail
