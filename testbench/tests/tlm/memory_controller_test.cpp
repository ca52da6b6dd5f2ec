// The Memory Controller alone between scripted units and a stranger's memory behind the base protocol
// checker.
#include "tlm/memory_controller.h"

#include <memory>

#include "testbench/tests/tlm/scripted_memory.h"
#include "testbench/tests/tlm/unit_bench.h"
#include "tlm/base_protocol_checker.h"

namespace collisionchip {
namespace {

using namespace testing_support;

// Takes pairs as the DOP Unit does and says from when on their register is free: `hold` cycles later.
class PairReader : public Unit {
 public:
  std::vector<Cycle> taken_at;
  std::vector<Cycle> free_from;
  std::vector<NodePairData> pairs;

  PairReader(const char* name, const ChipConfig& config, Channel<NodePairData>& data,
             Channel<RegisterRelease>& releases, Cycle hold)
      : Unit(name, config), data_(data), releases_(releases), hold_(hold) {
    data_.bind_reader(*this);
    listen(data_);
  }

 private:
  Cycle step(Cycle now) override {
    while (const NodePairData* pair = data_.front(now)) {
      taken_at.push_back(now);
      free_from.push_back(now + hold_);
      pairs.push_back(*pair);
      releases_.put(now, {now + hold_});
      data_.pop(now);
    }
    return kNever;
  }
  void reset_state() override {}

  Channel<NodePairData>& data_;
  Channel<RegisterRelease>& releases_;
  Cycle hold_;
};

struct ControllerBench {
  SimulationScope scope;
  ChipConfig config;
  Channel<ReadRequest> node_requests{"nodes", 16}, triangle_requests{"triangles", 16};
  Channel<RegisterRelease> releases{"releases", 64};
  Channel<NodePairData> tumbled_data{"tumbled", 64}, aligned_data{"aligned", 64};
  Channel<TriangleData> triangle_data{"triangle", 64};
  Channel<PairAuxiliary> tumbled_auxiliary{"tumbled_auxiliary", 64},
      aligned_auxiliary{"aligned_auxiliary", 64};
  MemoryController controller;
  ScriptedMemory memory;
  BaseProtocolChecker checker;
  Source<ReadRequest> nodes, triangles;
  PairReader tumbled, aligned;
  Sink<TriangleData> records;
  Sink<PairAuxiliary> tumbled_words, aligned_words;
  HostPort host;

  explicit ControllerBench(const ChipConfig& c, const ScriptedMemoryOptions& options = {}, Cycle hold = 8)
      : config(c),
        controller(
            "controller", config,
            MemoryController::Ports{node_requests, triangle_requests, releases, tumbled_data, aligned_data,
                                    triangle_data, tumbled_auxiliary, aligned_auxiliary}),
        memory("memory", config, options),
        checker("checker"),
        nodes("nodes", config, node_requests),
        triangles("triangles", config, triangle_requests),
        tumbled("tumbled", config, tumbled_data, releases, hold),
        aligned("aligned", config, aligned_data, releases, hold),
        records("records", config, triangle_data),
        tumbled_words("tumbled_words", config, tumbled_auxiliary),
        aligned_words("aligned_words", config, aligned_auxiliary),
        host("host") {
    controller.memory.bind(checker.target_socket);
    checker.initiator_socket.bind(memory.socket);
    host.socket.bind(controller.host);
    controller.begin_query(0);
  }
  ~ControllerBench() {
    EXPECT_EQ(checker.violations(), std::vector<std::string>{});
    EXPECT_EQ(checker.alive(), 0u);
  }

  void store(std::uint32_t address, const RecordWords& record) {
    std::memcpy(memory.storage.data() + address, record.data(), kRecordBytes);
  }
  void run() { sc_core::sc_start(); }
};

constexpr ReadKind kTumbled = ReadKind::tumbled_pair, kAligned = ReadKind::aligned_pair,
                   kTriangle = ReadKind::triangle;

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
      ControllerBench bench(config);
      bench.nodes.add(9, {kTumbled, 0x300});
      bench.nodes.add(9, {kAligned, 0x500});
      bench.triangles.add(200, {kTriangle, 0x680});
      bench.run();
      ASSERT_EQ(bench.memory.reads.size(), 3u);
      EXPECT_EQ(bench.memory.reads[0].called, 10u);
      EXPECT_EQ(bench.memory.reads[0].arrival, 10u + request);
      EXPECT_EQ(bench.memory.reads[1].called, 11u) << "one request per cycle";
      EXPECT_EQ(bench.memory.reads[2].bytes, kRecordBytes);
      const Cycle in_register = 10 + request + 20 + interface;
      EXPECT_EQ(bench.tumbled.taken_at, std::vector<Cycle>{in_register});
      EXPECT_EQ(bench.tumbled_words.taken_at(), std::vector<Cycle>{in_register + 8}) << "the last beat is in";
      EXPECT_EQ(bench.aligned.taken_at[0], bench.memory.reads[1].first_beat + interface);
      EXPECT_EQ(bench.records.taken_at(), std::vector<Cycle>{201 + request + 20 + interface + 4});
    }
  }
}

TEST(MemoryController, HandsOutDataAndAuxiliaryWordsAsTheyAreInMemory) {
  ControllerBench bench{ChipConfig{}};
  NodeRecord left, right;
  left.child_address = 0x1200;
  right.leaf = true;
  right.triangle_address = 0x3480;
  left.dop.d[3] = 1.5f;
  bench.store(0x700, encode_node(left));
  bench.store(0x780, encode_node(right));
  RecordWords triangle{};
  triangle[21] = 77;
  bench.store(0x900, triangle);
  bench.nodes.add(0, {kTumbled, 0x700});
  bench.nodes.add(0, {kAligned, 0x700});
  bench.triangles.add(0, {kTriangle, 0x900});
  bench.run();
  EXPECT_EQ(bench.tumbled.pairs.at(0).records[0], encode_node(left));
  EXPECT_EQ(bench.tumbled.pairs.at(0).records[1], encode_node(right));
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

TEST(MemoryController, NoBeatComesBeforeItsRegisterIsFree) {
  for (const std::uint32_t registers : {1u, 2u, 4u}) {
    for (const auto accept : {ScriptedMemoryOptions::Accept::at_once, ScriptedMemoryOptions::Accept::later,
                              ScriptedMemoryOptions::Accept::with_response}) {
      ScriptedMemoryOptions options;
      options.accept = accept;
      options.latency = 3;
      ControllerBench bench(with_registers(registers), options, 100);
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
    ControllerBench bench(config, options);
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
  ControllerBench bench(config, {}, 30);
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
    ControllerBench bench(ChipConfig{}, options);
    bench.nodes.add(0, {kAligned, 0x100});
    bench.nodes.add(0, {kAligned, 0xf000'0000});
    bench.nodes.add(0, {kAligned, 0x200});
    bench.triangles.add(100, {kTriangle, 0xf000'0080});
    bench.triangles.add(100, {kTriangle, 0x380});
    bench.run();
    ASSERT_EQ(bench.tumbled_words.taken().size(), 1u) << "errors of nodes go to the Stack Engine";
    EXPECT_TRUE(bench.tumbled_words.taken()[0].item.error);
    EXPECT_EQ(bench.aligned.pairs.size(), 2u) << "the others are answered";
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
    ControllerBench bench(config, options, static_cast<Cycle>(random.below(40)));
    std::vector<std::uint32_t> expected[3];
    for (int i = 0; i < 40; ++i) {
      const int kind = random.below(3);
      const auto number = static_cast<std::uint32_t>(random.below(1000));
      const std::uint32_t address = number * (kind == 2 ? kRecordBytes : kPairBytes);
      RecordWords record{};
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
      for (const NodePairData& pair : reader.pairs) words.push_back(pair.records[0][0]);
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
  ControllerBench bench{ChipConfig{}};
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

}  // namespace
}  // namespace collisionchip
