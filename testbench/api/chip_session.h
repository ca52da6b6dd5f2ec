// The one machine that this process has elaborated, and whose turn it is to ask it. Private to the library.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>

#include "collisionchip/testbench/api/engine_data.h"
#include "collisionchip/testbench/engines/chip_engine.h"

namespace collisionchip::api {

class ChipSession {
 public:
  // Of this process; it is never destroyed, for SystemC's own statics would be gone before it.
  static ChipSession& instance();

  std::mutex& mutex() { return mutex_; }

  // The machine, ready for these objects: as it is if it was asked about them before. Each owner has a number of its own. Who calls these
  // functions has the mutex, and keeps it while it asks.
  ChipEngine& machine(std::uint64_t owner, const ChipConfig& config, bool checkers, const Question& question);
  // The machine, if it is this owner's, who may go then.
  void forget(std::uint64_t owner);

 private:
  struct Asked {
    std::uint64_t owner = 0;
    bool checkers = false;
    std::shared_ptr<const CollisionObject> a, b;

    friend bool operator==(const Asked& x, const Asked& y) {
      return x.owner == y.owner && x.checkers == y.checkers && x.a == y.a && x.b == y.b;
    }
  };

  std::mutex mutex_;
  Asked asked_;
  BoardImage image_;
  std::unique_ptr<ChipEngine> engine_;
};

}  // namespace collisionchip::api
