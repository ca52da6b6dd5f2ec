// Times of this host that survive a stop, and what is not believed.
#include "collisionchip/testbench/paper/host_times.h"

#include <gtest/gtest.h>

#include "collisionchip/reference/text/input_error.h"
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

class HostTimesTest : public ::testing::Test {
 protected:
  std::string file() const { return folder_.path("times.jsonl"); }
  void fill(int count) {
    HostTimes store(file(), kIdentity);
    for (int i = 0; i < count; ++i) store.add("point " + std::to_string(i), turn_of(i + 0.3));
  }

  TemporaryFolder folder_;
};

TEST_F(HostTimesTest, GivesBackWhatWasFinished) {
  fill(3);
  const HostTimes store(file(), kIdentity);
  ASSERT_EQ(store.points().size(), 3u);
  const Turn& turn = store.points().at("point 2");
  EXPECT_EQ(turn.sum("cycles"), 2.3 + 0.1);
  EXPECT_EQ(turn.max("cycles"), 2.3);
  EXPECT_EQ(turn.mean("cycles"), (2.3 + 0.1) / 2);
  EXPECT_FALSE(store.has("point 3"));
}

// Cut anywhere, the file holds the points whose lines are whole, and takes further ones.
TEST_F(HostTimesTest, ACutRecordIsTakenOffWhereverItIsCut) {
  fill(2);
  const std::string whole = folder_.text("times.jsonl");
  const std::size_t first_end = whole.find('\n') + 1, second_end = whole.find('\n', first_end) + 1;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    folder_.write("times.jsonl", whole.substr(0, size));
    {
      HostTimes store(file(), kIdentity);
      ASSERT_EQ(store.points().size(), size >= second_end ? 1u : 0u) << size;
      store.add("another", turn_of(7));
    }
    const HostTimes again(file(), kIdentity);
    EXPECT_TRUE(again.has("another")) << size;
    EXPECT_EQ(again.has("point 0"), size >= second_end) << size;
  }
}

TEST_F(HostTimesTest, ALineThatIsNoPointEndsWhatIsBelieved) {
  fill(2);
  std::string text = folder_.text("times.jsonl");
  text.replace(text.find("\"point 1\""), 9, "1234");
  folder_.write("times.jsonl", text);
  EXPECT_EQ(HostTimes(file(), kIdentity).points().size(), 1u);
}

TEST_F(HostTimesTest, RefusesThePointsOfAnotherRun) {
  fill(2);
  const std::string before = folder_.text("times.jsonl");
  const std::string message = message_of([&] {
    const HostTimes store(file(), {{"seed", 1}, {"steps", 180}});
  });
  EXPECT_NE(message.find("/steps is 24 there, 180 now"), std::string::npos) << message;
  EXPECT_THROW(HostTimes(file(), {{"seed", 1}, {"steps", 24}, {"more", 0}}), InputError);
  EXPECT_EQ(folder_.text("times.jsonl"), before);
}

TEST_F(HostTimesTest, RefusesAFileOfAnotherKindAndLeavesItAlone) {
  folder_.write("times.jsonl", "my diary\n");
  EXPECT_THROW(HostTimes(file(), kIdentity), InputError);
  EXPECT_EQ(folder_.text("times.jsonl"), "my diary\n");
  EXPECT_THROW(HostTimes(folder_.path("nowhere/times.jsonl"), kIdentity), InputError);
}

}  // namespace
}  // namespace collisionchip
