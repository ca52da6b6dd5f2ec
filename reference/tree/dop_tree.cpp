#include "collisionchip/reference/tree/dop_tree.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/tree/split_rule.h"

namespace collisionchip {

namespace {

// n . x for n in {-1,0,1}^3, as an interval of doubles that holds the exact value: one double when no
// addition rounds (always so for vertices of similar magnitude), two neighbours otherwise.
struct Interval {
  double low, high;
};

Interval exact_sum(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a;
  const double error = (a - (sum - b_part)) + (b - b_part);
  if (error == 0) return {sum, sum};
  return {std::nextafter(sum, -HUGE_VAL), std::nextafter(sum, HUGE_VAL)};
}

Interval projection(const Vec3d& n, const Vec3f& point) {
  const Interval xy = exact_sum(n.x * point.x, n.y * point.y);
  return {exact_sum(xy.low, n.z * point.z).low, exact_sum(xy.high, n.z * point.z).high};
}

// Every so many triangles or pairs somebody may end it: often against a second, seldom against the work.
void call_now_and_then(const TreeOptions& options, std::size_t number) {
  if (number % 4096 == 4095 && options.while_building) options.while_building();
}

SplitData split_data(const Mesh& mesh, const TreeOptions& options) {
  SplitData data{options.k, {}};
  data.leaves.reserve(mesh.triangles.size());
  for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t) {
    call_now_and_then(options, t);
    data.leaves.push_back(leaf_dop(options.k, mesh.corners(t), t));
  }
  return data;
}

// Splits ranges off an explicit stack (a degenerate object may be as deep as it has triangles), pairs
// numbered depth first.
class TreeBuilder {
 public:
  TreeBuilder(const Mesh& mesh, const TreeOptions& options)
      : options_(options), data_(split_data(mesh, options)), rule_(make_split_rule(options.split_rule)) {}

  std::vector<DopNode> build() {
    std::vector<std::uint32_t> order(data_.leaves.size());
    std::iota(order.begin(), order.end(), 0u);
    nodes_.reserve(2 * order.size());
    if (order.size() == 1) {
      nodes_.resize(2);
      nodes_[0] = data_.leaves[0];
      return std::move(nodes_);
    }
    ranges_.push_back({order.data(), order.data() + order.size(), kNoChild});
    while (!ranges_.empty()) {
      const Range range = ranges_.back();
      ranges_.pop_back();
      place(range);
    }
    enclose_children();
    return std::move(nodes_);
  }

 private:
  struct Range {
    std::uint32_t *first, *last;
    std::uint32_t parent;  // node whose children these become; kNoChild for the root
  };

  void place(const Range& range) {
    const std::uint32_t pair = static_cast<std::uint32_t>(nodes_.size() / 2);
    call_now_and_then(options_, pair);
    if (range.parent != kNoChild) nodes_[range.parent].child = pair;
    nodes_.resize(nodes_.size() + 2);
    std::uint32_t* middle = rule_->split(range.first, range.last, data_);
    const Range halves[2] = {{range.first, middle, 2 * pair}, {middle, range.last, 2 * pair + 1}};
    for (int side = 1; side >= 0; --side) {  // right first: the left one is taken off the stack next
      const Range& half = halves[side];
      if (half.last - half.first == 1) {
        nodes_[half.parent] = data_.leaves[*half.first];
      } else {
        ranges_.push_back(half);
      }
    }
  }

  // Children always have higher numbers than their parent.
  void enclose_children() {
    for (std::size_t i = nodes_.size(); i-- > 0;) {
      DopNode& node = nodes_[i];
      if (!node.is_leaf())
        enclose(options_.k, nodes_[2 * std::size_t{node.child}], nodes_[2 * std::size_t{node.child} + 1],
                node);
    }
  }

  const TreeOptions& options_;
  SplitData data_;
  std::unique_ptr<SplitRule> rule_;
  std::vector<DopNode> nodes_;
  std::vector<Range> ranges_;
};

}  // namespace

DopNode leaf_dop(int k, const std::array<Vec3f, 3>& corners, std::uint32_t triangle) {
  const DopDirections& directions = dop_directions(k);
  const int half = directions.half();
  DopNode node;
  node.triangle = triangle;
  for (int i = 0; i < half; ++i) {
    Interval all{HUGE_VAL, -HUGE_VAL};
    for (const Vec3f& corner : corners) {
      const Interval here = projection(directions.normal(i), corner);
      all = {std::min(all.low, here.low), std::max(all.high, here.high)};
    }
    node.d[i] = round_down(all.low);
    node.d[i + half] = round_up(all.high);
  }
  return node;
}

void enclose(int k, const DopNode& a, const DopNode& b, DopNode& out) {
  with_half(k, [&](auto half) {
    for (int i = 0; i < half.value; ++i) out.d[i] = b.d[i] < a.d[i] ? b.d[i] : a.d[i];
    for (int i = half.value; i < 2 * half.value; ++i) out.d[i] = a.d[i] < b.d[i] ? b.d[i] : a.d[i];
  });
}

DopTree DopTree::build(const Mesh& mesh, const TreeOptions& options) {
  if (mesh.triangles.empty()) throw InputError(mesh.name + ": expected at least one triangle, got none");
  return DopTree(options.k, TreeBuilder(mesh, options).build(), mesh.triangle_count());
}

DopTree::DopTree(int k, std::vector<DopNode> nodes, std::uint32_t triangle_count)
    : k_(k), nodes_(std::move(nodes)), triangle_count_(triangle_count) {
  root_ = nodes_[0];
  if (triangle_count_ > 1) enclose(k_, nodes_[0], nodes_[1], root_);
}

int DopTree::depth() const {
  std::vector<std::uint16_t> level(pair_count(), 1);
  int deepest = 1;
  for (std::uint32_t pair = 0; pair < pair_count(); ++pair) {
    deepest = std::max<int>(deepest, level[pair]);
    for (int side = 0; side < 2; ++side) {
      const DopNode& child = node(pair, side);
      if (!child.is_leaf()) level[child.child] = static_cast<std::uint16_t>(level[pair] + 1);
    }
  }
  return deepest;
}

}  // namespace collisionchip
