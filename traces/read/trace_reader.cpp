#include "collisionchip/traces/read/trace_reader.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/text_scanner.h"
#include "collisionchip/tlm/config/config_keys.h"
#include "collisionchip/traces/read/chunk_cursor.h"

namespace collisionchip {

using namespace trace_detail;

namespace {

constexpr std::int64_t kMostNumber = 0xffffffff, kLongestPeriod = 1'000'000, kMostMemories = 64;

std::optional<std::int64_t> optional_of(std::int64_t cell) {
  return cell == kNull ? std::nullopt : std::optional<std::int64_t>(cell);
}

template <typename T>
std::optional<T> optional_as(std::int64_t cell) {
  return cell == kNull ? std::nullopt : std::optional<T>(static_cast<T>(cell));
}

void decode(const std::int64_t* cells, std::uint64_t number, TraceTransfer& event) {
  event.number = number;
  event.put = cells[0];
  event.visible = cells[0] + cells[1];
  event.taken = optional_of(cells[2]);
  if (event.taken) *event.taken += event.visible;
  event.kind = optional_as<std::uint32_t>(cells[3]);
  event.value = optional_of(cells[4]);
  event.detail = optional_of(cells[5]);
  event.digest = optional_as<std::uint64_t>(cells[6]);
}

void decode(const std::int64_t* cells, std::uint64_t, TracePhase& event) {
  event = {cells[0], cells[0] + cells[1], static_cast<std::uint32_t>(cells[2])};
}

void decode(const std::int64_t* cells, std::uint64_t, TraceCommand& event) {
  const auto field = [&](int i) { return static_cast<std::uint32_t>(cells[i]); };
  event = {cells[0], static_cast<TraceCommandKind>(cells[1]), field(2), field(3), field(4), field(5)};
}

void decode(const std::int64_t* cells, std::uint64_t number, TraceRead& event) {
  event.number = number;
  event.request = cells[0];
  event.accepted = cells[0] + cells[1];
  event.first_beat = cells[0] + cells[2];
  event.end = event.first_beat + cells[3];
  event.address = static_cast<std::uint32_t>(cells[4]);
  event.bytes = static_cast<std::uint32_t>(cells[5]);
  event.purpose = static_cast<TraceReadPurpose>(cells[6]);
}

void decode(const std::int64_t* cells, std::uint64_t number, TraceList& event) {
  event.number = number;
  event.begin = cells[0];
  event.first_flags = optional_of(cells[1]);
  if (event.first_flags) *event.first_flags += event.begin;
  event.end = cells[0] + cells[2];
  event.tumbled = optional_as<std::uint32_t>(cells[3]);
  event.aligned_pairs = static_cast<std::uint32_t>(cells[4]);
  event.answered = static_cast<std::uint32_t>(cells[5]);
  event.discarded = static_cast<std::uint32_t>(cells[6]);
  event.kept = optional_of(cells[7]).has_value();
}

// [begin, end) of an event, as windows see it.
std::pair<TraceCycle, TraceCycle> extent(const TraceTransfer& e) {
  return {e.put, e.taken.value_or(e.visible) + 1};
}
std::pair<TraceCycle, TraceCycle> extent(const TracePhase& e) {
  return {e.begin, e.end};
}
std::pair<TraceCycle, TraceCycle> extent(const TraceCommand& e) {
  return {e.cycle, e.cycle + 1};
}
std::pair<TraceCycle, TraceCycle> extent(const TraceRead& e) {
  return {e.request, e.end};
}
std::pair<TraceCycle, TraceCycle> extent(const TraceList& e) {
  return {e.begin, std::max(e.end, e.begin + 1)};
}

}  // namespace

template <typename Event>
TraceStream<Event>::TraceStream(std::unique_ptr<ChunkCursor> cursor, TraceWindow window)
    : cursor_(std::move(cursor)), window_(window) {}
template <typename Event>
TraceStream<Event>::TraceStream(TraceStream&&) noexcept = default;
template <typename Event>
TraceStream<Event>& TraceStream<Event>::operator=(TraceStream&&) noexcept = default;
template <typename Event>
TraceStream<Event>::~TraceStream() = default;

template <typename Event>
const Event* TraceStream<Event>::next() {
  while (const std::int64_t* cells = cursor_ ? cursor_->next() : nullptr) {
    decode(cells, cursor_->number(), event_);
    const auto [begin, end] = extent(event_);
    cursor_->expect_within(begin, end);
    if (begin < window_.to && end > window_.from) return &event_;
  }
  return nullptr;
}

template class TraceStream<TraceTransfer>;
template class TraceStream<TracePhase>;
template class TraceStream<TraceCommand>;
template class TraceStream<TraceRead>;
template class TraceStream<TraceList>;

struct TraceReader::Database {
  Database(const std::string& path, int flags) : sqlite(path, flags) {}

  SqliteDatabase sqlite;
  std::map<std::pair<StreamKind, std::uint32_t>, std::uint32_t> streams;  // kind and source -> stream
};

TraceReader::TraceReader(const std::string& path, Accept accept) : path_(path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) throw InputError(Place::in(path), "a trace file");
  try {
    open(accept);
    read_tables();
  } catch (const SqliteError& failure) {
    throw InputError(Place::in(path), "a whole trace", std::string(": ") + failure.what());
  }
}

TraceReader::~TraceReader() = default;

// A recording that was killed leaves SQLite's journal in the folder of the file. The journal undoes rows that were not
// committed; for that the file must be opened for writing.
void TraceReader::open(Accept accept) {
  const bool killed =
      std::filesystem::exists(path_ + "-journal") && std::filesystem::file_size(path_ + "-journal") > 0;
  if (killed && accept == Accept::complete)
    throw InputError(Place::in(path_), "a complete trace", ": its recording was not finished");
  database_ = std::make_unique<Database>(path_, killed ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY);
  const SqliteDatabase& sqlite = database_->sqlite;
  if (sqlite.integer("PRAGMA application_id") != kApplicationId)
    throw InputError(Place::in(path_), "a trace of collisionchip");
  if (const auto version = sqlite.integer("PRAGMA user_version"); version != kFormatVersion) {
    throw InputError(Place::in(path_), "trace format " + std::to_string(kFormatVersion),
                     ", got " + std::to_string(version));
  }
  const auto bytes = static_cast<std::int64_t>(std::filesystem::file_size(path_));
  const std::int64_t expected = sqlite.integer("PRAGMA page_count") * sqlite.integer("PRAGMA page_size");
  if (bytes < expected) {
    throw InputError(Place::in(path_), std::to_string(expected) + " bytes",
                     ", got " + std::to_string(bytes) + ": the file is cut short");
  }
  const std::string check = sqlite.text("PRAGMA quick_check(1)");
  if (check != "ok") throw InputError(Place::in(path_), "a whole trace", ": " + check);
  const std::string written =
      sqlite.text("SELECT count(*) || ' chunks, ' || coalesce(sum(events), 0) || ' events' FROM chunk");
  const std::string mark =
      sqlite.text("SELECT coalesce((SELECT value FROM meta WHERE key = 'complete'), '')");
  complete_ = mark == written;
  if (complete_ || (mark.empty() && accept == Accept::partial)) return;
  if (mark.empty())
    throw InputError(Place::in(path_), "a complete trace", ": its recording was not finished");
  throw InputError(Place::in(path_), mark, ", got " + written);
}

void TraceReader::read_tables() {
  const SqliteDatabase& sqlite = database_->sqlite;
  std::map<std::string, std::string> meta;
  for (auto row = sqlite.prepare("SELECT key, value FROM meta"); row.step();)
    meta.emplace(row.text(0), row.text(1));
  const auto number = [&](const char* key, std::int64_t least, std::int64_t most) {
    std::int64_t value = 0;
    if (!parse_integer(meta[key], value) || value < least || value > most)
      throw InputError(Place::in(path_).part(fmt::format("meta {}", key)),
                       fmt::format("an integer from {} to {}", least, most),
                       fmt::format(", got {}; the file is damaged", collisionchip::quoted(meta[key])));
    return static_cast<std::uint64_t>(value);
  };
  run_ = {meta["version"],
          meta["model"],
          meta["object_a"],
          meta["object_b"],
          number("triangles_a", 0, kMostNumber),
          number("triangles_b", 0, kMostNumber),
          meta["first_witness"] == "1",
          static_cast<std::uint32_t>(number("clock_period_ps", 0, kLongestPeriod)),
          meta["configuration"],
          meta["configuration_hash"],
          meta["window"]};
  check_configuration();
  read_queries();
  read_channels();
  read_units();
  read_streams();
  check_chunks();
}

// A number of a table's row, by its range.
std::int64_t TraceReader::number(const SqliteStatement& row, const char* table, int column, const char* name,
                                 std::int64_t least, std::int64_t most) const {
  const std::int64_t value = row.integer(column);
  if (row.is_integer(column) && value >= least && value <= most) return value;
  throw InputError(Place::in(path_).part(fmt::format("{} {}", table, collisionchip::quoted(row.text(0)))),
                   fmt::format("{} as an integer from {} to {}", name, least, most),
                   fmt::format(", got {}; the file is damaged", collisionchip::quoted(row.text(column))));
}

// Who asks for a key of the machine gets a value that it may have.
void TraceReader::check_configuration() const {
  const auto configuration = nlohmann::json::parse(run_.configuration, nullptr, false);
  if (!configuration.is_object()) return;
  for (const ConfigKey& key : config_keys()) {
    const auto section = configuration.find(key.section());
    if (key.kind != KeyKind::integer || section == configuration.end()) continue;
    const auto value = section->is_object() ? section->find(key.leaf()) : section->end();
    if (section->is_object() && value == section->end()) continue;
    if (section->is_object() && value->is_number_unsigned() &&
        value->get<std::uint64_t>() <= std::uint64_t{key.max} && accepts(key, value->get<std::uint32_t>()))
      continue;
    throw InputError(Place::in(path_).part(fmt::format("configuration: {}", key.name)),
                     expectation(key, std::nullopt), ", got another value; the file is damaged");
  }
}

void TraceReader::read_queries() {
  const std::int64_t most = most_cycle(run_.clock_period_ps);
  for (auto row =
           database_->sqlite.prepare("SELECT id, pose, sub_query, start, cycles FROM query ORDER BY id");
       row.step();) {
    const auto of = [&](int column, const char* name, std::int64_t least, std::int64_t largest) {
      return number(row, "query", column, name, least, largest);
    };
    queries_.push_back({static_cast<std::uint32_t>(of(0, "id", 0, kMostNumber)),
                        static_cast<std::uint64_t>(of(1, "pose", 0, kMostNumber)),
                        static_cast<std::uint32_t>(of(2, "sub_query", 0, kMostNumber)),
                        static_cast<std::uint64_t>(of(3, "start", 0, most)), of(4, "cycles", -1, most)});
  }
}

void TraceReader::read_channels() {
  const SqliteDatabase& sqlite = database_->sqlite;
  for (auto row = sqlite.prepare("SELECT id, name, writer, reader, capacity, latency, item, value, detail "
                                 "FROM channel ORDER BY id");
       row.step();) {
    const auto text = [&](int column) { return std::string(row.text(column)); };
    const auto small = [&](int column, const char* name) {
      return static_cast<std::uint32_t>(number(row, "channel", column, name, 0, kMostNumber));
    };
    const auto id = static_cast<std::int64_t>(channels_.size());
    channels_.push_back({static_cast<std::uint32_t>(number(row, "channel", 0, "id", id, id)),
                         text(1),
                         text(2),
                         text(3),
                         small(4, "capacity"),
                         small(5, "latency"),
                         text(6),
                         text(7),
                         text(8),
                         {}});
  }
  for (TraceChannel& channel : channels_) {
    auto row = sqlite.prepare("SELECT name FROM item_kind WHERE item = ? ORDER BY id");
    row.bind(0, channel.item);
    while (row.step()) channel.kinds.emplace_back(row.text(0));
  }
}

void TraceReader::read_units() {
  const SqliteDatabase& sqlite = database_->sqlite;
  for (auto row = sqlite.prepare("SELECT id, name FROM unit ORDER BY id"); row.step();) {
    const auto id = static_cast<std::int64_t>(units_.size());
    units_.push_back(
        {static_cast<std::uint32_t>(number(row, "unit", 0, "id", id, id)), std::string(row.text(1)), {}});
  }
  for (TraceUnit& unit : units_) {
    auto row = sqlite.prepare("SELECT name FROM state WHERE unit = ? ORDER BY id");
    row.bind(0, unit.id);
    while (row.step()) unit.states.emplace_back(row.text(0));
  }
}

void TraceReader::read_streams() {
  const SqliteDatabase& sqlite = database_->sqlite;
  // It has one of the three; NULL is 0.
  const bool several =
      sqlite.integer("SELECT count(*) FROM pragma_table_info('stream') WHERE name = 'memory'") != 0;
  for (auto row = sqlite.prepare(std::string("SELECT id, kind, coalesce(channel, unit, ") +
                                 (several ? "memory" : "NULL") + ", 0) FROM stream");
       row.step();) {
    int kind = 0;
    while (kind < kStreamKinds && row.text(1) != name_of(static_cast<StreamKind>(kind))) ++kind;
    if (kind == kStreamKinds)
      throw InputError(Place::in(path_).part(fmt::format("stream {}", collisionchip::quoted(row.text(0)))),
                       "a kind of stream",
                       fmt::format(", got {}; the file is damaged", collisionchip::quoted(row.text(1))));
    const auto stream = static_cast<StreamKind>(kind);
    const std::size_t sources = stream == StreamKind::transfer ? channels_.size()
                                : stream == StreamKind::phase  ? units_.size()
                                                               : kMostMemories;
    const auto source = static_cast<std::uint32_t>(
        number(row, "stream", 2, "its source", 0, static_cast<std::int64_t>(sources) - 1));
    database_->streams[{stream, source}] =
        static_cast<std::uint32_t>(number(row, "stream", 0, "id", 0, kMostNumber));
    if (stream == StreamKind::memory_read) memories_ = std::max(memories_, source + 1);
  }
}

// Streams are asked for their chunks by these numbers: a chunk with another one would be left out in silence.
void TraceReader::check_chunks() const {
  const std::int64_t most = most_cycle(run_.clock_period_ps);
  for (auto row = database_->sqlite.prepare(
           "SELECT id, first_cycle, last_cycle, first_number, events, stream, query FROM chunk ORDER BY id");
       row.step();) {
    const std::int64_t first = number(row, "chunk", 1, "first_cycle", -most, most);
    number(row, "chunk", 2, "last_cycle", first, most);
    number(row, "chunk", 3, "first_number", 0, most);
    number(row, "chunk", 4, "events", 0, kMostNumber);
    number(row, "chunk", 5, "stream", 0, kMostNumber);
    number(row, "chunk", 6, "query", 0, kMostNumber);
  }
  check_events();
}

// Reads each event once, even in windows without a request: a chunk with too small a last_cycle would be left out of a window.
void TraceReader::check_events() const {
  std::map<std::uint32_t, std::pair<StreamKind, std::uint32_t>> known;
  for (const auto& [source, id] : database_->streams) known.emplace(id, source);
  std::set<std::uint32_t> queries;
  for (const TraceQuery& query : queries_) queries.insert(query.id);
  for (auto row =
           database_->sqlite.prepare("SELECT min(id), stream, query FROM chunk GROUP BY stream, query");
       row.step();) {
    const auto id = static_cast<std::uint32_t>(row.integer(1)),
               query = static_cast<std::uint32_t>(row.integer(2));
    const auto found = known.find(id);
    if (found == known.end() || queries.count(query) == 0)
      throw InputError(Place::in(path_).part(fmt::format("chunk {}", row.integer(0))),
                       "a stream and a query of this trace",
                       fmt::format(", got {} and {}; the file is damaged", id, query));
    const auto [kind, source] = found->second;
    const auto read_all = [](auto stream) {
      while (stream.next() != nullptr) {
      }
    };
    if (kind == StreamKind::transfer) read_all(transfers(query, source));
    if (kind == StreamKind::phase) read_all(phases(query, source));
    if (kind == StreamKind::sdram_command) read_all(commands(query, source));
    if (kind == StreamKind::memory_read) read_all(reads(query, source));
    if (kind == StreamKind::list) read_all(lists(query));
  }
}

const TraceChannel* TraceReader::channel(const std::string& name) const {
  for (const TraceChannel& channel : channels_) {
    if (channel.name == name) return &channel;
  }
  return nullptr;
}

const TraceUnit* TraceReader::unit(const std::string& name) const {
  for (const TraceUnit& unit : units_) {
    if (unit.name == name) return &unit;
  }
  return nullptr;
}

TraceReader::Counts TraceReader::counts() const {
  Counts counts;
  std::uint64_t* const by_kind[] = {&counts.transfers, &counts.phases, &counts.commands, &counts.reads,
                                    &counts.lists};
  auto row = database_->sqlite.prepare(
      "SELECT coalesce(sum(events), 0) FROM chunk JOIN stream s ON "
      "s.id = stream WHERE s.kind = ?");
  for (int kind = 0; kind < kStreamKinds; ++kind) {
    row.bind(0, name_of(static_cast<StreamKind>(kind)));
    row.step();
    *by_kind[kind] = static_cast<std::uint64_t>(row.integer(0));
    row.reset();
  }
  return counts;
}

template <typename Event>
TraceStream<Event> TraceReader::stream(StreamKind kind, std::uint32_t source, std::uint32_t query,
                                       TraceWindow window) const {
  const auto found = database_->streams.find({kind, source});
  if (found == database_->streams.end()) return TraceStream<Event>(nullptr, window);
  const std::size_t names = kind == StreamKind::transfer ? channels_[source].kinds.size()
                            : kind == StreamKind::phase  ? units_[source].states.size()
                                                         : 0;
  return TraceStream<Event>(
      std::make_unique<ChunkCursor>(database_->sqlite, path_, found->second, kind,
                                    StreamLimits{most_cycle(run_.clock_period_ps), names}, query, window.from,
                                    window.to),
      window);
}

TraceStream<TraceTransfer> TraceReader::transfers(std::uint32_t query, std::uint32_t channel,
                                                  TraceWindow window) const {
  return stream<TraceTransfer>(StreamKind::transfer, channel, query, window);
}
TraceStream<TracePhase> TraceReader::phases(std::uint32_t query, std::uint32_t unit,
                                            TraceWindow window) const {
  return stream<TracePhase>(StreamKind::phase, unit, query, window);
}
TraceStream<TraceCommand> TraceReader::commands(std::uint32_t query, std::uint32_t memory,
                                                TraceWindow window) const {
  return stream<TraceCommand>(StreamKind::sdram_command, memory, query, window);
}
TraceStream<TraceRead> TraceReader::reads(std::uint32_t query, std::uint32_t memory,
                                          TraceWindow window) const {
  return stream<TraceRead>(StreamKind::memory_read, memory, query, window);
}
TraceStream<TraceList> TraceReader::lists(std::uint32_t query, TraceWindow window) const {
  return stream<TraceList>(StreamKind::list, 0, query, window);
}

}  // namespace collisionchip
