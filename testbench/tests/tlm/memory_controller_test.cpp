// The Memory Controller alone between scripted units and
// a stranger's memory behind the base protocol checker.
#include "collisionchip/testbench/tests/reference/compact_nodes.h"
#include "collisionchip/testbench/tests/tlm/controller_bench.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

using namespace testing_support;

ChipConfig with_registers(std::uint32_t count, RefillPolicy refill = RefillPolicy::streaming) {
  ChipConfig config;
  config.memory_controller.input_registers = count;
  config.memory_controller.refill = refill;
  return config;
}

TEST(MemoryController, APairTravelsFromRequestToRegisterInTheContractsTime) {
  for (const std::uint32_t request : {1u, 5u}) {
    for (const std::uint32_t interface : {1u, 2u, 9u}) {
      ChipConfig config;
      config.memory_controller.request_latency = request;
      config.memory_controller.interface_latency = interface;
      ControllerBench<> bench(config);
      bench.nodes.add(9, {kTumbled, 0x300});
      bench.nodes.add(9, {kAligned, 0x500});
      bench.triangles.add(200, {kTriangle, 0x680});
      bench.run();
      ASSERT_EQ(bench.memory.reads.size(), 3u);
      EXPECT_EQ(bench.memory.reads[0].called, 10u);
      EXPECT_EQ(bench.memory.reads[0].arrival, 10u + request);
      EXPECT_EQ(bench.memory.reads[1].called, 11u) << "one request per cycle";
      EXPECT_EQ(bench.memory.reads[2].bytes, kTriangleBytes);
      const Cycle in_register = 10 + request + 20 + interface;
      EXPECT_EQ(bench.tumbled.taken_at, std::vector<Cycle>{in_register});
      EXPECT_EQ(bench.tumbled_words.taken_at(), std::vector<Cycle>{in_register + 8}) << "the last beat is in";
      EXPECT_EQ(bench.aligned.taken_at[0], bench.memory.reads[1].first_beat + interface);
      EXPECT_EQ(bench.records.taken_at(), std::vector<Cycle>{201 + request + 20 + interface + 4});
    }
  }
}

// What lies behind a pair in the memory came with its last beat.
TEST(MemoryController, WordsThatAreNotThePairsAreZero) {
  ChipConfig config;
  config.node_format = &kCompact14;
  ControllerBench<> bench(config);
  NodePairData block;
  block.words.fill(~0u);
  bench.store(0x700, block.words);
  bench.nodes.add(0, {kAligned, 0x780});
  bench.run();
  EXPECT_EQ(bench.memory.reads.at(0).bytes, 128u);
  std::fill(block.words.begin() + kCompact14.pair_bytes / 4, block.words.end(), 0);
  EXPECT_EQ(bench.aligned.pairs.at(0).words, block.words);
}

TEST(MemoryController, HandsOutDataAndAuxiliaryWordsAsTheyAreInMemory) {
  ControllerBench<> bench{ChipConfig{}};
  NodePair nodes;
  nodes.links = {{{0x1200, 0, false}, {0, 0x3480, true}}};
  nodes.dops[0].d[3] = 1.5f;
  NodePairData stored;
  kDop128.encode(nodes, stored.words.data());
  bench.store(0x700, stored.words);
  TriangleWords triangle{};
  triangle[21] = 77;
  bench.store(0x900, triangle);
  bench.nodes.add(0, {kTumbled, 0x700});
  bench.nodes.add(0, {kAligned, 0x700});
  bench.triangles.add(0, {kTriangle, 0x900});
  bench.run();
  EXPECT_EQ(bench.tumbled.pairs.at(0).words, stored.words);
  for (const auto& words : {bench.tumbled_words.taken().at(0).item, bench.aligned_words.taken().at(0).item}) {
    EXPECT_EQ(words.child[0], 0x1200u);
    EXPECT_FALSE(words.leaf[0]);
    EXPECT_TRUE(words.leaf[1]);
    EXPECT_EQ(words.triangle[1], 0x3480u);
    EXPECT_FALSE(words.error);
  }
  EXPECT_EQ(bench.records.taken().at(0).item.address, 0x900u);
  EXPECT_EQ(bench.records.taken().at(0).item.record, triangle);
  EXPECT_EQ(bench.controller.statistics().tumbled_pairs, 1u);
  EXPECT_EQ(bench.controller.statistics().aligned_pairs, 1u);
  EXPECT_EQ(bench.controller.statistics().triangles, 1u);
}

// In the cycle in which its pointers reach the Stack Engine, tumbled and aligned apart.
TEST(MemoryController, LeavesBringTheirTrianglesWithThePointersOfTheirPair) {
  for (const std::uint32_t bus_bytes : {32u, 8u}) {
    ChipConfig config;
    config.sdram.bus_bytes = bus_bytes;
    config.stack_engine.leaf_test = LeafTest::triangle;
    config.memory_controller.leaf_layout = LeafLayout::triangle;
    ControllerBench<> bench(config);
    const auto store = [&](std::uint32_t address, std::array<bool, 2> leaf) {
      NodePairData stored;
      NodePair nodes;
      for (std::uint32_t member = 0; member < 2; ++member)
        nodes.links[member] = {0, leaf[member] ? address + 128 * member : 0, leaf[member]};
      kTriangle128.encode(nodes, stored.words.data());
      for (std::uint32_t word = 0; word < 25; ++word)
        stored.words[word] = address + word, stored.words[32 + word] = address + 100 + word;
      bench.store(address, stored.words);
    };
    store(0x700, {false, true});
    store(0x900, {true, true});
    store(0xb00, {false, false});
    bench.nodes.add(9, {kTumbled, 0x700});
    bench.nodes.add(9, {kAligned, 0x900});
    bench.nodes.add(9, {kAligned, 0xb00});
    bench.run();
    ASSERT_EQ(bench.tumbled_triangles.taken().size(), 1u);
    ASSERT_EQ(bench.aligned_triangles.taken().size(), 2u);
    EXPECT_EQ(bench.tumbled_triangles.taken_at(), bench.tumbled_words.taken_at());
    EXPECT_EQ(bench.aligned_triangles.taken_at()[0], bench.aligned_words.taken_at()[0]);
    EXPECT_EQ(bench.tumbled_words.taken_at()[0], bench.tumbled.taken_at[0] + 256 / bus_bytes);
    EXPECT_EQ(bench.tumbled_triangles.taken()[0].item.address, 0x780u);
    EXPECT_EQ(bench.aligned_triangles.taken()[0].item.address, 0x900u);
    EXPECT_EQ(bench.aligned_triangles.taken()[1].item.address, 0x980u);
    for (std::uint32_t word = 0; word < 32; ++word) {
      EXPECT_EQ(bench.aligned_triangles.taken()[0].item.record[word], word < 25 ? 0x900 + word : 0);
      EXPECT_EQ(bench.aligned_triangles.taken()[1].item.record[word], word < 25 ? 0x900 + 100 + word : 0);
    }
    EXPECT_TRUE(bench.records.taken().empty()) << "nobody asked for a triangle";
    EXPECT_EQ(bench.controller.statistics().triangles, 0u);
  }
}

TEST(MemoryController, NoBeatComesBeforeItsRegisterIsFree) {
  for (const std::uint32_t registers : {1u, 2u, 4u}) {
    for (const auto accept : {ScriptedMemoryOptions::Accept::at_once, ScriptedMemoryOptions::Accept::later,
                              ScriptedMemoryOptions::Accept::with_response}) {
      ScriptedMemoryOptions options;
      options.accept = accept;
      options.latency = 3;
      ControllerBench<> bench(with_registers(registers), 100, options);
      for (std::uint32_t i = 0; i < 10; ++i) bench.nodes.add(0, {kAligned, 256 * i});
      bench.run();
      ASSERT_EQ(bench.aligned.taken_at.size(), 10u);
      for (std::size_t i = 0; i + registers < 10; ++i) {
        EXPECT_GE(bench.aligned.taken_at[i + registers], bench.aligned.free_from[i]) << registers;
      }
      EXPECT_GE(bench.controller.cycles(bench.aligned.taken_at.back()).stalls[0].second,
                (10 / registers - 1) * 80)
          << "input_register";
      EXPECT_EQ(bench.controller.cycles(2000).total(), 2000u);
    }
  }
}

TEST(MemoryController, ReadsTriangleFirstIfItIsTold) {
  for (const bool priority : {false, true}) {
    ChipConfig config;
    config.memory_controller.triangle_priority = priority;
    ScriptedMemoryOptions options;
    options.accept = ScriptedMemoryOptions::Accept::later;  // requests pile up
    options.accept_after = 20;
    ControllerBench<> bench(config, ControllerBench<>::kHold, options);
    for (std::uint32_t i = 0; i < 4; ++i) bench.nodes.add(0, {kAligned, 256 * i});
    for (std::uint32_t i = 0; i < 2; ++i) bench.triangles.add(5, {kTriangle, 0x2000 + 128 * i});
    bench.run();
    std::vector<std::uint64_t> order;
    for (const auto& read : bench.memory.reads) order.push_back(read.address);
    EXPECT_EQ(order, priority ? (std::vector<std::uint64_t>{0, 0x2000, 0x2080, 0x100, 0x200, 0x300})
                              : (std::vector<std::uint64_t>{0, 0x100, 0x200, 0x300, 0x2000, 0x2080}));
  }
}

TEST(MemoryController, WithoutOverlapOfListsATumbledReadBeginsWhenTheRegisterIsEmpty) {
  ChipConfig config = preset("paper52");
  ControllerBench<> bench(config, 30);
  bench.nodes.add(0, {kAligned, 0});
  bench.nodes.add(0, {kAligned, 256});
  bench.nodes.add(0, {kTumbled, 512});
  bench.run();
  ASSERT_EQ(bench.memory.reads.size(), 3u);
  EXPECT_EQ(bench.memory.reads[2].arrival, bench.aligned.free_from[1])
      << "its command goes out in that very cycle";
}

TEST(MemoryController, ARefusedNodeOrTriangleIsToldToWhoeverAskedForIt) {
  for (const auto refuse :
       {ScriptedMemoryOptions::Refuse::at_once, ScriptedMemoryOptions::Refuse::in_response}) {
    ScriptedMemoryOptions options;
    options.refuse = refuse;
    ControllerBench<> bench(ChipConfig{}, ControllerBench<>::kHold, options);
    bench.nodes.add(0, {kAligned, 0x100});
    bench.nodes.add(0, {kAligned, 0xf000'0000});
    bench.nodes.add(0, {kAligned, 0x200});
    bench.triangles.add(100, {kTriangle, 0xf000'0080});
    bench.triangles.add(100, {kTriangle, 0x380});
    bench.run();
    ASSERT_EQ(bench.tumbled_words.taken().size(), 1u) << "errors of nodes go to the Stack Engine";
    EXPECT_EQ(bench.tumbled_words.taken()[0].item.error.kind, ReadError::Kind::refused);
    EXPECT_EQ(bench.tumbled_words.taken()[0].item.error.address, 0xf000'0000u);
    EXPECT_LE(bench.aligned.pairs.size(), 1u) << "pairs are no longer wanted";
    ASSERT_EQ(bench.records.taken().size(), 2u);
    EXPECT_TRUE(bench.records.taken()[0].item.error);
    EXPECT_EQ(bench.records.taken()[0].item.address, 0xf000'0080u);
    EXPECT_FALSE(bench.records.taken()[1].item.error);
  }
}

TEST(MemoryController, RandomTrafficIsAnsweredInOrderWhateverTheMemoryDoes) {
  Random random(4);
  for (int run = 0; run < 60; ++run) {
    ScriptedMemoryOptions options;
    options.seed = random.bits();
    options.latency = static_cast<Cycle>(random.below(30));
    options.jitter = static_cast<Cycle>(random.below(60));
    options.accept = static_cast<ScriptedMemoryOptions::Accept>(random.below(3));
    options.accept_after = static_cast<Cycle>(random.below(10));
    options.stray_ns = random.below(2) == 0 ? 0 : 1.3;
    ChipConfig config =
        with_registers(1 + static_cast<std::uint32_t>(random.below(4)),
                       random.below(2) == 0 ? RefillPolicy::streaming : RefillPolicy::when_empty);
    config.memory_controller.request_latency = 1 + static_cast<std::uint32_t>(random.below(4));
    config.memory_controller.interface_latency = 1 + static_cast<std::uint32_t>(random.below(4));
    config.memory_controller.overlap_lists = random.below(2) == 0;
    ControllerBench<> bench(config, static_cast<Cycle>(random.below(40)), options);
    std::vector<std::uint32_t> expected[3];
    for (int i = 0; i < 40; ++i) {
      const int kind = random.below(3);
      const auto number = static_cast<std::uint32_t>(random.below(1000));
      const std::uint32_t address = number * (kind == 2 ? kTriangleBytes : kSdramBlockBytes);
      TriangleWords record{};
      record[0] = number;
      bench.store(address, record);
      expected[kind].push_back(address);
      const auto at = static_cast<Cycle>(random.below(400));
      if (kind == 2) bench.triangles.add(at, {kTriangle, address});
      if (kind != 2) bench.nodes.add(at, {kind == 0 ? kTumbled : kAligned, address});
    }
    bench.run();
    const auto first_words = [](const PairReader& reader) {
      std::vector<std::uint32_t> words;
      for (const NodePairData& pair : reader.pairs) words.push_back(pair.words[0]);
      return words;
    };
    std::vector<std::uint32_t> stored[2];
    for (std::size_t kind = 0; kind < 2; ++kind) {
      for (const std::uint32_t address : expected[kind]) {
        std::uint32_t word;
        std::memcpy(&word, bench.memory.storage.data() + address, 4);
        stored[kind].push_back(word);
      }
    }
    EXPECT_EQ(first_words(bench.tumbled), stored[0]);
    EXPECT_EQ(first_words(bench.aligned), stored[1]);
    std::vector<std::uint32_t> triangles;
    for (const auto& record : bench.records.taken()) triangles.push_back(record.item.address);
    EXPECT_EQ(triangles, expected[2]);
    EXPECT_EQ(bench.controller.cycles(100000).total(), 100000u);
  }
}

TEST(MemoryController, TheHostsWindowPassesThroughAndTakesNoTime) {
  ControllerBench<> bench{ChipConfig{}};
  std::uint32_t word = 0x1234'5678;
  tlm::tlm_generic_payload payload;
  payload.set_command(tlm::TLM_WRITE_COMMAND);
  payload.set_address(0x840);
  payload.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
  payload.set_data_length(4);
  payload.set_streaming_width(4);
  sc_core::sc_start(cycles(1));
  sc_core::sc_time delay;
  bench.host.socket->b_transport(payload, delay);
  EXPECT_TRUE(payload.is_response_ok());
  EXPECT_EQ(delay, sc_core::SC_ZERO_TIME);
  std::uint32_t stored = 0;
  std::memcpy(&stored, bench.memory.storage.data() + 0x840, 4);
  EXPECT_EQ(stored, word);
}

TEST(MemoryController, APairThatNeedsItsParentComesWithItsAddress) {
  for (const TreeFormatKey format : {TreeFormatKey::aabb21, TreeFormatKey::aabb32}) {
    ChipConfig config;
    config.tree.format = format;
    const bool needs_parent = format == TreeFormatKey::aabb21;
    ControllerBench<> bench(config);
    bench.nodes.add(9, {needs_parent ? ReadKind::ancestor_pair : kAligned, 0x300});
    bench.nodes.add(9, {kAligned, 0x440});
    bench.run();
    ASSERT_EQ(bench.aligned.pairs.size(), 2u);
    EXPECT_EQ(bench.aligned.pairs[0].address, needs_parent ? 0x300u : 0u);
    EXPECT_EQ(bench.aligned.pairs[1].address, needs_parent ? 0x440u : 0u);
    EXPECT_EQ(bench.aligned.pairs[0].ancestor, needs_parent);
    EXPECT_FALSE(bench.aligned.pairs[1].ancestor);
  }
}

// docs/aabb.md: 44 bytes, 128 and 256 in beats of 32, as the bits of the address say; records go to the Triangle Unit.
TEST(MemoryController, WithoutLeavesAPairIsAsLongAsItsAddressSays) {
  ChipConfig config;
  config.tree.format = TreeFormatKey::aabb21_leafless;
  ControllerBench<> bench(config);
  std::array<std::uint32_t, 128> words{};
  for (std::uint32_t i = 0; i < words.size(); ++i) words[i] = i + 1;
  bench.store(0x300, words);
  const std::uint32_t addresses[] = {0x330, 0x384, 0x40c};
  for (const std::uint32_t address : addresses) bench.nodes.add(9, {kAligned, address});
  bench.run();
  ASSERT_EQ(bench.aligned.pairs.size(), 3u);
  const std::uint32_t bytes[] = {64, 128, 256}, first[] = {13, 33, 65}, count[] = {11, 32, 64};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(bench.memory.reads[i].bytes, bytes[i]);
    EXPECT_EQ(bench.memory.reads[i].address, addresses[i] & ~31u);
    EXPECT_EQ(bench.aligned.pairs[i].address, addresses[i]);
    for (std::uint32_t word = 0; word < 64; ++word)
      EXPECT_EQ(bench.aligned.pairs[i].words[word], word < count[i] ? first[i] + word : 0);
    EXPECT_EQ(bench.aligned_words.taken_at()[i], bench.aligned.taken_at[i] + bytes[i] / 32);
  }
  const auto& records = bench.aligned_triangles.taken();
  ASSERT_EQ(records.size(), 3u);
  EXPECT_EQ(records[0].item.address, 0x380u);
  EXPECT_EQ(records[1].item.address, 0x400u);
  EXPECT_EQ(records[2].item.address, 0x480u);
  EXPECT_EQ(records[2].item.record[24], 65u + 32 + 24);
  EXPECT_EQ(bench.aligned_words.taken()[1].item.leaf, (std::array<bool, 2>{true, false}));
  EXPECT_EQ(bench.aligned_words.taken()[1].item.child[1], 33u + 28);
}

ChipConfig with_branch_cache(std::uint32_t lines) {
  ChipConfig config;
  config.tree.format = TreeFormatKey::obb40;
  config.obb_unit.branch_cache_lines = lines;
  return config;
}

// docs/obb.md#branch-cache has these numbers.
TEST(BranchCache, APairThatWasDecodedIsNotReadAgain) {
  ControllerBench<> bench(with_branch_cache(16));
  NodePairData block;
  for (std::size_t i = 0; i < block.words.size(); ++i) block.words[i] = static_cast<std::uint32_t>(3 * i + 1);
  bench.store(0x300, block.words);
  bench.nodes.add(9, {kAligned, 0x350});
  bench.nodes.add(12, {kAligned, 0x350});  // still on its way: read again
  bench.nodes.add(199, {kTumbled, 0x350});
  bench.nodes.add(299, {kAligned, 0x300});
  bench.nodes.add(299, {kAligned, 0x350});
  bench.run();
  ASSERT_EQ(bench.memory.reads.size(), 3u);
  EXPECT_EQ(bench.memory.reads[1].address, bench.memory.reads[0].address);
  EXPECT_EQ(bench.tumbled.taken_at, std::vector<Cycle>{200 + 2}) << "the latency of a line";
  EXPECT_EQ(bench.tumbled_words.taken_at(), std::vector<Cycle>{203});
  NodePairData expected{};
  std::copy_n(block.words.begin() + 20, 20, expected.words.begin());
  for (const NodePairData& pair : {bench.aligned.pairs[0], bench.tumbled.pairs[0], bench.aligned.pairs[3]})
    EXPECT_EQ(pair.words, expected.words);
  EXPECT_FALSE(bench.aligned.pairs[0].kept);
  EXPECT_TRUE(bench.tumbled.pairs[0].kept && bench.aligned.pairs[3].kept);
  const Cycle before = bench.aligned_words.taken_at()[2];
  EXPECT_EQ(bench.aligned.taken_at[3], before) << "in its turn: behind all beats of the read before it";
  EXPECT_EQ(bench.aligned_words.taken_at()[3], before + 1);
}

TEST(BranchCache, ALineIsThereWhenItsPairHasBeenDecoded) {
  ControllerBench<> bench(with_branch_cache(16));
  bench.nodes.add(9, {kAligned, 0x300});
  const Cycle in_register = 11 + 20 + bench.config.memory_controller.interface_latency;
  bench.nodes.add(in_register + 5, {kAligned, 0x300});
  bench.run();
  ASSERT_EQ(bench.memory.reads.size(), 1u);
  EXPECT_EQ(bench.aligned.taken_at, (std::vector<Cycle>{in_register, in_register + 3 + 20}))
      << "three beats, and twenty cycles of the decoder";
}

TEST(BranchCache, ThePairAskedForLongestAgoGivesWay) {
  ControllerBench<> bench(with_branch_cache(16));
  for (std::uint32_t pair = 0; pair < 16; ++pair) bench.nodes.add(9, {kAligned, 0x300 + 0x100 * pair});
  bench.nodes.add(2000, {kAligned, 0x300});  // the first one is asked for again
  bench.nodes.add(2100, {kAligned, 0x350});  // a seventeenth
  bench.nodes.add(2200, {kAligned, 0x300});
  bench.nodes.add(2300, {kAligned, 0x400});
  bench.run();
  ASSERT_EQ(bench.memory.reads.size(), 18u);
  EXPECT_EQ(bench.memory.reads[17].address, 0x400u) << "the second one had to go";
}

TEST(BranchCache, WhatTheHostWritesEmptiesIt) {
  for (const bool writes : {false, true}) {
    ControllerBench<> bench(with_branch_cache(64));
    bench.nodes.add(9, {kAligned, 0x300});
    bench.nodes.add(299, {kAligned, 0x300});
    sc_core::sc_start(cycles(200));
    std::array<unsigned char, 4> word{};
    tlm::tlm_generic_payload payload;
    payload.set_command(writes ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
    payload.set_address(0x8000);
    payload.set_data_ptr(word.data());
    payload.set_data_length(4);
    payload.set_streaming_width(4);
    sc_core::sc_time delay;
    bench.host.socket->b_transport(payload, delay);
    bench.run();
    EXPECT_EQ(bench.memory.reads.size(), writes ? 2u : 1u);
  }
}

}  // namespace
}  // namespace collisionchip
