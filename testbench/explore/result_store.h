// Results in one SQLite file, each under configuration x workload x engine x program version. A result in the file is not computed again,
// also if another plan asks for it.
//
//   configurations  hash, one column per key
//   workloads       hash, name, object_a, object_b, triangles_a, triangles_b, poses, first_witness: a row for
//                   each name that a hash was given
//   results         configuration, workload, version, engine, status, reason, host_seconds, one column per
//                   statistic (of chips) and one per number of answer_columns()
//   named_results   results with the configuration's keys, once for each name of the workload (a view for readers)
//
// One process writes. Meanwhile the file is in WAL mode, so that others can read. After closing, all results are in the one file. When a
// file of an older program is opened for writing, missing columns are added; results without an engine belong to the chip.
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

// Every call may throw an InputError with the file and SQLite's message: the disk is full, another program holds the file, or the file is
// not a result store.
class ResultStore {
 public:
  enum class Access {
    write,        // other processes may read
    write_alone,  // without shared memory, so also on a network file system, by one node at a time
    read,         // without locks; no process may write the file meanwhile
  };

  // Results of another `version` of the program are kept and ignored.
  ResultStore(const std::string& path, std::string version, Access access = Access::write);
  ~ResultStore();
  ResultStore(const ResultStore&) = delete;
  ResultStore& operator=(const ResultStore&) = delete;

  // Adds the workloads in one transaction.
  void add_workloads(const std::vector<Workload>& workloads);

  // Writes between begin() and commit() are one transaction.
  void begin();
  void commit();

  std::optional<Evaluation::Status> status(const std::string& configuration, const std::string& workload,
                                           const std::string& engine = kChipEngine);
  // Not allowed with Access::read.
  std::optional<Evaluation> find(const std::string& configuration, const std::string& workload,
                                 const std::string& engine = kChipEngine);
  // Adds a result, or replaces it.
  void add(const ChipConfig& config, const std::string& configuration, const std::string& workload,
           const Evaluation& evaluation, const std::string& engine = kChipEngine);
  // Adds the results of another store that this one lacks. A result replaces a failure, but a failure replaces nothing. InputError if
  // another process writes the other store. If all results of the other store come from another program version, returns that version.
  std::string merge(const std::string& path);
  // Copies the whole store into one file, which replaces `path` when it is complete.
  void snapshot(const std::string& path);
  // The name of that file until it is complete.
  static std::string unfinished_snapshot(const std::string& path);
  // The further files that SQLite may keep for a store, in the same folder.
  static std::vector<std::string> beside(const std::string& path);

 private:
  struct Statements;

  void prepare_writing();
  void make_tables();
  void add_workload(const Workload& workload);
  void add_columns(const std::string& table, const std::vector<std::string>& names);
  void add_names();
  void add_engine();
  // The version of the results if none has this program's version; otherwise empty.
  std::string other_version() const;
  // Runs `work`. An error of SQLite becomes an InputError.
  template <typename Work>
  auto guarded(const Work& work) const -> decltype(work());

  const std::string path_, version_;
  const Access access_;
  std::unique_ptr<SqliteDatabase> database_;
  std::unique_ptr<Statements> statements_;  // declared after the database, so destroyed before it
};

// Whether the file is a database with the tables of a store.
bool is_result_store(const std::string& path);

}  // namespace collisionchip
