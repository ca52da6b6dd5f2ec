// The machine with groups: it finds and counts what its reference does, and its pairs are the exact ones.
#include "collisionchip/reference/groups/sibling_group_traversal.h"
#include "collisionchip/reference/traverse/exact_pairs.h"
#include "collisionchip/testbench/tests/system/system_support.h"

namespace collisionchip {
namespace {

using namespace testing_support;

ObjectPair grouped(ObjectPair objects, const ChipConfig& config) {
  for (CollisionObject* object : {&objects.a, &objects.b})
    object->groups = std::make_shared<const GroupObject>(GroupObject::build(config.group_layout(), *object));
  return objects;
}

ChipAnswer answer_of(const ChipConfig& config, const ObjectPair& objects, const Pose& pose = Pose{},
                     bool first_witness = false, unsigned construction_order = 0) {
  BoardOptions options;
  options.construction_order = construction_order;
  JudgedSimulation simulation(config, options);
  simulation.driver().upload(objects.a, objects.b);
  ChipAnswer answer = simulation.query(pose, first_witness);
  expect_clean(simulation);
  return answer;
}

GroupCounters expected_counters(const ChipConfig& config, const ObjectPair& objects, const Pose& pose) {
  GroupOptions options;
  options.filters = config.group_filters();
  options.small_unit = config.small_triangle_unit.determinants;
  return sibling_group_traversal(*objects.a.groups, *objects.b.groups, pose, query_options(config), options)
      .counters;
}

// Everything that both count.
void expect_counters(const ChipAnswer& answer, const GroupCounters& expected) {
  EXPECT_EQ(counter(answer, "group_engine.lists"), expected.lists);
  EXPECT_EQ(counter(answer, "group_engine.repeated_leaves"), expected.repeated_leaves);
  EXPECT_EQ(counter(answer, "group_engine.groups"), expected.groups);
  EXPECT_EQ(counter(answer, "group_engine.longest_list"), expected.longest_list);
  EXPECT_EQ(counter(answer, "group_unit.transforms"), expected.transforms);
  EXPECT_EQ(counter(answer, "group_unit.node_tests"), expected.node_tests);
  EXPECT_EQ(counter(answer, "leaf_unit.moved_leaves"), expected.moved_leaves);
  EXPECT_EQ(counter(answer, "leaf_unit.leaf_pairs"), expected.leaf_pairs);
  EXPECT_EQ(counter(answer, "leaf_unit.slab_tests"), expected.slab_tests);
  EXPECT_EQ(counter(answer, "leaf_unit.aligned_blocks"), expected.aligned_blocks);
  EXPECT_EQ(counter(answer, "small_triangle_unit.tests"), expected.triangle_tests);
  EXPECT_EQ(counter(answer, "small_triangle_unit.undecided"), expected.undecided);
  // The tumbled record is kept from one pair to the next.
  const std::uint64_t slow = counter(answer, "small_triangle_unit.slow_tests");
  EXPECT_GE(counter(answer, "small_triangle_unit.records"), slow + (slow > 0 ? 1 : 0));
  EXPECT_LE(counter(answer, "small_triangle_unit.records"), 2 * slow);
}

// One random machine and query; returns its pairs.
std::size_t check_random(Random& random, bool first_witness) {
  const ChipConfig config = random_config(random, preset("beyond"));
  EXPECT_EQ(find_conflict(config), std::nullopt);
  const ObjectPair objects = grouped(random_objects(random, 60, config.dop.k), config);
  const Pose pose = random_pose(random, 0.3);
  const ChipAnswer answer = answer_of(config, objects, pose, first_witness);
  expect_accounts(answer);
  const QueryResult expected = chip_reference(config, objects.a, objects.b, pose);
  if (first_witness) {
    EXPECT_EQ(answer.pairs.empty(), expected.pairs.empty());
    EXPECT_TRUE(answer.pairs.empty() ||
                std::binary_search(expected.pairs.begin(), expected.pairs.end(), answer.pairs.front()));
    return answer.pairs.size();
  }
  EXPECT_EQ(answer.pairs, expected.pairs);
  if (config.triangle_unit.filter || expected.counters.uncertain > 0) {
    if (config.triangle_unit.filter) {
      EXPECT_EQ(answer.pairs, exact_pairs(objects.a, objects.b, pose));
    }
  }
  if (answer.unfinished == 0) {
    EXPECT_EQ(answer.uncertain, expected.counters.uncertain);
    expect_counters(answer, expected_counters(config, objects, pose));
  }
  return answer.pairs.size();
}

TEST(GroupChip, AnswersAsTheReferenceDoesOnRandomMachines) {
  Random random(21);
  std::size_t pairs = 0, witnesses = 0;
  for (int run = 0; run < 240; ++run) {
    const std::size_t found = check_random(random, run % 4 == 3);
    ASSERT_FALSE(HasFailure()) << "run " << run;
    (run % 4 == 3 ? witnesses : pairs) += found;
  }
  EXPECT_GT(pairs, 500u);
  EXPECT_GT(witnesses, 10u);
}

TEST(LongGroupChip, AnswersAsTheReferenceDoesOnThousandsOfMachines) {
  Random random(22);
  for (int run = 0; run < 6000; ++run) {
    check_random(random, run % 4 == 3);
    ASSERT_FALSE(HasFailure()) << "run " << run;
  }
}

// Touching, coplanar, sharing corners and edges.
TEST(GroupChip, ContactsAreExact) {
  for (const char* name : {"beyond", "beyond-small"}) {
    const ChipConfig config = preset(name);
    const CollisionObject torus = grouped(tori(), config).a;
    const ObjectPair same = {torus, torus};
    for (const float shift : {0.0f, 0.25f, 1.0f}) {
      Pose pose;
      pose.t.x = shift;
      const ChipAnswer answer = answer_of(config, same, pose);
      EXPECT_EQ(answer.pairs, exact_pairs(same.a, same.b, pose));
      expect_counters(answer, expected_counters(config, same, pose));
      EXPECT_GT(answer.uncertain, shift == 0.0f ? 1000u : 0u);
    }
  }
}

TEST(GroupChip, TheOrderOfConstructionDoesNotMatter) {
  ChipConfig config = preset("beyond");
  config.record_cache.group_lines = 16;
  config.sdram.refresh_interval = 400;
  const ObjectPair objects = grouped(tori(), config);
  const std::string first = account_of(answer_of(config, objects));
  for (const unsigned order : {1u, 77u, 1234u, 40319u})
    EXPECT_EQ(account_of(answer_of(config, objects, {}, false, order)), first);
}

// Entries that find no room come back as sub-queries.
TEST(GroupChip, LosesNothingWhereListsOverflow) {
  ChipConfig config = preset("beyond");
  config.group_engine.entries = 12;
  config.group_engine.contexts = 3;
  const ObjectPair objects = grouped(tori(), config);
  const ChipAnswer answer = answer_of(config, objects);
  EXPECT_GT(answer.unfinished, 20u);
  EXPECT_EQ(answer.pairs, exact_pairs(objects.a, objects.b, {}));
}

TEST(GroupChip, MoreContextsAreFaster) {
  ChipConfig config = preset("beyond");
  const ObjectPair objects = grouped(tori(), config);
  Pose beside;
  beside.t.x = 1;
  Cycle before = kNever;
  for (const std::uint32_t contexts : {1u, 2u, 4u}) {
    config.group_engine.contexts = contexts;
    const Cycle cycles = answer_of(config, objects, beside).cycles;
    EXPECT_LT(cycles, before);
    before = cycles;
  }
}

TEST(GroupChip, AKeyOfAUnitThatIsNotThereIsRefused) {
  const auto text = [](ChipConfig config, const char* name, std::uint32_t value) {
    find_key(name)->set(config, value);
    const auto conflict = find_conflict(config);
    return conflict ? conflict->text : std::string("none");
  };
  const ChipConfig groups = preset("beyond");
  const std::string lacks = " is of a unit that a machine with engine.kind = \"groups\" lacks";
  EXPECT_EQ(text(groups, "stack_engine.levels", 8), "stack_engine.levels = 8" + lacks);
  EXPECT_EQ(text(groups, "dop_unit.dotadds", 4), "dop_unit.dotadds = 4" + lacks);
  EXPECT_EQ(text(groups, "triangle_unit.lanes", 4), "triangle_unit.lanes = 4" + lacks);
  EXPECT_EQ(text(groups, "dop.k", 18), "none");
  EXPECT_EQ(text({}, "group.bits", 6),
            "group.bits = 6 is of a unit that a machine with engine.kind = \"tree\" lacks");
}

}  // namespace
}  // namespace collisionchip
