// Computes the points of a run side by side in worker processes.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "collisionchip/testbench/paper/point_store.h"

namespace collisionchip {

struct PointTask {
  std::string point;
  std::function<Turn()> compute;  // runs in a worker: what it changes is lost
};

// Computes the tasks that are not in the store yet, `jobs` at a time, and stores each as soon as it is
// finished; `finished` is told how many were, at least once a second. std::runtime_error if one throws or its
// worker dies twice. No other thread may run: the workers are forked.
void compute_points(const std::vector<PointTask>& tasks, PointStore& store, unsigned jobs,
                    const std::function<void(std::size_t points)>& finished);

}  // namespace collisionchip
