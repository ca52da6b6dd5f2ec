#include "collisionchip/testbench/cli/size_note.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "collisionchip/testbench/sources/mesh_source.h"

namespace collisionchip {

namespace {

constexpr double kUnlike = 100;  // times as large
constexpr double kFar = 10;      // times the larger extent

// Along the axis of A's frame where it is widest; 0 if the boxes overlap. B's box is turned, and the box around that counts.
double gap(const MeshExtent& a, const MeshExtent& b, const Pose& pose) {
  const Vec3d centre_a = a.centre(), centre_b = b.centre(), half_a = 0.5 * a.size(), half_b = 0.5 * b.size();
  double widest = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const auto& row = pose.r[static_cast<std::size_t>(axis)];
    const double centre = dot({row[0], row[1], row[2]}, centre_b) + pose.t[axis];
    const double half = dot({std::abs(row[0]), std::abs(row[1]), std::abs(row[2])}, half_b);
    widest = std::max(widest, std::abs(centre - centre_a[axis]) - half - half_a[axis]);
  }
  return widest;
}

std::string text_of(const MeshExtent& extent) {
  const Vec3d size = extent.size();
  return fmt::format("{:.3g} x {:.3g} x {:.3g}", size.x, size.y, size.z);
}

}  // namespace

MeshExtent extent_of(const CollisionObject& object) {
  MeshExtent extent;
  extent.low = extent.high = object.triangles.front().corners[0];
  for (const TriangleRecord& triangle : object.triangles) {
    for (const Vec3f& corner : triangle.corners) extent.add(corner);
  }
  return extent;
}

void note_sizes(const MeshExtent& a, const MeshExtent& b, const std::vector<Pose>& poses, bool found) {
  if (poses.empty()) return;
  const double larger = std::max(a.largest(), b.largest()), smaller = std::min(a.largest(), b.largest());
  double nearest = gap(a, b, poses.front());
  for (const Pose& pose : poses) nearest = std::min(nearest, gap(a, b, pose));
  if (larger <= kUnlike * smaller && nearest <= kFar * larger) return;
  const std::string apart =
      nearest > 0 ? fmt::format(", and their boxes are {:.3g} apart", nearest) : std::string();
  print_note(fmt::format("{}A is {} large, B {}{}; if their units differ: --scale-a, --scale-b",
                         found ? "" : "no pair: ", text_of(a), text_of(b), apart));
}

}  // namespace collisionchip
