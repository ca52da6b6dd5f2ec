// Many objects in one memory: a query names two of them, whichever, or one of them twice.
#include <gtest/gtest.h>

#include "collisionchip/reference/groups/group_object.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/host/chip_object.h"
#include "collisionchip/testbench/tests/system/system_support.h"
#include "collisionchip/tlm/config/config_file.h"
#include "collisionchip/tlm/machines/derived_of.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

using namespace testing_support;

// Objects of different sizes, so that a base or a root of another object cannot be right by chance.
std::vector<CollisionObject> three_objects(const ChipConfig& config) {
  std::vector<CollisionObject> objects;
  objects.push_back(build_object(torus(9, 7), config));
  objects.push_back(build_object(torus(5, 4), config));
  objects.push_back(build_object(torus(12, 8), config));
  return objects;
}

std::vector<ChipConfig> machines() {
  std::vector<ChipConfig> all = {preset("paper41"), preset("bruteforce"), preset("beyond"),
                                 preset("paper41")};
  all.back().query.tumbled_side = TumbledRule::a;
  return all;
}

TEST(ManyObjects, AnyTwoOfThemAreAskedAfterOneUpload) {
  Random random(21);
  for (const ChipConfig& config : machines()) {
    SCOPED_TRACE(config_hash(config));
    const std::vector<CollisionObject> objects = three_objects(config);
    const BoardImage image = make_board_image(config, {&objects[0], &objects[1], &objects[2]});
    JudgedSimulation simulation(config);
    simulation.attach(image);
    std::size_t pairs = 0;
    for (std::size_t a = 0; a < objects.size(); ++a) {
      for (std::size_t b = 0; b < objects.size(); ++b) {
        const Pose pose = random_pose(random, 0.2);
        simulation.driver().use(image, a, b);
        const ChipAnswer answer = simulation.query(pose);
        const QueryResult expected = chip_reference(config, objects[a], objects[b], pose);
        EXPECT_EQ(answer.pairs, expected.pairs) << a << " against " << b;
        EXPECT_EQ(answer.triangle_tests, expected.counters.triangle_tests) << a << " against " << b;
        pairs += expected.pairs.size();
      }
    }
    EXPECT_GT(pairs, 100u);
    expect_clean(simulation);
  }
}

// Each query has other objects: roots, bases and matrices are those of the entry.
TEST(ManyObjects, PairsOfObjectsShareTheCommandQueue) {
  Random random(4);
  ChipConfig config = preset("beyond");
  config.group_engine.queries = 4;
  const std::vector<CollisionObject> objects = three_objects(config);
  const BoardImage image = make_board_image(config, {&objects[0], &objects[1], &objects[2]});
  JudgedSimulation simulation(config);
  simulation.attach(image);
  for (int round = 0; round < 6; ++round) {
    std::vector<ImageQuery> queries;
    for (int i = 0; i < 2 + round % 3; ++i) {
      const auto a = static_cast<std::size_t>(random.below(3)), b = static_cast<std::size_t>(random.below(3));
      queries.push_back({a, b, random_pose(random, 0.2)});
    }
    const ChipBatch batch = simulation.query_batch(image, queries);
    ASSERT_EQ(batch.answers.size(), queries.size());
    Cycle one_by_one = 0;
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const ImageQuery& query = queries[i];
      const QueryResult expected = chip_reference(config, objects[query.a], objects[query.b], query.pose);
      EXPECT_EQ(batch.answers[i].pairs, expected.pairs) << query.a << " against " << query.b;
      EXPECT_EQ(batch.answers[i].triangle_tests, expected.counters.triangle_tests);
      simulation.driver().use(image, query.a, query.b);
      one_by_one += simulation.query(query.pose).cycles;
    }
    EXPECT_LT(batch.whole.cycles, one_by_one);
  }
  EXPECT_THROW(simulation.query_batch(image, std::vector<ImageQuery>(5)), std::invalid_argument);
  expect_clean(simulation);
}

// So that queries may be asked in any order, and on any of several boards.
TEST(ManyObjects, AnAnswerDoesNotDependOnTheQueriesBefore) {
  const ChipConfig config;
  const std::vector<CollisionObject> objects = three_objects(config);
  const BoardImage image = make_board_image(config, {&objects[0], &objects[1], &objects[2]});
  std::string alone;
  {
    JudgedSimulation fresh(config);
    fresh.attach(image);
    fresh.driver().use(image, 2, 1);
    alone = account_of(fresh.query(Pose{}));
  }
  JudgedSimulation used(config);
  used.attach(image);
  used.query(Pose{});
  used.driver().use(image, 2, 1);
  EXPECT_EQ(account_of(used.query(Pose{})), alone);
}

// What a host writes and reads: the objects once, then every query's registers and results.
TEST(ManyObjects, BytesOverPciAreCounted) {
  const ChipConfig config;
  const std::vector<CollisionObject> objects = three_objects(config);
  JudgedSimulation simulation(config);
  simulation.driver().upload(objects[0], objects[1]);
  const BoardImage image = make_board_image(config, objects[0], objects[1]);
  const std::uint64_t uploaded = simulation.driver().pci_bytes();
  EXPECT_EQ(uploaded, image_bytes(nodes_of(config), objects[0].triangles.size()) +
                          image_bytes(nodes_of(config), objects[1].triangles.size()));
  Pose far;
  far.t = {100, 0, 0};
  simulation.query(far);
  // Reset, matrices, roots and start; then status, interrupt and level, and no result.
  const std::uint64_t registers = 4 * (1 + 5 * 24 + 30 + 2 + 1);
  EXPECT_EQ(simulation.driver().pci_bytes() - uploaded, registers + 4 * 3);
}

TEST(ManyObjects, AnImageThatDoesNotFitNamesAllOfIt) {
  ChipConfig config;
  config.sdram.capacity_mib = 1;
  const CollisionObject object = object_of(torus(40, 40));  // 3200 triangles, 1.2 MB
  try {
    make_board_image(config, {&object, &object, &object});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(
        std::string(error.what()),
        "3 objects of 9600 triangles in all need 4 MiB of SDRAM: expected at most sdram.capacity_mib = 1");
  }
}

// Objects that are as large take minutes to build: only where the last one ends is made up.
TEST(ManyObjects, AnImageThatListWordsOfGroupsDoNotReachIsRefused) {
  const ChipConfig config = preset("beyond");
  ASSERT_GT(config.sdram.capacity_mib, 129u);
  const std::vector<CollisionObject> objects = three_objects(config);
  BoardImage image = make_board_image(config, {&objects[0], &objects[1], &objects[2]});
  image.objects.back().end = std::uint64_t{128} << 20;
  EXPECT_NO_THROW(check_capacity(config, image));
  image.objects.back().end += 1;
  try {
    check_capacity(config, image);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(
        std::string(error.what()),
        "3 objects of 358 triangles in all need 129 MiB of SDRAM: expected at most 128 MiB with "
        "groups, whatever "
        "sdram.capacity_mib says, for their list words and results name no more; machines with engine.kind = "
        "\"tree\" have the "
        "whole SDRAM");
  }
}

// Before minutes of building: objects whose groups are full and yet too many.
TEST(ManyObjects, GroupsThatCannotFitAreRefusedByTheNumberOfTriangles) {
  const ChipConfig config = preset("beyond");
  const std::vector<CollisionObject> objects = three_objects(config);
  for (const CollisionObject& object : objects)
    EXPECT_NO_THROW(check_capacity(config, object.triangles.size(), object.triangles.size()));
  EXPECT_NO_THROW(check_capacity(config, 1, 1));
  EXPECT_NO_THROW(check_capacity(config, 1'000'000, 1'000'000));
  try {
    check_capacity(config, 30'000'000, 3'000'000);
    FAIL();
  } catch (const InputError& error) {
    const std::string begins = "objects of 30000000 and 3000000 triangles need at least ";
    EXPECT_EQ(std::string(error.what()).substr(0, begins.size()), begins);
    EXPECT_NE(std::string(error.what()).find("at most 128 MiB with groups"), std::string::npos)
        << error.what();
  }
  EXPECT_THROW(check_capacity(config, 10, 6'000'000), InputError);
  // No object has fewer bytes than that.
  const CollisionObject large = build_object(torus(100, 80), config);
  const std::uint64_t triangles = large.triangles.size();
  ChipConfig small = config;
  small.sdram.capacity_mib = static_cast<std::uint32_t>((2 * large.groups->bytes() + (1u << 20) - 1) >> 20);
  EXPECT_NO_THROW(check_capacity(small, triangles, triangles));
  --small.sdram.capacity_mib;
  EXPECT_THROW(check_capacity(small, 2 * triangles, 2 * triangles), InputError);
}

}  // namespace
}  // namespace collisionchip
