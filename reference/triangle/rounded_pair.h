// The signs of the exact predicate from doubles, for the contacts that doubles can decide
// (docs/exactness.md, "Doubles before integers").
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "collisionchip/reference/geometry/vec3.h"

namespace collisionchip {

// A sign is -1, 0 or 1.
constexpr int kUnknown = 2;

constexpr std::size_t next(std::size_t corner) {
  return corner == 2 ? 0 : corner + 1;
}

// For corners whose moved coordinates are exact in double. A difference of two coordinates then has only its own relative
// rounding error, and is zero only if they are equal. So the signs of most contacts of flush parts are known: their terms
// vanish one by one, or they share corners. Other signs are kUnknown. Edge i runs from corner i to the next one.
class RoundedPair {
 public:
  using Points = std::array<Vec3d, 3>;

  RoundedPair(const Points& a, const Points& b, const Points& a_edges, const Points& b_edges)
      : a_(a), b_(b), a_edges_(a_edges), b_edges_(b_edges) {}

  int side_of_b(std::size_t j) const {
    return is_corner(a_, b_[j]) ? 0 : determinant(a_edges_[0], a_edges_[1], b_[j] - a_[0]);
  }
  int side_of_a(std::size_t i) const {
    return is_corner(b_, a_[i]) ? 0 : determinant(b_edges_[0], b_edges_[1], a_[i] - b_[0]);
  }
  int twist(std::size_t i, std::size_t j) const {
    const bool joined = is_end(b_, j, a_[i]) || is_end(b_, j, a_[next(i)]);
    return joined ? 0 : determinant(a_edges_[i], b_edges_[j], b_[j] - a_[i]);
  }
  int b_beside_edge(std::size_t i, std::size_t j, std::size_t axis) const {
    return is_end(a_, i, b_[j]) ? 0 : Sum().minor(a_edges_[i], b_[j] - a_[i], axis).sign();
  }
  int a_beside_edge(std::size_t i, std::size_t j, std::size_t axis) const {
    return is_end(b_, j, a_[i]) ? 0 : Sum().minor(b_edges_[j], a_[i] - b_[j], axis).sign();
  }
  int order(std::size_t i, std::size_t j, std::size_t axis) const {
    const double p = a_[i][static_cast<int>(axis)], q = b_[j][static_cast<int>(axis)];
    return p > q ? 1 : p < q ? -1 : 0;
  }
  int has_area() const { return either(either(faces(0), faces(1)), faces(2)); }
  int faces(std::size_t axis) const {
    return either(std::abs(Sum().minor(a_edges_[0], a_edges_[1], axis).sign()),
                  std::abs(Sum().minor(b_edges_[0], b_edges_[1], axis).sign()));
  }

 private:
  // A sum of products of differences, and that of the products' magnitudes. A term passes at most eight roundings
  // and the magnitudes at most five of their own: less than 2^-49 of these.
  struct Sum {
    double value = 0, reach = 0;

    Sum& minor(const Vec3d& p, const Vec3d& q, std::size_t axis, double factor = 1) {
      const int x = static_cast<int>(next(axis)), y = static_cast<int>(next(next(axis)));
      const double left = p[x] * q[y], right = p[y] * q[x];
      value += (left - right) * factor;
      reach += (std::abs(left) + std::abs(right)) * std::abs(factor);
      return *this;
    }
    int sign() const {
      return reach == 0 ? 0 : value > 0x1p-49 * reach ? 1 : value < -0x1p-49 * reach ? -1 : kUnknown;
    }
  };
  static int determinant(const Vec3d& p, const Vec3d& q, const Vec3d& r) {
    return Sum().minor(p, q, 0, r.x).minor(p, q, 1, r.y).minor(p, q, 2, r.z).sign();
  }
  static int either(int p, int q) { return p == 1 || q == 1 ? 1 : p == 0 && q == 0 ? 0 : kUnknown; }
  static bool is_end(const Points& of, std::size_t edge, const Vec3d& p) {
    return of[edge] == p || of[next(edge)] == p;
  }
  static bool is_corner(const Points& of, const Vec3d& p) { return is_end(of, 0, p) || of[2] == p; }

  const Points &a_, &b_, &a_edges_, &b_edges_;
};

}  // namespace collisionchip
