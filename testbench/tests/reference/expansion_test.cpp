// Expansions over their whole range of exponents: ring identities hold to the last bit, and the parts are as
// far apart as docs/exactness.md says.
#include "collisionchip/reference/arithmetic/expansion.h"

#include <gtest/gtest.h>

#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip {
namespace {

using testing_support::Random;

// A product of two float32 numbers of any exponents.
double term(Random& random) {
  const auto draw = [&] {
    return static_cast<float>(random.uniform(-1, 1) * std::ldexp(1.0, random.below(278) - 149));
  };
  return double{draw()} * draw();
}

Expansion<4> coordinate(Random& random) {
  return ((Expansion<1>(term(random)) + Expansion<1>(term(random))) + Expansion<1>(term(random))) +
         Expansion<1>(term(random));
}

template <int kCapacity>
void expect_compressed(const Expansion<kCapacity>& e) {
  for (int i = 0; i < e.size(); ++i) {
    ASSERT_NE(e.parts()[i], 0.0);
    ASSERT_TRUE(i == 0 || std::ilogb(e.parts()[i]) - std::ilogb(e.parts()[i - 1]) >= 52);
  }
}

TEST(Expansion, RingIdentitiesHoldExactly) {
  Random random(1);
  for (int i = 0; i < 3000; ++i) {
    const auto x = coordinate(random) - coordinate(random), y = coordinate(random) - coordinate(random),
               z = coordinate(random) - coordinate(random);
    const auto xy = x * y, xyz = xy * z;
    expect_compressed(x);
    expect_compressed(xy);
    expect_compressed(xyz);
    ASSERT_EQ((x - x).sign(), 0);
    ASSERT_EQ((x + y - y - x).sign(), 0);
    ASSERT_EQ((xy - y * x).sign(), 0);
    ASSERT_EQ((xyz - x * (z * y)).sign(), 0);
    ASSERT_EQ(((x + y) * z - x * z - y * z).sign(), 0);
    ASSERT_EQ(((x + y) * (x - y) - (x * x - y * y)).sign(), 0);
    ASSERT_EQ(xyz.sign(), x.sign() * y.sign() * z.sign());
  }
}

// The smallest quantum and the largest value in one sum: no bit is lost.
TEST(Expansion, OneQuantumBesideTheLargestValueCounts) {
  const Expansion<1> large(0x1.fffffep127 * 0x1.fffffep127), small(0x1p-149 * 0x1p-149);
  const auto volume = large * large * large, quantum = small * small * small;
  EXPECT_EQ(quantum.parts()[0], 0x1p-894);
  for (const int sign : {-1, 1}) {
    const auto nudged = sign > 0 ? volume + quantum : volume - quantum;
    EXPECT_EQ((nudged - volume).sign(), sign);
    EXPECT_EQ((nudged - volume - (sign > 0 ? quantum : -quantum)).sign(), 0);
  }
}

TEST(Expansion, TwoProductAndTwoSumLoseNothing) {
  const double a = 1 + 0x1p-52, b = 1 - 0x1p-53;
  EXPECT_EQ(two_product(a, a).high, 1 + 0x1p-51);
  EXPECT_EQ(two_product(a, a).low, 0x1p-104);
  EXPECT_EQ(two_product(a, b).high, 1.0);
  EXPECT_EQ(two_product(a, b).low, 0x1p-53 - 0x1p-105);
  EXPECT_EQ(two_sum(0x1p-300, 0x1p200).low, 0x1p-300);
  EXPECT_EQ(two_sum(0x1p200, 0x1p-300).low, 0x1p-300);
  EXPECT_EQ(fast_two_sum(0x1p200, -0x1p-300).low, -0x1p-300);
}

}  // namespace
}  // namespace collisionchip
