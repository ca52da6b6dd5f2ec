// §2: the paper's triangle test "uses less multiplications and additions than [12] and [1]". Counted over the
// pairs of leaves that a query really tests.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/testbench/operations/counted_float.h"

namespace collisionchip {

// Which transforms are counted in addition to the test itself.
enum class TransformsCounted {
  none,      // the triangles come in the frame that the test needs; for our test in the unit frames
  triangle,  // both come in one frame: our test brings them into the unit frames
  all        // each comes in its own object's frame
};

struct OperationRow {
  std::string test;
  TransformsCounted transforms;
  OperationCounts sum, most;  // over all pairs; of one pair, each kind by itself
  std::uint64_t pairs = 0;
  std::uint64_t other_verdicts = 0;  // than exact arithmetic
  std::uint64_t missed = 0;          // of these, pairs that meet
  std::uint64_t other_than_float =
      0;  // than the same test in float32; of ours, than the reference's: must be 0
};

struct PosedTriangles {
  std::array<Vec3f, 3> a, b;
  Pose pose;
};

// One row for each test and what it pays for, over such pairs; b is tumbled.
std::vector<OperationRow> count_operations(const std::vector<PosedTriangles>& pairs);

// The same over the pairs of leaves of a list traversal of each pose.
std::vector<OperationRow> count_operations(const CollisionObject& object, const std::vector<Pose>& poses);

}  // namespace collisionchip
