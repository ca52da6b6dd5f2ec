#include "collisionchip/reference/groups/integer_map.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "collisionchip/reference/arithmetic/float32.h"

namespace collisionchip {

namespace {

using Rows = std::array<std::array<std::int64_t, 3>, 3>;

constexpr int kMantissaBits = 24, kMatrixBits = 30;
constexpr Int128 kPlaceUnit = Int128{1} << kPlaceFraction;

// To the nearest.
std::int64_t shifted_right(std::int64_t value, int by) {
  if (by <= 0) return value * (std::int64_t{1} << -by);
  return by > 62 ? 0 : (value + (std::int64_t{1} << (by - 1))) >> by;
}

std::int64_t largest_of(const Rows& rows) {
  std::int64_t largest = 0;
  for (const auto& row : rows) {
    for (const std::int64_t entry : row) largest = std::max(largest, std::abs(entry));
  }
  return largest;
}

// All entries at the largest one's exponent.
IntegerMatrix matrix_of(const PoseWords& pose, bool& cut) {
  IntegerMatrix matrix;
  int highest = -149;
  for (std::size_t i = 0; i < 9; ++i) highest = std::max(highest, float_parts(pose[i]).exponent);
  matrix.exponent = highest - (kMatrixBits - kMantissaBits);
  cut = false;
  for (std::size_t i = 0; i < 9; ++i) {
    const FloatParts parts = float_parts(pose[i]);
    const int right = matrix.exponent - parts.exponent;
    const std::int64_t entry = shifted_right(parts.mantissa, right);
    cut |=
        right > 62 ? parts.mantissa != 0 : right > 0 && entry * (std::int64_t{1} << right) != parts.mantissa;
    matrix.rows[i / 3][i % 3] = entry;
  }
  if (cut) matrix.error = UpperBound::of(3, matrix.exponent - 1);  // half of the last place, three times
  return matrix;
}

// The transposed cofactors, cut to 30 bits by a common factor.
Rows adjugate_of(const Rows& m, ProductCounter& products) {
  Rows adjugate;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      const std::size_t p = (j + 1) % 3, q = (j + 2) % 3, s = (i + 1) % 3, t = (i + 2) % 3;
      adjugate[i][j] = products.product(m[p][s], m[q][t]) - products.product(m[p][t], m[q][s]);
    }
  }
  const int cut = bit_length(static_cast<std::uint64_t>(largest_of(adjugate))) - kMatrixBits;
  for (auto& row : adjugate) {
    for (std::int64_t& entry : row) entry = shifted_right(entry, cut);
  }
  return adjugate;
}

// About 2^62 / d for d of 32 bits, its highest bit set; Newton's steps from 3 - 2d, which is off by an eighth at most.
std::int64_t reciprocal(std::int64_t d, ProductCounter& products) {
  std::int64_t y = (std::int64_t{3} << 30) - (d >> 1);
  for (int step = 0; step < 4; ++step) {
    const std::int64_t rest = (std::int64_t{1} << 31) - (products.product(d, y) >> 32);
    y = products.product(y, rest) >> 30;
  }
  return y;
}

// Largest sum of a row of 1 - M X, in parts of `one`.
std::uint64_t residual_of(const Rows& m, const Rows& x, std::int64_t one, ProductCounter& products) {
  std::uint64_t largest = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    std::uint64_t sum = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      std::int64_t entry = i == j ? one : 0;
      for (std::size_t k = 0; k < 3; ++k) entry -= products.product(m[i][k], x[k][j]);
      sum += static_cast<std::uint64_t>(std::abs(entry));
    }
    largest = std::max(largest, sum);
  }
  return largest;
}

// The cofactors times 1 / determinant. The result counts as the inverse if its residual says that it nearly is one.
IntegerMatrix inverse_of(const IntegerMatrix& matrix, bool cut, ProductCounter& products) {
  IntegerMatrix inverse;
  const Rows adjugate = adjugate_of(matrix.rows, products);
  std::int64_t determinant = 0;
  for (std::size_t j = 0; j < 3; ++j) determinant += products.product(matrix.rows[0][j], adjugate[j][0]);
  const int bits = bit_length(static_cast<std::uint64_t>(std::abs(determinant)));
  const std::int64_t normal = bits > 32  ? std::abs(determinant) >> (bits - 32)
                              : bits > 0 ? std::abs(determinant) << (32 - bits)
                                         : std::int64_t{1} << 31;
  const std::int64_t factor = reciprocal(normal, products);
  std::uint64_t all = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      const std::int64_t entry = shifted_right(products.product(adjugate[i][j], factor), 31);
      inverse.rows[i][j] = determinant < 0 ? -entry : entry;
      all += static_cast<std::uint64_t>(std::abs(entry));
    }
  }
  inverse.exponent = 1 - bits - matrix.exponent;
  const std::int64_t one = bits == 0 ? 0 : std::int64_t{1} << (bits - 1);
  const std::uint64_t residual =
      residual_of(matrix.rows, inverse.rows, one, products) + (cut ? (all + 1) / 2 : 0);
  // e / (1 - e) is below e (1 + 2^-7).
  inverse.error = inverse.norm().times(UpperBound::of(residual + (residual >> 7) + 1, 1 - bits), products);
  if (bits == 0 || residual > static_cast<std::uint64_t>(one) >> 8) inverse.error = UpperBound::none();
  return inverse;
}

}  // namespace

PoseWords pose_words(const Pose& pose) {
  PoseWords words;
  for (std::size_t i = 0; i < 9; ++i) std::memcpy(&words[i], &pose.r[i / 3][i % 3], 4);
  for (std::size_t i = 0; i < 3; ++i) {
    const float entry = pose.t[static_cast<int>(i)];
    std::memcpy(&words[9 + i], &entry, 4);
  }
  return words;
}

Pose pose_of(const PoseWords& words) {
  Pose pose;
  for (std::size_t i = 0; i < 9; ++i) pose.r[i / 3][i % 3] = float_of(words[i]);
  pose.t = {float_of(words[9]), float_of(words[10]), float_of(words[11])};
  return pose;
}

UpperBound IntegerMatrix::norm() const {
  std::int64_t largest = 0;
  for (const auto& row : rows)
    largest = std::max(largest, std::abs(row[0]) + std::abs(row[1]) + std::abs(row[2]));
  return UpperBound::of(static_cast<std::uint64_t>(largest), exponent);
}

IntegerMap IntegerMap::of(const PoseWords& pose, TumbledSide tumbled, ProductCounter& products) {
  IntegerMap map;
  map.tumbled = tumbled;
  bool cut = false;
  map.matrix = matrix_of(pose, cut);
  if (tumbled == TumbledSide::a) map.matrix = inverse_of(map.matrix, cut, products);
  for (std::size_t i = 0; i < 3; ++i) map.translation[i] = float_parts(pose[9 + i]);
  const bool finite = std::all_of(pose.begin(), pose.end(), is_finite);
  if (!finite) map.matrix.error = UpperBound::none();
  return map;
}

bool scaled(Int128 value, int by, Int128& result) {
  constexpr Int128 kMost = Int128{1} << kPlaceBits;
  if (by < 0) {
    result = by < -126 ? 0 : (value + (Int128{1} << (-by - 1))) >> -by;
  } else {
    const Int128 most = by > kPlaceBits ? 0 : kMost >> by;
    if (value != 0 && (value >= most || value <= -most)) return false;
    result = value == 0 ? 0 : value * (Int128{1} << by);
  }
  return result < kMost && result > -kMost;
}

namespace {

// What the matrix multiplies: 61 bits with sign for each coordinate, and what they are off.
struct Lever {
  std::array<std::int64_t, 3> value{};
  int exponent = 0;
  UpperBound error;
  bool fits = true;

  UpperBound reach() const {
    std::uint64_t largest = 0;
    for (const std::int64_t entry : value)
      largest = std::max(largest, static_cast<std::uint64_t>(std::abs(entry)));
    return UpperBound::of(largest, exponent);
  }
};

// With A tumbled the translation goes off before the matrix.
Lever lever_of(const IntegerMap& map, const std::array<std::int64_t, 3>& place, int unit_exponent) {
  if (map.tumbled == TumbledSide::b) return {place, unit_exponent, {}, true};
  Lever lever;
  lever.exponent = unit_exponent - kPlaceFraction;
  std::array<Int128, 3> from{};
  int bits = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const FloatParts& t = map.translation[i];
    lever.fits = scaled(t.mantissa, t.exponent - lever.exponent, from[i]) && lever.fits;
    from[i] = Int128{place[i]} * kPlaceUnit - from[i];
    while (from[i] >> bits > 0 || from[i] >> bits < -1) ++bits;
  }
  const int cut = std::max(0, bits - 60);
  lever.exponent += cut;
  for (std::size_t i = 0; i < 3; ++i) {
    Int128 value = 0;
    lever.fits = scaled(from[i], -cut, value) && lever.fits;
    lever.value[i] = static_cast<std::int64_t>(value);
  }
  lever.error = UpperBound::of(1, lever.exponent);  // half of the last place, twice
  return lever;
}

// Each factor of the lever in two pieces.
Int128 row_product(const std::array<std::int64_t, 3>& row, const std::array<std::int64_t, 3>& lever,
                   ProductCounter& products) {
  constexpr std::int64_t kPiece = std::int64_t{1} << 31;
  std::int64_t low = 0, high = 0;
  for (std::size_t j = 0; j < 3; ++j) {
    low += products.product(row[j], lever[j] & (kPiece - 1));
    high += products.product(row[j], lever[j] >> 31);
  }
  return Int128{high} * kPiece + low;
}

}  // namespace

MovedPlace move_place(const IntegerMap& map, const std::array<std::int64_t, 3>& place, int unit_exponent,
                      const std::array<std::int64_t, 3>& from, int from_exponent, ProductCounter& products) {
  const Lever lever = lever_of(map, place, unit_exponent);
  const int last = from_exponent - kPlaceFraction;
  MovedPlace moved;
  bool fits = lever.fits;
  for (std::size_t i = 0; i < 3; ++i) {
    Int128 turned = 0, shifted = 0;
    const FloatParts& t = map.translation[i];
    fits = scaled(row_product(map.matrix.rows[i], lever.value, products),
                  map.matrix.exponent + lever.exponent - last, turned) &&
           fits;
    if (map.tumbled == TumbledSide::b) fits = scaled(t.mantissa, t.exponent - last, shifted) && fits;
    moved.value[i] = turned + shifted - Int128{from[i]} * kPlaceUnit;
  }
  moved.error = UpperBound::of(1, last) +  // half of the last place, twice
                map.matrix.error.times(lever.reach(), products) +
                (map.matrix.norm() + map.matrix.error).times(lever.error, products);
  if (!fits) moved = {{}, UpperBound::none()};
  return moved;
}

}  // namespace collisionchip
