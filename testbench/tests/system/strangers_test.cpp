// "Another memory model or another host must bind without a change": they do, and the answers stay the same.
// And the checkers in between do report a memory that is broken.
#include "collisionchip/testbench/tests/system/stranger_board.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

using namespace testing_support;
using Options = ScriptedMemoryOptions;

TEST(Strangers, AMemoryOfFixedLatency) {
  Random random(1);
  const ObjectPair objects = tori();
  for (const auto accept :
       {Options::Accept::at_once, Options::Accept::later, Options::Accept::with_response}) {
    for (const Cycle latency : {0u, 1u, 30u}) {
      Options options;
      options.accept = accept;
      options.latency = latency;
      StrangerBoard<ScriptedMemory> board(ChipConfig{}, options);
      board.upload(objects);
      const Pose pose = random_pose(random, 0.3);
      EXPECT_EQ(board.query(objects, pose), reference_answer(objects, pose, board.config).pairs);
      EXPECT_EQ(board.status, registers::kDone);
      EXPECT_EQ(board.checker.violations(), std::vector<std::string>{});
    }
  }
}

TEST(Strangers, AMemoryOfRandomLatencyAndOddTimes) {
  Random random(2);
  for (int run = 0; run < 30; ++run) {
    Options options;
    options.seed = random.bits();
    options.accept = static_cast<Options::Accept>(random.below(3));
    options.latency = static_cast<Cycle>(random.below(10));
    options.jitter = 80;
    options.stray_ns = run % 3 == 0 ? 1.7 : 0;
    StrangerBoard<ScriptedMemory> board(preset(preset_names()[static_cast<std::size_t>(run % 3)]), options);
    const ObjectPair objects = random_objects(random, 100);
    board.upload(objects);
    const Pose pose = random_pose(random, 0.5);
    EXPECT_EQ(board.query(objects, pose), reference_answer(objects, pose, board.config).pairs);
    EXPECT_EQ(board.checker.violations(), std::vector<std::string>{});
  }
}

TEST(Strangers, APollingHostOnTheRealMemory) {
  Random random(3);
  const ObjectPair objects = tori();
  StrangerBoard<Sdram> board{ChipConfig{}};
  board.upload(objects);
  for (int query = 0; query < 5; ++query) {
    const Pose pose = random_pose(random, 0.3);
    EXPECT_EQ(board.query(objects, pose), reference_answer(objects, pose, board.config).pairs);
  }
  EXPECT_EQ(board.checker.violations(), std::vector<std::string>{});
}

TEST(Strangers, OneObjectStoredOnceAndAskedAgainstItself) {
  const ObjectPair objects{object_of(torus(8, 6)), object_of(torus(8, 6))};
  StrangerBoard<Sdram> board{ChipConfig{}};
  board.upload(objects);
  board.images[1] = board.images[0];  // both roots point to the same records
  Pose pose;
  pose.t = {0.1f, 0.05f, 0};
  EXPECT_EQ(board.query(objects, pose), reference_answer(objects, pose, board.config).pairs);
  EXPECT_EQ(board.query(objects, Pose{}), reference_answer(objects, Pose{}, board.config).pairs);
}

TEST(Strangers, AMemoryThatRefusesInItsResponseMakesAnErrorToo) {
  for (const auto refuse : {Options::Refuse::at_once, Options::Refuse::in_response}) {
    Options options;
    options.refuse = refuse;
    const ObjectPair objects = tori();
    StrangerBoard<ScriptedMemory> board(ChipConfig{}, options);
    board.upload(objects);
    board.images[0].root_pair = 0xf000'0000;
    board.query(objects, Pose{});
    EXPECT_EQ(board.status, registers::kDone | registers::kError);
  }
}

TEST(Strangers, ABrokenMemoryIsReported) {
  Options options;
  options.forgets_status = true;
  const ObjectPair objects = tori();
  StrangerBoard<ScriptedMemory> board(ChipConfig{}, options);
  board.upload(objects);
  board.query(objects, Pose{});
  ASSERT_FALSE(board.checker.violations().empty());
  EXPECT_EQ(board.checker.violations()[0].rfind("status", 0), 0u) << board.checker.violations()[0];
}

TEST(Strangers, CommandsThatComeTooEarlyAreReported) {
  const ObjectPair objects = tori();
  for (const bool strict : {false, true}) {
    StrangerBoard<Sdram> board{ChipConfig{}};
    ChipConfig data_sheet;
    data_sheet.sdram.t_rcd = strict ? 5 : 4;  // the memory was built for 4
    SdramCommandChecker commands(data_sheet.sdram);
    board.memory.commands.bind(commands);
    board.chip.on_reset = [&](Cycle now) {
      board.memory.reset(now);
      board.checker.reset();
      commands.reset(now);
    };
    board.upload(objects);
    board.query(objects, Pose{});
    commands.finish();
    EXPECT_GT(commands.checked(), 100u);
    EXPECT_EQ(commands.violations().empty(), !strict);
  }
}

}  // namespace
}  // namespace collisionchip
