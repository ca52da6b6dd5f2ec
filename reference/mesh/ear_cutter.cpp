#include "collisionchip/reference/mesh/ear_cutter.h"

#include <algorithm>
#include <numeric>

namespace collisionchip {

EarCutter::EarCutter(const std::vector<PlanePoint>& points,
                     std::vector<std::array<std::size_t, 3>>& triangles)
    : points_(points),
      triangles_(triangles),
      before_(points.size()),
      behind_(points.size()),
      left_(points.size(), true),
      by_x_(points.size()),
      kinds_(points.size(), Kind::other) {
  triangles_.clear();
  const std::size_t n = points.size();
  for (std::size_t i = 0; i < n; ++i) {
    before_[i] = (i + n - 1) % n;
    behind_[i] = (i + 1) % n;
  }
  std::iota(by_x_.begin(), by_x_.end(), std::size_t{0});
  std::stable_sort(by_x_.begin(), by_x_.end(),
                   [this](std::size_t a, std::size_t b) { return is_before(a, b); });
}

// A side from a corner on the edge of a triangle goes inside if its end is on the inner side of each line of the triangle that the
// corner lies on.
bool EarCutter::reaches_into(const std::array<PlanePoint, 3>& triangle, std::size_t corner) const {
  std::array<bool, 3> on_line{};
  for (std::size_t i = 0; i < 3; ++i) {
    const int side = side_of(triangle[i], triangle[(i + 1) % 3], points_[corner]);
    if (side < 0) return false;
    on_line[i] = side == 0;
  }
  const auto goes_inside = [&](std::size_t end) {
    for (std::size_t i = 0; i < 3; ++i) {
      if (on_line[i] && side_of(triangle[i], triangle[(i + 1) % 3], points_[end]) <= 0) return false;
    }
    return true;
  };
  return goes_inside(before_[corner]) || goes_inside(behind_[corner]);
}

bool EarCutter::is_free(std::size_t ear) const {
  const std::array<PlanePoint, 3> triangle = {points_[before_[ear]], points_[ear], points_[behind_[ear]]};
  const auto [low_x, high_x] = std::minmax({triangle[0].x, triangle[1].x, triangle[2].x});
  const auto [low_y, high_y] = std::minmax({triangle[0].y, triangle[1].y, triangle[2].y});
  auto other = std::lower_bound(by_x_.begin(), by_x_.end(), low_x,
                                [this](std::size_t point, float x) { return points_[point].x < x; });
  for (; other != by_x_.end() && points_[*other].x <= high_x; ++other) {
    const float y = points_[*other].y;
    if (*other == ear || !left_[*other] || y < low_y || y > high_y) continue;
    if (reaches_into(triangle, *other)) return false;
  }
  return true;
}

EarCutter::Kind EarCutter::kind_of(std::size_t corner) const {
  const PlanePoint &from = points_[before_[corner]], &at = points_[corner], &to = points_[behind_[corner]];
  const int side = side_of(from, at, to);
  if (side < 0) return Kind::other;
  if (side > 0) return is_free(corner) ? Kind::ear : Kind::other;
  const auto is_between = [](float a, float b, float c) { return (a < b && b < c) || (c < b && b < a); };
  return is_between(from.x, at.x, to.x) || is_between(from.y, at.y, to.y) ? Kind::straight : Kind::spike;
}

void EarCutter::set_kind(std::size_t corner, Kind kind) {
  --count_[static_cast<std::size_t>(kinds_[corner])];
  ++count_[static_cast<std::size_t>(kind)];
  kinds_[corner] = kind;
}

// From where the last one was cut off.
bool EarCutter::find(Kind kind) {
  if (count_[static_cast<std::size_t>(kind)] == 0) return false;
  while (kinds_[now_] != kind) now_ = behind_[now_];
  return true;
}

// Spikes go first, because a corner next to a spike is often no ear while the spike is there. Straight corners go last,
// because they give triangles without area.
bool EarCutter::find_next() {
  if (find(Kind::spike) || find(Kind::ear)) return true;
  // What was in an ear's way may have been cut off.
  std::size_t corner = now_;
  do {
    set_kind(corner, kind_of(corner));
    corner = behind_[corner];
  } while (corner != now_);
  return find(Kind::spike) || find(Kind::ear) || find(Kind::straight);
}

void EarCutter::cut_off() {
  const std::size_t from = before_[now_], to = behind_[now_];
  triangles_.push_back({from, now_, to});
  left_[now_] = false;
  --count_[static_cast<std::size_t>(kinds_[now_])];
  behind_[from] = to;
  before_[to] = from;
  set_kind(from, kind_of(from));
  set_kind(to, kind_of(to));
  now_ = to;
}

bool EarCutter::cut() {
  count_[static_cast<std::size_t>(Kind::other)] = points_.size();
  for (std::size_t i = 0; i < points_.size(); ++i) set_kind(i, kind_of(i));
  for (std::size_t left = points_.size(); left > 3; --left) {
    if (!find_next()) return false;
    cut_off();
  }
  if (side_of(points_[before_[now_]], points_[now_], points_[behind_[now_]]) < 0) return false;
  triangles_.push_back({before_[now_], now_, behind_[now_]});
  return true;
}

}  // namespace collisionchip
