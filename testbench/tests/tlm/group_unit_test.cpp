// The Group Unit alone, cycle by cycle, and the words of its registers. docs/group_machine.md has these numbers.
#include <memory>

#include "collisionchip/testbench/tests/tlm/group_bench.h"
#include "collisionchip/tlm/machine/leaf_shape_words.h"
#include "collisionchip/tlm/units/group_unit/group_unit.h"

namespace collisionchip {
namespace {

using namespace testing_support;

using Cycles = std::vector<Cycle>;

RecordData record_of(const ChipConfig& config, ReadKind kind, const Group& group, std::uint32_t tag) {
  RecordData data;
  data.kind = kind;
  data.address = 0x4000;
  data.tag = tag;
  encode_group(config.group_layout(), group, data.words.data());
  return data;
}

struct UnitBench {
  SimulationScope scope;
  ChipConfig config;
  Channel<RecordData> groups{"groups", 64};
  Channel<LeafVolume> volumes{"volumes", 16};
  Channel<MatrixWrite> registers{"registers", 16};
  Channel<GroupAnswer> results{"results", 64};
  Channel<LeafOrder> orders{"orders", 2};
  GroupUnit unit;
  Source<RecordData> cache;
  Source<LeafVolume> leaves;
  Sink<GroupAnswer> answers;
  Sink<LeafOrder> ordered;

  // The Leaf Unit takes nothing before the cycle `opens`.
  explicit UnitBench(const ChipConfig& c, Cycle opens = 0)
      : config(c),
        unit("group_unit", params_of<GroupUnitParams>(config),
             GroupUnit::Ports{groups, volumes, registers, results, orders}),
        cache("cache", config, groups),
        leaves("leaves", config, volumes),
        answers("answers", config, results),
        ordered("ordered", config, orders, 1, opens) {}
};

// When results can be seen, however late they are taken.
struct Visible : ChannelTap<GroupAnswer> {
  Channel<GroupAnswer>& channel;
  Cycles at;

  explicit Visible(Channel<GroupAnswer>& results) : channel(results) { channel.add_tap(*this); }
  ~Visible() { channel.remove_tap(*this); }
  void on_put(Cycle, Cycle visible, const GroupAnswer&) override { at.push_back(visible); }
  void on_pop(Cycle, Cycle) override {}
  void on_reset() override {}
};

TEST(GroupUnit, TransformsAllMembersTogetherAndComparesFourTestsInACycle) {
  UnitBench bench(group_machine());
  const std::uint32_t all = 15u << 8;
  bench.cache.add(
      9, record_of(bench.config, ReadKind::tumbled_pair, bare_group_of(3, 3, 64), all));  // seen in 10
  bench.cache.add(9, record_of(bench.config, ReadKind::aligned_pair, bare_group_of(4, 4, 96), all));
  bench.cache.add(9, record_of(bench.config, ReadKind::aligned_pair, bare_group_of(3, 3, 96), all));
  bench.cache.add(9, record_of(bench.config, ReadKind::aligned_pair, bare_group_of(4, 4, 96), 1u << 8));
  sc_core::sc_start();
  // 72 rows on 8 DOTADDs: [10, 19); four stages; twelve tests [23, 26), nine [26, 29), three [29, 30).
  EXPECT_EQ(bench.answers.taken_at(), (Cycles{11, 28, 31, 32}));
  EXPECT_EQ(bench.unit.statistics().node_tests, 24u);
  EXPECT_EQ(bench.unit.statistics().transforms, 3u);
  EXPECT_EQ(bench.answers.taken()[0].item.family, 64u);
}

TEST(GroupUnit, AListWaitsForItsLeavesAndPairsOfLeavesFollowTheTests) {
  UnitBench bench(group_machine());
  bench.cache.add(9, record_of(bench.config, ReadKind::tumbled_pair, bare_group_of(1, 0, 64), 15u << 8 | 3u));
  bench.cache.add(9, record_of(bench.config, ReadKind::aligned_pair, bare_group_of(2, 0, 96), 15u << 8 | 3u));
  LeafVolume volume;
  volume.place = 3 * 4;
  volume.bounded = true;
  for (std::size_t i = 12; i < 24; ++i) volume.volume[i] = 500;
  bench.leaves.add(39, volume);  // seen in 40
  sc_core::sc_start();
  ASSERT_EQ(bench.ordered.taken_at(), (Cycles{11, 42, 43}))
      << "the move, then two pairs after the one cycle of tests";
  EXPECT_EQ(bench.ordered.taken()[0].item.tumbled, 64u);
  EXPECT_EQ(bench.ordered.taken()[2].item.aligned, 98u);
  EXPECT_EQ(bench.answers.taken_at(), (Cycles{11, 43}));
  EXPECT_EQ(bench.answers.taken()[1].item.leaf_pairs, 2u);
  EXPECT_EQ(bench.answers.taken()[1].item.context, 1u);
}

TEST(GroupUnit, TumbledGroupsGoThroughTheRowsOneBehindTheOther) {
  ChipConfig config = group_machine();
  config.group_unit.dotadds = 5;
  UnitBench bench(config);
  // 72 rows on 5 DOTADDs: [10, 25), there in 29; then 24 of the member that takes part: [25, 30), there in 34.
  bench.cache.add(9, record_of(bench.config, ReadKind::tumbled_pair, bare_group_of(3, 3, 64), 15u << 8));
  bench.cache.add(9, record_of(bench.config, ReadKind::tumbled_pair, bare_group_of(3, 3, 64), 1u << 8 | 2u));
  bench.cache.add(9, record_of(bench.config, ReadKind::aligned_pair, bare_group_of(1, 1, 96), 15u << 8 | 2u));
  bench.cache.add(9, record_of(bench.config, ReadKind::aligned_pair, bare_group_of(1, 1, 96), 15u << 8));
  sc_core::sc_start();
  EXPECT_EQ(bench.answers.taken_at(), (Cycles{11, 12, 32, 37})) << "one cycle of tests in 29 and in 34";
  EXPECT_EQ(bench.unit.statistics().transforms, 4u);
  EXPECT_EQ(bench.unit.statistics().tumbled_groups, 2u);
  EXPECT_EQ(bench.unit.statistics().aligned_groups, 2u);
  EXPECT_EQ(bench.unit.statistics().most_waiting, 2u);
  EXPECT_EQ(bench.unit.cycles(40, 0).busy, 20u);
  EXPECT_EQ(bench.unit.cycles(40, 0).idle, 20u);
  const UnitCycles compare = bench.unit.cycles(40, 1);
  EXPECT_EQ(compare.stalls.at(0).second, 17u + 4u) << "groups wait in [12, 29) and [30, 34)";
  EXPECT_EQ(compare.busy, 2u);
}

// It comes in 16; the coordinates of its list are there in 17.
TEST(GroupUnit, AGroupIsNotComparedACycleBeforeItsListIsThere) {
  UnitBench bench(group_machine());
  bench.cache.add(9, record_of(bench.config, ReadKind::tumbled_pair, bare_group_of(1, 1, 64), 15u << 8));
  bench.cache.add(15, record_of(bench.config, ReadKind::aligned_pair, bare_group_of(1, 1, 96), 15u << 8));
  sc_core::sc_start();
  EXPECT_EQ(bench.answers.taken_at(), (Cycles{11, 20}));
}

// Both come before their tumbled groups: that of no list yet, and that of the context's next list.
TEST(GroupUnit, AnAlignedGroupWaitsForTheTumbledOneOfItsOwnList) {
  UnitBench bench(group_machine());
  bench.cache.add(9, record_of(bench.config, ReadKind::aligned_pair, bare_group_of(1, 1, 96), 15u << 8));
  bench.cache.add(19, record_of(bench.config, ReadKind::tumbled_pair, bare_group_of(1, 1, 64), 15u << 8));
  bench.cache.add(39,
                  record_of(bench.config, ReadKind::aligned_pair, bare_group_of(1, 1, 96), 15u << 8 | 1u));
  bench.cache.add(59,
                  record_of(bench.config, ReadKind::tumbled_pair, bare_group_of(1, 1, 64), 15u << 8 | 1u));
  sc_core::sc_start();
  // Three cycles of rows and four stages: compared in 27 and 67.
  EXPECT_EQ(bench.answers.taken_at(), (Cycles{21, 30, 61, 70}));
}

TEST(GroupUnit, ALeafWhoseCornersSayNothingGoesThroughTheRowsAfterAll) {
  for (const bool bounded : {false, true}) {
    UnitBench bench(group_machine());
    bench.cache.add(9, record_of(bench.config, ReadKind::tumbled_pair, bare_group_of(1, 0, 64), 15u << 8));
    bench.cache.add(9, record_of(bench.config, ReadKind::aligned_pair, bare_group_of(2, 2, 96), 15u << 8));
    LeafVolume volume;
    volume.bounded = bounded;
    bench.leaves.add(39, volume);  // seen in 40
    sc_core::sc_start();
    EXPECT_EQ(bench.answers.taken_at(), (Cycles{11, bounded ? 43u : 50u})) << "rows in [40, 43), there in 47";
    EXPECT_EQ(bench.unit.statistics().transforms, bounded ? 0u : 1u);
  }
}

TEST(GroupUnit, NothingOfAnUnreadableGroupTakesPart) {
  UnitBench bench(group_machine());
  const auto unreadable = [&](ReadKind kind, std::uint32_t tag) {
    RecordData data = record_of(bench.config, kind, bare_group_of(4, 0, 64), tag);
    data.error = {ReadError::Kind::uncorrectable, tag};
    return data;
  };
  const std::uint32_t all = 15u << 8;
  bench.cache.add(9, unreadable(ReadKind::tumbled_pair, all));
  bench.cache.add(9, record_of(bench.config, ReadKind::aligned_pair, bare_group_of(4, 0, 96), all));
  bench.cache.add(29, record_of(bench.config, ReadKind::tumbled_pair, bare_group_of(1, 1, 64), all | 2u));
  for (int i = 0; i < 2; ++i) bench.cache.add(49, unreadable(ReadKind::aligned_pair, all | 2u));
  sc_core::sc_start();
  EXPECT_EQ(bench.answers.taken_at(), (Cycles{11, 14, 31, 53, 54}))
      << "a cycle each, though nothing is tested";
  EXPECT_TRUE(bench.ordered.taken().empty());
  for (const std::size_t i : {0u, 3u}) {
    EXPECT_TRUE(bench.answers.taken()[i].item.error) << i;
    EXPECT_EQ(bench.answers.taken()[i].item.members, 0u) << i;
  }
  EXPECT_FALSE(bench.answers.taken()[1].item.error);
}

// A slab along the first direction, between these coordinates.
LeafSlab slab_between(std::int64_t low, std::int64_t high) {
  LeafSlab slab;
  slab.j = {12, 12, 12};
  slab.c = {64, 0, 0};
  slab.low = 64 * low;
  slab.high = 64 * high;
  return slab;
}

// A leaf whose volume overlaps all members of bare_group_of().
LeafVolume slabs_at(std::uint32_t place, const std::vector<LeafSlab>& slabs) {
  LeafShape shape;
  shape.bounded = true;
  for (std::size_t i = 12; i < 24; ++i) shape.volume.d[i] = 500;
  shape.slabs.count = static_cast<int>(slabs.size());
  std::copy(slabs.begin(), slabs.end(), shape.slabs.slabs.begin());
  return leaf_volume(place, shape, 24);
}

// Two lists, of a leaf with slabs and of an inner member. Two tests of slabs in a cycle: each member of the first group takes two,
// [40, 44), and so does each of the second, [44, 46). The third has none and is done in [46, 47), its result behind theirs.
TEST(GroupUnit, SlabsAreTestedOneAfterTheOtherAndTheResultComesWithTheLast) {
  ChipConfig config = group_machine();
  config.group_unit.planes = 2;
  UnitBench bench(config);
  bench.cache.add(9, record_of(bench.config, ReadKind::tumbled_pair, bare_group_of(1, 0, 64), 15u << 8));
  bench.cache.add(9, record_of(bench.config, ReadKind::tumbled_pair, bare_group_of(1, 1, 64), 15u << 8 | 2u));
  for (const int members : {4, 2})
    bench.cache.add(19,
                    record_of(bench.config, ReadKind::aligned_pair, bare_group_of(members, 0, 96), 15u << 8));
  bench.cache.add(39,
                  record_of(bench.config, ReadKind::aligned_pair, bare_group_of(4, 4, 96), 15u << 8 | 2u));
  bench.leaves.add(39, slabs_at(0, {slab_between(2000, 2100), slab_between(900, 950)}));  // seen in 40
  const Visible visible(bench.results);
  sc_core::sc_start();
  EXPECT_EQ(visible.at, (Cycles{11, 12, 50, 52, 53})) << "one in a cycle";
  EXPECT_EQ(bench.answers.taken()[2].item.met[0], 15u);
  EXPECT_EQ(bench.answers.taken()[2].item.leaf_pairs, 4u);
  EXPECT_EQ(bench.ordered.taken_at(), (Cycles{11, 49, 50, 51, 52, 53, 54})) << "pairs four stages later, too";
  EXPECT_EQ(bench.unit.statistics().plane_tests, 12u);
  EXPECT_EQ(bench.unit.cycles(60, 1).busy, 4u + 2 + 1);
}

TEST(GroupUnit, ALeafMeetsNothingThatAllItsSlabsPassByAndTheFirstThatCutsIsTheLastTested) {
  UnitBench bench(group_machine());  // one test in a cycle
  bench.cache.add(9, record_of(bench.config, ReadKind::tumbled_pair, bare_group_of(2, 0, 64), 15u << 8));
  bench.cache.add(19, record_of(bench.config, ReadKind::aligned_pair, bare_group_of(2, 1, 96), 15u << 8));
  bench.leaves.add(39, slabs_at(0, {slab_between(2000, 2100), slab_between(-90, -1)}));
  bench.leaves.add(39, slabs_at(1, {slab_between(0, 10), slab_between(2000, 2100)}));
  sc_core::sc_start();
  // The second leaf is taken in 41. Four tests for the first and two for the second: [41, 47).
  ASSERT_EQ(bench.answers.taken_at(), (Cycles{11, 53}));
  EXPECT_EQ(bench.answers.taken()[1].item.met[0], 0u);
  EXPECT_EQ(bench.answers.taken()[1].item.met[1], 3u);
  EXPECT_EQ(bench.answers.taken()[1].item.leaf_pairs, 1u);
  EXPECT_EQ(bench.unit.statistics().plane_tests, 6u);
  ASSERT_EQ(bench.ordered.taken().size(), 3u) << "two moves and a pair";
  EXPECT_EQ(bench.ordered.taken()[2].item.place, 1u);
}

LeafVolume bounded_volume() {
  LeafVolume volume;
  volume.bounded = true;
  for (std::size_t i = 12; i < 24; ++i) volume.volume[i] = 500;
  return volume;
}

// The Leaf Unit takes nothing: the move of the tumbled leaf and a pair are in its channel, the other pair of the first group and
// those of seven more wait. Groups of inner members take no place, but they wait for one, too.
TEST(GroupUnit, NoGroupIsComparedWhileEightWaitWithTheirPairs) {
  UnitBench bench(group_machine(), 200);
  bench.cache.add(9, record_of(bench.config, ReadKind::tumbled_pair, bare_group_of(1, 0, 64), 15u << 8));
  for (const bool leaves : {true, false, true, true, true, true, true, true, true, false, true})
    bench.cache.add(
        9, record_of(bench.config, ReadKind::aligned_pair, bare_group_of(2, leaves ? 0 : 2, 96), 15u << 8));
  bench.leaves.add(39, bounded_volume());
  sc_core::sc_start();
  EXPECT_EQ(bench.answers.taken_at(), (Cycles{11, 43, 44, 45, 46, 47, 48, 49, 50, 51, 204, 205}))
      << "an order is taken in 200: the first group's last pair leaves in 201, and the tenth group is "
         "compared, in 202 the eleventh, which takes the place";
  EXPECT_GT(bench.unit.cycles(200, 1).stalls.at(1).second, 150u);
  EXPECT_EQ(bench.unit.statistics().leaf_pairs, 18u);
  EXPECT_EQ(bench.unit.statistics().moves, 1u);
}

TEST(GroupUnit, ThePlacesOfGroupsThatWaitAreAKey) {
  ChipConfig config = group_machine();
  config.group_unit.met_groups = 2;
  UnitBench bench(config, 200);
  bench.cache.add(9, record_of(bench.config, ReadKind::tumbled_pair, bare_group_of(1, 0, 64), 15u << 8));
  for (int i = 0; i < 3; ++i)
    bench.cache.add(9, record_of(bench.config, ReadKind::aligned_pair, bare_group_of(2, 0, 96), 15u << 8));
  bench.leaves.add(39, bounded_volume());
  sc_core::sc_start();
  EXPECT_EQ(bench.answers.taken_at(), (Cycles{11, 43, 44, 204}));
}

// Groups of one leaf that the slab of the tumbled one passes by, which is known twelve stages behind the cycle of the test; the first
// group has an inner member in its place.
TEST(GroupUnit, AGroupWithoutPairsTakesAPlaceUntilThatIsKnown) {
  ChipConfig config = group_machine();
  config.group_unit.dotadd_stages = 12;
  UnitBench bench(config);
  bench.cache.add(9, record_of(bench.config, ReadKind::tumbled_pair, bare_group_of(1, 0, 64), 15u << 8));
  for (int i = 0; i < 11; ++i)
    bench.cache.add(
        19, record_of(bench.config, ReadKind::aligned_pair, bare_group_of(1, i == 0 ? 1 : 0, 96), 15u << 8));
  bench.leaves.add(39, slabs_at(0, {slab_between(2000, 2100)}));  // seen in 40
  const Visible visible(bench.results);
  sc_core::sc_start();
  // Compared in 40 to 48. The second one's place is free in 54, the third one's in 55.
  EXPECT_EQ(visible.at, (Cycles{11, 55, 56, 57, 58, 59, 60, 61, 62, 63, 69, 70}));
  EXPECT_EQ(bench.ordered.taken().size(), 1u) << "the move";
}

// Two tumbled leaves meet members 1 and 2 of a group whose first member is an inner one.
TEST(GroupUnit, PairsLeaveOneInACycleTumbledLeavesInTheirOrder) {
  UnitBench bench(group_machine());
  bench.cache.add(9, record_of(bench.config, ReadKind::tumbled_pair, bare_group_of(2, 0, 64), 15u << 8 | 1u));
  Group aligned = bare_group_of(3, 1, 96);
  bench.cache.add(9, record_of(bench.config, ReadKind::aligned_pair, aligned, 15u << 8 | 1u));
  for (const std::uint32_t member : {0u, 1u}) {
    LeafVolume volume = bounded_volume();
    volume.place = 4 + member;
    bench.leaves.add(39, volume);
  }
  sc_core::sc_start();
  ASSERT_EQ(bench.ordered.taken_at(), (Cycles{11, 12, 44, 45, 46, 47}));
  const std::uint32_t first = aligned.child(bench.config.group_layout(), 1),
                      second = aligned.child(bench.config.group_layout(), 2);
  std::vector<std::array<std::uint32_t, 2>> pairs;
  for (std::size_t i = 2; i < 6; ++i) {
    EXPECT_EQ(bench.ordered.taken()[i].item.kind, LeafOrder::Kind::pair);
    pairs.push_back({bench.ordered.taken()[i].item.place, bench.ordered.taken()[i].item.aligned});
  }
  EXPECT_EQ(pairs,
            (std::vector<std::array<std::uint32_t, 2>>{{4, first}, {4, second}, {5, first}, {5, second}}));
}

// Without filters of corners a leaf is moved when it first meets one: behind the tests, in its place before its pairs.
TEST(GroupUnit, WithoutFiltersOfCornersALeafIsMovedWhenItMeetsOne) {
  ChipConfig config = group_machine();
  config.group.tight_leaf = config.group.plane = config.group.own_volume = config.group.leaf_plane = false;
  config.group_unit.compares = 1;
  UnitBench bench(config);
  bench.cache.add(9, record_of(bench.config, ReadKind::tumbled_pair, bare_group_of(1, 0, 64), 15u << 8));
  for (int i = 0; i < 2; ++i)
    bench.cache.add(9, record_of(bench.config, ReadKind::aligned_pair, bare_group_of(2, 0, 96), 15u << 8));
  sc_core::sc_start();
  // Rows in [10, 13), there in 17: tests in [17, 19) and [19, 21).
  EXPECT_EQ(bench.ordered.taken_at(), (Cycles{20, 21, 22, 23, 24}));
  std::vector<LeafOrder::Kind> kinds;
  for (const auto& taken : bench.ordered.taken()) kinds.push_back(taken.item.kind);
  EXPECT_EQ(kinds[0], LeafOrder::Kind::move);
  EXPECT_EQ(std::count(kinds.begin(), kinds.end(), LeafOrder::Kind::pair), 4);
}

// Only query 1 has rows: those of the transform that changes nothing.
TEST(GroupUnit, EachQueryHasBasesAndRowsOfItsOwn) {
  ChipConfig config = group_machine();
  config.group_engine.queries = 2;
  UnitBench bench(config);
  GroupTransform same;
  same.k = 24;
  for (std::size_t r = 0; r < 24; ++r) {
    same.rows[r].destination = static_cast<std::uint8_t>(r);
    same.rows[r].offset = r < 12 ? 2000 : 3000;  // whatever the tumbled member is
  }
  const std::vector<std::uint32_t> words = group_words::encode_volumes(1000, 2000, same);
  Source<MatrixWrite> host("host", config, bench.registers);
  for (std::uint32_t at = 0; at < words.size();) {
    MatrixWrite message;
    message.first_word = group_words::kQueryWords + at;
    for (; at < words.size() && message.count < message.words.size(); ++at)
      message.words[message.count++] = words[at];
    host.add(1, message);
  }
  const std::uint32_t tag = 1u << 12 | 15u << 8;
  bench.cache.add(49, record_of(bench.config, ReadKind::tumbled_pair, bare_group_of(2, 1, 64), tag));
  bench.cache.add(49, record_of(bench.config, ReadKind::aligned_pair, bare_group_of(1, 0, 96), tag));
  LeafVolume volume;
  volume.place = 1;
  volume.bounded = true;
  for (std::size_t i = 12; i < 24; ++i) volume.volume[i] = 500;
  bench.leaves.add(89, volume);
  sc_core::sc_start();
  ASSERT_EQ(bench.answers.taken().size(), 2u);
  EXPECT_EQ(bench.answers.taken()[0].item.family, 1064u);
  EXPECT_EQ(bench.answers.taken()[1].item.family, 2096u);
  EXPECT_EQ(bench.answers.taken()[1].item.met[0], 0u) << "from 2000 on, beyond the aligned member's 1000";
  EXPECT_EQ(bench.answers.taken()[1].item.met[1], 1u);
  ASSERT_EQ(bench.ordered.taken().size(), 2u);
  for (const auto& taken : bench.ordered.taken()) EXPECT_EQ(taken.item.query, 1u);
  EXPECT_GE(bench.ordered.taken()[1].item.volume[12], 1000u);
}

// --- Words ---

TEST(GroupWords, ATumbledLeafComesAsItWasSent) {
  LeafShape shape;
  shape.bounded = true;
  shape.slabs.count = 4;
  for (std::size_t i = 0; i < 24; ++i) shape.volume.d[i] = static_cast<std::int32_t>(kLastCoordinate - i);
  constexpr std::int64_t kMostEnd = (std::int64_t{1} << 44) - 1;
  for (std::size_t t = 0; t < 4; ++t) {
    LeafSlab& slab = shape.slabs.slabs[t];
    for (std::uint32_t m = 0; m < 3; ++m) {
      slab.j[m] = 25 - m;
      slab.c[m] = (4095u << 8) - m;
    }
    slab.low = t % 2 == 0 ? -kMostEnd - 1 : -1;
    slab.high = t % 2 == 0 ? kMostEnd : 0;
  }
  const LeafVolume message = leaf_volume(77, shape, 24);
  EXPECT_EQ(message.place, 77u);
  EXPECT_TRUE(message.bounded);
  const LeafShape back = leaf_shape(message_of<LeafVolume>(words_of(message)), 24);
  EXPECT_EQ(back.volume.d, shape.volume.d);
  ASSERT_EQ(back.slabs.count, 4);
  for (std::size_t t = 0; t < 4; ++t) {
    EXPECT_EQ(back.slabs.slabs[t].j, shape.slabs.slabs[t].j);
    EXPECT_EQ(back.slabs.slabs[t].c, shape.slabs.slabs[t].c);
    EXPECT_EQ(back.slabs.slabs[t].low, shape.slabs.slabs[t].low);
    EXPECT_EQ(back.slabs.slabs[t].high, shape.slabs.slabs[t].high);
  }
}

TEST(GroupWords, RowsCornersAndEntriesComeBackAsTheyWere) {
  GroupTransform transform;
  transform.k = 24;
  for (int r = 0; r < 24; ++r) {
    GroupTransformRow& row = transform.rows[static_cast<std::size_t>(r)];
    row.c = {-131072 + r, 131071 - r, -r};
    row.j = {static_cast<std::uint8_t>(r), static_cast<std::uint8_t>(25 - r), 7};
    row.destination = static_cast<std::uint8_t>(23 - r);
    row.shift = static_cast<std::int8_t>(r % 21);
    row.offset = (r % 2 == 0 ? 1 : -1) * (kMostRowOffset - r);
  }
  const std::vector<std::uint32_t> words = group_words::encode_volumes(5, 6, transform);
  ASSERT_EQ(words.size(), group_words::volume_words(24));
  for (std::uint32_t r = 0; r < 24; ++r) {
    const GroupTransformRow row = group_words::decode_row(words.data() + group_words::kBaseWords + 4 * r);
    EXPECT_EQ(row.c, transform.rows[r].c);
    EXPECT_EQ(row.j, transform.rows[r].j);
    EXPECT_EQ(row.destination, transform.rows[r].destination);
    EXPECT_EQ(row.shift, transform.rows[r].shift);
    EXPECT_EQ(row.offset, transform.rows[r].offset);
  }
  const GroupLayout layout = group_machine().group_layout();
  for (const std::uint32_t mask : {15u, 1u, 2u, 4u, 8u}) {
    const std::uint32_t word = group_words::entry_word(layout, group_words::kMostUnits - 3, mask);
    EXPECT_EQ(PairPointer::of_word(word).word(), word) << "what PCI carries";
    EXPECT_EQ(group_words::entry_of(layout, word), (GroupEntry{group_words::kMostUnits - 3, mask}));
  }
}

}  // namespace
}  // namespace collisionchip
