// The chip on trees of oriented boxes: it answers as the reference does, list by list, and its pairs are the exact
// ones.
#include "collisionchip/reference/traverse/exact_pairs.h"
#include "collisionchip/testbench/host/chip_object.h"
#include "collisionchip/testbench/tests/system/system_support.h"
#include "collisionchip/tlm/machines/derived_of.h"

namespace collisionchip {
namespace {

using namespace testing_support;

constexpr TreeFormatKey kFormats[] = {TreeFormatKey::obb64, TreeFormatKey::obb40};

ChipConfig machine(TreeFormatKey format) {
  ChipConfig config;
  config.tree.format = format;
  return config;
}

// Eq. 5 of the same query on paper41, with its DOPs and its lists.
Cycle eq5_of(const ObjectPair& objects, const Pose& pose, const ChipConfig& config) {
  ObjectPair dops = objects;
  dops.a.volumes = dops.b.volumes = nullptr;
  ChipConfig paper;
  paper.query = config.query;
  return reference_answer(dops, pose, paper).counters.eq5_cycles();
}

ObjectPair objects_for(Random& random, const ChipConfig& config) {
  const auto soup = [&] {
    const auto count =
        static_cast<std::uint32_t>(random.below(4) == 0 ? 1 + random.below(3) : 1 + random.below(60));
    return build_object(random_soup(random, count, random.uniform(0.1, 1), random.uniform(0.05, 0.6)),
                        config);
  };
  CollisionObject a = soup();
  return {std::move(a), soup()};
}

TEST(ObbChip, AnswersAsTheReferenceDoesOnRandomMachines) {
  Random random(14);
  std::uint64_t pairs = 0, prefetched = 0, kept = 0;
  for (int run = 0; run < 120; ++run) {
    const ChipConfig config = random_config(random, machine(kFormats[run % 2]));
    ASSERT_EQ(find_conflict(config), std::nullopt);
    const ObjectPair objects = objects_for(random, config);
    const Pose pose = random_pose(random, 0.3);
    JudgedSimulation simulation(config);
    simulation.driver().upload(objects.a, objects.b);
    const ChipAnswer answer = simulation.query(pose);
    expect_reference(answer, reference_answer(objects, pose, config), eq5_of(objects, pose, config));
    if (config.triangle_unit.filter) {
      EXPECT_EQ(answer.pairs, exact_pairs(objects.a, objects.b, pose));
    }
    expect_clean(simulation);
    pairs += answer.pairs.size();
    prefetched += counter(answer, "obb_unit.discarded_pairs");
    kept += counter(answer, "obb_unit.kept_aligned_pairs");
  }
  EXPECT_GT(pairs, 1000u);
  EXPECT_GT(prefetched, 50u);
  EXPECT_GT(kept, 1000u);
}

// Pairs of the branch cache come one a cycle and their flags at once; the axes take tens of cycles each, far ahead.
TEST(ObbChip, AccountsCloseHoweverFarAheadPairsAreCompared) {
  ChipConfig config = machine(TreeFormatKey::obb40);
  config.obb_unit.branch_cache_lines = 1024;
  config.obb_unit.axes_per_cycle = 1;
  config.stack_engine.decision = ListDecision::ideal;
  config.triangle_unit.ideal = true;
  const ObjectPair objects = {build_object(torus(16, 12), config), build_object(torus(20, 10), config)};
  JudgedSimulation simulation(config);
  simulation.driver().upload(objects.a, objects.b);
  const ChipAnswer answer = simulation.query(Pose{});
  expect_accounts(answer);
  EXPECT_GT(counter(answer, "obb_unit.kept_aligned_pairs"), 500u);
}

// The same query twice, one with other pairs in between, and other objects at the same places.
TEST(ObbChip, ABranchThatWasDecodedLivesOnInTheNextQuery) {
  for (const bool keep : {false, true}) {
    ChipConfig config = machine(TreeFormatKey::obb40);
    config.obb_unit.branch_cache_lines = 1024;
    config.obb_unit.keep_across_queries = keep;
    const ObjectPair objects = {build_object(torus(16, 12), config), build_object(torus(20, 10), config)};
    const ObjectPair others = {build_object(torus(15, 12), config), build_object(torus(21, 10), config)};
    const Pose near = pose_from_quaternion({0.05, 0.02, 0, 0.9, 0.3, 0.2, 0.1});
    JudgedSimulation simulation(config);
    simulation.driver().upload(objects.a, objects.b);
    std::vector<ChipAnswer> answers;
    for (const Pose& pose : {Pose{}, near, Pose{}}) answers.push_back(simulation.query(pose));
    simulation.driver().upload(others.a, others.b);
    answers.push_back(simulation.query(near));
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const ObjectPair& asked = i < 3 ? objects : others;
      const Pose pose = i % 2 == 0 ? Pose{} : near;
      EXPECT_EQ(answers[i].pairs, exact_pairs(asked.a, asked.b, pose));
      EXPECT_GT(counter(answers[i], "obb_unit.kept_aligned_pairs"), 0u) << "of its own branches";
    }
    expect_clean(simulation);
    if (!keep) {
      EXPECT_EQ(account_of(answers[0]), account_of(answers[2]));
      continue;
    }
    EXPECT_EQ(counter(answers[2], "memory_controller.tumbled_pairs"), 0u);
    EXPECT_EQ(counter(answers[2], "memory_controller.aligned_pairs"), 0u);
    EXPECT_LT(answers[2].cycles, answers[0].cycles);
    EXPECT_LT(counter(answers[2], "sdram.bytes"), counter(answers[0], "sdram.bytes"));
  }
}

TEST(ObbChip, MovesTheBytesOfItsPairs) {
  std::vector<std::uint64_t> bytes;
  for (const TreeFormatKey format : kFormats) {
    const ChipConfig config = machine(format);
    const ObjectPair objects = {build_object(torus(16, 12), config), build_object(torus(20, 10), config)};
    JudgedSimulation simulation(config);
    simulation.driver().upload(objects.a, objects.b);
    const ChipAnswer answer = simulation.query(Pose{});
    expect_reference(answer, reference_answer(objects, Pose{}, config), eq5_of(objects, Pose{}, config));
    EXPECT_GT(answer.pairs.size(), 100u);
    bytes.push_back(counter(answer, "memory_controller.aligned_bytes") /
                    counter(answer, "memory_controller.aligned_pairs"));
    EXPECT_EQ(counter(answer, "obb_unit.tests"), 4 * answer.aligned_pairs);
    EXPECT_EQ(counter(answer, "dop_unit.aligned_pairs"), 0u);
  }
  EXPECT_EQ(bytes, (std::vector<std::uint64_t>{128, 96})) << "whole beats of 32 bytes";
}

TEST(ObbChip, AKeyOfTheOtherUnitIsRefused) {
  ChipConfig config = machine(TreeFormatKey::obb40);
  config.dop_unit.dotadds = 4;
  EXPECT_EQ(
      find_conflict(config)->text,
      "dop_unit.dotadds = 4 belongs to a unit that a machine with tree.format = \"obb40\" does not have");
  config = machine(TreeFormatKey::obb40);
  config.dop.k = 18;
  EXPECT_EQ(find_conflict(config)->text,
            "dop.k = 18 belongs to a unit that a machine with tree.format = \"obb40\" does not have");
  config = machine(TreeFormatKey::dop128);
  config.obb_unit.axes_per_cycle = 15;
  EXPECT_EQ(find_conflict(config)->text,
            "obb_unit.axes_per_cycle = 15 belongs to a unit that a machine with tree.format = \"dop128\" "
            "does not have");
  config = machine(TreeFormatKey::obb40);
  config.sdram.bus_bytes = 64;
  EXPECT_EQ(find_conflict(config), std::nullopt);
  config.sdram.bus_bytes = 128;
  EXPECT_NE(find_conflict(config), std::nullopt) << "a pair would take one beat or two";
}

TEST(ObbImage, HoldsTheStoredWordsWithLinksOfTheMemory) {
  const ChipConfig config = machine(TreeFormatKey::obb40);
  const CollisionObject object = build_object(torus(6, 5), config);
  const MemoryImage image = make_memory_image(nodes_of(config), object, 0x2000);
  EXPECT_EQ(image.bytes(), (59 + 2) / 3 * 256u + 60 * 128u);
  std::vector<bool> seen(60, false);
  for (std::uint32_t pair = 0; pair < 59; ++pair) {
    for (std::uint32_t side = 0; side < 2; ++side) {
      const std::uint32_t* words = image.words.data() + pair / 3 * 64 + pair % 3 * 20 + 10 * side;
      const std::uint32_t* stored = object.volumes->words(pair, side);
      EXPECT_TRUE(std::equal(stored, stored + 9, words));
      const VolumeLink link = object.volumes->link(pair, side);
      if (link.leaf) {
        EXPECT_EQ(words[9], (0x2000 + image.triangles_at + 128 * link.number) | 1u);
        seen[link.number] = true;
      } else {
        EXPECT_GT(link.number, pair);
        EXPECT_EQ(words[9], (0x2000 / 256 * 3 + link.number) << 8);
      }
    }
  }
  EXPECT_EQ(std::count(seen.begin(), seen.end(), true), 60);
  EXPECT_THROW(make_memory_image(kObb64, object, 0), std::invalid_argument);
}

}  // namespace
}  // namespace collisionchip
