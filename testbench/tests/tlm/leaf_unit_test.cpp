// The Leaf Unit alone and cycle by cycle. docs/group_machine.md has these numbers.
#include "collisionchip/tlm/units/leaf_unit/leaf_unit.h"
#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/reference/groups/group_steps.h"
#include "collisionchip/testbench/tests/tlm/unit_bench.h"
#include "collisionchip/tlm/machine/group_words.h"
#include "collisionchip/tlm/machines/presets.h"
#include "collisionchip/tlm/machines/unit_params.h"

namespace collisionchip {
namespace {

using namespace testing_support;

using Cycles = std::vector<Cycle>;

// Nine DOTADDs, so two cycles for a triangle; a leaf's triangles through the filters together; eight cycles from the
// last triangle to the volume, and from the last aligned triangle to the first test.
ChipConfig leaf_machine() {
  ChipConfig config = preset("beyond");
  config.leaf_unit.dotadds = 9;
  config.leaf_unit.filtered = 4;
  config.small_triangle_unit.lanes = 1;
  return config;
}

// A fan of `count` triangles in the plane z = 0, the first with this number.
LeafBlock leaf_block_of(int count, std::uint32_t number) {
  LeafBlock block;
  block.count = count;
  for (int t = 0; t < count; ++t) {
    BlockTriangle& triangle = block.triangles[static_cast<std::size_t>(t)];
    const auto x = static_cast<float>(t);
    triangle.number = number + static_cast<std::uint32_t>(t);
    triangle.corners = {Vec3f{0, 0, 0}, Vec3f{x, 1, 0}, Vec3f{x + 1, 1, 0}};
  }
  return block;
}

constexpr std::uint32_t kAlignedTag = 1u << 31;  // in the tag of a request for an aligned block

struct LeafBench {
  SimulationScope scope;
  ChipConfig config;
  Channel<LeafOrder> orders{"orders", 64};
  Channel<RecordData> blocks{"blocks", 64};
  Channel<MatrixWrite> registers{"registers", 64};
  Channel<RecordRequest> requests{"requests", 2};
  Channel<LeafVolume> volumes{"volumes", 16};
  Channel<LeafDone> done{"done", 4};
  Channel<TriangleTest> tests{"tests", 8};
  Channel<MatrixWrite> test_registers{"test_registers", 64};
  LeafUnit unit;
  Source<LeafOrder> group_unit;
  Source<RecordData> cache;
  Source<MatrixWrite> host;
  Sink<RecordRequest> asked;
  Sink<LeafVolume> moved;
  Sink<LeafDone> finished;
  Sink<TriangleTest> tested;
  Sink<MatrixWrite> passed_on;

  // The Small Triangle Unit, and the Group Engine, take something in so many cycles.
  explicit LeafBench(const ChipConfig& c, Cycle test_interval = 1, Cycle done_interval = 1)
      : config(c),
        unit("leaf_unit", params_of<LeafUnitParams>(config),
             LeafUnit::Ports{orders, blocks, registers, requests, volumes, done, tests, test_registers}),
        group_unit("group_unit", config, orders),
        cache("cache", config, blocks),
        host("host", config, registers),
        asked("asked", config, requests),
        moved("moved", config, volumes),
        finished("finished", config, done, done_interval),
        tested("tested", config, tests, test_interval),
        passed_on("passed_on", config, test_registers) {}

  void order_move(Cycle cycle, std::uint32_t place, std::uint32_t query = 0) {
    LeafOrder order;
    order.place = place;
    order.query = query;
    order.tumbled = 64 + place;
    group_unit.add(cycle, order);
  }
  // Against an aligned leaf that encloses everything, or one whose coordinates are all `at`.
  void order_pair(Cycle cycle, std::uint32_t place, std::uint32_t aligned, std::uint32_t low = 0,
                  std::uint32_t high = kLastCoordinate) {
    LeafOrder order;
    order.kind = LeafOrder::Kind::pair;
    order.place = place;
    order.aligned = aligned;
    for (std::size_t i = 0; i < config.dop.k; ++i) order.volume[i] = i < config.dop.k / 2 ? low : high;
    group_unit.add(cycle, order);
  }
  // Unreadable: with the tag as its address.
  void answer(Cycle cycle, std::uint32_t tag, const LeafBlock& block, bool readable = true) {
    RecordData data;
    data.kind = ReadKind::triangle;
    data.tag = tag;
    encode_block(config.group_layout(), block, data.words.data());
    if (!readable) {
      data.error = {ReadError::Kind::refused, tag};
    }
    cache.add(cycle, data);
  }
  // Both objects within 16 of the origin, the tumbled one moved so far along x.
  void write_registers(Cycle cycle, std::uint32_t query = 0, double shift = 0) {
    DopNode root;
    const std::size_t half = config.dop.k / 2;
    for (std::size_t i = 0; i < half; ++i) {
      root.d[i] = -32;
      root.d[i + half] = 32;
    }
    const GroupGrid grid = make_group_grid(static_cast<int>(config.dop.k), root);
    RigidMap map;
    map.rows = {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}};
    map.t = {shift, 0, 0};
    write(cycle, query * group_words::kQueryWords,
          group_words::encode_corners(make_corner_transform(map, grid, grid)));
  }
  void write(Cycle cycle, std::uint32_t first, const std::vector<std::uint32_t>& words) {
    for (std::uint32_t at = 0; at < words.size();) {
      MatrixWrite message;
      message.first_word = first + at;
      for (; at < words.size() && message.count < message.words.size(); ++at)
        message.words[message.count++] = words[at];
      host.add(cycle, message);
    }
  }
};

TEST(LeafUnit, MovesTrianglesThroughTheDotaddsLeafBehindLeaf) {
  LeafBench bench(leaf_machine());
  bench.order_move(9, 4);  // seen in 10
  bench.order_move(9, 5);
  bench.answer(19, 5, leaf_block_of(3, 0));  // seen in 20: [20, 26)
  bench.answer(21, 4, leaf_block_of(2, 0));  // seen in 22: [26, 30)
  sc_core::sc_start();
  EXPECT_EQ(bench.asked.taken_at(), (Cycles{11, 12})) << "one order in a cycle";
  EXPECT_EQ(bench.asked.taken()[0].item.address, 68u * 32);
  EXPECT_EQ(bench.moved.taken_at(), (Cycles{35, 39})) << "eight cycles behind the last triangle";
  EXPECT_EQ(bench.moved.taken()[0].item.place, 5u);
  EXPECT_FALSE(bench.moved.taken()[0].item.bounded) << "without registers nothing is known of corners";
  EXPECT_EQ(bench.unit.statistics().moved_leaves, 2u);
}

TEST(LeafUnit, FewerDotaddsTakeLonger) {
  ChipConfig config = leaf_machine();
  config.leaf_unit.dotadds = 4;  // five cycles for a triangle
  config.leaf_unit.move_latency = 3;
  LeafBench bench(config);
  bench.order_move(9, 4);
  bench.answer(19, 4, leaf_block_of(2, 0));  // [20, 30)
  sc_core::sc_start();
  EXPECT_EQ(bench.moved.taken_at(), Cycles{34});
}

TEST(LeafUnit, APairWaitsForItsLeafAndItsTestsLeaveOneInACycle) {
  LeafBench bench(leaf_machine());
  bench.order_move(9, 4);
  bench.order_pair(9, 4, 200);
  bench.order_move(9, 8);                    // waits behind the pair
  bench.answer(19, 4, leaf_block_of(2, 0));  // [20, 24), there in 32
  bench.answer(49, kAlignedTag, leaf_block_of(3, 100));
  sc_core::sc_start();
  EXPECT_EQ(bench.asked.taken_at(), (Cycles{11, 33, 34}));
  EXPECT_EQ(bench.asked.taken()[1].item.address, 200u * 32);
  EXPECT_EQ(bench.asked.taken()[1].item.tag, kAlignedTag);
  // Aligned triangles in 50, 51 and 52; eight cycles behind the last of them.
  EXPECT_EQ(bench.tested.taken_at(), (Cycles{61, 62, 63, 64, 65, 66}));
  EXPECT_EQ(bench.tested.taken()[3].item.tumbled, 1u);
  EXPECT_EQ(bench.tested.taken()[3].item.aligned, 100u);
  EXPECT_EQ(bench.finished.taken_at(), Cycles{66}) << "with the last test";
  EXPECT_EQ(bench.finished.taken()[0].item.list, 1u);
  EXPECT_EQ(bench.unit.statistics().triangle_tests, 6u);
}

// Two tumbled triangles against three aligned ones.
TEST(LeafUnit, NamesTheLeavesOfATestAndTheLastOne) {
  LeafBench bench(leaf_machine());
  bench.order_move(9, 4);
  bench.order_pair(9, 4, 200);
  bench.answer(19, 4, leaf_block_of(2, 0));
  bench.answer(49, kAlignedTag, leaf_block_of(3, 100));
  sc_core::sc_start();
  ASSERT_EQ(bench.tested.taken().size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) {
    const TriangleTest& test = bench.tested.taken()[i].item;
    EXPECT_TRUE((test.leaves == LeafPair{68, 200})) << "where their blocks lie";
    EXPECT_EQ(test.in_leaves, 4 * test.tumbled + (test.aligned - 100)) << i;
    EXPECT_EQ(test.last, i == 5) << i;
  }
}

TEST(LeafUnit, LanesSendTestsSideBySide) {
  ChipConfig config = leaf_machine();
  config.small_triangle_unit.lanes = 2;
  LeafBench bench(config);
  bench.order_move(9, 4);
  bench.order_pair(9, 4, 200);
  bench.answer(19, 4, leaf_block_of(1, 0));
  bench.answer(49, kAlignedTag, leaf_block_of(3, 100));
  sc_core::sc_start();
  EXPECT_EQ(bench.finished.taken_at(), Cycles{62}) << "two tests in 60, one in 61";
  EXPECT_EQ(bench.tested.taken_at(), (Cycles{61, 62, 63})) << "the reader takes one in a cycle";
}

TEST(LeafUnit, BlocksAreWorkedOffInTheOrderInWhichTheyCome) {
  LeafBench bench(leaf_machine());
  bench.order_move(9, 4);
  for (const std::uint32_t aligned : {200u, 300u, 400u}) bench.order_pair(9, 4, aligned);
  bench.answer(19, 4, leaf_block_of(1, 0));                  // there in 20 + 2 + 8 = 30
  bench.answer(49, kAlignedTag | 2, leaf_block_of(4, 120));  // seen in 50: [50, 54), tests in 61 to 64
  bench.answer(49, kAlignedTag | 0, leaf_block_of(1, 100));  // [54, 55): ready in 62, begun in 65
  bench.answer(69, kAlignedTag | 1, leaf_block_of(2, 110));  // [70, 72): in 79 and 80
  sc_core::sc_start();
  EXPECT_EQ(bench.asked.taken_at(), (Cycles{11, 31, 32, 33}));
  EXPECT_EQ(bench.tested.taken_at(), (Cycles{62, 63, 64, 65, 66, 80, 81}));
  EXPECT_EQ(bench.tested.taken()[0].item.aligned, 120u);
  EXPECT_EQ(bench.tested.taken()[4].item.aligned, 100u);
  EXPECT_EQ(bench.finished.taken_at(), (Cycles{65, 66, 81}));
}

TEST(LeafUnit, APairWithoutAWaitingPlaceHoldsTheOrdersBehindIt) {
  ChipConfig config = leaf_machine();
  config.leaf_unit.waiting = 1;
  LeafBench bench(config);
  bench.order_move(9, 4);
  bench.order_pair(9, 4, 200);
  bench.order_pair(9, 4, 300);
  bench.answer(19, 4, leaf_block_of(1, 0));
  bench.answer(49, kAlignedTag, leaf_block_of(1, 100));  // its test in 58, and the place is free
  sc_core::sc_start();
  EXPECT_EQ(bench.asked.taken_at(), (Cycles{11, 31, 60}));
  EXPECT_EQ(bench.asked.taken()[2].item.address, 300u * 32);
}

TEST(LeafUnit, APairThatTheFiltersPartIsDoneInItsOwnCycle) {
  LeafBench bench(leaf_machine());
  bench.write_registers(1);
  bench.order_move(9, 4);
  bench.order_pair(9, 4, 200, 10, 20);  // far from the leaf, which is around the middle
  bench.order_pair(9, 4, 300);
  bench.answer(19, 4, leaf_block_of(1, 0));
  bench.answer(49, kAlignedTag, leaf_block_of(1, 100));
  sc_core::sc_start();
  EXPECT_TRUE(bench.moved.taken()[0].item.bounded);
  ASSERT_EQ(bench.finished.taken_at(), (Cycles{31, 59}));
  EXPECT_EQ(bench.asked.taken_at(), (Cycles{11, 32})) << "no block of the first";
  EXPECT_EQ(bench.unit.statistics().slab_tests, 1u) << "the first is parted by its volume";
  EXPECT_EQ(bench.unit.statistics().aligned_blocks, 1u);
}

TEST(LeafUnit, AnOrderWaitsWhileThoseBeforeItAreFiltered) {
  ChipConfig config = leaf_machine();
  config.leaf_unit.filtered = 2;
  LeafBench bench(config);
  bench.write_registers(1);
  bench.order_move(9, 4);
  bench.order_pair(9, 4, 200);
  bench.order_pair(9, 4, 300, 10, 20);  // far from the leaf: done behind its filters
  bench.order_move(9, 8);
  bench.answer(19, 4, leaf_block_of(3, 0));  // [20, 26), there in 34: two cycles in the filters
  bench.answer(59, kAlignedTag, leaf_block_of(1, 100));
  sc_core::sc_start();
  EXPECT_EQ(bench.asked.taken_at(), (Cycles{11, 36, 39}))
      << "blocks asked for in 35 and, behind the far pair's, in 38";
  ASSERT_FALSE(bench.finished.taken_at().empty());
  EXPECT_EQ(bench.finished.taken_at()[0], 38u) << "the far pair, in 37";
}

TEST(LeafUnit, AFilteredPairThatHasNoPlaceIsNotFilteredAgain) {
  ChipConfig config = leaf_machine();
  config.leaf_unit.filtered = 1;
  config.leaf_unit.waiting = 1;
  LeafBench bench(config);
  bench.order_move(9, 4);
  bench.order_pair(9, 4, 200);
  bench.order_pair(9, 4, 300);
  bench.answer(19, 4, leaf_block_of(4, 0));              // [20, 28), there in 36: filtered in [36, 40)
  bench.answer(49, kAlignedTag, leaf_block_of(1, 100));  // four tests, in 58 to 61, and the place is free
  sc_core::sc_start();
  EXPECT_EQ(bench.asked.taken_at(), (Cycles{11, 40, 63}));
  EXPECT_EQ(bench.unit.cycles(100).busy, 22u)
      << "an order, [20, 28), [36, 44), four tests and the second pair";
}

TEST(LeafUnit, TheThirdFilterTakesAwayTestsAndNoCycles) {
  LeafBench bench(leaf_machine());
  bench.write_registers(1);
  bench.order_move(9, 4);
  bench.order_pair(9, 4, 200);
  bench.answer(19, 4, leaf_block_of(1, 0));
  LeafBlock aligned = leaf_block_of(2, 100);
  for (Vec3f& corner : aligned.triangles[0].corners) corner.z += 8;
  bench.answer(49, kAlignedTag, aligned);
  sc_core::sc_start();
  ASSERT_EQ(bench.tested.taken_at(), Cycles{60}) << "both go through the filter: [50, 52)";
  EXPECT_EQ(bench.tested.taken()[0].item.aligned, 101u);
  EXPECT_EQ(bench.finished.taken_at(), Cycles{60});
}

TEST(LeafUnit, ABlockThatCannotBeReadEndsItsPairWithTheError) {
  LeafBench bench(leaf_machine());
  bench.order_move(9, 4);
  bench.order_pair(9, 4, 200);
  bench.answer(19, 4, leaf_block_of(1, 0));
  bench.answer(49, kAlignedTag, {}, false);
  sc_core::sc_start();
  EXPECT_TRUE(bench.tested.taken().empty());
  ASSERT_EQ(bench.finished.taken_at(), Cycles{59}) << "as if it had one triangle";
  EXPECT_TRUE(bench.finished.taken()[0].item.error);
}

// A leaf that was in the same place before has left nothing; the words that come with an error mean nothing.
TEST(LeafUnit, ATumbledBlockThatCannotBeReadEndsItsPairsWithTheError) {
  LeafBench bench(leaf_machine());
  bench.write_registers(1);
  bench.order_move(9, 4);
  bench.answer(19, 4, leaf_block_of(2, 0));
  bench.order_move(39, 4);
  bench.order_pair(39, 4, 200);                     // waits: the leaf of before is there no more
  bench.answer(59, 4, leaf_block_of(2, 0), false);  // no triangle: there in 60 + 8
  sc_core::sc_start();
  EXPECT_EQ(bench.moved.taken_at(), (Cycles{33, 69}));
  EXPECT_FALSE(bench.moved.taken().back().item.bounded);
  EXPECT_EQ(bench.asked.taken_at(), (Cycles{11, 41})) << "no aligned block";
  ASSERT_EQ(bench.finished.taken_at(), Cycles{69});
  EXPECT_EQ(bench.finished.taken()[0].item.error.kind, ReadError::Kind::refused);
  EXPECT_EQ(bench.finished.taken()[0].item.error.address, 4u);
}

TEST(LeafUnit, EachQueryHasATransformOfItsOwn) {
  ChipConfig config = leaf_machine();
  config.group_engine.queries = 2;
  LeafBench bench(config);
  bench.write_registers(1, 1, 1.0);
  bench.write(1, group_words::kQueryWords + group_words::kCornerWords, {5});
  bench.order_move(29, 4, 1);
  bench.order_pair(29, 4, 200);
  bench.order_move(29, 8, 0);
  bench.answer(39, 4, leaf_block_of(1, 0));
  bench.answer(39, 8, leaf_block_of(1, 0));
  bench.answer(69, kAlignedTag, leaf_block_of(1, 100));
  sc_core::sc_start();
  ASSERT_EQ(bench.moved.taken().size(), 2u);
  EXPECT_TRUE(bench.moved.taken()[0].item.bounded);
  EXPECT_FALSE(bench.moved.taken()[1].item.bounded) << "nothing is written for query 0";
  ASSERT_EQ(bench.tested.taken().size(), 1u);
  const TriangleTest& test = bench.tested.taken()[0].item;
  EXPECT_EQ(test.query, 1u);
  EXPECT_TRUE(test.bounded);
  EXPECT_GT(test.moved[0], test.placed[0]) << "the corners that were the same, one of them moved along x";
  EXPECT_EQ(test.moved[1], test.placed[1]);
  ASSERT_FALSE(bench.passed_on.taken().empty());
  EXPECT_EQ(bench.passed_on.taken().back().item.first_word, group_words::kQueryWords);
}

TEST(LeafUnit, TestsHaveTheCornersOfBothTriangles) {
  LeafBench bench(leaf_machine());
  bench.order_move(9, 4);
  bench.order_pair(9, 4, 200);
  bench.answer(19, 4, leaf_block_of(2, 0));
  bench.answer(49, kAlignedTag, leaf_block_of(3, 100));
  sc_core::sc_start();
  ASSERT_EQ(bench.tested.taken().size(), 6u);
  const TriangleTest& last = bench.tested.taken()[5].item;
  EXPECT_FALSE(last.bounded);
  EXPECT_EQ(last.tumbled_corners[3], bits_of(1.0f)) << "x of the second corner of triangle 1";
  EXPECT_EQ(last.aligned_corners[3], bits_of(2.0f)) << "and of triangle 2";
  EXPECT_EQ(bench.unit.statistics().leaf_pairs, 1u);
}

TEST(LeafUnit, BlocksGoThroughTheThirdFilterOneBehindTheOther) {
  ChipConfig config = leaf_machine();
  config.small_triangle_unit.lanes = 4;
  LeafBench bench(config);
  PutCycles done(bench.done);
  bench.order_move(9, 4);
  for (const std::uint32_t aligned : {200u, 300u}) bench.order_pair(9, 4, aligned);
  bench.answer(19, 4, leaf_block_of(1, 0));
  bench.answer(49, kAlignedTag | 0, leaf_block_of(4, 100));  // [50, 54)
  bench.answer(49, kAlignedTag | 1, leaf_block_of(3, 120));  // [54, 57)
  sc_core::sc_start();
  EXPECT_EQ(done, (Cycles{61, 64}));
}

TEST(LeafUnit, WithoutFiltersOfCornersNoVolumeIsTold) {
  ChipConfig config = leaf_machine();
  config.group.tight_leaf = config.group.plane = config.group.own_volume = config.group.leaf_plane = false;
  LeafBench bench(config);
  bench.order_move(9, 4);
  bench.order_pair(9, 4, 200, 10, 20);  // no filter parts it
  bench.answer(19, 4, leaf_block_of(1, 0));
  bench.answer(49, kAlignedTag, leaf_block_of(1, 100));
  sc_core::sc_start();
  EXPECT_TRUE(bench.moved.taken().empty());
  EXPECT_EQ(bench.unit.statistics().slab_tests, 0u);
  EXPECT_EQ(bench.unit.statistics().triangle_tests, 1u);
}

// The near pair's only test leaves in 58, when the far pair, which no filter lets pass, is taken.
TEST(LeafUnit, OnePairIsDoneInACycleOneWithTestsFirst) {
  LeafBench bench(leaf_machine());
  PutCycles done(bench.done);
  bench.write_registers(1);
  bench.order_move(9, 4);
  bench.order_pair(9, 4, 200);
  bench.order_pair(57, 4, 300, 10, 20);  // seen in 58
  bench.order_move(57, 8);
  bench.answer(19, 4, leaf_block_of(1, 0));
  bench.answer(49, kAlignedTag, leaf_block_of(1, 100));
  sc_core::sc_start();
  EXPECT_EQ(done, (Cycles{58, 59}));
  ASSERT_EQ(bench.finished.taken().size(), 2u);
  EXPECT_EQ(bench.finished.taken()[0].item.tests, 1u);
  EXPECT_EQ(bench.finished.taken()[1].item.tests, 0u);
  EXPECT_EQ(bench.asked.taken_at(), (Cycles{11, 31, 61})) << "the order behind it is taken in 60";
}

// A pair that is done behind its filters and one that is done with its last test may want the last place in the same cycle.
TEST(LeafUnit, NothingIsLostWhereTheGroupEngineIsSlow) {
  for (Cycle block = 40; block < 80; ++block) {
    LeafBench bench(leaf_machine(), 1, 7);
    bench.write_registers(1);
    bench.order_move(9, 4);
    bench.order_pair(9, 4, 200);
    for (int far = 0; far < 12; ++far) bench.order_pair(9, 4, 300, 10, 20);
    bench.answer(19, 4, leaf_block_of(1, 0));
    bench.answer(block, kAlignedTag, leaf_block_of(1, 100));
    sc_core::sc_start();
    EXPECT_EQ(bench.finished.taken().size(), 13u) << block;
  }
}

TEST(LeafUnit, ItsStallsSayWhatItWaitsFor) {
  LeafBench bench(leaf_machine(), 10);
  bench.order_move(9, 4);
  bench.order_pair(9, 4, 200);
  bench.answer(19, 4, leaf_block_of(4, 0));              // [20, 28) through the DOTADDs
  bench.answer(59, kAlignedTag, leaf_block_of(4, 100));  // sixteen tests from 71 on; one leaves in ten cycles
  sc_core::sc_start();
  const UnitCycles cycles = bench.unit.cycles(300);
  EXPECT_EQ(cycles.stalls.at(0).second, 9u + 34u)
      << "blocks are on their way in [11, 20) and [37, 60), and filtered to 71";
  EXPECT_EQ(cycles.stalls.at(1).second, 3u + 6 * 9u)
      << "nine tests until 80, the others when one has been taken";
  EXPECT_EQ(cycles.total(), 300u);
}

TEST(LeafUnit, WordsBehindItsOwnGoToTheSmallTriangleUnit) {
  LeafBench bench(leaf_machine());
  bench.write(9, group_words::kCornerWords - 2, {1, 2, 3, 4});
  sc_core::sc_start();
  ASSERT_FALSE(bench.passed_on.taken().empty());
  EXPECT_EQ(bench.passed_on.taken()[0].cycle, 11u);
  EXPECT_EQ(bench.passed_on.taken()[0].item.first_word, 0u);
  EXPECT_EQ(bench.passed_on.taken()[0].item.words[0], 3u);
}

}  // namespace
}  // namespace collisionchip
