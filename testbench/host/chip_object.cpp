#include "collisionchip/testbench/host/chip_object.h"

#include "collisionchip/reference/tree/refit.h"
#include "collisionchip/reference/tree/split_rule.h"
#include "collisionchip/testbench/machines/host_kinds.h"
#include "collisionchip/tlm/config/config_keys.h"

namespace collisionchip {

namespace {

void set_tree(TreeOptions& options, const ChipConfig& config) {
  const TreeKeys& tree = config.tree;
  options.k = static_cast<int>(config.dop.k);
  if (!host_of(config).has_built_dops) return;  // its DOPs are those of paper41
  options.builder = dop_builder_names().at(tree.builder);
  options.split_rule = split_rule_names().at(tree.rule);
  options.axis = tree_axis_names().at(tree.axis);
  options.point = tree_point_names().at(tree.point);
  options.objective = tree_objective_names().at(tree.objective);
}

void add_volumes(const Mesh& mesh, const ChipConfig& config, CollisionObject& object) {
  if (const auto add = host_of(config).add_volumes) add(mesh, config, object);
}

}  // namespace

CollisionObject build_object(const Mesh& mesh, const ChipConfig& config, TreeOptions options) {
  set_tree(options, config);
  CollisionObject object = CollisionObject::build(mesh, options);
  add_volumes(mesh, config, object);
  return object;
}

CollisionObject deformed_object(const CollisionObject& object, const Mesh& mesh, const ChipConfig& config) {
  CollisionObject deformed = refit(object, mesh);
  add_volumes(mesh, config, deformed);
  return deformed;
}

TreeKey tree_key(const ChipConfig& config) {
  TreeKey values = {config.dop.k};
  for (const ConfigKey& key : config_keys()) {
    if (key.section() == "tree") values.push_back(key.get(config));
  }
  for (const std::string& key : host_of(config).object_keys) values.push_back(find_key(key)->get(config));
  return values;
}

}  // namespace collisionchip
