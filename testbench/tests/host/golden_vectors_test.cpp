// Golden vectors: written and read back, played on chip and reference, and every difference found.
#include "collisionchip/testbench/host/golden_player.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/tests/system/system_support.h"
#include "collisionchip/tlm/config/config_file.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

using namespace testing_support;

struct GoldenVectorsTest : ::testing::Test {
  std::filesystem::path file = std::filesystem::path(::testing::TempDir()) /
                               (std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()) +
                                std::to_string(getpid()) + ".vectors");
  ~GoldenVectorsTest() override { std::filesystem::remove(file); }

  GoldenVectors read(const std::string& text) const {
    std::ofstream(file) << text;
    return read_golden_vectors(file.string());
  }
  std::string refusal(const std::string& text) const {
    try {
      read(text);
    } catch (const InputError& error) {
      return std::string(error.what()).substr(file.string().size());
    }
    return "accepted";
  }
};

std::string written(const GoldenVectors& vectors) {
  std::ostringstream text;
  write_golden_vectors(text, vectors);
  return text.str();
}

GoldenVectors recorded(const ChipConfig& config, const ObjectPair& objects, const std::vector<Pose>& poses,
                       bool first_witness = false) {
  GoldenVectors vectors = make_golden_vectors(config, objects.a, objects.b, poses, first_witness);
  GoldenChip chip(vectors, config);
  for (GoldenQuery& query : vectors.queries) query.answer = chip.play(query);
  return vectors;
}

TEST_F(GoldenVectorsTest, WhatIsWrittenIsReadAndPlaysTheSameOnChipAndReference) {
  Random random(1);
  std::size_t entries = 0;
  for (int i = 0; i < 6; ++i) {
    ChipConfig config = preset(i % 3 == 0 ? "paper52" : "paper41");
    config.query.tumbled_side = i % 2 == 0 ? TumbledRule::a : TumbledRule::b;
    config.stack_engine.look_ahead = 1 + static_cast<std::uint32_t>(i);
    const ObjectPair objects = random_objects(random, 250);
    const GoldenVectors vectors =
        recorded(config, objects, {Pose{}, random_pose(random, 0.2), random_pose(random, 0.4)}, i == 4);
    const std::string text = written(vectors);
    const GoldenVectors again = read(text);
    EXPECT_EQ(written(again), text);
    GoldenChip chip(again, again.config);
    const GoldenReference reference(again);
    for (const GoldenQuery& query : again.queries) {
      EXPECT_EQ(difference(query.answer, chip.play(query)), "");
      EXPECT_EQ(reference.difference(query), "");
      entries += query.answer.entries.size();
    }
  }
  EXPECT_GT(entries, 100u);
}

// A value that is paper41's and not its kind's.
TEST_F(GoldenVectorsTest, AMemoryByNameIsReadWithTheKeysThatItDoesNotSet) {
  ChipConfig config;
  find_key("memory.kind")->set(config, 2);
  config.sdram.t_rp = ChipConfig{}.sdram.t_rp;
  Random random(2);
  const ObjectPair objects = random_objects(random, 20);
  const GoldenVectors vectors = make_golden_vectors(config, objects.a, objects.b, {Pose{}}, false);
  EXPECT_EQ(config_hash(read(written(vectors)).config), config_hash(config));
}

TEST_F(GoldenVectorsTest, ACycleAPairACountAndARegisterThatAreWrongAreFound) {
  Random random(2);
  const GoldenVectors vectors = recorded(ChipConfig{}, tori(), {random_pose(random, 0.1)});
  ASSERT_GT(vectors.queries[0].answer.entries.size(), 10u);
  GoldenChip chip(vectors, vectors.config);
  const GoldenReference reference(vectors);
  const auto found = [&](const auto& change) {
    GoldenQuery query = vectors.queries[0];
    change(query);
    return std::pair{difference(query.answer, chip.play(query)), reference.difference(query)};
  };
  const auto cycle = found([](GoldenQuery& query) { ++query.answer.cycles; });
  EXPECT_EQ(cycle.first.substr(0, 7), "cycles:");
  EXPECT_EQ(cycle.second, "") << "the reference has no cycles";
  const auto entry = found([](GoldenQuery& query) { ++query.answer.entries[3].aligned; });
  EXPECT_EQ(entry.first.substr(0, 8), "entry 3:");
  EXPECT_NE(entry.second, "");
  const auto fewer = found([](GoldenQuery& query) { query.answer.entries.pop_back(); });
  EXPECT_NE(fewer.first.find("expected no entry"), std::string::npos) << fewer.first;
  EXPECT_NE(fewer.second, "");
  const auto lists = found([](GoldenQuery& query) { --query.answer.lists; });
  EXPECT_EQ(lists.first.substr(0, 6), "lists:");
  EXPECT_EQ(lists.second.substr(0, 6), "lists:");
  const auto matrix = found([](GoldenQuery& query) { query.writes[2].value ^= 1u << 20; });
  EXPECT_EQ(matrix.second.substr(0, 18), "register 00000404:");
}

TEST_F(GoldenVectorsTest, BadFilesAreRefusedWithTheirLine) {
  Random random(3);
  const std::string good = written(recorded(ChipConfig{}, random_objects(random, 5), {Pose{}}));
  EXPECT_EQ(refusal(good), "accepted");
  EXPECT_EQ(refusal(""), ":0: expected collisionchip-vectors 1");
  EXPECT_EQ(refusal("collisionchip-vectors 2\n"), ":1: expected version 1, got 2");
  EXPECT_EQ(refusal("collisionchip-vectors 1\nmem_lod 0 0\n"), ":2: unknown statement mem_lod");
  EXPECT_EQ(refusal("collisionchip-vectors 1\nmem_load 0 xyz\n"),
            ":2: expected a hexadecimal number, got xyz");
  EXPECT_EQ(refusal("collisionchip-vectors 1\nreg_write 0 0\n"), ":2: expected a query before reg_write");
  EXPECT_NE(refusal("collisionchip-vectors 1\nset sdram.t_rb=4\n").find("nearest is sdram.t_rp"),
            std::string::npos);
  EXPECT_NE(refusal(good + "expect hit 1 2\n").find("fewer or more entries"), std::string::npos);
  std::string other = good;
  other.insert(other.find("object a"), "set stack_sram.latency=3\n");
  EXPECT_NE(refusal(other).find("expected vectors recorded again"), std::string::npos);
}

}  // namespace
}  // namespace collisionchip
