#include "collisionchip/reference/parallel_trees/neighbour_join.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace collisionchip {

namespace {

constexpr int kCurveBits = 20;

double place_of(const SplitData& data, std::uint32_t triangle, int axis) {
  constexpr double kBeyondFloat32 = 0x1p140;
  const double exact = data.axis_centre(triangle, axis);
  return std::isnan(exact) ? 0 : std::clamp(exact, -kBeyondFloat32, kBeyondFloat32);
}

}  // namespace

JointSize joint_size(int k, const DopNode& a, const DopNode& b) {
  const DopDirections& directions = dop_directions(k);
  DopNode both;
  enclose(k, a, b, both);
  JointSize size{1, 0};
  const auto half = static_cast<std::size_t>(directions.half());
  for (std::size_t i = 0; i < half; ++i) {
    const double width = double{both.d[i + half]} - double{both.d[i]};
    if (i < 3) size.volume *= width;
    size.widths += width * directions.inverse_length(static_cast<int>(i));
  }
  return size;
}

CurveCube curve_cube(const SplitData& data) {
  CurveCube cube;
  double longest = 0;
  for (int axis = 0; axis < 3; ++axis) {
    double high = -HUGE_VAL, low = HUGE_VAL;
    for (std::uint32_t t = 0; t < data.leaves.size(); ++t) {
      low = std::min(low, place_of(data, t, axis));
      high = std::max(high, place_of(data, t, axis));
    }
    cube.low[static_cast<std::size_t>(axis)] = low;
    longest = std::max(longest, high - low);
  }
  cube.scale = longest > 0 ? ((1 << kCurveBits) - 1) / longest : 0;
  return cube;
}

std::vector<std::uint64_t> curve_codes(const SplitData& data) {
  const CurveCube cube = curve_cube(data);
  std::vector<std::uint64_t> codes(data.leaves.size(), 0);
  for (std::uint32_t t = 0; t < codes.size(); ++t) {
    for (int axis = 0; axis < 3; ++axis) {
      const double away = place_of(data, t, axis) - cube.low[static_cast<std::size_t>(axis)];
      const auto whole = static_cast<std::uint64_t>(away * cube.scale);
      for (int bit = 0; bit < kCurveBits; ++bit) codes[t] |= ((whole >> bit) & 1) << (3 * bit + axis);
    }
  }
  return codes;
}

std::vector<std::uint32_t> along_curve(const std::vector<std::uint64_t>& codes) {
  std::vector<std::uint32_t> order(codes.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return codes[a] != codes[b] ? codes[a] < codes[b] : a < b;
  });
  return order;
}

JoinedTree join_neighbours(std::vector<std::uint32_t> nodes, NeighbourSearch& search) {
  JoinedTree tree;
  const auto leaves = static_cast<std::uint32_t>(nodes.size());
  while (nodes.size() > 1) {
    ++tree.rounds;
    std::vector<std::uint32_t> nearest = search.nearest(nodes), next;
    std::vector<NodeJoint> joints;
    const auto count = static_cast<std::uint32_t>(nodes.size());
    const auto is_mutual = [&](std::uint32_t i) { return nearest[nearest[i]] == i; };
    // Sizes that are no numbers may choose in a circle.
    bool any = false;
    for (std::uint32_t i = 0; i < count; ++i) any = any || is_mutual(i);
    if (!any) nearest[nearest[0]] = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!is_mutual(i)) {
        next.push_back(nodes[i]);
      } else if (i < nearest[i]) {
        const auto joined = static_cast<std::uint32_t>(leaves + tree.shape.children.size());
        tree.shape.children.push_back({nodes[i], nodes[nearest[i]]});
        joints.push_back({nodes[i], nodes[nearest[i]], joined});
        next.push_back(joined);
      }
    }
    search.join(joints);
    nodes = std::move(next);
  }
  tree.shape.root = nodes.front();
  return tree;
}

}  // namespace collisionchip
