#include "collisionchip/testbench/opencl/flying_forest.h"

namespace collisionchip {

FlyingForest::FlyingForest(const std::vector<const CollisionObject*>& objects) : objects_(objects) {
  for (const CollisionObject* object : objects) add(*object);
}

void FlyingForest::add(const CollisionObject& object) {
  const auto first_node = static_cast<std::uint32_t>(nodes.size());
  const auto first_triangle = static_cast<std::uint32_t>(records.size());
  owners.resize(nodes.size() + object.tree.nodes().size(), static_cast<std::uint32_t>(objects()));
  for (DopNode node : object.tree.nodes()) {
    if (!node.is_leaf()) node.child += first_node / 2;
    node.triangle += first_triangle;
    nodes.push_back(node);
  }
  records.insert(records.end(), object.triangles.begin(), object.triangles.end());
  const TreeLevels levels(object.tree);
  leaves_of.push_back(
      {static_cast<std::uint32_t>(leaves.size()), static_cast<std::uint32_t>(levels.leaves.size())});
  for (const std::uint32_t leaf : levels.leaves) leaves.push_back(first_node + leaf);
  if (inner.size() < levels.inner.size()) inner.resize(levels.inner.size());
  for (std::size_t depth = 0; depth < levels.inner.size(); ++depth) {
    for (const std::uint32_t node : levels.inner[depth]) inner[depth].push_back(first_node + node);
  }
  first_nodes_.push_back(first_node);
  triangles.push_back(first_triangle);
}

std::size_t FlyingForest::inner_count() const {
  std::size_t count = 0;
  for (const auto& level : inner) count += level.size();
  return count;
}

std::vector<std::vector<std::uint32_t>> FlyingForest::subtrees(int depth) const {
  std::vector<std::vector<std::uint32_t>> starts;
  for (std::size_t object = 0; object < objects_.size(); ++object) {
    starts.push_back(TreeLevels::subtrees(objects_[object]->tree, depth));
    for (std::uint32_t& start : starts.back()) start += first_nodes_[object];
  }
  return starts;
}

std::vector<std::vector<std::uint32_t>> FlyingForest::all_leaves() const {
  std::vector<std::vector<std::uint32_t>> starts;
  for (const Span& span : leaves_of)
    starts.emplace_back(leaves.begin() + span.first, leaves.begin() + span.first + span.count);
  return starts;
}

}  // namespace collisionchip
