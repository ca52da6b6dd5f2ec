// The workshop of the procedural objects: grids of quads, arithmetic that gives the same bits everywhere, and
// the step that brings a tessellation to an exact number of triangles. Private to the procedural_*.cpp files.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "collisionchip/reference/mesh/mesh.h"

namespace collisionchip {

// Cosine and sine of a whole turn times `turns`. The library's own functions differ in the last bit between
// machines, which would show in the float32 vertices; these are additions and multiplications only.
double cos_turns(double turns);
double sin_turns(double turns);

double length(const Vec3d& v);
Vec3d normalised(const Vec3d& v);

class Surface {
 public:
  using Index = std::uint32_t;

  Index add_vertex(const Vec3d& v) {
    vertices_.push_back(v);
    return static_cast<Index>(vertices_.size() - 1);
  }
  void add_triangle(Index a, Index b, Index c) { triangles_.push_back({a, b, c}); }
  // Cut along a-c.
  void add_quad(Index a, Index b, Index c, Index d) { quads_.push_back({a, b, c, d}); }
  // Joins two rings of `count` consecutive vertices, each closed.
  void add_band(Index first_ring, Index second_ring, Index count);
  // A fan over a closed ring around a new vertex.
  void add_cap(const Vec3d& centre, Index ring, Index count, bool reversed);

  std::uint64_t triangle_count() const { return 2 * quads_.size() + triangles_.size(); }

  // Exactly `count` triangles, centred, with the largest extent 1. What the tessellation lacks comes from
  // cutting faces at their centre, spread evenly: that adds two triangles without touching an edge, so a
  // closed surface stays closed. If an odd number is missing, the first triangle is cut at an edge's middle,
  // and that edge is the one place where a closed surface is not matched edge by edge (no closed one has an
  // odd number of triangles). Triangles beyond `count` are left out.
  Mesh finish(std::uint32_t count);

 private:
  void split_quads(std::uint64_t splits, Mesh& mesh);
  void split_triangles(std::uint64_t splits, Mesh& mesh);
  void split_first_edge(Mesh& mesh);
  void round_vertices(Mesh& mesh) const;

  std::vector<Vec3d> vertices_;
  std::vector<std::array<Index, 4>> quads_;
  std::vector<std::array<Index, 3>> triangles_;
};

// The makers; `triangles` is at least the kind's own minimum.
Surface make_box(std::uint32_t triangles);
Surface make_sphere(std::uint32_t triangles);
Surface make_torus_knot(std::uint32_t triangles);
Surface make_coil_spring(std::uint32_t triangles);
Surface make_gear(std::uint32_t triangles);
Surface make_bolt(std::uint32_t triangles);
Surface make_comb(std::uint32_t triangles);
Surface make_finned_casting(std::uint32_t triangles, std::uint64_t seed);

}  // namespace collisionchip
