// Several queries in flight, unit by unit and cycle by cycle. docs/group_machine.md has these numbers.
#include "collisionchip/testbench/tests/tlm/group_bench.h"
#include "collisionchip/testbench/tests/tlm/pci_bench.h"
#include "collisionchip/tlm/machine/entry_check.h"

namespace collisionchip {
namespace {

using namespace testing_support;

using Cycles = std::vector<Cycle>;

ChipConfig queue_machine(std::uint32_t queries) {
  ChipConfig config = group_machine();
  config.group_engine.queries = queries;
  return config;
}

QueryOrder order_of(QueryOrder::Kind kind, std::uint32_t query, std::uint64_t tests = 0) {
  QueryOrder order;
  order.kind = kind;
  order.query = query;
  order.tests = tests;
  return order;
}

TriangleTest pair_of_query(std::uint32_t query, std::uint32_t number) {
  TriangleTest pair = small_pair_of(number, true);
  pair.query = query;
  return pair;
}

TEST(SmallTriangleUnit, TheEndOfAQueryWaitsForItsPairsAloneAndCountsItsEntries) {
  SmallTriangleBench bench(queue_machine(3));
  bench.pairs.add(9, pair_of_query(1, 5));  // seen in 10
  bench.pairs.add(9, pair_of_query(2, 6));
  bench.pairs.add(9, pair_of_query(1, 7));
  bench.pairs.add(39, pair_of_query(2, 8));
  bench.engine.add(9, order_of(QueryOrder::Kind::end, 1, 2));
  bench.engine.add(9, order_of(QueryOrder::Kind::end, 2, 2));
  sc_core::sc_start();
  EXPECT_EQ(bench.found.taken_at(), (Cycles{23, 24, 25, 26, 53, 54})) << "the end of 1 in 26, of 2 in 54";
  const std::vector<std::uint32_t> queries = {1, 2, 1, 1, 2, 2}, numbers = {5, 6, 7, 2, 8, 2};
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const QueryFinding found = query_finding_of(queue_entry_words(bench.found.taken()[i].item));
    EXPECT_EQ(found.query, queries[i]) << i;
    EXPECT_EQ(found.finding.tumbled, numbers[i]) << i << ": of an end it is how many entries it closes";
    EXPECT_EQ(found.finding.kind == Finding::Kind::end, i == 3 || i == 5) << i;
  }
  EXPECT_EQ(bench.unit.tests_of(1), 2u);
}

TEST(SmallTriangleUnit, AQueryThatBeginsAgainCountsAnew) {
  SmallTriangleBench bench(queue_machine(2));
  QueryOrder witness = order_of(QueryOrder::Kind::begin, 1);
  witness.first_witness = true;
  bench.engine.add(4, witness);
  bench.pairs.add(9, pair_of_query(1, 5));
  bench.engine.add(30, order_of(QueryOrder::Kind::end, 1, 1));
  bench.engine.add(49, order_of(QueryOrder::Kind::begin, 1));
  for (const std::uint32_t number : {6u, 7u}) bench.pairs.add(59, pair_of_query(1, number));
  bench.engine.add(60, order_of(QueryOrder::Kind::end, 1, 2));
  sc_core::sc_start();
  const std::vector<std::uint32_t> numbers = {5, 1, 6, 7, 2};  // of ends how many they close
  ASSERT_EQ(bench.found.taken().size(), numbers.size()) << "no witness ends the second one";
  for (std::size_t i = 0; i < numbers.size(); ++i)
    EXPECT_EQ(query_finding_of(queue_entry_words(bench.found.taken()[i].item)).finding.tumbled, numbers[i])
        << i;
  EXPECT_EQ(bench.unit.tests_of(1), 2u);
}

// Twenty entries of unfinished work are in front of the begin, and the Pointer FIFO's channel has room for sixteen.
TEST(SmallTriangleUnit, TestsWaitForTheBeginOfTheirQueryBehindUnfinishedWork) {
  SmallTriangleBench bench(queue_machine(2), 100);
  bench.engine.add(4, order_of(QueryOrder::Kind::end, 1, 0));
  for (int n = 0; n < 20; ++n) bench.engine.add(5, order_of(QueryOrder::Kind::unfinished, 0));
  bench.engine.add(5, order_of(QueryOrder::Kind::begin, 1));
  for (const std::uint32_t number : {6u, 7u}) bench.pairs.add(9, pair_of_query(1, number));
  bench.engine.add(60, order_of(QueryOrder::Kind::end, 1, 2));
  sc_core::sc_start();
  ASSERT_EQ(bench.found.taken().size(), 24u);
  const std::vector<Cycle> begun = {bench.found.taken_at()[21], bench.found.taken_at()[22]};
  EXPECT_EQ(begun, (std::vector<Cycle>{121, 122}))
      << "pairs in 108 and 109, each taken thirteen cycles later";
  EXPECT_EQ(bench.unit.tests_of(1), 2u);
}

TEST(SmallTriangleUnit, AWitnessEndsItsOwnQueryAlone) {
  SmallTriangleBench bench(queue_machine(2));
  for (const std::uint32_t query : {0u, 1u}) {
    QueryOrder begin = order_of(QueryOrder::Kind::begin, query);
    begin.first_witness = query == 1;
    bench.engine.add(4, begin);
  }
  for (std::uint32_t n = 0; n < 4; ++n) bench.pairs.add(9, pair_of_query(n % 2, n));
  sc_core::sc_start();
  ASSERT_EQ(bench.found.taken().size(), 3u) << "0, 1, 2; not 3";
  EXPECT_EQ(bench.found.taken()[2].item.tumbled, 2u);
  ASSERT_EQ(bench.stopped.taken().size(), 1u);
  EXPECT_EQ(bench.stopped.taken()[0].item.query, 1u);
}

// What was asked for, by the query of its tag.
std::vector<std::uint32_t> queries_of(const std::vector<Sink<RecordRequest>::Taken>& asked) {
  std::vector<std::uint32_t> queries;
  for (const auto& taken : asked) queries.push_back(taken.item.tag >> 12);
  return queries;
}

TEST(GroupEngine, QueriesOfTheQueueBeginTogetherAndEachEndsByItself) {
  GroupEngineBench bench(queue_machine(2));
  for (const std::uint32_t context : {1u, 0u}) {
    const Cycle from = context == 1 ? 19 : 29;
    bench.answer(from, ReadKind::tumbled_pair, context, bare_group_of(1, 1, 10));
    bench.answer(from, ReadKind::aligned_pair, context, bare_group_of(1, 1, 10));
  }
  sc_core::sc_start();
  EXPECT_EQ(bench.asked.taken_at(), (Cycles{12, 13, 14, 15}));
  EXPECT_EQ(queries_of(bench.asked.taken()), (std::vector<std::uint32_t>{0, 1, 0, 1}))
      << "lists of 0 and 1 in 10 and 11, both tumbled groups, then aligned ones in turn";
  EXPECT_EQ(bench.told.taken_at(), (Cycles{11, 12, 22, 32}));
  EXPECT_EQ(bench.told.taken()[1].item.query, 1u);
  EXPECT_EQ(bench.told.taken()[2].item.query, 1u) << "its results were there first";
  EXPECT_EQ(bench.told.taken()[2].item.kind, QueryOrder::Kind::end);
  EXPECT_EQ(bench.told.taken()[3].item.query, 0u);
  EXPECT_EQ(bench.unit.lists_of(0), 1u);
  EXPECT_EQ(bench.unit.statistics().lists, 2u);
}

TEST(GroupEngine, AnEntryWhoseQueryHasEndedBeginsAgainWhileOthersRun) {
  GroupEngineBench bench(queue_machine(2), 1, 1, false, true);
  bench.begin(9, 0);   // seen in 10, in context 0
  bench.begin(9, 1);   // and in 11, in context 1
  bench.begin(39, 1);  // again, in context 1
  for (const Cycle from : {Cycle{19}, Cycle{59}}) {
    bench.answer(from, ReadKind::tumbled_pair, 1, bare_group_of(1, 1, 10));
    bench.answer(from, ReadKind::aligned_pair, 1, bare_group_of(1, 1, 10));
  }
  bench.answer(79, ReadKind::tumbled_pair, 0, bare_group_of(1, 1, 10));
  bench.answer(79, ReadKind::aligned_pair, 0, bare_group_of(1, 1, 10));
  sc_core::sc_start();
  using Kind = QueryOrder::Kind;
  const std::vector<Kind> kinds = {Kind::begin, Kind::begin, Kind::end, Kind::begin, Kind::end, Kind::end};
  const std::vector<std::uint32_t> queries = {0, 1, 1, 1, 1, 0};
  ASSERT_EQ(bench.told.taken().size(), kinds.size());
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    EXPECT_EQ(bench.told.taken()[i].item.kind, kinds[i]) << i;
    EXPECT_EQ(bench.told.taken()[i].item.query, queries[i]) << i;
  }
  EXPECT_EQ(bench.told.taken_at(), (Cycles{11, 12, 22, 41, 62, 82}));
  EXPECT_EQ(bench.unit.lists_of(1), 1u) << "of its last query";
  EXPECT_EQ(bench.unit.statistics().lists, 3u);
}

TEST(GroupEngine, AQueryThatBeginsAgainCountsTheListsOfTheOneThatHasBegunTheFewest) {
  ChipConfig config = queue_machine(2);
  config.group_engine.contexts = 1;
  GroupEngineBench bench(config, 1, 1, false, true);
  bench.begin(9, 1);
  bench.answer(19, ReadKind::tumbled_pair, 0, bare_group_of(1, 1, 10));  // query 1 has one list, and ends
  bench.answer(19, ReadKind::aligned_pair, 0, bare_group_of(1, 1, 10));
  bench.begin(29, 0);
  // The root of query 0 leaves two lists, the first of them two more, and then query 1 begins again.
  for (const Cycle from : {Cycle{39}, Cycle{59}}) {
    bench.answer(from, ReadKind::tumbled_pair, 0, bare_group_of(4, 4, 10));
    bench.answer(from, ReadKind::aligned_pair, 0, bare_group_of(4, 4, 200), {1, 0, 1, 0});
  }
  bench.begin(49, 1);
  for (Cycle from = 79; from < 180; from += 20) {
    bench.answer(from, ReadKind::tumbled_pair, 0, bare_group_of(1, 1, 10));
    bench.answer(from, ReadKind::aligned_pair, 0, bare_group_of(1, 1, 10));
  }
  sc_core::sc_start();
  const std::vector<std::uint32_t> asked = queries_of(bench.asked.taken());
  ASSERT_GE(asked.size(), 8u);
  EXPECT_EQ((std::vector<std::uint32_t>{asked.begin(), asked.begin() + 8}),
            (std::vector<std::uint32_t>{1, 1, 0, 0, 0, 0, 0, 0}))
      << "in 50 query 0 has begun two lists, which count for query 1: it is third, and not second";
}

TEST(GroupEngine, TheQueryThatHasBegunTheFewestListsIsNext) {
  ChipConfig config = queue_machine(2);
  config.group_engine.contexts = 1;
  GroupEngineBench bench(config);
  // Query 0 leaves two lists, which wait for the root of query 1, and then for no one.
  bench.answer(19, ReadKind::tumbled_pair, 0, bare_group_of(4, 4, 10));
  bench.answer(19, ReadKind::aligned_pair, 0, bare_group_of(4, 4, 200), {1, 0, 1, 0});
  for (const Cycle from : {Cycle{39}, Cycle{59}, Cycle{79}}) {
    bench.answer(from, ReadKind::tumbled_pair, 0, bare_group_of(1, 1, 10));
    bench.answer(from, ReadKind::aligned_pair, 0, bare_group_of(1, 1, 10));
  }
  sc_core::sc_start();
  EXPECT_EQ(queries_of(bench.asked.taken()), (std::vector<std::uint32_t>{0, 0, 1, 1, 0, 0, 0, 0}));
  EXPECT_EQ(bench.unit.lists_of(0), 3u);
  EXPECT_EQ(bench.unit.groups_of(1), 1u);
}

TEST(GroupEngine, AStopIsOfOneQuery) {
  GroupEngineBench bench(queue_machine(2));
  bench.host.add(15, {0});  // seen in 16
  bench.answer(19, ReadKind::tumbled_pair, 0, bare_group_of(4, 4, 10));
  bench.answer(19, ReadKind::aligned_pair, 0, bare_group_of(4, 4, 200), {1, 0, 0, 0});
  bench.answer(19, ReadKind::tumbled_pair, 1, bare_group_of(4, 4, 10));
  bench.answer(19, ReadKind::aligned_pair, 1, bare_group_of(4, 4, 200), {1, 0, 0, 0});
  bench.answer(59, ReadKind::tumbled_pair, 0, bare_group_of(1, 1, 10));
  bench.answer(59, ReadKind::aligned_pair, 0, bare_group_of(1, 1, 10));
  sc_core::sc_start();
  EXPECT_EQ(queries_of(bench.asked.taken()), (std::vector<std::uint32_t>{0, 1, 0, 1, 1, 1}))
      << "what 0 was to go on with is dropped";
  ASSERT_EQ(bench.told.taken().size(), 4u);
  EXPECT_EQ(bench.told.taken()[2].item.query, 0u);
  EXPECT_EQ(bench.told.taken()[3].item.query, 1u);
  EXPECT_EQ(bench.unit.lists_of(1), 2u);
  EXPECT_EQ(bench.unit.statistics().stops, 1u);
}

// The list of 1 has two entries, the second of which is asked for when the first is answered.
TEST(GroupEngine, AStopLeavesEntriesOfOtherQueriesThatAreStillToBeAskedFor) {
  ChipConfig config = queue_machine(2);
  config.group_engine.look_ahead = 1;
  GroupEngineBench bench(config);
  bench.host.add(39, {0});  // seen in 40
  bench.answer(19, ReadKind::tumbled_pair, 1, bare_group_of(4, 4, 10));
  bench.answer(19, ReadKind::aligned_pair, 1, bare_group_of(4, 4, 200), {3, 0, 0, 0});
  bench.answer(59, ReadKind::tumbled_pair, 1, bare_group_of(1, 1, 10));
  bench.answer(59, ReadKind::aligned_pair, 1, bare_group_of(1, 1, 10));
  bench.answer(79, ReadKind::aligned_pair, 1, bare_group_of(1, 1, 10));
  bench.answer(99, ReadKind::tumbled_pair, 0, bare_group_of(1, 1, 10));
  bench.answer(99, ReadKind::aligned_pair, 0, bare_group_of(1, 1, 10));
  sc_core::sc_start();
  EXPECT_EQ(queries_of(bench.asked.taken()), (std::vector<std::uint32_t>{0, 1, 0, 1, 1, 1, 1}));
  EXPECT_EQ(bench.unit.statistics().results, 4u);
  EXPECT_EQ(bench.unit.lists_of(1), 2u);
}

// Its leaves may be on their way, and come when its context has a list of another query.
TEST(GroupEngine, AStoppedListKeepsItsContextUntilItsTumbledLeavesAreThere) {
  GroupEngineBench bench(queue_machine(2));
  bench.host.add(11, {0});  // seen in 12: its tumbled group is asked for, no aligned one
  bench.answer(19, ReadKind::tumbled_pair, 0, bare_group_of(4, 0, 10));
  bench.answer(19, ReadKind::tumbled_pair, 1, bare_group_of(1, 1, 10));
  bench.answer(19, ReadKind::aligned_pair, 1, bare_group_of(1, 1, 10));
  bench.answer(49, ReadKind::aligned_pair, 0, bare_group_of(4, 0, 200), {1, 0, 0, 0});
  sc_core::sc_start();
  EXPECT_EQ(queries_of(bench.asked.taken()), (std::vector<std::uint32_t>{0, 1, 0, 1}));
  EXPECT_EQ(bench.told.taken_at(), (Cycles{11, 12, 23, 51})) << "the end of 1; that of 0 with its one answer";
}

// The same of a query alone: it ends behind its moved leaves, which a sum over its statistics counts.
TEST(GroupEngine, AStoppedQueryEndsBehindTheLeavesThatAreBeingMoved) {
  GroupEngineBench bench(queue_machine(1));
  bench.host.add(11, {0});  // seen in 12: its tumbled group is asked for, no aligned one
  bench.answer(19, ReadKind::tumbled_pair, 0, bare_group_of(4, 0, 10));
  bench.answer(49, ReadKind::aligned_pair, 0, bare_group_of(4, 0, 200), {1, 0, 0, 0});
  sc_core::sc_start();
  EXPECT_EQ(bench.asked.taken().size(), 2u);
  EXPECT_EQ(bench.told.taken_at(), (Cycles{11, 51}));
}

// The Group Unit, which still has the list before, tells the two apart by their turn alone.
TEST(GroupEngine, AStoppedListThatHasAskedForNothingTakesNoTurn) {
  GroupEngineBench bench(queue_machine(2));
  bench.host.add(11, {1});  // seen in 12, when its tumbled group would be asked for
  // Query 0 leaves two lists, one for each context.
  bench.answer(19, ReadKind::tumbled_pair, 0, bare_group_of(4, 4, 10));
  bench.answer(19, ReadKind::aligned_pair, 0, bare_group_of(4, 4, 200), {1, 0, 1, 0});
  for (const std::uint32_t context : {0u, 1u}) {
    bench.answer(39, ReadKind::tumbled_pair, context, bare_group_of(1, 1, 10));
    bench.answer(39, ReadKind::aligned_pair, context, bare_group_of(1, 1, 10));
  }
  sc_core::sc_start();
  std::vector<std::uint32_t> lists;
  for (const auto& taken : bench.asked.taken()) lists.push_back(taken.item.tag & 255u);
  EXPECT_EQ(lists, (std::vector<std::uint32_t>{1, 1, 3, 0, 3, 0}))
      << "the first list of context 1 is its odd one";
}

// --- The command queue at the host's door ---

using namespace registers;

TEST(CommandQueue, RootsAndMatricesGoToAnEntryAndAStartBeginsAllUpToIt) {
  PciBench bench(queue_machine(3));
  EXPECT_EQ(bench.write(kQueueEntry, {3}), tlm::TLM_COMMAND_ERROR_RESPONSE);
  for (const std::uint32_t entry : {0u, 1u}) {
    ASSERT_EQ(bench.write(kQueueEntry, {entry}), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(bench.value(kQueueEntry), entry);
    EXPECT_EQ(bench.write(kMmm + 4, {entry, 7}), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(bench.write(kTumbledRoot, {0x1201 + 0x400 * entry, 0x3401}), tlm::TLM_OK_RESPONSE);
    bench.elapse();
  }
  EXPECT_EQ(bench.write(kControl, {kStart | kEnableDone}), tlm::TLM_OK_RESPONSE);
  bench.elapse(10);
  ASSERT_EQ(bench.mmm.taken().size(), 2u);
  EXPECT_EQ(bench.mmm.taken()[1].item.first_word, group_words::kQueryWords + 1);
  ASSERT_EQ(bench.starts.taken().size(), 2u);
  EXPECT_EQ(bench.starts.taken()[0].item.tumbled.word(), 0x1201u);
  EXPECT_EQ(bench.starts.taken()[1].item.tumbled.word(), 0x1601u);
  EXPECT_EQ(bench.write(kQueueEntry, {0}), tlm::TLM_COMMAND_ERROR_RESPONSE) << "while they run";
  EXPECT_EQ(bench.write(kControl, {1u << kStopEntryShift | kStop | kEnableDone}), tlm::TLM_OK_RESPONSE);
  bench.elapse(4);
  ASSERT_EQ(bench.query_stops.taken().size(), 1u);
  EXPECT_EQ(bench.query_stops.taken()[0].item.query, 1u);
}

TEST(CommandQueue, TheRunIsDoneWithTheLastEndAndAnErrorOfOneStands) {
  PciBench bench(queue_machine(3));
  ASSERT_EQ(bench.write(kTumbledRoot, {0x1201, 0x3401}), tlm::TLM_OK_RESPONSE);
  ASSERT_EQ(bench.write(kQueueEntry, {1}), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(bench.write(kControl, {kStart}), tlm::TLM_COMMAND_ERROR_RESPONSE) << "an entry without roots";
  bench.start_query();
  const Cycle begin = bench.now();
  QueryDone failed;
  failed.error = {ReadError::Kind::refused, 0x1000};
  bench.dones.add(begin + 9, failed);
  bench.elapse(20);
  EXPECT_EQ(bench.value(kStatus), kBusy);
  bench.dones.add(begin + 99, {});
  bench.elapse(200);
  EXPECT_EQ(bench.value(kStatus), kDone | kError);
  EXPECT_EQ(bench.value(kErrorAddress), 0x1000u);
  EXPECT_EQ(bench.pci.query_ends(), (Cycles{begin + 10, begin + 100}));
  EXPECT_EQ(bench.pci.query_end(), begin + 100);
}

}  // namespace
}  // namespace collisionchip
