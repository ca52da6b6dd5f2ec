#include "collisionchip/reference/traverse/exact_pairs.h"

#include <stdexcept>

#include "collisionchip/reference/traverse/sort_pairs.h"
#include "collisionchip/reference/triangle/exact_triangle_intersection.h"

namespace collisionchip {

std::vector<TrianglePair> exact_pairs(const CollisionObject& a, const CollisionObject& b, const Pose& pose) {
  const QuerySetup setup(a, b, pose, TumbledSide::b);
  struct Task {
    std::uint32_t b_node;
    std::vector<std::uint32_t> a_nodes;
  };
  std::vector<Task> tasks;
  const auto members = [](const DopTree& tree) {
    return tree.root_mask() == 1 ? std::vector<std::uint32_t>{0} : std::vector<std::uint32_t>{0, 1};
  };
  for (const std::uint32_t node : members(b.tree)) tasks.push_back({node, members(a.tree)});

  std::vector<TrianglePair> pairs;
  PartnerDop partner{};
  while (!tasks.empty()) {
    Task task = std::move(tasks.back());
    tasks.pop_back();
    const DopNode& b_node = b.tree.nodes()[task.b_node];
    setup.dop.apply(b_node, partner);
    std::vector<std::uint32_t> met;
    std::vector<std::uint32_t>& deeper = b_node.is_leaf() ? task.a_nodes : met;  // a leaf meets all levels
    for (std::size_t i = 0; i < task.a_nodes.size(); ++i) {
      const std::uint32_t number = task.a_nodes[i];
      const DopNode& a_node = a.tree.nodes()[number];
      if (!overlap(setup.dop.k, partner, a_node)) continue;
      if (!a_node.is_leaf()) {
        deeper.insert(deeper.end(), {2 * a_node.child, 2 * a_node.child + 1});
      } else if (!b_node.is_leaf()) {
        met.push_back(number);
      } else if (triangles_intersect_exactly(a.triangles[a_node.triangle].corners,
                                             b.triangles[b_node.triangle].corners, pose)) {
        pairs.push_back({a_node.triangle, b_node.triangle});
      }
    }
    if (!met.empty()) {
      tasks.push_back({2 * b_node.child, met});
      tasks.push_back({2 * b_node.child + 1, std::move(met)});
    }
  }
  sort_pairs(pairs);
  return pairs;
}

}  // namespace collisionchip
