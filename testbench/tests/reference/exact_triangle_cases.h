// Pairs of triangles for the tests of the exact predicate: families of random contacts, either exact (the
// pose is a signed permutation with integer translation) or as near as float32 comes to them (rotated).
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip::testing_support {

using Triangle = std::array<Vec3d, 3>;

struct Case {
  Corners a, b;
  Pose pose;
};

// Some signed permutation of the axes: a rotation or a reflection, and its inverse is its transpose.
inline Pose signed_permutation(Random& random) {
  std::array<std::size_t, 3> axes = {0, 1, 2};
  for (std::size_t i = 2; i > 0; --i)
    std::swap(axes[i], axes[static_cast<std::size_t>(random.below(int(i) + 1))]);
  Pose pose;
  pose.r = {};
  for (std::size_t i = 0; i < 3; ++i) pose.r[i][axes[i]] = random.below(2) == 0 ? 1.0f : -1.0f;
  return pose;
}

// Exactly R^T (p - t); the inverse of a pose whose matrix is a signed permutation.
inline Vec3d pulled_back(const Pose& pose, const Vec3d& p) {
  const Vec3d d = p - to_double(pose.t);
  Vec3d out;
  for (int i = 0; i < 3; ++i) {
    const auto k = static_cast<std::size_t>(i);
    out[i] = dot({pose.r[0][k], pose.r[1][k], pose.r[2][k]}, d);
  }
  return out;
}

inline Pose inverse_of_permutation(const Pose& pose) {
  Pose inverse;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) inverse.r[i][j] = pose.r[j][i];
  }
  inverse.t = to_float(pulled_back(pose, {}));
  return inverse;
}

// Coarse and fine numbers make exact contacts. Coarse ones are multiples of 1/16 and have exact determinants
// in double, too; fine ones use all 24 bits, and their determinants are rounded.
enum class Numbers { coarse, fine, rotated };

inline Numbers any_numbers(Random& random) {
  return random.below(2) == 0 ? Numbers::rotated : random.below(2) == 0 ? Numbers::coarse : Numbers::fine;
}

// Draws points, weights and poses. Sizes are about 1000.
class Scene {
 public:
  Scene(Random& random, Numbers numbers) : random_(random), numbers_(numbers) {
    if (numbers != Numbers::rotated) {
      pose_ = signed_permutation(random);
      for (int i = 0; i < 3; ++i) pose_.t[i] = static_cast<float>(random.below(4001) - 2000);
    } else {
      pose_ = random_pose(random, 2000);  // rounded: orthonormal only nearly, so pulling back is, too
    }
  }

  Vec3d point() {
    if (numbers_ == Numbers::rotated) return random_.point(1024);
    const double step = numbers_ == Numbers::coarse ? 16 : 0x1p-6;
    const int steps = static_cast<int>(1024 / step);
    Vec3d p;
    for (int i = 0; i < 3; ++i) p[i] = step * (random_.below(2 * steps + 1) - steps);
    return p;
  }
  Triangle triangle() { return {point(), point(), point()}; }
  // Sixteenths, so that weighted sums of points are float32 numbers.
  double weight(double low, double high) {
    if (numbers_ == Numbers::rotated) return random_.uniform(low, high);
    return low + random_.below(static_cast<int>(16 * (high - low)) + 1) / 16.0;
  }
  Vec3d in_plane(const Triangle& t, double u, double v) {
    return t[0] + u * (t[1] - t[0]) + v * (t[2] - t[0]);
  }
  Vec3d on_face(const Triangle& t) {
    const double u = weight(0, 1);
    return in_plane(t, u, weight(0, 1 - u));
  }
  Vec3d on_edge(const Triangle& t) { return in_plane(t, weight(0, 1), 0); }

  // Both triangles given in A's frame; corners in random order.
  Case make(Triangle a, Triangle b) {
    Case c;
    c.pose = pose_;
    shuffle(a);
    shuffle(b);
    for (std::size_t i = 0; i < 3; ++i) {
      c.a[i] = to_float(a[i]);
      c.b[i] = to_float(pulled_back(pose_, b[i]));
    }
    return c;
  }

 private:
  void shuffle(Triangle& t) {
    for (std::size_t i = 2; i > 0; --i)
      std::swap(t[i], t[static_cast<std::size_t>(random_.below(int(i) + 1))]);
  }

  Random& random_;
  Numbers numbers_;
  Pose pose_;
};

inline Case shared_vertex(Random&, Scene& s) {
  const Triangle a = s.triangle();
  return s.make(a, {a[0], s.point(), s.point()});
}
inline Case shared_edge(Random&, Scene& s) {
  const Triangle a = s.triangle();
  return s.make(a, {a[0], a[1], s.point()});
}
inline Case vertex_on_face(Random&, Scene& s) {
  const Triangle a = s.triangle();
  return s.make(a, {s.on_face(a), s.point(), s.point()});
}
inline Case edge_on_face(Random&, Scene& s) {
  const Triangle a = s.triangle();
  return s.make(a, {s.on_face(a), s.on_face(a), s.point()});
}
inline Case edge_on_edge(Random&, Scene& s) {
  const Triangle a = s.triangle();
  const Vec3d touch = s.on_edge(a), along = s.point();
  return s.make(a, {touch - along, touch + along, s.point()});
}
inline Case coplanar(Random&, Scene& s) {
  const Triangle a = s.triangle();
  const auto any = [&] { return s.in_plane(a, s.weight(-1, 2), s.weight(-1, 2)); };
  return s.make(a, {any(), any(), any()});
}
inline Case coplanar_overlapping(Random&, Scene& s) {
  const Triangle a = s.triangle();
  const auto any = [&] { return s.in_plane(a, s.weight(-1, 2), s.weight(-1, 2)); };
  return s.make(a, {s.on_face(a), any(), any()});
}
// Beyond the edge opposite corner 0, or with a corner on that edge.
inline Case coplanar_apart(Random&, Scene& s) {
  const Triangle a = s.triangle();
  const auto beyond = [&] {
    const double u = s.weight(-1, 2);
    return s.in_plane(a, u, 1 - u + s.weight(0, 1));
  };
  return s.make(a, {beyond(), beyond(), beyond()});
}
inline Case sliver(Random& random, Scene& s) {
  const auto thin = [&](Triangle t) {
    t[2] = t[0] + s.weight(0, 1) * (t[1] - t[0]);
    t[2][random.below(3)] += random.below(3) - 1;
    return t;
  };
  const Triangle a = thin(s.triangle());
  const Vec3d touch = s.on_face(a), along = s.point();
  return s.make(a, thin({touch - along, touch + along, {}}));
}
// Points and segments against each other and against triangles, mostly in contact.
inline Case zero_area(Random& random, Scene& s) {
  const Triangle a = s.triangle();
  const auto flatten = [&](Triangle t) {
    const int kind = random.below(3);
    if (kind > 0) t[2] = kind == 1 ? t[0] : s.on_edge(t);
    if (kind > 0 && random.below(3) == 0) t[1] = t[2] = t[0];
    return t;
  };
  const Triangle flat_a = flatten(a);
  const Vec3d touch = random.below(2) == 0 ? s.on_edge(flat_a) : s.on_face(flat_a), along = s.point();
  switch (random.below(4)) {
    case 0:
      return s.make(flat_a, flatten({touch - along, touch + along, s.point()}));
    case 1:
      return s.make(flat_a, flatten({touch, s.on_edge(a), s.point()}));
    case 2:  // on the line of an edge
      return s.make(flat_a, flatten({s.in_plane(a, s.weight(-1, 2), 0), s.in_plane(a, s.weight(-1, 2), 0),
                                     s.in_plane(a, s.weight(-1, 2), 0)}));
    default:
      return s.make(flat_a, flatten({touch, s.point(), s.point()}));
  }
}
inline Case size_ratio(Random& random, Scene& s) {
  const Triangle a = s.triangle();
  const Vec3d touch = s.on_face(a);
  const auto close = [&] { return touch + random.point(1e-3); };
  return s.make(a, {random.below(2) == 0 ? touch : close(), close(), close()});
}
inline Case generic(Random&, Scene& s) {
  return s.make(s.triangle(), s.triangle());
}

using Maker = Case (*)(Random&, Scene&);

inline const std::vector<Maker>& contact_makers() {
  static const std::vector<Maker> makers = {shared_vertex,  shared_edge, vertex_on_face, edge_on_face,
                                            edge_on_edge,   coplanar,    sliver,         coplanar_overlapping,
                                            coplanar_apart, zero_area,   generic};
  return makers;
}

inline Case any_contact(Random& random, Numbers numbers) {
  Scene scene(random, numbers);
  const auto& makers = contact_makers();
  return makers[static_cast<std::size_t>(random.below(static_cast<int>(makers.size())))](random, scene);
}

inline Case scaled(Case c, int exponent) {
  const auto scale = [&](Vec3f& p) {
    for (int i = 0; i < 3; ++i) p[i] = std::ldexp(p[i], exponent);
  };
  for (std::size_t i = 0; i < 3; ++i) {
    scale(c.a[i]);
    scale(c.b[i]);
  }
  scale(c.pose.t);
  return c;
}

inline Case huge_translation(Random& random) {
  Case c = any_contact(random, Numbers::coarse);
  // x = R (x_B - s) + (t + R s) for an s whose sum with every corner is exact.
  const Vec3d shift = {0x1p20 * (random.below(15) - 7), 0x1p20 * (random.below(15) - 7), 0x1p22};
  Pose away = c.pose;
  away.t = {};
  const Vec3d moved_shift = pulled_back(inverse_of_permutation(away), shift);
  for (Vec3f& corner : c.b) corner = to_float(to_double(corner) - shift);
  c.pose.t = to_float(to_double(c.pose.t) + moved_shift);
  return c;
}

// B is so far away that doubles hardly see its shape; the
// plane of A passes through it, and sometimes A reaches it.
inline Case far_away(Random& random) {
  Case c;
  c.pose = random_pose(random, 1);
  const int distance = 46 + random.below(16);
  for (int i = 0; i < 3; ++i) c.pose.t[i] = std::ldexp(c.pose.t[i], distance);
  const int reach = random.below(4) == 0 ? 0 : -random.below(80);
  const Vec3f& t = c.pose.t;
  c.a = {{{0, 0, 0},
          to_float(random.point(1)),
          {std::ldexp(t.x, reach), std::ldexp(t.y, reach), std::ldexp(t.z, reach)}}};
  c.b = {to_float(random.point(1)), to_float(random.point(1)), to_float(random.point(1))};
  return c;
}

// Integers from -3 to 3, the pose's matrix too: any linear map, often a singular one.
inline Case lattice(Random& random) {
  Case c;
  const auto draw = [&] { return static_cast<float>(random.below(7) - 3); };
  for (std::size_t i = 0; i < 3; ++i) {
    c.a[i] = {draw(), draw(), draw()};
    c.b[i] = {draw(), draw(), draw()};
    c.pose.r[i] = {draw(), draw(), draw()};
  }
  if (random.below(2) == 0) c.pose = signed_permutation(random);
  c.pose.t = {draw(), draw(), draw()};
  return c;
}

// Every number with an exponent of its own, the largest and the smallest float32 included.
inline Case wide_exponents(Random& random) {
  const auto draw = [&] {
    if (random.below(8) == 0) return random.below(2) == 0 ? 0.0f : std::numeric_limits<float>::max();
    const double value = random.uniform(-1, 1) * std::ldexp(1.0, random.below(278) - 149);
    return static_cast<float>(value);
  };
  Case c;
  for (std::size_t i = 0; i < 3; ++i) {
    c.a[i] = {draw(), draw(), draw()};
    c.b[i] = {draw(), draw(), draw()};
    c.pose.r[i] = {draw(), draw(), draw()};
  }
  c.pose.t = {draw(), draw(), draw()};
  // Often a corner in common, so that cancellation has to be complete.
  if (random.below(2) == 0) c.pose.r = Pose{}.r;
  if (random.below(2) == 0) c.pose.t = {};
  for (std::size_t i = 0; i < 3; ++i) {
    if (random.below(3) == 0) c.b[i] = c.a[i];
  }
  return c;
}

// One coordinate of B's corners is a sum of four terms that cancel, though no three of them fit into a
// double. The corners come to lie at zero, or a step above or below, where A's plane, edge or end is.
inline Case cancelling_sums(Random& random) {
  const auto draw = [&] { return static_cast<float>(random.uniform(-1, 1)); };
  const auto coarse = [&] { return static_cast<float>(random.below(2001) - 1000); };
  const float large = draw(), small = std::ldexp(coarse(), -60), middle = coarse();
  Case c;
  c.pose.r = {{{draw(), 0, draw()}, {draw(), 0, draw()}, {large, small, -large}}};
  c.pose.t.z = -small * middle;
  switch (random.below(3)) {
    case 0:
      c.a = {{{-2, -2, 0}, {draw(), 2, 0}, {2, draw(), 0}}};
      break;
    case 1:  // coplanar in y = 0
      c.a = {{{-2, 0, 0}, {draw(), 0, -2}, {2, 0, 0}}};
      c.pose.r[1] = {};
      break;
    default:  // on the z axis
      c.a = {{{0, 0, -1}, {0, 0, 0}, {0, 0, -std::abs(draw())}}};
      c.pose.r[0] = c.pose.r[1] = {};
  }
  const float side = random.below(2) == 0 ? -2.0f : 2.0f;
  for (std::size_t i = 0; i < 3; ++i) {
    const float p = draw();
    c.b[i] = {p, middle, random.below(3) == 0 ? p : std::nextafter(p, random.below(9) == 0 ? -side : side)};
  }
  for (int turns = random.below(3); turns > 0; --turns) {  // so that every axis has its turn
    for (Vec3f& corner : c.a) corner = {corner.y, corner.z, corner.x};
    c.pose.t = {c.pose.t.y, c.pose.t.z, c.pose.t.x};
    std::rotate(c.pose.r.begin(), c.pose.r.begin() + 1, c.pose.r.end());
  }
  return c;
}

struct Family {
  const char* name;
  Case (*make)(Random&);
};

template <Maker kMaker>
Case any_way(Random& random) {
  Scene scene(random, any_numbers(random));
  return kMaker(random, scene);
}

inline const std::vector<Family>& families() {
  static const std::vector<Family> all = {
      {"generic", any_way<generic>},
      {"shared vertex", any_way<shared_vertex>},
      {"shared edge", any_way<shared_edge>},
      {"vertex on face", any_way<vertex_on_face>},
      {"edge on face", any_way<edge_on_face>},
      {"edge on edge", any_way<edge_on_edge>},
      {"coplanar", any_way<coplanar>},
      {"coplanar overlapping", any_way<coplanar_overlapping>},
      {"coplanar apart or touching", any_way<coplanar_apart>},
      {"slivers", any_way<sliver>},
      {"zero area", any_way<zero_area>},
      {"integer lattice", lattice},
      {"huge translation", huge_translation},
      {"far away", far_away},
      {"tiny", [](Random& random) { return scaled(any_contact(random, any_numbers(random)), -80); }},
      {"size ratio 1e6",
       [](Random& random) {
         Scene scene(random, Numbers::rotated);
         return size_ratio(random, scene);
       }},
      {"subnormal", [](Random& random) { return scaled(any_contact(random, any_numbers(random)), -145); }},
      {"near the largest float32",
       [](Random& random) { return scaled(any_contact(random, any_numbers(random)), 113); }},
      {"any exponents", wide_exponents},
      {"cancelling sums", cancelling_sums},
  };
  return all;
}

}  // namespace collisionchip::testing_support
