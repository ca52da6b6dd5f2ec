// Worker processes that evaluate configurations of engines on workloads.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "collisionchip/testbench/explore/evaluator.h"
#include "collisionchip/testbench/workers/worker_pool.h"
#include "collisionchip/tlm/config/chip_config.h"

namespace collisionchip {

// Runs in the worker processes.
using Evaluate =
    std::function<Evaluation(const ChipConfig& config, std::size_t workload, const std::string& engine)>;

class EvaluationPool {
 public:
  struct Outcome {
    std::uint64_t id = 0;
    Evaluation evaluation;
  };

  EvaluationPool(int workers, const Evaluate& evaluate, double timeout_seconds);

  bool has_room() const { return pool_.has_room(); }
  bool idle() const { return pool_.idle(); }
  void submit(std::uint64_t id, const ChipConfig& config, std::size_t workload,
              const std::string& engine = kChipEngine);
  // As WorkerPool: whatever a worker dies of is a failure of its configuration on its workload.
  std::vector<Outcome> wait(int milliseconds);

 private:
  WorkerPool pool_;
};

}  // namespace collisionchip
