// Pointers that lead nowhere and records that make no sense: an error status or some answer, never a crash or
// a chip that a reset cannot bring back.
#include "collisionchip/testbench/tests/system/stranger_board.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

using namespace testing_support;

struct CorruptMemory : ::testing::Test {
  Random random{1};
  ObjectPair objects = tori();
  Pose pose = random_pose(random, 0.2);
};

TEST_F(CorruptMemory, APointerOutsideTheSdramIsAnErrorForEveryKindOfPointer) {
  struct Kind {
    const char* name;
    int image;
    bool leaf;
  };
  for (const char* preset_name : {"paper41", "paper52", "paper52-eq5"}) {
    for (const Kind& kind : {Kind{"tumbled child", 1, false}, Kind{"aligned child", 0, false},
                             Kind{"tumbled triangle", 1, true}, Kind{"aligned triangle", 0, true}}) {
      for (const std::uint32_t pointer : {0xffff'ff00u, 0x2000'0000u, 0x40u}) {
        if (pointer == 0x40u && preset_name == std::string("paper52-eq5") && kind.leaf)
          continue;  // readable there
        StrangerBoard<Sdram> board(preset(preset_name));
        board.upload(objects);
        MemoryImage& image = board.images[static_cast<std::size_t>(kind.image)];
        // 0x48: not on the bus's grid
        break_links(image, kind.image == 0 ? objects.a : objects.b, kind.leaf,
                    pointer + (pointer == 0x40u ? 8 : 0));
        board.transfer(tlm::TLM_WRITE_COMMAND, registers::kSdramWindow + image.base, image.words.data(),
                       image.bytes());
        std::vector<TrianglePair> pairs;
        board.start(objects, pose);
        if (pointer == 0x40u && !kind.leaf) continue;  // low bits of a pair pointer are its mask
        EXPECT_TRUE(board.finish(pairs)) << kind.name;
        EXPECT_NE(board.status & registers::kError, 0u) << preset_name << ' ' << kind.name << ' ' << pointer;
        board.upload(objects);
        EXPECT_EQ(board.query(objects, pose), reference_answer(objects, pose, board.config).pairs);
        EXPECT_EQ(board.checker.violations(), std::vector<std::string>{});
      }
    }
  }
}

TEST_F(CorruptMemory, ARootOutsideTheSdramIsAnError) {
  for (const int which : {0, 1}) {
    StrangerBoard<Sdram> board{ChipConfig{}};
    board.upload(objects);
    board.images[static_cast<std::size_t>(which)].root_pair = 0xffff'ff00;
    board.query(objects, pose);
    EXPECT_EQ(board.status, registers::kDone | registers::kError);
  }
}

// Random words in random records. The traversal may run in circles, as long as the list pointers say so: then
// the query is still busy when the watchdog ends it, and a reset must do.
TEST_F(CorruptMemory, RandomRecordsNeverCrashAndAResetAlwaysHelps) {
  const ObjectPair small{object_of(torus(6, 5)), object_of(torus(5, 5))};
  int errors = 0, ended = 0;
  for (int run = 0; run < 120; ++run) {
    ChipConfig config = preset(preset_names()[static_cast<std::size_t>(run % 3)]);
    config.sdram.capacity_mib = 1;
    config.stack_sram.entries = 64;
    config.stack_engine.levels = 8;
    StrangerBoard<Sdram> board(config);
    board.upload(small);
    for (MemoryImage& image : board.images) {
      for (std::size_t record = 0; record < image.words.size(); record += 32) {
        if (random.below(4) != 0) continue;
        const auto word = static_cast<std::size_t>(random.below(31));
        // Mostly addresses that exist, so that the damage spreads.
        image.words[record + word] = random.below(8) == 0
                                         ? static_cast<std::uint32_t>(random.bits())
                                         : static_cast<std::uint32_t>(random.below(0x8000)) & ~0xffu;
      }
      board.transfer(tlm::TLM_WRITE_COMMAND, registers::kSdramWindow + image.base, image.words.data(),
                     image.bytes());
    }
    std::vector<TrianglePair> pairs;
    board.start(small, pose, run % 5 == 0 ? 0u + registers::kFirstWitness : 0u);
    const bool done = board.finish(pairs, 5000, 60000);
    ended += done ? 1 : 0;
    errors += (board.status & registers::kError) != 0 ? 1 : 0;
    if (!done) {
      EXPECT_NE(board.status & registers::kBusy, 0u);
    }
    board.upload(small);
    EXPECT_EQ(board.query(small, pose), reference_answer(small, pose, board.config).pairs) << run;
    EXPECT_EQ(board.checker.violations(), std::vector<std::string>{});
  }
  EXPECT_GT(ended, 20);
  EXPECT_GT(errors, 5);
}

}  // namespace
}  // namespace collisionchip
