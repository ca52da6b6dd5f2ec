// Objects of the group machine for its tests, from triangles and meshes.
#pragma once

#include <cstdlib>
#include <vector>

#include "collisionchip/reference/groups/sibling_group_traversal.h"
#include "collisionchip/reference/triangle/exact_triangle_intersection.h"
#include "collisionchip/testbench/tests/reference/exact_triangle_cases.h"

namespace collisionchip::testing_support {

// Cases of each kind; COLLISIONCHIP_GROUP_CASES asks for so many times as many.
inline int group_cases(int count) {
  const char* times = std::getenv("COLLISIONCHIP_GROUP_CASES");
  return times != nullptr ? count * std::atoi(times) : count;
}

constexpr TumbledSide kBothSides[] = {TumbledSide::a, TumbledSide::b};

// One of each width, number of bits and leaf size at least, and all k.
inline const std::vector<GroupLayout>& group_layouts() {
  static const std::vector<GroupLayout> layouts = {{24, 4, 6, 2}, {24, 2, 8, 1}, {26, 4, 5, 4}, {18, 2, 5, 2},
                                                   {14, 4, 8, 1}, {6, 8, 7, 2},  {24, 8, 8, 4}};
  return layouts;
}

inline GroupObject group_object(const GroupLayout& layout, const Mesh& mesh) {
  TreeOptions options;
  options.k = layout.k;
  return GroupObject::build(layout, CollisionObject::build(mesh, options));
}

inline std::vector<TrianglePair> pairs_one_by_one(const Mesh& a, const Mesh& b, const Pose& pose) {
  std::vector<TrianglePair> pairs;
  for (std::uint32_t i = 0; i < a.triangle_count(); ++i) {
    for (std::uint32_t j = 0; j < b.triangle_count(); ++j) {
      if (triangles_intersect_exactly(a.corners(i), b.corners(j), pose)) pairs.push_back({i, j});
    }
  }
  return pairs;
}

// The triangle and `more` others with the same corners, some of them without area.
inline Mesh mesh_around(Random& random, const Corners& corners, int more) {
  std::vector<Corners> triangles = {corners};
  for (; more > 0; --more) {
    Corners other;
    for (Vec3f& corner : other) corner = corners[static_cast<std::size_t>(random.below(3))];
    triangles.insert(triangles.begin() + random.below(static_cast<int>(triangles.size()) + 1), other);
  }
  return mesh_of(triangles);
}

}  // namespace collisionchip::testing_support
