// Trees of DOPs on a GPU as in the CUDA slides (docs/opencl.md): phases that do one thing to all nodes, and schemes that walk
// one tree by many threads at once, for a batch of poses. This code runs on one core of this host, testbench/opencl on a
// device of OpenCL; both give the same pairs and the same counts. Flying objects F, whose DOPs are tumbled, move in one
// environment E, object A.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/traverse/query_result.h"
#include "collisionchip/reference/tree/object.h"

namespace collisionchip {

// Each leaf of F walks E's tree by itself ("priori-like"); or each of 2^m subtrees of F does, as QuickCD walks two trees
// ("subset in blocks"). In the other schemes the environment is walked: each of its nodes is read once for all subtrees of
// all flying objects. "Sequential": one time stamp after another. "Posteriori": all time stamps of a round together, each
// with its own tumbled tree. "Priori": first the subtrees' DOPs along their whole path, and time stamps only at E's leaves.
enum class BatchScheme : std::uint8_t { priori_like, subset_in_blocks, sequential, posteriori, priori };
constexpr std::array<const char*, 5> kBatchSchemeNames = {"priori_like", "subset_in_blocks", "sequential",
                                                          "posteriori", "priori"};
constexpr bool walks_environment(BatchScheme scheme) {
  return scheme >= BatchScheme::sequential;
}

// How F's nodes get their DOP in E's frame. transform: each node's own DOP is transformed. refit: only leaves are; an inner
// node is made from its children, level by level, and is never larger than the transformed one.
enum class BatchTumbling : std::uint8_t { transform, refit };
constexpr std::array<const char*, 2> kBatchTumblingNames = {"transform", "refit"};

struct BatchOptions {
  BatchScheme scheme = BatchScheme::priori_like;
  BatchTumbling tumbling = BatchTumbling::transform;
  int levels = 6;  // m of 2^m subtrees; 0 to 16; not of priori_like
};

// Poses of a round, whole time stamps. Matrices of a round lie in a device's constant memory.
constexpr std::size_t kMostPosesOfABatch = 64;
constexpr std::size_t poses_of_a_round(BatchScheme scheme, std::size_t objects) {
  return scheme == BatchScheme::sequential ? objects : kMostPosesOfABatch / objects * objects;
}

struct BatchCounters {
  std::uint64_t transforms = 0;      // DOPs tumbled
  std::uint64_t refits = 0;          // DOPs made of their children's
  std::uint64_t visits = 0;          // pairs of nodes looked at
  std::uint64_t overlap_tests = 0;   // of which DOPs were compared
  std::uint64_t triangle_tests = 0;  // pairs of leaves that were left

  friend bool operator==(const BatchCounters& p, const BatchCounters& q) {
    return p.transforms == q.transforms && p.refits == q.refits && p.visits == q.visits &&
           p.overlap_tests == q.overlap_tests && p.triangle_tests == q.triangle_tests;
  }
};

struct BatchAnswer {
  bool roots_apart = false;             // all of F is outside E, so no tree was walked
  std::vector<TrianglePair> pairs;      // certain hits, sorted
  std::vector<TrianglePair> uncertain;  // sorted
  BatchCounters counters;
};

// Seconds of all poses of a batch.
struct BatchTimes {
  double upload = 0, tumble = 0, refit = 0, reduce = 0, traverse = 0, triangles = 0, read = 0;

  double sum() const { return upload + tumble + refit + reduce + traverse + triangles + read; }
  void add(const BatchTimes& more);
};

struct BatchResult {
  std::vector<BatchAnswer> answers;  // one for each pose
  BatchTimes times;
  std::uint64_t environment_reads = 0;  // nodes of E: a visit each, where E is not walked
  std::uint64_t path_visits = 0;        // DOPs of a path compared with a node of E
  std::uint64_t repeats = 0;            // because a list had no room
  std::uint64_t spilled = 0;            // pairs of nodes that a full stack left to another launch
};

class TreeBatch {
 public:
  TreeBatch() = default;
  virtual ~TreeBatch() = default;
  TreeBatch(const TreeBatch&) = delete;
  TreeBatch& operator=(const TreeBatch&) = delete;

  virtual std::string device() const = 0;
  // Trees of the same k, from 1 to kMostPosesOfABatch flying objects. They must outlive the questions.
  virtual void prepare(const CollisionObject& environment,
                       const std::vector<const CollisionObject*>& flying) = 0;
  // A pose for each flying object in turn, time stamp after time stamp.
  virtual BatchResult ask(const std::vector<Pose>& poses, const BatchOptions& options) = 0;
};

std::unique_ptr<TreeBatch> make_tree_batch_mirror();

}  // namespace collisionchip
