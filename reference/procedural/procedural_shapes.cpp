// Plain shapes: box, sphere, torus knot, coil spring. All closed, normals outward.
#include <algorithm>
#include <cmath>

#include "collisionchip/reference/procedural/procedural_surface.h"

namespace collisionchip {

namespace {

using Index = Surface::Index;

// The surface points of an a x b x c lattice, numbered layer by layer: full layers at the bottom and the top,
// only the rim in between.
class BoxLattice {
 public:
  BoxLattice(Index a, Index b, Index c) : a_(a), b_(b), c_(c) {}

  std::uint64_t triangles() const {
    return 4 * (std::uint64_t{a_} * b_ + std::uint64_t{b_} * c_ + std::uint64_t{c_} * a_);
  }

  // One more cut on the axis where that keeps the cells most even for a box of these extents.
  void refine(const Vec3d& extent) {
    const double x = extent.x / a_, y = extent.y / b_, z = extent.z / c_;
    if (x >= y && x >= z) {
      ++a_;
    } else if (y >= z) {
      ++b_;
    } else {
      ++c_;
    }
  }

  // `place` gets lattice coordinates in [-1,1].
  template <typename Place>
  Surface surface(Place place) const {
    Surface result;
    for (Index k = 0; k <= c_; ++k) {
      for (Index j = 0; j <= b_; ++j) {
        for (Index i = 0; i <= a_; ++i) {
          if (on_surface(i, j, k)) result.add_vertex(place({at(i, a_), at(j, b_), at(k, c_)}));
        }
      }
    }
    add_sides(result);
    return result;
  }

 private:
  static double at(Index i, Index cells) { return 2. * i / cells - 1; }
  bool on_surface(Index i, Index j, Index k) const {
    return i == 0 || i == a_ || j == 0 || j == b_ || k == 0 || k == c_;
  }

  Index number(Index i, Index j, Index k) const {
    const Index full = (a_ + 1) * (b_ + 1);
    const Index in_layer = j * (a_ + 1) + i;
    if (k == 0) return in_layer;
    const Index before = full + (k - 1) * 2 * (a_ + b_);
    if (k == c_) return before + in_layer;
    if (j == 0) return before + i;
    if (j == b_) return before + a_ + 1 + 2 * (b_ - 1) + i;
    return before + a_ + 1 + 2 * (j - 1) + (i == 0 ? 0 : 1);
  }

  void add_sides(Surface& s) const {
    for (Index j = 0; j < b_; ++j) {
      for (Index i = 0; i < a_; ++i) {
        s.add_quad(number(i, j, 0), number(i, j + 1, 0), number(i + 1, j + 1, 0), number(i + 1, j, 0));
        s.add_quad(number(i, j, c_), number(i + 1, j, c_), number(i + 1, j + 1, c_), number(i, j + 1, c_));
      }
    }
    for (Index k = 0; k < c_; ++k) {
      for (Index i = 0; i < a_; ++i) {
        s.add_quad(number(i, 0, k), number(i + 1, 0, k), number(i + 1, 0, k + 1), number(i, 0, k + 1));
        s.add_quad(number(i, b_, k), number(i, b_, k + 1), number(i + 1, b_, k + 1), number(i + 1, b_, k));
      }
      for (Index j = 0; j < b_; ++j) {
        s.add_quad(number(0, j, k), number(0, j, k + 1), number(0, j + 1, k + 1), number(0, j + 1, k));
        s.add_quad(number(a_, j, k), number(a_, j + 1, k), number(a_, j + 1, k + 1), number(a_, j, k + 1));
      }
    }
  }

  Index a_, b_, c_;
};

// The finest lattice for the extents that stays within the count.
BoxLattice fitting_lattice(const Vec3d& extent, std::uint32_t triangles) {
  BoxLattice lattice(1, 1, 1);
  for (BoxLattice next = lattice; next.triangles() <= triangles; next.refine(extent)) lattice = next;
  return lattice;
}

// A tube of `sides` around points on a curve. `normal` is any vector across the curve that varies smoothly.
struct TubePoint {
  Vec3d centre, tangent, normal;
};

Index add_tube_ring(Surface& surface, const TubePoint& point, double radius, Index sides) {
  const Vec3d tangent = normalised(point.tangent);
  const Vec3d u = normalised(point.normal - dot(point.normal, tangent) * tangent);
  const Vec3d v = cross(tangent, u);
  Index first = 0;
  for (Index i = 0; i < sides; ++i) {
    const double turns = static_cast<double>(i) / sides;
    const Vec3d offset = cos_turns(turns) * u + sin_turns(turns) * v;
    const Index added = surface.add_vertex(point.centre + radius * offset);
    if (i == 0) first = added;
  }
  return first;
}

// So many sides that the quads of a tube of this length and girth are about square.
Index tube_sides(double girth_by_length, std::uint32_t triangles) {
  return std::max<Index>(3, static_cast<Index>(std::sqrt(0.5 * triangles * girth_by_length)));
}

TubePoint torus_knot_point(double u) {
  constexpr double ring = 1, tube = 0.45;
  constexpr int around = 2, through = 3;
  const double ca = cos_turns(around * u), sa = sin_turns(around * u);
  const double cb = cos_turns(through * u), sb = sin_turns(through * u);
  const double r = ring + tube * cb;
  TubePoint point;
  point.centre = {r * ca, r * sa, tube * sb};
  // The derivative, without its factor 2 pi.
  point.tangent = {-through * tube * sb * ca - around * r * sa, -through * tube * sb * sa + around * r * ca,
                   through * tube * cb};
  point.normal = {cb * ca, cb * sa, sb};
  return point;
}

TubePoint spring_point(double u) {
  constexpr double two_pi = 6.283185307179586476925;
  constexpr double coils = 7, radius = 0.35, height = 1.3, tightness = 0.45;
  const double c = cos_turns(coils * u), s = sin_turns(coils * u);
  TubePoint point;
  // The pitch is smaller at both ends, as in a spring that is to stand.
  point.centre = {radius * c, radius * s, height * (u - tightness / two_pi * sin_turns(u))};
  point.tangent = {-two_pi * coils * radius * s, two_pi * coils * radius * c,
                   height * (1 - tightness * cos_turns(u))};
  point.normal = {c, s, 0};
  return point;
}

}  // namespace

Surface make_box(std::uint32_t triangles) {
  const Vec3d extent{3, 2, 1};
  return fitting_lattice(extent, triangles).surface([&extent](const Vec3d& p) {
    return Vec3d{extent.x * p.x, extent.y * p.y, extent.z * p.z};
  });
}

Surface make_sphere(std::uint32_t triangles) {
  return fitting_lattice({1, 1, 1}, triangles).surface([](const Vec3d& p) { return normalised(p); });
}

Surface make_torus_knot(std::uint32_t triangles) {
  constexpr double radius = 0.2;
  const Index sides = tube_sides(1. / 12, triangles);
  const Index segments = triangles / (2 * sides);
  Surface surface;
  for (Index i = 0; i < segments; ++i) {
    add_tube_ring(surface, torus_knot_point(static_cast<double>(i) / segments), radius, sides);
  }
  for (Index i = 0; i < segments; ++i) {
    surface.add_band(i * sides, (i + 1 == segments ? 0 : i + 1) * sides, sides);
  }
  return surface;
}

Surface make_coil_spring(std::uint32_t triangles) {
  constexpr double radius = 0.045;
  const Index sides = tube_sides(1. / 55, triangles);
  // The two caps have as many triangles as one band.
  const Index segments = triangles / (2 * sides) - 1;
  Surface surface;
  for (Index i = 0; i <= segments; ++i) {
    add_tube_ring(surface, spring_point(static_cast<double>(i) / segments), radius, sides);
  }
  for (Index i = 0; i < segments; ++i) surface.add_band(i * sides, (i + 1) * sides, sides);
  surface.add_cap(spring_point(0).centre, 0, sides, true);
  surface.add_cap(spring_point(1).centre, segments * sides, sides, false);
  return surface;
}

}  // namespace collisionchip
