// The OBB Unit: its schedule cycle by cycle, and the unit alone between scripted neighbours.
#include "collisionchip/tlm/units/obb_unit/obb_unit.h"

#include <memory>

#include "collisionchip/reference/obb/obb_object.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"
#include "collisionchip/testbench/tests/tlm/chip_words.h"
#include "collisionchip/testbench/tests/tlm/unit_bench.h"
#include "collisionchip/tlm/machines/unit_params.h"

namespace collisionchip {
namespace {

using namespace testing_support;
using Cycles2 = std::array<Cycle, 2>;

ChipConfig machine(TreeFormatKey format) {
  ChipConfig config;
  config.tree.format = format;
  return config;
}

// docs/obb.md has these numbers.
TEST(ObbSchedule, APairOf64BytesIsPlacedCycleByCycle) {
  const ObbUnitParams params = params_of<ObbUnitParams>(machine(TreeFormatKey::obb64));
  const BoxTransformSchedule s = schedule_transform(params, {10, 10, 0, 0});
  EXPECT_EQ(s.loaded, 12u);
  EXPECT_EQ(s.decode, (Cycles2{12, 14}));
  EXPECT_EQ(s.place, (Cycles2{12, 14}));
  EXPECT_EQ(s.place_end, (Cycles2{14, 16}));
  EXPECT_EQ(s.input_released, 13u) << "new beats follow the second member's first one";
  EXPECT_EQ(s.pipeline_free, 16u);
  EXPECT_EQ(s.ready, 22u);
}

TEST(ObbSchedule, APairOf40BytesIsDecodedFirst) {
  const ObbUnitParams params = params_of<ObbUnitParams>(machine(TreeFormatKey::obb40));
  const BoxTransformSchedule s = schedule_transform(params, {10, 10, 0, 0});
  EXPECT_EQ(s.decode, (Cycles2{12, 14})) << "the second one comes out when the DOTADDs are free";
  EXPECT_EQ(s.place, (Cycles2{32, 34}));
  EXPECT_EQ(s.input_released, 14u);
  EXPECT_EQ(s.ready, 42u);
}

TEST(ObbSchedule, APairWaitsForTheDotaddsAndForItsSet) {
  const ObbUnitParams params = params_of<ObbUnitParams>(machine(TreeFormatKey::obb40));
  EXPECT_EQ(schedule_transform(params, {10, 10, 40, 0}).place, (Cycles2{40, 42}));
  EXPECT_EQ(schedule_transform(params, {10, 30, 0, 0}).decode, (Cycles2{30, 32}));
  EXPECT_EQ(schedule_transform(params, {10, 10, 0, 60}).place[0] + params.dotadd_stages, 60u);
}

TEST(ObbSchedule, ATestEndsWithTheFirstAxisThatParts) {
  const ObbUnitParams params = params_of<ObbUnitParams>(machine(TreeFormatKey::obb64));
  const BoxOverlapSchedule s = schedule_overlap(params, {100, 100, 100, 0}, {{{15, 1}, {3, 4}}});
  EXPECT_EQ(s.here, 102u);
  EXPECT_EQ(s.data_ready, 108u);
  EXPECT_EQ(s.decode, (Cycles2{102, 108}));
  EXPECT_EQ(s.start, (Cycles2{108, 114}));
  EXPECT_EQ(s.end, (Cycles2{114, 117})) << "5 and 1 cycles of three axes, then 1 and 2";
  EXPECT_EQ(s.input_released, 107u);
}

TEST(ObbSchedule, AxesPerCycleAndTheRegistersRefill) {
  for (const std::uint32_t axes : {1u, 3u, 5u, 15u}) {
    ChipConfig config = machine(TreeFormatKey::obb64);
    config.obb_unit.axes_per_cycle = axes;
    config.memory_controller.refill = RefillPolicy::when_empty;
    const BoxOverlapSchedule s =
        schedule_overlap(params_of<ObbUnitParams>(config), {100, 100, 0, 0}, {{{15, 15}, {15, 15}}});
    EXPECT_EQ(s.end[1] - s.start[0], 60u / axes);
    EXPECT_EQ(s.input_released, s.decode[1]);
  }
}

// The tumbled pair's turning ends the wait of an aligned one that has been here for long.
TEST(ObbSchedule, AnAlignedPairWaitsForTheTumbledOne) {
  const ObbUnitParams params = params_of<ObbUnitParams>(machine(TreeFormatKey::obb40));
  const BoxOverlapSchedule s = schedule_overlap(params, {100, 100, 200, 0}, {{{15, 15}, {15, 15}}});
  EXPECT_EQ(s.start[0], 200 + params.dotadd_stages);
  EXPECT_EQ(s.decode[0], s.start[0] - params.decode_cycles - params.dotadd_stages);
}

struct ObbBench {
  SimulationScope scope;
  ChipConfig config;
  Channel<NodePairData> tumbled_data{"tumbled", 64}, aligned_data{"aligned", 256};
  Channel<ListCommand> list_commands{"lists", 64};
  Channel<MatrixWrite> matrix_writes{"matrix", 16};
  Channel<RegisterRelease> releases{"releases", 256};
  Channel<OverlapFlags> flags{"flags", 256};
  ObbUnit unit;
  Source<NodePairData> tumbled, aligned;
  Source<ListCommand> lists;
  Source<MatrixWrite> matrix;
  Sink<RegisterRelease> released;
  Sink<OverlapFlags> answers;

  explicit ObbBench(const ChipConfig& c)
      : config(c),
        unit("obb_unit", params_of<ObbUnitParams>(config),
             ObbUnit::Ports{tumbled_data, aligned_data, list_commands, matrix_writes, releases, flags}),
        tumbled("tumbled", config, tumbled_data),
        aligned("aligned", config, aligned_data),
        lists("lists", config, list_commands),
        matrix("matrix", config, matrix_writes),
        released("released", config, releases),
        answers("answers", config, flags) {
    ObbTransform identity{};
    for (std::size_t i = 0; i < 3; ++i) identity.r[i][i] = 1;
    for (const MatrixWrite& burst : bursts_of(obb_matrix_words(identity))) matrix.add(0, burst);
    unit.begin_query(0);
  }
  std::vector<std::uint32_t> bits() const {
    std::vector<std::uint32_t> all;
    for (const auto& answer : answers.taken()) all.push_back(answer.item.bits);
    return all;
  }
};

// Cubes of side 1, their centres on the x axis.
NodePairData cubes_at(float left, float right) {
  NodePairData pair{};
  for (std::size_t member = 0; member < 2; ++member) {
    ObbRecord record;
    record.r = {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}};
    record.t = {member == 0 ? left : right, 0, 0};
    record.d = {0.5f, 0.5f, 0.5f};
    encode_obb(ObbEncoding::obb40, QuaternionSign::canonical, record, pair.words.data() + 10 * member);
  }
  return pair;
}

TEST(ObbUnit, FlagsSayWhichMembersMeet) {
  ObbBench bench(machine(TreeFormatKey::obb40));
  bench.tumbled.add(9, cubes_at(0, 10));
  bench.lists.add(9, {0, 2, false});
  bench.aligned.add(20, cubes_at(10.25f, 50));  // the right tumbled one meets the left aligned one
  bench.aligned.add(24, cubes_at(20, 0.75f));   // and the other way round
  sc_core::sc_start();
  EXPECT_EQ(bench.bits(), (std::vector<std::uint32_t>{4, 2}));
  EXPECT_EQ(bench.unit.statistics().tests, 8u);
}

TEST(ObbUnit, PairsFetchedInVainAreDroppedBeforeTheListsOwn) {
  ChipConfig config = machine(TreeFormatKey::obb40);
  config.obb_unit.register_sets = 3;
  ObbBench bench(config);
  bench.tumbled.add(9, cubes_at(100, 100));
  bench.tumbled.add(15, cubes_at(200, 200));
  bench.tumbled.add(21, cubes_at(0, 0));
  bench.lists.add(150, {2, 1, false});
  bench.aligned.add(160, cubes_at(0, 50));
  sc_core::sc_start();
  EXPECT_EQ(bench.bits(), (std::vector<std::uint32_t>{5}));
  EXPECT_EQ(bench.unit.statistics().discarded_pairs, 2u);
}

// The second list's pair is placed while the first list is compared.
TEST(ObbUnit, EachListMeetsItsOwnSetOfPlacedBoxes) {
  ObbBench bench(machine(TreeFormatKey::obb40));
  bench.tumbled.add(9, cubes_at(0, 50));
  bench.tumbled.add(15, cubes_at(50, 0));
  bench.lists.add(100, {0, 1, false});
  bench.lists.add(100, {0, 1, false});
  bench.aligned.add(160, cubes_at(0, 100));
  bench.aligned.add(260, cubes_at(0, 100));
  sc_core::sc_start();
  EXPECT_EQ(bench.bits(), (std::vector<std::uint32_t>{1, 4})) << "the left box alone, then the right one";
}

// Word 4 of row 0 is how far apart boxes may be and still meet; word 4 of the other rows is nothing.
TEST(ObbUnit, EpsilonOfTheMatrixJoinsBoxesThatAreApart) {
  ObbBench bench(machine(TreeFormatKey::obb40));
  ObbTransform transform{};
  for (std::size_t i = 0; i < 3; ++i) transform.r[i][i] = 1;
  transform.epsilon = 0.25f;
  for (const MatrixWrite& burst : bursts_of(obb_matrix_words(transform))) bench.matrix.add(1, burst);
  bench.tumbled.add(9, cubes_at(0, 10));
  bench.lists.add(9, {0, 1, false});
  bench.aligned.add(20, cubes_at(1.2f, 11.4f));  // 0.2 from the left tumbled one, 0.4 from the right one
  sc_core::sc_start();
  EXPECT_EQ(bench.bits(), (std::vector<std::uint32_t>{1}));
}

TEST(ObbUnit, FlagsLeaveBehindTheLastAxis) {
  ObbBench bench(machine(TreeFormatKey::obb64));
  const auto place = [](float left, float right) {
    NodePairData pair{};
    for (std::size_t member = 0; member < 2; ++member) {
      ObbRecord record;
      record.r = {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}};
      record.t = {member == 0 ? left : right, 0, 0};
      record.d = {0.5f, 0.5f, 0.5f};
      encode_obb(ObbEncoding::obb64, QuaternionSign::canonical, record, pair.words.data() + 16 * member);
    }
    return pair;
  };
  bench.tumbled.add(9, place(0, 0));
  bench.lists.add(9, {0, 1, false});
  bench.aligned.add(99, place(0, 50));
  sc_core::sc_start();
  // Two tests of 15 axes and two of one: 5 + 5 + 1 + 1 cycles from 108 on, the second member's in order.
  EXPECT_EQ(bench.answers.taken_at(), (std::vector<Cycle>{121}));
  EXPECT_EQ(bench.unit.statistics().axes, 32u);
}

// docs/obb.md#branch-cache has these numbers: what is kept comes at once, is not decoded and holds no register.
TEST(ObbUnit, AKeptPairIsNeitherDecodedNorReleased) {
  for (const bool kept : {false, true}) {
    ChipConfig config = machine(TreeFormatKey::obb40);
    config.obb_unit.branch_cache_lines = 16;
    ObbBench bench(config);
    NodePairData tumbled = cubes_at(0, 10), aligned = cubes_at(10.25f, 50);
    tumbled.kept = aligned.kept = kept;
    bench.tumbled.add(9, tumbled);
    bench.lists.add(9, {0, 1, false});
    bench.aligned.add(99, aligned);
    sc_core::sc_start();
    EXPECT_EQ(bench.bits(), std::vector<std::uint32_t>{4});
    EXPECT_EQ(bench.released.taken().size(), kept ? 0u : 2u);
    EXPECT_EQ(bench.unit.kept_pairs().tumbled, kept ? 1u : 0u);
    EXPECT_EQ(bench.unit.kept_pairs().aligned, kept ? 1u : 0u);
    // The first axis parts three pairs of boxes, the other one takes all fifteen: 1, 5, 1 and 1 cycles. In the register at 100,
    // beats and decoder (1 and 0, or 2 and 20), the DOTADDs that turn it, and the flags.
    EXPECT_EQ(bench.answers.taken_at(), std::vector<Cycle>{(kept ? 101u : 122u) + 6 + 8 + 1});
  }
}

}  // namespace
}  // namespace collisionchip
