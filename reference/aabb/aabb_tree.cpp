#include "collisionchip/reference/aabb/aabb_tree.h"

#include <algorithm>
#include <numeric>

#include "collisionchip/reference/arithmetic/host_arithmetic.h"
#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {

namespace {

constexpr std::uint32_t kRangesBetweenCalls = 4096;

// The triangles below an inner node, in ascending order of their numbers: so no result depends on how a
// library partitions.
struct Range {
  std::uint32_t *first, *last;
  std::uint32_t node;

  std::size_t size() const { return static_cast<std::size_t>(last - first); }
};

class AabbBuilder {
 public:
  AabbBuilder(const Mesh& mesh, SplitPoint point, std::vector<Aabb>& leaf_boxes)
      : point_(point), leaf_boxes_(leaf_boxes) {
    const std::uint32_t count = mesh.triangle_count();
    leaf_boxes_.reserve(count);
    centroids_.reserve(count);
    for (std::uint32_t t = 0; t < count; ++t) {
      const auto corners = mesh.corners(t);
      leaf_boxes_.push_back(box_of(corners));
      centroids_.push_back(1.0 / 3 *
                           ((to_double(corners[0]) + to_double(corners[1])) + to_double(corners[2])));
    }
  }

  std::vector<AabbNode> build(const std::function<void()>& while_building) {
    std::vector<std::uint32_t> order(leaf_boxes_.size());
    std::iota(order.begin(), order.end(), 0u);
    if (order.size() == 1) return {};
    nodes_.resize(order.size() - 1);
    std::vector<Range> ranges = {{order.data(), order.data() + order.size(), 0}};
    next_ = 1;
    for (std::uint32_t done = 0; !ranges.empty(); ++done) {
      if (while_building && done % kRangesBetweenCalls == 0) while_building();
      const Range range = ranges.back();
      ranges.pop_back();
      place(range, ranges);
    }
    return std::move(nodes_);
  }

 private:
  void place(const Range& range, std::vector<Range>& ranges) {
    AabbNode& node = nodes_[range.node];
    node.box = leaf_boxes_[*range.first];
    for (const std::uint32_t* t = range.first + 1; t != range.last; ++t)
      node.box = enclosing(node.box, leaf_boxes_[*t]);
    std::uint32_t* middle = split(range, node.box);
    std::array<Range, 2> halves = {Range{range.first, middle, 0}, Range{middle, range.last, 0}};
    node.leaves = 0;
    for (std::uint32_t side = 0; side < 2; ++side) {
      const bool is_leaf = halves[side].size() == 1;
      node.leaves |= std::uint32_t{is_leaf} << side;
      node.child[side] = is_leaf ? *halves[side].first : next_++;
      halves[side].node = node.child[side];
    }
    for (std::size_t side = 2; side-- > 0;) {
      if (halves[side].size() > 1) ranges.push_back(halves[side]);
    }
  }

  std::uint32_t* split(const Range& range, const Aabb& box) {
    const double x = box.side(0), y = box.side(1), z = box.side(2);
    const int axis = x >= y ? (x >= z ? 0 : 2) : (y >= z ? 1 : 2);
    if (point_ == SplitPoint::median) return at_median(range, axis);
    const double limit =
        point_ == SplitPoint::middle ? 0.5 * (double{box.low(axis)} + box.high(axis)) : mean(range, axis);
    std::uint32_t* middle = std::stable_partition(
        range.first, range.last, [&](std::uint32_t t) { return centroids_[t][axis] <= limit; });
    return middle == range.first || middle == range.last ? at_median(range, axis) : middle;
  }

  double mean(const Range& range, int axis) const {
    double sum = 0;
    for (const std::uint32_t* t = range.first; t != range.last; ++t) sum += centroids_[*t][axis];
    return sum / static_cast<double>(range.size());
  }

  std::uint32_t* at_median(const Range& range, int axis) {
    keys_.clear();
    for (const std::uint32_t* t = range.first; t != range.last; ++t)
      keys_.push_back({centroids_[*t][axis], *t});
    const auto middle = keys_.begin() + static_cast<std::ptrdiff_t>(keys_.size() / 2);
    std::nth_element(keys_.begin(), middle, keys_.end());
    const auto limit = *middle;
    return std::stable_partition(range.first, range.last, [&](std::uint32_t t) {
      return std::make_pair(centroids_[t][axis], t) < limit;
    });
  }

  const SplitPoint point_;
  std::vector<Aabb>& leaf_boxes_;
  std::vector<Vec3d> centroids_;
  std::vector<AabbNode> nodes_;
  std::vector<std::pair<double, std::uint32_t>> keys_;
  std::uint32_t next_ = 1;  // the first number that no node has yet
};

}  // namespace

SplitPoint split_point(const std::string& name) {
  if (name == "middle") return SplitPoint::middle;
  if (name == "mean") return SplitPoint::mean;
  if (name == "median") return SplitPoint::median;
  throw InputError("split rule '" + name + "': an AABB tree has middle, mean or median");
}

AabbTree AabbTree::build(const Mesh& mesh, SplitPoint point, const std::function<void()>& while_building) {
  require_exact_arithmetic();
  if (mesh.triangles.empty()) throw InputError(mesh.name, "at least one triangle", ", got none");
  AabbTree tree;
  tree.nodes_ = AabbBuilder(mesh, point, tree.leaf_boxes_).build(while_building);
  return tree;
}

int AabbTree::depth() const {
  std::vector<int> level(nodes_.size(), 0);
  int deepest = 0;
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    deepest = std::max(deepest, level[n]);
    for (int side = 0; side < 2; ++side) {
      if (!nodes_[n].is_leaf(side)) level[nodes_[n].child[static_cast<std::size_t>(side)]] = level[n] + 1;
    }
  }
  return deepest;
}

}  // namespace collisionchip
