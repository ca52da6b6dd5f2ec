// The results of explorations in one SQLite file, each under configuration x workload x program version: what
// is known is never computed again, whichever plan asks.
//
//   configurations  hash, one column per key
//   workloads       hash, name, object_a, object_b, triangles_a, triangles_b, poses, first_witness
//   results         configuration, workload, version, status, reason, one column per statistic, host_seconds
//   named_results   results with the configuration's keys and the workload's name (a view for readers)
//
// One process writes. While it does the file is in WAL mode, so that others can read; when it closes, all is
// in the one file.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "testbench/explore/evaluator.h"
#include "testbench/explore/sqlite.h"
#include "testbench/explore/workload.h"
#include "tlm/chip_config.h"

namespace collisionchip {

class ResultStore {
 public:
  enum class Access {
    write,        // others may read
    write_alone,  // without shared memory: also on a network file system, where one node at a time has the
                  // file
    read,         // a file that nobody writes
  };

  // Results of another `version` of the program are kept and not looked at. InputError when the file cannot
  // be opened so.
  ResultStore(const std::string& path, std::string version, Access access = Access::write);
  ~ResultStore();
  ResultStore(const ResultStore&) = delete;
  ResultStore& operator=(const ResultStore&) = delete;

  void add_workload(const Workload& workload);

  // Writes between the two are one transaction.
  void begin();
  void commit();

  std::optional<Evaluation::Status> status(const std::string& configuration, const std::string& workload);
  // Not with Access::read.
  std::optional<Evaluation> find(const std::string& configuration, const std::string& workload);
  // Replaces a failure; a result that is done stays.
  void add(const ChipConfig& config, const std::string& configuration, const std::string& workload,
           const Evaluation& evaluation);
  // Takes over what another store has and this one lacks: a failure does not replace a result. InputError if
  // somebody writes the other one.
  void merge(const std::string& path);
  // A copy of all of it, as one file that replaces `path` when it is complete.
  void snapshot(const std::string& path);

 private:
  void prepare_reading();
  void prepare_writing();
  void make_tables();
  void add_columns(const std::string& table, const std::vector<std::string>& names);

  Database database_;
  const std::string version_;
  const Access access_;
  std::unique_ptr<Statement> status_, find_, add_result_, add_configuration_;
};

// Names the model that produced a result: the release and a digest of the sources that decide about results.
std::string model_version();

}  // namespace collisionchip
