// Builders and rules as keys of the machine: the chip walks each tree as the reference does, and what does not exist
// is refused in one line that names the format.
#include "collisionchip/reference/traverse/exact_pairs.h"
#include "collisionchip/reference/tree/split_rule.h"
#include "collisionchip/testbench/host/chip_object.h"
#include "collisionchip/testbench/tests/system/system_support.h"
#include "collisionchip/tlm/config/config_file.h"
#include "collisionchip/tlm/machines/derived_of.h"

namespace collisionchip {
namespace {

using namespace testing_support;

ChipConfig with(std::initializer_list<const char*> sets) {
  ChipConfig config;
  for (const char* set : sets) apply_set(config, set);
  return config;
}

std::string refusal(std::initializer_list<const char*> sets) {
  const auto conflict = find_conflict(with(sets));
  return conflict ? conflict->text : "";
}

TEST(TreeKeys, TheChipWalksTheTreesOfEachBuilderAndRule) {
  const std::initializer_list<const char*> kinds[] = {
      {},
      {"tree.builder=bottom_up"},
      {"tree.builder=insertion"},
      {"tree.rule=median"},
      {"tree.rule=axis_point"},
      {"tree.rule=axis_point", "tree.axis=splatter", "tree.point=middle"},
      {"tree.rule=axis_point", "tree.axis=normals", "tree.objective=balance"}};
  const Mesh left = torus(9, 7), right = torus(8, 6);
  std::set<std::vector<std::uint32_t>> images;
  std::set<std::string> hashes;
  for (const auto& kind : kinds) {
    const ChipConfig config = with(kind);
    ASSERT_EQ(find_conflict(config), std::nullopt);
    const ObjectPair objects = {build_object(left, config), build_object(right, config)};
    JudgedSimulation simulation(config);
    simulation.driver().upload(objects.a, objects.b);
    const ChipAnswer answer = simulation.query(Pose{});
    expect_reference(answer, reference_answer(objects, Pose{}, config));
    EXPECT_EQ(answer.pairs, exact_pairs(objects.a, objects.b, Pose{}));
    expect_clean(simulation);
    images.insert(make_memory_image(nodes_of(config), objects.a, 0).words);
    hashes.insert(config_hash(config));
  }
  EXPECT_EQ(images.size(), std::size(kinds)) << "each key makes a tree of its own";
  EXPECT_EQ(hashes.size(), std::size(kinds));
}

TEST(TreeKeys, WhatDoesNotExistIsRefusedByName) {
  EXPECT_EQ(refusal({"tree.format=obb40", "tree.builder=bottom_up"}),
            "tree.builder = \"bottom_up\" belongs to trees of DOPs, not to tree.format = \"obb40\"");
  EXPECT_EQ(refusal({"tree.format=obb64", "tree.rule=mean"}),
            "tree.rule = \"mean\" belongs to trees of DOPs, not to tree.format = \"obb64\"");
  EXPECT_EQ(refusal({"tree.builder=insertion", "tree.rule=area"}),
            "tree.rule = \"area\" belongs to trees built top-down, not to tree.builder = \"insertion\"");
  EXPECT_EQ(refusal({"tree.point=median"}),
            "tree.point = \"median\" belongs to the rule \"axis_point\", not to tree.rule = \"dop\"");
  EXPECT_EQ(
      refusal({"tree.rule=axis_point", "tree.objective=overlap"}),
      "tree.objective = \"overlap\" chooses among the axes of \"normals\", not of tree.axis = \"longest\"");
  EXPECT_EQ(refusal({"tree.degree=4"}),
            "tree.degree = 4 is only for the verb `trees`: the chip walks pairs of nodes in dop128 whose "
            "leaves hold one "
            "triangle");
  EXPECT_EQ(refusal({"tree.format=obb40", "tree.leaf_size=2"}),
            "tree.leaf_size = 2 is only for the verb `trees`: the chip walks pairs of nodes in obb40 whose "
            "leaves hold one "
            "triangle");
}

}  // namespace
}  // namespace collisionchip
