#include "collisionchip/reference/tree/tree_options.h"

#include <algorithm>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/tree/split_rule.h"

namespace collisionchip {

namespace {

void check_name(const char* option, const std::string& name, const std::vector<std::string>& offered) {
  if (std::find(offered.begin(), offered.end(), name) != offered.end()) return;
  std::string complaint = std::string(option) + " '" + name + "': expected ";
  for (std::size_t i = 0; i < offered.size(); ++i) {
    complaint += i == 0 ? "" : i + 1 < offered.size() ? ", " : " or ";
    complaint += offered[i];
  }
  throw InputError(complaint);
}

}  // namespace

const std::vector<std::string>& dop_builder_names() {
  static const std::vector<std::string> names = {"top_down", "bottom_up", "insertion"};
  return names;
}
const std::vector<std::string>& tree_axis_names() {
  static const std::vector<std::string> names = {"longest",  "min_sum", "min_max",
                                                 "splatter", "normals", "farthest"};
  return names;
}
const std::vector<std::string>& tree_point_names() {
  static const std::vector<std::string> names = {"mean", "median", "middle"};
  return names;
}
const std::vector<std::string>& tree_objective_names() {
  static const std::vector<std::string> names = {"sum_volume", "max_volume", "overlap", "balance"};
  return names;
}

void check_tree_options(const TreeOptions& options) {
  check_name("split rule", options.split_rule, split_rule_names());
  check_name("tree builder", options.builder, dop_builder_names());
  check_name("tree axis", options.axis, tree_axis_names());
  check_name("tree point", options.point, tree_point_names());
  check_name("tree objective", options.objective, tree_objective_names());
  if (options.degree != 2 && options.degree != 4 && options.degree != 8)
    throw InputError("tree degree", "2, 4 or 8", ", got " + std::to_string(options.degree));
  if (options.leaf_size < 1 || options.leaf_size > 64)
    throw InputError("tree leaf size", "1 to 64", ", got " + std::to_string(options.leaf_size));
}

}  // namespace collisionchip
