#include "collisionchip/reference/tumbling/node_corners.h"

#include <algorithm>
#include <tuple>

namespace collisionchip {

NodeCorners::NodeCorners(const Mesh& mesh, const DopTree& tree)
    : first_(tree.nodes().size(), 0), end_(tree.nodes().size(), 0), level_(tree.nodes().size(), 0) {
  corners_.reserve(3 * mesh.triangles.size());
  // Depth first, without recursion: trees may be as deep as they have triangles. A node's corners end where those of
  // its last leaf do.
  std::vector<std::uint32_t> stack, inner;
  for (std::uint32_t side = 2; side-- > 0;) {
    if ((tree.root_mask() >> side & 1u) != 0) stack.push_back(side);
  }
  while (!stack.empty()) {
    const std::uint32_t node = stack.back();
    stack.pop_back();
    const DopNode& dop = tree.nodes()[node];
    first_[node] = corners_.size();
    levels_ = std::max(levels_, level_[node] + 1);
    if (dop.is_leaf()) {
      for (const Vec3f& corner : mesh.corners(dop.triangle)) corners_.push_back(to_double(corner));
      end_[node] = corners_.size();
      continue;
    }
    inner.push_back(node);
    for (const std::uint32_t child : {2 * dop.child + 1, 2 * dop.child}) {
      level_[child] = level_[node] + 1;
      stack.push_back(child);
    }
  }
  for (auto node = inner.rbegin(); node != inner.rend(); ++node)
    end_[*node] = end_[2 * tree.nodes()[*node].child + 1];
}

std::vector<Vec3d> NodeCorners::distinct(std::uint32_t node) const {
  std::vector<Vec3d> points(begin(node), end(node));
  std::sort(points.begin(), points.end(),
            [](const Vec3d& a, const Vec3d& b) { return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z); });
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

}  // namespace collisionchip
