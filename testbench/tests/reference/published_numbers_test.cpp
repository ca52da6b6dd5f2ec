// The hash and the random numbers are the published ones: stored names and objects rest on them.
#include <gtest/gtest.h>

#include <string>

#include "collisionchip/reference/arithmetic/fnv1a.h"
#include "collisionchip/reference/arithmetic/split_mix64.h"

namespace collisionchip {
namespace {

std::string hash_of(const std::string& text) {
  Fnv1a hash;
  hash.add(text);
  return hash.digits();
}

// From draft-eastlake-fnv, and one with a byte above 127.
TEST(Fnv1a, GivesThePublishedValues) {
  EXPECT_EQ(hash_of(""), "cbf29ce484222325");
  EXPECT_EQ(hash_of("a"), "af63dc4c8601ec8c");
  EXPECT_EQ(hash_of("foobar"), "85944171f73967e8");
  EXPECT_EQ(hash_of("\xff"), "af64724c8602eb6e");
}

TEST(Fnv1a, BytesOfAWordAreTheLowestFirst) {
  Fnv1a word, wide;
  word.add_bytes(0x6f6f66, 3);
  word.add_bytes(0x726162, 3);
  EXPECT_EQ(word.digits(), hash_of("foobar"));
  wide.add_bytes(0x0102030405060708u, 8);
  EXPECT_EQ(wide.digits(), hash_of("\x08\x07\x06\x05\x04\x03\x02\x01"));
}

TEST(Fnv1a, AWordInOneStepIsMixedOnce) {
  Fnv1a hash;
  hash.add(std::uint64_t{0x123456789abcdef0u});
  EXPECT_EQ(hash.value(), (0xcbf29ce484222325u ^ 0x123456789abcdef0u) * 1099511628211u);
}

// From the generator's published source, seeded with 1234567.
TEST(SplitMix64, GivesThePublishedNumbers) {
  SplitMix64 random(1234567);
  for (const std::uint64_t expected : {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                       4593380528125082431u, 16408922859458223821u})
    EXPECT_EQ(random.bits(), expected);
  EXPECT_EQ(split_mix64(1234567), 6457827717110365317u);
}

TEST(SplitMix64, UniformTakesTheUpper53Bits) {
  SplitMix64 bits(9), numbers(9);
  for (int i = 0; i < 100; ++i) {
    const double number = numbers.uniform(-3, 5);
    EXPECT_EQ(number, -3 + 8 * (static_cast<double>(bits.bits() >> 11) / 9007199254740992.0));
    EXPECT_GE(number, -3);
    EXPECT_LT(number, 5);
  }
}

}  // namespace
}  // namespace collisionchip
