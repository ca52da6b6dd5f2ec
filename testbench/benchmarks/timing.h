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

// The processor time of this thread. Work of the host for other programs is not counted. Reading this clock takes some tenths of a
// microsecond, so the wall clock is read too, and the smaller time counts.
template <typename Function>
double thread_microseconds(const Function& function) {
  const double thread = clock_microseconds(CLOCK_THREAD_CPUTIME_ID);
  const auto start = std::chrono::steady_clock::now();
  function();
  const double wall =
      std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
  return std::min(wall, clock_microseconds(CLOCK_THREAD_CPUTIME_ID) - thread);
}

// The processor time of all threads of the process.
template <typename Function>
double process_microseconds(const Function& function) {
  const double start = clock_microseconds(CLOCK_PROCESS_CPUTIME_ID);
  function();
  return clock_microseconds(CLOCK_PROCESS_CPUTIME_ID) - start;
}

}  // namespace collisionchip
