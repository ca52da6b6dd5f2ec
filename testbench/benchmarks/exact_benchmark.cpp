// Time of the exact triangle test per pair: clear cases, which
// the filter decides, and contacts, which need exact arithmetic.
#include <benchmark/benchmark.h>

#include "collisionchip/reference/triangle/exact_triangle_intersection.h"
#include "collisionchip/testbench/tests/reference/exact_triangle_cases.h"

namespace collisionchip {
namespace {

using testing_support::Case;
using testing_support::Random;

enum class Wanted { any, apart, meeting };

void run(benchmark::State& state, Case (*make)(Random&), Wanted wanted) {
  Random random(1);
  std::vector<Case> cases;
  while (cases.size() < 1024) {
    const Case c = make(random);
    const bool meeting = triangles_intersect_exactly(c.a, c.b, c.pose);
    if (wanted == Wanted::any || meeting == (wanted == Wanted::meeting)) cases.push_back(c);
  }
  for (auto _ : state) {
    for (const Case& c : cases) benchmark::DoNotOptimize(triangles_intersect_exactly(c.a, c.b, c.pose));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(cases.size()));
  state.counters["per_pair"] =
      benchmark::Counter(static_cast<double>(state.iterations()) * static_cast<double>(cases.size()),
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

}  // namespace
}  // namespace collisionchip

int main(int argc, char** argv) {
  using namespace collisionchip;
  for (const testing_support::Family& family : testing_support::families()) {
    const std::string name = family.name;
    if (name == "generic") {
      benchmark::RegisterBenchmark("generic, apart", run, family.make, Wanted::apart);
      benchmark::RegisterBenchmark("generic, meeting", run, family.make, Wanted::meeting);
    } else {
      benchmark::RegisterBenchmark(family.name, run, family.make, Wanted::any);
    }
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
