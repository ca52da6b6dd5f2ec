#include "collisionchip/testbench/poses/tumbling_poses.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {

Mesh scaled_to_unit_cube(const Mesh& mesh) {
  if (mesh.triangles.empty()) throw InputError(mesh.name, "at least one triangle");
  Vec3d low = to_double(mesh.corners(0)[0]), high = low;
  for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t) {
    for (const Vec3f& corner : mesh.corners(t)) {
      for (int axis = 0; axis < 3; ++axis) {
        low[axis] = std::min(low[axis], double{corner[axis]});
        high[axis] = std::max(high[axis], double{corner[axis]});
      }
    }
  }
  const Vec3d size = high - low, centre = low + 0.5 * size;
  const double extent = std::max({size.x, size.y, size.z});
  if (!(extent > 0)) throw InputError(mesh.name, "an object with an extent", ", got a single point");
  const double scale = 2 / extent;
  Mesh scaled = mesh;
  for (Vec3f& vertex : scaled.vertices) {
    for (int axis = 0; axis < 3; ++axis) {
      vertex[axis] = static_cast<float>((double{vertex[axis]} - centre[axis]) * scale);
    }
  }
  return scaled;
}

std::vector<double> approach_distances(double nearest, double farthest, std::uint32_t count) {
  if (count < 2) throw std::invalid_argument("approach_distances: at least 2");
  std::vector<double> distances;
  for (std::uint32_t i = 0; i < count; ++i) {
    distances.push_back(farthest - (farthest - nearest) * i / (count - 1));
  }
  return distances;
}

std::vector<Pose> tumbling_turn(double distance, std::uint32_t steps) {
  if (steps == 0 || steps % 2 != 0) throw std::invalid_argument("tumbling_turn: an even number of steps");
  constexpr double pi = 3.14159265358979323846;
  std::vector<Pose> poses;
  for (std::uint32_t i = 0; i < steps; ++i) {
    const double half_angle = pi * (i + 0.5) / steps;
    const double c = std::cos(half_angle), s = std::sin(half_angle);
    // The quaternion of the turn about z times that of the turn about x: x is applied first.
    poses.push_back(pose_from_quaternion({distance, 0, 0, c * c, c * s, s * s, s * c}));
  }
  return poses;
}

}  // namespace collisionchip
