// Rounding to float32 away from the nearest, by its bits: what the library's nextafter gives.
#include "collisionchip/reference/arithmetic/float32.h"

#include <gtest/gtest.h>

#include <cmath>

namespace collisionchip {
namespace {

float by_nextafter(double value) {
  const float nearest = static_cast<float>(value);
  return nearest < value ? std::nextafter(nearest, HUGE_VALF) : nearest;
}

void expect_rounded(double value) {
  EXPECT_EQ(bits_of(round_up(value)), bits_of(by_nextafter(value))) << value;
  EXPECT_EQ(bits_of(round_down(value)), bits_of(-by_nextafter(-value))) << value;
}

// Numbers of every exponent and both signs, their neighbours, and values between them and the next number.
TEST(Float32, RoundsUpAndDownAsTheLibraryDoes) {
  for (std::uint64_t bits = 0; bits < std::uint64_t{1} << 32; bits += 9973) {
    const auto number = double{float_of(static_cast<std::uint32_t>(bits))};
    for (const double value : {number, std::nextafter(number, HUGE_VAL), std::nextafter(number, -HUGE_VAL)})
      expect_rounded(value);
  }
}

TEST(Float32, RoundsWhatIsLeastAndMost) {
  const double least = 0x1p-149, most = std::numeric_limits<float>::max();
  for (const double sign : {1.0, -1.0}) {
    for (const double size : {0.0, 0x1p-1074, 0.5 * least, 0.75 * least, least, 1.5 * least, 0x1p-126, most,
                              most * (1 + 0x1p-30), most * (1 + 0x1p-20), 0x1p1000, HUGE_VAL})
      expect_rounded(sign * size);
  }
}

}  // namespace
}  // namespace collisionchip
