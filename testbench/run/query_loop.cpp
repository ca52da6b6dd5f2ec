#include "collisionchip/testbench/run/query_loop.h"

#include <ctime>

#include "collisionchip/testbench/engines/chip_engine.h"
#include "collisionchip/testbench/terminal/exit_status.h"

namespace collisionchip {

namespace {

// The processor time of this thread. Other users of the processor, such as another worker, do not count.
double processor_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

template <typename Ask>
auto QueryLoop::timed(double& seconds, const Ask& ask) {
  const double start = processor_seconds();
  try {
    auto answer = ask();
    seconds = processor_seconds() - start;
    return answer;
  } catch (const std::exception& error) {
    for (Judge* judge : judges_) {
      const std::string failure = judge->failure(error);
      if (!failure.empty()) throw Disagreement(failure);
    }
    throw;
  }
}

bool QueryLoop::ask(std::uint64_t number, const Pose& pose, const std::function<void(const Judged&)>& take) {
  for (Judge* judge : judges_) judge->expect(number, pose);
  double seconds = 0;
  const Answer answer = timed(seconds, [&] { return engine_.query(pose, first_witness_); });
  return judge({number, pose, answer, seconds}, take);
}

bool QueryLoop::judge(const Judged& judged, const std::function<void(const Judged&)>& take) {
  bool is_right = true;
  for (Judge* judge : judges_) is_right = judge->check(judged.number, judged.pose, judged.answer) && is_right;
  if (is_right) take(judged);
  return is_right;
}

// An equal part of the host's time each.
bool QueryLoop::ask_batch(const std::vector<Pose>& poses, std::uint64_t first, std::uint64_t end,
                          const std::function<void(const Judged&)>& take,
                          const std::function<void(const ChipAnswer&)>& whole) {
  const std::vector<Pose> together(poses.begin() + static_cast<std::ptrdiff_t>(first),
                                   poses.begin() + static_cast<std::ptrdiff_t>(end));
  for (Judge* judge : judges_) {
    for (std::size_t i = 0; i < together.size(); ++i) judge->expect(first + i, together[i]);
  }
  double seconds = 0;
  const ChipEngine::Batch batch =
      timed(seconds, [&] { return engine_.chip()->query_batch(together, first_witness_); });
  for (std::size_t i = 0; i < together.size(); ++i) {
    const double each = seconds / static_cast<double>(together.size());
    if (!judge({first + i, together[i], batch.answers[i], each}, take)) return false;
  }
  whole(batch.whole);
  return true;
}

bool QueryLoop::ask(const std::vector<Pose>& poses, std::uint64_t first, std::uint64_t end,
                    const std::function<void(const Judged&)>& take) {
  for (std::uint64_t number = first; number < end; ++number) {
    if (!ask(number, poses[number], take)) return false;
  }
  return true;
}

}  // namespace collisionchip
