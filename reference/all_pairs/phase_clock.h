// The time from its making to its end, added to a phase.
#pragma once

#include <chrono>

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

}  // namespace collisionchip
