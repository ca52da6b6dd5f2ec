#include "collisionchip/testbench/engines/integer_triangle.h"

#include <algorithm>
#include <cmath>

namespace collisionchip {

namespace {

constexpr int kMantissaBits = 24;

// The largest e such that every number is an integer times 2^-e: at least 0.
class Scale {
 public:
  void take(float number) {
    int exponent = 0;
    std::frexp(number, &exponent);
    if (number != 0) bits_ = std::max(bits_, kMantissaBits - exponent);
  }
  void take(const std::vector<Corners>& triangles) {
    for (const Corners& corners : triangles) {
      for (const Vec3f& corner : corners) {
        for (int axis = 0; axis < 3; ++axis) take(corner[axis]);
      }
    }
  }
  int bits() const { return bits_; }

 private:
  int bits_ = 0;
};

mpz_class scaled(float number, int bits) {
  int exponent = 0;
  const double mantissa = std::ldexp(std::frexp(double{number}, &exponent), kMantissaBits);
  const int shift = exponent - kMantissaBits + bits;  // below 0 only if the number is 0
  return number == 0 ? mpz_class(0) : mpz_class(mpz_class(mantissa) << shift);
}

IntegerPoint operator-(const IntegerPoint& p, const IntegerPoint& q) {
  return {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
}

mpz_class dot(const IntegerPoint& p, const IntegerPoint& q) {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}

IntegerPoint cross(const IntegerPoint& p, const IntegerPoint& q) {
  return {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
}

bool is_zero(const IntegerPoint& p) {
  return p[0] == 0 && p[1] == 0 && p[2] == 0;
}

// Along this direction one lies before the other.
bool parts(const IntegerPoint& direction, const IntegerTriangle& p, const IntegerTriangle& q) {
  const std::array<mpz_class, 3> of_p{dot(direction, p[0]), dot(direction, p[1]), dot(direction, p[2])},
      of_q{dot(direction, q[0]), dot(direction, q[1]), dot(direction, q[2])};
  const auto [least_p, most_p] = std::minmax_element(of_p.begin(), of_p.end());
  const auto [least_q, most_q] = std::minmax_element(of_q.begin(), of_q.end());
  return *most_p < *least_q || *most_q < *least_p;
}

// All edges in one line: their difference is a segment, or a point.
bool meet_in_line(const IntegerTriangle& p, const IntegerTriangle& q,
                  const std::vector<IntegerPoint>& edges) {
  const IntegerPoint between = p[0] - q[0];
  if (edges.empty()) return is_zero(between);
  return is_zero(cross(edges.front(), between)) && !parts(edges.front(), p, q);
}

}  // namespace

IntegerObjects to_integers(const std::vector<Corners>& a, const std::vector<Corners>& b, const Pose& pose) {
  Scale of_a, of_b, of_rotation, of_translation;
  of_a.take(a);
  of_b.take(b);
  for (const auto& row : pose.r) {
    for (const float number : row) of_rotation.take(number);
  }
  for (int axis = 0; axis < 3; ++axis) of_translation.take(pose.t[axis]);
  const int product = of_rotation.bits() + of_b.bits();
  const int bits = std::max({product, of_a.bits(), of_translation.bits()});

  IntegerObjects objects;
  for (const Corners& corners : a) {
    IntegerTriangle& triangle = objects.a.emplace_back();
    for (std::size_t i = 0; i < 3; ++i) {
      for (int axis = 0; axis < 3; ++axis)
        triangle[i][static_cast<std::size_t>(axis)] = scaled(corners[i][axis], bits);
    }
  }
  for (const Corners& corners : b) {
    IntegerTriangle& triangle = objects.b.emplace_back();
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t row = 0; row < 3; ++row) {
        mpz_class sum = 0;
        for (int axis = 0; axis < 3; ++axis)
          sum += scaled(pose.r[row][static_cast<std::size_t>(axis)], of_rotation.bits()) *
                 scaled(corners[i][axis], of_b.bits());
        triangle[i][row] = mpz_class(sum << (bits - product)) + scaled(pose.t[static_cast<int>(row)], bits);
      }
    }
  }
  return objects;
}

// They meet if and only if their difference, the convex set of all p - q, has the origin in it. Where it is a solid,
// each of its faces is spanned by two of the triangles' edges; where it is flat, it lies in their plane and each of its
// sides is one of the edges.
bool meet(const IntegerTriangle& p, const IntegerTriangle& q) {
  std::vector<IntegerPoint> edges;
  for (const IntegerTriangle* triangle : {&p, &q}) {
    for (std::size_t i = 0; i < 3; ++i) {
      IntegerPoint edge = (*triangle)[(i + 1) % 3] - (*triangle)[i];
      if (!is_zero(edge)) edges.push_back(std::move(edge));
    }
  }
  IntegerPoint normal{};
  for (std::size_t i = 0; i < edges.size(); ++i) {
    for (std::size_t j = i + 1; j < edges.size(); ++j) {
      IntegerPoint spanned = cross(edges[i], edges[j]);
      if (is_zero(spanned)) continue;
      if (parts(spanned, p, q)) return false;
      normal = std::move(spanned);
    }
  }
  if (is_zero(normal)) return meet_in_line(p, q, edges);
  const bool is_flat = std::all_of(edges.begin(), edges.end(),
                                   [&](const IntegerPoint& edge) { return dot(normal, edge) == 0; });
  return !is_flat || std::none_of(edges.begin(), edges.end(),
                                  [&](const IntegerPoint& edge) { return parts(cross(normal, edge), p, q); });
}

}  // namespace collisionchip
