// The time from its making to its end, added to a phase.
#pragma once

#include <chrono>
#include <ctime>

namespace collisionchip {

class PhaseClock {
 public:
  explicit PhaseClock(double& seconds) : seconds_(seconds) {}
  ~PhaseClock() {
    seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  PhaseClock(const PhaseClock&) = delete;
  PhaseClock& operator=(const PhaseClock&) = delete;

 private:
  double& seconds_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// The same in processor time of the whole process, all of its threads: what other load of the host does not change.
class ProcessorClock {
 public:
  explicit ProcessorClock(double& seconds) : seconds_(seconds) {}
  ~ProcessorClock() { seconds_ += static_cast<double>(std::clock() - start_) / CLOCKS_PER_SEC; }
  ProcessorClock(const ProcessorClock&) = delete;
  ProcessorClock& operator=(const ProcessorClock&) = delete;

 private:
  double& seconds_;
  const std::clock_t start_ = std::clock();
};

}  // namespace collisionchip
