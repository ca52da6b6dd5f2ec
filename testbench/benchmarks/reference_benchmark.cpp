// How fast the software reference is, and what each split
// rule costs the chip (docs/reference.md, docs/tree.md).
#include <benchmark/benchmark.h>

#include <map>
#include <memory>
#include <string>

#include "collisionchip/reference/dop/dop_transform.h"
#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/reference/tree/split_rule.h"
#include "collisionchip/testbench/benchmarks/scenes.h"

namespace collisionchip {
namespace {

const Scene& scene(const std::string& name) {
  static std::map<std::string, Scene> scenes;
  const auto found = scenes.find(name);
  return found != scenes.end() ? found->second : scenes.emplace(name, make_scene(name)).first->second;
}

// The objects of the last scene and rule asked for: benchmarks come in that order.
const CollisionObject& object(const std::string& name, const std::string& rule) {
  static std::string key;
  static std::unique_ptr<CollisionObject> last;
  if (key != name + '/' + rule) {
    last = std::make_unique<CollisionObject>(CollisionObject::build(scene(name).mesh, {24, rule}));
    key = name + '/' + rule;
  }
  return *last;
}

void tree_build(benchmark::State& state, const std::string& rule) {
  const Mesh mesh = make_procedural_mesh("torus-knot", static_cast<std::uint32_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(DopTree::build(mesh, {24, rule}).depth());
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

using Traversal = QueryResult (*)(const CollisionObject&, const CollisionObject&, const Pose&,
                                  const QueryOptions&);

// One iteration is all poses of the scene; the counters are means per query.
void traverse(benchmark::State& state, Traversal traversal, const std::string& name,
              const std::string& rule) {
  const CollisionObject& both = object(name, rule);
  const std::vector<Pose>& poses = scene(name).poses;
  TraversalCounters sum;
  std::size_t pairs = 0;
  for (auto _ : state) {
    sum = {};
    pairs = 0;
    for (const Pose& pose : poses) {
      const QueryResult result = traversal(both, both, pose, {});
      const TraversalCounters& c = result.counters;
      pairs += result.pairs.size();
      sum.tumbled_visits += c.tumbled_visits;
      sum.aligned_visits += c.aligned_visits;
      sum.transforms += c.transforms;
      sum.triangle_tests += c.triangle_tests;
      sum.lists += c.lists;
      sum.aligned_pairs += c.aligned_pairs;
    }
  }
  const auto mean = [&](std::uint64_t value) {
    return static_cast<double>(value) / static_cast<double>(poses.size());
  };
  state.counters["us_per_query"] =
      benchmark::Counter(1e-6 * static_cast<double>(poses.size()),
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.counters["pairs"] = mean(pairs);
  state.counters["visits"] = mean(sum.tumbled_visits + sum.aligned_visits);
  state.counters["transforms"] = mean(sum.transforms);
  state.counters["tri_tests"] = mean(sum.triangle_tests);
  state.counters["tau"] = mean(sum.lists);
  state.counters["sum_alpha"] = mean(sum.aligned_pairs);
  state.counters["eq5_cycles"] = mean(sum.eq5_cycles());
  state.counters["depth"] = both.tree.depth();
}

void query_setup(benchmark::State& state) {
  const std::string name = scene_names().front();
  const CollisionObject& both = object(name, "dop");
  const std::vector<Pose>& poses = scene(name).poses;
  std::size_t i = 0;
  for (auto _ : state)
    benchmark::DoNotOptimize(QuerySetup(both, both, poses[i++ % poses.size()], TumbledSide::b));
}

struct Fixture {
  const CollisionObject& both = object(scene_names().front(), "dop");
  QuerySetup setup{both, both, scene(scene_names().front()).poses.back(), TumbledSide::b};
};

void dop_transform(benchmark::State& state) {
  const Fixture f;
  PartnerDop partner{};
  std::size_t i = 0;
  for (auto _ : state) {
    f.setup.dop.apply(f.both.tree.nodes()[i++ % 1024], partner);
    benchmark::DoNotOptimize(partner);
  }
}

void dop_overlap(benchmark::State& state) {
  const Fixture f;
  PartnerDop partner{};
  f.setup.dop.apply(f.both.tree.nodes()[7], partner);
  std::size_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(overlap<12>(partner, f.both.tree.nodes()[i++ % 1024]));
}

void triangle_test(benchmark::State& state) {
  const Fixture f;
  const std::vector<TriangleRecord>& triangles = f.both.triangles;
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(triangles_intersect(triangles[i % 512], triangles[i * 7 % 512], f.setup.frames));
    ++i;
  }
}

void register_all() {
  for (const std::string& rule : split_rule_names()) {
    benchmark::RegisterBenchmark(("TreeBuild/" + rule).c_str(), tree_build, rule)
        ->Arg(1000)
        ->Arg(30000)
        ->Arg(1000000)
        ->Unit(benchmark::kMillisecond);
  }
  benchmark::RegisterBenchmark("QuerySetup", query_setup);
  benchmark::RegisterBenchmark("DopTransform", dop_transform);
  benchmark::RegisterBenchmark("Overlap", dop_overlap);
  benchmark::RegisterBenchmark("TriangleTest", triangle_test);
  const std::pair<const char*, Traversal> traversals[] = {{"list", list_traversal},
                                                          {"single_list", single_list_traversal},
                                                          {"simultaneous", simultaneous_traversal}};
  for (const std::string& name : scene_names()) {
    for (const auto& [label, traversal] : traversals) {
      benchmark::RegisterBenchmark(("Traversal/" + name + "/" + label).c_str(), traverse, traversal, name,
                                   TreeOptions{}.split_rule)
          ->Unit(benchmark::kMillisecond);
    }
  }
  for (const std::string& name : scene_names()) {
    for (const std::string& rule : split_rule_names()) {
      benchmark::RegisterBenchmark(("SplitRule/" + name + "/" + rule).c_str(), traverse, list_traversal, name,
                                   rule)
          ->Unit(benchmark::kMillisecond);
    }
  }
}

}  // namespace
}  // namespace collisionchip

int main(int argc, char** argv) {
  collisionchip::register_all();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
