// What every node format has to keep, today's and those of the tests: pairs find their places and come back.
#include "collisionchip/reference/image/node_format.h"

#include <gtest/gtest.h>

#include <cstring>
#include <set>

#include "collisionchip/reference/image/memory_image.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/tests/reference/compact_nodes.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip {
namespace {

using testing_support::kCompact14;
using testing_support::kCompact6;
using testing_support::Random;

struct NodeFormats : ::testing::TestWithParam<const NodeFormat*> {
  const NodeFormat& format = *GetParam();
  Random random{5};
};

TEST_P(NodeFormats, NoTwoPairsShareAByteAndNoneCrossesABlock) {
  ASSERT_EQ(format.pair_bytes % 4, 0u);
  ASSERT_LE(format.pair_bytes, format.pair_stride);
  ASSERT_LE(format.pair_stride, kSdramBlockBytes);
  std::uint32_t end = 0;
  for (std::uint32_t number = 0; number < 100; ++number) {
    const std::uint32_t begin = format.offset_of(number);
    EXPECT_GE(begin, end);
    EXPECT_EQ(begin % kSdramBlockBytes % format.pair_stride, 0u);
    end = begin + format.pair_bytes;
    EXPECT_EQ(begin / kSdramBlockBytes, (end - 1) / kSdramBlockBytes) << number;
    EXPECT_LE(end, format.bytes_of(number + 1));
    EXPECT_GT(end + kSdramBlockBytes, format.bytes_of(number + 1)) << "no block in vain";
    EXPECT_EQ(format.address_of(format.list_word(0x4200, number)), 0x4200 + begin);
    EXPECT_EQ(format.list_word(0x4200, number) & ~kPairNumberBits, 0u) << "room for mask and check bits";
  }
}

TEST_P(NodeFormats, AWordHoldsOneThingAndAMemberHoldsItsCoefficients) {
  std::set<std::uint32_t> words;
  for (std::uint32_t member = 0; member < 2; ++member) {
    for (std::uint32_t i = 0; i < format.most_k; ++i) {
      const std::uint32_t word = format.coefficient_word(member, i);
      EXPECT_GE(word, format.members[member].begin);
      EXPECT_LT(word, format.members[member].end);
      EXPECT_TRUE(words.insert(word).second);
    }
    EXPECT_LE(4 * format.members[member].end, format.pair_bytes);
  }
}

// A coefficient is in its word: none of the others changes it.
TEST_P(NodeFormats, PairsSurviveARoundTripBitByBit) {
  for (int round = 0; round < 200; ++round) {
    NodePair pair, back;
    for (std::size_t member = 0; member < 2; ++member) {
      for (std::uint32_t i = 0; i < format.most_k; ++i)
        pair.dops[member].d[i] = static_cast<float>(random.uniform(-1, 1));
      const bool leaf = random.below(2) == 0;
      const auto any = static_cast<std::uint32_t>(random.bits());
      pair.links[member] = {leaf ? 0 : any & kPairNumberBits, leaf ? any & ~127u : 0, leaf};
    }
    std::array<std::uint32_t, kMostPairWords> words{};
    format.encode(pair, words.data());
    format.decode_dops(words.data(), back.dops);
    format.decode_links(words.data(), back.links);
    for (std::size_t member = 0; member < 2; ++member) {
      EXPECT_EQ(back.dops[member].d, pair.dops[member].d);
      EXPECT_EQ(back.links[member].child, pair.links[member].child);
      EXPECT_EQ(back.links[member].triangle, pair.links[member].triangle);
      EXPECT_EQ(back.links[member].leaf, pair.links[member].leaf);
    }
    const auto member = static_cast<std::uint32_t>(random.below(2));
    const auto i = static_cast<std::uint32_t>(random.below(static_cast<int>(format.most_k)));
    words[format.coefficient_word(member, i)] ^= 1u;
    format.decode_dops(words.data(), back.dops);
    EXPECT_NE(back.dops[member].d[i], pair.dops[member].d[i]);
  }
}

TEST_P(NodeFormats, ObjectsSurviveARoundTripBitByBit) {
  const int k = format.most_k < 14 ? 6 : 14;
  for (const std::uint32_t count : {1u, 2u, 3u, 4u, 100u}) {
    const auto object =
        CollisionObject::build(testing_support::random_soup(random, count, 1, 0.2), {k, "median"});
    for (const std::uint32_t base : {0u, 0x1300u}) {
      const MemoryImage image = make_memory_image(format, object, base);
      EXPECT_EQ(image.bytes(), image_bytes(format, count));
      EXPECT_EQ(format.address_of(image.root_pair), base);
      const CollisionObject back = read_memory_image(image, k, count);
      ASSERT_EQ(back.tree.nodes().size(), object.tree.nodes().size());
      EXPECT_EQ(0, std::memcmp(back.tree.nodes().data(), object.tree.nodes().data(),
                               object.tree.nodes().size() * sizeof(DopNode)));
      EXPECT_EQ(make_memory_image(format, back, base).words, image.words);
    }
  }
}

TEST_P(NodeFormats, RefusePairsThatNoListWordCanName) {
  const auto object = CollisionObject::build(testing_support::random_soup(random, 40, 1, 0.2), {6, "median"});
  const std::uint64_t blocks = (std::uint64_t{1} << 24) / format.pairs_per_block();
  const std::uint64_t pairs = format.bytes_of(object.tree.pair_count());
  const std::uint64_t room =
      std::min(blocks * kSdramBlockBytes, (std::uint64_t{1} << 32) - (image_bytes(format, 40) - pairs)) -
      pairs;
  EXPECT_NO_THROW(make_memory_image(format, object, static_cast<std::uint32_t>(room / 256 * 256)));
  EXPECT_THROW(make_memory_image(format, object, static_cast<std::uint32_t>(room / 256 * 256 + 256)),
               InputError);
}

INSTANTIATE_TEST_SUITE_P(All, NodeFormats,
                         ::testing::Values(&kDop128, &kTriangle128, &kCompact14, &kCompact6),
                         [](const auto& format) { return std::string(format.param->name); });

}  // namespace
}  // namespace collisionchip
