#include "testbench/explore/result_store.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "reference/input_error.h"
#include "testbench/model_digest.h"
#include "testbench/version.h"
#include "tlm/config_keys.h"

namespace collisionchip {

namespace {

std::vector<std::string> key_names() {
  std::vector<std::string> names;
  for (const ConfigKey& key : config_keys()) names.push_back(key.name);
  return names;
}

std::string columns(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += ", " + quoted(name);
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

}  // namespace

std::string model_version() {
  return fmt::format("{}-{}", kVersion, kModelDigest);
}

ResultStore::ResultStore(const std::string& path, std::string version, Access access)
    : database_(path, access == Access::read ? Database::Mode::read : Database::Mode::write),
      version_(std::move(version)),
      access_(access) {
  if (access != Access::read) prepare_writing();
  prepare_reading();
}

ResultStore::~ResultStore() {
  if (access_ == Access::read) return;
  for (auto* statement : {&status_, &find_, &add_result_, &add_configuration_}) statement->reset();
  try {
    database_.execute("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE");
  } catch (const InputError&) {
    // Somebody reads: the write-ahead log stays beside the file, and nothing is lost.
  }
}

void ResultStore::prepare_writing() {
  if (access_ == Access::write_alone) database_.execute("PRAGMA locking_mode = EXCLUSIVE");
  // What is committed survives the end of this process however it ends; a power cut may cost the last
  // commits.
  database_.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
  make_tables();
  const auto& statistics = statistic_names();
  add_result_ = std::make_unique<Statement>(
      database_,
      "INSERT OR REPLACE INTO results (configuration, workload, version, status, reason, host_seconds" +
          columns(statistics) + ") VALUES (" + marks(6 + statistics.size()) + ")");
  add_configuration_ = std::make_unique<Statement>(database_, "INSERT OR IGNORE INTO configurations (hash" +
                                                                  columns(key_names()) + ") VALUES (" +
                                                                  marks(1 + config_keys().size()) + ")");
}

void ResultStore::prepare_reading() {
  const std::string key = " FROM results WHERE configuration = ? AND workload = ? AND version = ?";
  status_ = std::make_unique<Statement>(database_, "SELECT status" + key);
  if (access_ == Access::read) return;  // a file of another program may lack some statistics
  find_ = std::make_unique<Statement>(
      database_, "SELECT status, reason, host_seconds" + columns(statistic_names()) + key);
}

void ResultStore::make_tables() {
  database_.execute(
      "BEGIN IMMEDIATE;"
      "CREATE TABLE IF NOT EXISTS configurations (hash TEXT PRIMARY KEY);"
      "CREATE TABLE IF NOT EXISTS workloads (hash TEXT PRIMARY KEY, name TEXT, object_a TEXT, object_b TEXT,"
      " triangles_a INTEGER, triangles_b INTEGER, poses INTEGER, first_witness INTEGER);"
      "CREATE TABLE IF NOT EXISTS results (configuration TEXT, workload TEXT, version TEXT, status TEXT, "
      "reason TEXT,"
      " host_seconds REAL, UNIQUE (configuration, workload, version))");
  add_columns("configurations", key_names());
  add_columns("results", statistic_names());
  std::string keys;
  for (const std::string& name : key_names()) keys += ", c." + quoted(name);
  database_.execute(
      "DROP VIEW IF EXISTS named_results; CREATE VIEW named_results AS SELECT w.name AS workload_name" +
      keys +
      ", r.* FROM results r JOIN configurations c ON c.hash = r.configuration"
      " JOIN workloads w ON w.hash = r.workload; COMMIT");
}

// A newer program may know more keys and statistics than the one that made the file: older rows have NULL
// there.
void ResultStore::add_columns(const std::string& table, const std::vector<std::string>& names) {
  std::set<std::string> present;
  {
    Statement info(database_, "SELECT name FROM pragma_table_info('" + table + "')");
    while (info.step()) present.insert(info.text(0));
  }
  for (const std::string& name : names) {
    if (present.count(name) == 0) database_.execute("ALTER TABLE " + table + " ADD COLUMN " + quoted(name));
  }
}

void ResultStore::add_workload(const Workload& work) {
  Statement insert(database_, "INSERT OR REPLACE INTO workloads VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  insert.bind(1, work.hash);
  insert.bind(2, work.name);
  insert.bind(3, work.object_a);
  insert.bind(4, work.object_b);
  insert.bind(5, std::uint64_t{work.a->triangle_count()});
  insert.bind(6, std::uint64_t{work.b->triangle_count()});
  insert.bind(7, std::uint64_t{work.poses.size()});
  insert.bind(8, std::uint64_t{work.first_witness});
  insert.run();
}

void ResultStore::begin() {
  database_.execute("BEGIN IMMEDIATE");
}

void ResultStore::commit() {
  database_.execute("COMMIT");
}

std::optional<Evaluation::Status> ResultStore::status(const std::string& configuration,
                                                      const std::string& workload) {
  status_->bind(1, configuration);
  status_->bind(2, workload);
  status_->bind(3, version_);
  std::optional<Evaluation::Status> status;
  if (status_->step()) {
    status = status_->text(0) == "done" ? Evaluation::Status::done : Evaluation::Status::failed;
  }
  status_->reset();
  return status;
}

std::optional<Evaluation> ResultStore::find(const std::string& configuration, const std::string& workload) {
  find_->bind(1, configuration);
  find_->bind(2, workload);
  find_->bind(3, version_);
  std::optional<Evaluation> found;
  if (find_->step()) {
    found.emplace();
    found->status = find_->text(0) == "done" ? Evaluation::Status::done : Evaluation::Status::failed;
    found->reason = find_->text(1);
    if (found->status == Evaluation::Status::done) {
      const int count = static_cast<int>(statistic_names().size());
      for (int i = 0; i < count; ++i) found->statistics.push_back(find_->number(3 + i));
    }
  }
  find_->reset();
  return found;
}

void ResultStore::add(const ChipConfig& config, const std::string& configuration, const std::string& workload,
                      const Evaluation& evaluation) {
  int column = 1;
  add_configuration_->bind(column++, configuration);
  for (const ConfigKey& key : config_keys()) {
    const std::uint32_t value = key.get(config);
    if (key.kind == KeyKind::word) {
      add_configuration_->bind(column++, key.words[value]);
    } else {
      add_configuration_->bind(column++, std::uint64_t{value});
    }
  }
  add_configuration_->run();

  const std::string status = name_of(evaluation.status);
  column = 1;
  for (const std::string* text : {&configuration, &workload, &version_, &status})
    add_result_->bind(column++, *text);
  add_result_->bind(column++, evaluation.reason);
  add_result_->bind(column++, evaluation.host_seconds);
  for (std::size_t i = 0; i < statistic_names().size(); ++i) {
    if (evaluation.status == Evaluation::Status::done) {
      add_result_->bind(column++, evaluation.statistics.at(i));
    } else {
      add_result_->bind_null(column++);
    }
  }
  add_result_->run();
}

void ResultStore::merge(const std::string& path) {
  // Finishes what a killed process left half done, and adds the columns of a later program.
  { const ResultStore recovered(path, version_, Access::write_alone); }
  database_.execute("ATTACH " + literal(path) + " AS shard");
  const std::string result =
      "configuration, workload, version, status, reason, host_seconds" + columns(statistic_names());
  const std::string keys = "hash" + columns(key_names());
  const std::string same =
      " r.configuration = results.configuration AND r.workload = results.workload AND"
      " r.version = results.version AND r.status = 'done'";
  database_.execute(
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
}

void ResultStore::snapshot(const std::string& path) {
  std::remove((path + ".new").c_str());
  database_.execute("VACUUM INTO " + literal(path + ".new"));
  if (std::rename((path + ".new").c_str(), path.c_str()) != 0)
    throw InputError(path + ": expected a file that can be written: " + std::strerror(errno));
}

}  // namespace collisionchip
