// The slabs of a tumbled leaf as the Group Unit has them: they say what the planes of its triangles say, one after the
// other; lists become shorter by them and nothing is lost.
#include "collisionchip/reference/groups/leaf_slabs.h"

#include <gtest/gtest.h>

#include "collisionchip/testbench/tests/reference/groups/group_cases.h"

namespace collisionchip {
namespace {

using testing_support::group_layouts;
using testing_support::group_object;
using testing_support::Random;

// Volumes of all members, from a group down.
void add_volumes(const GroupObject& object, const GroupLayout& layout, GroupAddress at,
                 std::vector<GroupVolume>& volumes) {
  const Group group = object.group(at);
  for (int j = 0; j < group.members; ++j) {
    volumes.push_back(group.volumes[j]);
    if (!group.is_leaf(j)) add_volumes(object, layout, group.child(layout, j), volumes);
  }
}

// Blocks of all its leaves.
void add_blocks(const GroupObject& object, const GroupLayout& layout, GroupAddress at,
                std::vector<LeafBlock>& blocks) {
  const Group group = object.group(at);
  for (int j = 0; j < group.members; ++j) {
    if (group.is_leaf(j)) blocks.push_back(object.block(group.child(layout, j)));
    if (!group.is_leaf(j)) add_blocks(object, layout, group.child(layout, j), blocks);
  }
}

TEST(LeafSlabs, SayOfAVolumeWhatThePlanesSayOneAfterTheOther) {
  Random random(41);
  Mesh large = testing_support::torus(12, 8);  // its triangles share corners, so that blocks hold four
  for (Vec3f& vertex : large.vertices) vertex = {3 * vertex.x, 3 * vertex.y, 3 * vertex.z};
  std::array<int, kMostBlockTriangles + 1> parted{}, met{};  // by tests
  for (const GroupLayout& layout : group_layouts()) {
    const GroupObject a = group_object(layout, testing_support::random_soup(random, 60, 3, 1)),
                      b = group_object(layout, large);
    std::vector<GroupVolume> volumes;
    std::vector<LeafBlock> blocks;
    add_volumes(a, layout, 0, volumes);
    add_blocks(b, layout, 0, blocks);
    const Pose pose = testing_support::random_pose(random, 1);
    const GroupQuery query(a, b, pose, {TumbledSide::b}, {});
    const GroupGrid& grid = query.registers.corners.aligned;
    for (const LeafBlock& block : blocks) {
      const TumbledLeaf leaf = move_block(query.registers.corners, block);
      const LeafSlabs slabs = slabs_of(grid, leaf);
      ASSERT_EQ(slabs.count, leaf.count);
      for (const GroupVolume& volume : volumes) {
        int tests = 0;
        bool cut = false;
        for (; tests < leaf.count && !cut; ++tests)
          cut = plane_cuts(grid, leaf.triangles[tests].plane, volume);
        const SlabMeeting meeting = meet_slabs(layout.half(), slabs, volume);
        ASSERT_EQ(meeting.met, cut);
        ASSERT_EQ(meeting.tests, tests);
        ++(cut ? met : parted)[static_cast<std::size_t>(tests)];
      }
    }
  }
  for (const std::size_t tests : {1u, 2u, 3u}) EXPECT_GT(met[tests], 20) << tests;
  EXPECT_GT(met[4], 4);
  for (const std::size_t tests : {1u, 2u, 4u}) EXPECT_GT(parted[tests], 20) << tests;
}

TEST(LeafSlabs, OfALeafOfWhichSomethingIsUnknownThereAreNone) {
  TumbledLeaf leaf;
  leaf.count = 2;
  leaf.triangles[0].bounded = true;  // and the second is not
  const LeafSlabs slabs = slabs_of({}, leaf);
  EXPECT_EQ(slabs.count, 0);
  const SlabMeeting meeting = meet_slabs(12, slabs, {});
  EXPECT_TRUE(meeting.met);
  EXPECT_EQ(meeting.tests, 0);
}

// Large triangles against small ones: what their planes pass by need not be read.
TEST(LeafSlabs, ShortenListsAndLoseNothing) {
  Random random(42);
  const Mesh large = testing_support::random_soup(random, 40, 1, 1.5), small = testing_support::torus(40, 20);
  for (const GroupLayout& layout : group_layouts()) {
    const GroupObject a = group_object(layout, small), b = group_object(layout, large);
    const Pose pose = testing_support::random_pose(random, 0.3);
    GroupOptions with, without;
    with.filters.leaf_plane = true;
    const GroupResult all = sibling_group_traversal(a, b, pose, {}, without),
                      fewer = sibling_group_traversal(a, b, pose, {}, with);
    EXPECT_GT(all.pairs.size(), 20u);
    EXPECT_EQ(fewer.pairs, all.pairs);
    EXPECT_LT(fewer.counters.groups, all.counters.groups * 9 / 10);
    EXPECT_LT(fewer.counters.leaf_pairs, all.counters.leaf_pairs);
    EXPECT_LE(fewer.counters.triangle_tests, all.counters.triangle_tests);
    EXPECT_GT(fewer.counters.plane_tests, 0u);
    EXPECT_EQ(all.counters.plane_tests, 0u);
    // Alone it wants corners, too.
    with.filters = {false, false, false, true};
    EXPECT_EQ(sibling_group_traversal(a, b, pose, {}, with).pairs, all.pairs);
  }
}

}  // namespace
}  // namespace collisionchip
