// Time of the exact triangle test per pair: clear cases, which the filter decides, and contacts, which need exact arithmetic; and of
// the test of many pairs side by side, for the pairs of parts that lie flush, by the instructions of each level.
#include <benchmark/benchmark.h>

#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/reference/triangle/exact_batch.h"
#include "collisionchip/reference/triangle/exact_triangle_intersection.h"
#include "collisionchip/testbench/benchmarks/scenes.h"
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

// The pairs that meet when a part lies on its own place.
void run_flush(benchmark::State& state, const std::string& scene_name, FilterLevel level) {
  constexpr std::size_t kBatch = 256;
  const Scene scene = make_scene(scene_name);
  const CollisionObject object = CollisionObject::build(scene.mesh);
  const std::vector<TrianglePair> pairs = list_traversal(object, object, Pose{}).pairs;
  std::vector<const float*> a, b;
  for (const TrianglePair& pair : pairs) {
    a.push_back(&object.triangles[pair.a].corners[0].x);
    b.push_back(&object.triangles[pair.b].corners[0].x);
  }
  std::vector<Verdict> verdicts(kBatch);
  for (auto _ : state) {
    for (std::size_t at = 0; at < pairs.size(); at += kBatch)
      exact_filter(level)({Pose{}, &a[at], &b[at], std::min(kBatch, pairs.size() - at), verdicts.data()});
    benchmark::DoNotOptimize(verdicts.data());
  }
  state.counters["per_pair"] =
      benchmark::Counter(static_cast<double>(state.iterations()) * static_cast<double>(pairs.size()),
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
  for (const char* scene : {"box.flush", "gear.flush", "bolt.flush"}) {
    for (const FilterLevel level : kFilterLevels) {
      if (exact_filter(level) == nullptr) continue;
      const int lanes = level == FilterLevel::four ? 2 : level == FilterLevel::eight ? 4 : 8;
      benchmark::RegisterBenchmark(
          (std::string(scene) + ", " + std::to_string(lanes) + " side by side").c_str(), run_flush, scene,
          level);
    }
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
