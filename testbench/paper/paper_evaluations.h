// The numbers of the figures that do not depend on the host. They are evaluations of engines with configurations on workloads, kept in a
// store of the exploration.
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

// Evaluates the tasks that the store lacks, `jobs` at a time, and stores each as soon as it is finished. `finished` is called with the
// number of known tasks and, at least once a second, with the number of computed tasks. Then the numbers of all tasks (answer_numbers())
// are added to `points`. An evaluation that fails is not stored and throws Disagreement or NoAnswer (testbench/terminal/exit_status.h). No
// other thread may run, because the workers are forked.
void evaluate_tasks(const std::vector<PaperTask>& tasks, const std::vector<Workload>& workloads,
                    ResultStore& store, unsigned jobs, const TasksFinished& finished,
                    std::map<std::string, Turn>& points);

}  // namespace collisionchip
