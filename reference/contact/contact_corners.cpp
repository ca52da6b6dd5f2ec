#include "collisionchip/reference/contact/contact_corners.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/reference/arithmetic/float_parts.h"

namespace collisionchip {

namespace {

// mantissa * 2^exponent, the mantissa odd or zero.
struct Term {
  std::int64_t mantissa = 0;
  int exponent = 0;

  int top() const { return exponent + 64 - __builtin_clzll(static_cast<std::uint64_t>(std::abs(mantissa))); }
};

// False if the number is not finite.
bool split(float value, Term& term) {
  const FloatParts parts = float_parts(bits_of(value));
  const int zeros = parts.mantissa != 0 ? __builtin_ctzll(static_cast<std::uint64_t>(parts.mantissa)) : 0;
  term = {parts.mantissa >> zeros, parts.exponent + zeros};
  return is_finite(bits_of(value));
}

// The coordinates of six corners along an axis, each a sum of up to four terms.
class Axis {
 public:
  // corner: 0 to 2 of A, 3 to 5 of B.
  void add(std::size_t corner, const Term& term) {
    if (term.mantissa == 0) return;
    terms_[corner][counts_[corner]++] = term;
    low_ = std::min(low_, term.exponent);
    top_ = std::max(top_, term.top());
  }
  // A difference of two sums of four terms has up to eight, and a sign.
  bool fits() const { return top_ <= low_ || top_ - low_ + 3 + 1 <= kContactWindowBits; }
  Int128 sum(std::size_t corner) const {
    Int128 sum = 0;
    for (std::size_t i = 0; i < counts_[corner]; ++i)
      sum += Int128{terms_[corner][i].mantissa} * (Int128{1} << (terms_[corner][i].exponent - low_));
    return sum;
  }

 private:
  std::array<std::array<Term, 4>, 6> terms_{};
  std::array<std::size_t, 6> counts_{};
  int low_ = std::numeric_limits<int>::max(), top_ = std::numeric_limits<int>::min();
};

bool add_terms(Axis& axis, int i, const TriangleCorners& a, const std::array<std::array<Term, 3>, 3>& b,
               const Pose& pose) {
  Term term;
  for (std::size_t c = 0; c < 3; ++c) {
    if (!split(a[c][i], term)) return false;
    axis.add(c, term);
  }
  if (!split(pose.t[i], term)) return false;
  for (std::size_t c = 0; c < 3; ++c) axis.add(3 + c, term);
  for (std::size_t j = 0; j < 3; ++j) {
    if (!split(pose.r[static_cast<std::size_t>(i)][j], term)) return false;
    for (std::size_t c = 0; c < 3; ++c)
      axis.add(3 + c, {term.mantissa * b[c][j].mantissa, term.exponent + b[c][j].exponent});
  }
  return true;
}

// The numbers along an axis: bits of the largest, and the zeros at the end of all. Both are 0 if all numbers are zero.
struct Extent {
  int length = 0, zeros = 0;

  Extent(const ContactCorners& corners, std::size_t axis) {
    UnsignedInt128 all = 0;
    for (std::size_t c = 0; c < 3; ++c) all |= magnitude(corners.a[c][axis]) | magnitude(corners.b[c][axis]);
    if (all == 0) return;
    length = bit_length(all);
    zeros = trailing_zeros(all);
  }
  int bits() const { return length - zeros + 1; }  // with sign
};

}  // namespace

std::optional<ContactCorners> contact_corners(const TriangleCorners& a, const TriangleCorners& b,
                                              const Pose& pose) {
  std::array<std::array<Term, 3>, 3> terms;
  for (std::size_t c = 0; c < 3; ++c) {
    for (int i = 0; i < 3; ++i) {
      if (!split(b[c][i], terms[c][static_cast<std::size_t>(i)])) return std::nullopt;
    }
  }
  ContactCorners corners;
  for (std::size_t i = 0; i < 3; ++i) {
    Axis axis;
    if (!add_terms(axis, static_cast<int>(i), a, terms, pose) || !axis.fits()) return std::nullopt;
    const Int128 origin = axis.sum(0);
    for (std::size_t c = 0; c < 3; ++c) {
      corners.a[c][i] = axis.sum(c) - origin;
      corners.b[c][i] = axis.sum(3 + c) - origin;
    }
  }
  return corners;
}

int exact_bits(const ContactCorners& corners) {
  int bits = 0;
  for (std::size_t i = 0; i < 3; ++i) bits = std::max(bits, Extent(corners, i).bits());
  return bits;
}

// What fits loses nothing: common zeros at the end are taken off. What does not fit keeps one bit less, so that rounding up
// needs no second look.
template <typename Coordinate>
CutCorners<Coordinate> cut_corners(const ContactCorners& corners, int bits) {
  CutCorners<Coordinate> cut;
  for (std::size_t i = 0; i < 3; ++i) {
    const Extent extent(corners, i);
    if (extent.length == 0) continue;
    const bool fits = extent.bits() <= bits;
    const int shift = fits ? extent.zeros : extent.length - (bits - 2);
    const int kept = fits ? extent.bits() : bits;
    cut.limbs[i] = static_cast<std::uint32_t>((kept + kLimbBits - 1) / kLimbBits);
    const Int128 half = fits ? 0 : Int128{1} << (shift - 1);
    const auto put = [&](Int128 value, Coordinate& to, int& off) {
      const Int128 rounded = (value + half) >> shift;
      to = static_cast<Coordinate>(rounded);
      if (rounded * (Int128{1} << shift) == value) return;
      off = 1;
      cut.axis_cut[i] = true;
    };
    for (std::size_t c = 0; c < 3; ++c) {
      put(corners.a[c][i], cut.a[c][i], cut.a_off[c]);
      put(corners.b[c][i], cut.b[c][i], cut.b_off[c]);
    }
  }
  return cut;
}
template CutCorners<std::int64_t> cut_corners(const ContactCorners& corners, int bits);
template CutCorners<Int128> cut_corners(const ContactCorners& corners, int bits);

}  // namespace collisionchip
