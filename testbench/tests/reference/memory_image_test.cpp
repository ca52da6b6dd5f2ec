// The objects as the chip reads them: bytes, round trip, bad pointers.
#include "collisionchip/reference/image/memory_image.h"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <utility>

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/reference/image/triangle_record.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip {
namespace {

using testing_support::Corners;
using testing_support::Random;

CollisionObject random_object(std::uint32_t triangles, int k = 24) {
  Random random(triangles);
  return CollisionObject::build(testing_support::random_soup(random, triangles, 1, 0.2), {k, "median"});
}

TEST(MemoryImageTest, NodeRecordWordByWord) {
  NodePair pair;
  for (int i = 0; i < 24; ++i) pair.dops[0].d[i] = static_cast<float>(i) - 11.5f;
  for (int i = 0; i < 24; ++i) pair.dops[1].d[i] = static_cast<float>(i) + 77.5f;
  pair.links = {{{0x12345600, 0, false}, {0, 0x80, true}}};
  std::array<std::uint32_t, 64> words;
  words.fill(~0u);
  EXPECT_EQ(kDop128.pair_bytes, sizeof words);
  kDop128.encode(pair, words.data());
  for (std::size_t member = 0; member < 2; ++member) {
    const std::uint32_t* const record = words.data() + 32 * member;
    for (int i = 0; i < 24; ++i) EXPECT_EQ(record[i], bits_of(pair.dops[member].d[i])) << i;
    for (int i = 24; i < 28; ++i) EXPECT_EQ(record[i], 0u) << i;
    EXPECT_EQ(record[28], member == 0 ? 0x12345600u : 0u);
    EXPECT_EQ(record[29], member == 0 ? 0u : 0x80u);
    EXPECT_EQ(record[30], member == 0 ? 0u : 1u);
    EXPECT_EQ(record[31], 0u);
  }
}

TEST(MemoryImageTest, TriangleRecordWordByWord) {
  TriangleRecord triangle;
  float next = 1;
  for (Vec3f& corner : triangle.corners) {
    for (int axis = 0; axis < 3; ++axis) corner[axis] = next++;
  }
  for (auto& row : triangle.to_unit) {
    for (float& value : row) value = next++;
  }
  triangle.triangle = 77;
  static_assert(sizeof(TriangleWords) == 128 && kTriangleBytes == 128);
  const TriangleWords words = encode_triangle(triangle);
  for (int i = 0; i < 21; ++i) EXPECT_EQ(words[i], bits_of(static_cast<float>(i + 1))) << i;
  EXPECT_EQ(words[21], 77u);
  for (int i = 22; i < 32; ++i) EXPECT_EQ(words[i], 0u) << i;
}

TEST(MemoryImageTest, RecordsSurviveARoundTripBitByBit) {
  Random random(3);
  for (int i = 0; i < 1000; ++i) {
    TriangleWords words{};
    for (int w = 0; w < 22; ++w) words[w] = static_cast<std::uint32_t>(random.bits());
    EXPECT_EQ(encode_triangle(decode_triangle(words)), words);
  }
}

TEST(MemoryImageTest, LayoutOfThreeTriangles) {
  const CollisionObject object = random_object(3);
  const MemoryImage image = make_memory_image(kDop128, object, 0x1000);
  EXPECT_EQ(image.base, 0x1000u);
  EXPECT_EQ(image.root_pair, 0x1000u);
  EXPECT_EQ(image.root_mask, 3u);
  ASSERT_EQ(image.words.size(), (4u + 3u) * 32);
  EXPECT_EQ(image.bytes(), image_bytes(kDop128, 3));
  for (std::size_t i = 0; i < 4; ++i) {
    const DopNode& node = object.tree.nodes()[i];
    EXPECT_EQ(image.words[32 * i + 30], node.is_leaf() ? 1u : 0u);
    EXPECT_EQ(image.words[32 * i + 28], node.is_leaf() ? 0u : 0x1100u);
    EXPECT_EQ(image.words[32 * i + 29], node.is_leaf() ? 0x1200u + 128 * node.triangle : 0u);
  }
  for (std::uint32_t t = 0; t < 3; ++t) EXPECT_EQ(image.words[32 * (4 + t) + 21], t);
}

TEST(MemoryImageTest, ObjectsSurviveARoundTripBitByBit) {
  for (const int k : {6, 8, 12, 14, 18, 24, 26}) {
    for (const std::uint32_t count : {1u, 2u, 3u, 100u}) {
      const CollisionObject object = random_object(count, k);
      const MemoryImage image = make_memory_image(kDop128, object, 256 * count);
      const CollisionObject back = read_memory_image(image, k, count);
      ASSERT_EQ(back.tree.nodes().size(), object.tree.nodes().size());
      EXPECT_EQ(0, std::memcmp(back.tree.nodes().data(), object.tree.nodes().data(),
                               object.tree.nodes().size() * sizeof(DopNode)));
      EXPECT_EQ(back.tree.root_mask(), object.tree.root_mask());
      ASSERT_EQ(back.triangles.size(), count);
      EXPECT_EQ(make_memory_image(kDop128, back, image.base).words, image.words);
    }
  }
}

TEST(MemoryImageTest, RefusesPlacesItDoesNotFit) {
  const CollisionObject object = random_object(4);
  EXPECT_THROW(make_memory_image(kDop128, object, 128), InputError);
  EXPECT_THROW(make_memory_image(kDop128, object, 0xffffff00u), InputError);
  const auto highest =
      static_cast<std::uint32_t>((std::uint64_t{1} << 32) - (image_bytes(kDop128, 4) + 255) / 256 * 256);
  EXPECT_NO_THROW(make_memory_image(kDop128, object, highest));
  EXPECT_NO_THROW(read_memory_image(make_memory_image(kDop128, object, highest), 24, 4));
  EXPECT_THROW(make_memory_image(kDop128, object, highest + 256), InputError);
}

TEST(MemoryImageTest, RefusesBadPointers) {
  const CollisionObject object = random_object(50);
  const MemoryImage good = make_memory_image(kDop128, object, 0x1000);
  std::size_t inner = 0, leaf = 0;
  while (object.tree.nodes()[inner].is_leaf()) ++inner;
  while (!object.tree.nodes()[leaf].is_leaf()) ++leaf;
  const std::uint32_t nodes = 98 * 128;
  const std::pair<std::size_t, std::vector<std::uint32_t>> bad[] = {
      {inner, {0, 0x0f00, 0x1000, 0x1001, good.words[32 * inner + 28] + 128, 0x1000 + nodes, 0xffffff00u}},
      {leaf,
       {0, 0x1000, 0x1000 + nodes - 128, good.words[32 * leaf + 29] + 4, 0x1000 + nodes + 50 * 128,
        0xffffff80u}}};
  for (const auto& [record, addresses] : bad) {
    for (const std::uint32_t address : addresses) {
      MemoryImage image = good;
      image.words[32 * record + (record == leaf ? 29 : 28)] = address;
      EXPECT_THROW(read_memory_image(image, 24, 50), InputError) << std::hex << address;
    }
  }
  MemoryImage image = good;
  image.words[32 * (98 + 7) + 21] = 8;
  EXPECT_THROW(read_memory_image(image, 24, 50), InputError) << "a triangle with another's number";
}

TEST(MemoryImageTest, RefusesWrongCounts) {
  MemoryImage image = make_memory_image(kDop128, random_object(5), 0);
  for (const std::uint32_t count : {0u, 1u, 4u, 6u, 13u, 0xffffffffu}) {
    EXPECT_THROW(read_memory_image(image, 24, count), InputError) << count;
  }
  image.words.clear();
  EXPECT_THROW(read_memory_image(image, 24, 0), InputError);
}

}  // namespace
}  // namespace collisionchip
