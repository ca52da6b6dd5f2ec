// How fast the model runs on one core: simulated chip cycles and aligned node pairs per second, tracing and
// checks off; and the same machine with RTL units, each alone and all together.
//
//   build/benchmark/testbench/benchmarks/chip_benchmark
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include <benchmark/benchmark.h>
#include <systemc>

#include "reference/procedural_mesh.h"
#include "rtl_model/rtl_units.h"
#include "testbench/simulation.h"

namespace collisionchip {
namespace {

// The library prints its banner before it calls sc_main, so it must be told while the program loads.
[[maybe_unused]] const int kBannerOff = setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);

// Chip cycles per second of each chip that was run.
std::map<std::string, double>& speeds() {
  static std::map<std::string, double> all;
  return all;
}

void run(benchmark::State& state, const std::string& name, const ChipConfig& config) {
  const CollisionObject a = CollisionObject::build(make_procedural_mesh("gear", 30000));
  const CollisionObject b = CollisionObject::build(make_procedural_mesh("torus-knot", 30000));
  const Pose pose = pose_from_quaternion({0.35, 0.1, 0.05, 0.9, 0.3, 0.2, 0.1});
  BoardOptions unchecked;
  unchecked.checkers = false;
  Simulation simulation(config, unchecked);
  simulation.driver().upload(a, b);
  double cycles = 0, pairs = 0;
  const auto start = std::chrono::steady_clock::now();
  for (auto _ : state) {
    const ChipAnswer answer = simulation.driver().query(pose);
    cycles += static_cast<double>(answer.cycles);
    pairs += static_cast<double>(answer.aligned_pairs);
  }
  speeds()[name] = cycles / std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  state.counters["chip_cycles/s"] = benchmark::Counter(cycles, benchmark::Counter::kIsRate);
  state.counters["aligned_pairs/s"] = benchmark::Counter(pairs, benchmark::Counter::kIsRate);
  state.counters["cycles/query"] = cycles / static_cast<double>(state.iterations());
}

void add(const std::string& name, const ChipConfig& config) {
  benchmark::RegisterBenchmark(name.c_str(), [name, config](benchmark::State& state) {
    run(state, name, config);
  })->Unit(benchmark::kMillisecond);
}

void add_all() {
  for (const std::string& name : preset_names()) add(name, preset(name));
  ChipConfig all;
  for (const std::string& unit : rtl_units()) {
    ChipConfig one;
    set_model(one, unit, UnitModel::rtl);
    set_model(all, unit, UnitModel::rtl);
    add("paper41, rtl " + unit, one);
  }
  if (rtl_units().size() > 1) add("paper41, rtl of all units that have it", all);
}

void print_ratios() {
  const auto model = speeds().find("paper41");
  if (model == speeds().end()) return;
  for (const auto& [name, speed] : speeds()) {
    if (name.rfind("paper41, rtl", 0) != 0) continue;
    std::printf("%s: %.2f million chip cycles/s; the model alone is %.1f times as fast\n", name.c_str(),
                speed * 1e-6, model->second / speed);
  }
}

}  // namespace
}  // namespace collisionchip

int sc_main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  collisionchip::add_all();
  benchmark::RunSpecifiedBenchmarks();
  collisionchip::print_ratios();
  return 0;
}
