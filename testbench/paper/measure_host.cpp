#include "collisionchip/testbench/paper/measure_host.h"

#include <ctime>

#include <algorithm>
#include <memory>

namespace collisionchip {

namespace {

// The processor time of this thread, so that other processes on the machine do not count.
double cpu_microseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e6 * static_cast<double>(now.tv_sec) + 1e-3 * static_cast<double>(now.tv_nsec);
}

template <typename Function>
double microseconds(Function&& function) {
  const double start = cpu_microseconds();
  function();
  return cpu_microseconds() - start;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

Turn measure_host(const std::vector<TimedSoftware>& software, const CollisionObject& object,
                  const std::vector<Pose>& poses, WitnessMode mode, std::uint32_t repeats) {
  const bool first_witness = mode == WitnessMode::first;
  Turn turn;
  std::unique_ptr<const QuerySetup> set_up;  // kept, so that the compiler cannot leave it out
  for (const Pose& pose : poses) {
    std::vector<std::vector<double>> times(software.size() + 1);
    std::vector<std::size_t> pairs(software.size());
    for (std::uint32_t repeat = 0; repeat < repeats; ++repeat) {
      // They take turns, so that a change of the clock's frequency meets all alike.
      for (std::size_t i = 0; i < software.size(); ++i) {
        times[i].push_back(
            microseconds([&] { pairs[i] = software[i].engine->query(pose, first_witness).pairs.size(); }));
      }
      times.back().push_back(
          microseconds([&] { set_up = std::make_unique<QuerySetup>(object, object, pose, TumbledSide::b); }));
    }
    for (std::size_t i = 0; i < software.size(); ++i) {
      turn.add(software[i].name, median(times[i]));
      turn.add(software[i].name + ".pairs", static_cast<double>(pairs[i]));
    }
    turn.add("set_up", median(times.back()));
  }
  return turn;
}

}  // namespace collisionchip
