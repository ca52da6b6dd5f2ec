// Exact arithmetic on integers, for predicates of degree three over coordinates that lie on a common grid:
// coordinates of at most 2^40 steps with products in 128 bits, or of at most 2^83 steps with products in 256.
// A difference of coordinates, a product of two differences, sums of two such products, and sums of three of
// these with a difference each lose nothing: 3 * 2 * 2^41^3 < 2^127, 3 * 2 * 2^84^3 < 2^255.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

namespace collisionchip {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 UnsignedInt128;

inline UnsignedInt128 magnitude(Int128 value) {
  return static_cast<UnsignedInt128>(value < 0 ? -value : value);
}
// Bits from the lowest one to the highest one that is set; 0 of 0.
inline int bit_length(std::uint64_t value) {
  return value != 0 ? 64 - __builtin_clzll(value) : 0;
}
inline int bit_length(UnsignedInt128 value) {
  const auto high = static_cast<std::uint64_t>(value >> 64);
  return high != 0 ? 64 + bit_length(high) : bit_length(static_cast<std::uint64_t>(value));
}
// `value` is not 0.
inline int trailing_zeros(UnsignedInt128 value) {
  const auto high = static_cast<std::uint64_t>(value >> 64), low = static_cast<std::uint64_t>(value);
  return low != 0 ? __builtin_ctzll(low) : 64 + __builtin_ctzll(high);
}

// Two's complement of 256 bits, the lowest word first.
class Int256 {
 public:
  Int256() = default;

  // Modulo 2^256, which loses nothing of a result that fits.
  friend Int256 operator+(const Int256& a, const Int256& b) { return a.plus(b.words_, 0); }
  friend Int256 operator-(const Int256& a, const Int256& b) {
    const Words& w = b.words_;
    return a.plus({~w[0], ~w[1], ~w[2], ~w[3]}, 1);
  }
  // Factors of fewer bits count as unsigned first; what that adds to a negative one is taken off again.
  static Int256 product(Int128 a, Int128 b) {
    const std::uint64_t a0 = low(a), a1 = high(a), b0 = low(b), b1 = high(b);
    Int256 sum = from(multiply(a0, b0), multiply(a1, b1));
    sum.add_at_64(multiply(a0, b1));
    sum.add_at_64(multiply(a1, b0));
    sum.subtract_from_top(a < 0 ? b : 0);
    sum.subtract_from_top(b < 0 ? a : 0);
    return sum;
  }
  static Int256 product(const Int256& a, Int128 b) {
    const Words& w = a.words_;
    const std::uint64_t b0 = low(b), b1 = high(b);
    const UnsignedInt128 top =
        multiply(w[1], b1) + multiply(w[2], b0) + (UnsignedInt128{w[2] * b1 + w[3] * b0} << 64);
    Int256 sum = from(multiply(w[0], b0), top);
    sum.add_at_64(multiply(w[0], b1));
    sum.add_at_64(multiply(w[1], b0));
    if (b < 0) sum.subtract_from_top(static_cast<Int128>(join(w[1], w[0])));
    return sum;
  }
  int sign() const {
    if ((words_[3] >> 63) != 0) return -1;
    return (words_[0] | words_[1] | words_[2] | words_[3]) != 0 ? 1 : 0;
  }

 private:
  using Words = std::array<std::uint64_t, 4>;

  static std::uint64_t low(Int128 v) { return static_cast<std::uint64_t>(v); }
  static std::uint64_t high(Int128 v) {
    return static_cast<std::uint64_t>(static_cast<UnsignedInt128>(v) >> 64);
  }
  static std::uint64_t low(UnsignedInt128 v) { return static_cast<std::uint64_t>(v); }
  static std::uint64_t high(UnsignedInt128 v) { return static_cast<std::uint64_t>(v >> 64); }
  static UnsignedInt128 join(std::uint64_t h, std::uint64_t l) { return UnsignedInt128{h} << 64 | l; }
  static UnsignedInt128 multiply(std::uint64_t a, std::uint64_t b) { return UnsignedInt128{a} * b; }
  static Int256 from(UnsignedInt128 bottom, UnsignedInt128 top) {
    Int256 made;
    made.words_ = {low(bottom), high(bottom), low(top), high(top)};
    return made;
  }

  Int256 plus(const Words& other, std::uint64_t carry) const {
    Int256 sum;
    for (std::size_t i = 0; i < 4; ++i) {
      const UnsignedInt128 word = UnsignedInt128{words_[i]} + other[i] + carry;
      sum.words_[i] = low(word);
      carry = high(word);
    }
    return sum;
  }
  void add_at_64(UnsignedInt128 v) { *this = plus({0, low(v), high(v), 0}, 0); }
  void subtract_from_top(Int128 v) {
    const UnsignedInt128 top = join(words_[3], words_[2]) - static_cast<UnsignedInt128>(v);
    words_[2] = low(top);
    words_[3] = high(top);
  }

  Words words_{};
};

namespace grid_steps {
inline Int128 product(std::int64_t a, std::int64_t b) {
  return Int128{a} * b;
}
inline Int128 product(Int128 a, std::int64_t b) {
  return a * b;
}
inline Int256 product(Int128 a, Int128 b) {
  return Int256::product(a, b);
}
inline Int256 product(const Int256& a, Int128 b) {
  return Int256::product(a, b);
}
inline int sign(Int128 v) {
  return v > 0 ? 1 : v < 0 ? -1 : 0;
}
inline int sign(const Int256& v) {
  return v.sign();
}
}  // namespace grid_steps

// Sums of products of coordinates.
template <typename Narrow, typename Wide>
struct GridProduct {
  Wide value;

  int sign() const { return grid_steps::sign(value); }
  friend GridProduct operator+(const GridProduct& a, const GridProduct& b) { return {a.value + b.value}; }
  friend GridProduct operator-(const GridProduct& a, const GridProduct& b) { return {a.value - b.value}; }
};

// A coordinate, or the difference of two.
template <typename Narrow, typename Wide>
struct GridNumber {
  Narrow value;

  int sign() const { return grid_steps::sign(Int128{value}); }
  friend GridNumber operator+(const GridNumber& a, const GridNumber& b) { return {a.value + b.value}; }
  friend GridNumber operator-(const GridNumber& a, const GridNumber& b) { return {a.value - b.value}; }
  friend GridProduct<Narrow, Wide> operator*(const GridNumber& a, const GridNumber& b) {
    return {grid_steps::product(a.value, b.value)};
  }
  friend GridProduct<Narrow, Wide> operator*(const GridProduct<Narrow, Wide>& a, const GridNumber& b) {
    return {grid_steps::product(a.value, b.value)};
  }
};
using NarrowNumber = GridNumber<std::int64_t, Int128>;
using WideNumber = GridNumber<Int128, Int256>;

// Cuts numbers of magnitudes up to `most` into steps, so that the largest has at most 2^40 of them, or 2^83.
// Powers of two throughout, so that nothing is rounded. For numbers from 2^-298 to 2^260.
class Grid {
 public:
  explicit Grid(double most) {
    int exponent = 0;
    std::frexp(most, &exponent);
    to_steps_ = std::ldexp(1.0, 40 - exponent);
  }

  // False once a number was not on the grid.
  bool fits() const { return fits_; }

  void put(double value, NarrowNumber& to) { to.value = whole(value * to_steps_); }
  void put(double value, WideNumber& to) {
    const double scaled = value * to_steps_;
    const auto upper = static_cast<std::int64_t>(scaled);
    const std::int64_t lower = whole((scaled - static_cast<double>(upper)) * 0x1p43);
    to.value = (Int128{upper} * (Int128{1} << 43)) + lower;
  }

 private:
  std::int64_t whole(double steps) {
    const auto integer = static_cast<std::int64_t>(steps);
    fits_ = fits_ && static_cast<double>(integer) == steps;
    return integer;
  }

  double to_steps_;
  bool fits_ = true;
};

}  // namespace collisionchip
