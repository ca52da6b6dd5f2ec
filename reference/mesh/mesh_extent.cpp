#include "collisionchip/reference/mesh/mesh_extent.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace collisionchip {

void MeshExtent::add(const Vec3f& corner) {
  for (int axis = 0; axis < 3; ++axis) {
    low[axis] = std::min(low[axis], corner[axis]);
    high[axis] = std::max(high[axis], corner[axis]);
  }
}

double MeshExtent::largest() const {
  const Vec3d sides = size();
  return std::max({sides.x, sides.y, sides.z});
}

double MeshExtent::smallest() const {
  double result = largest();
  const Vec3d sides = size();
  for (const double side : {sides.x, sides.y, sides.z}) {
    if (side > 0) result = std::min(result, side);
  }
  return result;
}

MeshExtent extent_of(const Mesh& mesh) {
  MeshExtent extent;
  extent.low = extent.high = mesh.vertices[mesh.triangles.front()[0]];
  for (const auto& triangle : mesh.triangles) {
    for (const std::uint32_t vertex : triangle) extent.add(mesh.vertices[vertex]);
  }
  return extent;
}

double median_edge(const Mesh& mesh) {
  std::vector<double> lengths;
  lengths.reserve(3 * mesh.triangles.size());
  for (const auto& triangle : mesh.triangles) {
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec3d edge =
          to_double(mesh.vertices[triangle[i]]) - to_double(mesh.vertices[triangle[(i + 1) % 3]]);
      const double length = std::sqrt(dot(edge, edge));
      if (length > 0) lengths.push_back(length);
    }
  }
  if (lengths.empty()) return 0;
  const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
  std::nth_element(lengths.begin(), middle, lengths.end());
  return *middle;
}

Vec3d common_offset(const MeshExtent& a, const MeshExtent& b) {
  const MeshExtent& smaller = b.largest() < a.largest() ? b : a;
  const Vec3d centre = smaller.centre();
  const double reach = std::max({std::abs(centre.x), std::abs(centre.y), std::abs(centre.z)});
  // A point has no size: the grid is then that of float32 at its place.
  const double size = std::max(smaller.largest(), reach * 0x1p-23);
  if (size == 0) return {};
  const double grid = std::exp2(std::ceil(std::log2(size)));
  const auto on_grid = [grid](double value) { return std::round(value / grid) * grid; };
  return {on_grid(centre.x), on_grid(centre.y), on_grid(centre.z)};
}

}  // namespace collisionchip
