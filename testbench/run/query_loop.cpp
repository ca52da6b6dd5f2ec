#include "collisionchip/testbench/run/query_loop.h"

#include <ctime>
#include <stdexcept>

namespace collisionchip {

namespace {

// Of this thread: whoever else shares the processor, another worker for instance, is not counted.
double processor_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

bool QueryLoop::ask(std::uint64_t number, const Pose& pose, const std::function<void(const Judged&)>& take) {
  for (Judge* judge : judges_) judge->expect(number, pose);
  const double start = processor_seconds();
  const Answer answer = query(pose);
  const double taken = processor_seconds() - start;
  bool is_right = true;
  for (Judge* judge : judges_) is_right = judge->check(number, pose, answer) && is_right;
  if (is_right) take({number, pose, answer, taken});
  return is_right;
}

bool QueryLoop::ask(const std::vector<Pose>& poses, std::uint64_t first, std::uint64_t end,
                    const std::function<void(const Judged&)>& take) {
  for (std::uint64_t number = first; number < end; ++number) {
    if (!ask(number, poses[number], take)) return false;
  }
  return true;
}

Answer QueryLoop::query(const Pose& pose) {
  try {
    return engine_.query(pose, first_witness_);
  } catch (const std::exception& error) {
    for (Judge* judge : judges_) {
      const std::string failure = judge->failure(error);
      if (!failure.empty()) throw std::runtime_error(failure);
    }
    throw;
  }
}

}  // namespace collisionchip
