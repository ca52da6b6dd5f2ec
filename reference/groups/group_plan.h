// Which nodes of a tree of pairs become members of which group.
//
// A group is read about as often as its node's surface says. So the plan is the one whose groups have the
// least sum of surfaces: for each node, from the leaves up, the least sum below it if at most 1, 2, .. width
// members stand for it.
#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/reference/tree/dop_tree.h"

namespace collisionchip {

class GroupPlan {
 public:
  // leaves: for each node of the tree, whether it becomes a leaf. Nodes below such a node are ignored.
  GroupPlan(const DopTree& tree, int width, const std::vector<bool>& leaves);

  // The members of the group that starts with this pair: 2 to `width` nodes, from left to right.
  std::vector<std::uint32_t> members(std::uint32_t pair) const;

 private:
  // The best number of members for the left of two nodes, and the sum of surfaces for that number.
  struct Split {
    int left;
    double sum;
  };
  Split best_split(std::uint32_t pair, int members) const;
  double sum(std::uint32_t node, int members) const {
    return sums_[node * static_cast<std::size_t>(width_) + static_cast<std::size_t>(members - 1)];
  }
  void collect(std::uint32_t node, int members, std::vector<std::uint32_t>& to) const;
  void collect_pair(std::uint32_t pair, int members, std::vector<std::uint32_t>& to) const;

  const DopTree& tree_;
  const int width_;
  const std::vector<bool>& leaves_;
  std::vector<double> sums_;  // by node and number of members less one
};

}  // namespace collisionchip
