// What every fuzz target of a mesh format demands: a mesh that keeps the promises of mesh.h, or a complaint
// of one line.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "collisionchip/reference/mesh/mesh_file.h"
#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {

inline void fuzz_check(bool holds) {
  if (!holds) __builtin_trap();
}

inline void fuzz_check_message(const InputError& error) {
  for (const char* c = error.what(); *c != '\0'; ++c) fuzz_check(*c >= 0x20 && *c < 0x7f);
  fuzz_check(std::strstr(error.what(), ": expected ") != nullptr &&
             std::strstr(error.what(), ", got ") != nullptr);
}

inline void fuzz_mesh(MeshFormat format, const std::uint8_t* data, std::size_t size) {
  try {
    const Mesh mesh = parse_mesh(format, reinterpret_cast<const char*>(data), size, "input");
    fuzz_check(!mesh.triangles.empty());
    for (const Vec3f& v : mesh.vertices) {
      fuzz_check(std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z));
    }
    for (const auto& triangle : mesh.triangles) {
      for (const std::uint32_t vertex : triangle) fuzz_check(vertex < mesh.vertices.size());
    }
  } catch (const InputError& error) {
    fuzz_check_message(error);
  }
}

}  // namespace collisionchip
