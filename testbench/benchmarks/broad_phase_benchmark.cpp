// The time of a scene's broad phase for a frame in which some of many parts have moved, and of a whole frame of the library's Scene,
// compared with FCL's tree of boxes (docs/scenes.md). "candidates" is the mean number of pairs after the broad phase, "colliding" that of
// colliding pairs.
#include <benchmark/benchmark.h>

#include <cmath>
#include <memory>
#include <random>
#include <vector>

#include "collisionchip/api.h"
#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/reference/scene/broad_phase.h"
#include "collisionchip/reference/tree/object.h"
#include "collisionchip/testbench/benchmarks/fcl_object.h"

namespace collisionchip {
namespace {

constexpr std::size_t kFrames = 256, kKinds = 5;

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
  const char* const kinds[kKinds] = {"bolt", "gear", "coil-spring", "torus-knot", "finned-casting"};
  Places places(1.2 * std::cbrt(static_cast<double>(parts)));
  std::vector<std::array<double, 7>> at;
  for (std::size_t i = 0; i < parts; ++i) {
    meshes.push_back(make_procedural_mesh(kinds[i % kKinds], 300));
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

void report(benchmark::State& state, std::size_t pairs, const char* what = "candidates") {
  state.counters[what] = static_cast<double>(pairs) / static_cast<double>(state.iterations());
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

// Called for a pair of objects whose boxes meet. Returns false to go on.
bool count(fcl::CollisionObjectd* /*a*/, fcl::CollisionObjectd* /*b*/, void* candidates) {
  ++*static_cast<std::size_t*>(candidates);
  return false;
}

bool collide(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* colliding) {
  const fcl::CollisionRequestd request(1, false);
  fcl::CollisionResultd result;
  *static_cast<std::size_t*>(colliding) += fcl::collide(a, b, request, result) > 0 ? 1 : 0;
  return false;
}

// What `callback` counts, over all frames.
std::size_t fcl_frames(benchmark::State& state, fcl::CollisionCallBack<double> callback) {
  const World world = world_of(state);
  std::vector<std::shared_ptr<fcl::BVHModel<fcl::OBBRSSd>>> models;
  std::vector<std::unique_ptr<fcl::CollisionObjectd>> objects;
  std::vector<fcl::CollisionObjectd*> all;
  for (std::size_t i = 0; i < world.meshes.size(); ++i) {
    if (i < kKinds) {
      models.push_back(std::make_shared<fcl::BVHModel<fcl::OBBRSSd>>());
      build_fcl(world.meshes[i], *models.back());
    }
    objects.push_back(
        std::make_unique<fcl::CollisionObjectd>(models[i % kKinds], transform_of(world.frames[0][i])));
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
  std::size_t frame = 0, pairs = 0;
  for (auto _ : state) {
    const std::vector<fcl::Transform3d>& places = transforms[frame++ % kFrames];
    for (std::size_t i = 0; i < moving.size(); ++i) {
      moving[i]->setTransform(places[i]);
      moving[i]->computeAABB();
    }
    manager.update(moving);
    manager.collide(&pairs, callback);
  }
  return pairs;
}

void fcl_tree(benchmark::State& state) {
  report(state, fcl_frames(state, count));
}

void fcl_frame(benchmark::State& state) {
  report(state, fcl_frames(state, collide), "colliding");
}

// A first contact of each pair of parts, as fcl_frame; or without those of which none moves, which FCL's manager asks too.
void scene_frames(benchmark::State& state, api::Scene::Mobility others) {
  const World world = world_of(state);
  std::vector<api::Shape> shapes;
  api::Scene scene;
  for (std::size_t i = 0; i < world.meshes.size(); ++i) {
    if (i < kKinds) {
      const Mesh& mesh = world.meshes[i];
      shapes.emplace_back(&mesh.vertices[0].x, mesh.vertices.size(), mesh.triangles[0].data(),
                          mesh.triangles.size());
    }
    scene.add(shapes[i % kKinds], world.frames[0][i], "",
              i < world.moving ? api::Scene::movable_part : others);
  }
  const api::Engine engine = api::Engine::reference();
  std::size_t frame = 0, colliding = 0;
  for (auto _ : state) {
    const std::vector<DoublePose>& places = world.frames[frame++ % kFrames];
    for (std::size_t i = 0; i < world.moving; ++i) scene.move(static_cast<api::Scene::Part>(i), places[i]);
    colliding += scene.collide(engine, api::CollideRequest::first()).colliding;
  }
  report(state, colliding, "colliding");
}

void scene_frame(benchmark::State& state) {
  scene_frames(state, api::Scene::movable_part);
}

void scene_frame_fixed(benchmark::State& state) {
  scene_frames(state, api::Scene::fixed);
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
BENCHMARK(scene_frame)->Apply(worlds);
BENCHMARK(scene_frame_fixed)->Apply(worlds);
BENCHMARK(fcl_frame)->Apply(worlds);

}  // namespace
}  // namespace collisionchip

BENCHMARK_MAIN();
