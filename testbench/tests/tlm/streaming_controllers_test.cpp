// The Memory Controllers of machines without pairs of nodes: what they read goes through the input register beat by beat.
#include <gtest/gtest.h>

#include "collisionchip/testbench/tests/tlm/scripted_memory.h"
#include "collisionchip/testbench/tests/tlm/unit_bench.h"
#include "collisionchip/tlm/checkers/base_protocol_checker.h"
#include "collisionchip/tlm/machines/unit_params.h"
#include "collisionchip/tlm/units/memory_controller/burst_controller.h"
#include "collisionchip/tlm/units/memory_controller/triangle_controller.h"

namespace collisionchip {
namespace {

using namespace testing_support;

constexpr std::uint32_t kBytes = 128;  // of a triangle's record, and of a burst here

struct Triangles {
  using Controller = TriangleController;
  using Request = ReadRequest;
  using Data = TriangleData;
  static Request at(std::uint32_t address) { return {ReadKind::triangle, address}; }
  static std::uint32_t first_word(const Data& data) { return data.record[0]; }
};
struct Bursts {
  using Controller = BurstController;
  using Request = BurstRequest;
  using Data = BurstData;
  static Request at(std::uint32_t address) { return {ReadKind::aligned_pair, address, kBytes}; }
  static std::uint32_t first_word(const Data& data) { return data.words[0]; }
};

template <typename Kind>
struct StreamBench {
  using Request = typename Kind::Request;
  using Data = typename Kind::Data;

  SimulationScope scope;
  ChipConfig config;
  Channel<Request> requests{"requests", 16};
  Channel<Data> data{"data", 64};
  typename Kind::Controller controller;
  ScriptedMemory memory;
  BaseProtocolChecker checker;
  Source<Request> asks;
  Sink<Data> got;
  HostPort host;

  StreamBench(const ChipConfig& c, const ScriptedMemoryOptions& options)
      : config(c),
        controller("controller", params_of<MemoryControllerParams>(config),
                   typename Kind::Controller::Ports{requests, data}),
        memory("memory", config, options),
        checker("checker"),
        asks("asks", config, requests),
        got("got", config, data),
        host("host") {
    controller.memory.bind(checker.target_socket);
    checker.initiator_socket.bind(memory.socket);
    host.socket.bind(controller.host);
    controller.begin_query(0);
  }
  ~StreamBench() { EXPECT_EQ(checker.violations(), std::vector<std::string>{}); }

  Cycle beats() const { return kBytes / config.sdram.bus_bytes; }
};

template <typename Kind>
void expect_data_and_free_register() {
  for (const RefillPolicy refill : {RefillPolicy::streaming, RefillPolicy::when_empty}) {
    ChipConfig config;
    config.memory_controller.refill = refill;
    config.memory_controller.input_registers = 1;
    StreamBench<Kind> bench(config, {});
    bench.memory.storage[0x400] = 7;
    bench.asks.add(9, Kind::at(0x300));
    bench.asks.add(9, Kind::at(0x400));
    sc_core::sc_start();
    ASSERT_EQ(bench.memory.reads.size(), 2u);
    EXPECT_EQ(bench.memory.reads[1].bytes, kBytes);
    const Cycle first = bench.memory.reads[0].first_beat, second = bench.memory.reads[1].first_beat;
    EXPECT_EQ(second - first, refill == RefillPolicy::streaming ? 1u : bench.beats());
    const Cycle whole = config.memory_controller.interface_latency + bench.beats();
    EXPECT_EQ(bench.got.taken_at(), (std::vector<Cycle>{first + whole, second + whole}));
    ASSERT_EQ(bench.got.taken().size(), 2u);
    EXPECT_EQ(Kind::first_word(bench.got.taken()[1].item), 7u);
    EXPECT_EQ(bench.got.taken()[1].item.address, 0x400u);
  }
}

template <typename Kind>
void expect_refusals_told() {
  for (const auto refuse :
       {ScriptedMemoryOptions::Refuse::at_once, ScriptedMemoryOptions::Refuse::in_response}) {
    ScriptedMemoryOptions options;
    options.refuse = refuse;
    StreamBench<Kind> bench(ChipConfig{}, options);
    for (const std::uint32_t address : {0x300u, 0xf000'0000u, 0x400u}) bench.asks.add(9, Kind::at(address));
    sc_core::sc_start();
    ASSERT_EQ(bench.got.taken().size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) {
      const ReadError& error = bench.got.taken()[i].item.error;
      EXPECT_EQ(error.kind, i == 1 ? ReadError::Kind::refused : ReadError::Kind::none);
      EXPECT_EQ(error.address, i == 1 ? 0xf000'0000u : 0u);
    }
    EXPECT_EQ(bench.got.taken()[1].item.address, 0xf000'0000u);
  }
}

TEST(TriangleController, HandsOutWhatIsInAndFreesTheRegisterAsRefillSays) {
  expect_data_and_free_register<Triangles>();
}
TEST(BurstController, HandsOutWhatIsInAndFreesTheRegisterAsRefillSays) {
  expect_data_and_free_register<Bursts>();
}
TEST(TriangleController, TellsWhoeverAskedThatTheMemoryHasRefused) {
  expect_refusals_told<Triangles>();
}
TEST(BurstController, TellsWhoeverAskedThatTheMemoryHasRefused) {
  expect_refusals_told<Bursts>();
}

}  // namespace
}  // namespace collisionchip
