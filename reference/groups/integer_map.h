// A pose in whole numbers: the map from the tumbled object to the aligned one, with what it may be off. The bounds:
// docs/group_machine.md, "The registers in whole numbers".
#pragma once

#include <array>
#include <cstdint>

#include "collisionchip/reference/arithmetic/float_parts.h"
#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/geometry/tumbled_side.h"
#include "collisionchip/reference/groups/upper_bound.h"

namespace collisionchip {

// Bits of twelve float32 numbers: three rows of the matrix, then the translation.
using PoseWords = std::array<std::uint32_t, 12>;
PoseWords pose_words(const Pose& pose);
Pose pose_of(const PoseWords& words);

// A matrix is rows * 2^exponent.
struct IntegerMatrix {
  std::array<std::array<std::int64_t, 3>, 3> rows{};  // 31 bits with sign
  int exponent = 0;
  UpperBound error;  // of the magnitudes of what a row is off, added up

  UpperBound norm() const;  // largest sum of a row's magnitudes
};

struct IntegerMap {
  IntegerMatrix matrix;                   // from the tumbled object to the aligned one
  std::array<FloatParts, 3> translation;  // the pose's own
  TumbledSide tumbled = TumbledSide::b;   // with a: the aligned place is matrix (x - translation)

  // With numbers that are not finite, and of a matrix that is nearly singular and must be inverted, the error is
  // UpperBound::none().
  static IntegerMap of(const PoseWords& pose, TumbledSide tumbled, ProductCounter& products);
};
// Products that `of` takes.
constexpr std::uint32_t map_products(TumbledSide tumbled) {
  return tumbled == TumbledSide::a ? 66 : 0;
}

// value * 2^by, to the nearest; false if its magnitude reaches 2^kPlaceBits.
constexpr int kPlaceBits = 90;
bool scaled(Int128 value, int by, Int128& result);

// Where the map takes a place, in parts of 2^-kPlaceFraction of a unit.
constexpr int kPlaceFraction = 12;
struct MovedPlace {
  std::array<Int128, 3> value{};
  UpperBound error;  // of each, in lengths
};
// `place` in units of 2^unit_exponent, below 2^61; the result relative to `from` in units of 2^from_exponent.
MovedPlace move_place(const IntegerMap& map, const std::array<std::int64_t, 3>& place, int unit_exponent,
                      const std::array<std::int64_t, 3>& from, int from_exponent, ProductCounter& products);
constexpr std::uint32_t kPlaceProducts = 20;

}  // namespace collisionchip
