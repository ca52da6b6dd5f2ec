// §2: the paper's triangle test "uses less multiplications and additions than [12] and [1]". Here the operations are counted over the leaf
// pairs that a query tests.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/testbench/operations/counted_float.h"

namespace collisionchip {

// The transforms that are counted in addition to the test itself.
enum class TransformsCounted {
  none,      // the triangles are in the frame that the test needs: for our test, the unit frames
  triangle,  // both triangles are in one frame; our test transforms them into the unit frames
  all        // each triangle is in its own object's frame
};

struct OperationRow {
  std::string test;
  TransformsCounted transforms;
  OperationCounts sum, most;  // over all pairs; of the worst pair, for each kind of operation
  std::uint64_t pairs = 0;
  std::uint64_t other_verdicts = 0;  // verdicts that differ from exact arithmetic
  std::uint64_t missed = 0;          // of these: pairs that meet and were not found
  // Verdicts that differ from float32, ours: from the reference; must be 0.
  std::uint64_t other_than_float = 0;
};

struct PosedTriangles {
  std::array<Vec3f, 3> a, b;
  Pose pose;
};

// One row for each test and each kind of counted transforms, over these pairs; b is tumbled.
std::vector<OperationRow> count_operations(const std::vector<PosedTriangles>& pairs);

// The same over the leaf pairs of a list traversal for each pose.
std::vector<OperationRow> count_operations(const CollisionObject& object, const std::vector<Pose>& poses);

}  // namespace collisionchip
