// The Pair Sequencer and the Tile Unit, each alone and cycle by cycle. docs/pair_sequencer.md has these
// numbers.
#include "collisionchip/tlm/units/pair_sequencer/pair_sequencer.h"

#include "collisionchip/testbench/tests/tlm/triangle_bench.h"
#include "collisionchip/tlm/units/triangle_unit/tile_unit.h"

namespace collisionchip {
namespace {

using namespace testing_support;
using CommandKind = TileCommand::Kind;

constexpr std::uint32_t kFirstTumbled = 0x1000, kFirstAligned = 0x8000;

ChipConfig brute_force(std::uint32_t tile, std::uint32_t lanes = 1) {
  ChipConfig config;
  config.engine.kind = EngineKindKey::brute_force;
  config.engine.tile = tile;
  config.triangle_unit.lanes = lanes;
  return config;
}

struct SequencerBench {
  SimulationScope scope;
  ChipConfig config;
  Channel<StartCommand> starts{"start", 1};
  Channel<MatrixWrite> counts{"counts", 16};
  Channel<StopRequest> stop{"stop", 1}, host_stop{"host_stop", 1};
  Channel<ReadRequest> requests;
  Channel<TileCommand> commands;
  PairSequencer unit;
  Source<StartCommand> start;
  Source<MatrixWrite> numbers;
  Source<StopRequest> stops, host_stops;
  Sink<ReadRequest> asked;
  Sink<TileCommand> sent;

  // Neighbours that take an item each so many cycles.
  explicit SequencerBench(const ChipConfig& c, Cycle memory = 1, Cycle triangles = 1)
      : config(c),
        requests("requests", 2),
        commands("commands", 2),
        unit("pair_sequencer", params_of<PairSequencerParams>(config),
             PairSequencer::Ports{starts, counts, stop, host_stop, requests, commands}),
        start("starts", config, starts),
        numbers("numbers", config, counts),
        stops("stops", config, stop),
        host_stops("host_stops", config, host_stop),
        asked("asked", config, requests, memory),
        sent("sent", config, commands, triangles) {
    unit.begin_query(0);
  }

  // Seen in cycle 10.
  void begin(std::uint32_t tumbled, std::uint32_t aligned) {
    MatrixWrite write;
    write.count = 2;
    write.words = {tumbled, aligned};
    numbers.add(2, write);
    start.add(9, {PairPointer::of_word(kFirstTumbled | 3), PairPointer::of_word(kFirstAligned | 3), false});
  }
  std::string text() const {
    std::string all;
    for (const auto& taken : sent.taken()) {
      const TileCommand& command = taken.item;
      const bool load = command.kind == CommandKind::load;
      const std::uint32_t first = load ? kFirstTumbled : kFirstAligned;
      all += command.kind == CommandKind::end
                 ? std::string("end")
                 : (load ? "t" : "a") + std::to_string((command.address - first) / kTriangleBytes) + ":" +
                       std::to_string(command.number) + " ";
    }
    return all;
  }
};

TEST(PairSequencer, GoesTileByTileAndARequestGoesWithEachCommand) {
  SequencerBench bench(brute_force(2));
  bench.begin(3, 2);
  sc_core::sc_start();
  EXPECT_EQ(bench.text(), "t0:0 t1:1 a0:2 a1:2 t2:0 a0:1 a1:1 end");
  EXPECT_EQ(bench.sent.taken_at(), (std::vector<Cycle>{11, 12, 13, 14, 15, 16, 17, 18})) << "one in a cycle";
  ASSERT_EQ(bench.asked.taken().size(), 7u);
  for (std::size_t i = 0; i < 7; ++i) {
    EXPECT_EQ(bench.asked.taken()[i].cycle, bench.sent.taken()[i].cycle);
    EXPECT_EQ(bench.asked.taken()[i].item.address, bench.sent.taken()[i].item.address);
    EXPECT_EQ(bench.asked.taken()[i].item.kind, ReadKind::triangle);
  }
  const PairSequencer::Statistics& s = bench.unit.statistics();
  EXPECT_EQ(s.tiles, 2u);
  EXPECT_EQ(s.tumbled_triangles, 3u);
  EXPECT_EQ(s.aligned_triangles, 4u);
  EXPECT_EQ(s.pairs, 6u);
  const UnitCycles cycles = bench.unit.cycles(30);
  EXPECT_EQ(cycles.idle, 10u);
  EXPECT_EQ(cycles.busy, 8u) << "seven commands and the end";
  EXPECT_EQ(cycles.stalls.at(2).second, 12u) << "drain";
}

TEST(PairSequencer, ASlowNeighbourHoldsBothBack) {
  for (const bool memory : {true, false}) {
    SequencerBench bench(brute_force(8), memory ? 5 : 1, memory ? 1 : 5);
    bench.begin(8, 8);
    sc_core::sc_start();
    ASSERT_EQ(bench.sent.taken().size(), 17u);
    ASSERT_EQ(bench.asked.taken().size(), 16u);
    // Two wait in the slow channel, so the ones behind go out every five cycles; in the other one they are seen at once.
    const auto& slow = memory ? bench.asked.taken_at() : bench.sent.taken_at();
    const auto& quick = memory ? bench.sent.taken_at() : bench.asked.taken_at();
    for (std::size_t i = 1; i < 16; ++i) EXPECT_EQ(slow[i] - slow[i - 1], 5u);
    for (std::size_t i = 4; i < 16; ++i) EXPECT_EQ(quick[i] - quick[i - 1], 5u);
    const UnitCycles cycles = bench.unit.cycles(200);
    EXPECT_GT(cycles.stalls.at(memory ? 0 : 1).second, 40u);
    EXPECT_EQ(cycles.stalls.at(memory ? 1 : 0).second, 0u);
    EXPECT_EQ(cycles.total(), 200u);
  }
}

TEST(PairSequencer, AStopLetsNothingButTheEndOut) {
  for (const bool host : {true, false}) {
    SequencerBench bench(brute_force(4));
    bench.begin(4, 100);
    (host ? bench.host_stops : bench.stops).add(19, {});  // seen in 20
    sc_core::sc_start();
    EXPECT_EQ(bench.sent.taken_at().back(), 21u);
    EXPECT_EQ(bench.sent.taken().back().item.kind, CommandKind::end);
    EXPECT_EQ(bench.sent.taken().size(), 11u) << "ten commands from cycle 10 to 19";
    EXPECT_EQ(bench.asked.taken().size(), 10u);
    EXPECT_EQ(bench.unit.statistics().stops, 1u);
  }
}

TEST(PairSequencer, AStopBeforeTheStartIsNothing) {
  for (const bool host : {true, false}) {
    SequencerBench bench(brute_force(2));
    bench.begin(3, 2);
    (host ? bench.host_stops : bench.stops).add(4, {});  // seen in 5
    sc_core::sc_start();
    EXPECT_EQ(bench.text(), "t0:0 t1:1 a0:2 a1:2 t2:0 a0:1 a1:1 end");
    EXPECT_EQ(bench.unit.statistics().stops, 1u);
  }
}

TEST(PairSequencer, AStopThatIsSeenWithTheStartCountsAndBothAreTaken) {
  SequencerBench bench(brute_force(2));
  bench.begin(3, 2);
  bench.stops.add(9, {});
  bench.host_stops.add(9, {});
  sc_core::sc_start();
  EXPECT_EQ(bench.text(), "end");
  EXPECT_EQ(bench.sent.taken_at(), (std::vector<Cycle>{11}));
  EXPECT_EQ(bench.unit.statistics().stops, 2u);
}

TEST(PairSequencer, AResetForgetsTheQueryAndKeepsTheNumbers) {
  SequencerBench bench(brute_force(4));
  bench.begin(4, 100);
  sc_core::sc_start(cycles(15));
  bench.unit.reset();
  bench.commands.reset();
  bench.requests.reset();
  const std::size_t before = bench.sent.taken().size();
  bench.start.add(40,
                  {PairPointer::of_word(kFirstTumbled | 1), PairPointer::of_word(kFirstAligned | 1), false});
  sc_core::sc_start();
  EXPECT_EQ(bench.sent.taken().size() - before, 105u);
  EXPECT_EQ(bench.sent.taken()[before].item.address, kFirstTumbled);
  EXPECT_EQ(bench.sent.taken()[before].cycle, 42u);
}

// --- the Tile Unit ---

// A memory that gets no request.
struct NoMemory : sc_core::sc_module {
  tlm_utils::simple_target_socket<NoMemory> socket{"socket"};
  explicit NoMemory(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {}
};

struct TileBench {
  SimulationScope scope;
  ChipConfig config;
  Channel<TileCommand> commands;
  Channel<TriangleData> data;
  Channel<MatrixWrite> matrix_writes{"matrix", 16};
  Channel<Finding> findings;
  Channel<StopRequest> stop{"stop", 1};
  TileUnit unit;
  NoMemory memory;
  Source<TileCommand> tile_commands;
  Source<TriangleData> records;
  Source<MatrixWrite> matrix;
  Sink<Finding> found;
  Sink<StopRequest> stopped;
  Listener<Cycle> issues;
  FrameMatrices frames;
  std::vector<TriangleRecord> tumbled, aligned;

  explicit TileBench(const ChipConfig& c, std::size_t room = 64, Cycle fifo_interval = 1)
      : config(c),
        commands("commands", 256),
        data("data", 256),
        findings("findings", room),
        unit("triangle_unit", params_of<TileUnitParams>(config),
             TileUnit::Ports{commands, data, matrix_writes, findings, stop}),
        memory("memory"),
        tile_commands("tile_commands", config, commands),
        records("records", config, data),
        matrix("matrix", config, matrix_writes),
        found("found", config, findings, fifo_interval),
        stopped("stopped", config, stop) {
    unit.records.bind(memory.socket);
    unit.issues.bind(issues);
    unit.begin_query(0);
  }

  // Soups in which about a third of the pairs meet.
  void fill(std::uint32_t of_tumbled, std::uint32_t of_aligned) {
    Random random(5);
    frames = make_frame_matrices(random_pose(random, 0.1), TumbledSide::b);
    for (const MatrixWrite& burst : bursts_of(frame_words(frames))) matrix.add(0, burst);
    for (std::uint32_t n = 0; n < of_tumbled; ++n)
      tumbled.push_back(make_triangle_record(random_triangle(random, 0.1, 1), n));
    for (std::uint32_t n = 0; n < of_aligned; ++n)
      aligned.push_back(make_triangle_record(random_triangle(random, 0.1, 1), n));
  }
  // The record a cycle before the command unless it is late.
  void load(Cycle at, std::uint32_t n, std::uint32_t place, Cycle late = 0) {
    send(at, {CommandKind::load, kFirstTumbled + n * kTriangleBytes, place, false}, tumbled[n], late);
  }
  void test(Cycle at, std::uint32_t n, std::uint32_t pairs, Cycle late = 0, bool first_witness = false) {
    send(at, {CommandKind::tests, kFirstAligned + n * kTriangleBytes, pairs, first_witness}, aligned[n],
         late);
  }
  void send(Cycle at, const TileCommand& command, const TriangleRecord& record, Cycle late) {
    tile_commands.add(at, command);
    records.add(at + late, {command.address, encode_triangle(record), {}});
  }
  void end(Cycle at) { tile_commands.add(at, {CommandKind::end, 0, 0, false}); }

  using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  Pairs reported() const {
    Pairs pairs;
    for (const auto& f : found.taken()) {
      if (f.item.kind == Finding::Kind::hit) pairs.emplace_back(f.item.tumbled, f.item.aligned);
    }
    return pairs;
  }
  // Adds the pairs of tumbled triangles [first, last) in a tile with one aligned triangle.
  void expect(Pairs& pairs, std::uint32_t first, std::uint32_t last, std::uint32_t a) const {
    for (std::uint32_t t = first; t < last; ++t) {
      if (triangles_intersect(tumbled[t], aligned[a], frames)) pairs.emplace_back(t, a);
    }
  }
};

TEST(TileUnit, ARoundHasAPairForEachLaneAndTakesThreeCycles) {
  TileBench bench(brute_force(5, 2));
  bench.fill(5, 6);
  for (std::uint32_t n = 0; n < 5; ++n) bench.load(9, n, n);  // taken in 10 to 14
  for (std::uint32_t n = 0; n < 6; ++n) bench.test(9, n, 5);  // three rounds each: 2, 2 and 1 pairs
  bench.end(9);
  sc_core::sc_start();
  std::vector<Cycle> rounds;
  for (Cycle first = 15; first < 15 + 6 * 9; first += 9)
    rounds.insert(rounds.end(), {first, first, first + 3, first + 3, first + 6});
  EXPECT_EQ(bench.issues.items, rounds);
  TileBench::Pairs expected;
  for (std::uint32_t a = 0; a < 6; ++a) bench.expect(expected, 0, 5, a);
  EXPECT_EQ(bench.reported(), expected) << "in the order of the lanes";
  EXPECT_GT(expected.size(), 2u);
  EXPECT_EQ(bench.found.taken().back().cycle, 66 + bench.unit.pipeline_depth() + 1)
      << "the end behind the last round";
  EXPECT_EQ(bench.unit.statistics().rounds, 18u);
  EXPECT_EQ(bench.unit.statistics().tests, 30u);
  EXPECT_EQ(bench.unit.statistics().tile_loads, 5u);
  EXPECT_EQ(bench.unit.cycles(200).busy, 5u + 18 * 3 + 1) << "loads, rounds, the end";
}

TEST(TileUnit, AllResultsOfARoundLeaveAfterThePipeline) {
  TileBench bench(brute_force(64, 64));
  bench.fill(40, 1);
  for (std::uint32_t n = 0; n < 40; ++n) bench.load(9, n, n);
  bench.test(9, 0, 40);
  bench.end(9);
  sc_core::sc_start();
  EXPECT_EQ(bench.issues.items, std::vector<Cycle>(40, 50));
  TileBench::Pairs expected;
  bench.expect(expected, 0, 40, 0);
  EXPECT_EQ(bench.reported(), expected);
  ASSERT_GT(expected.size(), 3u);
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_EQ(bench.found.taken()[i].cycle, 50 + bench.unit.pipeline_depth() + i)
        << "the FIFO takes one in a cycle";
}

TEST(TileUnit, ALoadWaitsForTheVerticesOfTheRoundBefore) {
  TileBench bench(brute_force(2, 2));
  bench.fill(4, 2);
  bench.load(9, 0, 0);
  bench.load(9, 1, 1);
  bench.test(9, 0, 2);     // issues in 12
  bench.load(9, 2, 0, 4);  // here in 14, taken in 15
  bench.load(9, 3, 1);     // 16
  bench.test(9, 0, 2);     // 17
  bench.end(9);
  sc_core::sc_start();
  EXPECT_EQ(bench.issues.items, (std::vector<Cycle>{12, 12, 17, 17}));
  TileBench::Pairs expected;
  bench.expect(expected, 0, 2, 0);
  bench.expect(expected, 2, 4, 0);
  EXPECT_EQ(bench.reported(), expected);
}

TEST(TileUnit, ACommandWaitsForItsRecord) {
  TileBench bench(brute_force(1));
  bench.fill(1, 2);
  bench.load(9, 0, 0);
  bench.test(9, 0, 1, 20);
  bench.end(9);
  sc_core::sc_start();
  EXPECT_EQ(bench.issues.items, std::vector<Cycle>{30});
  EXPECT_EQ(bench.unit.cycles(100).stalls.at(0).second, 19u) << "memory, from 11 to 30";
}

TEST(TileUnit, ARoundWaitsForRoomForAllItsResults) {
  TileBench bench(brute_force(8, 8), 8, 50);
  bench.fill(8, 6);
  for (std::uint32_t n = 0; n < 8; ++n) bench.load(9, n, n);
  for (std::uint32_t a = 0; a < 6; ++a) bench.test(9, a, 8);
  bench.end(9);
  sc_core::sc_start();
  TileBench::Pairs expected;
  for (std::uint32_t a = 0; a < 6; ++a) bench.expect(expected, 0, 8, a);
  EXPECT_EQ(bench.reported(), expected);
  EXPECT_GT(bench.unit.cycles(5000).stalls.at(1).second, 100u) << "pointer_fifo";
}

TEST(TileUnit, AWitnessStopsAndTheRestIsDroppedWithItsRecords) {
  TileBench bench(brute_force(8, 4));
  bench.fill(8, 30);
  for (std::uint32_t n = 0; n < 8; ++n) bench.load(9, n, n);
  for (std::uint32_t a = 0; a < 30; ++a) bench.test(9, a, 8, 0, true);
  bench.end(9);
  sc_core::sc_start();
  TileBench::Pairs expected;
  for (std::uint32_t a = 0; a < 30; ++a) bench.expect(expected, 0, 8, a);
  ASSERT_EQ(bench.reported().size(), 1u);
  EXPECT_EQ(bench.reported().front(), expected.front());
  EXPECT_EQ(bench.stopped.taken().size(), 1u);
  EXPECT_TRUE(bench.data.empty());
  EXPECT_TRUE(bench.commands.empty());
  EXPECT_EQ(bench.found.taken().back().item.kind, Finding::Kind::end);
}

TEST(TileUnit, ARecordThatCannotBeReadEndsTheQuery) {
  TileBench bench(brute_force(2));
  bench.fill(1, 3);
  bench.load(9, 0, 0);
  bench.tile_commands.add(9, {CommandKind::tests, 0x40, 1, false});
  bench.records.add(9, {0x40, {}, {ReadError::Kind::refused, 0x40}});
  bench.test(9, 1, 1);
  bench.end(9);
  sc_core::sc_start();
  EXPECT_TRUE(bench.issues.items.empty());
  EXPECT_EQ(bench.stopped.taken().size(), 1u);
  ASSERT_EQ(bench.found.taken().size(), 1u);
  EXPECT_EQ(bench.found.taken()[0].item.error.address, 0x40u);
}

}  // namespace
}  // namespace collisionchip
