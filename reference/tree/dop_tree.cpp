#include "collisionchip/reference/tree/dop_tree.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/reference/arithmetic/host_arithmetic.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/tree/tree_builder.h"

namespace collisionchip {

namespace {

// n . x for n in {-1,0,1}^3, as an interval of doubles that holds the exact value: one double when no
// addition rounds (always so for vertices of similar magnitude), two neighbours otherwise.
struct Interval {
  double low, high;
};

// The number next to a finite one that is not zero, farther from zero or nearer to zero.
double beside(double number, int steps_from_zero) {
  std::int64_t bits;
  std::memcpy(&bits, &number, sizeof bits);
  bits += steps_from_zero;
  std::memcpy(&number, &bits, sizeof bits);
  return number;
}

// A sum that is rounded is not zero.
Interval exact_sum(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a;
  const double error = (a - (sum - b_part)) + (b - b_part);
  if (error == 0) return {sum, sum};
  const int up = sum > 0 ? 1 : -1;
  return {beside(sum, -up), beside(sum, up)};
}

Interval projection(const Vec3d& n, const Vec3f& point) {
  const Interval xy = exact_sum(n.x * point.x, n.y * point.y);
  if (xy.low == xy.high) return exact_sum(xy.low, n.z * point.z);
  return {exact_sum(xy.low, n.z * point.z).low, exact_sum(xy.high, n.z * point.z).high};
}

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
  require_exact_arithmetic();
  if (mesh.triangles.empty()) throw InputError(mesh.name, "at least one triangle", ", got none");
  check_tree_options(options);
  if (options.degree != 2 || options.leaf_size != 1)
    throw InputError("tree: pairs of nodes have degree 2 and leaves of one triangle");
  return DopTree(options.k, build_nodes(mesh, options, builder_threads(mesh)), mesh.triangle_count());
}

DopTree::DopTree(int k, std::vector<DopNode> nodes, std::uint32_t triangle_count)
    : k_(k), nodes_(std::move(nodes)), triangle_count_(triangle_count) {
  root_ = nodes_[0];
  if (triangle_count_ > 1) enclose(k_, nodes_[0], nodes_[1], root_);
}

int DopTree::depth() const {
  std::vector<std::uint32_t> level(pair_count(), 1);
  std::uint32_t deepest = 1;
  for (std::uint32_t pair = 0; pair < pair_count(); ++pair) {
    deepest = std::max(deepest, level[pair]);
    for (int side = 0; side < 2; ++side) {
      const DopNode& child = node(pair, side);
      if (!child.is_leaf()) level[child.child] = level[pair] + 1;
    }
  }
  return static_cast<int>(deepest);
}

}  // namespace collisionchip
