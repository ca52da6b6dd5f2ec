// stack_engine.list_heads = sram: the tumbled pair of a list is its first word in the SRAM, as §4.2 has it. When
// it is written, when it is read, and what a list costs more.
#include "collisionchip/testbench/tests/tlm/overlapping_trees.h"

namespace collisionchip {
namespace {

using namespace testing_support;

ChipConfig with_heads(bool prefetch = true) {
  ChipConfig config;
  config.stack_engine.prefetch = prefetch;
  config.stack_engine.list_heads = ListHeads::sram;
  return config;
}

// A leaf on the left, an inner node on the right. A list is taken with the last flags of the one before, and begins
// when its head is here, 3 cycles later with SRAMs of latency 2; the root's own takes 2 more, behind the write.
TEST(ListHeads, AListBeginsWhenItsHeadIsHere) {
  const Machine heads(with_heads(), {true, false}, kMemory, kCompare);
  const std::vector<Put> expected = {
      {"list", 15},    {"root", 15},     // taken in 10: two words written, then read from 13 on
      {"right", 21},                     // when the root's words are here
      {"aligned", 22}, {"keep", 37},     // its flags in 32; the list is read from 35 on, behind two appends
      {"aligned", 37}, {"aligned", 38},  // they came with the head
      {"list", 51},                      // flags in 48
      {"aligned", 51}, {"aligned", 52}};
  EXPECT_EQ(heads.puts, expected);
  const std::vector<Put> words = {
      {"left write 0 +2", 10}, {"left read 0 +2", 10},    // the root list
      {"left write 2 +1", 21}, {"right write 0 +1", 21},  // heads, with the root's words
      {"left write 3 +2", 32}, {"right write 1 +2", 32}, {"left read 2 +3", 32},  // entries behind them
      {"left write 5 +1", 37},                                                    // of the leaf, once more
      {"right read 0 +3", 48}, {"left write 2 +1", 51},  {"right write 3 +1", 51}};
  EXPECT_EQ(heads.words, words);
  EXPECT_EQ(heads.bench.engine.statistics().heads_read, (std::array<std::uint64_t, 2>{2, 1}));
  EXPECT_EQ(heads.bench.engine.statistics().heads_written, (std::array<std::uint64_t, 2>{4, 2}));
}

// Without a prefetch the tumbled request of a list waits for its head, the aligned ones follow it.
TEST(ListHeads, TheTumbledPairIsAskedForWhenItsNumberIsRead) {
  const Machine registers(
      [] {
        ChipConfig config = with_heads(false);
        config.stack_engine.list_heads = ListHeads::registers;
        return config;
      }(),
      {false, false}, kMemory, kCompare);
  const Machine heads(with_heads(false), {false, false}, kMemory, kCompare);
  EXPECT_EQ(registers.cycles_of("left"), (std::vector<Cycle>{24}));
  EXPECT_EQ(heads.cycles_of("root"), (std::vector<Cycle>{15}));
  EXPECT_EQ(heads.cycles_of("left"), (std::vector<Cycle>{31})) << "flags of the root in 26, words from 29 on";
  EXPECT_EQ(heads.cycles_of("aligned").at(1), 32u) << "here since 31";
}

// What a list that waits has to meet is in the SRAM: the engine cannot ask for it before it has read it.
TEST(ListHeads, ThePairOfTheListThatWaitsIsNotFetchedAhead) {
  const Machine heads(with_heads(), {false, false}, kMemory, kCompare);
  EXPECT_EQ(heads.bench.engine.statistics().prefetches, 1u) << "the left child pair";
  EXPECT_EQ(heads.cycles_of("right").at(0), heads.cycles_of("list").back()) << "with its own list";
}

// From the cycle after a list was taken until its head is here; the root's list and the left one are read behind a
// write of two words.
TEST(ListHeads, TheWaitForAHeadIsAStallOfTheStackSram) {
  for (const std::uint32_t latency : {1u, 2u, 9u}) {
    ChipConfig config = with_heads();
    config.stack_sram.latency = latency;
    const Machine heads(config, {false, false}, kMemory, kCompare);
    EXPECT_EQ(heads.cycles_of("list").at(0), 13 + latency);
    const UnitCycles account = heads.bench.engine.cycles(heads.bench.leaf_tests.taken().back().cycle);
    EXPECT_EQ(account.stalls.at(3).first, "stack_sram");
    EXPECT_EQ(account.stalls.at(3).second, 2 * (latency + 2) + latency);
  }
}

}  // namespace
}  // namespace collisionchip
