// The chip on trees of boxes and contacts that rounding would decide: of every family of the exact predicate's cases, as a
// part of trees of some levels, nothing is missing and nothing is too much, whichever side is tumbled.
#include "collisionchip/reference/traverse/exact_pairs.h"
#include "collisionchip/testbench/host/chip_object.h"
#include "collisionchip/testbench/tests/reference/exact_triangle_cases.h"
#include "collisionchip/testbench/tests/system/system_support.h"

namespace collisionchip {
namespace {

using namespace testing_support;

struct BoxMachine {
  TreeFormatKey format;
  AabbParentKey parent = AabbParentKey::context;
};
constexpr BoxMachine kBoxes[] = {{TreeFormatKey::obb64},
                                 {TreeFormatKey::obb40},
                                 {TreeFormatKey::aabb32},
                                 {TreeFormatKey::aabb21},
                                 {TreeFormatKey::aabb21, AabbParentKey::refetch},
                                 {TreeFormatKey::aabb21, AabbParentKey::simultaneous},
                                 {TreeFormatKey::aabb32_leafless},
                                 {TreeFormatKey::aabb21_leafless},
                                 {TreeFormatKey::aabb21_leafless, AabbParentKey::refetch},
                                 {TreeFormatKey::aabb21_leafless, AabbParentKey::simultaneous}};
constexpr int kCasesOfAFamily = 3;

// The case's triangle among its copies, moved along a line: an object with a tree of its own.
Mesh among_copies(const Corners& triangle) {
  std::vector<Corners> all = {triangle};
  for (int i = 1; i < 5; ++i) {
    Corners moved = triangle;
    for (Vec3f& corner : moved) corner.x += static_cast<float>(700 * i);
    all.push_back(moved);
  }
  return mesh_of(all);
}

TEST(BoxContacts, FamiliesAreExactInEveryFormat) {
  for (const auto& [format, parent] : kBoxes) {
    for (const TumbledRule side : {TumbledRule::a, TumbledRule::b}) {
      ChipConfig config;
      config.tree.format = format;
      config.aabb_unit.parent = parent;
      config.query.tumbled_side = side;
      JudgedSimulation simulation(config);
      std::size_t pairs = 0;
      for (const auto& family : families()) {
        Random random(static_cast<std::uint64_t>(format) + 40);
        for (int i = 0; i < kCasesOfAFamily; ++i) {
          const Case c = family.make(random);
          const CollisionObject a = build_object(among_copies(c.a), config),
                                b = build_object(among_copies(c.b), config);
          simulation.driver().upload(a, b);
          const std::vector<TrianglePair> expected = exact_pairs(a, b, c.pose);
          EXPECT_EQ(simulation.query(c.pose).pairs, expected) << family.name << ' ' << i;
          pairs += expected.size();
        }
      }
      EXPECT_GT(pairs, 30u) << "contacts, not only objects apart";
    }
  }
}

}  // namespace
}  // namespace collisionchip
