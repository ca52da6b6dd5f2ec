#include "collisionchip/testbench/run/query_loop.h"

#include <chrono>
#include <stdexcept>

namespace collisionchip {

bool QueryLoop::ask(std::uint64_t number, const Pose& pose, const std::function<void(const Judged&)>& take) {
  for (Judge* judge : judges_) judge->expect(number, pose);
  const auto start = std::chrono::steady_clock::now();
  const Answer answer = query(pose);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  bool is_right = true;
  for (Judge* judge : judges_) is_right = judge->check(number, pose, answer) && is_right;
  if (is_right) take({number, pose, answer, taken.count()});
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
