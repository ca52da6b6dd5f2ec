#include "collisionchip/testbench/explore/result_store.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include <unistd.h>

#include <fmt/format.h>

#include "collisionchip/reference/files/regular_file.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/utf8_text.h"
#include "collisionchip/testbench/version.h"
#include "collisionchip/tlm/config/config_keys.h"

namespace collisionchip {

namespace {

std::vector<std::string> key_names() {
  std::vector<std::string> names;
  for (const ConfigKey& key : config_keys()) names.push_back(key.name);
  return names;
}

// Keys and statistics have dots in their names: as SQL takes them, in double quotes, each behind a comma.
std::string columns(const std::vector<std::string>& names, const std::string& table = "") {
  std::string text;
  for (const std::string& name : names) text += ", " + table + '"' + name + '"';
  return text;
}

std::string marks(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += i == 0 ? "?" : ", ?";
  return text;
}

// A file name as SQL takes it.
std::string literal(const std::string& path) {
  std::string text = "'";
  for (const char c : path) text += c == '\'' ? std::string("''") : std::string(1, c);
  return text + "'";
}

// A file name as a URI: what would end it is written in hexadecimal.
std::string uri_of(const std::string& path) {
  std::string uri = "file:";
  for (const char c : path) {
    const bool special = c == '%' || c == '?' || c == '#';
    uri += special ? fmt::format("%{:02x}", c) : std::string(1, c);
  }
  return uri;
}

// SQLite tries again to read it only, and tells why that failed.
void refuse_unwritable(const std::string& path) {
  const std::filesystem::path file(path), folder = file.parent_path();
  const std::filesystem::path place = std::filesystem::exists(file) ? file : folder.empty() ? "." : folder;
  if (access(place.c_str(), W_OK) != 0)
    throw InputError(Place::in(path), "a file that can be written", std::string(": ") + std::strerror(errno));
}

std::unique_ptr<SqliteDatabase> open(const std::string& path, ResultStore::Access access) {
  expect_regular_file(path);
  if (access == ResultStore::Access::read) {
    return std::make_unique<SqliteDatabase>(uri_of(path) + "?immutable=1",
                                            SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
  }
  refuse_unwritable(path);
  auto database = std::make_unique<SqliteDatabase>(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  database->execute("PRAGMA busy_timeout = 5000");  // a reader, or a task that is still on its way out
  return database;
}

constexpr const char* kTables = "SELECT count(*) FROM sqlite_master WHERE type = 'table'";

bool has_store_tables(const SqliteDatabase& database) {
  return database.integer(std::string(kTables) + " AND name IN ('configurations', 'workloads', 'results')") ==
         3;
}

// A new file is empty; tables are never added to a database of something else.
void refuse_stranger(const SqliteDatabase& database) {
  if (database.integer(kTables) > 0 && !has_store_tables(database))
    throw SqliteError(SQLITE_MISUSE, "expected a store of results, got tables of something else");
}

[[noreturn]] void throw_damaged(const char* what) {
  throw SqliteError(SQLITE_CORRUPT, std::string("expected results of this program, got ") + what);
}

// The text of a column, or "" if the column is null. Text that this program has written is UTF-8.
std::string text_of(const SqliteStatement& select, int column) {
  if (select.is_null(column)) return "";
  if (!select.is_text(column)) throw_damaged("bytes where a text should be");
  std::string text(select.text(column));
  if (!is_utf8(text)) throw_damaged("a text that is not UTF-8");
  return text;
}

std::uint64_t number_of(const SqliteStatement& select, int column) {
  if (!select.is_integer(column)) throw_damaged("something else where a whole number should be");
  return static_cast<std::uint64_t>(select.integer(column));
}

Evaluation::Status status_of(std::string_view text) {
  for (const auto status : {Evaluation::Status::done, Evaluation::Status::failed}) {
    if (text == name_of(status)) return status;
  }
  throw_damaged("a result that is not done and not failed");
}

const char* const kResultsTable =
    "CREATE TABLE IF NOT EXISTS results (configuration TEXT, workload TEXT, version TEXT,"
    " engine TEXT NOT NULL DEFAULT 'tlm', status TEXT, reason TEXT, host_seconds REAL,"
    " UNIQUE (configuration, workload, version, engine));";
// Work of the same content may have several names: in one plan, or in plans that share a store.
const char* const kWorkloadsTable =
    "CREATE TABLE IF NOT EXISTS workloads (hash TEXT, name TEXT, object_a TEXT, object_b TEXT,"
    " triangles_a INTEGER, triangles_b INTEGER, poses INTEGER, first_witness INTEGER,"
    " PRIMARY KEY (hash, name));";
const char* const kResultHead = "configuration, workload, version, engine, status, reason, host_seconds";

// All numbers of a result: a chip's statistics, then what any engine tells.
const std::vector<std::string>& number_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all = statistic_names();
    all.insert(all.end(), answer_columns().begin(), answer_columns().end());
    return all;
  }();
  return names;
}

std::vector<std::string> present_columns(const SqliteDatabase& database, const std::string& table) {
  std::vector<std::string> present;
  SqliteStatement info = database.prepare("SELECT name FROM pragma_table_info('" + table + "')");
  while (info.step()) present.emplace_back(info.text(0));
  return present;
}

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Access::read cannot add the column `engine` to a file of an older program. All results of such a file belong to the chip.
std::string result_key(const SqliteDatabase& database) {
  const bool by_engine = has(present_columns(database, "results"), "engine");
  return std::string(" FROM results WHERE configuration = ? AND workload = ? AND version = ? AND ") +
         (by_engine ? "engine" : "'tlm'") + " = ?";
}

void bind_key(SqliteStatement& select, const std::string& configuration, const std::string& workload,
              const std::string& version, const std::string& engine) {
  int column = 0;
  for (const std::string* part : {&configuration, &workload, &version, &engine}) select.bind(column++, *part);
}

// Reads the numbers of a result, in the order of `find`. Software has no statistics; its number of queries is null too.
void take_numbers(const SqliteStatement& select, Evaluation& evaluation) {
  int column = 3;
  const bool is_chip = !select.is_null(column);
  for (std::size_t i = 0; i < statistic_names().size(); ++i, ++column) {
    if (!is_chip) continue;
    auto& number = evaluation.statistics.emplace_back();
    if (!select.is_null(column)) number = number_of(select, column);
  }
  for (std::size_t i = 0; i < answer_columns().size(); ++i, ++column) {
    auto& number = evaluation.answers.emplace_back();
    if (!select.is_null(column)) number = number_of(select, column);
  }
}

}  // namespace

bool is_result_store(const std::string& path) {
  try {
    return has_store_tables(
        {path, SQLITE_OPEN_READWRITE});  // also of what a killed process has not written back
  } catch (const SqliteError&) {
    return false;
  }
}

struct ResultStore::Statements {
  explicit Statements(SqliteDatabase& database)
      : status(database.prepare("SELECT status" + result_key(database))) {}

  SqliteStatement status;
  // Not when reading: a file of another program may lack some statistics.
  std::optional<SqliteStatement> find, add_result, add_configuration;
};

template <typename Work>
auto ResultStore::guarded(const Work& work) const -> decltype(work()) {
  try {
    return work();
  } catch (const SqliteError& error) {
    if ((error.code & 0xff) == SQLITE_BUSY)
      throw InputError(path_ + ": another process writes this database; expected one at a time");
    throw InputError(path_ + ": database: " + error.what());
  }
}

ResultStore::ResultStore(const std::string& path, std::string version, Access access)
    : path_(path), version_(std::move(version)), access_(access) {
  guarded([&] {
    database_ = open(path_, access_);
    refuse_stranger(*database_);
    if (access_ != Access::read) make_tables();
    statements_ = std::make_unique<Statements>(*database_);
    if (access_ != Access::read) prepare_writing();
  });
}

ResultStore::~ResultStore() {
  statements_.reset();
  if (access_ == Access::read) return;
  try {
    database_->execute("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE");
  } catch (const SqliteError&) {
    // Another process reads the file. The write-ahead log then stays next to the file, and no result is lost.
  }
}

void ResultStore::make_tables() {
  if (access_ == Access::write_alone) database_->execute("PRAGMA locking_mode = EXCLUSIVE");
  // What is committed survives the end of this process
  // however it ends; a power cut may cost the last commits.
  database_->execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
  database_->execute(
      "BEGIN IMMEDIATE;"
      "CREATE TABLE IF NOT EXISTS configurations (hash TEXT PRIMARY KEY);"
      "DROP VIEW IF EXISTS named_results");
  database_->execute(std::string(kWorkloadsTable) + kResultsTable);
  add_names();
  add_engine();
  add_columns("configurations", key_names());
  add_columns("results", number_names());
  database_->execute("CREATE VIEW named_results AS SELECT w.name AS workload_name" +
                     columns(key_names(), "c.") +
                     ", r.* FROM results r JOIN configurations c ON c.hash = r.configuration"
                     " JOIN workloads w ON w.hash = r.workload; COMMIT");
}

// A newer program may know more keys and statistics than
// the one that made the file: older rows have NULL there.
void ResultStore::add_columns(const std::string& table, const std::vector<std::string>& names) {
  const std::vector<std::string> present = present_columns(*database_, table);
  for (const std::string& name : names) {
    if (!has(present, name)) database_->execute("ALTER TABLE " + table + " ADD COLUMN \"" + name + '"');
  }
}

// An older program kept one name of a workload, the last. SQLite takes another key with a new table only.
void ResultStore::add_names() {
  if (database_->integer("SELECT count(*) FROM pragma_table_info('workloads') WHERE pk > 0") == 2) return;
  database_->execute("ALTER TABLE workloads RENAME TO older_workloads");
  database_->execute(kWorkloadsTable);
  database_->execute("INSERT INTO workloads SELECT * FROM older_workloads; DROP TABLE older_workloads");
}

// The engine is part of what makes a result unique. Every column
// goes there, also those that only the older program knew.
void ResultStore::add_engine() {
  const std::vector<std::string> present = present_columns(*database_, "results");
  if (has(present, "engine")) return;
  database_->execute("ALTER TABLE results RENAME TO older_results");
  database_->execute(kResultsTable);
  add_columns("results", present);
  const std::string all = columns(present).substr(2);
  database_->execute("INSERT INTO results (" + all + ") SELECT " + all +
                     " FROM older_results; DROP TABLE older_results");
}

void ResultStore::prepare_writing() {
  const std::vector<std::string>& numbers = number_names();
  statements_->find.emplace(
      database_->prepare("SELECT status, reason, host_seconds" + columns(numbers) + result_key(*database_)));
  statements_->add_result.emplace(database_->prepare("INSERT OR REPLACE INTO results (" +
                                                     std::string(kResultHead) + columns(numbers) +
                                                     ") VALUES (" + marks(7 + numbers.size()) + ")"));
  statements_->add_configuration.emplace(database_->prepare("INSERT OR IGNORE INTO configurations (hash" +
                                                            columns(key_names()) + ") VALUES (" +
                                                            marks(1 + config_keys().size()) + ")"));
}

void ResultStore::add_workloads(const std::vector<Workload>& workloads) {
  begin();
  guarded([&] {
    for (const Workload& workload : workloads) add_workload(workload);
  });
  commit();
}

void ResultStore::add_workload(const Workload& work) {
  SqliteStatement insert =
      database_->prepare("INSERT OR REPLACE INTO workloads VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  insert.bind(0, work.hash);
  insert.bind(1, work.name);
  insert.bind(2, work.object_a);
  insert.bind(3, work.object_b);
  insert.bind(4, static_cast<std::int64_t>(work.triangles_a()));
  insert.bind(5, static_cast<std::int64_t>(work.triangles_b()));
  insert.bind(6, static_cast<std::int64_t>(work.steps()));
  insert.bind(7, work.first_witness ? 1 : 0);
  insert.run();
}

void ResultStore::begin() {
  guarded([&] { database_->execute("BEGIN IMMEDIATE"); });
}

void ResultStore::commit() {
  guarded([&] { database_->execute("COMMIT"); });
}

std::optional<Evaluation::Status> ResultStore::status(const std::string& configuration,
                                                      const std::string& workload,
                                                      const std::string& engine) {
  return guarded([&] {
    SqliteStatement& select = statements_->status;
    bind_key(select, configuration, workload, version_, engine);
    std::optional<Evaluation::Status> status;
    if (select.step()) status = status_of(select.text(0));
    select.reset();
    return status;
  });
}

std::optional<Evaluation> ResultStore::find(const std::string& configuration, const std::string& workload,
                                            const std::string& engine) {
  return guarded([&] {
    SqliteStatement& select = *statements_->find;
    bind_key(select, configuration, workload, version_, engine);
    std::optional<Evaluation> found;
    if (select.step()) {
      found.emplace();
      found->status = status_of(select.text(0));
      found->reason = text_of(select, 1);
      if (found->status == Evaluation::Status::done) take_numbers(select, *found);
    }
    select.reset();
    return found;
  });
}

void ResultStore::add(const ChipConfig& config, const std::string& configuration, const std::string& workload,
                      const Evaluation& evaluation, const std::string& engine) {
  guarded([&] {
    SqliteStatement& add_configuration = *statements_->add_configuration;
    int column = 0;
    add_configuration.bind(column++, configuration);
    for (const ConfigKey& key : config_keys()) {
      const std::uint32_t value = key.get(config);
      if (key.kind == KeyKind::word) {
        add_configuration.bind(column++, key.words[value]);
      } else {
        add_configuration.bind(column++, value);
      }
    }
    add_configuration.run();

    SqliteStatement& add_result = *statements_->add_result;
    column = 0;
    add_result.bind(column++, configuration);
    add_result.bind(column++, workload);
    add_result.bind(column++, version_);
    add_result.bind(column++, engine);
    add_result.bind(column++, std::string_view(name_of(evaluation.status)));
    add_result.bind(column++, evaluation.reason);
    add_result.bind_real(column++, evaluation.host_seconds);
    std::vector<std::optional<std::uint64_t>> numbers = evaluation.statistics;
    numbers.resize(statistic_names().size());
    numbers.insert(numbers.end(), evaluation.answers.begin(), evaluation.answers.end());
    numbers.resize(number_names().size());
    for (const auto& number : numbers) {
      if (number) {
        add_result.bind(column++, static_cast<std::int64_t>(*number));
      } else {
        add_result.bind_null(column++);
      }
    }
    add_result.run();
  });
}

std::string ResultStore::merge(const std::string& path) {
  // Finishes what a killed process left half done, and adds the columns of a later program.
  std::string stranger = ResultStore(path, version_, Access::write_alone).other_version();
  const std::string result = kResultHead + columns(number_names());
  const std::string keys = "hash" + columns(key_names());
  const std::string same =
      " r.configuration = results.configuration AND r.workload = results.workload AND"
      " r.version = results.version AND r.engine = results.engine AND r.status = 'done'";
  expect_regular_file(path);
  guarded([&] {
    database_->execute("ATTACH " + literal(path) + " AS shard");
    database_->execute(
        "BEGIN IMMEDIATE;"
        "DELETE FROM main.results WHERE status = 'failed' AND EXISTS (SELECT 1 FROM shard.results r WHERE" +
        same +
        ");"
        "INSERT OR IGNORE INTO main.results (" +
        result + ") SELECT " + result +
        " FROM shard.results;"
        "INSERT OR IGNORE INTO main.configurations (" +
        keys + ") SELECT " + keys +
        " FROM shard.configurations;"
        "INSERT OR IGNORE INTO main.workloads SELECT * FROM shard.workloads;"
        "COMMIT; DETACH shard");
  });
  return stranger;
}

std::string ResultStore::other_version() const {
  return guarded([&] {
    SqliteStatement select =
        database_->prepare("SELECT version FROM results ORDER BY version = ? DESC LIMIT 1");
    select.bind(0, version_);
    const std::string found = select.step() ? text_of(select, 0) : version_;
    return found == version_ ? std::string() : found;
  });
}

std::vector<std::string> ResultStore::beside(const std::string& path) {
  return {path + "-journal", path + "-wal", path + "-shm"};
}

std::string ResultStore::unfinished_snapshot(const std::string& path) {
  return path + ".new";
}

void ResultStore::snapshot(const std::string& path) {
  const std::string unfinished = unfinished_snapshot(path);
  std::remove(unfinished.c_str());
  guarded([&] { database_->execute("VACUUM INTO " + literal(unfinished)); });
  if (std::rename(unfinished.c_str(), path.c_str()) != 0)
    throw InputError(Place::in(path), "a file that can be written", std::string(": ") + std::strerror(errno));
}

}  // namespace collisionchip
