// The interlaced combs touch nowhere, whatever their number of triangles, and the one with a burr in one place.
#include "collisionchip/reference/procedural/comb.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/traverse/exact_pairs.h"

namespace collisionchip {
namespace {

std::vector<TrianglePair> interlaced_pairs(const Mesh& a, const Mesh& b) {
  const Pose pose = interlaced_comb_pose(a.triangle_count());
  return exact_pairs(CollisionObject::build(a), CollisionObject::build(b), pose);
}

TEST(Comb, InterlacedCombsDoNotTouch) {
  for (const std::uint32_t count : {12u, 17u, 23u, 24u, 25u, 36u, 300u, 2003u, 20000u}) {
    const Mesh comb = make_procedural_mesh("comb", count);
    EXPECT_EQ(interlaced_pairs(comb, comb).size(), 0u) << count;
  }
}

// A third of a gap more along any axis that has one would touch if the gap were not there.
TEST(Comb, TheyLieBetweenOneAnother) {
  const Mesh comb = make_procedural_mesh("comb", 300);
  const CollisionObject object = CollisionObject::build(comb);
  for (const float move : {-0.003f, 0.003f}) {
    Pose pose = interlaced_comb_pose(300);
    pose.t.x += move;
    EXPECT_GT(exact_pairs(object, object, pose).size(), 20u) << move;
  }
  Pose deeper = interlaced_comb_pose(300);
  deeper.t.z -= 0.003f;
  EXPECT_GT(exact_pairs(object, object, deeper).size(), 20u);
}

TEST(Comb, TheBurrMeetsOneTriangle) {
  for (const std::uint32_t count : {24u, 25u, 31u, 36u, 300u, 2003u, 20000u}) {
    const Mesh comb = make_procedural_mesh("comb", count), burred = make_colliding_comb(count);
    EXPECT_EQ(burred.triangle_count(), count);
    const std::vector<TrianglePair> pairs = interlaced_pairs(comb, burred);
    ASSERT_EQ(pairs.size(), 1u) << count;
    EXPECT_EQ(pairs.front().b, 0u) << count;
    EXPECT_LT(pairs.front().a, 24u) << "a search for one pair ends early";
  }
  EXPECT_THROW(make_colliding_comb(23), InputError);
}

}  // namespace
}  // namespace collisionchip
