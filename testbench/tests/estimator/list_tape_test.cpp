// The written-down query: what the traversal counts, in the chip's order.
#include "collisionchip/reference/traverse/list_tape.h"
#include "collisionchip/testbench/estimator/triangle_recurrence.h"
#include "collisionchip/testbench/tests/estimator/estimator_support.h"

namespace collisionchip {
namespace {

using namespace testing_support;

TEST(ListTape, HasWhatTheTraversalCounts) {
  const ObjectPair objects = gear_and_casting(800);
  for (const LeafTest leaf_test : {LeafTest::dop_first, LeafTest::triangle, LeafTest::no_dops}) {
    QueryOptions options;
    options.leaf_test = leaf_test;
    ListTape tape;
    const QueryResult taped = list_traversal(objects.a, objects.b, contact(), options, tape);
    const QueryResult plain = list_traversal(objects.a, objects.b, contact(), options);
    EXPECT_EQ(taped.pairs, plain.pairs);
    EXPECT_EQ(tape.lists.size(), plain.counters.lists);
    EXPECT_EQ(tape.entries.size(), plain.counters.aligned_pairs);
    EXPECT_EQ(tape.tests.size(), plain.counters.triangle_tests);
    const FrameMatrices frames = make_frame_matrices(contact(), TumbledSide::b);
    std::uint64_t uncertain = 0, hits = 0, appended = 1;
    for (const ListTape::Test& test : tape.tests) {
      EXPECT_EQ(test.verdict, triangle_verdict(objects.b.triangles[test.tumbled],
                                               objects.a.triangles[test.aligned], frames));
      uncertain += test.verdict == Verdict::uncertain ? 1 : 0;
      hits += test.verdict == Verdict::hit ? 1 : 0;
    }
    EXPECT_EQ(uncertain, plain.counters.uncertain);
    EXPECT_LE(hits, plain.pairs.size());
    EXPECT_GE(hits + uncertain, plain.pairs.size());
    // Every entry that is put on a list is met once.
    for (const ListTape::Entry& entry : tape.entries) appended += entry.appended[0] + entry.appended[1];
    EXPECT_EQ(appended, tape.entries.size());
    EXPECT_EQ(tape.entries_end(tape.lists.size() - 1), tape.entries.size());
    EXPECT_EQ(tape.tests_end(tape.entries.size() - 1), tape.tests.size());
  }
}

TEST(ListTape, FirstWitnessIsWrittenDownToTheEnd) {
  const ObjectPair objects = tori();
  QueryOptions first;
  first.first_witness = true;
  ListTape all_pairs, witness;
  list_traversal(objects.a, objects.b, Pose{}, {}, all_pairs);
  list_traversal(objects.a, objects.b, Pose{}, first, witness);
  EXPECT_EQ(witness.tests.size(), all_pairs.tests.size());
}

TEST(ListTape, KnowsTheRoomThatListsNeed) {
  const ObjectPair objects = tori();
  ListTape tape;
  list_traversal(objects.a, objects.b, Pose{}, {}, tape);
  ChipConfig config;
  const ChipAnswer roomy = simulated(objects, Pose{}, config);
  EXPECT_EQ(counter(roomy, "stack_sram_left.high_water"), tape.most_entries[0]);
  EXPECT_EQ(counter(roomy, "stack_sram_right.high_water"), tape.most_entries[1]);
  ChipConfig heads;
  heads.stack_engine.list_heads = ListHeads::sram;
  const ChipAnswer with_heads = simulated(objects, Pose{}, heads);
  EXPECT_EQ(counter(with_heads, "stack_sram_left.high_water"), tape.most_words[0]);
  EXPECT_EQ(counter(with_heads, "stack_sram_right.high_water"), tape.most_words[1]);

  const auto need = static_cast<std::uint32_t>(std::max(tape.most_entries[0], tape.most_entries[1]));
  config.stack_sram.entries = need;
  config.stack_engine.levels = static_cast<std::uint32_t>(tape.most_lists);
  EXPECT_EQ(simulated(objects, Pose{}, config).unfinished, 0u);
  config.stack_sram.entries = need - 1;
  EXPECT_GT(simulated(objects, Pose{}, config).unfinished, 0u);
  config.stack_sram.entries = need;
  --config.stack_engine.levels;
  EXPECT_GT(simulated(objects, Pose{}, config).unfinished, 0u);
}

TEST(TriangleMisses, AreThoseOfTheTriangleUnit) {
  const ObjectPair objects = gear_and_casting(800);
  ListTape tape;
  list_traversal(objects.a, objects.b, contact(), {}, tape);
  for (const auto& [lines, ways] : {std::pair{128u, 1u}, {1u, 1u}, {48u, 3u}, {7u, 7u}, {1024u, 2u}}) {
    ChipConfig config;
    config.triangle_unit.cache_lines = lines;
    config.triangle_unit.cache_ways = ways;
    std::uint64_t tumbled = 0, aligned = 0;
    for (const std::uint8_t miss : triangle_misses(tape, lines, ways)) {
      tumbled += miss & 1u;
      aligned += miss >> 1;
    }
    const ChipAnswer answer = simulated(objects, contact(), config);
    EXPECT_EQ(tumbled, counter(answer, "triangle_unit.tumbled_memory_misses")) << lines << " " << ways;
    EXPECT_EQ(aligned, counter(answer, "triangle_unit.aligned_cache_misses")) << lines << " " << ways;
  }
}

}  // namespace
}  // namespace collisionchip
