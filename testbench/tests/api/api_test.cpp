// The library as a user's program has it: the test includes its one header and knows nothing of SystemC.
#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>
#include <thread>

#include "collisionchip/api.h"
#include "collisionchip/testbench/tests/test_folder.h"

#ifdef SYSTEMC_INCLUDED
#error "a header of the library includes SystemC"
#endif

namespace collisionchip::api {
namespace {

using testing_support::Folder;

const Shape& gear() {
  static const Shape shape = Shape::make("gear", 260);
  return shape;
}

const Shape& knot() {
  static const Shape shape = Shape::make("torus-knot", 300);
  return shape;
}

std::vector<Pose> poses(std::size_t count) {
  std::vector<Pose> all;
  for (std::size_t i = 0; i < count; ++i)
    all.push_back(pose_from_quaternion({0.03 * static_cast<double>(i), 0.1, 0.05, 0.9, 0.3, 0.2, 0.1}));
  return all;
}

template <typename Work>
Error error_of(const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "nothing was thrown";
  return {Error::Kind::fault, ""};
}

TEST(Api, SoftwareAndChipsFindTheSamePairs) {
  const Pose pose = poses(12).back();
  const CollideResult all = collide(gear(), knot(), pose, {0, true, true}),
                      mirror = Engine::mirror().collide(gear(), knot(), pose, {0, true, false});
  ASSERT_GT(all.pairs.size(), 3u);
  EXPECT_EQ(all.cost.cycles, 0u);
  EXPECT_EQ(all.cost.triangle_tests, 0u);  // it counts nothing
  EXPECT_EQ(mirror.pairs, all.pairs);
  EXPECT_GT(mirror.cost.triangle_tests, all.pairs.size() - 1);
  EXPECT_EQ(all.statistics.find("{\"pose\":0,"), 0u) << all.statistics;
  for (const char* machine : {"paper41", "today", "beyond"}) {
    const CollideResult chip = Engine::chip(machine).collide(gear(), knot(), pose, {0, true, false});
    EXPECT_EQ(chip.pairs, all.pairs) << machine;
    EXPECT_GT(chip.cost.cycles, 0u);
    const Cost& cost = chip.cost;
    EXPECT_EQ(cost.total_ns, cost.chip_ns + cost.link_ns + cost.host_ns - cost.overlap_ns);
    EXPECT_GT(cost.host_ns, cost.overlap_ns) << "nothing overlaps with set-up and call";
    EXPECT_TRUE(chip.statistics.empty());
  }
}

TEST(Api, ALimitCutsTheSortedList) {
  const Pose pose = poses(12).back();
  const CollideResult all = collide(gear(), knot(), pose),
                      first = collide(gear(), knot(), pose, CollideRequest::first());
  ASSERT_EQ(first.pairs.size(), 1u);
  EXPECT_EQ(std::count(all.pairs.begin(), all.pairs.end(), first.pairs.front()), 1);
  const Engine mirror = Engine::mirror();
  EXPECT_LT(mirror.collide(gear(), knot(), pose, CollideRequest::first()).cost.triangle_tests,
            mirror.collide(gear(), knot(), pose).cost.triangle_tests);
  const CollideResult three = collide(gear(), knot(), pose, {3, false, false});
  EXPECT_EQ(three.pairs, std::vector<TrianglePair>(all.pairs.begin(), all.pairs.begin() + 3));
  EXPECT_EQ(three.found, all.pairs.size());
  Pose apart;
  apart.t = {9, 0, 0};
  EXPECT_FALSE(collide(gear(), knot(), apart, CollideRequest::first()).is_collision());
}

TEST(Api, ABatchIsItsPosesOneByOneWhateverTheJobs) {
  const std::vector<Pose> all = poses(40);
  for (const Engine& engine : {Engine::reference(), Engine::mirror(), Engine::chip("today")}) {
    for (const unsigned jobs : {1u, 3u}) {
      const std::vector<CollideResult> batch =
          engine.collide(gear(), knot(), all, {0, false, true}, {jobs, nullptr});
      ASSERT_EQ(batch.size(), all.size());
      for (std::size_t i = 0; i < all.size(); i += 13) {
        const CollideResult one = engine.collide(gear(), knot(), all[i]);
        EXPECT_EQ(batch[i].pairs, one.pairs);
        EXPECT_EQ(batch[i].cost.total_ns, one.cost.total_ns);
        EXPECT_EQ(batch[i].statistics.find("{\"pose\":" + std::to_string(i) + ","), 0u);
      }
    }
    EXPECT_TRUE(engine.collide(gear(), knot(), std::vector<Pose>()).empty());
  }
}

TEST(Api, MachinesAndShapesAlternate) {
  const Pose pose = poses(12).back();
  const Engine today = Engine::chip("today"), beyond = Engine::chip("beyond");
  const CollideResult expected = today.collide(gear(), knot(), pose);
  for (int round = 0; round < 3; ++round) {
    const Shape small = Shape::make("gear", static_cast<std::uint32_t>(60 + 40 * round));
    EXPECT_EQ(today.collide(small, knot(), pose).pairs, collide(small, knot(), pose).pairs);
    EXPECT_EQ(beyond.collide(knot(), small, pose).pairs, collide(knot(), small, pose).pairs);
    const CollideResult again = today.collide(gear(), knot(), pose);
    EXPECT_EQ(again.pairs, expected.pairs);
    EXPECT_EQ(again.cost.total_ns, expected.cost.total_ns);
  }
}

TEST(Api, ThreadsShareShapesAndTakeTurnsAtTheChip) {
  const Shape a = Shape::make("gear", 260), b = Shape::make("torus-knot", 300);  // no tree yet
  const Pose pose = poses(12).back();
  const std::vector<TrianglePair> expected = collide(gear(), knot(), pose).pairs;
  const Engine chip = Engine::chip("today");
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      const CollideResult result = i % 2 == 0 ? chip.collide(a, b, pose) : collide(a, b, pose);
      if (result.pairs != expected) ++wrong;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(Api, AShapeKeepsWhatItWasGiven) {
  const Folder folder;
  const Shape square =
      Shape::load(folder.write("square.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\nf 1 2 2\n"));
  EXPECT_EQ(square.triangle_count(), 3u);  // the degenerate one keeps its number
  EXPECT_EQ(square.vertex_count(), 4u);
  const Shape copy(square.vertices(), square.vertex_count(), square.triangles(), square.triangle_count());
  EXPECT_EQ(collide(square, square).pairs, collide(copy, square).pairs);
}

TEST(Api, ErrorsNameFilePlaceAndExpectation) {
  const Folder folder;
  const std::string path = folder.write("bad.obj", "v 0 0 0\nv 1 0\n");
  const Error bad = error_of([&] { Shape::load(path); });
  EXPECT_EQ(bad.kind(), Error::Kind::input);
  EXPECT_EQ(bad.file(), path);
  EXPECT_EQ(bad.place(), path + ":2");
  EXPECT_FALSE(bad.expectation().empty()) << bad.what();
  EXPECT_EQ(bad.what(), bad.place() + ": expected " + bad.expectation() +
                            std::string(bad.what()).substr(std::string(bad.what()).find(", got ")));

  const std::string chip = folder.write("chip.toml", "base = \"today\"\n[sdram]\nbanks = 3\n");
  const Error value = error_of([&] { Engine::mirror(chip); });
  EXPECT_EQ(value.file(), chip);
  EXPECT_EQ(value.place(), chip + ":3: sdram.banks");
  EXPECT_EQ(value.what(), value.place() + ": expected " + value.expectation() + ", got 3");

  const Error key = error_of([] { Engine::chip("today", {"sdram.bnaks=8"}); });
  EXPECT_EQ(key.place(), "--set sdram.bnaks=8");
  EXPECT_TRUE(key.expectation().empty());
  EXPECT_STREQ(key.what(), "--set sdram.bnaks=8: unknown key; nearest is sdram.banks");
  EXPECT_TRUE(key.file().empty());
  const Error index = error_of([] { Shape({{0, 0, 0}, {1, 0, 0}}, {{0, 1, 2}}); });
  EXPECT_STREQ(index.what(), "triangles: expected indices from 0 to 1, got 0 to 2");
  EXPECT_EQ(index.place(), "triangles");
  EXPECT_EQ(index.expectation(), "indices from 0 to 1");
  EXPECT_STREQ(error_of([] {
                 Shape({{0, std::numeric_limits<float>::infinity(), 0}}, {{0, 0, 0}});
               }).what(),
               "vertices: expected numbers in the range of float32, vertex 0 has another y");
  EXPECT_EQ(error_of([] { Shape({}, {}); }).place(), "triangles");
  EXPECT_EQ(error_of([] { Shape::make("gaer", 10); }).kind(), Error::Kind::input);
  EXPECT_EQ(error_of([] { Engine::mirror("paper42"); }).kind(), Error::Kind::input);
}

// Processes that this one has forked.
std::set<pid_t> children() {
  std::set<pid_t> found;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream file(thread.path() / "children");
    for (pid_t child; file >> child;) found.insert(child);
  }
  return found;
}

TEST(Api, WorkersStayWhileTheSameIsAsked) {
  const std::vector<Pose> all = poses(4);
  const BatchOptions two{2, nullptr};
  const Engine today = Engine::chip("today");
  const std::vector<CollideResult> first = today.collide(gear(), knot(), all, {}, two);
  const std::set<pid_t> workers = children();
  ASSERT_EQ(workers.size(), 2u);
  // Another request is answered by the same ones.
  const std::vector<CollideResult> cut =
      today.collide(gear(), knot(), {all[3]}, {2, false, true}, {1, nullptr});
  const std::vector<CollideResult> again =
      today.collide(gear(), knot(), {all[3], all[2]}, {2, false, true}, two);
  EXPECT_EQ(children(), workers);
  EXPECT_EQ(again[0].pairs, cut[0].pairs);
  EXPECT_EQ(again[0].found, first[3].found);
  EXPECT_EQ(again[1].cost.total_ns, first[2].cost.total_ns);
  EXPECT_EQ(again[1].statistics.find("{\"pose\":1,"), 0u);
  // Other shapes, then another engine: their workers have another machine in them.
  EXPECT_EQ(today.collide(knot(), gear(), all, {}, two)[0].pairs, collide(knot(), gear(), all[0]).pairs);
  std::set<pid_t> later = children();
  for (const pid_t worker : workers) EXPECT_EQ(later.count(worker), 0u);
  EXPECT_EQ(later.size(), 2u);
  EXPECT_EQ(Engine::chip("beyond").collide(gear(), knot(), all, {}, two)[3].pairs, first[3].pairs);
  EXPECT_TRUE(children().empty());  // that engine has gone
}

TEST(Api, AForkedProcessHasWorkersOfItsOwn) {
  const std::vector<Pose> all = poses(4);
  const BatchOptions two{2, nullptr};
  const Engine today = Engine::chip("today");
  const std::vector<CollideResult> first = today.collide(gear(), knot(), all, {}, two);
  const std::set<pid_t> workers = children();
  const pid_t child = fork();
  if (child == 0) {
    const bool same =
        today.collide(gear(), knot(), all, {}, two)[3].pairs == first[3].pairs && children().size() == 2;
    today.collide(knot(), gear(), all[0]);  // ends its own
    _exit(same && children().empty() ? 0 : 1);
  }
  int status = 1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(today.collide(gear(), knot(), all, {}, two)[3].pairs, first[3].pairs);
  EXPECT_EQ(children(), workers);
}

TEST(Api, ABatchStopsWhenItIsTold) {
  int asked = 0;
  const BatchOptions options{1, [&] { return ++asked == 5; }};
  for (const Engine& engine : {Engine::reference(), Engine::chip("today")}) {
    asked = 0;
    const Error error = error_of([&] { engine.collide(gear(), knot(), poses(40), {}, options); });
    EXPECT_EQ(error.kind(), Error::Kind::interrupted);
    EXPECT_STREQ(error.what(), "interrupted");
    EXPECT_EQ(asked, 5);
  }
}

}  // namespace
}  // namespace collisionchip::api
