// What recording costs: the same queries without and with a recording, in turn, checks off. Wall time is what
// a user waits; processor time counts the writer's thread as well.
//
//   build/benchmark/testbench/benchmarks/trace_benchmark
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <limits>

#include <fmt/format.h>
#include <systemc>

#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/testbench/judge/closing_judge.h"
#include "collisionchip/tlm/machines/presets.h"
#include "collisionchip/traces/record/recorder.h"

namespace collisionchip {
namespace {

// The library prints its banner before it calls sc_main, so it must be told while the program loads.
[[maybe_unused]] const int kBannerOff = setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);

constexpr int kRounds = 7;

struct Times {
  double wall = 0, processor = 0;  // seconds
};

class Stopwatch {
 public:
  Times times() const {
    return {std::chrono::duration<double>(std::chrono::steady_clock::now() - wall_).count(),
            static_cast<double>(std::clock() - processor_) / CLOCKS_PER_SEC};
  }

 private:
  std::chrono::steady_clock::time_point wall_ = std::chrono::steady_clock::now();
  std::clock_t processor_ = std::clock();
};

struct Scene {
  const char* name;
  CollisionObject a, b;
  int queries;  // of one round
};

std::string trace_path() {
  return (std::filesystem::temp_directory_path() / "collisionchip_trace_benchmark.sqlite").string();
}

// From the first pose to the complete file.
Times run(const Scene& scene, const ChipConfig& config, bool recorded) {
  BoardOptions board;
  board.checkers = false;
  board.memory_monitor = recorded;
  JudgedSimulation simulation(config, board);
  simulation.driver().upload(scene.a, scene.b);
  const Stopwatch stopwatch;
  std::unique_ptr<Recorder> recorder;
  if (recorded) {
    recorder = std::make_unique<Recorder>(simulation.board(), config, RecorderOptions{trace_path(), {}, {}});
    simulation.driver().on_query_end.push_back([&] { recorder->end_query(); });
  }
  for (int i = 0; i < scene.queries; ++i) {
    if (recorder) recorder->begin_pose(static_cast<std::uint64_t>(i));
    const double shift = 0.35 + 0.3 * i / scene.queries;
    simulation.query(pose_from_quaternion({shift, 0.1, 0.05, 0.9, 0.3, 0.2, 0.1}));
  }
  if (recorder) recorder->finish();
  return stopwatch.times();
}

void compare(const Scene& scene, const char* preset_name) {
  const ChipConfig config = preset(preset_name);
  constexpr double kMost = std::numeric_limits<double>::max();
  Times best[2] = {{kMost, kMost}, {kMost, kMost}};
  for (int round = 0; round < kRounds; ++round) {
    for (const bool recorded : {false, true}) {
      const Times times = run(scene, config, recorded);
      best[recorded].wall = std::min(best[recorded].wall, times.wall);
      best[recorded].processor = std::min(best[recorded].processor, times.processor);
    }
  }
  fmt::print("{:12} {:22} {:9.1f} {:9.1f} {:6.2f} {:9.1f} {:9.1f} {:6.2f} {:8.1f}\n", preset_name, scene.name,
             1e3 * best[0].wall, 1e3 * best[1].wall, best[1].wall / best[0].wall, 1e3 * best[0].processor,
             1e3 * best[1].processor, best[1].processor / best[0].processor,
             static_cast<double>(std::filesystem::file_size(trace_path())) / (1 << 20));
  std::filesystem::remove(trace_path());
}

}  // namespace
}  // namespace collisionchip

int sc_main(int, char**) {
  using namespace collisionchip;
  const Scene scenes[] = {{"30000 triangles x 3", CollisionObject::build(make_procedural_mesh("gear", 30000)),
                           CollisionObject::build(make_procedural_mesh("torus-knot", 30000)), 3},
                          {"500 triangles x 200", CollisionObject::build(make_procedural_mesh("gear", 500)),
                           CollisionObject::build(make_procedural_mesh("torus-knot", 500)), 200}};
  fmt::print("best of {} rounds      {:12} wall, ms            ratio  processor, ms       ratio      MiB\n",
             kRounds, "");
  fmt::print("preset       queries                  without      with           without      with\n");
  for (const char* name : {"paper41", "paper52"}) {
    for (const Scene& scene : scenes) compare(scene, name);
  }
  return 0;
}
