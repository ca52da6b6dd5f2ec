// How a tree is to be built.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "collisionchip/reference/tree/obb_options.h"

namespace collisionchip {

// What the rules mean: docs/tree.md.
struct TreeOptions {
  int k = 24;
  std::string split_rule = "dop";  // see split_rule.h; docs/tree.md has the measurement behind the default
  // Called now and then while a large object is built; what it throws ends the building.
  std::function<void()> while_building = nullptr;
  std::string builder = "top_down";  // TreeFormat::builders()
  // Of the split rule "axis_point" alone; the objective chooses among the normals alone.
  std::string axis = "longest", point = "mean", objective = "sum_volume";
  int degree = 2;       // 2, 4 or 8 children; more than 2 in DopWideTree alone
  int leaf_size = 1;    // most triangles of a leaf, 1 to 64; more than 1 in DopWideTree alone
  ObbOptions obb = {};  // of oriented boxes only
};

// The names of an option of DOP trees, the default first.
const std::vector<std::string>& dop_builder_names();
const std::vector<std::string>& tree_axis_names();
const std::vector<std::string>& tree_point_names();
const std::vector<std::string>& tree_objective_names();

// Checks the options of a DOP tree. InputError, which names the option, for a value that is not offered.
void check_tree_options(const TreeOptions& options);

}  // namespace collisionchip
