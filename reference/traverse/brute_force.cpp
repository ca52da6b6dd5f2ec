#include <vector>

#include "collisionchip/reference/traverse/dop_query.h"
#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/reference/traverse/sort_pairs.h"

namespace collisionchip {

namespace {

struct Leaf {
  std::uint32_t node;
  int depth;
};

// Parents and depths, which the tree itself does not keep.
struct Ancestry {
  std::vector<std::uint32_t> parent;  // kNoChild at the top
  std::vector<Leaf> leaves;           // in tree order

  explicit Ancestry(const DopTree& tree) : parent(tree.nodes().size(), kNoChild) {
    std::vector<int> depth(tree.nodes().size(), 0);
    const std::uint32_t count = tree.triangle_count() == 1 ? 1 : 2 * tree.pair_count();
    for (std::uint32_t n = 0; n < count; ++n) {
      const DopNode& node = tree.nodes()[n];
      if (node.is_leaf()) {
        leaves.push_back({n, depth[n]});
        continue;
      }
      for (std::uint32_t child : {2 * node.child, 2 * node.child + 1}) {
        parent[child] = n;
        depth[child] = depth[n] + 1;
      }
    }
  }

  // The node of this level that the leaf lies beneath.
  std::uint32_t above(const Leaf& leaf, int level) const {
    std::uint32_t node = leaf.node;
    for (int depth = leaf.depth; depth > level; --depth) node = parent[node];
    return node;
  }
};

// With leaf_test = triangle, two leaves meet if the last DOP test before them, one level up, does not part
// them; with no_dops it is that of the last inner nodes of one level. Enclosing DOPs overlap whenever enclosed
// ones do (the transform is monotonic), so no other test needs a look.
struct Gate {
  const DopQuery& query;
  const Ancestry& tumbled;
  const Ancestry& aligned;

  bool open(const Leaf& t, const Leaf& a, PartnerDop& partner) const {
    std::uint32_t tumbled_node = t.node, aligned_node = a.node;
    if (query.triangles.options.leaf_test == LeafTest::no_dops) {
      const int level = std::min(t.depth, a.depth) - 1;
      if (level < 0) return true;
      tumbled_node = tumbled.above(t, level);
      aligned_node = aligned.above(a, level);
    } else if (query.triangles.options.leaf_test == LeafTest::triangle) {
      if (t.depth == 0 && a.depth == 0) return true;
      if (t.depth >= a.depth) tumbled_node = tumbled.parent[t.node];
      if (a.depth >= t.depth) aligned_node = aligned.parent[a.node];
    }
    query.transform.apply(query.tumbled.nodes()[tumbled_node], partner);
    return overlap(query.transform.k, partner, query.aligned.nodes()[aligned_node]);
  }
};

}  // namespace

QueryResult brute_force(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
                        const QueryOptions& options) {
  const DopQuery query(a, b, pose, options);
  const Ancestry tumbled(query.tumbled), aligned(query.aligned);
  const Gate gate{query, tumbled, aligned};
  QueryResult result;
  PartnerDop partner;
  for (const Leaf& t : tumbled.leaves) {
    for (const Leaf& al : aligned.leaves) {
      if (!gate.open(t, al, partner)) continue;
      const std::uint32_t tt = query.tumbled.nodes()[t.node].triangle;
      const std::uint32_t ta = query.aligned.nodes()[al.node].triangle;
      if (query.triangles.triangles_hit(tt, ta, result.counters))
        result.pairs.push_back(query.triangles.named(tt, ta));
    }
  }
  sort_pairs(result.pairs);
  if (options.first_witness && result.pairs.size() > 1) result.pairs.resize(1);
  return result;
}

}  // namespace collisionchip
