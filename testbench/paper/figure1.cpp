#include "collisionchip/testbench/paper/figure1.h"

#include <stdexcept>

#include "collisionchip/reference/traverse/dop_volumes.h"
#include "collisionchip/reference/traverse/simultaneous_scheme.h"
#include "collisionchip/reference/traverse/single_list_scheme.h"

namespace collisionchip {

namespace {

constexpr int kHalf = 12;

// One triangle around each point, tilted against all axes.
CollisionObject object_around(const std::vector<Vec3f>& points) {
  Mesh mesh;
  for (const Vec3f& p : points) {
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    for (const Vec3f& corner : {Vec3f{0, 0, 0}, Vec3f{1, 0.25f, 0.5f}, Vec3f{0.25f, 1, 0.75f}})
      mesh.vertices.push_back({p.x + corner.x, p.y + corner.y, p.z + corner.z});
    mesh.triangles.push_back({first, first + 1, first + 2});
  }
  return CollisionObject::build(mesh);
}

// D E and F G in two heaps along x: B and C.
CollisionObject aligned_object() {
  return object_around({{0, 0, 0}, {2, 0, 0}, {6, 0, 0}, {8, 0, 0}});
}
// 4 and 5 reach over both heaps, 3 is far from them.
CollisionObject tumbled_object() {
  return object_around({{0, 0, 0.5f}, {8, 0, 0.5f}, {4, 40, 0}});
}

// A tree with its root in front: pair 0 is the root alone, and the pairs of the tree follow it.
class RootedTree {
 public:
  explicit RootedTree(const DopTree& tree) : nodes_{tree.root(), {}} {
    nodes_[0].child = 0;
    nodes_.insert(nodes_.end(), tree.nodes().begin(), tree.nodes().end());
    for (DopNode& node : nodes_) {
      if (!node.is_leaf()) ++node.child;
    }
  }

  const std::vector<DopNode>& nodes() const { return nodes_; }
  const DopNode& node(std::uint32_t pair, int side) const {
    return nodes_[2 * std::size_t{pair} + static_cast<std::size_t>(side)];
  }
  std::uint32_t root_mask() const { return 1; }
  // The node's number: 0 for the root, then level by level. The root is alone in its pair.
  int number(const DopNode& node) const {
    const auto place = static_cast<int>(&node - nodes_.data());
    return place == 0 ? 0 : place - 1;
  }

 private:
  std::vector<DopNode> nodes_;
};

// DOPs, with every transform and every test written down.
class WatchedVolumes {
 public:
  using Tree = RootedTree;
  using Node = DopNode;
  struct Transformed {
    PartnerDop dop;
    int number = 0;
  };

  WatchedVolumes(const DopQuery& query, std::vector<Figure1Visit>& visits)
      : query_(query), tumbled_(query.tumbled), aligned_(query.aligned), visits_(visits) {}

  const RootedTree& tumbled() const { return tumbled_; }
  const RootedTree& aligned() const { return aligned_; }
  void transform(std::uint32_t node, Transformed& out) const {
    query_.transform.apply(tumbled_.nodes()[node], out.dop);
    out.number = 1 + tumbled_.number(tumbled_.nodes()[node]);
    transformed_ = true;
  }
  bool overlap(const Transformed& tumbled, const DopNode& aligned) const {
    const bool met = collisionchip::overlap<kHalf>(tumbled.dop, aligned);
    visits_.push_back({std::string(1, static_cast<char>('A' + aligned_.number(aligned))), tumbled.number,
                       transformed_, met});
    transformed_ = false;
    return met;
  }

 private:
  const DopQuery& query_;
  const RootedTree tumbled_, aligned_;
  std::vector<Figure1Visit>& visits_;
  mutable bool transformed_ = false;  // since the last test
};

}  // namespace

std::vector<Figure1Visit> figure1_visits(const std::string& traversal) {
  const CollisionObject aligned = aligned_object(), tumbled = tumbled_object();
  const Pose pose = pose_from_quaternion({0, 0, 0, 1, 0.02, 0.01, 0.03});
  const QueryOptions options;
  const DopQuery query(aligned, tumbled, pose, options);
  std::vector<Figure1Visit> visits;
  const WatchedVolumes volumes(query, visits);
  if (traversal == "simultaneous") {
    TransformsForgotten transforms(volumes);
    SimultaneousTraversal<WatchedVolumes, TransformsForgotten<WatchedVolumes>>(query.triangles, volumes,
                                                                               transforms)
        .run();
  } else if (traversal == "single_list") {
    SingleListTraversal<WatchedVolumes>(query.triangles, volumes).run();
  } else {
    throw std::invalid_argument("Figure 1 has no traversal " + traversal);
  }
  return visits;
}

}  // namespace collisionchip
