// Exact arithmetic on sums of doubles (floating-point expansions after Shewchuk 1997, "Adaptive Precision
// Floating-Point Arithmetic and Fast Robust Geometric Predicates").
//
// Values must be multiples of 2^-894 below 2^780, and products must stay in that range; then nothing here
// rounds, overflows or underflows. docs/exactness.md proves it, and that predicates of degree three over
// float32 vertices and poses keep to the range. Needs IEEE 754 doubles, rounding to nearest even, and a
// compiler that does not contract a * b + c (-ffp-contract=off).
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <functional>
#include <limits>

#include "collisionchip/reference/arithmetic/host_arithmetic.h"

namespace collisionchip {

struct TwoParts {
  double high, low;  // high + low is the exact result, high the rounded one
};

inline TwoParts two_sum(double a, double b) {
  const double sum = a + b, b_share = sum - a, a_share = sum - b_share;
  return {sum, (a - a_share) + (b - b_share)};
}

// |a| >= |b|, or a is zero.
inline TwoParts fast_two_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

// Halves of at most 26 bits.
inline TwoParts split(double a) {
  const double spread = 0x1.0000002p27 * a, high = spread - (spread - a);
  return {high, a - high};
}

inline TwoParts two_product(double a, double b) {
  const double product = a * b;
  const TwoParts x = split(a), y = split(b);
  return {product, x.low * y.low - (((product - x.high * y.high) - x.low * y.high) - x.high * y.low)};
}

// Steps on plain arrays of nonzero parts, the smallest first. Parts are never overlapping or adjacent in the sense of
// docs/exactness.md. Each step returns the number of parts it wrote.
namespace expansion_steps {

// h holds m + n parts and is a third array, different from e and f.
inline int add(const double* e, int m, const double* f, int n, double* h) {
  std::merge(e, e + m, f, f + n, h, [](double x, double y) { return std::abs(x) < std::abs(y); });
  double carry = 0;
  int size = 0;
  for (int i = 0; i < m + n; ++i) {
    const TwoParts sum = two_sum(carry, h[i]);
    if (sum.low != 0) h[size++] = sum.low;  // size <= i: parts not yet read are safe
    carry = sum.high;
  }
  if (carry != 0) h[size++] = carry;
  return size;
}

// h holds 2 * m parts and is not e.
inline int scale(const double* e, int m, double factor, double* h) {
  double carry = 0;
  int size = 0;
  const auto keep = [&](double part) {
    if (part != 0) h[size++] = part;
  };
  for (int i = 0; i < m; ++i) {
    const TwoParts product = two_product(e[i], factor);
    const TwoParts lower = two_sum(carry, product.low);
    keep(lower.low);
    const TwoParts upper = fast_two_sum(product.high, lower.high);
    keep(upper.low);
    carry = upper.high;
  }
  keep(carry);
  return size;
}

// In place: as few parts as the bits of the value need, each at least 52 binary places below the next.
inline int compress(double* e, int m) {
  if (m == 0) return 0;
  double carry = e[m - 1];
  int bottom = m;
  for (int i = m - 2; i >= 0; --i) {
    const TwoParts sum = fast_two_sum(carry, e[i]);
    carry = sum.high;
    if (sum.low == 0) continue;
    e[--bottom] = sum.high;
    carry = sum.low;
  }
  int size = 0;
  for (int i = bottom; i < m; ++i) {
    const TwoParts sum = fast_two_sum(e[i], carry);
    if (sum.low != 0) e[size++] = sum.low;
    carry = sum.high;
  }
  e[size++] = carry;
  return size;
}

}  // namespace expansion_steps

// What a value in the stated range needs after compression: its parts lead with exponents from -894 to 779.
constexpr int kMaxParts = (779 + 894) / 52 + 1;

// An exact number of at most kCapacity parts. Sums and products have the capacity they can need.
template <int kCapacity>
class Expansion {
 public:
  Expansion() = default;  // zero
  explicit Expansion(double value) : parts_{value}, size_(value != 0 ? 1 : 0) {}
  // Takes over parts that a step wrote; they are compressed where they lie.
  Expansion(double* parts, int size) : size_(expansion_steps::compress(parts, size)) {
    assert(size_ <= kCapacity);
    std::copy_n(parts, size_, parts_.begin());
  }

  // Copies leave out the parts that were never written.
  Expansion(const Expansion& other) { *this = other; }
  Expansion& operator=(const Expansion& other) {
    size_ = other.size_;
    std::copy_n(other.parts(), size_, parts_.begin());
    return *this;
  }

  const double* parts() const { return parts_.data(); }
  int size() const { return size_; }
  int sign() const { return size_ == 0 ? 0 : parts_[static_cast<std::size_t>(size_ - 1)] > 0 ? 1 : -1; }

  Expansion operator-() const {
    Expansion negative;
    negative.size_ = size_;
    std::transform(parts_.begin(), parts_.begin() + size_, negative.parts_.begin(), std::negate<>());
    return negative;
  }

 private:
  std::array<double, static_cast<std::size_t>(kCapacity)> parts_;
  int size_ = 0;
};

template <int kM, int kN>
auto operator+(const Expansion<kM>& e, const Expansion<kN>& f) {
  double sum[kM + kN];
  const int size = expansion_steps::add(e.parts(), e.size(), f.parts(), f.size(), sum);
  return Expansion<std::min(kM + kN, kMaxParts)>(sum, size);
}

template <int kM, int kN>
auto operator-(const Expansion<kM>& e, const Expansion<kN>& f) {
  return e + -f;
}

template <int kM, int kN>
auto operator*(const Expansion<kM>& e, const Expansion<kN>& f) {
  double scaled[2 * kM], sums[2][2 * kM * kN];
  int size = 0, now = 0;
  for (int i = 0; i < f.size(); ++i) {
    const int scaled_size = expansion_steps::scale(e.parts(), e.size(), f.parts()[i], scaled);
    size = expansion_steps::add(sums[now], size, scaled, scaled_size, sums[1 - now]);
    now = 1 - now;
  }
  return Expansion<std::min(2 * kM * kN, kMaxParts)>(sums[now], size);
}

}  // namespace collisionchip
