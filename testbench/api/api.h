// The library in five lines; `#include <collisionchip/api.h>`, link CollisionChip::api.
//
//   using namespace collisionchip::api;
//   const Shape a = Shape::load("a.stl"), b(vertices, triangles);
//   const CollideResult result = collide(a, b, pose_from_quaternion({0.4, 0, 0, 1, 0, 0, 0.1}));
//   for (const TrianglePair& pair : result.pairs) ...
//   Engine::chip("today").collide(a, b, pose).cost.total_ns;
//
// The library's headers do not include SystemC. All failures are thrown as Error.
#pragma once

#include "collisionchip/testbench/api/collide.h"
#include "collisionchip/testbench/api/config.h"
#include "collisionchip/testbench/api/error.h"
#include "collisionchip/testbench/api/estimate.h"
#include "collisionchip/testbench/api/explore.h"
#include "collisionchip/testbench/api/query.h"
#include "collisionchip/testbench/api/scene.h"
#include "collisionchip/testbench/api/scene_file.h"
#include "collisionchip/testbench/api/shape.h"
