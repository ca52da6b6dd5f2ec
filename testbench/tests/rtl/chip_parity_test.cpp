// Chips with RTL units against chips of models alone, on
// random machines and objects: every event of every channel.
#include <unistd.h>

#include <algorithm>

#include <fmt/format.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/rtl_model/adapter/rtl_builds.h"
#include "collisionchip/rtl_model/adapter/rtl_units.h"
#include "collisionchip/testbench/judge/chip_parity.h"
#include "collisionchip/testbench/run/asker.h"
#include "collisionchip/testbench/tests/reference/compact_nodes.h"
#include "collisionchip/testbench/tests/system/system_support.h"
#include "collisionchip/tlm/config/config_file.h"
#include "collisionchip/tlm/machine/register_map.h"
#include "collisionchip/tlm/machine/unit_ports.h"
#include "collisionchip/tlm/machines/config_conflicts.h"
#include "collisionchip/tlm/machines/unit_params.h"
#include "collisionchip/tlm/units/pointer_fifo/pointer_fifo.h"
#include "collisionchip/traces/read/trace_diff.h"
#include "collisionchip/traces/record/recorder.h"

namespace collisionchip {
namespace {

using namespace testing_support;

// Every key at random but those that the RTL was made for.
ChipConfig random_machine(Random& random, const std::vector<std::string>& units) {
  for (;;) {
    ChipConfig config = random_config(random);
    for (const std::string& unit : units) {
      set_model(config, unit, UnitModel::rtl);
      for (const RtlRequirement& need : requirements_of(unit)) {
        const ConfigKey& key = *find_key(need.key);
        const std::uint32_t value = key.get(config);
        if (value >= need.min && value <= need.max) continue;  // another unit may need a smaller value
        const auto choices = static_cast<int>(std::min<std::uint32_t>(need.max - need.min, 1000));
        key.set(config, need.min + static_cast<std::uint32_t>(random.below(1 + choices)));
      }
    }
    if (!find_conflict(config)) return config;
  }
}

void compare(const std::vector<std::string>& units, std::uint64_t first_seed, int machines, int queries) {
  std::uint64_t compared = 0, cycles = 0;
  for (int run = 0; run < machines; ++run) {
    Random random(first_seed + static_cast<std::uint64_t>(run));
    const ChipConfig config = random_machine(random, units);
    const ObjectPair objects = random_objects(random, 40, config.dop.k);
    JudgedSimulation simulation(config);
    simulation.attach(make_board_image(config, objects.a, objects.b));
    ChipParity parity(simulation, config, objects.a, objects.b);
    for (int query = 0; query < queries; ++query) {
      const Pose pose = random_pose(random, 0.5);
      const bool first_witness = random.below(4) == 0;
      parity.expect(pose, first_witness);
      const ChipAnswer answer = simulation.query(pose, first_witness);
      const std::string name =
          fmt::format("machine {} query {}", first_seed + static_cast<std::uint64_t>(run), query);
      ASSERT_TRUE(parity.check(name, answer)) << parity.verdict().first_difference << "\n"
                                              << effective_toml(config);
    }
    expect_clean(simulation);
    compared += parity.verdict().queries;
    cycles += parity.verdict().cycles;
  }
  fmt::print("PARITY: chips with rtl {} = tlm: machines {}, queries {}, cycles compared {}, differences 0\n",
             fmt::join(units, " "), machines, compared, cycles);
}

TEST(ChipParity, EveryUnitOnRandomMachines) {
  for (const std::string& unit : rtl_units()) compare({unit}, 1, 60, 3);
}

TEST(ChipParity, AllUnitsTogetherOnRandomMachines) {
  compare(rtl_units(), 100, 60, 3);
}

TEST(LongChipParity, AllUnitsTogetherOnRandomMachines) {
  compare(rtl_units(), 1000, 2500, 4);
}

// The chip goes on as it was: one board, many queries, RTL and models alike.
TEST(ChipParity, ToriInManyPoses) {
  const ObjectPair objects = tori();
  ChipConfig config;
  for (const std::string& unit : rtl_units()) set_model(config, unit, UnitModel::rtl);
  JudgedSimulation simulation(config);
  simulation.driver().upload(objects.a, objects.b);
  ChipParity parity(simulation, config, objects.a, objects.b);
  Random random(7);
  for (int query = 0; query < 10; ++query) {
    const Pose pose = random_pose(random, 0.6);
    parity.expect(pose, false);
    const ChipAnswer answer = simulation.query(pose);
    expect_reference(answer, reference_answer(objects, pose, config));
    ASSERT_TRUE(parity.check(fmt::format("pose {}", query), answer)) << parity.verdict().first_difference;
  }
  fmt::print("{}\n", parity.verdict().line());
  expect_clean(simulation);
}

TEST(ChipParity, TheWindowShowsWhatWasUploaded) {
  const ObjectPair objects = tori();
  ChipConfig config;
  for (const std::string& unit : rtl_units()) set_model(config, unit, UnitModel::rtl);
  JudgedSimulation simulation(config);
  simulation.driver().upload(objects.a, objects.b);
  const BoardImage image = make_board_image(config, objects.a, objects.b);
  for (const std::size_t at : {std::size_t{0}, std::size_t{20}, image.objects[0].end - 400}) {
    std::vector<unsigned char> bytes(400);
    tlm::tlm_generic_payload payload;
    payload.set_command(tlm::TLM_READ_COMMAND);
    payload.set_address(registers::kSdramWindow + at);
    payload.set_data_ptr(bytes.data());
    payload.set_data_length(static_cast<unsigned>(bytes.size()));
    payload.set_streaming_width(payload.get_data_length());
    sc_core::sc_time delay;
    simulation.driver().socket->b_transport(payload, delay);
    EXPECT_EQ(payload.get_response_status(), tlm::TLM_OK_RESPONSE);
    EXPECT_TRUE(
        std::equal(bytes.begin(), bytes.end(), image.bytes->begin() + static_cast<std::ptrdiff_t>(at)));
  }
}

// --- the seam ---

// The recording sees all that it sees alone, and the comparison too.
TEST(ChipParity, ARecordedRunIsComparedAsWell) {
  Random random(5);
  const ObjectPair objects = random_objects(random, 60);
  const Pose pose = random_pose(random, 0.2);
  const auto run = [&](const std::string& path, bool compared) {
    ChipConfig config;
    config.units.pointer_fifo = UnitModel::rtl;
    BoardOptions options;
    options.memory_monitor = true;
    JudgedSimulation simulation(config, options);
    simulation.driver().upload(objects.a, objects.b);
    RecorderOptions recording;
    recording.path = path;
    Recorder recorder(simulation.board(), config, recording);
    simulation.driver().on_query_end.push_back([&] { recorder.end_query(); });
    std::optional<ChipParity> parity;
    if (compared) {
      parity.emplace(simulation, config, objects.a, objects.b);
      parity->expect(pose, false);
    }
    recorder.begin_pose(0);
    const ChipAnswer answer = simulation.query(pose);
    recorder.finish();
    if (!compared) return;
    EXPECT_TRUE(parity->check("query", answer)) << parity->verdict().first_difference;
    EXPECT_EQ(parity->verdict().line().find("events compared 0,"), std::string::npos);
  };
  const std::string alone = ::testing::TempDir() + "/alone" + std::to_string(getpid()) + ".sqlite";
  const std::string both = ::testing::TempDir() + "/both" + std::to_string(getpid()) + ".sqlite";
  run(alone, false);
  run(both, true);
  const TraceReader a(alone), b(both);
  const TraceDiff diff = diff_traces(a, b);
  EXPECT_TRUE(diff.same()) << diff.first->where;
  EXPECT_GT(diff.streams.size(), 20u);
}

std::string complaint(const ChipConfig& config) {
  try {
    check_rtl(config);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(RtlUnits, RefuseOtherNodesThanTheyReadByName) {
  EXPECT_EQ(kDop128.pair_bytes, 4 * kRtlBeatWords * kRtlPairBeats);
  ChipConfig config;
  config.node_format = &testing_support::kCompact14;
  config.dop.k = 14;
  EXPECT_EQ(complaint(config), "") << "of the models";
  config.units.stack_engine = UnitModel::rtl;
  EXPECT_EQ(complaint(config),
            "units.stack_engine = \"rtl\": expected nodes in dop128, got compact14; the RTL reads no other");
}

TEST(RtlUnits, RefuseTrianglesInLeavesByName) {
  ChipConfig config;
  config.stack_engine.leaf_test = LeafTest::triangle;
  config.memory_controller.leaf_layout = LeafLayout::triangle;
  EXPECT_EQ(complaint(config), "") << "of the models";
  for (const char* unit : {"memory_controller", "stack_engine", "dop_unit", "triangle_unit"}) {
    ChipConfig with_rtl = config;
    find_key(std::string("units.") + unit)->set(with_rtl, static_cast<std::uint32_t>(UnitModel::rtl));
    EXPECT_EQ(complaint(with_rtl),
              std::string("memory_controller.leaf_layout = \"triangle\": expected \"dop\" with units.") +
                  unit + " = \"rtl\"; the RTL has no other");
  }
}

// In the place of RTL: ends a query more often than there is room for.
class CarelessFifo : public PointerFifo {
 public:
  using PointerFifo::PointerFifo;

 protected:
  Cycle step(Cycle now) override {
    const Cycle next = PointerFifo::step(now);
    while (!ports_.done.empty()) ports_.done.put(now, {});
    return next;
  }
};

TEST(ChipParity, APutIntoAFullChannelIsToldWithWhereTheUnitParted) {
  UnitKinds kinds = unit_kinds();
  for (UnitKind& kind : kinds) {
    if (kind.name != "pointer_fifo") continue;
    kind.implementations.front().rtl = [](const std::string& name, const ChipConfig& config,
                                          const UnitPorts& ports) {
      return std::unique_ptr<Unit>(std::make_unique<CarelessFifo>(
          name.c_str(), params_of<PointerFifoParams>(config), PointerFifo::Ports::of(ports)));
    };
  }
  ChipConfig config;
  set_model(config, "pointer_fifo", UnitModel::rtl);
  BoardOptions options;
  options.units = &kinds;
  const ObjectPair objects = tori();
  JudgedSimulation simulation(config, options);
  simulation.driver().upload(objects.a, objects.b);
  ChipParity parity(simulation, config, objects.a, objects.b);
  parity.expect(Pose{}, false);
  try {
    simulation.query(Pose{});
    FAIL() << "two ends of one query";
  } catch (const std::exception& error) {
    const std::string told = parity.failure(error);
    EXPECT_EQ(told.rfind("models disagree: ", 0), 0u) << told;
    EXPECT_NE(told.find(": pointer_fifo.done item 0: "), std::string::npos) << told;
    EXPECT_NE(told.find("; later: pointer_fifo.done: put into a full channel in cycle "), std::string::npos)
        << told;
    EXPECT_EQ(told.find('\n'), std::string::npos);
  }
}

TEST(RtlUnits, RefuseAMachineTheyWereNotMadeFor) {
  ChipConfig config;
  config.units.dop_unit = UnitModel::rtl;
  EXPECT_EQ(complaint(config), "");
  config.dop_unit.register_sets = 4;
  EXPECT_EQ(complaint(config),
            "dop_unit.register_sets = 4: expected 2 with units.dop_unit = \"rtl\"; the RTL has no other");
  EXPECT_THROW(JudgedSimulation{config}, InputError);
  config.units.dop_unit = UnitModel::tlm;
  EXPECT_EQ(complaint(config), "");
}

TEST(RtlUnits, RefuseWhatWasAddedAfterThemByName) {
  for (const auto& [unit, key, value] : {std::tuple("memory_controller", "sdram.t_ras_max", 32000u),
                                         std::tuple("memory_controller", "sdram.mode_burst", 8u),
                                         std::tuple("pci_interface", "pci.read_burst_words", 1u)}) {
    ChipConfig config;
    set_model(config, unit, UnitModel::rtl);
    if (!complaint(config).empty()) GTEST_SKIP() << complaint(config);
    find_key(key)->set(config, value);
    EXPECT_EQ(
        complaint(config),
        fmt::format("{} = {}: expected 0 with units.{} = \"rtl\"; the RTL has no other", key, value, unit));
  }
}

TEST(RtlUnits, RefuseProtectionsListHeadsAndTraversalsThatTheyDoNotHave) {
  const std::pair<const char*, std::vector<const char*>> missing[] = {
      {"stack_sram.ecc=parity", {"stack_engine", "pci_interface"}},
      {"stack_sram.ecc=secded", {"stack_engine", "pci_interface"}},
      {"stack_engine.list_heads=sram", {"stack_engine"}},
      {"stack_engine.traversal=pairs", {"stack_engine"}},
      {"pointer_fifo.entry_check=true", {"triangle_unit", "pointer_fifo", "pci_interface"}}};
  for (const auto& [set, units] : missing) {
    for (const char* unit : units) {
      ChipConfig config;
      apply_set(config, set);
      EXPECT_EQ(complaint(config), "");
      set_model(config, unit, UnitModel::rtl);
      const std::string said = complaint(config),
                        key = std::string(set).substr(0, std::string(set).find('='));
      EXPECT_EQ(said.rfind(key + " = ", 0), 0u) << said;
      EXPECT_NE(said.find("units." + std::string(unit)), std::string::npos) << said;
    }
  }
}

TEST(RtlUnits, AreRefusedWhereThereIsNone) {
  for (const std::string& unit : replaceable_units()) {
    ChipConfig config;
    set_model(config, unit, UnitModel::rtl);
    const bool there = std::count(rtl_units().begin(), rtl_units().end(), unit) != 0;
    EXPECT_EQ(
        complaint(config),
        there ? "" : "units." + unit + " = \"rtl\": expected \"tlm\"; this program has no RTL for this unit");
    if (!there) {
      EXPECT_THROW(JudgedSimulation{config}, InputError);
    }
    // A board has no RTL unless it gets some.
    BoardOptions models;
    models.units = &model_kinds();
    EXPECT_THROW((JudgedSimulation{config, models}), InputError) << unit;
  }
}

// A worker's result for one batch of poses belongs to that batch alone.
TEST(Asker, TellsWhatItsJudgesFoundSinceTheLastTime) {
  PoseQuestion question;
  question.engine = find_engine("tlm");
  question.config.units.dop_unit = UnitModel::rtl;
  question.poses = std::vector<Pose>(4);
  question.a = question.b = std::make_shared<const CollisionObject>(object_of(torus(6, 5)));
  Asker asker(question, nullptr);
  const AnswerTotals one = asker.ask(0, 1).totals, three = asker.ask(1, 4).totals;
  EXPECT_EQ(one.parity.queries, 1u);
  EXPECT_EQ(three.parity.queries, 3u);
  EXPECT_EQ(three.parity.cycles, 3 * one.parity.cycles);
  EXPECT_EQ(three.parity.events, 3 * one.parity.events);
  EXPECT_EQ(one.verdict.queries, 1u);
  EXPECT_EQ(three.verdict.queries, 3u);
  EXPECT_EQ(three.sum.sum().cycles, 3 * one.sum.sum().cycles);
  EXPECT_GT(one.parity.cycles, 0u);
}

}  // namespace
}  // namespace collisionchip
