// Many shapes in one world, moved frame by frame: which of them meet, and in which triangles.
//
//   Scene scene;
//   const Scene::Part gear = scene.add(shape, world_pose_from_quaternion({0, 0, 1, 1, 0, 0, 0}), "gear");
//   scene.add(table_shape, {}, "table", Scene::fixed);
//   scene.move(gear, pose);
//   for (const ScenePair& pair : scene.collide(Engine::reference()).pairs)
//     if (pair.result.is_collision()) std::puts(scene.name(pair.b).c_str());
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "collisionchip/reference/geometry/double_pose.h"
#include "collisionchip/testbench/api/collide.h"

namespace collisionchip::api {

// The place of a part in the world, x_world = R x + t, in double and not rounded. Each number is in the range of float32.
//
// The pose for the question about parts A and B is x_A = Ra^-1 (Rb x_B + tb - ta), computed in double from these numbers. Each of its
// twelve numbers is then rounded once to float32 (reference/geometry/relative_pose.h). If both poses are equal, the result is exactly the
// identity. If both R are equal, its R is exactly the identity. If A's pose is the identity, the result has B's numbers, rounded. The verb
// `scene` does the same.
using WorldPose = collisionchip::DoublePose;

// The pose of tx ty tz qw qx qy qz. Errors are those of pose_from_quaternion().
WorldPose world_pose_from_quaternion(const std::array<double, 7>& numbers, const std::string& place = "pose");
// The pose of R and t, 3x4, row after row. Errors are those of pose_from_matrix().
WorldPose world_pose_from_matrix(const std::array<double, 12>& numbers, const std::string& place = "pose");

class SceneData;
struct SceneResult;

// What is asked about each pair of parts, and whether all pairs are asked.
struct SceneRequest : CollideRequest {
  // Stop at the first two parts that collide. The result has the pairs that were asked until then. A chip with a command queue has asked
  // further pairs at the same time.
  bool any = false;

  // `request` is used for each pair.
  SceneRequest(const CollideRequest& request = {}, bool stops_at_any = false)
      : CollideRequest(request), any(stops_at_any) {}
  // The request that tells soonest whether the scene is free of collisions.
  static SceneRequest first_of_all() { return {CollideRequest::first(), true}; }
};

// A scene is a value: a copy is a scene of its own, which shares the shapes' trees. Threads may ask the same scene at the same time while
// no thread changes it. Parts that have not moved since the last question are not placed again.
class Scene {
 public:
  // A part's number, from 0 in the order of add(). Removing a part changes no other number. A removed part's number is not used again.
  using Part = std::uint32_t;
  // A pose for each part that is not fixed, in the order of movable().
  using Frame = std::vector<WorldPose>;
  // Whether a part may move. Two fixed parts are not asked about each other.
  enum Mobility { movable_part, fixed };

  Scene();
  Scene(const Scene& other);
  Scene(Scene&& other) noexcept;
  Scene& operator=(Scene other) noexcept;
  ~Scene();

  // Adds a part. An empty name gives "part-" and the part's number. Error if a part of the scene has the name already, or a number of the
  // pose is beyond float32.
  Part add(const Shape& shape, const WorldPose& pose = {}, const std::string& name = "",
           Mobility mobility = movable_part);
  // Moves a part. Error if the part is fixed. This and all functions that take a part: Error if the scene has no such part.
  void move(Part part, const WorldPose& pose);
  // Moves all parts that are not fixed.
  void move(const Frame& frame);
  // Removes a part. Later questions leave it out.
  void remove(Part part);
  // Later questions leave this pair out. An example: links of one joint always touch.
  void ignore(Part a, Part b);

  std::vector<Part> parts() const;         // all parts of the scene
  std::vector<Part> movable() const;       // those that are not fixed
  const Shape& shape(Part part) const;     // its shape, as it was added
  const WorldPose& pose(Part part) const;  // its place now
  // The part's name. A removed part still has its name.
  const std::string& name(Part part) const;
  // The part with this name. Error if the scene has none.
  Part find(const std::string& name) const;

  // The results of all pairs of parts that may touch at their present places: the pairs that a sweep over boxes and k-DOPs leaves
  // (docs/scenes.md). A pair's first part is its A. The request is used for each pair.
  //
  // Software asks on the calling thread. A chip has all shapes in its memory, as with the verb `scene`; as many pairs are asked together as
  // its command queue takes. Errors are those of Engine::collide; they name the parts.
  SceneResult collide(const Engine& engine, const SceneRequest& request = {}) const;
  // A result for each frame, in the order of the frames. The scene's own poses stay. Software asks on all cores. Forked processes ask a
  // chip, as for poses.
  std::vector<SceneResult> collide(const Engine& engine, const std::vector<Frame>& frames,
                                   const SceneRequest& request = {}, const BatchOptions& options = {}) const;

 private:
  std::unique_ptr<SceneData> data_;
};

// Two parts that were asked about, A < B. They may touch. They collide if the result has triangle pairs.
struct ScenePair {
  Scene::Part a = 0;     // the one with the smaller number
  Scene::Part b = 0;     // the other one
  CollideResult result;  // which triangles of a and of b meet
};

// What a frame cost: sums over its pairs. A chip's times are those of frames.csv. Cycles run from each start to its last result. total_ns
// runs from handing over each pose until its last pair is settled. Pairs that were asked together count once.
struct SceneCost : Cost {
  // Bus cycles of a chip before the starts and after the ends; software leaves 0.
  std::uint64_t pci_cycles = 0;
  // All bytes over the bus of a chip, without the upload of the shapes; software leaves 0.
  std::uint64_t pci_bytes = 0;
};

// Which parts meet in one frame, and where.
struct SceneResult {
  std::vector<ScenePair> pairs;    // pairs of parts that were asked about, sorted
  std::size_t colliding = 0;       // the number of pairs that collide
  std::size_t triangle_pairs = 0;  // triangle pairs of all pairs, before a limit cut them
  SceneCost cost;                  // costs of all pairs

  bool is_collision() const { return colliding > 0; }  // whether any two parts meet
};

}  // namespace collisionchip::api
