// The one machine that this process has elaborated, the worker processes that were forked with it, and the mutex for asking it.
// Private to the library.
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
  // The session of this process. It is never destroyed, because SystemC's statics would be destroyed first.
  static ChipSession& instance();

  std::mutex& mutex() { return mutex_; }

  // Objects in the order of the memory, each once. A question about two objects has two of them.
  using Objects = std::vector<std::shared_ptr<const CollisionObject>>;

  // The machine, ready for the first two of these objects. It is built again if owner or checkers differ from those of the last call; its
  // memory is filled again if the objects differ. Each owner has a number of its own. The caller of these functions holds mutex() until
  // its question is answered.
  ChipEngine& machine(std::uint64_t owner, const ChipConfig& config, bool checkers, const Objects& objects);
  // The memory of the machine.
  const BoardImage& image() const { return image_; }
  // Processes with the machine that was asked last; they answer requests by `work`. The processes of the last batch are used again if
  // the machine, the calling thread and the count are the same. They end with the machine, with the thread or with this process.
  WorkerPool& workers(unsigned count, const WorkerPool::Work& work);
  // Ends the workers; their open requests are dropped. In a process that was forked from their parent this does not reach them.
  void end_workers() { workers_.reset(); }
  // Destroys the machine if it belongs to this owner. The owner may be destroyed afterwards.
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
