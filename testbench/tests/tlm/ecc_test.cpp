// sdram.ecc = secded from the SDRAM's stored bits to the units: corrected on the way, reported beyond repair,
// and the time it takes.
#include "collisionchip/testbench/tests/tlm/controller_bench.h"
#include "collisionchip/tlm/memory/sdram.h"

namespace collisionchip {
namespace {

using namespace testing_support;

ChipConfig with_ecc(std::uint32_t stages = 1) {
  ChipConfig config;
  config.sdram.ecc = Ecc::secded;
  config.sdram.ecc_cycles = stages;
  return config;
}

struct Access : tlm::tlm_generic_payload {
  Access(tlm::tlm_command command, std::uint64_t address, void* data, std::size_t bytes) {
    set_command(command);
    set_address(address);
    set_data_ptr(static_cast<unsigned char*>(data));
    set_data_length(static_cast<unsigned>(bytes));
    set_streaming_width(static_cast<unsigned>(bytes));
  }
};

struct EccBench : ControllerBench<Sdram> {
  explicit EccBench(const ChipConfig& c = with_ecc(), Cycle hold = 8) : ControllerBench<Sdram>(c, hold) {
    sc_core::sc_start(cycles(1));
  }

  tlm::tlm_response_status host_access(tlm::tlm_command command, std::uint64_t address, void* data,
                                       std::size_t bytes) {
    Access payload(command, address, data, bytes);
    sc_core::sc_time delay;
    host.socket->b_transport(payload, delay);
    return payload.get_response_status();
  }
  unsigned debug_access(tlm::tlm_command command, std::uint64_t address, void* data, std::size_t bytes) {
    Access payload(command, address, data, bytes);
    return host.socket->transport_dbg(payload);
  }
  tlm::tlm_response_status write(std::uint64_t address, std::vector<std::uint32_t> words) {
    return host_access(tlm::TLM_WRITE_COMMAND, address, words.data(), 4 * words.size());
  }
  std::vector<std::uint32_t> read(std::uint64_t address, std::size_t count) {
    std::vector<std::uint32_t> words(count);
    EXPECT_EQ(host_access(tlm::TLM_READ_COMMAND, address, words.data(), 4 * count), tlm::TLM_OK_RESPONSE);
    return words;
  }
  tlm::tlm_response_status status_of_read(std::uint64_t address, std::size_t count = 1) {
    std::vector<std::uint32_t> words(count);
    return host_access(tlm::TLM_READ_COMMAND, address, words.data(), 4 * count);
  }
};

std::vector<std::uint32_t> numbers(std::uint32_t first, std::size_t count) {
  std::vector<std::uint32_t> words(count);
  for (std::uint32_t& word : words) word = first++ * 0x9e37'79b9u;
  return words;
}

TEST(Ecc, TheStagesDelayEveryDataByTheirNumberAndNothingElse) {
  std::vector<Cycle> pair_at, words_at, triangle_at;
  for (const std::uint32_t stages : {0u, 1u, 3u}) {
    EccBench bench(with_ecc(stages));
    bench.nodes.add(10, {kAligned, 0});
    bench.triangles.add(200, {kTriangle, 0x400});
    bench.run();
    ASSERT_EQ(bench.aligned.taken_at.size(), 1u);
    pair_at.push_back(bench.aligned.taken_at[0] - stages);
    words_at.push_back(bench.aligned_words.taken().at(0).cycle - stages);
    triangle_at.push_back(bench.records.taken().at(0).cycle - stages);
  }
  ControllerBench<Sdram> plain{ChipConfig{}};
  sc_core::sc_start(cycles(1));
  plain.nodes.add(10, {kAligned, 0});
  plain.triangles.add(200, {kTriangle, 0x400});
  plain.run();
  EXPECT_EQ(pair_at, std::vector<Cycle>(3, plain.aligned.taken_at.at(0)));
  EXPECT_EQ(words_at, std::vector<Cycle>(3, plain.aligned_words.taken().at(0).cycle));
  EXPECT_EQ(triangle_at, std::vector<Cycle>(3, plain.records.taken().at(0).cycle));
}

// The stages are a pipeline: a stream of pairs keeps its rate. (With one input register it does not: the next
// read waits until the pair before it has come through.)
TEST(Ecc, TheRateOfAStreamStays) {
  std::vector<Cycle> spans;
  for (const Ecc ecc : {Ecc::none, Ecc::secded}) {
    ChipConfig config = with_ecc(4);
    config.sdram.ecc = ecc;
    config.memory_controller.input_registers = 2;
    EccBench bench(config);
    for (std::uint32_t i = 0; i < 12; ++i) bench.nodes.add(0, {kAligned, 256 * i});
    bench.run();
    ASSERT_EQ(bench.aligned.taken_at.size(), 12u);
    spans.push_back(bench.aligned.taken_at.back() - bench.aligned.taken_at.front());
  }
  EXPECT_EQ(spans[0], spans[1]);
}

TEST(Ecc, EverySingleFlipOfAWordIsCorrectedAndCounted) {
  const std::vector<std::uint32_t> stored = numbers(1, 64);
  EccBench bench;
  ASSERT_EQ(bench.write(0x300, stored), tlm::TLM_OK_RESPONSE);
  for (unsigned bit = 0; bit < kEccCodeBits; ++bit) {
    bench.memory.invert_bit(0x300 + 8 * (bit % 32), bit);  // every word of the pair gets its turn
    bench.nodes.add(0, {bit % 2 == 0 ? kAligned : kTumbled, 0x300});
    bench.run();
    const NodePairData& pair = (bit % 2 == 0 ? bench.aligned : bench.tumbled).pairs.back();
    EXPECT_EQ(std::memcmp(pair.words.data(), stored.data(), sizeof pair.words), 0) << bit;
    EXPECT_EQ(bench.controller.ecc_statistics().corrected_words, bit + 1);
    bench.memory.invert_bit(0x300 + 8 * (bit % 32), bit);
  }
  EXPECT_EQ(bench.controller.ecc_statistics().uncorrectable_words, 0u);
  bench.nodes.add(0, {kAligned, 0x300});
  bench.run();
  EXPECT_EQ(bench.controller.ecc_statistics().corrected_words, kEccCodeBits) << "the flips are gone";
}

TEST(Ecc, TwoFlipsInAWordAreReportedWhereAndWhenTheDataWouldBeIn) {
  for (const ReadKind kind : {kAligned, kTumbled, kTriangle}) {
    std::vector<Cycle> answered;  // in the clean run, then in the other one
    for (const bool hurt : {false, true}) {
      EccBench bench;
      if (hurt) {
        bench.memory.invert_bit(0x448, 3);
        bench.memory.invert_bit(0x448, 70);
        bench.memory.invert_bit(0x460, 1);
      }
      auto& source = kind == kTriangle ? bench.triangles : bench.nodes;
      source.add(10, {kind, 0x400});
      source.add(10, {kind, 0x700});
      bench.run();
      EXPECT_EQ(bench.controller.ecc_statistics().uncorrectable_words, hurt ? 1u : 0u);
      EXPECT_EQ(bench.controller.ecc_statistics().corrected_words, hurt ? 1u : 0u);
      ReadError error;
      if (kind == kTriangle) {
        ASSERT_EQ(bench.records.taken().size(), 2u);
        error = bench.records.taken()[0].item.error;
        EXPECT_FALSE(bench.records.taken()[1].item.error);
        for (const Cycle cycle : bench.records.taken_at()) answered.push_back(cycle);
      } else {
        const bool here = kind == kTumbled || hurt;  // errors of all nodes come with the tumbled words
        const auto& words = (here ? bench.tumbled_words : bench.aligned_words).taken();
        ASSERT_GE(words.size(), 1u);
        error = words[0].item.error;
        answered.push_back(words[0].cycle);
        EXPECT_EQ((kind == kTumbled ? bench.tumbled : bench.aligned).pairs.size(), hurt ? 0u : 2u);
      }
      EXPECT_EQ(error.kind, hurt ? ReadError::Kind::uncorrectable : ReadError::Kind::none);
      EXPECT_EQ(error.address, hurt ? 0x448u : 0u);
    }
    const std::size_t half = answered.size() / 2;
    EXPECT_TRUE(std::equal(answered.begin(), answered.begin() + static_cast<std::ptrdiff_t>(half),
                           answered.begin() + static_cast<std::ptrdiff_t>(half)));
  }
}

TEST(Ecc, TheHostWritesAnyWordsAndReadsThemCorrected) {
  Random random(7);
  EccBench bench;
  std::vector<std::uint32_t> image = numbers(100, 64);
  ASSERT_EQ(bench.write(0, image), tlm::TLM_OK_RESPONSE);
  for (int run = 0; run < 300; ++run) {
    const int first = random.below(60), count = 1 + random.below(4);
    const std::vector<std::uint32_t> words =
        numbers(static_cast<std::uint32_t>(random.below(1 << 20)), static_cast<std::size_t>(count));
    const auto hurt = static_cast<std::uint64_t>(random.below(32)) * 8;
    const auto bit = static_cast<unsigned>(random.below(72));
    bench.memory.invert_bit(hurt, bit);
    const std::uint64_t address = 4 * static_cast<std::uint64_t>(first);
    if (random.below(2) == 0) {
      ASSERT_EQ(bench.write(address, words), tlm::TLM_OK_RESPONSE);
    } else {
      auto copy = words;
      ASSERT_EQ(bench.debug_access(tlm::TLM_WRITE_COMMAND, address, copy.data(), 4 * copy.size()),
                4 * copy.size());
    }
    std::copy(words.begin(), words.end(), image.begin() + first);
    EXPECT_EQ(bench.read(0, 64), image);
    std::vector<std::uint32_t> seen(64);
    EXPECT_EQ(bench.debug_access(tlm::TLM_READ_COMMAND, 0, seen.data(), 256), 256u);
    EXPECT_EQ(seen, image);
    ASSERT_EQ(bench.write(0, image), tlm::TLM_OK_RESPONSE);  // also heals
  }
}

TEST(Ecc, TheHostIsRefusedAnUncorrectableWordUntilItIsWrittenWhole) {
  EccBench bench;
  const std::vector<std::uint32_t> image = numbers(5, 16);
  ASSERT_EQ(bench.write(0x80, image), tlm::TLM_OK_RESPONSE);
  bench.memory.invert_bit(0x90, 5);
  bench.memory.invert_bit(0x90, 6);
  EXPECT_EQ(bench.status_of_read(0x90), tlm::TLM_GENERIC_ERROR_RESPONSE);
  EXPECT_EQ(bench.status_of_read(0x80, 16), tlm::TLM_GENERIC_ERROR_RESPONSE);
  EXPECT_EQ(bench.status_of_read(0x98), tlm::TLM_OK_RESPONSE);
  std::vector<std::uint32_t> seen(2);
  EXPECT_EQ(bench.debug_access(tlm::TLM_READ_COMMAND, 0x90, seen.data(), 8), 0u);
  EXPECT_EQ(bench.write(0x94, {1}), tlm::TLM_GENERIC_ERROR_RESPONSE) << "half a word";
  EXPECT_EQ(bench.write(0x8c, {1, 1}), tlm::TLM_GENERIC_ERROR_RESPONSE) << "its first half at the end";
  EXPECT_EQ(bench.read(0x88, 2), (std::vector<std::uint32_t>{image[2], image[3]})) << "nothing changed";
  EXPECT_EQ(bench.write(0x8c, {1, 2, 3, 4}), tlm::TLM_OK_RESPONSE)
      << "the bad word whole, its neighbours half";
  EXPECT_EQ(bench.read(0x88, 6), (std::vector<std::uint32_t>{image[2], 1, 2, 3, 4, image[7]}));
}

TEST(Ecc, WithoutItAFlipGoesThrough) {
  EccBench bench{ChipConfig{}};
  bench.memory.invert_bit(0x48, 33);
  EXPECT_EQ(bench.read(0x48, 2), (std::vector<std::uint32_t>{0, 2}));
  EXPECT_EQ(bench.write(0x48, {0, 0}), tlm::TLM_OK_RESPONSE);
  bench.memory.invert_bit(0x48, 64);
  EXPECT_EQ(bench.read(0x48, 2), (std::vector<std::uint32_t>{0, 0})) << "check bits are not looked at";
}

TEST(Ecc, WhatTheMemoryRefusesStaysRefused) {
  EccBench bench;
  const std::uint64_t end = bench.memory.capacity_bytes();
  EXPECT_EQ(bench.status_of_read(end), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(bench.write(end - 4, {1, 2}), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(bench.read(end - 8, 2), (std::vector<std::uint32_t>{0, 0}));
  EXPECT_EQ(bench.host_access(tlm::TLM_READ_COMMAND, 0, nullptr, 8), tlm::TLM_BURST_ERROR_RESPONSE);
  std::uint32_t word = 0;
  EXPECT_EQ(bench.host_access(tlm::TLM_IGNORE_COMMAND, 0, &word, 4), tlm::TLM_COMMAND_ERROR_RESPONSE);
}

// With such a memory no word would be checked, and the user would not know.
TEST(Ecc, AMemoryWithoutCheckBitsIsNotAccepted) {
  ControllerBench<> bench(with_ecc());
  sc_core::sc_start(cycles(1));
  const auto before = sc_core::sc_report_handler::set_actions(sc_core::SC_FATAL, sc_core::SC_THROW);
  std::uint64_t word = 0;
  Access payload(tlm::TLM_READ_COMMAND, 0, &word, 8);
  sc_core::sc_time delay;
  EXPECT_THROW(bench.host.socket->b_transport(payload, delay), sc_core::sc_report);
  sc_core::sc_report_handler::set_actions(sc_core::SC_FATAL, before);
}

}  // namespace
}  // namespace collisionchip
