// Times of a benchmark on one thread.
#pragma once

#include <algorithm>
#include <chrono>
#include <ctime>

namespace collisionchip {

inline double clock_microseconds(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return 1e6 * static_cast<double>(time.tv_sec) + 1e-3 * static_cast<double>(time.tv_nsec);
}

// Of the processor, for this thread alone: work that the host does for others is not counted. That clock itself takes some
// tenths of a microsecond, so a short question is timed by the one of the wall as well.
template <typename Function>
double thread_microseconds(const Function& function) {
  const double thread = clock_microseconds(CLOCK_THREAD_CPUTIME_ID);
  const auto start = std::chrono::steady_clock::now();
  function();
  const double wall =
      std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
  return std::min(wall, clock_microseconds(CLOCK_THREAD_CPUTIME_ID) - thread);
}

// Of the processor, for all threads of the process together.
template <typename Function>
double process_microseconds(const Function& function) {
  const double start = clock_microseconds(CLOCK_PROCESS_CPUTIME_ID);
  function();
  return clock_microseconds(CLOCK_PROCESS_CPUTIME_ID) - start;
}

}  // namespace collisionchip
