// Objects attached from behind, as explorations do, against objects uploaded over PCI.
#include <gtest/gtest.h>

#include "collisionchip/testbench/tests/system/system_support.h"

namespace collisionchip {
namespace {

using namespace testing_support;

TEST(Attach, GivesTheAnswersAndCyclesOfAnUpload) {
  Random random(20031);
  for (int run = 0; run < 40; ++run) {
    const ChipConfig config = random_config(random);
    const ObjectPair objects = random_objects(random, 60, config.dop.k);
    const std::vector<Pose> poses = {Pose{}, random_pose(random, 0.5)};
    std::vector<std::string> accounts;
    Cycle upload_cycles = 0;
    {
      JudgedSimulation uploaded(config);
      upload_cycles = uploaded.driver().upload(objects.a, objects.b);
      for (const Pose& pose : poses) accounts.push_back(account_of(uploaded.query(pose)));
    }
    JudgedSimulation attached(config);
    EXPECT_EQ(attached.attach(make_board_image(config, objects.a, objects.b)), upload_cycles);
    for (std::size_t i = 0; i < poses.size(); ++i) {
      EXPECT_EQ(account_of(attached.query(poses[i])), accounts[i]);
    }
    expect_clean(attached);
  }
}

// Many boards share the bytes: the writes of one board must be invisible to other boards and to the next user of the image.
TEST(Attach, ABoardThatWritesKeepsItsChangesToItself) {
  const ChipConfig config;
  const ObjectPair objects = tori();
  const BoardImage image = make_board_image(config, objects.a, objects.b);
  const std::vector<unsigned char> before = *image.bytes;
  JudgedSimulation writer(config);
  writer.attach(image);
  const std::vector<unsigned char> noise(4096, 0xa5);
  sc_core::sc_time delay;
  ASSERT_EQ(writer.driver().write(registers::kSdramWindow, noise.data(), noise.size(), delay),
            tlm::TLM_OK_RESPONSE);
  std::vector<unsigned char> seen(8192);
  ASSERT_EQ(writer.driver().read(registers::kSdramWindow, seen.data(), seen.size(), delay),
            tlm::TLM_OK_RESPONSE);
  EXPECT_TRUE(std::equal(noise.begin(), noise.end(), seen.begin()));
  EXPECT_TRUE(std::equal(seen.begin() + 4096, seen.end(), before.begin() + 4096));
  EXPECT_EQ(*image.bytes, before);
}

// One board after the other on the same chip, the second pair smaller than the first.
TEST(Attach, ReplacesWhatWasThere) {
  const ChipConfig config;
  const ObjectPair large = tori();
  const ObjectPair small = {object_of(torus(5, 4)), object_of(torus(4, 4))};
  const BoardImage image = make_board_image(config, small.a, small.b);
  std::string expected;
  {
    JudgedSimulation fresh(config);
    fresh.attach(image);
    expected = account_of(fresh.query(Pose{}));
  }
  JudgedSimulation reused(config);
  reused.attach(make_board_image(config, large.a, large.b));
  reused.query(Pose{});
  reused.attach(image);
  EXPECT_EQ(account_of(reused.query(Pose{})), expected);
  EXPECT_EQ(reused.board().sdram().stored_bytes(), image.bytes->size());
}

TEST(Attach, RefusesAnImageOfAnotherChip) {
  ChipConfig config;
  const ObjectPair objects = tori();
  const BoardImage image = make_board_image(config, objects.a, objects.b);
  config.sdram.page_bytes = 8192;
  JudgedSimulation simulation(config);
  EXPECT_THROW(simulation.attach(image), std::invalid_argument);
}

}  // namespace
}  // namespace collisionchip
