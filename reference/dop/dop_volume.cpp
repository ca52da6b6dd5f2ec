#include "collisionchip/reference/dop/dop_volume.h"

#include <algorithm>
#include <cmath>

namespace collisionchip {

namespace {

struct Point2 {
  double u, v;
};

// One face: a convex polygon, seen along a coordinate axis along which the face's normal has an entry of 1 or -1.
class Face {
 public:
  Face(double low_u, double low_v, double high_u, double high_v)
      : points_{{{low_u, low_v}, {high_u, low_v}, {high_u, high_v}, {low_u, high_v}}}, count_(4) {}

  // Keeps what has a * u + b * v <= c.
  void clip(double a, double b, double c) {
    std::array<double, kMost> outside;
    bool any_inside = false, any_outside = false;
    for (std::size_t i = 0; i < count_; ++i) {
      outside[i] = a * points_[i].u + b * points_[i].v - c;
      (outside[i] > 0 ? any_outside : any_inside) = true;
    }
    if (!any_outside) return;
    if (!any_inside) {
      count_ = 0;
      return;
    }
    std::array<Point2, kMost> kept;
    std::size_t kept_count = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      const std::size_t j = i + 1 == count_ ? 0 : i + 1;
      if (outside[i] <= 0) kept[kept_count++] = points_[i];
      if ((outside[i] <= 0) == (outside[j] <= 0)) continue;
      const double along = outside[i] / (outside[i] - outside[j]);
      kept[kept_count++] = {points_[i].u + along * (points_[j].u - points_[i].u),
                            points_[i].v + along * (points_[j].v - points_[i].v)};
    }
    std::copy_n(kept.begin(), kept_count, points_.begin());
    count_ = kept_count;
  }
  double area() const {
    double twice = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      const Point2 &p = points_[i], &q = points_[i + 1 == count_ ? 0 : i + 1];
      twice += p.u * q.v - q.u * p.v;
    }
    return 0.5 * std::abs(twice);
  }
  const Point2* begin() const { return points_.data(); }
  const Point2* end() const { return points_.data() + count_; }

 private:
  static constexpr std::size_t kMost = 4 + kMaxK + 2;  // each clip adds one point at most, and needs one more
  std::array<Point2, kMost> points_;
  std::size_t count_;
};

// Calls visit(directed normal, its support, face, seen along) for each of the k faces, about the box's centre.
template <typename Visit>
void for_each_face(const DopDirections& directions, const DopNode& node, const DopBox& box, double wider,
                   const Visit& visit) {
  const Vec3d centre = 0.5 * (box.low + box.high), low = box.low - centre, high = box.high - centre;
  std::array<Vec3d, kMaxK> normals;
  std::array<double, kMaxK> supports;
  const int k = directions.k();
  for (int j = 0; j < k; ++j) {
    normals[j] = directions.directed(j);
    supports[j] = directions.sign(j) * double{node.d[j]} - dot(normals[j], centre) + wider;
  }
  for (int j = 0; j < k; ++j) {
    const Vec3d& n = normals[j];
    const int along = n.x != 0 ? 0 : n.y != 0 ? 1 : 2, u = along == 0 ? 1 : 0, v = along == 2 ? 1 : 2;
    Face face(low[u], low[v], high[u], high[v]);
    for (int i = 0; i < k && face.begin() != face.end(); ++i) {
      if (i == j || i == directions.opposite(j)) continue;
      // In the face's plane, the coordinate along the axis is n_along * (support - n_u * u - n_v * v).
      const double slope = normals[i][along] * n[along];
      face.clip(normals[i][u] - slope * n[u], normals[i][v] - slope * n[v],
                supports[i] - slope * supports[j]);
    }
    visit(n, supports[j], face, along);
  }
}

bool is_empty(int k, const DopNode& node) {
  for (int i = 0; i < k / 2; ++i) {
    if (!(node.d[i] <= node.d[i + k / 2])) return true;
  }
  return false;
}

}  // namespace

DopBox dop_box(const DopDirections& directions, const DopNode& node) {
  DopBox box;
  for (int axis = 0; axis < 3; ++axis) {
    const AxisPair& pair = directions.axis_pair(axis);
    double high = 0, low = 0;
    for (const std::uint8_t j : pair.j) {
      high += 0.5 * directions.sign(j) * double{node.d[j]};
      low -= 0.5 * directions.sign(directions.opposite(j)) * double{node.d[directions.opposite(j)]};
    }
    box.low[axis] = low;
    box.high[axis] = high;
  }
  return box;
}

double box_volume(const DopBox& box) {
  const Vec3d sides = box.high - box.low;
  return std::max(sides.x, 0.0) * std::max(sides.y, 0.0) * std::max(sides.z, 0.0);
}

double dop_volume(int k, const DopNode& node) {
  if (is_empty(k, node)) return 0;
  const DopDirections& directions = dop_directions(k);
  // A third of area times distance, of all faces. Length of the normal and projection of the area cancel.
  double sum = 0;
  for_each_face(directions, node, dop_box(directions, node), 0,
                [&](const Vec3d&, double support, const Face& face, int) { sum += face.area() * support; });
  return std::max(0.0, sum / 3);
}

std::vector<Vec3d> dop_vertices(int k, const DopNode& node, double wider) {
  std::vector<Vec3d> vertices;
  if (is_empty(k, node)) return vertices;
  const DopDirections& directions = dop_directions(k);
  DopBox box = dop_box(directions, node);
  const Vec3d all = {wider, wider, wider};
  box = {box.low - all, box.high + all};
  const Vec3d centre = 0.5 * (box.low + box.high);
  for_each_face(directions, node, box, wider,
                [&](const Vec3d& n, double support, const Face& face, int along) {
                  for (const Point2& point : face) {
                    const int u = along == 0 ? 1 : 0, v = along == 2 ? 1 : 2;
                    Vec3d vertex;
                    vertex[u] = point.u;
                    vertex[v] = point.v;
                    vertex[along] = n[along] * (support - n[u] * point.u - n[v] * point.v);
                    vertices.push_back(centre + vertex);
                  }
                });
  return vertices;
}

double dop_widths(const DopDirections& directions, const DopNode& node) {
  double sum = 0;
  for (int i = 0; i < directions.half(); ++i)
    sum += (double{node.d[i + directions.half()]} - double{node.d[i]}) * directions.inverse_length(i);
  return sum;
}

double dop_surface(const DopDirections& directions, const DopNode& node) {
  double sum = 0, before = 0;
  for (int i = 0; i < directions.half(); ++i) {
    const double width =
        (double{node.d[i + directions.half()]} - double{node.d[i]}) * directions.inverse_length(i);
    sum += width * before;
    before += width;
  }
  return sum;
}

}  // namespace collisionchip
