#include "collisionchip/reference/mesh/polygon_cut.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "collisionchip/reference/mesh/ear_cutter.h"
#include "collisionchip/reference/mesh/plane_point.h"

namespace collisionchip {

namespace {

// Newell's normal, twice the area long.
Vec3d normal_of(const std::vector<Vec3f>& corners) {
  const Vec3d origin = to_double(corners[0]);
  Vec3d normal;
  for (std::size_t i = 2; i < corners.size(); ++i)
    normal = normal + cross(to_double(corners[i - 1]) - origin, to_double(corners[i]) - origin);
  return normal;
}

// Seen against the axis, so that what turns to the left about it does so here.
PlanePoint seen_along(int axis, const Vec3f& corner) {
  return {corner[(axis + 1) % 3], corner[(axis + 2) % 3]};
}

// One of an area above 0, all of whose triangles turn the same way. Then none overlaps another one.
bool is_fan(const std::vector<Vec3f>& corners, int axis) {
  const PlanePoint first = seen_along(axis, corners[0]);
  PlanePoint before = seen_along(axis, corners[1]);
  bool left = false, right = false;
  for (std::size_t i = 2; i < corners.size(); ++i) {
    const PlanePoint corner = seen_along(axis, corners[i]);
    const int side = side_of(first, before, corner);
    left = left || side > 0;
    right = right || side < 0;
    if (left && right) return false;
    before = corner;
  }
  return left || right;
}

// A quarter turn, if it makes the sides shorter along x: what looks for others by their x then finds fewer.
void turn_for_x(std::vector<PlanePoint>& points) {
  double along_x = 0, along_y = 0;
  PlanePoint low = points.back(), high = low, before = low;
  for (const PlanePoint& point : points) {
    along_x += std::abs(double{point.x} - before.x);
    along_y += std::abs(double{point.y} - before.y);
    low = {std::min(low.x, point.x), std::min(low.y, point.y)};
    high = {std::max(high.x, point.x), std::max(high.y, point.y)};
    before = point;
  }
  if (along_x * (double{high.y} - low.y) <= along_y * (double{high.x} - low.x)) return;
  for (PlanePoint& point : points) point = {-point.y, point.x};
}

int sign_of_area(const std::vector<PlanePoint>& points) {
  ProductSum area;
  PlanePoint before = points.back();
  for (const PlanePoint& point : points) {
    area.add(before.x, point.y);
    area.add(-double{before.y}, point.x);
    before = point;
  }
  return area.sign();
}

bool sides_cross(const PlanePoint& a, const PlanePoint& b, const PlanePoint& c, const PlanePoint& d) {
  return side_of(a, b, c) * side_of(a, b, d) < 0 && side_of(c, d, a) * side_of(c, d, b) < 0;
}

// Whether two sides cross at a point inside both. Sides are taken by their smaller x, so that few are compared.
bool crosses_itself(const std::vector<PlanePoint>& points) {
  struct Side {
    float low, high, down, up;
    PlanePoint from, to;
  };
  std::vector<Side> sides;
  sides.reserve(points.size());
  PlanePoint before = points.back();
  for (const PlanePoint& point : points) {
    sides.push_back({std::min(before.x, point.x), std::max(before.x, point.x), std::min(before.y, point.y),
                     std::max(before.y, point.y), before, point});
    before = point;
  }
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) { return a.low < b.low; });
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const Side& side = sides[i];
    for (std::size_t j = i + 1; j < sides.size() && sides[j].low <= side.high; ++j) {
      const bool apart = sides[j].down > side.up || side.down > sides[j].up;
      if (!apart && sides_cross(side.from, side.to, sides[j].from, sides[j].to)) return true;
    }
  }
  return false;
}

bool lie_on_one_line(const std::vector<Vec3f>& corners) {
  const auto other =
      std::find_if(corners.begin(), corners.end(), [&](const Vec3f& c) { return !(c == corners[0]); });
  if (other == corners.end()) return true;
  return std::all_of(corners.begin(), corners.end(), [&](const Vec3f& corner) {
    for (int axis = 0; axis < 3; ++axis) {
      if (side_of(seen_along(axis, corners[0]), seen_along(axis, *other), seen_along(axis, corner)) != 0)
        return false;
    }
    return true;
  });
}

}  // namespace

PolygonCut PolygonCutter::cut(const std::vector<Vec3f>& corners) {
  const Vec3d normal = normal_of(corners);
  std::array<int, 3> axes = {0, 1, 2};
  std::stable_sort(axes.begin(), axes.end(),
                   [&](int a, int b) { return std::abs(normal[a]) > std::abs(normal[b]); });
  std::vector<PlanePoint> points;
  // Along an axis on which it has no area nothing can be seen; the first one is nearly always right.
  for (const int axis : axes) {
    if (is_fan(corners, axis)) return PolygonCut::fan;
    points.resize(corners.size());
    std::transform(corners.begin(), corners.end(), points.begin(),
                   [axis](const Vec3f& corner) { return seen_along(axis, corner); });
    const int turn = sign_of_area(points);
    if (turn == 0) continue;
    if (turn < 0) {
      for (PlanePoint& point : points) std::swap(point.x, point.y);
    }
    turn_for_x(points);
    if (crosses_itself(points)) return PolygonCut::crosses;
    return EarCutter(points, triangles_).cut() ? PolygonCut::ears : PolygonCut::crosses;
  }
  return lie_on_one_line(corners) ? PolygonCut::fan : PolygonCut::crosses;
}

}  // namespace collisionchip
