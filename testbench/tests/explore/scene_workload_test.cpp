// Scenes as workloads of plans: a point tells what `collisionchip scene` tells of its machine.
#include <algorithm>

#include <gtest/gtest.h>

#include "collisionchip/testbench/account/query_times.h"
#include "collisionchip/testbench/explore/evaluator.h"
#include "collisionchip/testbench/scenes/scene_asker.h"
#include "collisionchip/testbench/tests/explore/explore_support.h"
#include "collisionchip/tlm/config/config_file.h"

namespace collisionchip {
namespace {

using namespace testing_support;

const char* const kScene = R"(
deadline_us = 20
frames = 3
[scene]
kind = "rain"
objects = 7
shapes = 3
triangles = 60
spacing = 0.6
speed = 0.3
)";

std::string plan_with(const std::string& workload) {
  return "[[workload]]\nname = \"rain\"\n" + workload + "\n";
}

std::uint64_t of(const Evaluation& evaluation, const char* name) {
  return evaluation.statistics.at(statistic_column(name)).value();
}

std::string refused(const Folder& folder, const std::string& workload) {
  try {
    load_plan(folder.write("plan.toml", plan_with(workload)));
  } catch (const InputError& error) {
    return std::string(error.what()).substr((folder / "").size());
  }
  return "";
}

TEST(SceneWorkload, APointTellsWhatTheFramesTake) {
  const Folder folder;
  folder.write("s.toml", std::string("chip = \"paper52\"\n") + kScene);
  const std::vector<Workload> workloads =
      load_workloads(load_plan(folder.write("plan.toml", plan_with("scene = \"s.toml\""))).workloads);
  for (const char* set : {"group_engine.queries=1", "group_engine.queries=8"}) {
    SCOPED_TRACE(set);
    ChipConfig config = load_chip("beyond");
    apply_set(config, set);
    ObjectStore objects(workloads);
    const Evaluation found = Evaluator(workloads, objects, true).evaluate(config, 0);
    ASSERT_EQ(found.status, Evaluation::Status::done) << found.reason;

    const Scene scene(workloads[0].scene, config);
    SceneAsker asker(scene, true);
    FrameCounts sum;
    constexpr std::uint64_t kDeadlineUs = 20;
    std::uint64_t missed_by_the_link = 0;
    std::uint64_t slowest = 0, missed = 0, missed_by_the_chip = 0;
    for (std::uint64_t frame = 0; frame < 3; ++frame) {
      const FrameCounts counts = asker.ask(frame).counts;
      sum.add(counts);
      slowest = std::max<std::uint64_t>(slowest, counts.cycles);
      missed += is_late(counts, kDeadlineUs) ? 1 : 0;
      missed_by_the_chip += nanoseconds(counts.cycles, config) > 1000 * kDeadlineUs ? 1 : 0;
      missed_by_the_link += nanoseconds(counts.settled_cycles, config) > 1000 * kDeadlineUs ? 1 : 0;
    }
    ASSERT_GT(sum.triangle_pairs, 0u);
    ASSERT_GT(missed_by_the_link, missed_by_the_chip);  // transfers over PCI count
    EXPECT_GE(missed, missed_by_the_link);
    EXPECT_EQ(of(found, "queries"), sum.pairs_tested);
    EXPECT_EQ(of(found, "pairs"), sum.triangle_pairs);
    EXPECT_EQ(of(found, "cycles"), sum.cycles);
    EXPECT_EQ(of(found, "setup_cycles") + of(found, "readback_cycles"), sum.pci_cycles);
    EXPECT_EQ(of(found, "slowest_cycles"), slowest);
    EXPECT_EQ(of(found, "missed_deadlines"), missed);
    EXPECT_EQ(of(found, "total_ns"), (sum.host.total_ps + 500) / 1000);
    EXPECT_EQ(of(found, "host_ns"), sum.host.ns);
    EXPECT_EQ(of(found, "chip_ns") + of(found, "link_ns") + of(found, "host_ns") - of(found, "overlap_ns"),
              of(found, "total_ns"));
  }
}

TEST(SceneWorkload, AFileAndATableAreTheSameWork) {
  const Folder folder;
  folder.write("s.toml", std::string("chip = \"paper52\"\n") + kScene);
  const std::string rain =
      "kind = \"rain\", frames = 3, objects = 7, shapes = 3, triangles = 60, spacing = 0.6, speed = 0.3";
  const auto hash = [&](const std::string& scene) {
    return load_workloads(load_plan(folder.write("plan.toml", plan_with("scene = " + scene))).workloads)
        .front()
        .hash;
  };
  EXPECT_EQ(hash("\"s.toml\""), hash("{ " + rain + ", deadline_us = 20 }"));
  EXPECT_NE(hash("\"s.toml\""), hash("{ " + rain + ", deadline_us = 21 }"));
  EXPECT_NE(hash("\"s.toml\""), hash("{ " + rain + ", deadline_us = 20, seed = 1 }"));
}

TEST(SceneWorkload, ResultsAreKeptAndNotAskedAgain) {
  const Folder folder;
  Loaded loaded(folder.write(
      "plan.toml",
      plan_with("scene = { kind = \"rain\", frames = 2, objects = 5, triangles = 50, spacing = 0.6 }")));
  ResultStore store(folder / "explore.sqlite", "1");
  EXPECT_EQ(loaded.run(store, jobs(1)).computed, 1u);
  const ExploreCounts again = loaded.run(store, jobs(1));
  EXPECT_EQ(again.computed, 0u);
  EXPECT_EQ(again.reused, 1u);
  loaded.write(store, folder / "");
}

TEST(SceneWorkload, WhatIsWrongIsSaidWithItsLine) {
  const Folder folder;
  folder.write("s.toml", "frames = 0\n");
  EXPECT_EQ(refused(folder, "scene = 3"),
            "plan.toml:3: workload.scene: expected a scene file, or { kind = \"rain\", frames = N }, got 3");
  EXPECT_EQ(refused(folder, "scene = \"s.toml\""),
            "s.toml:1: frames: expected an integer in 1..1000000, got 0");
  EXPECT_EQ(refused(folder, "scene = { kind = \"rain\", frames = 2, color = 3 }"),
            "plan.toml:3: workload.scene.color: unknown; expected one of frames, deadline_us, kind, objects, "
            "shapes, "
            "triangles, seed, spacing, speed, spin");
  EXPECT_EQ(refused(folder, "scene = \"s.toml\"\nfirst = true"),
            "plan.toml:4: workload.first: expected no such member with scene, which has its own objects and "
            "motions");
}

}  // namespace
}  // namespace collisionchip
