// Progress of many points, or poses, on stderr: how many, results per second, time left. Without a thread, because the
// process that shows it forks: the loop calls show(), which prints as often as Progress does.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>

namespace collisionchip {

class RateProgress {
 public:
  // `unit`: what is counted, in the plural.
  RateProgress(std::string what, std::uint64_t total, std::string unit = "points");
  ~RateProgress();
  RateProgress(const RateProgress&) = delete;
  RateProgress& operator=(const RateProgress&) = delete;

  // `done` of the total, among them `computed` now: the time left follows from these.
  void show(std::uint64_t done, std::uint64_t computed, std::uint64_t failed);
  void now_doing(std::string what) { what_ = std::move(what); }

 private:
  using Clock = std::chrono::steady_clock;

  std::string what_, unit_;
  const std::uint64_t total_;
  const bool terminal_;
  const Clock::time_point start_;
  Clock::time_point next_;
  Clock::time_point first_computed_;
  std::uint64_t done_before_ = 0;  // found in the store before anything was computed
  bool computing_ = false, shown_ = false;
};

}  // namespace collisionchip
