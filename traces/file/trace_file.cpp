#include "collisionchip/traces/file/trace_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <unistd.h>

namespace collisionchip::trace_detail {

namespace {

// What a recording that is killed loses at most.
constexpr std::uint64_t kCommitBytes = 8u << 20;
constexpr std::size_t kLongestInteger = 20;

// Nothing, or the bytes that a trace has at this place in its first page.
bool may_be_a_trace(const std::string& path) {
  std::array<char, 72> head{};
  std::ifstream file(path, std::ios::binary);
  file.read(head.data(), head.size());
  if (file.gcount() == 0) return true;
  std::uint32_t id = 0;
  for (std::size_t i = 68; i < head.size(); ++i) id = id << 8 | static_cast<unsigned char>(head[i]);
  return id == kApplicationId;
}

void remove_all(const std::string& path) {
  for (const char* suffix : {"", "-journal"}) std::remove((path + suffix).c_str());
}

// Makes a new file. An existing file at this place must be a recording that was not complete, and no link.
void make_file(const std::string& path) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::symlink_status(path, error);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    throw SqliteError(SQLITE_CANTOPEN, "it is no regular file");
  if (std::filesystem::exists(status) && !may_be_a_trace(path))
    throw SqliteError(SQLITE_CANTOPEN, "it is no trace");
  remove_all(path);
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
  if (file < 0) throw SqliteError(SQLITE_CANTOPEN, std::strerror(errno));
  close(file);
}

void prepare_tables(SqliteDatabase& database, bool several_memories) {
  // No other process writes. A rollback journal costs very little, because pages are only appended. It leaves
  // a readable file when the process is killed. The file need not survive a power failure.
  database.execute(
      "PRAGMA page_size = 8192; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = TRUNCATE;"
      "PRAGMA synchronous = OFF; PRAGMA cache_size = -16384; PRAGMA application_id = " +
      std::to_string(kApplicationId) + "; PRAGMA user_version = " + std::to_string(kFormatVersion) +
      "; BEGIN");
  database.execute(schema(several_memories));
}

SqliteDatabase create(const std::string& path, bool several_memories) {
  make_file(path);
  try {
    SqliteDatabase database(path, SQLITE_OPEN_READWRITE);
    prepare_tables(database, several_memories);
    return database;
  } catch (const SqliteError&) {
    remove_all(path);
    throw;
  }
}

// Most numbers have one or two digits.
char* write_integer(std::int64_t value, char* out, char* limit) {
  if (value >= 0 && value < 100) {
    if (value >= 10) *out++ = static_cast<char>('0' + value / 10);
    *out++ = static_cast<char>('0' + value % 10);
    return out;
  }
  return std::to_chars(out, limit, value).ptr;
}

// The rows as JSON, the first cell of each counted from `base`; returns the length. The buffer only grows:
// clearing it would take as long as writing.
std::size_t write_json(const Chunk& chunk, std::int64_t base, std::vector<char>& json) {
  const std::size_t columns = columns_of(chunk.kind).size();
  const std::size_t cells = chunk.rows * columns;
  json.resize(std::max(json.size(), cells * (kLongestInteger + 1) + chunk.rows * 2 + 2));
  char* out = json.data();
  char* const limit = out + json.size();
  *out++ = '[';
  for (const std::int64_t* row = chunk.cells.data(); row != chunk.cells.data() + cells; row += columns) {
    std::size_t used = columns;
    while (used > 1 && row[used - 1] == kNull) --used;
    *out++ = '[';
    out = write_integer(row[0] - base, out, limit);
    for (std::size_t i = 1; i < used; ++i) {
      *out++ = ',';
      if (row[i] == kNull) {
        for (const char c : {'n', 'u', 'l', 'l'}) *out++ = c;
      } else {
        out = write_integer(row[i], out, limit);
      }
    }
    *out++ = ']';
    *out++ = ',';
  }
  out[-1] = ']';
  return static_cast<std::size_t>(out - json.data());
}

}  // namespace

TraceFile::TraceFile(const std::string& path, const TraceContents& contents)
    : path_(path),
      database_(create(path, contents.memories > 1)),
      insert_chunk_(database_.prepare("INSERT INTO chunk VALUES(NULL, ?, ?, ?, ?, ?, ?, ?)")),
      insert_query_(database_.prepare("INSERT INTO query VALUES(?, ?, ?, ?, -1)")),
      update_query_(database_.prepare("UPDATE query SET cycles = ? WHERE id = ?")) {
  try {
    write_contents(contents);
    database_.execute("COMMIT; BEGIN");
  } catch (const SqliteError&) {
    discard();
    throw;
  }
}

TraceFile::~TraceFile() {
  if (path_.empty()) return;
  try {
    close();
  } catch (const SqliteError&) {
    return;  // its journal is needed
  }
  std::error_code error;
  if (std::filesystem::file_size(path_ + "-journal", error) == 0) std::remove((path_ + "-journal").c_str());
}

void TraceFile::discard() noexcept {
  try {
    close();
  } catch (const SqliteError&) {
  }
  remove_all(path_);
  path_.clear();
}

void TraceFile::close() {
  for (SqliteStatement* statement : {&insert_chunk_, &insert_query_, &update_query_}) statement->finalize();
  database_.close();
}

void TraceFile::write_meta(const std::string& key, const std::string& value) {
  SqliteStatement insert = database_.prepare("INSERT INTO meta VALUES(?, ?)");
  insert.bind(0, key);
  insert.bind(1, value);
  insert.run();
}

void TraceFile::write_contents(const TraceContents& contents) {
  const TraceRun& run = contents.run;
  const std::pair<const char*, std::string> meta[] = {
      {"format_version", std::to_string(kFormatVersion)},
      {"version", run.version},
      {"model", run.model},
      {"object_a", run.object_a},
      {"object_b", run.object_b},
      {"triangles_a", std::to_string(run.triangles_a)},
      {"triangles_b", std::to_string(run.triangles_b)},
      {"first_witness", run.first_witness ? "1" : "0"},
      {"clock_period_ps", std::to_string(run.clock_period_ps)},
      {"configuration", run.configuration},
      {"configuration_hash", run.configuration_hash},
      {"window", run.window}};
  for (const auto& [key, value] : meta) write_meta(key, value);

  SqliteStatement channel = database_.prepare("INSERT INTO channel VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)");
  SqliteStatement kind = database_.prepare("INSERT OR IGNORE INTO item_kind VALUES(?, ?, ?)");
  for (const TraceChannel& c : contents.channels) {
    channel.bind(0, c.id);
    channel.bind(4, c.capacity);
    channel.bind(5, c.latency);
    int column = 1;
    for (const std::string* text : {&c.name, &c.writer, &c.reader}) channel.bind(column++, *text);
    column = 6;
    for (const std::string* text : {&c.item, &c.value, &c.detail}) channel.bind(column++, *text);
    channel.run();
    for (std::size_t i = 0; i < c.kinds.size(); ++i) {
      kind.bind(0, c.item);
      kind.bind(1, static_cast<std::int64_t>(i));
      kind.bind(2, c.kinds[i]);
      kind.run();
    }
  }
  SqliteStatement unit = database_.prepare("INSERT INTO unit VALUES(?, ?)");
  SqliteStatement state = database_.prepare("INSERT INTO state VALUES(?, ?, ?)");
  for (const TraceUnit& u : contents.units) {
    unit.bind(0, u.id);
    unit.bind(1, u.name);
    unit.run();
    for (std::size_t i = 0; i < u.states.size(); ++i) {
      state.bind(0, u.id);
      state.bind(1, static_cast<std::int64_t>(i));
      state.bind(2, u.states[i]);
      state.run();
    }
  }
  for (std::size_t i = 0; i < contents.streams.size(); ++i) {
    const StreamSource& source = contents.streams[i];
    const bool of_memory = source.kind == StreamKind::sdram_command || source.kind == StreamKind::memory_read;
    SqliteStatement stream =
        database_.prepare(contents.memories > 1 ? "INSERT INTO stream VALUES(?, ?, ?, ?, ?)"
                                                : "INSERT INTO stream VALUES(?, ?, ?, ?)");
    stream.bind(0, static_cast<std::int64_t>(i));
    stream.bind(1, name_of(source.kind));
    if (source.kind == StreamKind::transfer) stream.bind(2, source.id);
    if (source.kind == StreamKind::phase) stream.bind(3, source.id);
    if (of_memory && contents.memories > 1) stream.bind(4, source.id);
    stream.run();
  }
}

void TraceFile::begin_query(const TraceQuery& query) {
  insert_query_.bind(0, query.id);
  insert_query_.bind(1, static_cast<std::int64_t>(query.pose));
  insert_query_.bind(2, query.sub_query);
  insert_query_.bind(3, static_cast<std::int64_t>(query.start));
  insert_query_.run();
}

void TraceFile::end_query(const TraceQuery& query) {
  update_query_.bind(0, query.cycles);
  update_query_.bind(1, query.id);
  update_query_.run();
}

void TraceFile::add(const Chunk& chunk) {
  const std::size_t length = write_json(chunk, chunk.first_cycle, json_);  // may move json_
  const std::string_view json(json_.data(), length);
  const auto events = static_cast<std::int64_t>(chunk.rows);
  const std::int64_t numbers[] = {chunk.stream,
                                  chunk.query,
                                  chunk.first_cycle - chunk.origin,
                                  chunk.last_cycle - chunk.origin,
                                  static_cast<std::int64_t>(chunk.first_number),
                                  events};
  int parameter = 0;
  for (const std::int64_t number : numbers) insert_chunk_.bind(parameter++, number);
  insert_chunk_.bind(parameter, json);
  insert_chunk_.run();
  ++chunks_;
  events_ += chunk.rows;
  uncommitted_ += json.size();
  if (uncommitted_ < kCommitBytes) return;
  database_.execute("COMMIT; BEGIN");
  uncommitted_ = 0;
}

void TraceFile::complete() {
  database_.execute(kIndex);
  write_meta("complete", std::to_string(chunks_) + " chunks, " + std::to_string(events_) + " events");
  database_.execute("COMMIT");
  close();
  std::remove((path_ + "-journal").c_str());  // empty
  path_.clear();
}

}  // namespace collisionchip::trace_detail
