// Rotations, meshes and formats for the tests of oriented boxes.
#pragma once

#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "collisionchip/reference/formats/obb_branch_format.h"
#include "collisionchip/reference/formats/tree_format.h"
#include "collisionchip/reference/geometry/matrix3.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip::testing_support {

// In double. Every kind of angle: any, almost a half turn (w near 0), small ones, and none.
inline Matrix3 random_rotation(Random& random, int kind) {
  double x = random.uniform(-1, 1), y = random.uniform(-1, 1), z = random.uniform(-1, 1);
  double w = random.uniform(-1, 1);
  if (kind % 4 == 1) w *= std::ldexp(1.0, -random.below(40));
  if (kind % 4 == 2) {
    for (double* part : {&x, &y, &z}) *part *= std::ldexp(1.0, -random.below(40));
  }
  if (kind % 64 == 3) x = y = z = 0;
  const double n = std::sqrt(x * x + y * y + z * z + w * w);
  x /= n, y /= n, z /= n, w /= n;
  return {Vec3d{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
          Vec3d{2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
          Vec3d{2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
}

// Few triangles, without area, on a line, in a plane, all the same, far from the origin, tiny and large.
inline std::vector<Mesh> odd_meshes() {
  Random random(71);
  const Corners any = random_triangle(random, 1, 1), other = random_triangle(random, 1, 1);
  const Corners point = {any[0], any[0], any[0]}, line = {Vec3f{0, 0, 0}, Vec3f{1, 2, 3}, Vec3f{-2, -4, -6}};
  const Corners flat = {Vec3f{0, 0, 1}, Vec3f{1, 0, 1}, Vec3f{0, 1, 1}};
  std::vector<std::vector<Corners>> all = {{any},
                                           {point},
                                           {line},
                                           {flat},
                                           {any, other},
                                           {any, any},
                                           {point, point},
                                           {line, any},
                                           {any, other, flat},
                                           {point, line, flat},
                                           {any, any, any},
                                           {line, line, line, line, line},
                                           {flat, flat, flat, flat, flat, flat, flat}};
  std::vector<Corners> chain, moved, tiny, large;
  for (int i = 0; i < 12; ++i) {
    const auto at = static_cast<float>(i);
    chain.push_back({Vec3f{at, 0, 0}, Vec3f{at + 1, 0, 0}, Vec3f{at + 0.5f, 0, 0}});
    Corners c = random_triangle(random, 1, 0.5);
    tiny.push_back(c);
    large.push_back(c);
    for (Vec3f& p : c) p = p + Vec3f{1000, -2000, 3000};
    moved.push_back(c);
    for (Vec3f& p : tiny.back()) p = 1e-38f * p;
    for (Vec3f& p : large.back()) p = 1e30f * p;
  }
  all.insert(all.end(), {chain, moved, tiny, large});
  std::vector<Mesh> meshes;
  for (const auto& triangles : all) meshes.push_back(mesh_of(triangles));
  return meshes;
}

struct ObbVariant {
  const TreeFormat* format;
  TreeOptions options;
  std::string name;
};

// Every encoding in both frames, obb40 with all three places of the sign; those that are decoded on demand, with few
// pairs kept and with all.
inline std::vector<ObbVariant> obb_variants() {
  std::vector<ObbVariant> variants;
  for (const TreeFormat* format : tree_formats()) {
    if (format->volume() != "obb") continue;
    for (const ObbFrame frame : {ObbFrame::object, ObbFrame::parent}) {
      for (int sign = 0; sign < (format->name() == "obb40" ? 3 : 1); ++sign) {
        TreeOptions options;
        options.obb = {frame, static_cast<QuaternionSign>(sign)};
        variants.push_back(
            {format, options,
             format->name() + (frame == ObbFrame::parent ? " parent " : " object ") + std::to_string(sign)});
      }
    }
  }
  static const std::array<std::unique_ptr<TreeFormat>, 3> on_demand = {make_obb_branch_format("obb64", 0),
                                                                       make_obb_branch_format("obb44", 2),
                                                                       make_obb_branch_format("obb40", 1000)};
  for (const auto& format : on_demand) variants.push_back({format.get(), {}, format->name()});
  return variants;
}

}  // namespace collisionchip::testing_support
