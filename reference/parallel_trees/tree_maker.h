// Trees built as document 004 builds them on a GPU: one core of this host here, a device of OpenCL in testbench/opencl. Both
// make the same nodes, bit by bit.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "collisionchip/reference/mesh/mesh.h"
#include "collisionchip/reference/tree/dop_tree.h"

namespace collisionchip {

// Top-down, level by level: what the rule "axis_point" says (docs/tree.md). Bottom-up: neighbour_join.h.
enum class MakerKind : std::uint8_t { top_down, bottom_up };
constexpr std::array<const char*, 2> kMakerKindNames = {"top_down", "bottom_up"};
// Axes that document 004 tries side by side.
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
