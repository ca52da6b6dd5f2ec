// Two combs whose tines alternate, a gap apart: nearly all of their boxes overlap, no triangles do. Without a tree that
// is the worst case (the case study's two forklifts, docs/opencl.md): no hit ends the search early.
#include <algorithm>
#include <array>

#include "collisionchip/reference/procedural/comb.h"
#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/reference/procedural/procedural_surface.h"
#include "collisionchip/reference/text/text_scanner.h"

namespace collisionchip {

namespace {

using Index = Surface::Index;

constexpr double tine_width = 1, tine_gap = 0.1, tine_length = 20, back_height = 1;
constexpr double tine_pitch = 2 * (tine_width + tine_gap);
constexpr double comb_height = back_height + tine_length;
constexpr std::uint32_t box_triangles = 12, fewest_with_back = 2 * box_triangles;

std::uint32_t tines_of(std::uint32_t triangles) {
  return std::max(1u, triangles / box_triangles - 1);
}

// What Surface::finish() divides by. The back reaches beneath all tines of the other comb.
double largest_extent(std::uint32_t triangles) {
  const double long_side = triangles < fewest_with_back ? tine_width : tine_pitch * tines_of(triangles);
  return std::max(long_side, comb_height);
}

void add_box(Surface& surface, const Vec3d& low, const Vec3d& high) {
  std::array<Index, 8> corners;
  for (Index i = 0; i < 8; ++i)
    corners[i] = surface.add_vertex(
        {(i & 1) != 0 ? high.x : low.x, (i & 2) != 0 ? high.y : low.y, (i & 4) != 0 ? high.z : low.z});
  constexpr Index sides[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                 {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  for (const auto& side : sides)
    surface.add_quad(corners[side[0]], corners[side[1]], corners[side[2]], corners[side[3]]);
}

}  // namespace

Surface make_comb(std::uint32_t triangles) {
  Surface surface;
  const std::uint32_t tines = tines_of(triangles);
  const bool with_back = triangles >= fewest_with_back;
  // A tine begins inside the back, not on its surface.
  const double foot = with_back ? back_height / 2 : 0;
  if (with_back) add_box(surface, {0, 0, 0}, {tines * tine_pitch, tine_width, back_height});
  for (std::uint32_t i = 0; i < tines; ++i)
    add_box(surface, {i * tine_pitch, 0, foot}, {i * tine_pitch + tine_width, tine_width, comb_height});
  return surface;
}

Pose interlaced_comb_pose(std::uint32_t triangles) {
  const double scale = 1 / largest_extent(triangles);
  Pose pose;
  pose.r = {{{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}};
  pose.t = {static_cast<float>(scale * tine_pitch / 2), 0,
            static_cast<float>(scale * (back_height + tine_gap))};
  return pose;
}

Mesh make_colliding_comb(std::uint32_t triangles) {
  if (triangles < fewest_with_back)
    fail_at("mesh comb", std::to_string(fewest_with_back) + " triangles or more with --collide",
            std::to_string(triangles));
  Mesh mesh = make_procedural_mesh("comb", triangles);
  const double scale = 1 / largest_extent(triangles);
  // From the end of the first tine into the other back, thinner than any triangle there.
  const double long_side = tine_pitch * tines_of(triangles);
  const double x = tine_width / 2 - long_side / 2, end = comb_height / 2;
  const Vec3d corners[3] = {
      {x - tine_gap / 5, 0, end}, {x + tine_gap / 5, 0, end}, {x, 0, end + 3 * tine_gap / 2}};
  auto& burr = mesh.triangles.front();
  for (std::size_t i = 0; i < 3; ++i) {
    burr[i] = static_cast<std::uint32_t>(mesh.vertices.size());
    const Vec3d placed = scale * corners[i];
    mesh.vertices.push_back(
        {static_cast<float>(placed.x), static_cast<float>(placed.y), static_cast<float>(placed.z)});
  }
  return mesh;
}

}  // namespace collisionchip
