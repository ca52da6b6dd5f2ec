// Worker processes that answer, throw, crash, hang and are killed.
#include "collisionchip/testbench/workers/worker_pool.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <map>
#include <stdexcept>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/terminal/exit_status.h"
#include "collisionchip/testbench/tests/explore/explore_support.h"

namespace collisionchip {
namespace {

using namespace testing_support;
using Outcomes = std::map<std::uint64_t, WorkerPool::Outcome>;

Outcomes answers(WorkerPool& pool, const std::vector<std::string>& requests) {
  Outcomes outcomes;
  const auto take = [&] {
    for (WorkerPool::Outcome& outcome : pool.wait(1000)) {
      EXPECT_EQ(outcomes.count(outcome.id), 0u) << "answered twice: " << outcome.id;
      outcomes[outcome.id] = std::move(outcome);
    }
  };
  for (std::size_t i = 0; i < requests.size(); ++i) {
    while (!pool.has_room()) take();
    pool.submit(i, requests[i]);
  }
  while (!pool.idle()) take();
  return outcomes;
}

TEST(WorkerPool, AnswersEveryRequestOnce) {
  for (const int workers : {1, 2, 5}) {
    WorkerPool pool(
        workers, [](const std::string& request) { return request + "!"; }, 0);
    std::vector<std::string> requests;
    for (int i = 0; i < 200; ++i)
      requests.push_back(std::to_string(i) + std::string(static_cast<std::size_t>(i) * 100, 'x'));
    const Outcomes outcomes = answers(pool, requests);
    ASSERT_EQ(outcomes.size(), 200u);
    for (const auto& [id, outcome] : outcomes) {
      EXPECT_TRUE(outcome.answered);
      EXPECT_EQ(outcome.text, requests[id] + "!");
    }
  }
}

TEST(WorkerPool, WorkersAreProcessesOfTheirOwn) {
  int state = 0;
  WorkerPool pool(
      2, [&state](const std::string&) { return std::to_string(++state) + " " + std::to_string(getpid()); },
      0);
  const Outcomes outcomes = answers(pool, std::vector<std::string>(10, "x"));
  EXPECT_EQ(state, 0);
  for (const auto& [id, outcome] : outcomes)
    EXPECT_EQ(outcome.text.find(std::to_string(getpid())), std::string::npos);
}

TEST(WorkerPool, ExceptionsAreFailuresWithTheirReason) {
  WorkerPool pool(
      2,
      [](const std::string& request) {
        if (request == "bad") throw std::runtime_error("it is bad");
        if (request == "file") throw InputError("a file is bad");
        if (request == "differ") throw Disagreement("two differ");
        return request;
      },
      0);
  const Outcomes outcomes = answers(pool, {"good", "bad", "fine", "file", "differ"});
  EXPECT_TRUE(outcomes.at(0).answered);
  EXPECT_FALSE(outcomes.at(1).answered);
  EXPECT_EQ(outcomes.at(1).text, "a fault of this program, please report it: it is bad");
  EXPECT_EQ(outcomes.at(1).status, kExitFault);
  EXPECT_EQ(outcomes.at(3).text, "a file is bad");
  EXPECT_EQ(outcomes.at(3).status, kExitBadInput);
  EXPECT_EQ(outcomes.at(4).text, "two differ");
  EXPECT_EQ(outcomes.at(4).status, kExitDisagree);
  EXPECT_TRUE(outcomes.at(2).answered);
}

TEST(WorkerPool, ACrashIsTriedOnceMoreThenAFailureAndTheRestGoesOn) {
  const Folder folder;
  const SharedCount tries(folder / "tries");
  for (const int workers : {1, 3}) {
    const std::uint64_t before = tries.value();
    WorkerPool pool(
        workers,
        [&](const std::string& request) {
          if (request == "crash") {
            tries.add();
            std::signal(SIGSEGV, SIG_DFL);  // a sanitizer would write a report
            raise(SIGSEGV);
          }
          if (request == "exit") _exit(7);
          return request;
        },
        0);
    const Outcomes outcomes = answers(pool, {"a", "crash", "b", "exit", "c", "d", "e"});
    ASSERT_EQ(outcomes.size(), 7u);
    EXPECT_EQ(outcomes.at(1).text, "worker ended by signal 11 (Segmentation fault)");
    EXPECT_EQ(outcomes.at(3).text, "worker ended with exit status 7");
    for (const std::uint64_t id : {0, 2, 4, 5, 6}) EXPECT_TRUE(outcomes.at(id).answered) << id;
    EXPECT_EQ(tries.value() - before, 2u);
  }
}

// Killed from outside: by a user, by the system for its memory. Not the request's fault.
TEST(WorkerPool, AWorkerKilledOnceLosesNothing) {
  const Folder folder;
  const SharedCount tries(folder / "tries");
  WorkerPool pool(
      2,
      [&](const std::string& request) {
        if (request == "killed") {
          tries.add();
          if (tries.value() == 1) raise(SIGKILL);
        }
        return request;
      },
      0);
  const Outcomes outcomes = answers(pool, {"a", "killed", "b", "c"});
  ASSERT_EQ(outcomes.size(), 4u);
  for (const auto& [id, outcome] : outcomes) EXPECT_TRUE(outcome.answered) << id << ": " << outcome.text;
  EXPECT_EQ(tries.value(), 2u);
}

TEST(WorkerPool, ARequestThatTakesTooLongIsAFailure) {
  WorkerPool pool(
      2,
      [](const std::string& request) {
        if (request == "hang") sleep(1000);
        return request;
      },
      0.3);
  const Outcomes outcomes = answers(pool, {"a", "hang", "b", "c", "d"});
  ASSERT_EQ(outcomes.size(), 5u);
  EXPECT_FALSE(outcomes.at(1).answered);
  EXPECT_EQ(outcomes.at(1).text, "no answer within 0.3 s");
  for (const std::uint64_t id : {0, 2, 3, 4}) EXPECT_TRUE(outcomes.at(id).answered) << id;
}

TEST(WorkerPool, LeavesNoProcessBehind) {
  const Folder folder;
  {
    WorkerPool pool(
        3,
        [&](const std::string& request) {
          folder.write(std::to_string(getpid()) + ".pid", "");
          sleep(1000);
          return request;
        },
        0);
    for (std::uint64_t i = 0; i < 3; ++i) pool.submit(i, "x");
    const auto started = [&] {
      const std::filesystem::directory_iterator files(folder / ".");
      return std::distance(begin(files), end(files));
    };
    while (started() < 3) usleep(10000);
  }
  for (const auto& file : std::filesystem::directory_iterator(folder / ".")) {
    EXPECT_NE(kill(std::stoi(file.path().stem().string()), 0), 0);
  }
}

}  // namespace
}  // namespace collisionchip
