// The machine with groups: it finds and counts what its reference does, and its pairs are the exact ones.
#include <fmt/format.h>

#include "collisionchip/reference/groups/sibling_group_traversal.h"
#include "collisionchip/reference/traverse/exact_pairs.h"
#include "collisionchip/testbench/account/full_account.h"
#include "collisionchip/testbench/tests/system/grouped_objects.h"
#include "collisionchip/tlm/chip/chip_netlist.h"
#include "collisionchip/tlm/machines/derived_of.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

using namespace testing_support;

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
  if (has_contact_unit(config)) options.contact_limbs = static_cast<int>(config.contact_unit.limbs);
  if (has_pose_unit(config)) options.registers = RegisterNumbers::integers;
  return sibling_group_traversal(*objects.a.groups, *objects.b.groups, pose,
                                 query_options(config, objects.a, objects.b), options)
      .counters;
}

// Without a Contact Unit no pair is sent. Pairs without room in the Contact Unit are settled by the host.
void expect_contacts(const ChipAnswer& answer, const GroupCounters& expected) {
  const std::uint64_t overflows = counter(answer, "small_triangle_unit.contact_overflows");
  const std::uint64_t asked = counter(answer, "small_triangle_unit.contacts");
  EXPECT_EQ(answer.overflows, overflows);
  EXPECT_EQ(counter(answer, "contact_unit.tests"), asked);
  if (asked > 0) {
    EXPECT_EQ(asked + overflows, expected.undecided);
    EXPECT_LE(counter(answer, "contact_unit.uncertain"), expected.contacts_left);
  }
}

// Between what the reference leaves, and that with all that found no room.
void expect_uncertain(const ChipAnswer& answer, const QueryResult& expected) {
  EXPECT_GE(answer.uncertain, expected.counters.uncertain);
  EXPECT_LE(answer.uncertain, expected.counters.uncertain + answer.overflows);
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
  EXPECT_EQ(counter(answer, "group_unit.plane_tests"), expected.plane_tests);
  EXPECT_EQ(counter(answer, "leaf_unit.aligned_blocks"), expected.aligned_blocks);
  EXPECT_EQ(counter(answer, "small_triangle_unit.tests"), expected.triangle_tests);
  EXPECT_EQ(counter(answer, "small_triangle_unit.undecided"), expected.undecided);
  expect_contacts(answer, expected);
  // The tumbled record is kept from one pair to the next.
  const std::uint64_t slow = counter(answer, "small_triangle_unit.slow_tests");
  EXPECT_GE(counter(answer, "small_triangle_unit.records"), slow + (slow > 0 ? 1 : 0));
  EXPECT_LE(counter(answer, "small_triangle_unit.records"), 2 * slow);
}

// One random machine and query; returns its pairs.
std::size_t check_random(Random& random, bool first_witness) {
  const ChipConfig config =
      with_random_contact(random, with_random_host(random, random_config(random, preset("beyond"))));
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
  if (config.triangle_unit.filter) {
    EXPECT_EQ(answer.pairs, exact_pairs(objects.a, objects.b, pose));
  }
  if (answer.unfinished == 0) {
    expect_uncertain(answer, expected);
    expect_counters(answer, expected_counters(config, objects, pose));
  }
  return answer.pairs.size();
}

// Every fourth machine asks for a first witness. A sample that finds next to nothing says nothing.
void check_machines(std::uint64_t seed, int runs, std::size_t (*check)(Random&, bool first_witness)) {
  Random random(seed);
  std::size_t pairs = 0, witnesses = 0;
  for (int run = 0; run < runs; ++run) {
    const std::size_t found = check(random, run % 4 == 3);
    ASSERT_FALSE(::testing::Test::HasFailure()) << "run " << run;
    (run % 4 == 3 ? witnesses : pairs) += found;
  }
  EXPECT_GT(pairs, 500u);
  EXPECT_GT(witnesses, 10u);
}

TEST(GroupChip, AnswersAsTheReferenceDoesOnRandomMachines) {
  check_machines(21, 240, check_random);
}

TEST(LongGroupChip, AnswersAsTheReferenceDoesOnThousandsOfMachines) {
  check_machines(22, 6000, check_random);
}

// Touching, coplanar, sharing corners and edges.
TEST(GroupChip, ContactsAreExact) {
  for (const char* name : {"beyond", "beyond-small", "beyond-triangle-unit"}) {
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

// With a Contact Unit no pair is left to the host; with few places and `host` some pairs are.
TEST(GroupChip, ContactsAreDecidedOnTheChip) {
  ChipConfig config = preset("beyond");
  config.contact_unit.multipliers = 32;
  const CollisionObject torus = grouped(tori(), config).a;
  const ObjectPair same = {torus, torus};
  const ChipAnswer before = answer_of(preset("beyond"), same), answer = answer_of(config, same);
  EXPECT_EQ(answer.pairs, before.pairs);
  EXPECT_EQ(answer.uncertain, 0u);
  EXPECT_EQ(counter(answer, "contact_unit.tests"), before.uncertain);
  expect_counters(answer, expected_counters(config, same, {}));
  const std::string told = fmt::format("contact_unit        {} of these: {} hits", before.uncertain,
                                       counter(answer, "contact_unit.hits"));
  EXPECT_NE(full_account(answer, config, chip_netlist(config)).find(told), std::string::npos) << told;
  config.contact_unit.overflow = ContactOverflow::host;
  config.contact_unit.queue_depth = 1;
  const ChipAnswer overflowing = answer_of(config, same);
  EXPECT_EQ(overflowing.pairs, before.pairs);
  EXPECT_GT(overflowing.uncertain, 100u);
  EXPECT_EQ(overflowing.uncertain, overflowing.overflows);
}

// A triangle without area in the plane of others is left to the host, and the reference leaves as many.
TEST(GroupChip, WhatContactLeavesTheReferenceLeavesToo) {
  ChipConfig config = preset("beyond-contact");
  Mesh square, segment;
  square.vertices = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}};
  square.triangles = {{0, 1, 2}, {0, 2, 3}};
  segment.vertices = {{1, 2, 0}, {3, 1, 0}, {2, 1.5f, 0}, {9, 9, 1}};
  segment.triangles = {{0, 1, 2}, {1, 2, 3}};
  const ObjectPair objects = grouped({object_of(square), object_of(segment)}, config);
  const ChipAnswer answer = answer_of(config, objects);
  EXPECT_EQ(answer.pairs, exact_pairs(objects.a, objects.b, {}));
  EXPECT_GT(answer.uncertain, 0u);
  EXPECT_EQ(answer.uncertain, chip_reference(config, objects.a, objects.b, {}).counters.uncertain);
  expect_counters(answer, expected_counters(config, objects, {}));
}

// A small torus and a large one, in both orders: machine, reference and Eq. 5 tumble the same one.
TEST(GroupChip, TumblesTheSmallerObjectAndSoDoesEq5) {
  ChipConfig config = preset("beyond");
  ObjectPair objects = tori();
  Mesh small = torus(12, 9);
  for (Vec3f& vertex : small.vertices) vertex = {0.5f * vertex.x, 0.5f * vertex.y, 0.5f * vertex.z};
  objects.a = object_of(small);
  objects = grouped(std::move(objects), config);
  const ObjectPair given = objects, turned = {objects.b, objects.a};
  for (const ObjectPair* pair : {&given, &turned}) {
    config.query.tumbled_side = TumbledRule::smaller;
    const ChipAnswer answer = answer_of(config, *pair);
    config.query.tumbled_side = pair == &given ? TumbledRule::a : TumbledRule::b;
    const ChipAnswer told = answer_of(config, *pair);
    EXPECT_EQ(account_of(answer), account_of(told));
    EXPECT_EQ(answer.eq5_cycles, told.eq5_cycles);
    expect_counters(answer, expected_counters(config, *pair, {}));
    config.query.tumbled_side = pair == &given ? TumbledRule::b : TumbledRule::a;
    EXPECT_NE(answer_of(config, *pair).eq5_cycles, told.eq5_cycles);
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
  config.group_engine.entries = 32;
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

// --- Several queries in flight ---

ChipBatch batch_of(const ChipConfig& config, const ObjectPair& objects, const std::vector<Pose>& poses,
                   bool first_witness = false, unsigned construction_order = 0) {
  BoardOptions options;
  options.construction_order = construction_order;
  JudgedSimulation simulation(config, options);
  simulation.driver().upload(objects.a, objects.b);
  ChipBatch batch = simulation.query_batch(poses, first_witness);
  expect_clean(simulation);
  return batch;
}

// One pose of a batch; returns its pairs.
std::size_t check_pose(const ChipConfig& config, const ObjectPair& objects, const Pose& pose,
                       const ChipAnswer& answer, bool first_witness) {
  const QueryResult expected = chip_reference(config, objects.a, objects.b, pose);
  if (first_witness) {
    EXPECT_EQ(answer.pairs.empty(), expected.pairs.empty());
    EXPECT_TRUE(answer.pairs.empty() ||
                std::binary_search(expected.pairs.begin(), expected.pairs.end(), answer.pairs.front()));
    return answer.pairs.size();
  }
  EXPECT_EQ(answer.pairs, expected.pairs);
  if (answer.unfinished == 0) {
    expect_uncertain(answer, expected);
    EXPECT_EQ(answer.lists, expected.counters.lists);
    EXPECT_EQ(answer.aligned_pairs, expected.counters.aligned_pairs);
    EXPECT_EQ(answer.triangle_tests, expected.counters.triangle_tests);
  }
  return answer.pairs.size();
}

std::size_t check_random_batch(Random& random, bool first_witness) {
  ChipConfig config = random_config(random, preset("beyond"));
  config.pointer_fifo.entry_check = false;
  config.group_engine.queries = 2 + static_cast<std::uint32_t>(random.below(7));
  config.engine.count = 1 + static_cast<std::uint32_t>(
                                random.below(static_cast<int>(std::min(4u, config.group_engine.queries))));
  if (random.below(3) == 0) {  // work that finds no room, behind a full queue of results
    config.group_engine.entries = 32;
    config.pointer_fifo.depth = config.pointer_fifo.threshold = 1;
  }
  config = with_random_contact(random, with_random_host(random, config));
  EXPECT_EQ(find_conflict(config), std::nullopt);
  const ObjectPair objects = grouped(random_objects(random, 60, config.dop.k), config);
  const int most = static_cast<int>(config.group_engine.queries) * (has_pose_unit(config) ? 3 : 1);
  std::vector<Pose> poses(static_cast<std::size_t>(1 + random.below(most)));
  for (Pose& pose : poses) pose = random_pose(random, 0.3);
  const ChipBatch batch = batch_of(config, objects, poses, first_witness);
  expect_accounts(batch.whole);
  std::size_t pairs = 0;
  Cycle last = 0;
  std::uint64_t lists = 0, groups = 0, tests = 0;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const ChipAnswer& answer = batch.answers[i];
    pairs += check_pose(config, objects, poses[i], answer, first_witness);
    EXPECT_GT(answer.cycles, 0u);
    last = std::max(last, answer.cycles);
    lists += answer.lists;
    groups += answer.aligned_pairs;
    tests += answer.triangle_tests;
  }
  if (!has_pose_unit(config)) {
    EXPECT_EQ(last, batch.whole.cycles) << "the last of them ends the run";
  }
  EXPECT_EQ(lists, counter(batch.whole, "group_engine.lists"));
  EXPECT_EQ(groups, counter(batch.whole, "group_engine.groups"));
  EXPECT_EQ(tests, counter(batch.whole, "small_triangle_unit.tests"));
  return pairs;
}

TEST(GroupBatch, EachPoseIsAnsweredAsTheReferenceDoesOnRandomMachines) {
  check_machines(23, 80, check_random_batch);
}

TEST(LongGroupBatch, EachPoseIsAnsweredAsTheReferenceDoesOnThousandsOfMachines) {
  check_machines(24, 2000, check_random_batch);
}

// From touching to apart.
std::vector<Pose> shifted_poses(std::size_t count) {
  std::vector<Pose> poses(count);
  for (std::size_t i = 0; i < count; ++i) poses[i].t.x = 0.4f * static_cast<float>(i);
  return poses;
}

TEST(GroupBatch, NeitherTheOrderOfConstructionNorThatOfThePosesMatters) {
  ChipConfig config = preset("beyond");
  config.group_engine.queries = 4;
  config.record_cache.group_lines = 16;
  config.sdram.refresh_interval = 400;
  const ObjectPair objects = grouped(tori(), config);
  std::vector<Pose> poses = shifted_poses(4);
  const ChipBatch first = batch_of(config, objects, poses);
  const ChipBatch again = batch_of(config, objects, poses, false, 1234);
  EXPECT_EQ(account_of(again.whole), account_of(first.whole));
  std::reverse(poses.begin(), poses.end());
  const ChipBatch reversed = batch_of(config, objects, poses);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(again.answers[i].cycles, first.answers[i].cycles);
    EXPECT_EQ(reversed.answers[3 - i].pairs, first.answers[i].pairs);
    EXPECT_EQ(reversed.answers[3 - i].lists, first.answers[i].lists);
  }
}

// A chip that was asked a batch before answers as a fresh one, and one pose of a machine with a queue as without.
TEST(GroupBatch, AMachineWithAQueueForgetsAndAnswersOnePoseToo) {
  ChipConfig config = preset("beyond");
  const ObjectPair objects = grouped(tori(), config);
  const std::vector<Pose> poses = shifted_poses(3);
  const ChipAnswer alone = answer_of(config, objects, poses[1]);
  Cycle one_by_one = alone.cycles;
  for (const std::size_t i : {0u, 2u}) one_by_one += answer_of(config, objects, poses[i]).cycles;
  config.group_engine.queries = 3;
  JudgedSimulation simulation(config);
  simulation.driver().upload(objects.a, objects.b);
  const ChipBatch first = simulation.query_batch(poses), second = simulation.query_batch(poses);
  EXPECT_EQ(account_of(second.whole), account_of(first.whole));
  const ChipAnswer one = simulation.query(poses[1]);
  EXPECT_EQ(one.pairs, alone.pairs);
  EXPECT_EQ(one.cycles, alone.cycles);
  EXPECT_LT(first.whole.cycles, one_by_one);
  EXPECT_THROW(simulation.query_batch(shifted_poses(4)), std::invalid_argument);
}

// From handing over the poses: each until its own last pair is settled, all of them until the last one is.
TEST(GroupBatch, TimesOverlapAndTheWholeCountsThemOnce) {
  ChipConfig config = preset("beyond");
  config.group_engine.queries = 3;
  config.pointer_fifo.threshold = 64;  // the host reads before the last query ends
  std::vector<Pose> poses = shifted_poses(3);
  std::reverse(poses.begin(), poses.end());  // the longest query last
  const ChipBatch batch = batch_of(config, grouped(tori(), config), poses);
  Cycle sum = 0, longest = 0;
  for (const ChipAnswer& answer : batch.answers) {
    EXPECT_GT(answer.settled_cycles, batch.whole.setup_cycles + answer.cycles)
        << "its last entry is read from the FIFO";
    sum += answer.settled_cycles;
    longest = std::max(longest, answer.settled_cycles);
  }
  EXPECT_LT(batch.answers.front().settled_cycles, longest);
  EXPECT_LT(batch.whole.settled_cycles, sum);
  EXPECT_GE(batch.whole.settled_cycles, longest);
  EXPECT_GT(batch.whole.settled_cycles,
            batch.whole.setup_cycles + batch.whole.cycles + batch.whole.readback_cycles)
      << "the doorbell: status and interrupt";
  EXPECT_LE(batch.whole.settled_cycles, longest + 200) << "the last look at the FIFO finds it empty";
}

// The host settles a witness of the first pose, whose surfaces touch everywhere, and the chip those of the next two; the
// last one, without a pair, goes on.
TEST(GroupBatch, AWitnessStopsItsOwnQueryAlone) {
  ChipConfig config = preset("beyond");
  config.group_engine.queries = 4;
  const CollisionObject torus = grouped(tori(), config).a;
  const ObjectPair same = {torus, torus};
  std::vector<Pose> poses(4);
  poses[1].t.x = 0.25f;
  poses[2].t.x = 0.4f;
  poses[3].t.x = 100;
  const ChipBatch all = batch_of(config, same, poses), first = batch_of(config, same, poses, true);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(first.answers[i].pairs.size(), 1u) << "pose " << i;
    EXPECT_LT(first.answers[i].lists, all.answers[i].lists) << "pose " << i;
  }
  EXPECT_EQ(first.answers[3].lists, all.answers[3].lists);
  EXPECT_TRUE(first.answers[3].pairs.empty());
  EXPECT_GE(counter(first.whole, "group_engine.stops"), 3u);
}

TEST(GroupBatch, LosesNothingWhereListsOverflow) {
  ChipConfig config = preset("beyond");
  config.group_engine.entries = 32;
  config.group_engine.contexts = 3;
  config.group_engine.queries = 3;
  const ObjectPair objects = grouped(tori(), config);
  const std::vector<Pose> poses = shifted_poses(3);
  const ChipBatch batch = batch_of(config, objects, poses);
  EXPECT_GT(batch.whole.unfinished, 20u);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(batch.answers[i].pairs, exact_pairs(objects.a, objects.b, poses[i]));
}

// Puts one wrong entry between Small Triangle Unit and Pointer FIFO.
struct Spoiler : ChannelInterposer<Finding> {
  int kind, left;  // entries to come before it
  Spoiler(int what, int before) : kind(what), left(before) {}

  unsigned on_put(Finding& item, bool room_for_two) override {
    if (item.kind == Finding::Kind::end || left-- != 0) return 1;
    if (kind == 0) return 0;
    if (kind == 1) return room_for_two ? 2 : 1;
    const std::uint32_t query = item.aligned >> registers::kEntryQueryShift;
    item = with_query(item, kind == 2 ? 1 - query : 3);
    return 1;
  }
};

TEST(GroupBatch, ALostRepeatedOrWronglyTaggedEntryIsNoticed) {
  ChipConfig config = preset("beyond");
  config.group_engine.queries = 4;
  const ObjectPair objects = grouped(tori(), config);
  const std::vector<Pose> poses = shifted_poses(2);
  const auto complaint = [&](int kind) {
    JudgedSimulation simulation(config);
    simulation.driver().upload(objects.a, objects.b);
    Spoiler spoiler(kind, 20);
    simulation.board().chip().channel<Finding>("small_triangle_unit.findings").set_interposer(&spoiler);
    try {
      simulation.query_batch(poses);
    } catch (const ChipError& error) {
      return std::string(error.what()).substr(0, 55);
    }
    return std::string("none");
  };
  EXPECT_EQ(complaint(0).substr(0, 20), "chip: query 0: took ");
  EXPECT_EQ(complaint(1).substr(0, 20), "chip: query 0: took ");
  EXPECT_EQ(complaint(2).substr(0, 20), "chip: query 0: took ");
  EXPECT_EQ(complaint(3), "chip: an entry of the Pointer FIFO belongs to query 3 o");
}

TEST(GroupChip, AKeyOfAUnitThatIsNotThereIsRefused) {
  const auto text = [](ChipConfig config, const char* name, std::uint32_t value) {
    find_key(name)->set(config, value);
    const auto conflict = find_conflict(config);
    return conflict ? conflict->text : std::string("none");
  };
  const ChipConfig groups = preset("beyond");
  const std::string lacks = " belongs to a unit that a machine with engine.kind = \"groups\" does not have";
  EXPECT_EQ(text(groups, "stack_engine.levels", 8), "stack_engine.levels = 8" + lacks);
  EXPECT_EQ(text(groups, "dop_unit.dotadds", 4), "dop_unit.dotadds = 4" + lacks);
  EXPECT_EQ(text(groups, "triangle_unit.lanes", 4), "triangle_unit.lanes = 4" + lacks);
  EXPECT_EQ(text(groups, "dop.k", 18), "none");
  ChipConfig queue = groups;
  queue.group_engine.queries = 4;
  EXPECT_EQ(text(queue, "pointer_fifo.entry_check", 1),
            "pointer_fifo.entry_check = true is what a machine with group_engine.queries = 4 does by itself");
  EXPECT_EQ(text({}, "group.bits", 6),
            "group.bits = 6 belongs to a unit that a machine with engine.kind = \"tree\" does not have");
}

}  // namespace
}  // namespace collisionchip
