#include "collisionchip/testbench/api/chip_session.h"

#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <systemc>

// SystemC's library looks for one. A program that has its own keeps it.
extern "C" __attribute__((weak)) int sc_main(int /*argc*/, char** /*argv*/) {
  return 0;
}

namespace collisionchip::api {

ChipSession& ChipSession::instance() {
  static ChipSession* const session = [] {
    setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);
    sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
    return new ChipSession;
  }();
  return *session;
}

ChipEngine& ChipSession::machine(std::uint64_t owner, const ChipConfig& config, bool checkers,
                                 const Objects& objects) {
  const Asked asked{owner, checkers, objects};
  if (engine_ && asked_ == asked) return *engine_;
  end_workers();
  const bool same_machine = engine_ && asked_.owner == owner && asked_.checkers == checkers;
  std::vector<const CollisionObject*> placed;
  for (const auto& object : objects) placed.push_back(object.get());
  BoardImage image = make_board_image(config, placed);
  asked_ = {};
  if (!same_machine) {
    engine_.reset();  // before the next one: simulations must not overlap
    engine_ = std::make_unique<ChipEngine>(EngineSetup{config, checkers, false});
  }
  image_ = std::move(image);
  engine_->simulation().attach(image_, 0, objects.size() > 1 ? 1 : 0);
  asked_ = asked;
  return *engine_;
}

namespace {

std::uint64_t number_of_this_thread() {
  static std::atomic<std::uint64_t> last{0};
  thread_local const std::uint64_t number = ++last;
  return number;
}

}  // namespace

WorkerPool& ChipSession::workers(unsigned count, const WorkerPool::Work& work) {
  const std::uint64_t thread = number_of_this_thread();
  if (workers_parent_ != getpid() || workers_thread_ != thread || worker_count_ != count) end_workers();
  if (!workers_) {
    workers_thread_ = thread;
    workers_ = std::make_unique<WorkerPool>(static_cast<int>(count), work, 0);
    worker_count_ = count;
    workers_parent_ = getpid();
  }
  return *workers_;
}

void ChipSession::forget(std::uint64_t owner) {
  if (owner != asked_.owner) return;
  end_workers();
  asked_ = {};
  engine_.reset();
}

}  // namespace collisionchip::api
