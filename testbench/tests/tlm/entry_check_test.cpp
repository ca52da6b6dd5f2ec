// Entries of the Pointer FIFO as words, and what a host notices of those that it took.
#include "collisionchip/tlm/machine/entry_check.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip {
namespace {

using Kind = Finding::Kind;
using registers::EntryType;
using testing_support::Random;

TEST(EntryWords, SayWhatTheRegisterMapSays) {
  EXPECT_EQ(entry_words({Kind::hit, 5, 6, {}}), (EntryWords{5, 6}));
  EXPECT_EQ(entry_words({Kind::uncertain, 9, 10, {}}), (EntryWords{0x4000'0009, 10}));
  EXPECT_EQ(entry_words({Kind::unfinished, 0x0001'2303, 0xffff'ff01, {}}),
            (EntryWords{0x8000'0000 | 0x0001'2300 >> 5 | 3, 0xffff'ff00 >> 5 | 1}));
  EXPECT_EQ(entry_words({Kind::end, 7, 0xffff'ffff, {}}), (EntryWords{0xc000'0007, 0xffff'ffff}));
  EXPECT_EQ(entry_type({0x4000'0009, 10}), EntryType::uncertain);
  EXPECT_EQ(entry_type({0xc000'0009, 10}), EntryType::closing);
}

TEST(EntryWords, BecomeTheirFindingAgain) {
  for (const Finding& finding :
       {Finding{Kind::hit, 0x3fff'ffff, 0xffff'ffff, {}}, Finding{Kind::uncertain, 0, 1, {}},
        Finding{Kind::unfinished, 0xffff'ff02, 0x0000'0101, {}}, Finding{Kind::end, 3, 0x8765'4321, {}}})
    EXPECT_EQ(text_of(finding_of(entry_words(finding))), text_of(finding));
}

// As any other program computes it: zlib.crc32(struct.pack("<IIII", 5, 6, 1 << 30 | 9, 10)).
TEST(EntryCheck, CountsAndHasTheChecksumOfTheStandard) {
  EntryCheck check;
  EXPECT_EQ(check.count(), 0u);
  EXPECT_EQ(check.checksum(), 0u);
  check.add({5, 6});
  EXPECT_EQ(check.count(), 1u);
  EXPECT_EQ(check.checksum(), 0x08a9'8ed1u);
  check.add({0x4000'0009, 10});
  EXPECT_EQ(check.count(), 2u);
  EXPECT_EQ(check.checksum(), 0x51de'90a5u);
  const ReadError error{ReadError::Kind::refused, 0x40};
  EXPECT_EQ(text_of(check.closing(error)), text_of(Finding{Kind::end, 2, 0x51de'90a5, error}));
}

struct Audit : ::testing::Test {
  std::vector<EntryWords> entries;

  Audit() {
    Random random(3);
    EntryCheck put;
    for (std::uint32_t i = 0; i < 40; ++i) {
      entries.push_back({i, static_cast<std::uint32_t>(random.below(50))});
      put.add(entries.back());
    }
    entries.push_back(entry_words(put.closing({})));
  }

  static std::string of(const std::vector<EntryWords>& taken) {
    EntryAudit audit;
    for (const EntryWords& entry : taken) audit.take(entry);
    return audit.objection();
  }
};

TEST_F(Audit, HasNothingAgainstWhatWasPutIn) {
  EXPECT_EQ(of(entries), "");
  EXPECT_EQ(of({{0xc000'0000, 0}}), "") << "no entry at all";
}

TEST_F(Audit, NoticesEveryLostAndEveryRepeatedEntry) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    std::vector<EntryWords> taken = entries;
    taken.erase(taken.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_EQ(of(taken), i < 40 ? "took 39 entries of the Pointer FIFO, where 40 were put in"
                                : "took 40 entries of the Pointer FIFO, and none that closes them");
    taken = entries;
    taken.insert(taken.begin() + static_cast<std::ptrdiff_t>(i), entries[i]);
    EXPECT_EQ(of(taken), i < 40 ? "took 41 entries of the Pointer FIFO, where 40 were put in"
                                : "an entry of the Pointer FIFO came behind the one that closes them");
  }
  EXPECT_EQ(of({}), "took 0 entries of the Pointer FIFO, and none that closes them");
}

TEST_F(Audit, NoticesOneLostAndAnotherRepeatedAndAnyOtherOrder) {
  constexpr const char* kOther = "the 40 entries of the Pointer FIFO are not those that were put in";
  for (std::size_t lost = 0; lost < 40; ++lost) {
    for (std::size_t twice = 0; twice < 40; ++twice) {
      if (lost == twice) continue;
      std::vector<EntryWords> taken = entries;
      taken.insert(taken.begin() + static_cast<std::ptrdiff_t>(twice), entries[twice]);
      taken.erase(taken.begin() + static_cast<std::ptrdiff_t>(lost + (twice <= lost ? 1 : 0)));
      EXPECT_EQ(of(taken), kOther) << lost << " " << twice;
      std::vector<EntryWords> swapped = entries;
      std::swap(swapped[lost], swapped[twice]);
      EXPECT_EQ(of(swapped), kOther);
    }
  }
}

TEST_F(Audit, NoticesEveryWrongBit) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    for (unsigned bit = 0; bit < 64; ++bit) {
      std::vector<EntryWords> taken = entries;
      taken[i][bit / 32] ^= 1u << bit % 32;
      EXPECT_NE(of(taken), "") << i << " " << bit;
    }
  }
}

}  // namespace
}  // namespace collisionchip
