#include "collisionchip/reference/procedural/procedural_mesh.h"

#include <algorithm>

#include "collisionchip/reference/procedural/procedural_surface.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/spelling.h"
#include "collisionchip/reference/text/text_scanner.h"

namespace collisionchip {

namespace {

struct Maker {
  ProceduralKind kind;
  std::uint32_t fewest;  // triangles below which the shape cannot be told
  Surface (*make)(std::uint32_t triangles, std::uint64_t seed);
};

// Kinds without a random part do not look at the seed.
template <Surface (*make)(std::uint32_t)>
Surface seedless(std::uint32_t triangles, std::uint64_t) {
  return make(triangles);
}

const std::vector<Maker>& makers() {
  static const std::vector<Maker> table = {
      {{"torus-knot", "closed tube along a (2,3) torus knot, genus 1"}, 72, &seedless<make_torus_knot>},
      {{"gear", "closed spur gear of 18 teeth with web, hub and bore"}, 192, &seedless<make_gear>},
      {{"coil-spring", "closed helical spring with tighter ends"}, 84, &seedless<make_coil_spring>},
      {{"finned-casting", "polygon soup: open, interpenetrating walls, fins and bosses; --seed varies it",
        true},
       1,
       &make_finned_casting},
      {{"sphere", "closed sphere from a cube"}, 12, &seedless<make_sphere>},
      {{"bolt", "closed hexagon bolt with a threaded shank"}, 108, &seedless<make_bolt>},
      {{"box", "closed box, 3 : 2 : 1"}, 12, &seedless<make_box>},
      {{"comb",
        "closed boxes: tines on a back, between which those of another comb fit; the pose is printed"},
       12,
       &seedless<make_comb>},
  };
  return table;
}

// Stands in for a closed kind when there are too few triangles
// for it: a tetrahedron, from 6 on a double pyramid.
Surface make_stand_in(std::uint32_t triangles) {
  Surface surface;
  const bool flat_base = triangles < 6;
  const Surface::Index sides = flat_base ? 3 : triangles / 2;
  const Surface::Index ring = 0;
  for (Surface::Index i = 0; i < sides; ++i) {
    const double turns = static_cast<double>(i) / sides;
    surface.add_vertex({cos_turns(turns), sin_turns(turns), 0});
  }
  surface.add_cap({0, 0, 1}, ring, sides, false);
  if (flat_base) {
    surface.add_triangle(ring, ring + 2, ring + 1);
  } else {
    surface.add_cap({0, 0, -1}, ring, sides, true);
  }
  return surface;
}

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const Maker& maker : makers()) names.push_back(maker.kind.name);
  return names;
}

}  // namespace

const std::vector<ProceduralKind>& procedural_kinds() {
  static const std::vector<ProceduralKind> kinds = [] {
    std::vector<ProceduralKind> result;
    for (const Maker& maker : makers()) result.push_back(maker.kind);
    return result;
  }();
  return kinds;
}

Mesh make_procedural_mesh(const std::string& kind, std::uint32_t triangles, std::uint64_t seed) {
  // Vertices are numbered in 32 bits before the triangles are counted out.
  constexpr std::uint32_t most = 1u << 30;
  const auto maker =
      std::find_if(makers().begin(), makers().end(), [&kind](const Maker& m) { return m.kind.name == kind; });
  if (maker == makers().end()) throw no_choice("mesh kind", kind_names(), kind);
  if (triangles < 1 || triangles > most) {
    fail_at("mesh " + kind, "1 to " + std::to_string(most) + " triangles", std::to_string(triangles));
  }
  Surface surface = triangles < maker->fewest ? make_stand_in(triangles) : maker->make(triangles, seed);
  Mesh mesh = surface.finish(triangles);
  mesh.name = kind;
  return mesh;
}

}  // namespace collisionchip
