#include "collisionchip/reference/tumbling/tumbled_tree.h"

#include <cmath>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/tumbling/polytope_vertices.h"

namespace collisionchip {

namespace {

constexpr std::uint32_t kNoHull = ~std::uint32_t{0};
constexpr std::size_t kFewestCorners =
    12;  // with fewer, looking at all of them is no more work than climbing

bool same(const RigidMap& a, const RigidMap& b) {
  return a.rows == b.rows && a.t == b.t && a.row_error == b.row_error &&
         a.translation_error == b.translation_error;
}

}  // namespace

const std::vector<std::string>& tumbling_names() {
  static const std::vector<std::string> names = {"recompute", "hull", "polytope", "rows"};
  return names;
}

TumbledTree::TumbledTree(const Mesh& mesh, const DopTree& tree, Tumbling way, int hill_levels)
    : tree_(tree), way_(way), hill_levels_(hill_levels), corners_(mesh, tree) {
  const auto nodes = static_cast<std::uint32_t>(tree.nodes().size());
  hull_of_.assign(nodes, kNoHull);
  for (std::uint32_t node = 0; node < nodes; ++node) {
    first_vertex_.push_back(vertices_.size());
    if (corners_.begin(node) == corners_.end(node)) continue;  // the free place next to a single triangle
    if (has_vertices(node)) {
      const std::vector<Vec3d> more = enclosing_vertices(tree.k(), tree.nodes()[node]);
      vertices_.insert(vertices_.end(), more.begin(), more.end());
    } else if (way == Tumbling::hull) {
      const std::vector<Vec3d> points = corners_.distinct(node);
      if (points.size() < kFewestCorners) continue;
      std::optional<ConvexHull> hull = convex_hull(points);
      if (!hull) continue;
      hull_of_[node] = static_cast<std::uint32_t>(hulls_.size());
      const std::vector<std::uint32_t> starts(static_cast<std::size_t>(tree.k()), 0);
      hulls_.push_back({std::move(*hull), starts, starts, 0});
    }
  }
  first_vertex_.push_back(vertices_.size());
}

bool TumbledTree::has_vertices(std::uint32_t node) const {
  return way_ == Tumbling::polytope || (way_ == Tumbling::hull && corners_.level(node) >= hill_levels_);
}

void TumbledTree::begin_query(const RigidMap& map) {
  if (directions_ != nullptr && same(map, map_)) return;
  map_ = map;
  ++pose_;
  directions_ = std::make_unique<TumbledDirections>(tree_.k(), map, tree_.root());
  transform_ = make_dop_transform(tree_.k(), map, tree_.root());
}

void TumbledTree::tumble(std::uint32_t node, PartnerDop& out) {
  if (way_ == Tumbling::rows) {
    transform_.apply(tree_.nodes()[node], out);
  } else if (has_vertices(node)) {
    tumble_points(vertices_.data() + first_vertex_[node], vertices_.data() + first_vertex_[node + 1], out);
  } else if (hull_of_[node] != kNoHull) {
    tumble_hull(hulls_[hull_of_[node]], out);
  } else {
    tumble_points(corners_.begin(node), corners_.end(node), out);
  }
}

void TumbledTree::tumble_points(const Vec3d* begin, const Vec3d* end, PartnerDop& out) const {
  for (int i = 0; i < directions_->half(); ++i) {
    const Vec3d along = directions_->along(i);
    double least = HUGE_VAL, largest = -HUGE_VAL;
    for (const Vec3d* point = begin; point != end; ++point) {
      const double at = dot(along, *point);
      least = at < least ? at : least;
      largest = at > largest ? at : largest;
    }
    directions_->store(i, least, largest, 0, out);
  }
}

void TumbledTree::tumble_hull(ClimbedHull& climbed, PartnerDop& out) {
  if (climbed.pose != pose_) {
    climbed.starts = climbed.ends;
    climbed.pose = pose_;
  }
  const int half = directions_->half();
  for (int i = 0; i < half; ++i) {
    const auto up = static_cast<std::size_t>(i), down = up + static_cast<std::size_t>(half);
    const Vec3d along = directions_->along(i);
    const double slack = directions_->slack(i);
    const HillClimb::Top top = climb_.climb(climbed.hull, along, slack, climbed.starts[up]);
    const HillClimb::Top bottom = climb_.climb(climbed.hull, -1.0 * along, slack, climbed.starts[down]);
    climbed.ends[up] = top.vertex;
    climbed.ends[down] = bottom.vertex;
    climbs_ += 2;
    directions_->store(i, -bottom.height, top.height, climbed.hull.margin, out);
  }
}

std::uint64_t TumbledTree::bytes() const {
  std::uint64_t bytes = vertices_.size() * sizeof(Vec3d);
  for (const ClimbedHull& climbed : hulls_) {
    bytes += climbed.hull.vertices.size() * (sizeof(Vec3d) + sizeof(std::uint32_t)) +
             (climbed.hull.neighbours.size() + climbed.starts.size()) * sizeof(std::uint32_t);
  }
  return bytes;
}

}  // namespace collisionchip
