// What the Contact Unit's passes are made of: exact corners, cut numbers, products, by hand.
#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "collisionchip/reference/arithmetic/wide_integer.h"
#include "collisionchip/reference/contact/contact_test.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip {
namespace {

using testing_support::Random;

constexpr TriangleCorners kUnit = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};

TriangleCorners lifted(TriangleCorners corners, float z) {
  for (Vec3f& corner : corners) corner.z += z;
  return corners;
}

TEST(ContactCorners, AreExactAndRelativeToTheFirstOfA) {
  Pose pose;
  pose.r = {{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}};
  pose.t = {0, 0, 0.25f};
  const auto corners =
      contact_corners({{{1, 0, 0}, {2, 0, 0}, {1, 3, 0}}}, {{{0, 0, 0}, {0.5f, 0, 0}, {0, 1, 0}}}, pose);
  ASSERT_TRUE(corners);
  // x has steps of 1, y of a half, z of a quarter.
  EXPECT_EQ(corners->a[1][0], 1);
  EXPECT_EQ(corners->a[2][1], 6);
  EXPECT_EQ(corners->b[0][0], -1);
  EXPECT_EQ(corners->b[1][1], 1);
  EXPECT_EQ(corners->b[2][0], -2);
  EXPECT_EQ(corners->b[2][2], 1);
}

// A corner of 2^123 steps has 124 bits, and 3 more for sums and a sign make 128.
TEST(ContactCorners, FitTheWindowToTheLastBit) {
  const auto fits = [](int exponent) {
    TriangleCorners a = kUnit;
    a[1].x = std::ldexp(1.0f, exponent - 40);
    a[2].x = std::ldexp(1.0f, -40);
    return contact_corners(a, lifted(TriangleCorners{}, 0), Pose{}).has_value();
  };
  EXPECT_TRUE(fits(123));
  EXPECT_FALSE(fits(124));
}

TEST(ContactCorners, NumbersThatAreNotFiniteAreLeft) {
  for (const float bad : {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
    TriangleCorners corners = kUnit;
    corners[2].y = bad;
    EXPECT_FALSE(contact_corners(corners, kUnit, Pose{}));
    EXPECT_FALSE(contact_corners(kUnit, corners, Pose{}));
    Pose pose;
    pose.r[1][2] = bad;
    EXPECT_FALSE(contact_corners(kUnit, kUnit, pose));
    pose = {};
    pose.t.z = bad;
    EXPECT_FALSE(contact_corners(kUnit, kUnit, pose));
    EXPECT_EQ(contact_outcome(corners, kUnit, Pose{}, 4).end, ContactEnd::window);
  }
}

// One number along x, whose lowest bit is 1 and which has so many bits: 23 and a sign fit into 24.
ContactCorners of_bits(int length) {
  ContactCorners corners;
  corners.a[1][0] = (Int128{1} << (length - 1)) + 1;
  corners.b[2][0] = -(Int128{1} << (length - 1));
  corners.a[2][1] = 40;  // 5 steps of 8
  return corners;
}

TEST(CutCorners, KeepWhatFitsAndCutOneBitMoreOtherwise) {
  const auto whole = cut_corners<std::int64_t>(of_bits(23), 24);
  EXPECT_EQ(whole.a[1][0], (1 << 22) + 1);
  EXPECT_EQ(whole.a[2][1], 5);
  EXPECT_TRUE(whole.exact());
  EXPECT_EQ(whole.limbs, (std::array<std::uint32_t, 3>{1, 1, 0}));
  EXPECT_EQ(exact_bits(of_bits(23)), 24);

  const auto cut = cut_corners<std::int64_t>(of_bits(24), 24);
  EXPECT_EQ(cut.a[1][0], 1 << 21) << "2^23 + 1 in steps of 4";
  EXPECT_EQ(cut.b[2][0], -(1 << 21));
  EXPECT_EQ(cut.axis_cut, (std::array<bool, 3>{true, false, false}));
  EXPECT_EQ(cut.a_off, (std::array<int, 3>{0, 1, 0})) << "-2^23 loses nothing";
  EXPECT_EQ(cut.b_off, (std::array<int, 3>{0, 0, 0}));
  EXPECT_EQ(exact_bits(of_bits(24)), 25);

  const auto wide = cut_corners<Int128>(of_bits(24), 48);
  EXPECT_TRUE(wide.exact());
  EXPECT_EQ(wide.limbs, (std::array<std::uint32_t, 3>{2, 1, 0}));
  EXPECT_EQ(cut_corners<Int128>(of_bits(90), 96).limbs[0], 4u);
}

TEST(CutCorners, RoundToTheNearest) {
  ContactCorners corners;
  corners.a[1][0] = (Int128{1} << 24) + 5;  // steps of 8: 22 bits are left
  corners.a[2][0] = -(Int128{1} << 24) - 3;
  corners.b[0][0] = (Int128{1} << 25) - 1;  // rounds up to a power of two
  const auto cut = cut_corners<std::int64_t>(corners, 24);
  EXPECT_EQ(cut.a[1][0], (1 << 21) + 1);
  EXPECT_EQ(cut.a[2][0], -(1 << 21));
  EXPECT_EQ(cut.b[0][0], 1 << 22);
}

std::vector<std::uint32_t> products_of(const ContactOutcome& outcome) {
  return {outcome.products.begin(), outcome.products.begin() + outcome.steps};
}

TEST(ContactSteps, TakeTheProductsOfWhatTheyAskFor) {
  const auto outcome = [](const TriangleCorners& a, const TriangleCorners& b) {
    return contact_outcome(a, b, Pose{}, 4);
  };
  // A corner in common: nothing is multiplied.
  EXPECT_EQ(outcome(kUnit, {{{5, 5, 5}, {1, 0, 0}, {7, 7, 7}}}).end, ContactEnd::corner);
  EXPECT_EQ(products_of(outcome(kUnit, {{{5, 5, 5}, {1, 0, 0}, {7, 7, 7}}})), (std::vector<std::uint32_t>{}));
  // Above A's plane: a product of two vectors and three determinants, six products each.
  EXPECT_EQ(products_of(outcome(kUnit, lifted({{{0, 0, 0}, {1, 0, 1}, {0, 1, 0}}}, 1))),
            (std::vector<std::uint32_t>{24}));
  // A corner on the face, and edges that are asked for: seven determinants more and three products of vectors.
  const ContactOutcome face = outcome(kUnit, {{{0.25f, 0.25f, 0}, {0.25f, 0.5f, 1}, {0.5f, 0.5f, 1}}});
  EXPECT_EQ(face.verdict, Verdict::hit);
  EXPECT_EQ(face.end, ContactEnd::edges);
  EXPECT_EQ(products_of(face), (std::vector<std::uint32_t>{24, 60}));
  // In one plane along z: x and y alone have limbs. 2 for A's normal, 3 x 2; then nine times two.
  const ContactOutcome flat = outcome(kUnit, {{{0.25f, 0.25f, 0}, {2, 2, 0}, {0.5f, 2, 0}}});
  EXPECT_EQ(flat.verdict, Verdict::hit);
  EXPECT_EQ(flat.end, ContactEnd::in_plane);
  EXPECT_EQ(products_of(flat), (std::vector<std::uint32_t>{8, 18}));
}

// 2^-30 along z: with 24 bits z is cut, and whether the corner is above the plane is not known. An exact pass of 48 follows.
TEST(ContactSteps, AWiderPassFollowsOnlyAPassThatCut) {
  TriangleCorners b = {{{0.25f, 0.25f, 0x1p-30f}, {0.25f, 0.5f, 1}, {0.5f, 0.5f, 1}}};
  const ContactOutcome two = contact_outcome(kUnit, b, Pose{}, 4);
  EXPECT_EQ(two.verdict, Verdict::miss);
  EXPECT_EQ(two.limbs, 2);
  // x and y have one limb, z two: 2 (1 + 2 + 2) = 10 for each vector and determinant.
  EXPECT_EQ(products_of(two), (std::vector<std::uint32_t>{24, 60, 40}));
  EXPECT_EQ(contact_outcome(kUnit, b, Pose{}, 1).verdict, Verdict::uncertain);
  EXPECT_EQ(contact_outcome(kUnit, b, Pose{}, 1).end, ContactEnd::open);
  // 2^-60: 48 bits would cut what 96 hold.
  b[0].z = 0x1p-60f;
  const ContactOutcome four = contact_outcome(kUnit, b, Pose{}, 4);
  EXPECT_EQ(four.verdict, Verdict::miss);
  EXPECT_EQ(four.limbs, 4);
  EXPECT_EQ(four.steps, 3u);
  EXPECT_EQ(contact_outcome(kUnit, b, Pose{}, 2).limbs, 2);
  // 2^-100: neither holds it, and both are tried.
  b[0].z = 0x1p-100f;
  EXPECT_EQ(contact_outcome(kUnit, b, Pose{}, 4).steps, 6u);
  // A point in B's plane has no area: 24 bits are exact, and wider ones tell nothing more.
  const ContactOutcome point =
      contact_outcome({{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}}, {{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}}, Pose{}, 4);
  EXPECT_EQ(point.verdict, Verdict::uncertain);
  EXPECT_EQ(point.end, ContactEnd::open);
  EXPECT_EQ(point.limbs, 1);
}

mpz_class whole(Int128 value) {
  const UnsignedInt128 size = magnitude(value);
  const mpz_class made =
      (mpz_class(static_cast<unsigned long>(size >> 64)) << 64) + mpz_class(static_cast<unsigned long>(size));
  return value < 0 ? mpz_class(-made) : made;
}

TEST(WideInteger, CalculatesLikeGmp) {
  using Wide = WideInteger<5>;
  Random random(5);
  const auto draw = [&](int bits) {
    Int128 value = 0;
    for (int i = 0; i < 5; ++i) value = value * 0x2000000 + random.below(0x2000000);
    value >>= 125 - bits;
    return random.below(2) == 0 ? value : -value;
  };
  for (int i = 0; i < 20000; ++i) {
    const Int128 a = draw(random.below(97) + 1), b = draw(random.below(97) + 1),
                 c = draw(random.below(97) + 1);
    const int bit = random.below(300);
    const mpz_class cubed = whole(a) * whole(b) * whole(c), power = mpz_class(1) << bit;
    const Wide product = Wide(a) * Wide(b) * Wide(c), limit = Wide::power_of_two(bit);
    ASSERT_EQ(product.sign(), sgn(cubed));
    ASSERT_EQ((product - limit).sign(), sgn(mpz_class(cubed - power))) << i;
    ASSERT_EQ((product + limit).sign(), sgn(mpz_class(cubed + power))) << i;
    ASSERT_EQ((product - Wide(a) * Wide(c) * Wide(b)).sign(), 0);
  }
}

}  // namespace
}  // namespace collisionchip
