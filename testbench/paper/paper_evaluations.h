// What the figures know without the host: engines with configurations on workloads, from the exploration's
// store.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "collisionchip/testbench/explore/result_store.h"
#include "collisionchip/testbench/paper/turn.h"

namespace collisionchip {

struct PaperTask {
  std::string point;     // of PaperResults
  std::string engine;    // the name of an EngineKind
  ChipConfig config;     // of a preset; software uses a part
  std::size_t workload;  // its place in the workloads
  std::string series;    // the begin of its numbers' names: "list." and so on; empty for a chip
};

using TasksFinished = std::function<void(std::size_t known, std::size_t computed)>;

// Evaluates the tasks that the store lacks, `jobs` at a time, and stores each as soon as it is finished.
// `finished` is told how many were known, then, at least once a second, how many were computed. Then adds the
// numbers of all tasks (answer_numbers()) to `points`. An evaluation that fails is not stored: Disagreement or
// NoAnswer (terminal/exit_status.h). No other thread may run: the workers are forked.
void evaluate_tasks(const std::vector<PaperTask>& tasks, const std::vector<Workload>& workloads,
                    ResultStore& store, unsigned jobs, const TasksFinished& finished,
                    std::map<std::string, Turn>& points);

}  // namespace collisionchip
