#include "collisionchip/reference/procedural/procedural_surface.h"

#include <algorithm>
#include <cmath>

namespace collisionchip {

namespace {

constexpr double two_pi = 6.283185307179586476925;

// Taylor series for |x| <= pi/4; the next term is below 2^-56.
double cos_small(double x) {
  const double s = x * x;
  return 1 +
         s * (-1. / 2 +
              s * (1. / 24 + s * (-1. / 720 +
                                  s * (1. / 40320 + s * (-1. / 3628800 +
                                                         s * (1. / 479001600 + s * (-1. / 87178291200.)))))));
}

double sin_small(double x) {
  const double s = x * x;
  return x * (1 + s * (-1. / 6 +
                       s * (1. / 120 +
                            s * (-1. / 5040 + s * (1. / 362880 + s * (-1. / 39916800 +
                                                                      s * (1. / 6227020800. +
                                                                           s * (-1. / 1307674368000.))))))));
}

}  // namespace

// Counting in turns makes the reduction to the first eighth exact.
double cos_turns(double turns) {
  const double fraction = turns - std::floor(turns);
  const int quadrant = static_cast<int>(std::floor(4 * fraction + 0.5));
  const double rest = two_pi * (fraction - 0.25 * quadrant);
  switch (quadrant & 3) {
    case 0:
      return cos_small(rest);
    case 1:
      return -sin_small(rest);
    case 2:
      return -cos_small(rest);
    default:
      return sin_small(rest);
  }
}

double sin_turns(double turns) {
  return cos_turns(turns - 0.25);
}

double length(const Vec3d& v) {
  return std::sqrt(dot(v, v));
}
Vec3d normalised(const Vec3d& v) {
  return (1 / length(v)) * v;
}

void Surface::add_band(Index first_ring, Index second_ring, Index count) {
  for (Index i = 0; i < count; ++i) {
    const Index next = i + 1 == count ? 0 : i + 1;
    add_quad(first_ring + i, first_ring + next, second_ring + next, second_ring + i);
  }
}

void Surface::add_cap(const Vec3d& centre, Index ring, Index count, bool reversed) {
  const Index hub = add_vertex(centre);
  for (Index i = 0; i < count; ++i) {
    const Index next = i + 1 == count ? 0 : i + 1;
    if (reversed) {
      add_triangle(hub, ring + next, ring + i);
    } else {
      add_triangle(hub, ring + i, ring + next);
    }
  }
}

Mesh Surface::finish(std::uint32_t count) {
  Mesh mesh;
  mesh.triangles.reserve(std::max<std::uint64_t>(count, triangle_count()));
  std::uint64_t missing = count > triangle_count() ? count - triangle_count() : 0;
  const std::uint64_t quad_splits = std::min<std::uint64_t>(missing / 2, quads_.size());
  split_quads(quad_splits, mesh);
  mesh.triangles.insert(mesh.triangles.end(), triangles_.begin(), triangles_.end());
  missing -= 2 * quad_splits;
  while (missing >= 2) {
    const std::uint64_t splits = std::min<std::uint64_t>(missing / 2, mesh.triangles.size());
    split_triangles(splits, mesh);
    missing -= 2 * splits;
  }
  if (missing == 1) split_first_edge(mesh);
  mesh.triangles.resize(count);
  round_vertices(mesh);
  return mesh;
}

// Emits all quads; `splits` of them, spread evenly, as four triangles around the mean of their corners.
void Surface::split_quads(std::uint64_t splits, Mesh& mesh) {
  std::uint64_t error = 0;
  for (const auto& [a, b, c, d] : quads_) {
    error += splits;
    if (error >= quads_.size()) {
      error -= quads_.size();
      const Index centre = add_vertex(0.25 * ((vertices_[a] + vertices_[b]) + (vertices_[c] + vertices_[d])));
      mesh.triangles.push_back({a, b, centre});
      mesh.triangles.push_back({b, c, centre});
      mesh.triangles.push_back({c, d, centre});
      mesh.triangles.push_back({d, a, centre});
    } else {
      mesh.triangles.push_back({a, b, c});
      mesh.triangles.push_back({a, c, d});
    }
  }
}

void Surface::split_triangles(std::uint64_t splits, Mesh& mesh) {
  const std::uint64_t before = mesh.triangles.size();
  std::uint64_t error = 0;
  for (std::uint64_t i = 0; i < before; ++i) {
    error += splits;
    if (error < before) continue;
    error -= before;
    const auto [a, b, c] = mesh.triangles[i];
    const Index centre = add_vertex((1. / 3) * (vertices_[a] + vertices_[b] + vertices_[c]));
    mesh.triangles[i] = {a, b, centre};
    mesh.triangles.push_back({b, c, centre});
    mesh.triangles.push_back({c, a, centre});
  }
}

void Surface::split_first_edge(Mesh& mesh) {
  const auto [a, b, c] = mesh.triangles.front();
  const Index middle = add_vertex(0.5 * (vertices_[a] + vertices_[b]));
  mesh.triangles.front() = {a, middle, c};
  mesh.triangles.push_back({middle, b, c});
}

// The box is that of the vertices in use: triangles may have been left out.
void Surface::round_vertices(Mesh& mesh) const {
  Vec3d low = vertices_[mesh.triangles.front()[0]];
  Vec3d high = low;
  for (const auto& triangle : mesh.triangles) {
    for (const Index vertex : triangle) {
      for (int axis = 0; axis < 3; ++axis) {
        low[axis] = std::min(low[axis], vertices_[vertex][axis]);
        high[axis] = std::max(high[axis], vertices_[vertex][axis]);
      }
    }
  }
  const Vec3d extent = high - low;
  const double scale = 1 / std::max({extent.x, extent.y, extent.z});
  const Vec3d centre = 0.5 * (low + high);
  mesh.vertices.reserve(vertices_.size());
  for (const Vec3d& v : vertices_) {
    const Vec3d placed = scale * (v - centre);
    mesh.vertices.push_back(
        {static_cast<float>(placed.x), static_cast<float>(placed.y), static_cast<float>(placed.z)});
  }
}

}  // namespace collisionchip
