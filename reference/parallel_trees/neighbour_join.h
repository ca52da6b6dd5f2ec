// Bottom-up building by many threads: nodes lie along a space-filling curve, each looks for the neighbour with which it
// makes the smallest joint, and those that choose each other get a parent, round after round.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "collisionchip/reference/tree/split_rule.h"
#include "collisionchip/reference/tree/tree_shape.h"

namespace collisionchip {

// Places of the curve on either side that a node looks at.
constexpr std::uint32_t kNeighbours = 16;

// How large a joint is: by the volume of its first three slabs, then by all widths; ties go to the nearer neighbour, then
// to the smaller place.
struct JointSize {
  double volume = 0, widths = 0;
};
JointSize joint_size(int k, const DopNode& a, const DopNode& b);

// The cube around all centres, in twice their coordinates, and the scale that makes 20 bits of a coordinate.
struct CurveCube {
  std::array<double, 3> low{};
  double scale = 0;
};
CurveCube curve_cube(const SplitData& data);
// Bits of the three coordinates of each centre in turns.
std::vector<std::uint64_t> curve_codes(const SplitData& data);
// Triangles along the curve; equal ones by number.
std::vector<std::uint32_t> along_curve(const std::vector<std::uint64_t>& codes);

struct NodeJoint {
  std::uint32_t first, second, joined;
};

// Who looks: one core, or a device.
class NeighbourSearch {
 public:
  NeighbourSearch() = default;
  virtual ~NeighbourSearch() = default;
  NeighbourSearch(const NeighbourSearch&) = delete;
  NeighbourSearch& operator=(const NeighbourSearch&) = delete;

  // For each place of these nodes, at least two, the place of its best neighbour.
  virtual std::vector<std::uint32_t> nearest(const std::vector<std::uint32_t>& nodes) = 0;
  // Their parents' DOPs.
  virtual void join(const std::vector<NodeJoint>& joints) = 0;
};

struct JoinedTree {
  TreeShape shape;
  std::uint64_t rounds = 0;
};
// `nodes`: all leaves, along the curve.
JoinedTree join_neighbours(std::vector<std::uint32_t> nodes, NeighbourSearch& search);

}  // namespace collisionchip
