// Collision without a tree: every triangle of A against every triangle of B. A PairTester does that: here on one core of this
// host, in testbench/opencl on a device of OpenCL. All PairTesters give the same lists, bit by bit.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "collisionchip/reference/all_pairs/five_edges.h"
#include "collisionchip/reference/all_pairs/model_boxes.h"
#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/geometry/tumbled_side.h"
#include "collisionchip/reference/mesh/mesh.h"
#include "collisionchip/reference/traverse/query_result.h"
#include "collisionchip/reference/triangle/triangle_intersection.h"

namespace collisionchip {

struct AllPairsObject {
  std::vector<float> vertices;           // x y z each
  std::vector<std::uint32_t> triangles;  // three vertices each
  std::vector<TriangleRecord> records;   // by triangle number

  static AllPairsObject of(const Mesh& mesh);
  // The triangles share no vertex.
  static AllPairsObject of(const std::vector<TriangleRecord>& records);
  std::uint32_t count() const { return static_cast<std::uint32_t>(records.size()); }
};

// published: the five edges of docs/opencl.md in float32, yes or no. all_pairs: the same test, all pairs that pass it.
// filtered: the filter of reference/triangle, which finds certain hits and pairs that the exact predicate settles.
// boxes: models are divided into boxes, and the exact test decides the pairs whose boxes meet. edges: the test of
// published with each edge of a model once. Only the mirror has boxes and edges.
enum class PairsMode : std::uint8_t { published, all_pairs, filtered, boxes, edges };
constexpr std::array<const char*, 5> kPairsModeNames = {"published", "all_pairs", "filtered", "boxes",
                                                        "edges"};
constexpr std::uint32_t kUsualModelBoxes = 64;

// The others are counted against the exact lists, not judged.
constexpr bool is_exact(PairsMode mode) {
  return mode == PairsMode::filtered || mode == PairsMode::boxes;
}

// Seconds, as far as a tester has such a phase.
struct PairsTimes {
  double upload = 0, move = 0, test = 0, read = 0;

  double sum() const { return upload + move + test + read; }
  void add(const PairsTimes& more);
};

struct PairsAnswer {
  bool collides = false;                // by what is certain
  std::vector<TrianglePair> pairs;      // sorted; published: none
  std::vector<TrianglePair> uncertain;  // sorted; filtered alone
  std::uint64_t repeats = 0;            // of the test, because a list had no room
  BoxCounts boxes;                      // of mode boxes
  std::uint64_t solved_edges = 0;       // of mode edges: edges against triangles
  PairsTimes times;
};

class PairTester {
 public:
  PairTester() = default;
  virtual ~PairTester() = default;
  PairTester(const PairTester&) = delete;
  PairTester& operator=(const PairTester&) = delete;

  virtual std::string device() const = 0;
  // They must outlive the questions. InputError if there is no room for them.
  virtual void prepare(const AllPairsObject& a, const AllPairsObject& b) = 0;
  PairsAnswer ask(const Pose& pose, PairsMode mode, TumbledSide tumbled = TumbledSide::b);
  // Vertices of B where the last question of five edges had them.
  virtual std::vector<float> moved_vertices() = 0;

 protected:
  // By the five edges, and by the filter.
  virtual void solve(const Pose& pose, PairsMode mode, PairsAnswer& answer) = 0;
  virtual void filter(const Pose& pose, TumbledSide tumbled, PairsAnswer& answer) = 0;
};

// The kernels' mirror on one core. `boxes`: into how many each model is divided in mode boxes.
std::unique_ptr<PairTester> make_pairs_mirror(std::uint32_t boxes = kUsualModelBoxes);

// Adds the uncertain pairs that meet, by the exact predicate, and counts.
void settle(PairsAnswer& answer, const AllPairsObject& a, const AllPairsObject& b, const Pose& pose,
            TumbledSide tumbled, TraversalCounters& counters);

std::vector<TriangleCorners> corners_of(const std::vector<float>& vertices,
                                        const std::vector<std::uint32_t>& triangles);

}  // namespace collisionchip
