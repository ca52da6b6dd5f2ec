// One configuration of an engine on one workload: what every worker does, again and again.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/testbench/engines/engine.h"
#include "collisionchip/testbench/explore/answer_row.h"
#include "collisionchip/testbench/explore/object_store.h"
#include "collisionchip/testbench/explore/statistic_row.h"
#include "collisionchip/testbench/explore/workload.h"

namespace collisionchip {

constexpr const char* kChipEngine = "tlm";  // of explorations: RTL is a value of the keys units.* there

struct Evaluation {
  enum class Status : std::uint8_t { done, failed };
  Status status = Status::failed;
  std::string reason;                                 // of a failure, one line
  StatisticValues statistics;                         // of what a chip has done, by statistic_names()
  std::vector<std::optional<std::uint64_t>> answers;  // of what is done, by answer_columns()
  double host_seconds = 0;
};
const char* name_of(Evaluation::Status status);
// Of a failure: two answers disagree.
bool names_disagreement(const std::string& reason);

class Evaluator {
 public:
  // Both must outlive it. `check`: every answer is held against the engine's judge (EngineKind::judge).
  Evaluator(const std::vector<Workload>& workloads, ObjectStore& objects, bool check)
      : workloads_(workloads), objects_(objects), check_(check) {}

  // Never throws for what a configuration or an object does: that is a failure with its reason. `engine`: the
  // name of an EngineKind. The engine of the call before is used again if it is the same one.
  Evaluation evaluate(const ChipConfig& config, std::size_t workload,
                      const std::string& engine = kChipEngine);

 private:
  class MemoryJudge;

  // What the reference says about a workload; many configurations share it.
  struct Expected {
    std::uint64_t pairs_hash = 0;
    bool any = false;
    TraversalCounters counters;
  };
  using ExpectedKey = std::pair<std::size_t, std::string>;  // workload, and what the reference looks at

  void run(const EngineKind& kind, ChipConfig config, std::size_t workload, Evaluation& evaluation);
  // All frames of a scene.
  void run_scene(const EngineKind& kind, const ChipConfig& config, const Workload& work,
                 Evaluation& evaluation);
  Engine& engine(const EngineKind& kind, const ChipConfig& config);
  // Empty if the reference agrees.
  std::string difference(const ChipAnswer& answer, const ChipConfig& config, std::size_t workload,
                         std::size_t pose);
  const std::vector<Expected>& expected(const ChipConfig& config, std::size_t workload);

  const std::vector<Workload>& workloads_;
  ObjectStore& objects_;
  const bool check_;
  std::map<ExpectedKey, std::vector<Expected>> expected_;
  std::string engine_key_;  // its kind and configuration
  std::unique_ptr<Engine> engine_;
};

}  // namespace collisionchip
