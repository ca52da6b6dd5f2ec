// Machine parts made of rings around the z axis: gear and bolt. Both closed, normals outward.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "collisionchip/reference/procedural/procedural_surface.h"

namespace collisionchip {

namespace {

using Index = Surface::Index;

// ---- gear
// -----------------------------------------------------------------------------------------------------

constexpr double tip_radius = 1, root_radius = 0.86;

// One point of the gear's cross-section, at the radius
// inner + teeth * (radius of the teeth in this direction).
struct SectionPoint {
  double inner, teeth, z;

  double radius(double tooth_radius) const { return inner + teeth * tooth_radius; }
};

// A ring with a rim, a thinner web and a hub that sticks out; counter-clockwise when seen with r to the right
// and z up.
const std::vector<SectionPoint>& full_section() {
  static const std::vector<SectionPoint> section = {
      {0.15, 0, -0.24}, {0.30, 0, -0.24}, {0.32, 0, -0.06}, {0.66, 0, -0.06},
      {0.70, 0, -0.16}, {0, 1, -0.16},    {0, 1, 0.16},     {0.70, 0, 0.16},
      {0.66, 0, 0.06},  {0.32, 0, 0.06},  {0.30, 0, 0.24},  {0.15, 0, 0.24},
  };
  return section;
}

const std::vector<SectionPoint>& plain_section() {
  static const std::vector<SectionPoint> section = {
      {0.15, 0, -0.16}, {0, 1, -0.16}, {0, 1, 0.16}, {0.15, 0, 0.16}};
  return section;
}

// Cuts the longest side in half until there are `count` points.
std::vector<SectionPoint> refined_section(std::vector<SectionPoint> section, Index count) {
  struct Side {
    double length;
    Index parts;
  };
  std::vector<Side> sides;
  for (std::size_t i = 0; i < section.size(); ++i) {
    const SectionPoint &a = section[i], &b = section[(i + 1) % section.size()];
    sides.push_back({length({b.radius(tip_radius) - a.radius(tip_radius), b.z - a.z, 0}), 1});
  }
  for (std::size_t points = section.size(); points < count; ++points) {
    auto longest = std::max_element(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
      return a.length * b.parts < b.length * a.parts;
    });
    ++longest->parts;
  }
  std::vector<SectionPoint> result;
  for (std::size_t i = 0; i < section.size(); ++i) {
    const SectionPoint &a = section[i], &b = section[(i + 1) % section.size()];
    for (Index part = 0; part < sides[i].parts; ++part) {
      const double t = static_cast<double>(part) / sides[i].parts;
      result.push_back(
          {a.inner + t * (b.inner - a.inner), a.teeth + t * (b.teeth - a.teeth), a.z + t * (b.z - a.z)});
    }
  }
  return result;
}

struct PolarPoint {
  double turns, radius;
};

// One tooth by its corners: root, flank up, tip, flank down. Further points go to the flanks, which are
// convex, and to the two arcs in turn.
std::vector<PolarPoint> tooth_profile(Index points) {
  constexpr double corner[5] = {0, 0.36, 0.54, 0.82, 1};  // as parts of the pitch
  const Index parts[4] = {1 + (points - 4 + 0) / 4, 1 + (points - 4 + 3) / 4, 1 + (points - 4 + 1) / 4,
                          1 + (points - 4 + 2) / 4};
  std::vector<PolarPoint> profile;
  for (int piece = 0; piece < 4; ++piece) {
    for (Index i = 0; i < parts[piece]; ++i) {
      const double t = static_cast<double>(i) / parts[piece];
      const double rise = piece == 0 ? 0 : piece == 1 ? t : piece == 2 ? 1 : 1 - t;
      const double width = corner[piece + 1] - corner[piece];
      const double bend = 0.25 * t * (1 - t);  // fills the flank towards the air on either side
      const double along = piece == 1 ? t - bend : piece == 3 ? t + bend : t;
      profile.push_back({corner[piece] + width * along, root_radius + rise * (tip_radius - root_radius)});
    }
  }
  return profile;
}

}  // namespace

Surface make_gear(std::uint32_t triangles) {
  constexpr Index most_teeth = 18;
  const bool full = triangles >= 2 * 4 * 12 * most_teeth;
  const std::vector<SectionPoint>& coarse = full ? full_section() : plain_section();
  const auto coarse_points = static_cast<Index>(coarse.size());
  const Index teeth = std::min(most_teeth, triangles / (2 * 4 * coarse_points));
  // About as long as the quads are wide: the section is 3.4 around, a tooth 0.35 wide.
  const Index points =
      std::max<Index>(4, static_cast<Index>(std::sqrt(0.5 * triangles / most_teeth * (0.35 / 3.4) * 1.5)));
  const Index per_ring = teeth * std::min(points, triangles / (2 * coarse_points * teeth));
  const std::vector<PolarPoint> tooth = tooth_profile(per_ring / teeth);
  const std::vector<SectionPoint> section = refined_section(coarse, triangles / (2 * per_ring));
  Surface surface;
  for (const SectionPoint& point : section) {
    for (Index i = 0; i < per_ring; ++i) {
      const PolarPoint& polar = tooth[i % tooth.size()];
      const auto whole_teeth = i / tooth.size();
      const double turns = (static_cast<double>(whole_teeth) + polar.turns) / teeth;
      const double radius = point.radius(polar.radius);
      surface.add_vertex({radius * cos_turns(turns), radius * sin_turns(turns), point.z});
    }
  }
  const auto rings = static_cast<Index>(section.size());
  for (Index i = 0; i < rings; ++i)
    surface.add_band(i * per_ring, (i + 1 == rings ? 0 : i + 1) * per_ring, per_ring);
  return surface;
}

// ---- bolt
// -----------------------------------------------------------------------------------------------------

namespace {

constexpr double shank_radius = 0.13, thread_depth = 0.02, thread_start = 0.45, shank_end = 1.35;
constexpr double head_top = -0.18, across_flats = 0.2;  // half the width; z grows from the head to the tip
constexpr double pitch = 0.06;

// The distance from the axis to a hexagon's side in this direction.
double hexagon_radius(double turns) {
  const double sixth = 6 * turns - std::floor(6 * turns);
  return across_flats / cos_turns((sixth - 0.5) / 6);
}

// A triangular thread that runs out at its start.
double thread_radius(double z, double turns) {
  const double phase = (z - thread_start) / pitch - turns;
  const double saw = phase - std::floor(phase);
  const double depth = saw < 0.5 ? 2 * saw : 2 - 2 * saw;
  return shank_radius - thread_depth * depth * std::min(1., (z - thread_start) / pitch);
}

template <typename Radius>
void add_ring(Surface& surface, Index sides, double z, Radius radius) {
  for (Index i = 0; i < sides; ++i) {
    const double turns = static_cast<double>(i) / sides;
    surface.add_vertex({radius(turns) * cos_turns(turns), radius(turns) * sin_turns(turns), z});
  }
}

}  // namespace

Surface make_bolt(std::uint32_t triangles) {
  // A multiple of 6, so that the corners of the head are points of each ring.
  const Index sides = 6 * std::max<Index>(1, static_cast<Index>(std::sqrt(0.5 * triangles * 0.35) / 6));
  const Index rings = triangles / (2 * sides);  // the two caps count as one band
  constexpr Index fixed_rings = 7;              // all but the threaded ones
  const Index threaded = rings - fixed_rings;
  Surface surface;
  add_ring(surface, sides, head_top, [](double) { return 0.9 * across_flats; });
  add_ring(surface, sides, head_top + 0.02, hexagon_radius);
  add_ring(surface, sides, -0.01, hexagon_radius);
  add_ring(surface, sides, 0, [](double) { return 0.95 * across_flats; });
  add_ring(surface, sides, 0, [](double) { return shank_radius; });
  add_ring(surface, sides, thread_start, [](double) { return shank_radius; });
  for (Index i = 1; i <= threaded; ++i) {
    const double z = thread_start + (shank_end - thread_start) * i / threaded;
    add_ring(surface, sides, z, [z](double turns) { return thread_radius(z, turns); });
  }
  add_ring(surface, sides, shank_end + 0.03, [](double) { return 0.7 * shank_radius; });
  for (Index i = 0; i + 1 < rings; ++i) surface.add_band(i * sides, (i + 1) * sides, sides);
  surface.add_cap({0, 0, head_top}, 0, sides, true);
  surface.add_cap({0, 0, shank_end + 0.03}, (rings - 1) * sides, sides, false);
  return surface;
}

}  // namespace collisionchip
