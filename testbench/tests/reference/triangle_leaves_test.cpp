// Images whose leaves hold triangles instead of DOPs: words, round trip, bad leaves.
#include <gtest/gtest.h>

#include <cstring>

#include "collisionchip/reference/image/memory_image.h"
#include "collisionchip/reference/image/triangle_record.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip {
namespace {

CollisionObject object_of(std::uint32_t triangles, int k = 24) {
  testing_support::Random random(triangles);
  return CollisionObject::build(testing_support::random_soup(random, triangles, 1, 0.2), {k, "median"});
}

// The words of the first leaf.
std::uint32_t* first_leaf(MemoryImage& image, const CollisionObject& object) {
  std::uint32_t node = 0;
  while (!object.tree.nodes()[node].is_leaf()) ++node;
  return image.words.data() + 32 * std::size_t{node};
}

TEST(TriangleLeavesImage, ALeafIsItsTriangleRecordWithTheLinksOfANode) {
  const CollisionObject object = object_of(5);
  const MemoryImage with_dops = make_memory_image(kDop128, object, 0x4200);
  const MemoryImage image = make_memory_image(kTriangle128, object, 0x4200);
  EXPECT_EQ(image.bytes(), 256u * 4);
  for (std::size_t n = 0; n < 8; ++n) {
    SCOPED_TRACE(n);
    const DopNode& node = object.tree.nodes()[n];
    const std::uint32_t* const record = image.words.data() + 32 * n;
    if (!node.is_leaf()) {
      EXPECT_EQ(0, std::memcmp(record, with_dops.words.data() + 32 * n, 128))
          << "an inner node is what it was";
      continue;
    }
    const TriangleWords triangle = encode_triangle(object.triangles[node.triangle]);
    for (std::size_t i = 0; i < 25; ++i) EXPECT_EQ(record[i], triangle[i]) << i;
    for (const std::size_t i : {25, 26, 27, 28, 31}) EXPECT_EQ(record[i], 0u) << i;
    EXPECT_EQ(record[29], 0x4200 + 128 * n) << "its own address";
    EXPECT_EQ(record[30], 1u) << "leaf";
  }
}

TEST(TriangleLeavesImage, ObjectsSurviveARoundTripBitByBit) {
  for (const int k : {6, 8, 12, 14, 18, 24, 26}) {
    for (const std::uint32_t count : {1u, 2u, 3u, 100u}) {
      const CollisionObject object = object_of(count, k);
      const MemoryImage image = make_memory_image(kTriangle128, object, 0x1300);
      EXPECT_EQ(image.bytes(), image_bytes(kTriangle128, count));
      const CollisionObject back = read_memory_image(image, k, count);
      ASSERT_EQ(back.tree.nodes().size(), object.tree.nodes().size());
      EXPECT_EQ(0, std::memcmp(back.tree.nodes().data(), object.tree.nodes().data(),
                               object.tree.nodes().size() * sizeof(DopNode)));
      EXPECT_EQ(make_memory_image(kTriangle128, back, 0x1300).words, image.words);
    }
  }
}

TEST(TriangleLeavesImage, RefusesLeavesThatAreNotTheirOwn) {
  const CollisionObject object = object_of(50);
  const MemoryImage good = make_memory_image(kTriangle128, object, 0x1000);
  const auto broken = [&](std::size_t word, std::uint32_t value) {
    MemoryImage image = good;
    first_leaf(image, object)[word] = value;
    EXPECT_THROW(read_memory_image(image, 24, 50), InputError) << word << " " << value;
  };
  MemoryImage copy = good;
  const std::uint32_t* const leaf = first_leaf(copy, object);
  broken(29, leaf[29] + 128);
  broken(29, 0);
  broken(21, 50);
  broken(21, (leaf[21] + 1) % 50);  // another one's number
}

}  // namespace
}  // namespace collisionchip
