// Trees built as in the CUDA slides (docs/opencl.md): here on one core of this host, in testbench/opencl on a device of OpenCL.
// Both make the same nodes, bit by bit.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "collisionchip/reference/mesh/mesh.h"
#include "collisionchip/reference/tree/dop_tree.h"

namespace collisionchip {

// Top-down, level by level: the rule "axis_point" (docs/tree.md). Bottom-up: neighbour_join.h.
enum class MakerKind : std::uint8_t { top_down, bottom_up };
constexpr std::array<const char*, 2> kMakerKindNames = {"top_down", "bottom_up"};
// The axes that the slides compare.
constexpr std::array<const char*, 5> kMakerAxes = {"splatter", "longest", "min_sum", "min_max", "normals"};

struct MakerOptions {
  MakerKind kind = MakerKind::top_down;
  int k = 24;
  std::string axis = kMakerAxes[0], point = "mean";  // of top_down

  TreeOptions tree() const;
};

struct MadeTree {
  std::vector<DopNode> nodes;     // as DopTree has them
  std::uint64_t rounds = 0;       // levels, or rounds of neighbours
  std::uint64_t splits = 0;       // of top_down
  std::uint64_t host_splits = 0;  // of these by the host, where a median is taken
};

class TreeMaker {
 public:
  TreeMaker() = default;
  virtual ~TreeMaker() = default;
  TreeMaker(const TreeMaker&) = delete;
  TreeMaker& operator=(const TreeMaker&) = delete;

  // A mesh with at least one triangle.
  virtual MadeTree make(const Mesh& mesh, const MakerOptions& options) = 0;
};

std::unique_ptr<TreeMaker> make_tree_maker_mirror();

}  // namespace collisionchip
