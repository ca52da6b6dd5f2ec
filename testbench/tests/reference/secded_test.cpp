// The SEC-DED code by its promises alone: every flip, every pair of flips, and codes that are broken.
#include "collisionchip/reference/image/secded.h"

#include <gtest/gtest.h>

#include <bitset>
#include <vector>

#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip {
namespace {

using namespace testing_support;
using Verdict = SecdedCode::Verdict;

struct CodeWord {
  std::uint64_t data;
  std::uint8_t check;

  CodeWord flipped(unsigned bit) const {
    if (bit < kEccDataBits) return {data ^ std::uint64_t{1} << bit, check};
    return {data, static_cast<std::uint8_t>(check ^ 1u << (bit - kEccDataBits))};
  }
};

std::vector<std::uint64_t> words() {
  Random random(1);
  std::vector<std::uint64_t> all = {0, ~std::uint64_t{0}, 1, std::uint64_t{1} << 63, 0x3f80'0000'bf80'0000u};
  while (all.size() < 100) all.push_back(random.bits());
  return all;
}

// Flips of one bit that are not corrected, and of two that are not called uncorrectable, over many words.
struct Broken {
  unsigned singles = 0, doubles = 0;
};

Broken broken(const SecdedCode& code) {
  Broken count;
  for (const std::uint64_t data : words()) {
    const CodeWord word{data, code.check_bits(data)};
    EXPECT_EQ(code.decode(word.data, word.check).verdict, Verdict::clean);
    EXPECT_EQ(code.decode(word.data, word.check).data, data);
    for (unsigned i = 0; i < kEccCodeBits; ++i) {
      const CodeWord one = word.flipped(i);
      const SecdedCode::Decoded decoded = code.decode(one.data, one.check);
      if (decoded.verdict != Verdict::corrected || decoded.data != data) ++count.singles;
      for (unsigned j = i + 1; j < kEccCodeBits; ++j) {
        const CodeWord two = one.flipped(j);
        if (code.decode(two.data, two.check).verdict != Verdict::uncorrectable) ++count.doubles;
      }
    }
  }
  return count;
}

TEST(Secded, CorrectsEverySingleFlipAndDetectsEveryDoubleFlip) {
  const Broken none = broken(secded_code());
  EXPECT_EQ(none.singles, 0u);
  EXPECT_EQ(none.doubles, 0u);
}

TEST(Secded, ZeroIsACodeWord) {
  EXPECT_EQ(secded_code().check_bits(0), 0u);
  EXPECT_EQ(secded_code().decode(0, 0).verdict, Verdict::clean);
}

// Written down by hand from the columns' rule: the order of the columns is part of the stored image.
TEST(Secded, CheckBitsOfKnownWords) {
  EXPECT_EQ(secded_code().check_bits(1), 0x07u);
  EXPECT_EQ(secded_code().check_bits(std::uint64_t{1} << 1), 0x0bu);
  EXPECT_EQ(secded_code().check_bits(std::uint64_t{1} << 55), 0xe0u);
  EXPECT_EQ(secded_code().check_bits(std::uint64_t{1} << 56), 0x1fu);
  EXPECT_EQ(secded_code().check_bits(std::uint64_t{1} << 63), 0x8fu);
  EXPECT_EQ(secded_code().check_bits(std::uint64_t{1} | std::uint64_t{1} << 63), 0x88u);
}

TEST(Secded, EveryCheckBitCovers26DataBits) {
  std::array<int, kEccCheckBits> covered{};
  for (const std::uint8_t column : secded_columns()) {
    EXPECT_EQ(std::bitset<8>(column).count() % 2, 1u);
    for (unsigned bit = 0; bit < kEccCheckBits; ++bit) covered[bit] += column >> bit & 1;
  }
  for (const int count : covered) EXPECT_EQ(count, 26);
}

// One wrong bit anywhere in the matrix breaks a promise: 64 columns x 8 rows.
TEST(Secded, EveryFlippedBitOfTheMatrixIsNoticed) {
  for (unsigned column = 0; column < kEccDataBits; ++column) {
    for (unsigned row = 0; row < kEccCheckBits; ++row) {
      SecdedCode::Columns columns = secded_columns();
      columns[column] ^= static_cast<std::uint8_t>(1u << row);
      const SecdedCode mutant(columns);
      const CodeWord zero{0, 0};
      unsigned wrong = 0;
      for (unsigned i = 0; i < kEccCodeBits; ++i) {
        for (unsigned j = i + 1; j < kEccCodeBits; ++j) {
          const CodeWord two = zero.flipped(i).flipped(j);
          wrong += mutant.decode(two.data, two.check).verdict != Verdict::uncorrectable ? 1 : 0;
        }
      }
      EXPECT_GT(wrong, 0u) << "column " << column << " row " << row;
    }
  }
}

TEST(Secded, TwoEqualColumnsAreNoticed) {
  SecdedCode::Columns columns = secded_columns();
  columns[5] = columns[40];
  const Broken some = broken(SecdedCode(columns));
  EXPECT_GT(some.singles, 0u);
  EXPECT_GT(some.doubles, 0u);
}

}  // namespace
}  // namespace collisionchip
