// Progress: nothing of a short run, then one line with what is known.
#include "collisionchip/testbench/terminal/progress.h"

#include <gtest/gtest.h>

#include "collisionchip/testbench/terminal/rate_progress.h"

#include <chrono>
#include <thread>

namespace collisionchip {
namespace {

using namespace std::chrono_literals;

std::string stderr_of(const std::function<void()>& action) {
  ::testing::internal::CaptureStderr();
  action();
  return ::testing::internal::GetCapturedStderr();
}

TEST(Progress, AShortRunIsSilent) {
  EXPECT_EQ(stderr_of([] {
              Progress progress("poses", 5);
              progress.advance(3);
              std::this_thread::sleep_for(50ms);
            }),
            "");
}

// In a file: one line, repeated only after ten seconds, and nothing at the end.
TEST(Progress, ALongRunSaysHowFarItIsAndWhatItDoes) {
  const std::string counted = stderr_of([] {
    Progress progress("poses", 12);
    progress.advance(6);
    std::this_thread::sleep_for(2400ms);
  });
  EXPECT_EQ(counted, "poses: 6 of 12, 2 s, about 2 s left\n");
  const std::string uncounted = stderr_of([] {
    Progress progress("reading a");
    progress.now_doing("building the tree of a");
    std::this_thread::sleep_for(2400ms);
  });
  EXPECT_EQ(uncounted, "building the tree of a: 2 s\n");
}

TEST(Progress, ARunThatDidNothingYetDoesNotGuess) {
  const std::string text = stderr_of([] {
    Progress progress("poses", 12);
    std::this_thread::sleep_for(2400ms);
  });
  EXPECT_EQ(text, "poses: 2 s\n");
}

TEST(Progress, IsSilentWhereNobodyWantsIt) {
  const std::string text = stderr_of([] {
    const SilentProgress silent;
    Progress progress("poses", 12);
    RateProgress rate("explore", 12);
    std::this_thread::sleep_for(2400ms);
    rate.show(6, 6, 0);
  });
  EXPECT_EQ(text, "");
}

}  // namespace
}  // namespace collisionchip
