// How fast the model runs on one core: simulated chip cycles and aligned node pairs per second, tracing and
// checks off; the same machine with one RTL unit; and the model and the chip of RTL units side by side.
//
// Next to each figure is the number of iterations of a plain loop that the core does in the time of one simulated cycle. The loop runs in
// turns with the model, so this number does not depend on the host, its clock or its load.
//
//   build/benchmark/testbench/benchmarks/chip_benchmark
//   build/benchmark/testbench/benchmarks/chip_benchmark --benchmark_filter='side by side'
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <systemc>

#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/rtl_model/adapter/rtl_units.h"
#include "collisionchip/testbench/judge/closing_judge.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

// The library prints its banner before it calls sc_main, so it must be told while the program loads.
[[maybe_unused]] const int kBannerOff = setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);

constexpr double kAimCycles = 0.2e6, kAimRatio = 100;  // of the chip of RTL units, on one core
constexpr double kAimIterations = 30;                  // of the loop, in the time of one cycle of the model

// Seconds of one core, whatever else the host did.
double seconds_since(std::clock_t begin) {
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

// x = x * y + c in float32: every iteration waits for the one before. The numbers are read where they lie, so
// that no compiler knows the end.
float plain_loop(unsigned iterations, float x, const float& y, const float& c) {
  for (unsigned i = 0; i < iterations; ++i) x = x * y + c;
  return x;
}

// Seconds of one iteration.
double time_loop() {
  constexpr unsigned kIterations = 1u << 20;
  float y = 0.75f, c = 1.0f;
  benchmark::DoNotOptimize(y);
  benchmark::DoNotOptimize(c);
  const std::clock_t begin = std::clock();
  benchmark::DoNotOptimize(plain_loop(kIterations, 0.0f, y, c));
  return seconds_since(begin) / kIterations;
}

// What some queries took: chip cycles, and the time of one core.
struct Spent {
  double cycles = 0, seconds = 0;
  std::vector<double> iterations;  // of the loop, in the time of one cycle of each query

  double cycles_per_second() const { return cycles / seconds; }
  // The median: what disturbs one query or its loop does not show.
  double iterations_per_cycle() const {
    std::vector<double> sorted = iterations;
    std::sort(sorted.begin(), sorted.end());
    return sorted.at(sorted.size() / 2);
  }
};

// Two objects that overlap, on a chip without checkers.
class Bench {
 public:
  explicit Bench(const ChipConfig& config) : simulation_(config, unchecked()) {
    static const CollisionObject a = CollisionObject::build(make_procedural_mesh("gear", 30000));
    static const CollisionObject b = CollisionObject::build(make_procedural_mesh("torus-knot", 30000));
    simulation_.driver().upload(a, b);
  }

  ChipAnswer query(Spent& spent) {
    const double before = time_loop();
    const std::clock_t begin = std::clock();
    const ChipAnswer answer = simulation_.query(pose_from_quaternion({0.35, 0.1, 0.05, 0.9, 0.3, 0.2, 0.1}));
    const double seconds = seconds_since(begin), cycles = static_cast<double>(answer.cycles);
    spent.seconds += seconds;
    spent.cycles += cycles;
    spent.iterations.push_back(seconds / cycles / (0.5 * (before + time_loop())));
    return answer;
  }

 private:
  static BoardOptions unchecked() {
    BoardOptions options;
    options.checkers = false;
    return options;
  }

  JudgedSimulation simulation_;
};

void add(const std::string& name, const ChipConfig& config) {
  const auto run = [config](benchmark::State& state) {
    Bench bench(config);
    Spent spent;
    double pairs = 0;
    for (auto _ : state) pairs += static_cast<double>(bench.query(spent).aligned_pairs);
    state.counters["chip_cycles/s"] = spent.cycles_per_second();
    state.counters["aligned_pairs/s"] = pairs / spent.seconds;
    state.counters["loop_iterations/cycle"] = spent.iterations_per_cycle();
    state.counters["cycles/query"] = spent.cycles / static_cast<double>(state.iterations());
  };
  benchmark::RegisterBenchmark(name.c_str(), run)->Unit(benchmark::kMillisecond);
}

Spent model_spent, rtl_spent;

// The second query of a new chip: its making and the first touch of its memory are not counted.
Cycle one_query(const ChipConfig& config, Spent& spent) {
  Bench bench(config);
  Spent first;
  bench.query(first);
  return bench.query(spent).cycles;
}

// The same query on both in turns, so that both have the same host at the same time. SystemC has one
// simulation at a time, so each turn has a chip of its own.
void run_side_by_side(benchmark::State& state) {
  ChipConfig all;
  for (const std::string& unit : rtl_units()) set_model(all, unit, UnitModel::rtl);
  model_spent = rtl_spent = {};
  for (auto _ : state) {
    const Cycle model = one_query(ChipConfig{}, model_spent);
    const Cycle rtl = one_query(all, rtl_spent);
    if (model == rtl) continue;
    state.SkipWithError("the RTL takes other cycles than the model");
    return;
  }
  state.counters["model_cycles/s"] = model_spent.cycles_per_second();
  state.counters["rtl_cycles/s"] = rtl_spent.cycles_per_second();
  state.counters["model_loop_iterations/cycle"] = model_spent.iterations_per_cycle();
  state.counters["rtl_loop_iterations/cycle"] = rtl_spent.iterations_per_cycle();
  state.counters["ratio"] = model_spent.cycles_per_second() / rtl_spent.cycles_per_second();
}

void add_all() {
  for (const std::string& name : preset_names()) add(name, preset(name));
  for (const std::string& unit : rtl_units()) {
    ChipConfig one;
    set_model(one, unit, UnitModel::rtl);
    add("paper41, rtl " + unit, one);
  }
  if (rtl_units().empty()) return;
  benchmark::RegisterBenchmark("paper41, model and RTL side by side", run_side_by_side)
      ->Unit(benchmark::kMillisecond)
      ->Iterations(5);
}

void print_side_by_side() {
  if (rtl_spent.cycles == 0) return;
  const double model = model_spent.cycles_per_second(), rtl = rtl_spent.cycles_per_second();
  const auto met = [](bool yes) { return yes ? "met" : "not met"; };
  const double iterations = model_spent.iterations_per_cycle();
  std::printf("model        %8.2f million chip cycles/s\n", model * 1e-6);
  std::printf("one cycle    %8.1f iterations of the loop (aim %.0f: %s)\n", iterations, kAimIterations,
              met(iterations <= kAimIterations));
  std::printf("all RTL      %8.2f million chip cycles/s (aim %.1f: %s)\n", rtl * 1e-6, kAimCycles * 1e-6,
              met(rtl >= kAimCycles));
  std::printf("model / RTL  %8.1f (aim %.0f: %s)\n", model / rtl, kAimRatio, met(model / rtl >= kAimRatio));
}

}  // namespace
}  // namespace collisionchip

int sc_main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  collisionchip::add_all();
  benchmark::RunSpecifiedBenchmarks();
  collisionchip::print_side_by_side();
  return 0;
}
