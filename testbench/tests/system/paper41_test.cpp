// §4.1 on the whole machine: 64 cycles from the activation of a tumbled pair's row to both transformed DOPs
// when nothing was fetched ahead, and the prefetch that hides them otherwise.
#include "collisionchip/testbench/judge/closing_judge.h"
#include "collisionchip/testbench/tests/system/stranger_board.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

using namespace testing_support;

TEST(Paper41, SixtyFourCyclesFromTheActivateToBothTransformedDops) {
  Random random(1);
  for (int run = 0; run < 20; ++run) {
    const ObjectPair objects = random_objects(random, 50);
    StrangerBoard<Sdram> board(preset("paper41"));
    Listener<TransformSchedule> transforms;
    Listener<SdramCommand> commands;
    board.chip.dop_unit().transforms.bind(transforms);
    board.memory.commands.bind(commands);
    board.upload(objects);
    board.query(objects, random_pose(random, 0.5));
    ASSERT_FALSE(commands.items.empty());
    EXPECT_EQ(commands.items[0].kind, SdramCommandKind::activate);
    ASSERT_FALSE(transforms.items.empty());
    EXPECT_EQ(transforms.items[0].interlock, 0u);
    EXPECT_EQ(transforms.items[0].siblings[0].first_load - commands.items[0].cycle, 10u) << "tRCD + CL + 2";
    EXPECT_EQ(transforms.items[0].ready - commands.items[0].cycle, 64u);
  }
}

TEST(Paper41, ThePrefetchHidesTheTransform) {
  Random random(2);
  const ObjectPair objects = tori();
  const Pose pose = random_pose(random, 0.1);
  ChipAnswer answers[2];
  for (const bool prefetch : {false, true}) {
    ChipConfig config = preset("paper41");
    config.stack_engine.prefetch = prefetch;
    JudgedSimulation simulation(config);
    simulation.driver().upload(objects.a, objects.b);
    ChipAnswer& answer = answers[prefetch ? 1 : 0];
    answer = simulation.query(pose);
    expect_reference(answer, reference_answer(objects, pose, config));
    expect_clean(simulation);
    EXPECT_EQ(counter(answer, "stack_engine.prefetches") > 0, prefetch);
    EXPECT_LE(counter(answer, "stack_engine.prefetches_used"), counter(answer, "stack_engine.prefetches"));
    EXPECT_LE(counter(answer, "dop_unit.tumbled_pairs") - counter(answer, "dop_unit.discarded_pairs"),
              answer.lists + 1)
        << "one pair for each list, and the last prefetch";
  }
  EXPECT_LT(answers[1].cycles, answers[0].cycles);
  EXPECT_GT(counter(answers[1], "stack_engine.prefetches_used"), answers[1].lists / 4);
  EXPECT_LT(stall(answers[1], "dop_unit.overlap", "transform"),
            stall(answers[0], "dop_unit.overlap", "transform"));
}

// A list that follows a long one with the right prefetch finds its tumbled pair transformed.
TEST(Paper41, AfterALongListThePrefetchedPairIsReadyBeforeItsFirstAlignedPair) {
  Random random(3);
  const ObjectPair objects = tori();
  StrangerBoard<Sdram> board(preset("paper41"));
  struct Observer : tlm::tlm_analysis_if<TransformSchedule>, tlm::tlm_analysis_if<OverlapSchedule> {
    void write(const TransformSchedule& t) override { ready.push_back(t.ready); }
    void write(const OverlapSchedule& o) override {
      if (last_start != 0 && o.start[0] > o.data_ready && o.start[0] == ready.back()) ++waited;
      last_start = o.start[0];
      ++overlaps;
    }
    std::vector<Cycle> ready;
    Cycle last_start = 0;
    int waited = 0, overlaps = 0;
  } observer;
  board.chip.dop_unit().transforms.bind(observer);
  board.chip.dop_unit().overlaps.bind(observer);
  board.upload(objects);
  board.query(objects, random_pose(random, 0.1));
  const auto& statistics = board.chip.stack_engine().statistics();
  EXPECT_GT(statistics.prefetches_used, 20u);
  EXPECT_LE(static_cast<std::uint64_t>(observer.waited), statistics.lists - statistics.prefetches_used / 2)
      << "of the lists with a prefetched pair at least half did not wait for a transform";
}

}  // namespace
}  // namespace collisionchip
