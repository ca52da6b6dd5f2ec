// What the broad phase of a scene takes for a frame in which some parts of many have moved, beside FCL's tree of boxes
// (docs/scenes.md). "candidates" is the mean number of pairs that are left.
#include <benchmark/benchmark.h>

#include <cmath>
#include <memory>
#include <random>
#include <vector>

#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/reference/scene/broad_phase.h"
#include "collisionchip/reference/tree/object.h"
#include "collisionchip/testbench/benchmarks/fcl_object.h"

namespace collisionchip {
namespace {

constexpr std::size_t kFrames = 256;

// Parts about 1 long in a box with an edge of 1.2 for each part in a row, as in `kind = "rain"`. The first ones move: either a
// little from frame to frame, or to anywhere.
struct World {
  std::vector<Mesh> meshes;
  std::vector<std::vector<DoublePose>> frames;
  std::size_t moving;

  World(std::size_t parts, std::size_t moving_parts, double step);
};

class Places {
 public:
  explicit Places(double edge) : edge_(edge) {}

  std::array<double, 7> anywhere() {
    const double half = 0.5 * edge_;
    return {number(half), number(half), number(half), number(1), number(1), number(1), number(1)};
  }
  std::array<double, 7> near(std::array<double, 7> place, double step) {
    for (double& value : place) value += number(step);
    return place;
  }

 private:
  double number(double most) { return std::uniform_real_distribution<double>(-most, most)(random_); }

  const double edge_;
  std::mt19937 random_{5};
};

World::World(std::size_t parts, std::size_t moving_parts, double step) : moving(moving_parts) {
  const char* const kinds[] = {"bolt", "gear", "coil-spring", "torus-knot", "finned-casting"};
  Places places(1.2 * std::cbrt(static_cast<double>(parts)));
  std::vector<std::array<double, 7>> at;
  for (std::size_t i = 0; i < parts; ++i) {
    meshes.push_back(make_procedural_mesh(kinds[i % 5], 300));
    at.push_back(places.anywhere());
  }
  for (std::size_t frame = 0; frame < kFrames; ++frame) {
    frames.emplace_back();
    for (std::size_t i = 0; i < parts; ++i) {
      if (i < moving) at[i] = step > 0 ? places.near(at[i], step) : places.anywhere();
      frames.back().push_back(double_pose_from_quaternion(at[i]));
    }
  }
}

World world_of(const benchmark::State& state) {
  return World(static_cast<std::size_t>(state.range(0)), static_cast<std::size_t>(state.range(1)),
               0.01 * static_cast<double>(state.range(2)));
}

void report(benchmark::State& state, std::size_t candidates) {
  state.counters["candidates"] = static_cast<double>(candidates) / static_cast<double>(state.iterations());
}

void ours(benchmark::State& state) {
  const World world = world_of(state);
  std::vector<CollisionObject> objects;
  for (const Mesh& mesh : world.meshes) objects.push_back(CollisionObject::build(mesh));
  std::vector<const DopNode*> roots;
  for (const CollisionObject& object : objects) roots.push_back(&object.tree.root());
  BroadPhase broad_phase(24, roots);
  std::size_t frame = 0, candidates = 0;
  for (auto _ : state) candidates += broad_phase.candidates(world.frames[frame++ % kFrames]).size();
  report(state, candidates);
}

fcl::Transform3d transform_of(const DoublePose& pose) {
  fcl::Transform3d transform = fcl::Transform3d::Identity();
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column)
      transform.linear()(row, column) = pose.r[static_cast<std::size_t>(row)][column];
    transform.translation()[row] = pose.t[row];
  }
  return transform;
}

bool count(fcl::CollisionObjectd* /*a*/, fcl::CollisionObjectd* /*b*/, void* candidates) {
  ++*static_cast<std::size_t*>(candidates);
  return false;
}

void fcl_tree(benchmark::State& state) {
  const World world = world_of(state);
  std::vector<std::unique_ptr<fcl::CollisionObjectd>> objects;
  std::vector<fcl::CollisionObjectd*> all;
  for (std::size_t i = 0; i < world.meshes.size(); ++i) {
    auto model = std::make_shared<fcl::BVHModel<fcl::OBBd>>();
    build_fcl(world.meshes[i], *model);
    objects.push_back(std::make_unique<fcl::CollisionObjectd>(model, transform_of(world.frames[0][i])));
    all.push_back(objects.back().get());
  }
  fcl::DynamicAABBTreeCollisionManagerd manager;
  manager.registerObjects(all);
  manager.setup();
  const std::vector<fcl::CollisionObjectd*> moving(all.begin(),
                                                   all.begin() + static_cast<std::ptrdiff_t>(world.moving));
  std::vector<std::vector<fcl::Transform3d>> transforms(kFrames);
  for (std::size_t frame = 0; frame < kFrames; ++frame) {
    for (const DoublePose& pose : world.frames[frame]) transforms[frame].push_back(transform_of(pose));
  }
  std::size_t frame = 0, candidates = 0;
  for (auto _ : state) {
    const std::vector<fcl::Transform3d>& places = transforms[frame++ % kFrames];
    for (std::size_t i = 0; i < moving.size(); ++i) {
      moving[i]->setTransform(places[i]);
      moving[i]->computeAABB();
    }
    manager.update(moving);
    manager.collide(&candidates, count);
  }
  report(state, candidates);
}

// Parts, those that move, and how far in a frame, in hundredths; 0: to anywhere.
void worlds(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"parts", "moving", "step"});
  for (const auto& [parts, moving] : {std::pair{30, 11}, {30, 30}, {300, 11}, {300, 300}, {3000, 3000}})
    benchmark->Args({parts, moving, 2})->Args({parts, moving, 0});
  benchmark->Unit(benchmark::kMicrosecond);
}

BENCHMARK(ours)->Apply(worlds);
BENCHMARK(fcl_tree)->Apply(worlds);

}  // namespace
}  // namespace collisionchip

BENCHMARK_MAIN();
