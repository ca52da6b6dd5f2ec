// No DOP test parts triangles that meet: the families of contacts of the exact predicate, huge translations,
// tiny objects and sizes of 10^6 to 1 among them, for every k and either side tumbled.
#include <gtest/gtest.h>

#include "collisionchip/reference/dop/dop_transform.h"
#include "collisionchip/reference/tree/dop_tree.h"
#include "collisionchip/reference/triangle/exact_triangle_intersection.h"
#include "collisionchip/testbench/tests/reference/exact_triangle_cases.h"

namespace collisionchip {
namespace {

using testing_support::Case;
using testing_support::Random;

bool parted(const Case& c, int k, TumbledSide tumbled) {
  const DopNode a = leaf_dop(k, c.a, 0), b = leaf_dop(k, c.b, 0);
  const DopNode &moved = tumbled == TumbledSide::a ? a : b, &still = tumbled == TumbledSide::a ? b : a;
  PartnerDop partner{};
  make_dop_transform(k, RigidMap::of(c.pose, tumbled), moved).apply(moved, partner);
  return !overlap(k, partner, still);
}

TEST(DopContacts, NoFamilyIsParted) {
  for (const auto& family : testing_support::families()) {
    Random random(17);
    int meeting = 0, lost = 0;
    for (int i = 0; i < 400; ++i) {
      const Case c = family.make(random);
      if (!triangles_intersect_exactly(c.a, c.b, c.pose)) continue;
      ++meeting;
      for (const int k : {6, 8, 12, 14, 18, 24, 26}) {
        for (const TumbledSide side : {TumbledSide::a, TumbledSide::b}) lost += parted(c, k, side) ? 1 : 0;
      }
    }
    EXPECT_GT(meeting, 0) << family.name;
    EXPECT_EQ(lost, 0) << family.name << ": of " << meeting << " pairs that meet";
  }
}

}  // namespace
}  // namespace collisionchip
