// docs/scenes.md, sentence by sentence: what its files, columns and keys say, in numbers of the test's own.
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/scenes/rain.h"
#include "collisionchip/testbench/scenes/scene_asker.h"
#include "collisionchip/testbench/scenes/scene_run.h"
#include "collisionchip/testbench/scenes/scene_totals.h"
#include "collisionchip/testbench/tests/test_folder.h"
#include "collisionchip/tlm/machines/derived_of.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

using namespace testing_support;

ScenePlan three_boxes(const Folder& folder, const std::string& head = "frames = 4\n") {
  std::filesystem::create_directories(folder / "below");
  return load_scene_plan(folder.write("below/s.toml", head + R"([[object]]
name = "a"
mesh = { kind = "box", triangles = 48 }
[[object]]
name = "b"
mesh = { kind = "box", triangles = 48 }
pose = "0.3 0.1 0 1 0.1 0 0"
velocity = [0.5, 0, 0]
[[object]]
name = "c"
mesh = { kind = "gear", triangles = 60 }
pose = "0 0.2 0.1 1 0 0.2 0"
)"));
}

FrameAnswer answer_to(std::uint64_t frame, Cycle cycles, Cycle pci_cycles, Cycle doorbell = 0,
                      std::uint64_t host_ns = 0) {
  FrameAnswer answer;
  answer.frame = frame;
  const Cycle settled = cycles + pci_cycles + doorbell;
  answer.counts = {7, 5, 300, cycles, pci_cycles, 1234, settled, {}};
  answer.counts.host.total_ps = settled * ChipConfig{}.chip.clock_period_ps + 1000 * host_ns;
  answer.counts.host.ns = host_ns;
  return answer;
}

TEST(ScenePage, AFrameMeetsADeadlineThatItTakesInFull) {
  EXPECT_EQ(std::string(kFrameColumns),
            "frame,pairs_tested,pairs_colliding,triangle_pairs,cycles,pci_cycles,pci_bytes,total_cycles,"
            "total_ns,chip_ns,link_ns,deadline,host_ns,overlap_ns\n");
  const ChipConfig config;          // 3.75 ns
  constexpr std::uint64_t kUs = 3;  // 800 cycles
  EXPECT_EQ(frame_line(answer_to(3, 760, 40), config, kUs),
            "3,7,5,300,760,40,1234,800,3000,2850,150,met,0,0\n");
  EXPECT_EQ(frame_line(answer_to(4, 760, 41), config, kUs),
            "4,7,5,300,760,41,1234,801,3004,2850,154,missed,0,0\n");
  EXPECT_EQ(frame_line(answer_to(5, 760, 40, 4), config, kUs),
            "5,7,5,300,760,40,1234,800,3015,2850,165,missed,0,0\n")
      << "the doorbell takes time, too";
  EXPECT_EQ(frame_line(answer_to(6, 760, 40, 0, 1), config, kUs),
            "6,7,5,300,760,40,1234,800,3001,2850,150,missed,1,0\n")
      << "and the host";
}

TEST(ScenePage, TotalsAreSumsAndTheSlowestFrameIsTheFirstOfItsKind) {
  const Folder folder;
  const Scene scene(three_boxes(folder));
  SceneTotals totals(scene, true);
  const Cycle deadline = 1'000'000'000 / scene.config().chip.clock_period_ps;
  FrameAnswer in_full = answer_to(0, deadline - 10, 10);
  in_full.counts.host.total_ps = 1'000'000'000;
  totals.add(in_full);
  totals.add(answer_to(1, 20, deadline + 5));
  totals.add(answer_to(2, 25, deadline));
  totals.add(answer_to(3, 30, 1));
  const nlohmann::ordered_json json = totals.to_json();
  EXPECT_EQ(json.at("scene"), "s.toml");  // without its folder
  EXPECT_EQ(json.at("all_pairs"), 4 * 3);
  EXPECT_EQ(json.at("shapes"), 2);
  EXPECT_EQ(json.at("objects")[0].at("address"), json.at("objects")[1].at("address"));
  EXPECT_NE(json.at("objects")[0].at("address"), json.at("objects")[2].at("address"));
  EXPECT_EQ(json.at("pairs_tested"), 28);
  EXPECT_EQ(json.at("pairs_colliding"), 20);
  EXPECT_EQ(json.at("triangle_pairs"), 1200);
  EXPECT_EQ(json.at("cycles"), deadline + 65);
  EXPECT_EQ(json.at("pci_cycles"), 2 * deadline + 16);
  EXPECT_EQ(json.at("pci_bytes"), 4 * 1234);
  EXPECT_EQ(json.at("total_cycles"), 3 * deadline + 81);
  const nlohmann::ordered_json& due = json.at("deadline");
  EXPECT_EQ(due.at("us"), 1000);
  EXPECT_EQ(due.at("met"), 2);
  EXPECT_EQ(due.at("missed"), 2);
  EXPECT_EQ(due.at("slowest_frame"), 1);
  EXPECT_EQ(due.at("slowest_cycles"), deadline + 25);
}

// A box half as large lies in the first one: the pair is asked, and does not collide.
TEST(ScenePage, AFrameCountsWhatTheChipHasTold) {
  const Folder folder;
  ScenePlan plan = three_boxes(folder);
  plan.objects.push_back(plan.objects.front());
  plan.objects.back().name = "inside";
  for (std::size_t i = 0; i < 3; ++i)
    plan.objects.back().path.motion.start.r[i] = 0.5 * plan.objects.front().path.motion.start.r[i];
  const Scene scene(plan);
  SceneAsker asker(scene, true);
  for (std::uint64_t frame = 0; frame < scene.plan().frames; ++frame) {
    FrameCounts told;
    asker.listen([&](const ChipAnswer& chip, std::uint64_t queries, std::uint64_t pairs) {
      told.pairs_tested += queries;
      told.pairs_colliding += pairs > 0 ? 1 : 0;
      told.triangle_pairs += pairs;
      told.cycles += chip.cycles;
      told.pci_cycles += chip.setup_cycles + chip.readback_cycles;
      EXPECT_GT(chip.readback_cycles, 0u);
    });
    const FrameAnswer answer = asker.ask(frame);
    EXPECT_EQ(answer.counts.pairs_tested, told.pairs_tested);
    EXPECT_EQ(answer.counts.pairs_colliding, told.pairs_colliding);
    EXPECT_EQ(answer.counts.triangle_pairs, told.triangle_pairs);
    EXPECT_EQ(answer.counts.cycles, told.cycles);
    EXPECT_EQ(answer.counts.pci_cycles, told.pci_cycles);
    EXPECT_EQ(answer.verdict.queries, told.pairs_tested);
    EXPECT_LT(told.pairs_colliding, told.pairs_tested);
    EXPECT_GT(told.triangle_pairs, told.pairs_colliding);
  }
}

TEST(ScenePage, TheQuestionHoldsAllThatChangesAnAnswer) {
  const Folder folder;
  std::set<std::string> questions;
  const auto ask = [&](const ScenePlan& plan, bool check) {
    SceneRunOptions options;
    options.check = check;
    questions.insert(question_of(Scene(plan), options));
  };
  const ScenePlan plan = three_boxes(folder);
  ask(plan, true);
  ask(plan, false);
  ask(three_boxes(folder, "frames = 3\n"), true);
  ask(three_boxes(folder, "frames = 4\ndeadline_us = 999\n"), true);
  ask(three_boxes(folder, "frames = 4\n[set]\nsdram.banks = 16\n"), true);
  ScenePlan other = plan;
  other.objects[0].name = "d";
  ask(other, true);
  other = plan;
  other.objects[1].path.motion.velocity[0] = 0.25;
  ask(other, true);
  other = plan;
  other.objects[0].source.triangles = 12;
  ask(other, true);
  EXPECT_EQ(questions.size(), 8u);
  ask(plan, true);
  EXPECT_EQ(questions.size(), 8u);
}

TEST(ScenePage, RainSharesItsShapesInTurnAndBeyondFiveOnlyCastingsDiffer) {
  Rain rain;
  EXPECT_EQ(rain.objects, 200u);
  EXPECT_EQ(rain.shapes, 5u);
  EXPECT_EQ(rain.triangles, 200u);
  EXPECT_EQ(rain.seed, 0u);
  EXPECT_EQ(rain.spacing, 1.2);
  EXPECT_EQ(rain.speed, 0.02);
  EXPECT_EQ(rain.spin, 0.05);
  rain.objects = 40;
  rain.shapes = 10;
  rain.seed = 3;
  const std::vector<SceneObject> objects = make_rain(rain);
  const char* const kinds[] = {"bolt", "gear", "coil-spring", "torus-knot", "finned-casting"};
  double fastest = 0, quickest = 0;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    EXPECT_EQ(objects[i].name, "part-" + std::to_string(i));
    EXPECT_EQ(objects[i].source.kind, kinds[i % 5]);
    EXPECT_EQ(objects[i].source.seed, i % 10 < 5 ? 3u : 4u);
    EXPECT_EQ(objects[i].source.triangles, 200u);
    const RigidMotion& motion = objects[i].path.motion;
    for (int axis = 0; axis < 3; ++axis) {
      fastest = std::max(fastest, std::abs(motion.velocity[axis]));
      quickest = std::max(quickest, std::abs(motion.angular_velocity[axis]));
    }
  }
  EXPECT_LE(fastest, rain.speed);
  EXPECT_GT(fastest, 0.9 * rain.speed);
  EXPECT_LE(quickest, rain.spin);
  EXPECT_GT(quickest, 0.9 * rain.spin);
}

// The branch cache keeps records across queries: its frames come in one go, whatever the number of jobs.
TEST(ScenePage, AMachineThatRemembersIsAskedAllFramesInOneGo) {
  const Folder folder;
  ScenePlan plan = three_boxes(folder);
  plan.chip.config = preset("paper41");
  plan.chip.config.tree.format = TreeFormatKey::obb40;
  plan.chip.config.obb_unit.branch_cache_lines = 64;
  plan.chip.config.obb_unit.keep_across_queries = true;
  const Scene scene(plan);
  ASSERT_TRUE(remembers_queries(scene.config()));
  const auto frames = [&](const char* name, unsigned jobs) {
    SceneRunOptions options;
    options.jobs = jobs;
    SceneFolder results(folder / name, question_of(scene, options));
    run_scene(scene, options, results);
    return folder.read(std::string(name) + "/frames.csv");
  };
  const std::string one = frames("one", 1);
  EXPECT_EQ(frames("four", 4), one);
  std::string expected = kFrameColumns;
  SceneAsker asker(scene, true);
  for (std::uint64_t frame = 0; frame < plan.frames; ++frame)
    expected += frame_line(asker.ask(frame), scene.config(), plan.deadline_us);
  EXPECT_EQ(one, expected);
}

}  // namespace
}  // namespace collisionchip
