// Cuts ears off a polygon of the plane that turns to the left. Private to the cutting of polygons.
//
// Every triangle that is cut off turns to the left or has no area, and triangles and remainder sum to the polygon. So where
// nothing of the plane is inside the polygon twice, the triangles cover it once and do not overlap, whichever ears are cut.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "collisionchip/reference/mesh/plane_point.h"

namespace collisionchip {

class EarCutter {
 public:
  // `triangles` takes numbers of points; it is emptied first.
  EarCutter(const std::vector<PlanePoint>& points, std::vector<std::array<std::size_t, 3>>& triangles);

  // False if there comes a remainder without an ear: then the polygon is not one.
  bool cut();

 private:
  enum class Kind {
    spike,     // its sides lie on each other, or one has no length
    ear,       // no side reaches into its triangle
    straight,  // on the line between its neighbours
    other
  };

  bool is_before(std::size_t a, std::size_t b) const { return points_[a].x < points_[b].x; }
  Kind kind_of(std::size_t corner) const;
  bool reaches_into(const std::array<PlanePoint, 3>& triangle, std::size_t corner) const;
  bool is_free(std::size_t ear) const;
  void set_kind(std::size_t corner, Kind kind);
  bool find(Kind kind);
  bool find_next();
  void cut_off();

  const std::vector<PlanePoint>& points_;
  std::vector<std::array<std::size_t, 3>>& triangles_;
  std::vector<std::size_t> before_, behind_;  // neighbours in what is left
  std::vector<bool> left_;                    // not yet cut off
  std::vector<std::size_t> by_x_;
  std::vector<Kind> kinds_;
  std::array<std::size_t, 4> count_{};  // of each kind
  std::size_t now_ = 0;
};

}  // namespace collisionchip
