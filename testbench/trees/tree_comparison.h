// Compares bounding volumes, encodings and builders. Every combination answers the same poses of the same two objects. Each answer is
// compared with the exact pairs, and the costs are added (docs/volumes.md).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "collisionchip/reference/formats/tree_format.h"
#include "collisionchip/reference/tumbling/tumbling_format.h"
#include "collisionchip/tlm/config/chip_config.h"

namespace collisionchip {

// How DOP trees are split and shaped (docs/tree.md). A name is empty if it has no effect.
struct TreeRules {
  std::string rule, axis, point, objective;
  int degree = 2, leaf_size = 1;
};

struct TreeCombination {
  const TreeFormat* format = nullptr;  // one of tree_formats(), or `own`
  int k = 0;                           // directions of DOPs; 0 for other volumes
  std::string builder, traversal;
  TreeRules rules{};
  std::shared_ptr<const TreeFormat> own = nullptr;

  TreeOptions options() const;
  std::string built() const;  // "top_down", "area", "axis_point splatter mean", "bottom_up, degree 4"
  std::string name() const;   // "dop128, k 24, top_down, list"
};

// What is to be compared. An empty list of formats or k means all of them; another empty list means the default.
struct TreeSelection {
  std::vector<std::string> formats;
  std::vector<int> ks;
  std::vector<std::string> builders, traversals;
  // For DOP trees built top_down; an axis, point or objective selects the rule axis_point.
  std::vector<std::string> rules{}, axes{}, points{}, objectives{};
  int degree = 2, leaf_size = 1;
  // The ways of docs/tree.md. If there are any, the only formats are dop128, tumbled in these ways.
  std::vector<std::string> tumblings{};
  int hill_levels = kAllLevels;
  // If there are any, the formats are those of oriented boxes, relative to their parents and decoded on demand, each
  // with so many pairs kept (docs/obb.md).
  std::vector<std::uint32_t> branch_caches{};
};

// The combinations that exist, in the order of the formats. WrongWord names an entry that no format has; InputError names an entry that no
// selected format has.
std::vector<TreeCombination> combinations_of(const TreeSelection& selection);

// Numbers of both objects together, queries added up over the poses.
struct TreeRow {
  TreeCombination combination;
  std::uint64_t nodes = 0, bytes = 0;  // of both trees; one tree counts twice if both objects are the same
  int depth = 0;                       // of the deeper tree
  double degree_work = 0;              // f(degree) of both trees
  double build_seconds = 0;            // time to build the trees; one tree if both objects are the same
  TraversalCounters counters;
  std::uint64_t pairs = 0;
  double microseconds = 0;                     // this thread's time, the fastest round of each pose
  std::uint64_t wrong_poses = 0;               // poses with other pairs than the exact ones
  std::string first_difference;                // "pose 3: 2 missing, 0 extra"; empty: none
  std::optional<std::uint64_t> decoded_pairs;  // over all rounds; only if decoded pairs are kept
  // Only if a chip was asked and has the format.
  std::optional<std::uint64_t> cycles, bus_bytes;
};

struct TreeQuestion {
  Mesh a;
  std::optional<Mesh> b;  // none: A against itself
  std::vector<Pose> poses;
  unsigned rounds = 3;             // how often each pose is asked; the combinations take turns
  std::optional<ChipConfig> chip;  // a chip that is asked too

  const Mesh& other() const { return b ? *b : a; }
};

// (degree - 1) log_degree(triangles): a query's work in a balanced tree is proportional to it, by the CUDA slides of
// docs/opencl.md.
double degree_work(int degree, std::size_t triangles);

// Called with the present step, and its progress.
using TreeProgress = std::function<void(const std::string& what, std::size_t done, std::size_t total)>;

std::vector<TreeRow> compare_trees(const TreeQuestion& question,
                                   const std::vector<TreeCombination>& combinations,
                                   const TreeProgress& progress);

// For the terminal, and as CSV: a row for each combination.
std::string trees_text(const std::vector<TreeRow>& rows, std::size_t poses);
std::string trees_csv(const std::vector<TreeRow>& rows, bool with_chip);

}  // namespace collisionchip
