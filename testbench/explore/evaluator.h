// Evaluates one configuration of an engine on one workload. This is the work of every worker process.
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

constexpr const char* kChipEngine = "tlm";  // the chip's engine in explorations; the keys units.* choose RTL

struct Evaluation {
  enum class Status : std::uint8_t { done, failed };
  Status status = Status::failed;
  std::string reason;                                 // one line; only of a failure
  StatisticValues statistics;                         // by statistic_names(); only of a chip that is done
  std::vector<std::optional<std::uint64_t>> answers;  // by answer_columns(); only if done
  double host_seconds = 0;
};
const char* name_of(Evaluation::Status status);
// Whether the reason of a failure is that two answers disagree.
bool names_disagreement(const std::string& reason);

class Evaluator {
 public:
  // Workloads and objects must outlive the evaluator. `check`: every answer is compared with the engine's judge (EngineKind::judge).
  Evaluator(const std::vector<Workload>& workloads, ObjectStore& objects, bool check)
      : workloads_(workloads), objects_(objects), check_(check) {}

  // If a configuration or an object causes an error, the result is a failure with its reason; nothing is thrown. `engine` is the name of an
  // EngineKind. The last call's engine is used again if kind and configuration are the same.
  Evaluation evaluate(const ChipConfig& config, std::size_t workload,
                      const std::string& engine = kChipEngine);

 private:
  class MemoryJudge;

  // The reference's answer to a workload, which many configurations share.
  struct Expected {
    std::uint64_t pairs_hash = 0;
    bool any = false;
    TraversalCounters counters;
  };
  using ExpectedKey = std::pair<std::size_t, std::string>;  // workload, and the keys that the reference uses

  void run(const EngineKind& kind, ChipConfig config, std::size_t workload, Evaluation& evaluation);
  // All frames of a scene.
  void run_scene(const EngineKind& kind, const ChipConfig& config, const Workload& work,
                 Evaluation& evaluation);
  Engine& engine(const EngineKind& kind, const ChipConfig& config);
  // The difference from the reference's answer. Empty if they agree.
  std::string difference(const ChipAnswer& answer, const ChipConfig& config, std::size_t workload,
                         std::size_t pose);
  const std::vector<Expected>& expected(const ChipConfig& config, std::size_t workload);

  const std::vector<Workload>& workloads_;
  ObjectStore& objects_;
  const bool check_;
  std::map<ExpectedKey, std::vector<Expected>> expected_;
  std::string engine_key_;  // kind and configuration of engine_
  std::unique_ptr<Engine> engine_;
};

}  // namespace collisionchip
