// The Group Engine alone and cycle by cycle: a test for each rule of docs/group_machine.md, whose numbers these are. Several
// queries in flight: command_queue_test.cpp.
#include "collisionchip/testbench/tests/tlm/group_bench.h"

namespace collisionchip {
namespace {

using namespace testing_support;

using Cycles = std::vector<Cycle>;
using Numbers = std::vector<std::uint32_t>;
using Kind = QueryOrder::Kind;

ChipConfig engine_with(std::uint32_t contexts, std::uint32_t entries = 64, std::uint32_t queries = 1) {
  ChipConfig config = group_machine();
  config.group_engine.contexts = contexts;
  config.group_engine.entries = entries;
  config.group_engine.queries = queries;
  return config;
}

std::vector<QueryOrder> told_of(const GroupEngineBench& bench, Kind kind) {
  std::vector<QueryOrder> all;
  for (const auto& taken : bench.told.taken()) {
    if (taken.item.kind == kind) all.push_back(taken.item);
  }
  return all;
}

// Twice the context, and which of its two lists asks.
Numbers asking_lists(const GroupEngineBench& bench) {
  Numbers lists;
  for (const auto& taken : bench.asked.taken()) lists.push_back(taken.item.tag & 255u);
  return lists;
}

// The tumbled group of a list and its aligned one: two results, one behind the other.
void answer_list(GroupEngineBench& bench, Cycle cycle, std::uint32_t context,
                 std::array<std::uint32_t, 4> met = {}, std::uint32_t leaf_pairs = 0) {
  bench.answer(cycle, ReadKind::tumbled_pair, context, bare_group_of(4, 4, 10));
  bench.answer(cycle, ReadKind::aligned_pair, context, bare_group_of(4, 4, 200), met, leaf_pairs);
}

TEST(GroupEngine, ContextsAskInTurnAndTheEndFollowsTheLastList) {
  GroupEngineBench bench(group_machine());
  bench.answer(19, ReadKind::tumbled_pair, 0, bare_group_of(4, 4, 10));
  // Tumbled members 0 and 2 meet three aligned ones each: two lists of three.
  bench.answer(20, ReadKind::aligned_pair, 0, bare_group_of(4, 4, 200), {7, 0, 7, 0});
  for (const std::uint32_t context : {0u, 1u}) {
    bench.answer(60, ReadKind::tumbled_pair, context, bare_group_of(1, 1, 10));
    for (int i = 0; i < 3; ++i) bench.answer(60, ReadKind::aligned_pair, context, bare_group_of(1, 1, 10));
  }
  sc_core::sc_start();
  // Root: asked for in 11 and 12. Its result, seen in 21, takes three cycles: [21, 24). Lists in 24 and 25, that of member 2
  // first, for context 1: context 0 is free with the second.
  EXPECT_EQ(bench.asked.taken_at(), (Cycles{12, 13, 26, 27, 28, 29, 30, 31, 32, 33}));
  EXPECT_EQ(bench.asked.taken()[2].item.address, (10u + 2 * bench.config.group_layout().group_units()) * 32);
  EXPECT_EQ(bench.asked.taken()[2].item.kind, ReadKind::tumbled_pair);
  EXPECT_EQ(bench.asked.taken()[3].item.kind, ReadKind::tumbled_pair)
      << "the other list's, before aligned groups";
  EXPECT_EQ(bench.asked.taken()[4].item.tag & 255u, 3u) << "context 1, in turn";
  EXPECT_EQ(bench.asked.taken()[5].item.tag & 255u, 0u) << "context 0, its other list";
  ASSERT_EQ(bench.told.taken().size(), 2u);
  EXPECT_EQ(bench.told.taken()[1].item.kind, QueryOrder::Kind::end);
  EXPECT_EQ(bench.told.taken()[1].cycle, 69u) << "eight results from 61 on";
  EXPECT_EQ(bench.unit.statistics().lists, 3u);
  EXPECT_EQ(bench.unit.statistics().longest_list, 3u);
}

// A list of three aligned groups in context 0, and what they meet: members 0 to 3 of the tumbled one so many each.
TEST(GroupEngine, AResultTakesAsManyCyclesAsTheMemberWithMostNewEntries) {
  GroupEngineBench bench(group_machine());
  bench.answer(19, ReadKind::tumbled_pair, 0, bare_group_of(4, 4, 10));
  bench.answer(20, ReadKind::aligned_pair, 0, bare_group_of(4, 4, 200), {7, 0, 0, 0});
  bench.answer(39, ReadKind::tumbled_pair, 0, bare_group_of(4, 4, 20));
  bench.answer(39, ReadKind::aligned_pair, 0, bare_group_of(4, 4, 300),
               {15, 3, 1, 0});  // four cycles: [41, 45)
  bench.answer(39, ReadKind::aligned_pair, 0, bare_group_of(4, 2, 300),
               {0, 15, 0, 0});  // three: two groups, and the leaves once
  bench.answer(39, ReadKind::aligned_pair, 0, bare_group_of(4, 4, 300), {0, 0, 0, 0});  // one: [48, 49)
  sc_core::sc_start();
  // Three new lists, pushed behind the entries of the last result in 49, 50 and 51, and asked for a cycle later.
  const Cycles asked = bench.asked.taken_at();
  ASSERT_GE(asked.size(), 9u);
  EXPECT_EQ(Cycles(asked.begin() + 2, asked.begin() + 6), (Cycles{26, 27, 28, 29}));
  EXPECT_EQ(Cycles(asked.begin() + 6, asked.begin() + 9), (Cycles{51, 52, 53}));
  const std::uint32_t step = bench.config.group_layout().group_units();
  for (const std::uint32_t member : {2u, 1u, 0u}) {
    const RecordRequest& request = bench.asked.taken()[8 - member].item;
    EXPECT_EQ(request.kind, ReadKind::tumbled_pair);
    EXPECT_EQ(request.address, (20 + member * step) * 32);
  }
  EXPECT_EQ(bench.unit.statistics().longest_list, 5u)
      << "member 1: two of the first group, three of the second";
}

TEST(GroupEngine, LooksSoFarAheadAndNoFurther) {
  ChipConfig config = group_machine();
  config.group_engine.look_ahead = 2;
  GroupEngineBench bench(config);
  bench.answer(19, ReadKind::tumbled_pair, 0, bare_group_of(4, 4, 10));
  bench.answer(20, ReadKind::aligned_pair, 0, bare_group_of(4, 4, 200), {15, 0, 0, 0});
  bench.answer(39, ReadKind::tumbled_pair, 0, bare_group_of(1, 1, 20));
  bench.answer(44, ReadKind::aligned_pair, 0,
               bare_group_of(1, 1, 300));  // seen in 45, and the third is asked for
  bench.answer(54, ReadKind::aligned_pair, 0, bare_group_of(1, 1, 300));
  sc_core::sc_start();
  EXPECT_EQ(bench.asked.taken_at(), (Cycles{12, 13, 27, 28, 29, 46, 56}));
}

TEST(GroupEngine, TheEndWaitsForTheLeaves) {
  GroupEngineBench bench(group_machine());
  bench.answer(19, ReadKind::tumbled_pair, 0, bare_group_of(1, 0, 10));
  bench.answer(20, ReadKind::aligned_pair, 0, bare_group_of(2, 0, 200), {3, 0, 0, 0}, 2);
  bench.leaves.add(49, {1, 3, {}});
  bench.leaves.add(59, {1, 4, {}});
  sc_core::sc_start();
  ASSERT_EQ(bench.told.taken().size(), 2u);
  EXPECT_EQ(bench.told.taken()[1].cycle, 61u);
  EXPECT_EQ(bench.told.taken()[1].item.tests, 7u);
}

// Context 0 has a list with a pair of leaves, then one with two, then wants a third.
TEST(GroupEngine, AListWaitsForTheLeavesOfTheListBeforeTheLastOneInItsContext) {
  GroupEngineBench bench(engine_with(1));
  answer_list(bench, 19, 0, {1, 0, 0, 0}, 1);  // list 1 of the context
  answer_list(bench, 39, 0, {1, 0, 0, 0}, 2);  // list 0, whose leaves may take as long as they like
  bench.leaves.add(99, {1, 3, {}});            // seen in 100
  answer_list(bench, 119, 0);                  // list 1 again
  bench.leaves.add(149, {0, 4, {}});
  bench.leaves.add(149, {0, 5, {}});
  sc_core::sc_start();
  EXPECT_EQ(bench.asked.taken_at(), (Cycles{12, 13, 24, 25, 102, 103}));
  EXPECT_EQ(asking_lists(bench), (Numbers{1, 1, 0, 0, 1, 1}));
  EXPECT_EQ(bench.told.taken_at(), (Cycles{11, 151}))
      << "leaves that are done in one cycle are taken together";
  EXPECT_EQ(told_of(bench, Kind::end).at(0).tests, 12u);
  EXPECT_EQ(bench.unit.statistics().leaf_pairs, 3u);
}

TEST(GroupEngine, AContextTakesTheNewestListAndAsksInTheNextCycle) {
  GroupEngineBench bench(engine_with(1));
  answer_list(bench, 19, 0, {3, 0, 0, 1});  // lists of members 0 and 3; that of member 0 is on top
  bench.answer(39, ReadKind::tumbled_pair, 0, bare_group_of(4, 4, 50));
  bench.answer(39, ReadKind::aligned_pair, 0, bare_group_of(4, 4, 60), {0, 2, 0, 0});
  bench.answer(39, ReadKind::aligned_pair, 0, bare_group_of(4, 4, 60));
  for (const Cycle from : {Cycle{59}, Cycle{79}}) answer_list(bench, from, 0);
  sc_core::sc_start();
  Numbers tumbled;
  for (const auto& taken : bench.asked.taken()) {
    if (taken.item.kind == ReadKind::tumbled_pair) tumbled.push_back(taken.item.address / kGroupUnitBytes);
  }
  const std::uint32_t step = bench.config.group_layout().group_units();
  EXPECT_EQ(tumbled, (Numbers{0, 10, 50 + step, 10 + 3 * step}))
      << "member 0's, what it made, and only then member 3's";
  EXPECT_EQ(bench.asked.taken_at(), (Cycles{12, 13, 26, 27, 28, 45, 46, 63, 64}));
  EXPECT_EQ(bench.unit.statistics().most_lists, 2u);
}

TEST(GroupEngine, ALeafThatMeetsInnerMembersHasAListAgainAlone) {
  GroupEngineBench bench(engine_with(1));
  bench.answer(19, ReadKind::tumbled_pair, 0, bare_group_of(2, 1, 10));
  bench.answer(19, ReadKind::aligned_pair, 0, bare_group_of(4, 4, 200), {0, 1, 0, 0});
  answer_list(bench, 39, 0);
  sc_core::sc_start();
  ASSERT_EQ(bench.asked.taken().size(), 4u);
  EXPECT_EQ(bench.asked.taken()[2].item.address, 0u) << "the same group";
  EXPECT_EQ(bench.asked.taken()[2].item.tag >> 8 & 15u, 2u) << "with that member";
  EXPECT_EQ(bench.unit.statistics().repeated_leaves, 1u);
  EXPECT_EQ(bench.unit.statistics().groups, 2u);
}

// Two queries together: most_lists counts the lists of both.
TEST(GroupEngine, ItsStatisticsAreThoseOfAllQueries) {
  GroupEngineBench bench(engine_with(2, 64, 2));
  answer_list(bench, 19, 0, {3, 0, 1, 0});  // taken in 20 and 21; the results of context 1 in 23 and 24
  answer_list(bench, 19, 1, {1, 1, 1, 0});
  for (const Cycle from : {Cycle{39}, Cycle{59}, Cycle{79}}) {
    for (const std::uint32_t context : {0u, 1u}) answer_list(bench, from, context);
    bench.answer(from, ReadKind::aligned_pair, 0, bare_group_of(4, 4, 200));
  }
  sc_core::sc_start();
  const GroupEngine::Statistics& statistics = bench.unit.statistics();
  EXPECT_EQ(statistics.lists, 7u);
  EXPECT_EQ(statistics.groups, 8u);
  EXPECT_EQ(statistics.most_lists, 4u) << "one of the first query is taken before the second has its three";
  EXPECT_EQ(statistics.most_entries, 40u)
      << "a block each: two of the first query's and three of the second's";
  EXPECT_EQ(statistics.lengths.counts(), (std::vector<std::uint64_t>{0, 6, 1}));
  EXPECT_EQ(statistics.active.counts().at(1) + statistics.active.counts().at(2), 7u);
  EXPECT_GT(statistics.active.counts().at(2), statistics.active.counts().at(1));
}

// Each bank has one block. The root makes a list for member 0, in bank 0. The second context takes that list and requests its
// last entry before its results come, so the block is free again. The list then makes a list for member 0 in bank 1: seven
// entries after the tumbled group.
TEST(GroupEngine, AnEntryThatFindsNoFreeBlockInItsBankGoesOut) {
  GroupEngineBench bench(engine_with(1, 32));
  answer_list(bench, 19, 0, {7, 0, 0, 0});
  bench.answer(39, ReadKind::tumbled_pair, 0, bare_group_of(4, 4, 20));
  bench.answer(39, ReadKind::aligned_pair, 0, bare_group_of(4, 4, 300), {15, 0, 0, 0});
  bench.answer(39, ReadKind::aligned_pair, 0, bare_group_of(4, 4, 400), {15, 0, 1, 0});
  bench.answer(39, ReadKind::aligned_pair, 0, bare_group_of(4, 4, 500), {0, 0, 0, 1});
  answer_list(bench, 69, 0);  // of member 0
  for (int i = 0; i < 6; ++i) bench.answer(69, ReadKind::aligned_pair, 0, bare_group_of(1, 1, 300));
  for (const Cycle from : {Cycle{99}, Cycle{119}}) answer_list(bench, from, 0);
  sc_core::sc_start();
  const GroupLayout layout = bench.config.group_layout();
  const std::vector<QueryOrder> out = told_of(bench, Kind::unfinished);
  ASSERT_EQ(out.size(), 1u) << "the eighth of member 0; members 2 and 3 have banks of their own";
  EXPECT_EQ(out[0].tumbled, group_words::entry_word(layout, 20, 15));
  EXPECT_EQ(out[0].aligned, group_words::entry_word(layout, 400 + 3 * layout.group_units(), 15));
  EXPECT_EQ(bench.unit.statistics().unfinished, 1u);
  EXPECT_EQ(bench.unit.statistics().most_entries, 24u) << "three blocks";
  EXPECT_EQ(bench.unit.statistics().lists, 5u);
  EXPECT_EQ(bench.unit.statistics().longest_list, 7u);
}

// Two blocks in each bank: those of a list of eight, and none for the list of the same bank that comes behind it.
TEST(GroupEngine, AListOfEightTakesTwoBlocksForItsTumbledGroupIsTheFirst) {
  GroupEngineBench bench(engine_with(1, 64));
  answer_list(bench, 19, 0, {3, 0, 0, 0});
  bench.answer(39, ReadKind::tumbled_pair, 0, bare_group_of(4, 4, 20));
  for (int i = 0; i < 2; ++i)
    bench.answer(39, ReadKind::aligned_pair, 0, bare_group_of(4, 4, 300), {15, 0, 0, 0});
  answer_list(bench, 69, 0);
  for (int i = 0; i < 7; ++i) bench.answer(69, ReadKind::aligned_pair, 0, bare_group_of(1, 1, 300));
  sc_core::sc_start();
  EXPECT_EQ(bench.unit.statistics().most_entries, 16u);
  EXPECT_EQ(bench.unit.statistics().longest_list, 8u);
  EXPECT_TRUE(told_of(bench, Kind::unfinished).empty());
}

// A list of eight in bank 0, whose only other list would be that of member 3; one entry is asked for, and the next one when it is
// answered. The first of its two blocks is free with the request for the seventh entry, the other one with that for the eighth.
TEST(GroupEngine, ABlockIsFreeBehindTheRequestForItsLastEntry) {
  ChipConfig config = engine_with(1, 64);
  config.group_engine.look_ahead = 1;
  GroupEngineBench bench(config);
  answer_list(bench, 19, 0, {3, 0, 0, 0});
  // Its two entries make eight of member 3, in bank 0: (1 + 3) mod 4.
  bench.answer(39, ReadKind::tumbled_pair, 0, bare_group_of(4, 4, 20));
  for (const Cycle from : {Cycle{39}, Cycle{49}})
    bench.answer(from, ReadKind::aligned_pair, 0, bare_group_of(4, 4, 300), {0, 0, 0, 15});
  // The list of eight has its members' lists from bank 2 on. Its member 2 meets one group each time.
  bench.answer(69, ReadKind::tumbled_pair, 0, bare_group_of(4, 4, 30));
  for (Cycle entry = 1; entry <= 8; ++entry)
    bench.answer(69 + 10 * entry, ReadKind::aligned_pair, 0, bare_group_of(4, 4, 1000 * entry), {0, 0, 1, 0});
  answer_list(bench, 179, 0);
  bench.answer(189, ReadKind::aligned_pair, 0, bare_group_of(1, 1, 300));
  sc_core::sc_start();
  Numbers out;
  for (const QueryOrder& order : told_of(bench, Kind::unfinished))
    out.push_back(group_words::entry_of(config.group_layout(), order.aligned).group);
  EXPECT_EQ(out, (Numbers{1000, 2000, 3000, 4000, 5000, 6000}));
  EXPECT_EQ(bench.unit.statistics().groups, 1u + 2 + 8 + 2);
}

// A word says all members or one; of a group's leaves several may take part. A list in bank 0 is still asked for when another one
// would lie there.
TEST(GroupEngine, WorkThatGoesOutIsAWordForEachMemberUnlessAllTakePart) {
  ChipConfig config = engine_with(1, 32);
  config.group_engine.look_ahead = 1;
  GroupEngineBench bench(config);
  answer_list(bench, 19, 0, {3, 0, 0, 0});
  bench.answer(39, ReadKind::tumbled_pair, 0, bare_group_of(4, 4, 10));
  bench.answer(39, ReadKind::aligned_pair, 0, bare_group_of(4, 1, 200), {0, 0, 0, 13});
  bench.answer(49, ReadKind::aligned_pair, 0, bare_group_of(1, 1, 200));
  sc_core::sc_start();
  const GroupLayout layout = bench.config.group_layout();
  Numbers aligned;
  for (const QueryOrder& out : told_of(bench, Kind::unfinished)) aligned.push_back(out.aligned);
  EXPECT_EQ(aligned, (Numbers{group_words::entry_word(layout, 200, 15), group_words::entry_word(layout, 0, 4),
                              group_words::entry_word(layout, 0, 8)}));
}

// The Small Triangle Unit takes an order in twenty cycles and its channel has two places. The list of query 0 is asked for in 24;
// that of query 1 would lie in its block in 23.
TEST(GroupEngine, NoResultIsTakenWhileWorkWaitsToGoOut) {
  GroupEngineBench bench(engine_with(2, 32, 2), 20);
  PutCycles out(bench.orders);
  answer_list(bench, 19, 0, {1, 0, 0, 0});
  answer_list(bench, 19, 1, {0, 0, 0, 3});  // of two entries none finds room, in 23
  answer_list(bench, 29, 0, {1, 0, 0, 0});  // taken in 33, when both have gone, and 53, when the end of 1 has
  answer_list(bench, 99, 0);
  sc_core::sc_start();
  EXPECT_EQ(out, (Cycles{10, 11, 23, 32, 52, 101})) << "two queries begin, two entries, two ends";
  EXPECT_EQ(bench.asked.taken_at(), (Cycles{12, 13, 14, 15, 24, 25, 56, 57}));
  // Room for orders is waited for in [25, 32) and [34, 52), groups in [15, 20) and [57, 100).
  const UnitCycles cycles = bench.unit.cycles(101);
  EXPECT_EQ(cycles.stalls.at(1).second, 7u + 18u);
  EXPECT_EQ(cycles.stalls.at(0).second, 5u + 43u);
}

TEST(GroupEngine, BeginningsSayWhetherOneWitnessIsWanted) {
  for (const bool first_witness : {false, true}) {
    GroupEngineBench bench(engine_with(1), 1, 1, first_witness);
    answer_list(bench, 19, 0);
    sc_core::sc_start();
    ASSERT_EQ(told_of(bench, Kind::begin).size(), 1u);
    EXPECT_EQ(told_of(bench, Kind::begin)[0].first_witness, first_witness);
  }
}

// The stopped query gave back each of its blocks, exactly once. There are four banks with one block each. Query 1 gets all
// blocks that it needs except for three entries; these would find no room even if query 0 had never run.
void expect_room_but_for_three(const GroupEngineBench& bench) {
  ASSERT_EQ(told_of(bench, Kind::unfinished).size(), 3u);
  for (const QueryOrder& out : told_of(bench, Kind::unfinished)) EXPECT_EQ(out.query, 1u);
  EXPECT_EQ(bench.unit.statistics().most_entries, 32u);
  EXPECT_EQ(told_of(bench, Kind::end).size(), 2u);
}

TEST(GroupEngine, AStoppedQueryGivesBackTheBlocksOfItsWaitingListsOneInACycle) {
  GroupEngineBench bench(engine_with(1, 32, 2));
  answer_list(bench, 19, 0, {3, 0, 3, 0});  // two lists of query 0 wait while query 1 begins its first
  bench.host.add(24, {0});  // seen in 25, when the tumbled group of query 1 would be asked for
  answer_list(bench, 39, 0, {1, 1, 1, 1});  // a list in each bank
  answer_list(bench, 59, 0, {1, 1, 1, 1});  // three of these banks have no other block
  for (const Cycle from : {Cycle{79}, Cycle{99}, Cycle{119}, Cycle{139}}) answer_list(bench, from, 0);
  sc_core::sc_start();
  expect_room_but_for_three(bench);
  EXPECT_EQ(bench.unit.lists_of(1), 6u);
  const Cycles asked = bench.asked.taken_at();
  EXPECT_EQ(Cycles(asked.begin(), asked.begin() + 4), (Cycles{12, 13, 28, 29}))
      << "blocks are given back in 25 and 26";
  EXPECT_EQ(bench.told.taken()[2].cycle, 27u) << "nothing of query 0 was under way";
}

// Its list in bank 0 has three entries; one is answered and has made two, in bank 2, one is asked for, one is not.
TEST(GroupEngine, AStoppedQueryGivesBackTheBlocksOfAListUnderWayOnce) {
  ChipConfig config = engine_with(2, 32, 2);
  config.group_engine.look_ahead = 1;
  GroupEngineBench bench(config);
  answer_list(bench, 19, 0, {7, 0, 0, 0});
  answer_list(bench, 39, 0, {3, 0, 0, 0});
  for (const Cycle again : {Cycle{59}, Cycle{64}}) bench.host.add(again, {0});
  bench.answer(69, ReadKind::aligned_pair, 0, bare_group_of(4, 4, 200), {15, 15, 0, 0});  // these are dropped
  // A list in each bank: that of member 3, in bank 0, for context 0, that of member 0, in bank 1, for context 1.
  answer_list(bench, 89, 1, {1, 1, 1, 1});
  answer_list(bench, 109, 0, {1, 1, 1, 1});  // from bank 3 on: two lists, and no room in banks 3 and 2
  answer_list(bench, 109, 1, {1, 0, 0, 0});  // no room in bank 0 either, where the second list lies
  for (const Cycle from : {Cycle{139}, Cycle{159}}) {
    for (const std::uint32_t context : {0u, 1u}) answer_list(bench, from, context);
  }
  sc_core::sc_start();
  expect_room_but_for_three(bench);
  EXPECT_EQ(bench.told.taken()[2].cycle, 71u) << "with the answer that was under way";
  EXPECT_EQ(bench.unit.lists_of(0), 2u) << "what it had made is dropped";
  EXPECT_EQ(bench.unit.statistics().stops, 2u);
}

// The Record Cache is full: of three groups two are asked for, and both are answered.
TEST(GroupEngine, AStoppedListOfWhichAllIsAnsweredIsDoneAtOnce) {
  GroupEngineBench bench(engine_with(1), 1, 30);
  answer_list(bench, 69, 0, {7, 0, 0, 0});
  answer_list(bench, 79, 0);
  bench.answer(79, ReadKind::aligned_pair, 0, bare_group_of(4, 4, 200));
  bench.host.add(89, {0});
  sc_core::sc_start();
  EXPECT_EQ(bench.asked.taken().size(), 5u);
  EXPECT_EQ(bench.told.taken_at(), (Cycles{11, 91}));
}

TEST(GroupEngine, CommandsThatComeTogetherAreBegunTogether) {
  GroupEngineBench bench(engine_with(1, 64, 3));
  bench.host.add(9, {2});  // seen with the commands
  for (const std::uint32_t from : {19u, 39u}) answer_list(bench, from, 0);
  sc_core::sc_start();
  EXPECT_EQ(bench.unit.lists_of(2), 0u) << "begun, and stopped";
  EXPECT_EQ(bench.unit.lists_of(1), 1u);
  EXPECT_EQ(told_of(bench, Kind::end).size(), 3u);
}

TEST(GroupEngine, AStopOfAQueryThatHasNotBegunIsNothing) {
  GroupEngineBench bench(engine_with(1));
  bench.host.add(4, {0});  // the command comes in 10
  answer_list(bench, 19, 0, {1, 0, 0, 0});
  answer_list(bench, 39, 0);
  sc_core::sc_start();
  EXPECT_EQ(bench.unit.lists_of(0), 2u);
}

constexpr ReadError unreadable(std::uint32_t address) {
  return {ReadError::Kind::uncorrectable, address};
}

// A query that an error ends, and one that goes on: what the end of each says.
struct Ends {
  ReadError of[2];
  std::uint64_t lists[2];
  explicit Ends(GroupEngineBench& bench) {
    sc_core::sc_start();
    for (const QueryOrder& end : told_of(bench, Kind::end)) of[end.query] = end.error;
    for (const std::uint32_t query : {0u, 1u}) lists[query] = bench.unit.lists_of(query);
    EXPECT_EQ(told_of(bench, Kind::end).size(), 2u);
  }
};

TEST(GroupEngine, AnErrorOfALeafEndsItsQueryWithItAndNoOther) {
  GroupEngineBench bench(engine_with(1, 64, 2));
  answer_list(bench, 19, 0, {1, 0, 1, 0}, 2);  // of query 0
  bench.leaves.add(29, {1, 0, unreadable(0x40)});
  bench.leaves.add(29, {1, 0, unreadable(0x80)});  // query 1 has the context by now
  answer_list(bench, 39, 0, {1, 0, 0, 0});
  answer_list(bench, 59, 0);
  const Ends ends(bench);
  EXPECT_EQ(ends.of[0].kind, ReadError::Kind::uncorrectable);
  EXPECT_EQ(ends.of[0].address, 0x40u) << "the first one";
  EXPECT_EQ(ends.lists[0], 1u) << "its lists that waited are dropped";
  EXPECT_FALSE(ends.of[1]);
  EXPECT_EQ(ends.lists[1], 2u);
}

TEST(GroupEngine, AnErrorOfAGroupEndsItsQueryWithIt) {
  for (const ReadKind kind : {ReadKind::tumbled_pair, ReadKind::aligned_pair}) {
    GroupEngineBench bench(engine_with(2, 64, 2));
    const auto error_of = [&](ReadKind of) { return of == kind ? unreadable(0x40) : ReadError{}; };
    answer_list(bench, 19, 1, {1, 0, 0, 0});
    answer_list(bench, 39, 1, {1, 0, 1, 0});
    bench.answer(59, ReadKind::tumbled_pair, 0, {}, {}, 0, error_of(ReadKind::tumbled_pair));
    bench.answer(59, ReadKind::aligned_pair, 0, bare_group_of(4, 4, 200), {1, 0, 0, 0}, 0,
                 error_of(ReadKind::aligned_pair));
    for (const Cycle from : {Cycle{79}, Cycle{99}}) {
      for (const std::uint32_t context : {1u, 0u}) answer_list(bench, from, context);
    }
    const Ends ends(bench);
    EXPECT_EQ(ends.of[0].address, 0x40u);
    EXPECT_EQ(ends.lists[0], 1u) << "what the list has made is dropped";
    EXPECT_FALSE(ends.of[1]);
    EXPECT_EQ(ends.lists[1], 4u);
  }
}

TEST(GroupEngine, AnEndThatFindsNoRoomIsPartOfTheDrain) {
  GroupEngineBench bench(engine_with(3, 64, 3), 40);
  for (const std::uint32_t context : {0u, 1u, 2u}) answer_list(bench, 19, context);
  sc_core::sc_start();
  // The ends wait for room in [22, 52), [55, 92) and, when all lists are done, [95, 132).
  const UnitCycles cycles = bench.unit.cycles(133);
  EXPECT_EQ(cycles.stalls.at(1).second, 30u + 37u);
  EXPECT_EQ(cycles.stalls.at(3).second, 37u);
}

// What it waits for, in the order of the rules: groups, leaves, a context, room for orders; the drain at the end.
TEST(GroupEngine, ItsStallsSayWhatItWaitsFor) {
  GroupEngineBench bench(engine_with(1));
  answer_list(bench, 19, 0, {1, 0, 0, 0}, 1);
  answer_list(bench, 39, 0, {1, 0, 0, 0});
  bench.leaves.add(99, {1, 3, {}});
  answer_list(bench, 119, 0, {}, 1);
  bench.leaves.add(149, {1, 4, {}});
  sc_core::sc_start();
  const UnitCycles cycles = bench.unit.cycles(200);
  const auto stall = [&](std::size_t cause) { return cycles.stalls.at(cause).second; };
  // Groups: [13, 20), [25, 40), [103, 120). Leaves: [122, 150). A context: [43, 100). The end: [151, 200).
  EXPECT_EQ(cycles.idle, 10u);
  EXPECT_EQ(stall(0), 7u + 15u + 17u);
  EXPECT_EQ(stall(1), 28u);
  EXPECT_EQ(stall(2), 57u);
  EXPECT_EQ(stall(3), 49u);
  EXPECT_EQ(cycles.total(), 200u);
}

}  // namespace
}  // namespace collisionchip
