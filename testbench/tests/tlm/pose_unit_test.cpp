// The Pose Unit alone, cycle by cycle. docs/group_machine.md has these numbers.
#include "collisionchip/tlm/units/pose_unit/pose_unit.h"

#include "collisionchip/testbench/tests/reference/test_objects.h"
#include "collisionchip/testbench/tests/tlm/group_bench.h"

namespace collisionchip {
namespace {

using namespace testing_support;

using Cycles = std::vector<Cycle>;

ChipConfig pose_machine(std::uint32_t multipliers = 4) {
  ChipConfig config = group_machine();
  config.pose_unit.multipliers = multipliers;
  config.pose_unit.objects = 8;
  config.group_engine.queries = 4;
  return config;
}

// A record with base and root, of an object about as large as `size`.
ObjectRecord record_of(double size, std::uint32_t base) {
  DopNode root;
  for (std::size_t i = 0; i < 12; ++i) {
    root.d[i] = static_cast<float>(-size);
    root.d[i + 12] = static_cast<float>(size);
  }
  ObjectRecord record = make_object_record(make_group_grid(24, root));
  record[object_words::kBase] = base;
  record[object_words::kRoot] = group_words::entry_word({}, base, 15);
  return record;
}

std::vector<ObjectWrite> writes_of(std::uint32_t slot, const ObjectRecord& record) {
  std::vector<ObjectWrite> writes(2);
  for (std::uint32_t half = 0; half < 2; ++half) {
    writes[half].slot = slot;
    writes[half].first_word = 32 * half;
    writes[half].count = 32;
    std::copy_n(record.begin() + 32 * half, 32, writes[half].words.begin());
  }
  return writes;
}

PoseCommand command_of(std::uint32_t query, bool a_tumbled = false) {
  Random random(query + 1);
  PoseCommand command;
  command.pose = pose_words(random_pose(random, 0.5));
  command.object_a = 2;
  command.object_b = 5;
  command.query = query;
  command.a_tumbled = a_tumbled;
  return command;
}

// Who takes nothing before a cycle.
struct Opens {
  Cycle group = 0, leaf = 0, starts = 0, refusals = 0;
};

struct PoseBench {
  SimulationScope scope;
  ChipConfig config;
  Channel<PoseCommand> commands{"commands", 16};
  Channel<ObjectWrite> objects{"objects", 16};
  Channel<MatrixWrite> group_registers{"group_registers", 2}, leaf_registers{"leaf_registers", 2};
  Channel<QueryStart> starts{"starts", 1};
  Channel<PoseRefusal> refusals{"refusals", 1};
  PoseUnit unit;
  Source<PoseCommand> poses;
  Source<ObjectWrite> table;
  Sink<MatrixWrite> group, leaf;
  Sink<QueryStart> started;
  Sink<PoseRefusal> refused;
  PutCycles<MatrixWrite> group_puts{group_registers}, leaf_puts{leaf_registers};
  PutCycles<QueryStart> start_puts{starts};
  PutCycles<PoseRefusal> refusal_puts{refusals};
  ObjectRecord a = record_of(1, 64), b = record_of(2, 4096);

  explicit PoseBench(const ChipConfig& c, const Opens& opens = {})
      : config(c),
        unit("pose_unit", params_of<PoseUnitParams>(config),
             PoseUnit::Ports{commands, objects, group_registers, leaf_registers, starts, refusals}),
        poses("poses", config, commands),
        table("table", config, objects),
        group("group", config, group_registers, 1, opens.group),
        leaf("leaf", config, leaf_registers, 1, opens.leaf),
        started("started", config, starts, 1, opens.starts),
        refused("refused", config, refusals, 1, opens.refusals) {
    for (const auto& [slot, record] : {std::pair{2u, &a}, std::pair{5u, &b}}) {
      for (const ObjectWrite& write : writes_of(slot, *record)) table.add(0, write);
    }
  }
  // Registers of an entry as its unit has them in that cycle, and in what order they came is no matter.
  static std::vector<std::uint32_t> words_of(const Sink<MatrixWrite>& sink, std::uint32_t query, Cycle by) {
    std::vector<std::uint32_t> words;
    for (const auto& taken : sink.taken()) {
      if (taken.item.first_word / group_words::kQueryWords != query || taken.cycle >= by) continue;
      const std::size_t first = taken.item.first_word % group_words::kQueryWords;
      words.resize(std::max(words.size(), first + taken.item.count));
      std::copy_n(taken.item.words.begin(), taken.item.count,
                  words.begin() + static_cast<std::ptrdiff_t>(first));
    }
    return words;
  }
  void expect_registers(const PoseCommand& command, Cycle by = kNever) const {
    const ObjectRecord &tumbled = command.a_tumbled ? a : b, &aligned = command.a_tumbled ? b : a;
    const PoseRegisters made = make_pose_registers(
        command.pose, command.a_tumbled ? TumbledSide::a : TumbledSide::b, tumbled, aligned);
    EXPECT_EQ(words_of(group, command.query, by),
              group_words::encode_volumes(tumbled[object_words::kBase], aligned[object_words::kBase],
                                          made.volumes));
    std::vector<std::uint32_t> corners = group_words::encode_corners(made.corners);
    corners.push_back(static_cast<std::uint32_t>(made.corners.error));
    corners.push_back(0);
    EXPECT_TRUE(made.corners.bounded);
    EXPECT_EQ(words_of(leaf, command.query, by), corners);
  }
};

Cycles from_to(Cycle first, Cycle end) {
  Cycles all;
  for (Cycle cycle = first; cycle < end; ++cycle) all.push_back(cycle);
  return all;
}

TEST(PoseUnit, MakesRegistersAndStartsTheQuery) {
  for (const bool a_tumbled : {false, true}) {
    PoseBench bench(pose_machine());
    PoseCommand command = command_of(3, a_tumbled);
    command.first_witness = true;
    bench.poses.add(9, command);  // seen in 10
    sc_core::sc_start();
    // 26 + 8 + 2 x 3 cycles, or 42 + 8 + 15 x 3; 98 and 117 words, eight in a cycle.
    const Cycle ready = 10 + (a_tumbled ? 95 : 40);
    EXPECT_EQ(bench.group_puts, from_to(ready, ready + 13));
    EXPECT_EQ(bench.leaf_puts, from_to(ready, ready + 15));
    EXPECT_EQ(bench.start_puts, Cycles{ready + 15});
    bench.expect_registers(command);
    ASSERT_EQ(bench.started.taken().size(), 1u);
    const QueryStart& start = bench.started.taken()[0].item;
    EXPECT_EQ(start.query, 3u);
    EXPECT_TRUE(start.command.first_witness);
    EXPECT_EQ(start.command.tumbled.word(), a_tumbled ? 64u << 10 | 1u : 4096u << 10 | 1u);
    EXPECT_EQ(start.command.aligned.word(), a_tumbled ? 4096u << 10 | 1u : 64u << 10 | 1u);
    EXPECT_EQ(bench.unit.statistics().products, a_tumbled ? 168u : 102u);
    EXPECT_EQ(bench.unit.statistics().a_tumbled, a_tumbled ? 1u : 0u);
    EXPECT_EQ(bench.unit.statistics().register_words, 98u + 117u);
    EXPECT_EQ(bench.unit.statistics().object_words, 128u);
  }
}

TEST(PoseUnit, TakesAsLongAsItsMultipliersAndStagesSay) {
  struct Time {
    std::uint32_t multipliers, stages, k;
    Cycle b, a;
  };
  for (const Time& time :
       {Time{1, 3, 24, 116, 221}, {8, 3, 24, 27, 74}, {64, 1, 24, 12, 26}, {4, 5, 26, 45, 127}}) {
    ChipConfig config = pose_machine(time.multipliers);
    config.pose_unit.stages = time.stages;
    config.dop.k = time.k;
    const auto params = params_of<PoseUnitParams>(config);
    EXPECT_EQ(params.pose_cycles(TumbledSide::b), time.b);
    EXPECT_EQ(params.pose_cycles(TumbledSide::a), time.a);
  }
}

TEST(PoseUnit, CalculatesWhileRegistersGoOut) {
  PoseBench bench(pose_machine());
  for (std::uint32_t query = 0; query < 3; ++query) bench.poses.add(9, command_of(query));
  sc_core::sc_start();
  // Each is taken when the one before it begins to go out: in 10, 50 and 90.
  EXPECT_EQ(bench.start_puts, (Cycles{65, 105, 145}));
  for (std::uint32_t query = 0; query < 3; ++query) bench.expect_registers(command_of(query));
  EXPECT_EQ(bench.unit.cycles(150).busy, 2u + 2u + 136u) << "the table in [1, 5), poses in [10, 146)";
  EXPECT_EQ(bench.unit.cycles(150).total(), 150u);
}

TEST(PoseUnit, RegistersWaitForTheStartBeforeThem) {
  ChipConfig config = pose_machine(64);
  config.pose_unit.stages = 1;  // twelve cycles for a pose
  PoseBench bench(config);
  for (std::uint32_t query = 0; query < 3; ++query) bench.poses.add(9, command_of(query));
  sc_core::sc_start();
  EXPECT_EQ(bench.start_puts, (Cycles{37, 53, 69})) << "fifteen cycles of words and the start";
}

TEST(PoseUnit, RefusesWithoutEntryOrObject) {
  PoseBench bench(pose_machine());
  ObjectRecord other = record_of(1, 64);
  other[object_words::kKind] = (other[object_words::kKind] & ~255u) | 18;  // of another machine
  for (const ObjectWrite& write : writes_of(7, other)) bench.table.add(0, write);
  const auto add = [&](std::uint32_t query, std::uint32_t a, std::uint32_t b) {
    PoseCommand command = command_of(query);
    command.object_a = a;
    command.object_b = b;
    bench.poses.add(9, command);
  };
  add(4, 2, 5);
  add(1, 3, 5);
  add(2, 2, 7);
  add(3, 2, 8);
  add(0, 5, 3);
  add(1, 2, 5);
  sc_core::sc_start();
  EXPECT_EQ(bench.refusal_puts, (Cycles{10, 12, 14, 16, 18})) << "a queue of one";
  using Kind = PoseRefusal::Kind;
  const std::vector<PoseRefusal> expected = {{Kind::no_entry, 4, 0},
                                             {Kind::no_object_a, 1, 3},
                                             {Kind::no_object_b, 2, 7},
                                             {Kind::no_object_b, 3, 8},
                                             {Kind::no_object_b, 0, 3}};
  ASSERT_EQ(bench.refused.taken().size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const PoseRefusal& found = bench.refused.taken()[i].item;
    EXPECT_EQ(found.kind, expected[i].kind) << i;
    EXPECT_EQ(found.query, expected[i].query) << i;
    EXPECT_EQ(found.object, expected[i].object) << i;
  }
  EXPECT_EQ(bench.start_puts, Cycles{19 + 55}) << "and the last one is taken in 19";
  EXPECT_EQ(bench.unit.statistics().commands, 6u);
  EXPECT_EQ(bench.unit.statistics().refused, 5u);
  EXPECT_EQ(bench.unit.statistics().starts, 1u);
  EXPECT_EQ(bench.unit.cycles(80).stalls.at(3).second, 4u) << "result_unit";
}

TEST(PoseUnit, TakesRootsThatACommandNames) {
  PoseBench bench(pose_machine());
  PoseCommand command = command_of(0);
  command.tumbled_root = 77u << 10 | 3u << 8 | 2u;
  bench.poses.add(9, command);
  command = command_of(1);
  command.aligned_root = 78u << 10 | 1u;
  bench.poses.add(9, command);
  sc_core::sc_start();
  ASSERT_EQ(bench.started.taken().size(), 2u);
  EXPECT_EQ(bench.started.taken()[0].item.command.tumbled.word(), 77u << 10 | 3u << 8 | 2u);
  EXPECT_EQ(bench.started.taken()[0].item.command.aligned.word(), 64u << 10 | 1u);
  EXPECT_EQ(bench.started.taken()[1].item.command.tumbled.word(), 4096u << 10 | 1u);
  EXPECT_EQ(bench.started.taken()[1].item.command.aligned.word(), 78u << 10 | 1u);
}

// The second command's record changes in the cycle in which it is taken, the first one's afterwards.
TEST(PoseUnit, ReadsRecordsWhenItTakesACommand) {
  PoseBench bench(pose_machine());
  PoseCommand first = command_of(0), second = command_of(1);
  bench.poses.add(9, first);
  bench.poses.add(9, second);
  ObjectWrite beyond;
  beyond.slot = 8;
  beyond.count = 32;
  bench.table.add(6, beyond);
  beyond.slot = 2;
  beyond.first_word = 60;
  beyond.words[0] = 64;  // its base as it is, its root; the other 30 words lie in no record
  beyond.words[1] = bench.a[object_words::kRoot];
  bench.table.add(7, beyond);
  const ObjectRecord larger = record_of(3, 8192);
  ObjectWrite write = writes_of(5, larger)[0];
  write.count = 1;
  for (std::uint32_t word = 0; word < 32; ++word) {  // one word in a cycle: the last one is seen in 50
    write.first_word = word;
    write.words[0] = larger[word];
    bench.table.add(18 + word, write);
  }
  sc_core::sc_start();
  bench.expect_registers(first);
  std::copy_n(larger.begin(), 32, bench.b.begin());
  bench.expect_registers(second);
}

TEST(PoseUnit, StallsAreNamedByWhoTakesNothing) {
  struct Closed {
    Opens opens;
    std::size_t cause;
    Cycle stalled, start;
  };
  // Two writes find room. The group's thirteen end before the leaf's fifteen, so the leaf's are two cycles later.
  for (const Closed& closed : {Closed{{200, 0, 0, 0}, 0, 136, 212}, {{0, 200, 0, 0}, 1, 138, 214}}) {
    PoseBench bench(pose_machine(), closed.opens);
    bench.poses.add(9, command_of(0));
    sc_core::sc_start();
    EXPECT_EQ(bench.start_puts, Cycles{closed.start});
    const UnitCycles cycles = bench.unit.cycles(300);
    for (std::size_t cause = 0; cause < 4; ++cause)
      EXPECT_EQ(cycles.stalls.at(cause).second, cause == closed.cause ? closed.stalled : 0) << cause;
    EXPECT_EQ(cycles.total(), 300u);
  }
  PoseBench bench(pose_machine(), {0, 0, 200, 0});
  for (std::uint32_t query = 0; query < 2; ++query) bench.poses.add(9, command_of(query));
  sc_core::sc_start();
  EXPECT_EQ(bench.start_puts, (Cycles{65, 201}));
  EXPECT_EQ(bench.unit.cycles(300).stalls.at(2).second, 201u - 105u);
}

// Commands at any time, some of them refused, to units that take now and then: each query starts in its turn, with its own
// registers by then.
TEST(PoseUnit, AnyTrafficStartsEveryQueryOnItsOwnRegisters) {
  Random random(91);
  for (int run = 0; run < 40; ++run) {
    ChipConfig config = pose_machine(1u << random.below(7));
    config.pose_unit.stages = 1 + static_cast<std::uint32_t>(random.below(4));
    const auto any = [&](int most) { return static_cast<Cycle>(random.below(2) * random.below(most)); };
    PoseBench bench(config, {any(400), any(400), any(400), any(400)});
    std::vector<PoseCommand> started;
    Cycle at = 9;
    for (std::uint32_t n = 0; n < 12; ++n) {
      PoseCommand command = command_of(n % 4, random.below(3) == 0);
      command.object_b = random.below(4) == 0 ? 3 : 5;
      at += any(90);
      bench.poses.add(at, command);
      if (command.object_b == 5) started.push_back(command);
    }
    sc_core::sc_start();
    ASSERT_EQ(bench.started.taken().size(), started.size());
    ASSERT_EQ(bench.refused.taken().size(), 12 - started.size());
    for (std::size_t i = 0; i < started.size(); ++i) {
      EXPECT_EQ(bench.started.taken()[i].item.query, started[i].query);
      bench.expect_registers(started[i], bench.started.taken()[i].cycle);
    }
    const UnitCycles cycles = bench.unit.cycles(4000);
    EXPECT_EQ(cycles.total(), 4000u);
    EXPECT_EQ(bench.unit.statistics().register_words, started.size() * (98 + 117));
  }
}

TEST(PoseUnit, ResetForgetsCommandsAndKeepsTheTable) {
  PoseBench bench(pose_machine());
  Script script("script", bench.config);
  bench.poses.add(9, command_of(0));
  bench.poses.add(9, command_of(1));
  script.at(55, [&](Cycle) {
    bench.commands.reset();
    bench.group_registers.reset();
    bench.leaf_registers.reset();
    bench.unit.reset();
  });
  bench.poses.add(99, command_of(2));
  sc_core::sc_start();
  EXPECT_EQ(bench.start_puts, Cycles{100 + 55});
  bench.expect_registers(command_of(2));
}

}  // namespace
}  // namespace collisionchip
