// The codes over list words, exhaustively: every single and every double flip of many words.
#include "collisionchip/reference/image/list_word_code.h"

#include <gtest/gtest.h>

#include <vector>

#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip {
namespace {

using testing_support::Random;
using Verdict = ListWord::Verdict;

constexpr ListEcc kAll[] = {ListEcc::none, ListEcc::parity, ListEcc::secded};
constexpr unsigned kBits = 32;

// Each bit of address and mask alone, all of them, none, and others at random.
std::vector<std::uint32_t> words() {
  std::vector<std::uint32_t> all = {0, ~kListCheckBits};
  for (unsigned bit = 0; bit < kBits; ++bit) {
    if ((kListCheckBits >> bit & 1u) == 0) all.push_back(1u << bit);
  }
  Random random(1);
  for (int i = 0; i < 500; ++i) all.push_back(static_cast<std::uint32_t>(random.bits()) & ~kListCheckBits);
  return all;
}

TEST(ListWordCode, UsesTheFreeBitsAloneAndGivesTheWordBack) {
  for (const ListEcc ecc : kAll) {
    for (const std::uint32_t word : words()) {
      const std::uint32_t stored = encode_list_word(ecc, word);
      EXPECT_EQ(stored & ~kListCheckBits, word);
      EXPECT_EQ(decode_list_word(ecc, stored).word, word);
      EXPECT_EQ(decode_list_word(ecc, stored).verdict, Verdict::clean);
    }
    EXPECT_EQ(encode_list_word(ecc, 0), 0u);
  }
  EXPECT_EQ(encode_list_word(ListEcc::none, 0x1234'5603), 0x1234'5603u);
  EXPECT_EQ(encode_list_word(ListEcc::parity, 0x0000'0101), 0x0000'0101u) << "two ones";
  EXPECT_EQ(encode_list_word(ListEcc::parity, 0x0000'0103), 0x0000'0107u) << "three ones, and bit 2";
}

TEST(ListWordCode, ASingleFlipIsNoticedByParityAndMendedBySecded) {
  for (const std::uint32_t word : words()) {
    for (unsigned bit = 0; bit < kBits; ++bit) {
      const ListWord none = decode_list_word(ListEcc::none, word ^ 1u << bit);
      EXPECT_EQ(none.verdict, Verdict::clean);
      EXPECT_EQ(none.word, (word ^ 1u << bit) & ~kListCheckBits);
      const std::uint32_t parity = encode_list_word(ListEcc::parity, word) ^ 1u << bit;
      EXPECT_EQ(decode_list_word(ListEcc::parity, parity).verdict, Verdict::uncorrectable);
      const std::uint32_t secded = encode_list_word(ListEcc::secded, word) ^ 1u << bit;
      const ListWord mended = decode_list_word(ListEcc::secded, secded);
      EXPECT_EQ(mended.verdict, Verdict::corrected);
      EXPECT_EQ(mended.word, word) << bit;
    }
  }
}

TEST(ListWordCode, ADoubleFlipPassesParityAndNeverSecded) {
  for (const std::uint32_t word : words()) {
    for (unsigned one = 0; one < kBits; ++one) {
      for (unsigned two = 0; two < one; ++two) {
        const std::uint32_t flips = 1u << one | 1u << two;
        const std::uint32_t parity = encode_list_word(ListEcc::parity, word) ^ flips;
        ASSERT_EQ(decode_list_word(ListEcc::parity, parity).verdict, Verdict::clean);
        const std::uint32_t secded = encode_list_word(ListEcc::secded, word) ^ flips;
        ASSERT_EQ(decode_list_word(ListEcc::secded, secded).verdict, Verdict::uncorrectable)
            << one << " " << two;
      }
    }
  }
}

}  // namespace
}  // namespace collisionchip
