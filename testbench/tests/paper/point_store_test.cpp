// Points that survive a stop, and what is not believed.
#include "collisionchip/testbench/paper/point_store.h"

#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/paper/point_pool.h"
#include "collisionchip/testbench/tests/paper/temporary_folder.h"

namespace collisionchip {
namespace {

using testing_support::TemporaryFolder;

const nlohmann::ordered_json kIdentity = {{"seed", 1}, {"steps", 24}};

Turn turn_of(double value) {
  Turn turn;
  turn.add("cycles", value);
  turn.add("cycles", 0.1);
  return turn;
}

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

class PointStoreTest : public ::testing::Test {
 protected:
  std::string file() const { return folder_.path("points.jsonl"); }
  void fill(int count) {
    PointStore store(file(), kIdentity);
    for (int i = 0; i < count; ++i) store.add("point " + std::to_string(i), turn_of(i + 0.3));
  }

  TemporaryFolder folder_;
};

TEST_F(PointStoreTest, GivesBackWhatWasFinished) {
  fill(3);
  const PointStore store(file(), kIdentity);
  ASSERT_EQ(store.points().size(), 3u);
  const Turn& turn = store.points().at("point 2");
  EXPECT_EQ(turn.sum("cycles"), 2.3 + 0.1);
  EXPECT_EQ(turn.max("cycles"), 2.3);
  EXPECT_EQ(turn.mean("cycles"), (2.3 + 0.1) / 2);
  EXPECT_FALSE(store.has("point 3"));
}

// Cut anywhere, the file holds the points whose lines are whole, and takes further ones.
TEST_F(PointStoreTest, ACutRecordIsTakenOffWhereverItIsCut) {
  fill(2);
  const std::string whole = folder_.text("points.jsonl");
  const std::size_t first_end = whole.find('\n') + 1, second_end = whole.find('\n', first_end) + 1;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    folder_.write("points.jsonl", whole.substr(0, size));
    {
      PointStore store(file(), kIdentity);
      ASSERT_EQ(store.points().size(), size >= second_end ? 1u : 0u) << size;
      store.add("another", turn_of(7));
    }
    const PointStore again(file(), kIdentity);
    EXPECT_TRUE(again.has("another")) << size;
    EXPECT_EQ(again.has("point 0"), size >= second_end) << size;
  }
}

TEST_F(PointStoreTest, ALineThatIsNoPointEndsWhatIsBelieved) {
  fill(2);
  std::string text = folder_.text("points.jsonl");
  text.replace(text.find("\"point 1\""), 9, "1234");
  folder_.write("points.jsonl", text);
  EXPECT_EQ(PointStore(file(), kIdentity).points().size(), 1u);
}

TEST_F(PointStoreTest, RefusesThePointsOfAnotherRun) {
  fill(2);
  const std::string before = folder_.text("points.jsonl");
  const std::string message = message_of([&] {
    const PointStore store(file(), {{"seed", 1}, {"steps", 180}});
  });
  EXPECT_NE(message.find("/steps is 24 there, 180 now"), std::string::npos) << message;
  EXPECT_THROW(PointStore(file(), {{"seed", 1}, {"steps", 24}, {"more", 0}}), InputError);
  EXPECT_EQ(folder_.text("points.jsonl"), before);
}

TEST_F(PointStoreTest, RefusesAFileOfAnotherKindAndLeavesItAlone) {
  folder_.write("points.jsonl", "my diary\n");
  EXPECT_THROW(PointStore(file(), kIdentity), InputError);
  EXPECT_EQ(folder_.text("points.jsonl"), "my diary\n");
  EXPECT_THROW(PointStore(folder_.path("nowhere/points.jsonl"), kIdentity), InputError);
}

TEST_F(PointStoreTest, RefusesASecondRunInTheSameFolder) {
  const PointStore store(file(), kIdentity);
  const pid_t other = fork();
  if (other == 0) {
    const std::string message = message_of([&] { const PointStore second(file(), kIdentity); });
    _exit(message.find("no other run in this folder") != std::string::npos ? 0 : 1);
  }
  int status = 0;
  waitpid(other, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST_F(PointStoreTest, ThePoolComputesWhatIsMissing) {
  fill(2);
  PointStore store(file(), kIdentity);
  std::vector<PointTask> tasks;
  for (int i = 0; i < 8; ++i) {
    tasks.push_back({"point " + std::to_string(i), [i] { return turn_of(100 + i); }});
  }
  std::size_t finished = 0;
  compute_points(tasks, store, 3, [&](std::size_t points) { finished += points; });
  EXPECT_EQ(finished, 6u);
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(store.points().at(tasks[static_cast<std::size_t>(i)].point).max("cycles"),
              i < 2 ? i + 0.3 : 100 + i);
  }
}

TEST_F(PointStoreTest, WhatAPointThrowsEndsTheRunAndKeepsWhatWasFinished) {
  PointStore store(file(), kIdentity);
  const std::string message = message_of([&] {
    compute_points({{"a", [] { return turn_of(1); }},
                    {"b", []() -> Turn { throw std::runtime_error("models disagree"); }}},
                   store, 1, [](std::size_t) {});
  });
  EXPECT_EQ(message, "b: models disagree");
  const std::string died = message_of([&] {
    compute_points({{"c", []() -> Turn { _exit(3); }}}, store, 2, [](std::size_t) {});
  });
  EXPECT_EQ(died, "c: worker ended with exit status 3");
  EXPECT_EQ(store.points().size(), 1u);
}

}  // namespace
}  // namespace collisionchip
