// How fast the model runs on one core: simulated chip cycles and aligned node pairs per second, tracing and
// checks off.
//
//   build/check/testbench/benchmarks/chip_benchmark
#include <cstdlib>

#include <benchmark/benchmark.h>
#include <systemc>

#include "reference/procedural_mesh.h"
#include "testbench/simulation.h"

namespace collisionchip {
namespace {

// The library prints its banner before it calls sc_main, so it must be told while the program loads.
[[maybe_unused]] const int kBannerOff = setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);

void run_preset(benchmark::State& state, const char* name) {
  const CollisionObject a = CollisionObject::build(make_procedural_mesh("gear", 30000));
  const CollisionObject b = CollisionObject::build(make_procedural_mesh("torus-knot", 30000));
  const Pose pose = pose_from_quaternion({0.35, 0.1, 0.05, 0.9, 0.3, 0.2, 0.1});
  BoardOptions unchecked;
  unchecked.checkers = false;
  Simulation simulation(preset(name), unchecked);
  simulation.driver().upload(a, b);
  double cycles = 0, pairs = 0;
  for (auto _ : state) {
    const ChipAnswer answer = simulation.driver().query(pose);
    cycles += static_cast<double>(answer.cycles);
    pairs += static_cast<double>(answer.aligned_pairs);
  }
  state.counters["chip_cycles/s"] = benchmark::Counter(cycles, benchmark::Counter::kIsRate);
  state.counters["aligned_pairs/s"] = benchmark::Counter(pairs, benchmark::Counter::kIsRate);
  state.counters["cycles/query"] = cycles / static_cast<double>(state.iterations());
}

BENCHMARK_CAPTURE(run_preset, paper41, "paper41")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_preset, paper52, "paper52")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_preset, paper52_eq5, "paper52-eq5")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace collisionchip

int sc_main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
