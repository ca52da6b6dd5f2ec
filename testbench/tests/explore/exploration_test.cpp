// Explorations as a user sees them: same bytes however they were run, nothing lost, nothing computed twice.
#include "collisionchip/testbench/explore/exploration.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <set>

#include "collisionchip/reference/files/folder_lock.h"
#include "collisionchip/testbench/judge/closing_judge.h"
#include "collisionchip/testbench/tests/explore/explore_support.h"
#include "collisionchip/tlm/config/config_file.h"

namespace collisionchip {
namespace {

using namespace testing_support;

// 24 points.
const std::string kGrid = std::string(R"(
[[axis]]
key = "sdram.banks"
values = [1, 2, 4, 8]
[[axis]]
key = "dop.k"
values = [6, 14, 24]
[[axis]]
key = "query.tumbled_side"
values = ["a", "b"]
)") + kWorkload;

std::string results(Loaded& loaded, ResultStore& store, const Folder& folder) {
  const ExportSummary summary = loaded.write(store, folder / ".");
  EXPECT_EQ(summary.missing, 0u);
  return folder.read("results.csv") + folder.read("results.json");
}

TEST(Exploration, TheSameBytesWhateverTheNumberOfWorkers) {
  const Folder folder;
  Loaded loaded(folder.write("plan.toml", kGrid));
  std::set<std::string> all;
  for (const int count : {1, 2, 4}) {
    ResultStore store(folder / ("s" + std::to_string(count) + ".sqlite"), "1");
    const ExploreCounts counts = loaded.run(store, jobs(count));
    EXPECT_EQ(counts.computed, 24u);
    EXPECT_EQ(counts.failed, 0u);
    all.insert(results(loaded, store, folder));
  }
  EXPECT_EQ(all.size(), 1u);
}

TEST(Exploration, TheNumbersAreThoseOfTheChip) {
  const Folder folder;
  Loaded loaded(folder.write("plan.toml", kGrid));
  ResultStore store(folder / "s.sqlite", "1");
  loaded.run(store, jobs(2));
  const auto statistic = [&](const Evaluation& result, const std::string& name) {
    return result.statistics.at(statistic_column(name)).value();
  };
  for (const std::uint64_t point : {0, 7, 23}) {
    const ChipConfig config = loaded.points.configuration(point);
    TreeOptions tree;
    tree.k = static_cast<int>(config.dop.k);
    const auto a = CollisionObject::build(*loaded.workloads[0].a, tree);
    const auto b = CollisionObject::build(*loaded.workloads[0].b, tree);
    JudgedSimulation simulation(config);
    simulation.driver().upload(a, b);
    Cycle cycles = 0, reads = 0, deepest = 0, energy = 0;
    Histogram alpha;
    for (const Pose& pose : loaded.workloads[0].poses) {
      const ChipAnswer answer = simulation.query(pose);
      cycles += answer.cycles;
      reads += answer.statistics.number("sdram.reads");
      deepest = std::max(deepest, answer.statistics.number("stack_engine.deepest_level"));
      energy += answer.statistics.number("chip.energy_pj");
      alpha.merge(answer.statistics.histogram("stack_engine.alpha"));
    }
    const auto result = store.find(config_hash(config), loaded.workloads[0].hash);
    ASSERT_TRUE(result);
    EXPECT_EQ(statistic(*result, "queries"), 2u);
    EXPECT_EQ(statistic(*result, "cycles"), cycles);
    EXPECT_EQ(statistic(*result, "sdram.reads"), reads);
    EXPECT_EQ(statistic(*result, "stack_engine.deepest_level"), deepest);
    EXPECT_EQ(statistic(*result, "chip.energy_pj"), energy);
    EXPECT_NEAR(static_cast<double>(statistic(*result, "stack_engine.alpha.mean_milli")), 1000 * alpha.mean(),
                0.5);
    EXPECT_EQ(statistic(*result, "stack_engine.alpha.p95"), alpha.quantile(0.95));
  }
}

// The memories of a chip are not twice as large because two workloads run on it.
TEST(Exploration, ObjectivesCombineOverWorkloadsAsTheirStatisticSays) {
  const Folder folder;
  std::string other = kWorkload;
  other.replace(other.find("knots"), 5, "again").replace(other.find("poses"), 0, "first = true\n");
  Loaded loaded(folder.write("plan.toml",
                             "objectives = [\"chip.sram_bytes\", \"queries\"]\n[[axis]]\n"
                             "key = \"pointer_fifo.depth\"\nvalues = [2048, 1024]\n" +
                                 std::string(kWorkload) + other));
  ResultStore store(folder / "s.sqlite", "1");
  loaded.run(store, jobs(2));
  const ExportSummary summary = loaded.write(store, folder / ".");
  ASSERT_TRUE(summary.best[0] && summary.best[1]);
  EXPECT_EQ(summary.best[0]->point, 1u);
  EXPECT_EQ(summary.best[0]->value, 480u + 384 + 128 * 100 + 2 * 100 + 2 * 768 + 8192);
  EXPECT_EQ(summary.best[1]->value, 4u);
}

// Random points repeat themselves; another plan in the same folder asks for some of the same.
TEST(Exploration, ComputesNothingTwice) {
  const Folder folder;
  const SharedCount calls(folder / "calls");
  const auto evaluate = [&](const ChipConfig& config, std::size_t workload, const std::string&) {
    calls.add();
    return made_up(config, workload);
  };
  Loaded random(folder.write("random.toml", std::string(R"(
strategy = "random"
points = 300
[[axis]]
key = "sdram.banks"
values = [1, 2, 4, 8]
[[axis]]
key = "stack_engine.look_ahead"
values = [1, 2, 3, 4, 5]
)") + kWorkload));
  ResultStore store(folder / "s.sqlite", "1");
  const ExploreCounts first = random.run(store, jobs(3), evaluate);
  EXPECT_EQ(calls.value(), 20u);
  EXPECT_EQ(first.computed, 20u);
  EXPECT_EQ(first.reused, 280u);
  EXPECT_EQ(random.run(store, jobs(3), evaluate).computed, 0u);
  Loaded grid(folder.write("grid.toml", std::string(R"(
[[axis]]
key = "stack_engine.look_ahead"
values = [4, 5, 6]
)") + kWorkload));
  EXPECT_EQ(grid.run(store, jobs(3), evaluate).computed, 1u);
  EXPECT_EQ(calls.value(), 21u);
  EXPECT_EQ(random.write(store, folder / ".").rows, 300u);
}

// A task of an array looks up what was known when the array was submitted.
TEST(Exploration, WhatAnotherStoreKnowsIsNotComputed) {
  const Folder folder;
  Loaded loaded(folder.write("plan.toml", kGrid));
  ResultStore known(folder / "known.sqlite", "1"), store(folder / "s.sqlite", "1");
  ExploreOptions half = jobs(1);
  half.shard = {0, 2};
  loaded.run(known, half, made_up);
  Exploration exploration(loaded.plan, loaded.points, loaded.workloads, store, &known);
  const ExploreCounts counts = exploration.run(jobs(1), made_up);
  EXPECT_EQ(counts.computed, 12u);
  EXPECT_EQ(counts.reused, 12u);
}

// The best point has answers to all workloads; what the reference denies is counted apart.
TEST(Exploration, APointThatFailedIsNotTheBestAndADisagreementIsCounted) {
  const Folder folder;
  std::string other = kWorkload;
  other.replace(other.find("knots"), 5, "again").replace(other.find("poses"), 0, "first = true\n");
  Loaded loaded(folder.write("plan.toml",
                             "[[axis]]\nkey = \"sdram.banks\"\nvalues = [1, 2, 4]\n" + (kWorkload + other)));
  const auto evaluate = [&](const ChipConfig& config, std::size_t workload, const std::string&) {
    Evaluation evaluation = made_up(config, workload);
    if (config.sdram.banks == 4 || workload == 1) return evaluation;
    evaluation = {};
    evaluation.reason = config.sdram.banks == 1 ? "models disagree: pose 0: a pair" : "no memory";
    return evaluation;
  };
  ResultStore store(folder / "s.sqlite", "1");
  loaded.run(store, jobs(1), evaluate);
  const ExportSummary summary = loaded.write(store, folder / ".");
  EXPECT_EQ(summary.failed, 2u);
  EXPECT_EQ(summary.disagreed, 1u);
  ASSERT_TRUE(summary.best[0]);
  EXPECT_EQ(summary.best[0]->point, 2u);
}

TEST(Exploration, AFailureIsRecordedWithItsReasonAndDoesNotStopTheRest) {
  const Folder folder;
  Loaded loaded(folder.write("plan.toml", kGrid));
  const SharedCount calls(folder / "calls");
  const auto evaluate = [&](const ChipConfig& config, std::size_t workload, const std::string&) {
    if (config.sdram.banks == 1 && config.dop.k == 6) throw InputError("threw, \"just so\"");
    if (config.sdram.banks == 2 && config.dop.k == 14) raise(SIGKILL);
    if (config.sdram.banks == 4 && config.dop.k == 24) sleep(1000);
    calls.add();
    return made_up(config, workload);
  };
  ExploreOptions options = jobs(2);
  options.timeout_seconds = 0.3;
  ResultStore store(folder / "s.sqlite", "1");
  const ExploreCounts counts = loaded.run(store, options, evaluate);
  EXPECT_EQ(counts.computed, 24u);
  EXPECT_EQ(counts.failed, 6u);
  EXPECT_EQ(calls.value(), 18u);
  const ExportSummary summary = loaded.write(store, folder / ".");
  EXPECT_EQ(summary.failed, 6u);
  EXPECT_EQ(summary.first_failure, "point 0, knots: threw, \"just so\"");
  ASSERT_TRUE(summary.best[0]);
  EXPECT_EQ(summary.best[0]->point, 2u);  // the first that has a result
  const std::string csv = folder.read("results.csv");
  EXPECT_NE(csv.find("\n0,knots,failed,\"threw, \"\"just so\"\"\","), std::string::npos);
  EXPECT_NE(csv.find("\n8,knots,failed,worker ended by signal 9 (Killed),"), std::string::npos);
  EXPECT_NE(csv.find("\n16,knots,failed,no answer within 0.3 s,"), std::string::npos);
  // Recorded: not tried again, unless asked for.
  EXPECT_EQ(loaded.run(store, options, made_up).computed, 0u);
  options.retry_failed = true;
  EXPECT_EQ(loaded.run(store, options, made_up).computed, 6u);
  EXPECT_EQ(loaded.write(store, folder / ".").failed, 0u);
}

TEST(Exploration, WhatDoesNotFitIntoTheChipIsAFailureOfItsPointsOnly) {
  const Folder folder;
  Loaded loaded(folder.write("plan.toml", R"(
[[axis]]
key = "sdram.capacity_mib"
values = [1, 512]
[[workload]]
a = { kind = "gear", triangles = 4000 }
b = { kind = "gear", triangles = 10 }
poses = ["3 0 0 1 0 0 0"]
)"));
  ResultStore store(folder / "s.sqlite", "1");
  EXPECT_EQ(loaded.run(store, jobs(1)).failed, 1u);
  EXPECT_EQ(loaded.write(store, folder / ".").first_failure,
            "point 0, workload0: objects of 4000 and 10 triangles need 2 MiB of SDRAM: expected at most "
            "sdram.capacity_mib = 1");
}

TEST(Exploration, SkippedPointsKeepTheirNumbers) {
  const Folder folder;
  Loaded loaded(folder.write("plan.toml", std::string(R"(
on_conflict = "skip"
[[axis]]
key = "sdram.t_rc"
values = [10, 20]
[[axis]]
key = "sdram.t_ras"
values = [10, 20]
)") + kWorkload));
  ResultStore store(folder / "s.sqlite", "1");
  const ExploreCounts counts = loaded.run(store, jobs(1), made_up);
  EXPECT_EQ(counts.skipped, 1u);
  EXPECT_EQ(counts.computed, 3u);
  EXPECT_EQ(loaded.write(store, folder / ".").skipped, 1u);
  EXPECT_NE(
      folder.read("results.csv").find("\n1,knots,skipped,sdram.t_rc = 10 is less than sdram.t_ras = 20,"),
      std::string::npos);
}

TEST(Exploration, ShardsTogetherAreTheWhole) {
  const Folder folder;
  Loaded loaded(folder.write("plan.toml", kGrid));
  ResultStore whole(folder / "whole.sqlite", "1");
  loaded.run(whole, jobs(2), made_up);
  ResultStore merged(folder / "merged.sqlite", "1");
  std::uint64_t computed = 0;
  for (std::uint64_t i = 0; i < 5; ++i) {
    const std::string path = folder / ("shard" + std::to_string(i));
    {
      ResultStore store(path, "1", ResultStore::Access::write_alone);
      ExploreOptions options = jobs(1);
      options.shard = {i, 5};
      computed += loaded.run(store, options, made_up).computed;
    }
    merged.merge(path);
  }
  EXPECT_EQ(computed, 24u);
  EXPECT_EQ(results(loaded, merged, folder), results(loaded, whole, folder));
}

TEST(Exploration, OneAtATimeInAFolder) {
  const Folder folder;
  const FolderLock mine(folder / ".", "lock");
  const pid_t other = fork();  // a lock is a process's
  if (other == 0) {
    try {
      const FolderLock theirs(folder / ".", "lock");
    } catch (const InputError&) {
      _exit(3);
    }
    _exit(0);
  }
  int status = 0;
  waitpid(other, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 3);
}

// A point whose machine lacks the objective is no better by that, and is counted.
TEST(Exploration, MachinesWithoutAnObjectiveAreCounted) {
  const Folder folder;
  Loaded loaded(folder.write("plan.toml",
                             "objectives = [\"cycles\", \"obb_unit.overlap.busy\"]\n[[axis]]\n"
                             "key = \"tree.format\"\nvalues = [\"dop128\", \"obb64\"]\n" +
                                 std::string(kWorkload)));
  ResultStore store(folder / "s.sqlite", "1");
  loaded.run(store, jobs(2));
  const ExportSummary summary = loaded.write(store, folder / ".");
  EXPECT_EQ(summary.lacking, (std::vector<std::uint64_t>{0, 1}));
  EXPECT_EQ(summary.best[1]->point, 1u);
  EXPECT_EQ(summary.complete, 1u);
}

TEST(Exploration, WithoutAnyResultTheStatusIsNotDone) {
  const Folder folder;
  const std::string head = "on_conflict = \"skip\"\n[[axis]]\nkey = \"";
  const auto complaint = [&](const std::string& axis) {
    const std::string plan = folder.write("plan.toml", head + axis + kWorkload);
    const int status =
        std::system((std::string(COLLISIONCHIP_BINARY) + " explore " + plan + " --out " + folder / "out" +
                     " --timeout 0.000001 > " + folder / "said 2> " + folder / "complaint")
                        .c_str());
    EXPECT_EQ(WEXITSTATUS(status), 3);
    EXPECT_TRUE(std::filesystem::exists(folder / "out/results.csv"));
    return folder.without(folder.read("complaint"));
  };
  EXPECT_EQ(
      complaint("sdram.banks\"\nvalues = [2, 4]\n")
          .rfind(
              "collisionchip: plan.toml: expected at least one result, got none: 2 failed (point 0, knots: ",
              0),
      0u);
  EXPECT_EQ(complaint("sdram.t_rc\"\nvalues = [2, 3]\n"),
            "collisionchip: plan.toml: expected at least one result, got none: 0 failed, 2 skipped\n");
}

// --- the program itself, stopped in the middle

class StoppedRun : public ::testing::Test {
 protected:
  // Starts `collisionchip explore`, waits until it has stored
  // something, sends the signal. Returns how it ended.
  int stopped_by(int signal) {
    const pid_t program = start();
    for (int i = 0; i < 2000 && stored() < 3; ++i) usleep(5000);
    kill(program, signal);
    int status = 0;
    waitpid(program, &status, 0);
    return status;
  }

  int finish() {
    const pid_t program = start();
    int status = 0;
    waitpid(program, &status, 0);
    return status;
  }

  pid_t start() {
    const pid_t program = fork();
    if (program == 0) {
      if (std::freopen((folder_ / "log").c_str(), "a", stdout) == nullptr) _exit(9);
      execl(COLLISIONCHIP_BINARY, "collisionchip", "explore", plan_.c_str(), "--out",
            (folder_ / "out").c_str(), "--jobs", "2", nullptr);
      _exit(9);
    }
    return program;
  }

  std::uint64_t stored() {
    if (!std::filesystem::exists(folder_ / "out/explore.sqlite")) return 0;
    try {
      SqliteDatabase database(folder_ / "out/explore.sqlite", SQLITE_OPEN_READWRITE);
      return static_cast<std::uint64_t>(database.integer("SELECT count(*) FROM results"));
    } catch (const SqliteError&) {
      return 0;  // no tables yet
    }
  }

  std::string undisturbed() {
    Loaded loaded(plan_);
    ResultStore store(folder_ / "undisturbed.sqlite", "1");
    loaded.run(store, jobs(1));
    return results(loaded, store, folder_);
  }

  Folder folder_;
  const std::string plan_ = folder_.write("plan.toml", R"(
[[axis]]
key = "stack_engine.look_ahead"
from = 1
to = 64
[[workload]]
name = "knots"
a = { kind = "torus-knot", triangles = 400 }
b = { kind = "gear", triangles = 400 }
poses = ["0.3 0.1 0 1 0 0 0", "0.1 0.1 0.2 1 0.5 0 0"]
)");
};

TEST_F(StoppedRun, GoesOnAfterKillMinusNineAndGivesTheSameBytes) {
  const int status = stopped_by(SIGKILL);
  ASSERT_TRUE(WIFSIGNALED(status));
  const std::uint64_t before = stored();
  ASSERT_GT(before, 0u);
  ASSERT_LT(before, 64u) << "finished before it could be killed";
  EXPECT_EQ(finish(), 0);
  EXPECT_EQ(stored(), 64u);
  EXPECT_NE(folder_.read("log").find("  reused    " + std::to_string(before) + "\n"), std::string::npos);
  EXPECT_EQ(folder_.read("out/results.csv") + folder_.read("out/results.json"), undisturbed());
}

TEST_F(StoppedRun, AnInterruptSaysHowToGoOn) {
  const int status = stopped_by(SIGINT);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_NE(folder_.read("log").find("interrupted; the same command continues\n"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out/results.csv"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out/explore.sqlite-wal"));
  EXPECT_EQ(finish(), 0);
  EXPECT_EQ(folder_.read("out/results.csv") + folder_.read("out/results.json"), undisturbed());
}

}  // namespace
}  // namespace collisionchip
