// Results in one SQLite file, each under configuration x workload x engine x program version: what is known
// is never computed again, whichever plan asks.
//
//   configurations  hash, one column per key
//   workloads       hash, name, object_a, object_b, triangles_a, triangles_b, poses, first_witness: a row for
//                   each name that a hash was given
//   results         configuration, workload, version, engine, status, reason, host_seconds, one column per
//                   statistic (of chips) and one per number of answer_columns()
//   named_results   results with the configuration's keys, once for each name of the workload (a view for readers)
//
// One process writes. While it does the file is in WAL mode, so that others can read; when it closes, all is
// in the one file. A file of an older program gets the columns that it lacks when it is opened for writing;
// what has no engine there is the chip's.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "collisionchip/testbench/explore/evaluator.h"
#include "collisionchip/testbench/explore/workload.h"
#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/traces/file/sqlite.h"

namespace collisionchip {

// Every call may throw an InputError that names the file and what SQLite says: the disk is full, another
// program holds the file, it is no database, or one of something else.
class ResultStore {
 public:
  enum class Access {
    write,        // others may read
    write_alone,  // without shared memory: also on a network file system, where one node at a time has it
    read,         // a file that nobody writes: without locks
  };

  // Results of another `version` of the program are kept and not looked at.
  ResultStore(const std::string& path, std::string version, Access access = Access::write);
  ~ResultStore();
  ResultStore(const ResultStore&) = delete;
  ResultStore& operator=(const ResultStore&) = delete;

  // In one transaction.
  void add_workloads(const std::vector<Workload>& workloads);

  // Writes between the two are one transaction.
  void begin();
  void commit();

  std::optional<Evaluation::Status> status(const std::string& configuration, const std::string& workload,
                                           const std::string& engine = kChipEngine);
  // Not with Access::read.
  std::optional<Evaluation> find(const std::string& configuration, const std::string& workload,
                                 const std::string& engine = kChipEngine);
  // Replaces what is there.
  void add(const ChipConfig& config, const std::string& configuration, const std::string& workload,
           const Evaluation& evaluation, const std::string& engine = kChipEngine);
  // Takes over what another store has and this one lacks: a failure does not replace a result. InputError if
  // somebody writes the other one. If all of its results are of another version: that version.
  std::string merge(const std::string& path);
  // A copy of all of it, as one file that replaces `path` when it is complete.
  void snapshot(const std::string& path);
  // What it is called until then.
  static std::string unfinished_snapshot(const std::string& path);
  // Files that SQLite may keep beside a store.
  static std::vector<std::string> beside(const std::string& path);

 private:
  struct Statements;

  void prepare_writing();
  void make_tables();
  void add_workload(const Workload& workload);
  void add_columns(const std::string& table, const std::vector<std::string>& names);
  void add_names();
  void add_engine();
  // Of results, if none are of this one; otherwise empty.
  std::string other_version() const;
  // Runs `work`; what SQLite complains of becomes an InputError.
  template <typename Work>
  auto guarded(const Work& work) const -> decltype(work());

  const std::string path_, version_;
  const Access access_;
  std::unique_ptr<SqliteDatabase> database_;
  std::unique_ptr<Statements> statements_;  // behind the database: they go first
};

// A database with the tables of a store.
bool is_result_store(const std::string& path);

}  // namespace collisionchip
