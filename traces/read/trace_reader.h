// Reads a trace back (docs/vectors.md): what was recorded, and the events of each channel and unit in order.
//
//   TraceReader trace("run.sqlite");
//   for (const TraceQuery& query : trace.queries())
//     for (const TraceUnit& unit : trace.units()) {
//       auto phases = trace.phases(query.id, unit.id);
//       while (const TracePhase* phase = phases.next()) ...
//     }
//
// Memory: one chunk of events per stream that is open.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "collisionchip/traces/file/trace_events.h"

namespace collisionchip {

class SqliteStatement;

namespace trace_detail {
class ChunkCursor;
enum class StreamKind : std::uint8_t;
}  // namespace trace_detail

// Events that lie in [from, to), at least with a part of them.
struct TraceWindow {
  TraceCycle from = kTraceBegin, to = kTraceEnd;
};

// Events of one kind in the order in which they were recorded; it must not outlive its reader.
template <typename Event>
class TraceStream {
 public:
  TraceStream(std::unique_ptr<trace_detail::ChunkCursor> cursor, TraceWindow window);
  TraceStream(TraceStream&&) noexcept;
  TraceStream& operator=(TraceStream&&) noexcept;
  ~TraceStream();

  // The next event, valid until the next call; nullptr after the last. InputError if the file is damaged.
  const Event* next();

 private:
  std::unique_ptr<trace_detail::ChunkCursor> cursor_;
  TraceWindow window_;
  Event event_;
};

class TraceReader {
 public:
  enum class Accept {
    complete,  // only a trace whose recording came to its end
    partial,   // also what a recording left that was killed: all that had been committed
  };

  // InputError, one line with the file and what is wrong with it: not there, no trace, of another format
  // version, cut short, damaged, a number out of its range, or (Accept::complete) not complete.
  explicit TraceReader(const std::string& path, Accept accept = Accept::complete);
  ~TraceReader();
  TraceReader(const TraceReader&) = delete;
  TraceReader& operator=(const TraceReader&) = delete;

  const std::string& path() const { return path_; }
  bool complete() const { return complete_; }
  const TraceRun& run() const { return run_; }
  const std::vector<TraceQuery>& queries() const { return queries_; }
  const std::vector<TraceChannel>& channels() const { return channels_; }  // index = id
  const std::vector<TraceUnit>& units() const { return units_; }           // index = id
  std::uint32_t memories() const { return memories_; }                     // channels of memory, at least 1
  const TraceChannel* channel(const std::string& name) const;              // nullptr: not in this trace
  const TraceUnit* unit(const std::string& name) const;

  // Events recorded in all, by kind.
  struct Counts {
    std::uint64_t transfers = 0, phases = 0, commands = 0, reads = 0, lists = 0;
  };
  Counts counts() const;

  TraceStream<TraceTransfer> transfers(std::uint32_t query, std::uint32_t channel,
                                       TraceWindow window = {}) const;
  TraceStream<TracePhase> phases(std::uint32_t query, std::uint32_t unit, TraceWindow window = {}) const;
  TraceStream<TraceCommand> commands(std::uint32_t query, std::uint32_t memory,
                                     TraceWindow window = {}) const;
  TraceStream<TraceRead> reads(std::uint32_t query, std::uint32_t memory, TraceWindow window = {}) const;
  TraceStream<TraceList> lists(std::uint32_t query, TraceWindow window = {}) const;

 private:
  struct Database;

  void open(Accept accept);
  void read_tables();
  void check_configuration() const;
  void read_queries();
  void read_channels();
  void read_units();
  void read_streams();
  void check_chunks() const;
  void check_events() const;
  std::int64_t number(const SqliteStatement& row, const char* table, int column, const char* name,
                      std::int64_t least, std::int64_t most) const;
  template <typename Event>
  TraceStream<Event> stream(trace_detail::StreamKind kind, std::uint32_t source, std::uint32_t query,
                            TraceWindow window) const;

  std::string path_;
  bool complete_ = false;
  TraceRun run_;
  std::vector<TraceQuery> queries_;
  std::vector<TraceChannel> channels_;
  std::vector<TraceUnit> units_;
  std::uint32_t memories_ = 1;
  std::unique_ptr<Database> database_;
};

}  // namespace collisionchip
