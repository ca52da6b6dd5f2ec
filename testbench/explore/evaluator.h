// One configuration on one workload: what every worker of an exploration does, again and again.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/testbench/engines/chip_engine.h"
#include "collisionchip/testbench/explore/object_store.h"
#include "collisionchip/testbench/explore/statistic_row.h"
#include "collisionchip/testbench/explore/workload.h"

namespace collisionchip {

struct Evaluation {
  enum class Status : std::uint8_t { done, failed };
  Status status = Status::failed;
  std::string reason;                     // of a failure, one line
  std::vector<std::uint64_t> statistics;  // of what is done, by statistic_names()
  double host_seconds = 0;
};
const char* name_of(Evaluation::Status status);

class Evaluator {
 public:
  // Both must outlive it. `check`: every answer is compared with the software reference.
  Evaluator(const std::vector<Workload>& workloads, ObjectStore& objects, bool check)
      : workloads_(workloads), objects_(objects), check_(check) {}

  // Never throws for what a configuration or an object does: that is a failure with its reason. The chip of
  // the call before is used again if it is the same one.
  Evaluation evaluate(const ChipConfig& config, std::size_t workload);

 private:
  class MemoryJudge;

  // What the reference says about a workload; many configurations share it.
  struct Expected {
    std::uint64_t pairs_hash = 0;
    bool any = false;
    TraversalCounters counters;
  };
  using ExpectedKey = std::tuple<std::size_t, std::uint32_t, TumbledSide, LeafTest, Answers>;

  void run(const ChipConfig& config, std::size_t workload, Evaluation& evaluation);
  ChipEngine& chip(const ChipConfig& config);
  // Empty if the reference agrees.
  std::string difference(const ChipAnswer& answer, const ChipConfig& config, std::size_t workload,
                         std::size_t pose);
  const std::vector<Expected>& expected(const ChipConfig& config, std::size_t workload);

  const std::vector<Workload>& workloads_;
  ObjectStore& objects_;
  const bool check_;
  std::map<ExpectedKey, std::vector<Expected>> expected_;
  std::string chip_hash_;
  std::unique_ptr<ChipEngine> chip_;
};

}  // namespace collisionchip
