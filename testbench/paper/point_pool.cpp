#include "collisionchip/testbench/paper/point_pool.h"

#include <stdexcept>

#include "collisionchip/testbench/workers/worker_pool.h"

namespace collisionchip {

void compute_points(const std::vector<PointTask>& tasks, PointStore& store, unsigned jobs,
                    const std::function<void(std::size_t points)>& finished) {
  const auto work = [&tasks](const std::string& task) {
    return tasks[std::stoul(task)].compute().to_json().dump();
  };
  WorkerPool pool(static_cast<int>(jobs), work, 0);
  for (std::size_t next = 0; next < tasks.size() || !pool.idle();) {
    if (next < tasks.size() && pool.has_room()) {
      if (!store.has(tasks[next].point)) pool.submit(next, std::to_string(next));
      ++next;
      continue;
    }
    const std::vector<WorkerPool::Outcome> outcomes = pool.wait(1000);
    for (const WorkerPool::Outcome& outcome : outcomes) {
      const std::string& point = tasks[outcome.id].point;
      if (!outcome.answered) throw std::runtime_error(point + ": " + outcome.text);
      store.add(point, Turn::from_json(nlohmann::ordered_json::parse(outcome.text)));
    }
    finished(outcomes.size());
  }
}

}  // namespace collisionchip
