// Many shapes in one world: what the library says is what the verb `scene` writes, and what its parts say two by two.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <thread>

#include <fmt/format.h>

#include "collisionchip/api.h"
#include "collisionchip/reference/geometry/relative_pose.h"
#include "collisionchip/testbench/scenes/scene_run.h"
#include "collisionchip/testbench/tests/test_folder.h"

namespace collisionchip::api {
namespace {

using testing_support::Folder;

constexpr std::size_t kFrames = 5;
// The one machine whose cycles depend on the frames before.
constexpr const char* kRemembers = "tree.format = \"obb40\"\nobb_unit.branch_cache_lines = 1024";

// Parts close to each other in a box, two of each shape.
std::string small_scene(const Folder& folder, const std::string& chip, const std::string& set = "") {
  return folder.write("s.toml", "chip = \"" + chip + "\"\nframes = 5\n[set]\n" + set + R"(
[scene]
kind = "rain"
objects = 6
shapes = 3
triangles = 60
spacing = 0.6
speed = 0.3
spin = 0.5
[[object]]
name = "crate"
mesh = { kind = "box", triangles = 48 }
)");
}

// The same without a file: seven parts, of which the crate does not move.
struct Crate {
  SceneFile file;
  Scene scene;
  std::vector<Scene::Frame> frames;

  explicit Crate(const Folder& folder) : file(SceneFile::load(small_scene(folder, "paper41"))) {
    const Scene& all = file.scene();
    for (const Scene::Part part : all.parts())
      scene.add(all.shape(part), all.pose(part), all.name(part),
                part == 6 ? Scene::fixed : Scene::movable_part);
    frames = file.frames();
    for (Scene::Frame& frame : frames) frame.resize(6);
  }
};

std::string pair_lines(const Scene& scene, std::size_t frame, const SceneResult& result) {
  std::string lines;
  for (const ScenePair& pair : result.pairs) {
    for (const TrianglePair& found : pair.result.pairs)
      lines +=
          fmt::format("{},{},{},{},{}\n", frame, scene.name(pair.a), scene.name(pair.b), found.a, found.b);
  }
  return lines;
}

// Up to the deadline, and behind it.
std::pair<std::string, std::string> frame_line(std::size_t frame, const SceneResult& result) {
  const SceneCost& cost = result.cost;
  return {fmt::format("{},{},{},{},{},{},{},{},{},{},{},", frame, result.pairs.size(), result.colliding,
                      result.triangle_pairs, cost.cycles, cost.pci_cycles, cost.pci_bytes,
                      cost.cycles + cost.pci_cycles, cost.total_ns, cost.chip_ns, cost.link_ns),
          fmt::format(",{},{}\n", cost.host_ns, cost.overlap_ns)};
}

template <typename Work>
std::string error_of(const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

// Pairs and costs of its files, byte by byte; by software as well, which has no costs.
TEST(SceneOfTheLibrary, SaysWhatTheVerbWrites) {
  for (const auto& [chip, set] :
       {std::pair{"paper41", "sdram.banks = 8"}, std::pair{"beyond", "group_engine.queries = 4"},
        std::pair{"paper41", kRemembers}}) {
    const Folder folder;
    const SceneFile file = SceneFile::load(small_scene(folder, chip, set));
    EXPECT_EQ(file.frame_count(), kFrames);
    EXPECT_EQ(file.deadline_us(), 1000u);
    const collisionchip::Scene verbs(load_scene_plan(folder / "s.toml"));
    SceneFolder out(folder / "out", question_of(verbs, {}));
    run_scene(verbs, {}, out);
    const std::string pairs = folder.read("out/pairs.csv"), frames = folder.read("out/frames.csv");
    for (const bool by_chip : {true, false}) {
      const Engine engine = by_chip ? file.chip() : file.mirror();
      if (by_chip) file.scene().collide(engine, {file.frame(2)}, CollideRequest{0, true, false});
      const std::vector<SceneResult> results =
          file.scene().collide(engine, file.frames(), CollideRequest{0, true, false}, {2, nullptr});
      std::string lines;
      for (std::size_t frame = 0; frame < kFrames; ++frame) {
        lines += pair_lines(file.scene(), frame, results[frame]);
        EXPECT_GT(results[frame].cost.seconds, 0);
        const auto [numbers, host] = frame_line(frame, results[frame]);
        const auto is_there = [&, begin = "\n" + numbers, end = host](const std::string& deadline) {
          return frames.find(begin + deadline + end) != std::string::npos;
        };
        if (by_chip)
          EXPECT_TRUE(is_there("met") || is_there("missed")) << numbers << host << frames;
        else
          EXPECT_EQ(results[frame].cost.pci_bytes + results[frame].cost.cycles, 0u);
      }
      EXPECT_EQ(pairs.substr(pairs.find('\n') + 1), lines) << chip << set;
    }
  }
}

// Every two parts, whether they may touch or not.
TEST(SceneOfTheLibrary, PairsAreThoseOfItsPartsTwoByTwo) {
  const Folder folder;
  Crate crate(folder);
  const Engine engine = Engine::mirror();
  for (const Scene::Frame& frame : crate.frames) {
    crate.scene.move(frame);
    const SceneResult result = crate.scene.collide(engine);
    auto at = result.pairs.begin();
    std::size_t colliding = 0, triangles = 0, tests = 0;
    for (const Scene::Part b : crate.scene.parts()) EXPECT_EQ(crate.scene.find(crate.scene.name(b)), b);
    for (const Scene::Part a : crate.scene.parts()) {
      for (Scene::Part b = a + 1; b < 7; ++b) {
        const CollideResult expected =
            engine.collide(crate.scene.shape(a), crate.scene.shape(b),
                           relative_pose(crate.scene.pose(a), crate.scene.pose(b)));
        colliding += expected.is_collision() ? 1 : 0;
        triangles += expected.found;
        if (at == result.pairs.end() || at->a != a || at->b != b) {
          EXPECT_FALSE(expected.is_collision()) << a << " " << b;
          continue;
        }
        EXPECT_EQ(at->result.pairs, expected.pairs);
        tests += expected.cost.triangle_tests;
        ++at;
      }
    }
    EXPECT_TRUE(at == result.pairs.end());
    EXPECT_EQ(result.colliding, colliding);
    EXPECT_EQ(result.triangle_pairs, triangles);
    EXPECT_EQ(result.cost.triangle_tests, tests);
    EXPECT_EQ(result.is_collision(), colliding > 0);
    EXPECT_GT(colliding, 3u);
  }
}

using Pairs = std::vector<std::pair<Scene::Part, Scene::Part>>;

// By the same engine each time: it knows the scene.
Pairs asked(const Scene& scene) {
  static const Engine engine = Engine::reference();
  Pairs pairs;
  for (const ScenePair& pair : scene.collide(engine).pairs) pairs.emplace_back(pair.a, pair.b);
  return pairs;
}

TEST(SceneOfTheLibrary, PartsComeAndGo) {
  const Shape box = Shape::make("box", 12);
  Scene scene;
  EXPECT_EQ(asked(scene), Pairs{});
  const Scene::Part a = scene.add(box, {}, "a"), b = scene.add(box, {}, "", Scene::fixed), c = scene.add(box);
  EXPECT_EQ(scene.name(b), "part-1");
  EXPECT_EQ(asked(scene), (Pairs{{a, b}, {a, c}, {b, c}}));
  const Scene::Part table = scene.add(box, {}, "table", Scene::fixed);
  EXPECT_EQ(scene.movable(), (std::vector<Scene::Part>{a, c}));
  EXPECT_EQ(asked(scene), (Pairs{{a, b}, {a, c}, {a, table}, {b, c}, {c, table}})) << "the fixed ones touch";
  scene.ignore(c, a);
  EXPECT_EQ(asked(scene), (Pairs{{a, b}, {a, table}, {b, c}, {c, table}}));
  Scene copy = scene;
  copy.remove(b);
  EXPECT_EQ(asked(copy), (Pairs{{a, table}, {c, table}}));
  EXPECT_EQ(copy.name(b), "part-1") << "results before it was removed name it";
  EXPECT_EQ(copy.parts(), (std::vector<Scene::Part>{a, c, table}));
  const Scene::Part d = copy.add(box, {}, "part-1");
  EXPECT_EQ(d, table + 1) << "numbers are not used again, names are";
  EXPECT_EQ(asked(copy), (Pairs{{a, table}, {a, d}, {c, table}, {c, d}, {table, d}}));
  WorldPose far;
  far.t = {9, 0, 0};
  copy.move(a, far);
  copy.move(d, far);
  EXPECT_EQ(asked(copy), (Pairs{{a, d}, {c, table}}));
  EXPECT_EQ(asked(scene), (Pairs{{a, b}, {a, table}, {b, c}, {c, table}})) << "a copy is a scene of its own";
  scene = std::move(copy);
  EXPECT_EQ(asked(scene), (Pairs{{a, d}, {c, table}}));
}

TEST(SceneOfTheLibrary, TheFirstPartMayBeFixed) {
  const Shape box = Shape::make("box", 12);
  WorldPose far, farther;
  far.t = {9, 0, 0};
  farther.t = {18, 0, 0};
  Scene scene;
  scene.add(box, {}, "table", Scene::fixed);
  const Scene::Part a = scene.add(box, far), b = scene.add(box, farther);
  EXPECT_EQ(scene.collide(Engine::reference(), {{{}, far}, {farther, far}, {far, far}})[0].pairs.size(), 1u);
  EXPECT_EQ(asked(scene), Pairs{});
  scene.move(Scene::Frame{farther, {}});
  EXPECT_EQ(asked(scene), (Pairs{{0, b}}));
  EXPECT_TRUE(scene.pose(a) == farther);
}

// Engines that alternate, parts of one shape alone, a question about two shapes between.
TEST(SceneOfTheLibrary, ChipsAndSoftwareAlternate) {
  const Shape gear = Shape::make("gear", 260);
  Scene scene;
  for (int i = 0; i < 3; ++i) scene.add(gear, world_pose_from_quaternion({0.4 * i, 0, 0, 1, 0, 0, 0.1 * i}));
  const Engine today = Engine::chip("today"), software = Engine::mirror("today");
  const SceneResult first = scene.collide(today), expected = scene.collide(software);
  ASSERT_GT(expected.triangle_pairs, 10u);
  EXPECT_EQ(expected.cost.total_ns, 0u);
  const CollideResult two = today.collide(gear, gear, pose_from_quaternion({0.4, 0, 0, 1, 0, 0, 0.1}));
  for (int round = 0; round < 2; ++round) {
    const SceneResult again = scene.collide(today);
    EXPECT_EQ(pair_lines(scene, 0, again), pair_lines(scene, 0, expected));
    EXPECT_EQ(frame_line(0, again), frame_line(0, first));
    EXPECT_EQ(today.collide(gear, gear, pose_from_quaternion({0.4, 0, 0, 1, 0, 0, 0.1})).cost.total_ns,
              two.cost.total_ns);
  }
}

// 28 pairs, more than the queue has entries: the link's delay is added once.
TEST(SceneOfTheLibrary, AFrameIsOneStreamOfDoorbells) {
  const Shape gear = Shape::make("gear", 260);
  const Engine today = Engine::chip("today");
  const auto frame = [&](int parts, const SceneRequest& request = {}) {
    Scene scene;
    for (int i = 0; i < parts; ++i)
      scene.add(gear, world_pose_from_quaternion({0.05 * i, 0, 0, 1, 0, 0, 0.1 * i}));
    return scene.collide(today, request);
  };
  const SceneResult few = frame(2), many = frame(8);
  ASSERT_EQ(many.pairs.size(), 28u);
  std::uint64_t sum = 0, most = 0;
  for (const ScenePair& pair : many.pairs) {
    sum += pair.result.cost.cycles;
    most = std::max<std::uint64_t>(most, pair.result.cost.cycles);
  }
  EXPECT_GT(many.cost.cycles, most);
  EXPECT_LT(many.cost.cycles, sum) << "they overlap";
  EXPECT_LT(many.cost.link_ns, few.cost.link_ns + few.cost.link_ns / 2);
  const SceneRequest all_pairs_of_any({}, true);
  EXPECT_LT(frame(8, all_pairs_of_any).cost.cycles, many.cost.cycles) << "it stops behind a queue";
}

TEST(SceneOfTheLibrary, ARequestIsThatOfEachPair) {
  const Folder folder;
  const Crate crate(folder);
  for (const Engine& engine : {Engine::mirror(), Engine::chip("beyond", {"group_engine.queries=4"})}) {
    const SceneResult all = crate.scene.collide(engine),
                      first = crate.scene.collide(engine, CollideRequest::first()),
                      two = crate.scene.collide(engine, CollideRequest{2, false, true});
    ASSERT_EQ(first.pairs.size(), all.pairs.size());
    EXPECT_EQ(first.colliding, all.colliding);
    EXPECT_EQ(first.triangle_pairs, all.colliding);
    EXPECT_LT(first.cost.triangle_tests, all.cost.triangle_tests);
    EXPECT_EQ(two.triangle_pairs, all.triangle_pairs);
    for (const ScenePair& pair : two.pairs) {
      EXPECT_EQ(pair.result.pairs.size(), std::min<std::size_t>(2, pair.result.found));
      EXPECT_EQ(pair.result.statistics.find("{\"pose\":0,"), 0u) << pair.result.statistics;
    }
  }
}

// Those that were started together are asked together.
TEST(SceneOfTheLibrary, AnyCollisionIsTheFirstOne) {
  const Folder folder;
  const Crate crate(folder);
  const std::pair<Engine, std::size_t> engines[] = {{Engine::mirror(), 1},
                                                    {Engine::chip("beyond"), 1},
                                                    {Engine::chip("beyond", {"group_engine.queries=4"}), 4}};
  for (const auto& [engine, together] : engines) {
    const std::vector<SceneResult> all = crate.scene.collide(engine, crate.frames),
                                   any = crate.scene.collide(engine, crate.frames,
                                                             SceneRequest::first_of_all());
    for (std::size_t frame = 0; frame < kFrames; ++frame) {
      const auto first = std::find_if(all[frame].pairs.begin(), all[frame].pairs.end(),
                                      [](const ScenePair& pair) { return pair.result.is_collision(); });
      const std::size_t asked = static_cast<std::size_t>(first - all[frame].pairs.begin()) + 1;
      ASSERT_EQ(any[frame].pairs.size(),
                std::min(all[frame].pairs.size(), (asked + together - 1) / together * together));
      EXPECT_TRUE(any[frame].is_collision());
      EXPECT_EQ(any[frame].pairs[asked - 1].result.pairs.size(), 1u);
      EXPECT_LT(any[frame].cost.triangle_tests, all[frame].cost.triangle_tests);
    }
  }
}

TEST(SceneOfTheLibrary, ABatchIsItsFramesOneByOneWhateverTheJobs) {
  const Folder folder;
  Crate crate(folder);
  std::vector<Scene::Frame> frames;
  for (int i = 0; i < 20; ++i) frames.push_back(crate.frames[static_cast<std::size_t>(i) % kFrames]);
  for (const Engine& engine : {Engine::reference(), Engine::chip("beyond")}) {
    for (const unsigned jobs : {1u, 3u}) {
      const std::vector<SceneResult> batch =
          crate.scene.collide(engine, frames, CollideRequest{0, false, true}, {jobs, nullptr});
      ASSERT_EQ(batch.size(), frames.size());
      for (const std::size_t i : {0u, 13u, 19u}) {
        Scene still = crate.scene;
        for (Scene::Part part = 0; part < 6; ++part) still.move(part, frames[i][part]);
        const SceneResult one = still.collide(engine);
        EXPECT_EQ(pair_lines(still, i, batch[i]), pair_lines(still, i, one));
        EXPECT_EQ(frame_line(i, batch[i]), frame_line(i, one));
        EXPECT_EQ(batch[i].pairs[0].result.statistics.find(fmt::format("{{\"pose\":{},", i)), 0u);
      }
    }
    EXPECT_TRUE(crate.scene.collide(engine, std::vector<Scene::Frame>()).empty());
    int stopped = 0;
    const BatchOptions options{1, [&] { return ++stopped == 7; }};
    EXPECT_EQ(error_of([&] { crate.scene.collide(engine, frames, {}, options); }), "interrupted");
    EXPECT_EQ(stopped, 7);
  }
}

TEST(SceneOfTheLibrary, ThreadsMayAskTheSameSceneAtTheSameTime) {
  const Folder folder;
  const Crate crate(folder);
  const Engine software = Engine::reference(), chip = Engine::chip("today");
  const std::string expected = pair_lines(crate.scene, 0, crate.scene.collide(software));
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      for (int round = 0; round < 5; ++round)
        wrong +=
            pair_lines(crate.scene, 0, crate.scene.collide(i == 0 ? chip : software)) != expected ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(SceneOfTheLibrary, ErrorsNameTheParts) {
  const Shape box = Shape::make("box", 12);
  Scene scene;
  const Scene::Part lid = scene.add(box, {}, "lid"), table = scene.add(box, {}, "table", Scene::fixed);
  EXPECT_EQ(error_of([&] { scene.add(box, {}, "lid"); }),
            "name: expected another one than 'lid', which a part has");
  EXPECT_EQ(error_of([&] { scene.move(table, {}); }),
            "part: expected one that may move, got table, which is fixed");
  EXPECT_EQ(error_of([&] { scene.move(7, {}); }), "part: expected one of the scene, got number 7");
  EXPECT_EQ(error_of([&] { scene.name(7); }), "part: expected one of the scene, got number 7");
  EXPECT_EQ(error_of([&] { scene.ignore(lid, 7); }), "part: expected one of the scene, got number 7");
  EXPECT_EQ(error_of([&] { scene.find("box"); }), "part: expected a name of the scene, got 'box'");
  WorldPose nowhere;
  nowhere.t.x = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(error_of([&] { scene.move(lid, nowhere); }),
            "lid: expected a translation in the range of float32, got a larger one");
  const Engine engine = Engine::reference();
  EXPECT_EQ(error_of([&] {
              scene.collide(engine, {{{}}, {{}, {}}});
            }),
            "frame 1, poses: expected one for each of 1 parts that are not fixed, got 2");
  EXPECT_EQ(error_of([&] {
              scene.collide(engine, {{{}}, {nowhere}});
            }),
            "frame 1, lid: expected a translation in the range of float32, got a larger one");
  WorldPose flat;
  flat.r[0] = {};
  EXPECT_EQ(error_of([&] { scene.collide(engine, {{{}}, {flat}}); }).find("frame 1, lid and table: "), 0u);
  scene.move(lid, flat);
  EXPECT_EQ(error_of([&] { scene.collide(engine); }).find("lid and table: "), 0u);
  scene.remove(lid);
  EXPECT_EQ(error_of([&] { scene.pose(lid); }), "part: expected one of the scene, got number 0");

  const Folder folder;
  const std::string path = folder.write("bad.toml", "frames = 1\nframs = 2\n");
  const std::string said = error_of([&] { SceneFile::load(path); });
  EXPECT_EQ(said.find(path + ":2: "), 0u) << said;
  const SceneFile file = SceneFile::load(small_scene(folder, "today"));
  EXPECT_EQ(error_of([&] { file.frame(5); }), "frame: expected 0 to 4, got 5");
}

}  // namespace
}  // namespace collisionchip::api
