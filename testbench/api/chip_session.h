// The one machine that this process has elaborated, the processes forked with it in them, and whose turn it is to ask. Private to the
// library.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "collisionchip/testbench/api/engine_data.h"
#include "collisionchip/testbench/engines/chip_engine.h"
#include "collisionchip/testbench/workers/worker_pool.h"

namespace collisionchip::api {

class ChipSession {
 public:
  // Of this process; it is never destroyed, for SystemC's own statics would be gone before it.
  static ChipSession& instance();

  std::mutex& mutex() { return mutex_; }

  // Each once in the memory, in this order; two of them if it is a question about two.
  using Objects = std::vector<std::shared_ptr<const CollisionObject>>;

  // The machine, ready for the first two of these objects: as it is if it was asked about them before. Each owner has a number of its
  // own. Who calls these functions has the mutex, and keeps it while it asks.
  ChipEngine& machine(std::uint64_t owner, const ChipConfig& config, bool checkers, const Objects& objects);
  // The memory of the machine.
  const BoardImage& image() const { return image_; }
  // Processes with the machine that was asked last, which answer requests by `work`: those of the batch before, if as many were
  // wanted by the same thread and the machine has stayed. They end with the machine, with the thread or with this process.
  WorkerPool& workers(unsigned count, const WorkerPool::Work& work);
  // What they are asked is not wanted any more. In a process that was forked from theirs this does not reach them.
  void end_workers() { workers_.reset(); }
  // The machine, if it is this owner's, who may go then.
  void forget(std::uint64_t owner);

 private:
  struct Asked {
    std::uint64_t owner = 0;
    bool checkers = false;
    Objects objects;

    friend bool operator==(const Asked& x, const Asked& y) {
      return x.owner == y.owner && x.checkers == y.checkers && x.objects == y.objects;
    }
  };

  std::mutex mutex_;
  Asked asked_;
  BoardImage image_;
  std::unique_ptr<ChipEngine> engine_;
  std::unique_ptr<WorkerPool> workers_;
  unsigned worker_count_ = 0;
  pid_t workers_parent_ = -1;
  std::uint64_t workers_thread_ = 0;
};

}  // namespace collisionchip::api
