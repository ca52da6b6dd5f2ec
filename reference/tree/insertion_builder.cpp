#include "collisionchip/reference/tree/insertion_builder.h"

#include <cmath>
#include <numeric>
#include <queue>

#include "collisionchip/reference/arithmetic/split_mix64.h"
#include "collisionchip/reference/tree/dop_size.h"

namespace collisionchip {

namespace {

constexpr std::uint32_t kNoNode = ~std::uint32_t{0};

class Insertion {
 public:
  Insertion(int k, const std::vector<DopNode>& leaves)
      : k_(k),
        count_(static_cast<std::uint32_t>(leaves.size())),
        measure_(k, leaves.size() <= kMostToJoinExactly),
        nodes_(leaves) {
    nodes_.reserve(2 * leaves.size());
    for (const DopNode& leaf : leaves) sizes_.push_back(measure_(leaf));
    parents_.assign(leaves.size(), kNoNode);
  }

  TreeShape run(const std::function<void()>& while_building) {
    constexpr std::uint32_t kStepsBetweenCalls = 64;
    const std::vector<std::uint32_t> order = insertion_order(count_);
    shape_.root = order[0];
    for (std::uint32_t i = 1; i < count_; ++i) {
      if (i % kStepsBetweenCalls == 0 && while_building) while_building();
      make_sibling(best_sibling(order[i]), order[i]);
    }
    return std::move(shape_);
  }

 private:
  struct Open {
    DopSize least;      // of any sibling in this subtree
    DopSize inherited;  // growth of the nodes above
    std::uint32_t node;

    friend bool operator<(const Open& a, const Open& b) {  // the most promising on top
      return a.least == b.least ? b.node < a.node : b.least < a.least;
    }
  };

  DopSize size_with(std::uint32_t node, std::uint32_t triangle) const {
    DopNode both;
    enclose(k_, nodes_[node], nodes_[triangle], both);
    return measure_(both);
  }

  // Branch and bound: the new parent is no smaller than the triangle, and what lies above grows in any case.
  std::uint32_t best_sibling(std::uint32_t triangle) const {
    std::priority_queue<Open> open;
    open.push({sizes_[triangle], {}, shape_.root});
    std::uint32_t best = kNoNode;
    DopSize least{HUGE_VAL, HUGE_VAL};
    while (!open.empty() && open.top().least < least) {
      const Open next = open.top();
      open.pop();
      const DopSize here = size_with(next.node, triangle), total = here + next.inherited;
      if (total < least) {
        least = total;
        best = next.node;
      }
      if (next.node < count_) continue;
      const DopSize inherited = next.inherited + (here - sizes_[next.node]),
                    below = inherited + sizes_[triangle];
      for (const std::uint32_t child : shape_.children[next.node - count_]) {
        if (below < least) open.push({below, inherited, child});
      }
    }
    return best;
  }

  void make_sibling(std::uint32_t sibling, std::uint32_t triangle) {
    const auto joined = static_cast<std::uint32_t>(nodes_.size());
    const std::uint32_t above = parents_[sibling];
    nodes_.emplace_back();
    sizes_.emplace_back();
    parents_.push_back(above);
    shape_.children.push_back({sibling, triangle});
    parents_[sibling] = parents_[triangle] = joined;
    if (above == kNoNode) {
      shape_.root = joined;
    } else {
      for (std::uint32_t& child : shape_.children[above - count_]) {
        if (child == sibling) child = joined;
      }
    }
    for (std::uint32_t node = joined; node != kNoNode; node = parents_[node]) {
      const std::array<std::uint32_t, 2>& children = shape_.children[node - count_];
      enclose(k_, nodes_[children[0]], nodes_[children[1]], nodes_[node]);
      sizes_[node] = measure_(nodes_[node]);
    }
  }

  const int k_;
  const std::uint32_t count_;
  const SizeMeasure measure_;
  std::vector<DopNode> nodes_;
  std::vector<DopSize> sizes_;
  std::vector<std::uint32_t> parents_;
  TreeShape shape_;
};

}  // namespace

std::vector<std::uint32_t> insertion_order(std::size_t count) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  SplitMix64 random(1);
  for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[random.bits() % i]);
  return order;
}

TreeShape join_by_insertion(int k, const std::vector<DopNode>& leaves,
                            const std::function<void()>& while_building) {
  return Insertion(k, leaves).run(while_building);
}

}  // namespace collisionchip
