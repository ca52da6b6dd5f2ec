#include "collisionchip/reference/tree/dop_wide_tree.h"

#include <algorithm>

#include "collisionchip/reference/dop/dop_volume.h"

namespace collisionchip {

class DopWideTreeBuilder {
 public:
  DopWideTreeBuilder(const DopTree& pairs, const TreeOptions& options)
      : pairs_(pairs),
        degree_(static_cast<std::size_t>(options.degree)),
        leaf_size_(static_cast<std::uint32_t>(options.leaf_size)) {
    count_triangles();
  }

  DopWideTree build() {
    tree_.k_ = pairs_.k();
    tree_.root_ = pairs_.root();
    if (pairs_.triangle_count() <= leaf_size_) {
      tree_.nodes_.emplace_back();
      tree_.nodes_[0].dop = pairs_.root();
      for (std::uint32_t node = 0; node < 2; ++node) {
        if ((pairs_.root_mask() >> node & 1u) != 0) collect(node, tree_.nodes_[0].triangles);
      }
      tree_.roots_ = {0, 1};
      return std::move(tree_);
    }
    std::vector<Waiting> stack;
    tree_.roots_ = place(pairs_.root_mask() == 1 ? Members{0} : Members{0, 1}, stack);
    while (!stack.empty()) {
      const Waiting next = stack.back();
      stack.pop_back();
      const std::uint32_t child = pairs_.nodes()[next.from].child;
      const Span children = place({2 * child, 2 * child + 1}, stack);
      tree_.nodes_[next.to].children = children;
    }
    return std::move(tree_);
  }

 private:
  using Members = std::vector<std::uint32_t>;  // nodes of the binary tree
  struct Waiting {
    std::uint32_t from, to;  // a node of the binary tree, its place in the wide one
  };

  void count_triangles() {
    counts_.resize(pairs_.nodes().size());
    for (std::size_t i = counts_.size(); i-- > 0;) {  // children lie behind their parents
      const DopNode& node = pairs_.nodes()[i];
      counts_[i] = node.is_leaf() ? 1 : counts_[2 * node.child] + counts_[2 * node.child + 1];
    }
  }
  bool becomes_leaf(std::uint32_t node) const { return counts_[node] <= leaf_size_; }

  Span place(Members members, std::vector<Waiting>& stack) {
    while (members.size() < degree_) {
      const auto largest = largest_inner(members);
      if (largest == members.end()) break;
      const std::uint32_t child = pairs_.nodes()[*largest].child;
      *largest = 2 * child;
      members.insert(largest + 1, 2 * child + 1);
    }
    const Span span{static_cast<std::uint32_t>(tree_.nodes_.size()),
                    static_cast<std::uint32_t>(members.size())};
    for (const std::uint32_t member : members) {
      DopWideNode node;
      node.dop = pairs_.nodes()[member];
      if (becomes_leaf(member)) collect(member, node.triangles);
      tree_.nodes_.push_back(node);
    }
    for (std::uint32_t i = span.count; i-- > 0;) {
      if (!becomes_leaf(members[i])) stack.push_back({members[i], span.first + i});
    }
    return span;
  }

  Members::iterator largest_inner(Members& members) const {
    const DopDirections& directions = dop_directions(pairs_.k());
    auto largest = members.end();
    double most = -1;
    for (auto member = members.begin(); member != members.end(); ++member) {
      if (becomes_leaf(*member)) continue;
      const double surface = dop_surface(directions, pairs_.nodes()[*member]);
      if (!(surface > most)) continue;
      most = surface;
      largest = member;
    }
    return largest;
  }

  void collect(std::uint32_t node, Span& triangles) {
    std::vector<std::uint32_t> stack = {node};
    if (triangles.count == 0) triangles.first = static_cast<std::uint32_t>(tree_.triangles_.size());
    while (!stack.empty()) {
      const DopNode& next = pairs_.nodes()[stack.back()];
      stack.pop_back();
      if (next.is_leaf()) {
        tree_.triangles_.push_back(next.triangle);
        ++triangles.count;
      } else {
        stack.push_back(2 * next.child + 1);
        stack.push_back(2 * next.child);
      }
    }
  }

  const DopTree& pairs_;
  const std::size_t degree_;
  const std::uint32_t leaf_size_;
  std::vector<std::uint32_t> counts_;  // triangles below each node of the binary tree
  DopWideTree tree_;
};

DopWideTree DopWideTree::of(const DopTree& pairs, const TreeOptions& options) {
  return DopWideTreeBuilder(pairs, options).build();
}

int DopWideTree::depth() const {
  std::vector<int> level(nodes_.size(), 1);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {  // children lie behind their parents
    const Span& children = nodes_[i].children;
    for (std::uint32_t c = 0; c < children.count; ++c) level[children.first + c] = level[i] + 1;
  }
  return *std::max_element(level.begin(), level.end());
}

}  // namespace collisionchip
