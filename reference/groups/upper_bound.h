// What integers of 32 bits can say of an error: a number that it does not exceed. Every operation rounds up. And the
// multiplier that all products of a pose go through.
#pragma once

#include <algorithm>
#include <cstdint>

#include "collisionchip/reference/arithmetic/grid_number.h"

namespace collisionchip {

// 32 x 32 bits with sign; what hardware with such multipliers has to do is what this one counts.
class ProductCounter {
 public:
  // |a| and |b| up to 2^32, the product below 2^63.
  std::int64_t product(std::int64_t a, std::int64_t b) {
    ++count_;
    return a * b;
  }
  std::uint32_t count() const { return count_; }

 private:
  std::uint32_t count_ = 0;
};

// mantissa * 2^exponent, the mantissa of 31 bits, its highest bit set, or zero.
class UpperBound {
 public:
  UpperBound() = default;
  // value * 2^exponent.
  static UpperBound of(std::uint64_t value, int exponent) {
    UpperBound bound;
    if (value == 0) return bound;
    const int cut = bit_length(value) - kBits;
    bound.mantissa_ = cut <= 0 ? value << -cut : shifted_up(value, cut);
    bound.exponent_ = exponent + cut;
    if (bound.mantissa_ >> kBits != 0) {  // rounded up to the next power of two
      bound.mantissa_ >>= 1;
      ++bound.exponent_;
    }
    return bound;
  }
  // No bound is known. A sum or product with it has no known bound either, even if the other factor is zero.
  static UpperBound none() { return of(1, kNone); }
  bool is_none() const { return exponent_ > kNone / 2; }

  UpperBound times(const UpperBound& other, ProductCounter& products) const {
    const auto product = static_cast<std::uint64_t>(
        products.product(static_cast<std::int64_t>(mantissa_), static_cast<std::int64_t>(other.mantissa_)));
    return is_none() || other.is_none() ? none() : of(product, exponent_ + other.exponent_);
  }
  friend UpperBound operator+(const UpperBound& a, const UpperBound& b) {
    const bool first = b.mantissa_ == 0 || (a.mantissa_ != 0 && a.exponent_ >= b.exponent_);
    const UpperBound &large = first ? a : b, &small = first ? b : a;
    if (small.mantissa_ == 0) return large;
    return of(large.mantissa_ + shifted_up(small.mantissa_, large.exponent_ - small.exponent_),
              large.exponent_);
  }

  // In units of 2^exponent, rounded up; kFar where it is more than that.
  Int128 in_units(int exponent) const {
    const int left = exponent_ - exponent;
    if (mantissa_ == 0) return 0;
    if (left < 0) return static_cast<Int128>(shifted_up(mantissa_, -left));
    return left > kFarBits - kBits ? kFar : Int128{static_cast<std::int64_t>(mantissa_)} << left;
  }
  static constexpr int kFarBits = 123;  // more than sums of places, and they fit 128 bits with it
  static constexpr Int128 kFar = Int128{1} << kFarBits;

 private:
  static constexpr int kBits = 31, kNone = 1 << 20;

  static std::uint64_t shifted_up(std::uint64_t value, int by) {
    if (by > 62) return value == 0 ? 0 : 1;
    return (value >> by) + ((value & ((std::uint64_t{1} << by) - 1)) != 0 ? 1 : 0);
  }

  std::uint64_t mantissa_ = 0;
  int exponent_ = 0;
};

}  // namespace collisionchip
