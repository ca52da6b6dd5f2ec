#include "collisionchip/reference/groups/group_plan.h"

#include <algorithm>

#include "collisionchip/reference/dop/dop_volume.h"

namespace collisionchip {

GroupPlan::GroupPlan(const DopTree& tree, int width, const std::vector<bool>& leaves)
    : tree_(tree),
      width_(width),
      leaves_(leaves),
      sums_(tree.nodes().size() * static_cast<std::size_t>(width)) {
  const DopDirections& directions = dop_directions(tree.k());
  for (std::size_t node = tree.nodes().size(); node-- > 0;) {  // children lie behind their parents
    if (leaves[node]) continue;                                // whatever stands for it, no group does
    double* sums = &sums_[node * static_cast<std::size_t>(width)];
    const DopNode& dop = tree.nodes()[node];
    for (int members = 2; members <= width; ++members) sums[members - 1] = best_split(dop.child, members).sum;
    sums[0] = dop_surface(directions, dop) + sums[width - 1];
    for (int members = 2; members <= width; ++members)
      sums[members - 1] = std::min(sums[members - 1], sums[members - 2]);
  }
}

GroupPlan::Split GroupPlan::best_split(std::uint32_t pair, int members) const {
  Split best{1, sum(2 * pair, 1) + sum(2 * pair + 1, members - 1)};
  for (int left = 2; left < members; ++left) {
    const double both = sum(2 * pair, left) + sum(2 * pair + 1, members - left);
    if (both < best.sum) best = {left, both};
  }
  return best;
}

std::vector<std::uint32_t> GroupPlan::members(std::uint32_t pair) const {
  std::vector<std::uint32_t> members;
  collect_pair(pair, width_, members);
  return members;
}

void GroupPlan::collect(std::uint32_t node, int members, std::vector<std::uint32_t>& to) const {
  while (members > 1 && sum(node, members - 1) <= sum(node, members)) --members;
  if (members == 1 || leaves_[node]) {
    to.push_back(node);
  } else {
    collect_pair(tree_.nodes()[node].child, members, to);
  }
}

void GroupPlan::collect_pair(std::uint32_t pair, int members, std::vector<std::uint32_t>& to) const {
  const int left = best_split(pair, members).left;
  collect(2 * pair, left, to);
  collect(2 * pair + 1, members - left, to);
}

}  // namespace collisionchip
