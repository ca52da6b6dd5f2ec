// Trees without leaves as the chip has them: what a number says of its pair, where nodes and records lie, and the tests of boxes
// and triangles as numbers say them.
#include <gtest/gtest.h>

#include <set>

#include "collisionchip/reference/aabb/aabb_volumes.h"
#include "collisionchip/reference/image/leafless_pair.h"
#include "collisionchip/reference/image/memory_image.h"
#include "collisionchip/reference/image/triangle_record.h"
#include "collisionchip/testbench/tests/reference/exact_triangle_cases.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip {
namespace {

using namespace testing_support;

constexpr const NodeFormat* kFormats[] = {&kAabb32Leafless, &kAabb21Leafless};

// docs/aabb.md has the table.
TEST(LeaflessPair, ItsNumberSaysWhereItIsAndWhichMembersAreLeaves) {
  const auto address = [](std::uint32_t number) {
    return kAabb21Leafless.address_of(kAabb21Leafless.list_word(0x500, number));
  };
  EXPECT_EQ(address(0), 0x500u);
  EXPECT_EQ(address(4), 0x5c0u);
  EXPECT_EQ(address(5), 0x504u) << "the left one";
  EXPECT_EQ(address(6), 0x508u);
  EXPECT_EQ(address(7), 0x584u);
  EXPECT_EQ(address(8), 0x588u);
  EXPECT_EQ(address(9), 0x50cu);
  EXPECT_EQ(address(16 + 9), 0x60cu);
  EXPECT_EQ(kAabb32Leafless.address_of(kAabb32Leafless.list_word(0, 3)), 0xc0u);
  for (const std::uint32_t number : {10u, 15u}) EXPECT_EQ(address(number) % 4, 1u) << "no pair is there";
  EXPECT_EQ(kAabb32Leafless.address_of(kAabb32Leafless.list_word(0, 4)) % 4, 1u) << "four to a block";
  EXPECT_EQ(kAabb21Leafless.address_of(kAabb21Leafless.list_word(0, 1) + 4) % 4, 1u) << "a broken link";
  for (const std::uint32_t leaves : {0u, 1u, 2u, 3u}) {
    const std::uint32_t number = leafless::number_at(kAabb21Leafless, leaves,
                                                     leaves == 3   ? 0
                                                     : leaves == 0 ? 96
                                                                   : 128);
    EXPECT_EQ(leafless::leaves_of(address(number)), leaves);
  }
}

TEST(LeaflessPair, OfTwoLeavesOneAloneIsReadAsItsRecord) {
  const auto address = [](std::uint32_t number, std::uint32_t mask) {
    return kAabb21Leafless.address_of(kAabb21Leafless.list_word(0x500, number), mask);
  };
  EXPECT_EQ(address(9, 3), 0x50cu);
  EXPECT_EQ(address(9, 1), 0x504u);
  EXPECT_EQ(address(9, 2), 0x588u);
  EXPECT_EQ(address(5, 1), 0x504u) << "one leaf";
  EXPECT_EQ(address(7, 1), 0x584u);
  EXPECT_EQ(address(0, 1), 0x500u);
  EXPECT_EQ(address(10, 1) % 4, 1u) << "no pair is there";
  EXPECT_EQ(kAabb21.address_of(kAabb21.list_word(0x500, 1), 1), 0x530u) << "with leaves, all of a pair";
}

TEST(LeaflessPair, IsAsLongAsItsLeavesMakeIt) {
  for (const NodeFormat* format : kFormats) {
    const std::uint32_t nodes = format->needs_parent ? 44 : 64;
    EXPECT_EQ(format->bytes_at(0x300), nodes);
    EXPECT_EQ(format->bytes_at(0x304), 128u);
    EXPECT_EQ(format->bytes_at(0x308), 128u);
    EXPECT_EQ(format->bytes_at(0x30c), 256u);
    EXPECT_EQ(format->beats_at(0x388, 32), 4u);
    EXPECT_EQ(format->beats(32), 8u) << "the longest one";
    EXPECT_TRUE(format->suits_bus(32));
  }
  EXPECT_EQ(kAabb21Leafless.beats_at(0x330, 32), 2u) << "from the middle of a beat on";
}

// What is said of a tree without its image: nodes and records as the tree has them, each record once, numbers
// that rise where they have to.
void expect_image(const NodeFormat& format, AabbPairFormat kind, PairOrder order, std::uint32_t count) {
  Random random(count);
  const Mesh mesh = random_soup(random, count, 1, 0.3);
  CollisionObject object = CollisionObject::build(mesh);
  object.volumes = make_aabb_volumes(mesh, kind, order);
  const MemoryImage image = make_memory_image(format, object, 0x1200);
  EXPECT_EQ(image.bytes(), image_bytes(format, object));
  EXPECT_GE(image.bytes(), image_bytes(format, count));
  std::set<std::uint32_t> records;
  for (std::uint32_t pair = 0; pair < object.tree.pair_count(); ++pair) {
    const std::uint32_t number = object.volumes->number(pair);
    const std::uint32_t word = format.list_word(image.base, number), address = format.address_of(word);
    const auto links = format.links_at(address, image.pair(number));
    for (std::uint32_t member = 0; member < 2; ++member) {
      if ((image.root_mask >> member & 1u) == 0) continue;
      const VolumeLink expected = object.volumes->link(pair, member);
      ASSERT_EQ(links[member].leaf, expected.leaf);
      if (!expected.leaf) {
        EXPECT_EQ(links[member].child, format.list_word(image.base, object.volumes->number(expected.number)));
        EXPECT_TRUE(order != PairOrder::depth_first || links[member].child > word);
        continue;
      }
      TriangleWords record{};
      std::copy_n(image.words.data() + (links[member].triangle - image.base) / 4, kTriangleDataWords,
                  record.begin());
      EXPECT_EQ(decode_triangle(record).triangle, expected.number);
      EXPECT_EQ(links[member].triangle % kTriangleBytes, 0u);
      records.insert(links[member].triangle);
    }
  }
  EXPECT_EQ(records.size(), count);
}

TEST(LeaflessPair, AnImageHasEachTriangleOnceInThePlaceOfItsLeaf) {
  for (const PairOrder order : {PairOrder::as_built, PairOrder::depth_first}) {
    for (const std::uint32_t count : {1u, 2u, 3u, 7u, 60u, 400u}) {
      expect_image(kAabb32Leafless, AabbPairFormat::aabb32_leafless, order, count);
      expect_image(kAabb21Leafless, AabbPairFormat::aabb21_leafless, order, count);
    }
  }
}

// A record of 128 bytes for each triangle, and 48 or 64 for each pair without a leaf: less than with leaves.
TEST(LeaflessPair, AnImageIsSmallerThanWithLeaves) {
  Random random(3);
  const Mesh mesh = random_soup(random, 1000, 1, 0.1);
  const auto bytes = [&](const NodeFormat& format, AabbPairFormat kind) {
    CollisionObject object = CollisionObject::build(mesh);
    object.volumes = make_aabb_volumes(mesh, kind);
    return make_memory_image(format, object, 0).bytes();
  };
  const std::uint64_t leafless = bytes(kAabb21Leafless, AabbPairFormat::aabb21_leafless);
  EXPECT_LT(leafless, 150000u);
  EXPECT_LT(leafless, bytes(kAabb21, AabbPairFormat::aabb21));
  EXPECT_LT(bytes(kAabb32Leafless, AabbPairFormat::aabb32_leafless), bytes(kAabb32, AabbPairFormat::aabb32));
}

// The chip's tests from their numbers say what the software's say.
TEST(NodeOverlap, OfNumbersIsThatOfTheMaps) {
  Random random(91);
  std::array<int, 3> apart{};
  for (int i = 0; i < 20000; ++i) {
    const Case c = families()[static_cast<std::size_t>(i) % families().size()].make(random);
    const Aabb a = box_of(c.a), b = box_of(c.b);
    const auto node = [](const Aabb& box) {
      return NodeOverlap::Node{
          {box.low(0), box.low(1), box.low(2), 0}, {box.high(0), box.high(1), box.high(2), 0}, {}, false};
    };
    const NodeOverlap test(NodeOverlap(c.pose, TumbledSide::b, b, a).numbers());
    const RigidMap to_a = RigidMap::of(c.pose, TumbledSide::b), to_b = RigidMap::of(c.pose, TumbledSide::a);
    const NodeOverlap::Node tumbled[] = {node(b), {{}, {}, c.b, true}},
                            aligned[] = {node(a), {{}, {}, c.a, true}};
    NodeOverlap::Placed placed[2];
    for (int k = 0; k < 2; ++k) test.place(tumbled[k], placed[k]);
    TriangleBoxTest::Moved none{}, moved = test.moved(aligned[1]);

    BoxOverlap::Moved box;
    const BoxOverlap boxes(to_a, b, a);
    boxes.move(tumbled[0].low, tumbled[0].high, box);
    const bool boxes_meet = boxes.overlap(box, aligned[0].low, aligned[0].high);
    TriangleBoxTest::Moved triangle;
    const TriangleBoxTest of_b(to_a, b, a), of_a(to_b, a, b);
    of_b.move(c.b, triangle);
    const bool b_meets = of_b.overlap(triangle, aligned[0].low, aligned[0].high);
    of_a.move(c.a, triangle);
    const bool a_meets = of_a.overlap(triangle, tumbled[0].low, tumbled[0].high);

    const NodeOverlap::Outcome outcomes[] = {test.test(placed[0], aligned[0], none),
                                             test.test(placed[1], aligned[0], none),
                                             test.test(placed[0], aligned[1], moved)};
    const bool meet[] = {boxes_meet, b_meets, a_meets};
    for (std::size_t k = 0; k < 3; ++k) {
      ASSERT_EQ(outcomes[k].meet, meet[k]) << i << ' ' << k;
      EXPECT_GE(outcomes[k].places, 1u);
      EXPECT_LE(outcomes[k].places, 15u);
      if (meet[k]) {
        EXPECT_EQ(outcomes[k].places, 15u);
      }
      if (k > 0) {
        EXPECT_TRUE(outcomes[k].places <= 12 || outcomes[k].places == 15) << "the normal takes three";
      }
      apart[k] += meet[k] ? 0 : 1;
    }
    EXPECT_EQ(test.test(placed[1], aligned[1], moved).places, 0u) << "two triangles";
  }
  for (const int each : apart) EXPECT_GT(each, 500);
}

}  // namespace
}  // namespace collisionchip
