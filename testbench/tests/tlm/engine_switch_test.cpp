// The Engine Switch between two engines and two memories, cycle by cycle. docs/group_machine.md has these numbers.
#include "collisionchip/tlm/units/engine_switch/engine_switch.h"

#include "collisionchip/testbench/tests/tlm/unit_bench.h"
#include "collisionchip/tlm/machine/group_words.h"
#include "collisionchip/tlm/machines/presets.h"
#include "collisionchip/tlm/machines/unit_params.h"

namespace collisionchip {
namespace {

using namespace testing_support;

using Cycles = std::vector<Cycle>;

struct EngineSide {
  Channel<QueryStart> start;
  Channel<QueryStop> stop;
  Channel<MatrixWrite> group_registers, leaf_registers;
  Channel<Finding> findings;
  Channel<BurstRequest> requests0, requests1;
  Channel<BurstData> data0, data1;
  Sink<QueryStart> started;
  Sink<QueryStop> stopped;
  Sink<MatrixWrite> group_words, leaf_words;
  Source<Finding> found;
  Source<BurstRequest> asks0, asks1;
  Sink<BurstData> brought0, brought1;

  EngineSide(const std::string& name, const ChipConfig& config)
      : start(name + ".start", 4),
        stop(name + ".stop", 1),
        group_registers(name + ".group_registers", 2),
        leaf_registers(name + ".leaf_registers", 2),
        findings(name + ".findings", 8),
        requests0(name + ".requests0", 4),
        requests1(name + ".requests1", 4),
        data0(name + ".data0", 4),
        data1(name + ".data1", 4),
        started((name + "_started").c_str(), config, start),
        stopped((name + "_stopped").c_str(), config, stop),
        group_words((name + "_group_words").c_str(), config, group_registers),
        leaf_words((name + "_leaf_words").c_str(), config, leaf_registers),
        found((name + "_found").c_str(), config, findings),
        asks0((name + "_asks0").c_str(), config, requests0),
        asks1((name + "_asks1").c_str(), config, requests1),
        brought0((name + "_brought0").c_str(), config, data0),
        brought1((name + "_brought1").c_str(), config, data1) {}

  EngineSwitch::Engine ports() {
    return {start, stop, group_registers, leaf_registers, findings, {{requests0, data0}, {requests1, data1}}};
  }
};

struct SwitchBench {
  SimulationScope scope;
  ChipConfig config = preset("beyond");
  Channel<StartCommand> start{"start", 4};
  Channel<QueryStop> stop{"stop", 4};
  Channel<MatrixWrite> group_registers{"group_registers", 4}, leaf_registers{"leaf_registers", 4};
  Channel<Finding> findings{"findings", 1};
  Channel<BurstRequest> requests0{"requests0", 2}, requests1{"requests1", 2};
  Channel<BurstData> data0{"data0", 4}, data1{"data1", 4};
  EngineSide first{"first", config}, second{"second", config};
  EngineSwitch unit{"engine_switch",
                    params_of<EngineSwitchParams>(config),
                    {&start,
                     stop,
                     group_registers,
                     leaf_registers,
                     findings,
                     {{requests0, data0}, {requests1, data1}},
                     {first.ports(), second.ports()}}};
  Source<StartCommand> starts{"starts", config, start};
  Source<QueryStop> stops{"stops", config, stop};
  Source<MatrixWrite> group_writes{"group_writes", config, group_registers},
      leaf_writes{"leaf_writes", config, leaf_registers};
  Source<BurstData> memory0{"memory0", config, data0}, memory1{"memory1", config, data1};
  Sink<Finding> told;
  Sink<BurstRequest> read0, read1;

  explicit SwitchBench(Cycle memory_interval = 1, Cycle fifo_interval = 1)
      : told("told", config, findings, fifo_interval),
        read0("read0", config, requests0, memory_interval),
        read1("read1", config, requests1) {}
};

BurstRequest burst_at(std::uint32_t address) {
  BurstRequest burst;
  burst.address = address;
  burst.bytes = 64;
  return burst;
}
BurstData data_of(std::uint32_t address) {
  BurstData data;
  data.address = address;
  return data;
}
template <typename T>
std::vector<std::uint32_t> addresses_of(const Sink<T>& sink) {
  std::vector<std::uint32_t> all;
  for (const auto& taken : sink.taken()) all.push_back(taken.item.address);
  return all;
}

// In different rows.
constexpr std::uint32_t kFarApart = 1 << 20;
std::vector<std::uint32_t> far_apart(std::vector<std::uint32_t> numbers) {
  for (std::uint32_t& number : numbers) number *= kFarApart;
  return numbers;
}

TEST(EngineSwitch, QueriesTheirRegistersAndTheirStopsGoToTheEnginesInTurn) {
  SwitchBench bench;
  for (std::uint32_t query = 0; query < 3; ++query) {
    StartCommand command;
    command.first_witness = query == 2;
    bench.starts.add(9, command);  // seen in 10
    bench.stops.add(19, {query});
    MatrixWrite write;
    write.first_word = query * group_words::kQueryWords + 5;
    write.count = 1;
    write.words[0] = 100 + query;
    bench.group_writes.add(4, write);
    bench.leaf_writes.add(4, write);
  }
  sc_core::sc_start();
  EXPECT_EQ(bench.first.started.taken_at(), (Cycles{11, 13}));
  EXPECT_EQ(bench.second.started.taken_at(), (Cycles{12}));
  EXPECT_EQ(bench.first.started.taken()[0].item.query, 0u);
  EXPECT_EQ(bench.second.started.taken()[0].item.query, 1u);
  EXPECT_EQ(bench.first.started.taken()[1].item.query, 2u);
  EXPECT_TRUE(bench.first.started.taken()[1].item.command.first_witness);
  EXPECT_EQ(bench.first.stopped.taken_at(), (Cycles{21, 23}));
  EXPECT_EQ(bench.second.stopped.taken_at(), (Cycles{22}));
  EXPECT_EQ(bench.second.stopped.taken()[0].item.query, 1u);
  for (const auto* words : {&bench.first.group_words, &bench.first.leaf_words}) {
    EXPECT_EQ(words->taken_at(), (Cycles{6, 8}));
    EXPECT_EQ(words->taken()[1].item.words[0], 102u);
  }
  for (const auto* words : {&bench.second.group_words, &bench.second.leaf_words}) {
    EXPECT_EQ(words->taken_at(), (Cycles{7}));
    EXPECT_EQ(words->taken()[0].item.first_word, group_words::kQueryWords + 5);
  }
  EXPECT_EQ(bench.unit.statistics().starts, 3u);
}

TEST(EngineSwitch, AStartWaitsForRegistersThatCameBeforeIt) {
  SwitchBench bench;
  for (std::uint32_t n = 0; n < 4; ++n) {
    MatrixWrite write;
    write.first_word = n;
    write.count = 1;
    bench.leaf_writes.add(9, write);  // passed on in 10 to 13
  }
  bench.starts.add(9, {});
  sc_core::sc_start();
  EXPECT_EQ(bench.first.leaf_words.taken_at(), (Cycles{11, 12, 13, 14}));
  EXPECT_EQ(bench.first.started.taken_at(), (Cycles{15}));
}

TEST(EngineSwitch, BurstsOfTheEnginesGoOutInTurnAndWhoAskedGetsThem) {
  SwitchBench bench;
  for (const std::uint32_t n : {0u, 1u, 2u}) bench.first.asks0.add(9, burst_at(n * kFarApart));
  for (const std::uint32_t n : {10u, 11u, 12u}) bench.second.asks0.add(9, burst_at(n * kFarApart));
  bench.second.asks1.add(9, burst_at(2000));
  for (const std::uint32_t n : {0u, 10u, 1u, 11u, 2u, 12u}) bench.memory0.add(29, data_of(n * kFarApart));
  bench.memory1.add(29, data_of(2000));
  sc_core::sc_start();
  EXPECT_EQ(addresses_of(bench.read0), far_apart({0, 10, 1, 11, 2, 12}));
  EXPECT_EQ(bench.read0.taken_at(), (Cycles{11, 12, 13, 14, 15, 16}));
  EXPECT_EQ(bench.read1.taken_at(), (Cycles{11})) << "the other memory, in the same cycle";
  EXPECT_EQ(addresses_of(bench.first.brought0), far_apart({0, 1, 2}));
  EXPECT_EQ(bench.first.brought0.taken_at(), (Cycles{31, 33, 35}));
  EXPECT_EQ(addresses_of(bench.second.brought0), far_apart({10, 11, 12}));
  EXPECT_EQ(bench.second.brought0.taken_at(), (Cycles{32, 34, 36}));
  EXPECT_EQ(bench.second.brought1.taken_at(), (Cycles{31}));
  EXPECT_TRUE(bench.first.brought1.taken().empty());
  EXPECT_EQ(bench.unit.statistics().bursts, 7u);
  EXPECT_EQ(bench.unit.statistics().waits, 5u) << "in 10, 12 and 14 the second, in 11 and 13 the first";
}

// 4096 bytes on, a channel of two is half a page further, in the same row.
TEST(EngineSwitch, RowsAreThoseOfTheChannel) {
  SwitchBench bench;
  for (const std::uint32_t address : {0u, 4096u, 0u}) bench.first.asks0.add(9, burst_at(address));
  bench.second.asks0.add(9, burst_at(kFarApart));
  sc_core::sc_start();
  EXPECT_EQ(addresses_of(bench.read0), (std::vector<std::uint32_t>{0, 4096, 0, kFarApart}));
}

// The first byte behind the memory, of which each channel has a half. The next burst of its engine lies in row 0 of bank 0.
TEST(EngineSwitch, ABurstBehindTheEndOfTheMemoryCountsAsOneInRow0OfBank0) {
  SwitchBench bench;
  const std::uint32_t end = bench.config.sdram.capacity_mib << 20;
  for (const std::uint32_t address : {end, 0u}) bench.first.asks0.add(9, burst_at(address));
  bench.second.asks0.add(9, burst_at(kFarApart));
  sc_core::sc_start();
  EXPECT_EQ(addresses_of(bench.read0), (std::vector<std::uint32_t>{end, 0, kFarApart}));
}

// The first engine has a burst in an open row in each cycle: sixteen times it goes before the second, whose turn it is.
TEST(EngineSwitch, BurstsInAnOpenRowGoFirstButNotForEver) {
  SwitchBench bench;
  for (std::uint32_t i = 0; i < 20; ++i) bench.first.asks0.add(9, burst_at(32 * (i % 8)));
  bench.second.asks0.add(9, burst_at(kFarApart));
  sc_core::sc_start();
  const std::vector<std::uint32_t> order = addresses_of(bench.read0);
  ASSERT_EQ(order.size(), 21u);
  EXPECT_EQ(std::find(order.begin(), order.end(), kFarApart) - order.begin(), 17);
}

// A memory that takes one in ten cycles, with room for two: the third waits, and so does nothing else.
TEST(EngineSwitch, AFullMemoryHoldsUpItsOwnBurstsAlone) {
  SwitchBench bench(10);
  for (const std::uint32_t address : {0u, 64u, 128u, 192u}) bench.first.asks0.add(9, burst_at(address));
  bench.second.asks1.add(12, burst_at(2000));
  bench.second.found.add(12, {});
  sc_core::sc_start();
  EXPECT_EQ(bench.read0.taken_at(), (Cycles{11, 21, 31, 41}));
  EXPECT_EQ(bench.read1.taken_at(), (Cycles{14}));
  EXPECT_EQ(bench.told.taken_at(), (Cycles{14}));
  const UnitCycles cycles = bench.unit.cycles(31, 0);
  EXPECT_EQ(cycles.stalls.at(0).second, 8u)
      << "14 to 21; in 10, 11, 12 and 22 a burst went out, in 13 the other two did";
}

TEST(EngineSwitch, FindingsGoOutInTurnAndWaitForThePointerFifo) {
  SwitchBench bench(1, 4);
  for (std::uint32_t i = 0; i < 3; ++i) {
    Finding finding;
    finding.tumbled = i;
    bench.first.found.add(9, finding);
    finding.tumbled = 10 + i;
    bench.second.found.add(9, finding);
  }
  sc_core::sc_start();
  std::vector<std::uint32_t> numbers;
  for (const auto& taken : bench.told.taken()) numbers.push_back(taken.item.tumbled);
  EXPECT_EQ(numbers, (std::vector<std::uint32_t>{0, 10, 1, 11, 2, 12}));
  EXPECT_EQ(bench.told.taken_at(), (Cycles{11, 15, 19, 23, 27, 31}));
  EXPECT_EQ(bench.unit.statistics().findings, 6u);
  EXPECT_GT(bench.unit.cycles(27, 0).stalls.at(1).second, 8u);
}

}  // namespace
}  // namespace collisionchip
