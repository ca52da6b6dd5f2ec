// Scenes on the chip: the pairs of all objects against all, by every way of asking and after any number of stops.
#include <algorithm>
#include <cstring>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "collisionchip/reference/geometry/relative_pose.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/testbench/scenes/scene_asker.h"
#include "collisionchip/testbench/scenes/scene_run.h"
#include "collisionchip/testbench/scenes/scene_totals.h"
#include "collisionchip/testbench/tests/test_folder.h"

namespace collisionchip {
namespace {

using namespace testing_support;

// A box that everything lies in, and parts close to each other, two of each shape.
ScenePlan small_scene(const Folder& folder, const std::string& chip) {
  return load_scene_plan(folder.write("s.toml", "chip = \"" + chip + R"("
frames = 5
[scene]
kind = "rain"
objects = 7
shapes = 3
triangles = 60
spacing = 0.6
speed = 0.3
spin = 0.5
[[object]]
name = "crate"
mesh = { kind = "box", triangles = 48 }
)"));
}

std::string run(const Scene& scene, const std::string& path, unsigned jobs = 2) {
  SceneRunOptions options;
  options.jobs = jobs;
  SceneFolder folder(path, question_of(scene, options));
  return run_scene(scene, options, folder).at("verdict").at("first_difference");
}

// Every triangle of every object against every one of every other, without broad phase, without tree, without chip.
std::string pairs_of_all(const Scene& scene) {
  std::string text = kPairColumns;
  const std::vector<SceneObject>& objects = scene.plan().objects;
  for (std::uint64_t frame = 0; frame < scene.plan().frames; ++frame) {
    const std::vector<DoublePose> poses = scene.poses(frame);
    for (std::size_t a = 0; a < poses.size(); ++a) {
      for (std::size_t b = a + 1; b < poses.size(); ++b) {
        const QueryResult found =
            tile_traversal(scene.object(a), scene.object(b), relative_pose(poses[a], poses[b]), {}, 16);
        for (const TrianglePair& pair : found.pairs)
          text += fmt::format("{},{},{},{},{}\n", frame, objects[a].name, objects[b].name, pair.a, pair.b);
      }
    }
  }
  return text;
}

TEST(Scene, PairsAreThoseOfAllObjectsAgainstAll) {
  for (const char* chip : {"paper41", "beyond"}) {
    const Folder folder;
    const Scene scene(small_scene(folder, chip));
    EXPECT_EQ(scene.image().objects.size(), 4u);  // of eight objects
    EXPECT_EQ(run(scene, folder / "out"), "");
    const std::string pairs = folder.read("out/pairs.csv");
    EXPECT_EQ(pairs, pairs_of_all(scene));
    EXPECT_GT(std::count(pairs.begin(), pairs.end(), '\n'), 500);
    const nlohmann::ordered_json totals = read_scene_totals(folder / "out/scene.json");
    EXPECT_EQ(totals.at("triangle_pairs"), std::count(pairs.begin(), pairs.end(), '\n') - 1);
    EXPECT_LT(totals.at("pairs_tested"), totals.at("all_pairs"));
    EXPECT_EQ(totals.at("verdict").at("queries"), totals.at("pairs_tested"));
  }
}

// Frames whose pairs do not fill the last batch, too: the same answers, and the chip waits less.
TEST(Scene, PairsShareTheCommandQueue) {
  const Folder folder;
  ScenePlan plan = small_scene(folder, "beyond");
  ASSERT_EQ(run(Scene(plan), folder / "alone"), "");
  plan.chip.config.group_engine.queries = 5;
  ASSERT_EQ(run(Scene(plan), folder / "together"), "");
  EXPECT_EQ(folder.read("together/pairs.csv"), folder.read("alone/pairs.csv"));
  const nlohmann::ordered_json alone = read_scene_totals(folder / "alone/scene.json"),
                               together = read_scene_totals(folder / "together/scene.json");
  EXPECT_EQ(together.at("pairs_tested"), alone.at("pairs_tested"));
  EXPECT_LT(3 * together.at("cycles").get<Cycle>(), 2 * alone.at("cycles").get<Cycle>());
}

TEST(Scene, TwoObjectsMayShareTheOnlyMeshThereIs) {
  const Folder folder;
  const Scene scene(load_scene_plan(folder.write("s.toml", R"(frames = 1
[[object]]
name = "a"
mesh = { kind = "gear", triangles = 60 }
[[object]]
name = "b"
mesh = { kind = "gear", triangles = 60 }
pose = "0.5 0.1 0 1 0.2 0 0"
)")));
  EXPECT_EQ(scene.image().objects.size(), 1u);
  EXPECT_EQ(run(scene, folder / "out"), "");
  EXPECT_EQ(folder.read("out/pairs.csv"), pairs_of_all(scene));
  EXPECT_NE(folder.read("out/pairs.csv"), kPairColumns);
}

// The frames one by one, and what they add up to.
TEST(Scene, AFrameIsWhatItsQueriesTake) {
  const Folder folder;
  const Scene scene(small_scene(folder, "paper41"));
  ASSERT_EQ(run(scene, folder / "out"), "");
  const nlohmann::ordered_json totals = read_scene_totals(folder / "out/scene.json");
  const Cycle deadline = totals.at("deadline").at("cycles");
  EXPECT_EQ(deadline, 1'000'000'000u / scene.config().chip.clock_period_ps);
  std::string frames = kFrameColumns;
  FrameCounts sum;
  SceneAsker asker(scene, true);
  for (std::uint64_t frame = 0; frame < scene.plan().frames; ++frame) {
    const FrameAnswer answer = asker.ask(frame);
    // As many as there are: reset, matrices, roots, start; the status and interrupt, and a word for each end of a pair.
    EXPECT_GT(answer.counts.pci_bytes,
              answer.counts.pairs_tested * 4 * 154 + answer.counts.triangle_pairs * 8);
    frames += frame_line(answer, scene.config(), 1000);
    sum.add(answer.counts);
  }
  EXPECT_EQ(folder.read("out/frames.csv"), frames);
  EXPECT_EQ(totals.at("total_cycles"), sum.total_cycles());
  EXPECT_EQ(totals.at("cycles"), sum.cycles);
  EXPECT_GT(sum.settled_cycles, sum.total_cycles()) << "the doorbell";
  EXPECT_EQ(totals.at("total_ns"), (sum.host.total_ps + 500) / 1000);
  const auto ns = [&](const char* name) { return totals.at(name).get<std::uint64_t>(); };
  EXPECT_EQ(ns("chip_ns") + ns("link_ns"),
            (sum.settled_cycles * scene.config().chip.clock_period_ps + 500) / 1000);
  EXPECT_EQ(ns("chip_ns") + ns("link_ns") + ns("host_ns") - ns("overlap_ns"), ns("total_ns"));
  const HostKeys& host = scene.config().host;
  EXPECT_GE(ns("host_ns"), ns("pairs_tested") * (host.call_ns + host.setup_ns));
  EXPECT_GT(sum.cycles, 0u);
  EXPECT_EQ(totals.at("upload").at("cycles"), upload_cycles(scene.config(), scene.image()));
}

TEST(Scene, ARunThatGoesOnLeavesTheSameBytes) {
  const Folder folder;
  const Scene scene(small_scene(folder, "paper41"));
  ASSERT_EQ(run(scene, folder / "whole", 1), "");
  {
    // Broken off when two frames were there. One of them has a stranger's answer: the frame is not asked again.
    const SceneFolder begun(folder / "parts", question_of(scene, {}));
    SceneAsker asker(scene, true);
    for (const std::uint64_t frame : {3u, 1u}) {
      FrameAnswer answer = asker.ask(frame);
      if (frame == 3) answer.pair_lines += "3,known,before,0,0\n";
      answer.save(begun.frame_file(frame), begun.question_digest());
    }
  }
  ASSERT_EQ(run(scene, folder / "parts", 3), "");
  std::string expected = folder.read("whole/pairs.csv");
  const std::size_t behind_three = expected.find("\n4,");
  ASSERT_NE(behind_three, std::string::npos);
  expected.insert(behind_three + 1, "3,known,before,0,0\n");
  EXPECT_EQ(folder.read("parts/pairs.csv"), expected);
  for (const char* name : {"frames.csv", "scene.json", "chip.toml"})
    EXPECT_EQ(folder.read(std::string("parts/") + name), folder.read(std::string("whole/") + name)) << name;
  EXPECT_FALSE(std::filesystem::exists(folder / "parts/frames"));
}

std::string refusal(const Scene& scene, const std::string& path, const Folder& folder) {
  try {
    run(scene, path);
  } catch (const InputError& error) {
    return folder.without(error.what());
  }
  return "";
}

// A machine that is switched off leaves empty or cut files, a killed process hidden ones.
TEST(Scene, WhatIsDamagedIsAskedAgainAndNothingIsLeftOver) {
  const Folder folder;
  const Scene scene(small_scene(folder, "paper41"));
  ASSERT_EQ(run(scene, folder / "whole", 1), "");
  {
    const SceneFolder begun(folder / "parts", question_of(scene, {}));
    SceneAsker asker(scene, true);
    for (const std::uint64_t frame : {0u, 1u, 2u})
      asker.ask(frame).save(begun.frame_file(frame), begun.question_digest());
    const std::string answer = folder.read("parts/frames/1");
    folder.write("parts/frames/0", "");
    folder.write("parts/frames/1", answer.substr(0, answer.size() - 1));
  }
  folder.write("parts/.pairs.csv.4711.new", "frame,object_a");
  folder.write("parts/.question.txt.4711.new", "");
  ASSERT_EQ(run(scene, folder / "parts", 2), "");
  const auto files = [&](const char* name) {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder / name))
      names.insert(entry.path().filename().string());
    return names;
  };
  EXPECT_EQ(files("parts"), files("whole"));
  for (const char* name : {"frames.csv", "pairs.csv", "scene.json", "chip.toml"}) {
    EXPECT_EQ(folder.read(std::string("parts/") + name), folder.read(std::string("whole/") + name)) << name;
    std::filesystem::remove(folder / (std::string("parts/") + name));
    ASSERT_EQ(run(scene, folder / "parts"), "");
    EXPECT_EQ(folder.read(std::string("parts/") + name), folder.read(std::string("whole/") + name)) << name;
  }
  folder.write("parts/scene.json", "{\"version\": ");
  EXPECT_EQ(
      refusal(scene, folder / "parts", folder),
      "parts/scene.json: expected the file as this program has written it, found other bytes; move it away");
}

TEST(Scene, AFolderWithOtherResultsIsLeftAlone) {
  const Folder folder;
  const Scene scene(small_scene(folder, "paper41"));
  std::filesystem::create_directories(folder / "other");
  folder.write("other/stats.json", "{}");
  EXPECT_EQ(refusal(scene, folder / "other", folder),
            "other: expected an empty folder or results of `scene`, found stats.json");
  EXPECT_FALSE(std::filesystem::exists(folder / "other/scene.lock"));
  ASSERT_EQ(run(scene, folder / "out"), "");
  const std::string before = folder.read("out/scene.json");
  EXPECT_EQ(refusal(scene, folder / "out", folder), "");  // the same question
  ScenePlan plan = scene.plan();
  plan.objects.back().path.motion.start.t.x = 0.5;
  const std::string moved = refusal(Scene(plan), folder / "out", folder);
  EXPECT_NE(moved.find("it holds the results of another question, 'scene "), std::string::npos) << moved;
  EXPECT_EQ(folder.read("out/scene.json"), before);
}

// A chip whose memory has other triangles than the reference stands for a model that is wrong.
TEST(Scene, ADifferenceEndsItAndSaysWhere) {
  const Folder folder;
  const Scene scene(small_scene(folder, "paper41"));
  auto& bytes = const_cast<std::vector<unsigned char>&>(*scene.image().bytes);
  const PlacedObject& crate = scene.image().objects.back();
  for (std::uint64_t at = crate.end - 48 * 128; at < crate.end; at += 128) {
    const float far = 100;
    for (std::uint64_t corner = 0; corner < 9; ++corner) std::memcpy(&bytes[at + 4 * corner], &far, 4);
  }
  const std::string difference = run(scene, folder / "out");
  EXPECT_EQ(difference.substr(0, 9), "frame 0, ") << difference;
  EXPECT_NE(difference.find(" and crate: entry "), std::string::npos) << difference;
  EXPECT_FALSE(std::filesystem::exists(folder / "out/scene.json"));
  EXPECT_FALSE(std::filesystem::exists(folder / "out/pairs.csv"));
}

}  // namespace
}  // namespace collisionchip
