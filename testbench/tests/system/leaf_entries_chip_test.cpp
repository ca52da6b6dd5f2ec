// Machines whose Pointer FIFO has entries of pairs of leaves: nothing is lost or doubled on the way to the host, in fewer words.
#include "collisionchip/reference/traverse/exact_pairs.h"
#include "collisionchip/testbench/tests/system/grouped_objects.h"
#include "collisionchip/tlm/machine/entry_check.h"
#include "collisionchip/tlm/machine/leaf_pair_entry.h"

namespace collisionchip {
namespace {

using namespace testing_support;

ChipConfig machine_with(FifoEntry entry, const std::string& name = "beyond") {
  ChipConfig config = preset(name);
  config.pointer_fifo.entry = entry;
  return config;
}

ChipAnswer asked_of(const ChipConfig& config, const ObjectPair& objects, const Pose& pose) {
  JudgedSimulation simulation(config);
  simulation.driver().upload(objects.a, objects.b);
  ChipAnswer answer = simulation.query(pose);
  expect_clean(simulation);
  return answer;
}

// Entries change no pair and no other work of the chip: a machine with entries of pairs finds the same. Copies of an object in
// contact have thousands of uncertain pairs; both objects are tumbled in turn.
TEST(LeafEntriesOfTheChip, AreThePairsOfTheReference) {
  for (const char* const name : {"beyond", "beyond-small", "beyond-triangle-unit"}) {
    for (const TumbledRule side : {TumbledRule::a, TumbledRule::b}) {
      ChipConfig pairs = machine_with(FifoEntry::pair, name);
      pairs.query.tumbled_side = side;
      ChipConfig leaves = pairs;
      leaves.pointer_fifo.entry = FifoEntry::leaf_pair;
      const ObjectPair objects = grouped(tori(), pairs);
      for (const float shift : {0.0f, 0.25f}) {
        Pose pose;
        pose.t.x = shift;
        const ChipAnswer expected = asked_of(pairs, objects, pose), answer = asked_of(leaves, objects, pose);
        EXPECT_EQ(answer.pairs, exact_pairs(objects.a, objects.b, pose)) << name;
        EXPECT_EQ(answer.uncertain, expected.uncertain);
        EXPECT_EQ(counter(answer, "small_triangle_unit.tests"),
                  counter(expected, "small_triangle_unit.tests"));
        EXPECT_EQ(counter(answer, "small_triangle_unit.pairs_named"),
                  counter(expected, "pointer_fifo.entries"));
        EXPECT_LT(counter(answer, "pointer_fifo.entries"), counter(expected, "pointer_fifo.entries")) << name;
      }
    }
  }
}

// With entry_check each entry is counted and summed up on both sides.
TEST(LeafEntriesOfTheChip, AreCheckedAsOthersAre) {
  ChipConfig config = machine_with(FifoEntry::leaf_pair);
  config.pointer_fifo.entry_check = true;
  const ObjectPair objects = grouped(tori(), config);
  EXPECT_EQ(asked_of(config, objects, Pose{}).pairs, exact_pairs(objects.a, objects.b, Pose{}));
}

TEST(LeafEntriesOfTheChip, OfABatchAreOfTheirQueries) {
  for (const std::uint32_t engines : {1u, 2u}) {
    ChipConfig config = machine_with(FifoEntry::leaf_pair);
    config.group_engine.queries = 4;
    config.engine.count = engines;
    const ObjectPair objects = grouped(tori(), config);
    JudgedSimulation simulation(config);
    simulation.driver().upload(objects.a, objects.b);
    std::vector<Pose> poses(4);
    for (std::size_t i = 0; i < poses.size(); ++i) poses[i].t.x = 0.25f * static_cast<float>(i);
    const ChipBatch batch = simulation.query_batch(poses);
    for (std::size_t i = 0; i < poses.size(); ++i)
      EXPECT_EQ(batch.answers[i].pairs, exact_pairs(objects.a, objects.b, poses[i])) << i;
  }
}

// Between chip and driver one entry is another one.
struct Forged : ChannelInterposer<Finding> {
  Finding entry;
  bool done = false;
  unsigned on_put(Finding& put, bool) override {
    if (!done && put.kind == Finding::Kind::hit) put = entry, done = true;
    return 1;
  }
};

TEST(LeafEntriesOfTheChip, AWrongEntryIsRefused) {
  const ChipConfig config = machine_with(FifoEntry::leaf_pair);
  const ObjectPair objects = grouped(tori(), config);
  const BoardImage image = make_board_image(config, objects.a, objects.b);
  const auto unit_of = [&](std::size_t object) {
    return static_cast<std::uint32_t>(image.objects[object].begin / kGroupUnitBytes);
  };
  const Group root = objects.a.groups->group(0);
  const auto block_of = [&](const Group& group) {
    return group.child(config.group_layout(), group.inner);  // its first leaf
  };
  Group with_leaf = root;
  while (with_leaf.inner == with_leaf.members)
    with_leaf = objects.a.groups->group(with_leaf.child(config.group_layout(), 0));
  const std::uint32_t leaf = block_of(with_leaf);
  const LeafBlock block = objects.a.groups->block(leaf);
  const std::uint32_t in_b = unit_of(1) + leaf;
  struct Case {
    const char* what;
    LeafPairEntry entry;
  };
  std::vector<Case> cases = {{"no pair", {{unit_of(0) + leaf, in_b}, 0}},
                             {"behind the object", {{(1u << 22) - 1, in_b}, 1}},
                             {"of the other object", {{in_b, unit_of(0) + leaf}, 1}}};
  if (block.count < 4) cases.push_back({"no such triangle", {{unit_of(0) + leaf, in_b}, 1u << 12}});
  for (const Case& wrong : cases) {
    ChipConfig tumbles_a = config;
    tumbles_a.query.tumbled_side = TumbledRule::a;
    Simulation simulation(tumbles_a);
    simulation.driver().upload(objects.a, objects.b);
    Forged forged;
    forged.entry = leaf_pair_finding(Finding::Kind::hit, wrong.entry, false);
    simulation.board().chip().channel<Finding>("pointer_fifo.entries").set_interposer(&forged);
    EXPECT_THROW(simulation.query(Pose{}), ChipError) << wrong.what;
    EXPECT_TRUE(forged.done);
    simulation.board().chip().channel<Finding>("pointer_fifo.entries").set_interposer(nullptr);
  }
}

// Objects that are as large take minutes to build: only where the last one ends is made up.
TEST(LeafEntriesOfTheChip, ReachHalfAsFarWithAQueue) {
  ChipConfig config = machine_with(FifoEntry::leaf_pair);
  const ObjectPair objects = grouped(tori(), config);
  BoardImage image = make_board_image(config, objects.a, objects.b);
  for (const std::uint32_t queries : {1u, 2u}) {
    config.group_engine.queries = queries;
    image.objects.back().end = (std::uint64_t{128} << 20) / queries;
    EXPECT_NO_THROW(check_capacity(config, image));
    image.objects.back().end += 1;
    EXPECT_THROW(check_capacity(config, image), InputError);
  }
  config.pointer_fifo.entry = FifoEntry::pair;
  EXPECT_NO_THROW(check_capacity(config, make_board_image(config, objects.a, objects.b)));
}

}  // namespace
}  // namespace collisionchip
