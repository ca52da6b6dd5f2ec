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

// Where a part is in the world, x_world = R x + t, in double and not rounded. Each number is in the range of float32.
//
// An engine is asked about parts A and B by the pose x_A = Ra^-1 (Rb x_B + tb - ta), computed in double from these numbers; each
// of its twelve numbers is then rounded once to float32 (reference/geometry/relative_pose.h). Equal poses give exactly the identity, equal
// R exactly the identity for it, and the identity for A gives B's own numbers, rounded. The verb `scene` does the same.
using WorldPose = collisionchip::DoublePose;

// tx ty tz qw qx qy qz, with the errors of pose_from_quaternion().
WorldPose world_pose_from_quaternion(const std::array<double, 7>& numbers, const std::string& place = "pose");
// R and t, 3x4, row after row, with the errors of pose_from_matrix().
WorldPose world_pose_from_matrix(const std::array<double, 12>& numbers, const std::string& place = "pose");

class SceneData;
struct SceneResult;

// What is asked of each pair of parts, and whether all of them are.
struct SceneRequest : CollideRequest {
  // Stop at the first two parts that collide: the result has the pairs that were asked until then. A chip with a command queue has
  // asked others together with them.
  bool any = false;

  // The request is that of each pair.
  SceneRequest(const CollideRequest& request = {}, bool stops_at_any = false)
      : CollideRequest(request), any(stops_at_any) {}
  // Whether the scene is free of collisions, as soon as that is known.
  static SceneRequest first_of_all() { return {CollideRequest::first(), true}; }
};

// A value: a copy is a scene of its own, which shares the shapes' trees. Threads may ask the same scene at the same time, as long as
// none changes it. What has not moved since the last question is not placed again.
class Scene {
 public:
  // From 0 in the order of add(), also when parts before it are removed. A removed part's number is not used again.
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

  // The name is "part-" and the number unless it is given. Error if a part that is there has it already, or a number of a pose is beyond
  // float32.
  Part add(const Shape& shape, const WorldPose& pose = {}, const std::string& name = "",
           Mobility mobility = movable_part);
  // Error if there is no such part, in all functions that take one; or if it is fixed.
  void move(Part part, const WorldPose& pose);
  // All that are not fixed.
  void move(const Frame& frame);
  // It is not asked about any more.
  void remove(Part part);
  // The two are not asked about each other any more: links of one joint always touch.
  void ignore(Part a, Part b);

  std::vector<Part> parts() const;         // all that are there
  std::vector<Part> movable() const;       // of them, those that are not fixed
  const Shape& shape(Part part) const;     // as it was added
  const WorldPose& pose(Part part) const;  // where it is
  // Also of a part that was removed.
  const std::string& name(Part part) const;
  // Error if none that is there has the name.
  Part find(const std::string& name) const;

  // All pairs of parts that may touch where the parts are: what a sweep over their boxes and k-DOPs leaves (docs/scenes.md). A pair's
  // first part is its A. The request is that of each pair. Software asks on the calling thread. A chip has all shapes in its memory, as
  // the verb `scene`, and is asked as many pairs together as its command queue takes. Errors of Engine::collide; they name the parts.
  SceneResult collide(const Engine& engine, const SceneRequest& request = {}) const;
  // Of each frame, in their order. The scene's own poses stay. Software asks on all cores, a chip by
  // forked processes, as for poses.
  std::vector<SceneResult> collide(const Engine& engine, const std::vector<Frame>& frames,
                                   const SceneRequest& request = {}, const BatchOptions& options = {}) const;

 private:
  std::unique_ptr<SceneData> data_;
};

// Two parts that were asked about, A < B: they may touch, and collide if the result has pairs of triangles.
struct ScenePair {
  Scene::Part a = 0;     // the one with the smaller number
  Scene::Part b = 0;     // the other one
  CollideResult result;  // triangles of a and of b
};

// What a frame cost: sums over its pairs. Times of a chip are those of frames.csv: cycles from each start to its last result, total_ns
// from handing over each pose until its last pair is settled, once for pairs that were asked together.
struct SceneCost : Cost {
  // Of a chip, 0 of software: before the starts and after the ends.
  std::uint64_t pci_cycles = 0;
  // Of a chip, 0 of software: all that went over the bus, the upload of the shapes apart.
  std::uint64_t pci_bytes = 0;
};

// Which parts meet in one frame, and where.
struct SceneResult {
  std::vector<ScenePair> pairs;    // of parts that were asked about, sorted
  std::size_t colliding = 0;       // of them
  std::size_t triangle_pairs = 0;  // of all of them, before a limit cut them
  SceneCost cost;                  // of all of them

  bool is_collision() const { return colliding > 0; }  // whether any two parts meet
};

}  // namespace collisionchip::api
