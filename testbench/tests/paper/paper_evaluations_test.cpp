// Evaluations into the store: what is missing is computed, what fails ends the run, what was finished stays.
#include "collisionchip/testbench/paper/paper_evaluations.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/testbench/tests/paper/temporary_folder.h"
#include "collisionchip/traces/file/sqlite.h"

namespace collisionchip {
namespace {

using testing_support::TemporaryFolder;

class EvaluateTasks : public ::testing::Test {
 protected:
  EvaluateTasks() {
    for (const std::uint32_t triangles : {60u, 4000u}) {
      const auto mesh = std::make_shared<const Mesh>(make_procedural_mesh("gear", triangles));
      Pose apart;
      apart.t.x = 10;
      workloads_.push_back(make_workload("gear", "gear", "gear", mesh, mesh, {Pose{}, apart}, false));
    }
  }

  void evaluate(const std::vector<PaperTask>& tasks) {
    known_ = computed_ = 0;
    ResultStore store(folder_.path("s.sqlite"), "1");
    const auto finished = [&](std::size_t known, std::size_t computed) {
      known_ += known;
      computed_ += computed;
    };
    evaluate_tasks(tasks, workloads_, store, 2, finished, points_);
  }
  std::string failure(const std::vector<PaperTask>& tasks) {
    try {
      evaluate(tasks);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  }

  TemporaryFolder folder_;
  std::vector<Workload> workloads_;
  std::map<std::string, Turn> points_;
  std::size_t known_ = 0, computed_ = 0;
  const std::vector<PaperTask> three_ = {{"software", "reference", {}, 0, "list."},
                                         {"software", "simultaneous", {}, 0, "simultaneous."},
                                         {"chip", "tlm", {}, 0, ""}};
};

TEST_F(EvaluateTasks, ComputesWhatIsMissingOnce) {
  evaluate(three_);
  EXPECT_EQ(computed_, 3u);
  const Turn work = points_.at("software"), chip = points_.at("chip");
  EXPECT_GT(work.sum("list.pairs"), 0);
  EXPECT_EQ(work.sum("list.pairs"), chip.sum("pairs"));
  EXPECT_EQ(work.mean("list.colliding"), 0.5);
  EXPECT_EQ(work.max("list.pairs"), work.sum("simultaneous.pairs"));
  EXPECT_GT(chip.max("cycles"), chip.mean("cycles"));
  EXPECT_FALSE(chip.has("visits"));
  EXPECT_FALSE(work.has("list.cycles"));
  points_.clear();
  std::vector<PaperTask> more = three_;
  more.push_back({"other", "single_list", {}, 0, ""});
  more.push_back({"the same", "single_list", {}, 0, ""});
  evaluate(more);
  EXPECT_EQ(computed_, 1u);
  EXPECT_EQ(known_, 4u);
  EXPECT_EQ(points_.at("chip").sum("cycles"), chip.sum("cycles"));
  EXPECT_EQ(points_.at("the same").sum("visits"), points_.at("other").sum("visits"));
}

TEST_F(EvaluateTasks, AFailureEndsTheRunAndIsNotKept) {
  std::vector<PaperTask> tasks = three_;
  ChipConfig small;
  small.sdram.capacity_mib = 1;
  tasks.push_back({"large", "tlm", small, 1, ""});
  for (int again = 0; again < 2; ++again) {
    EXPECT_EQ(failure(tasks),
              "large: objects of 4000 and 4000 triangles need 3 MiB of SDRAM: expected at most "
              "sdram.capacity_mib = 1");
  }
  const SqliteDatabase database(folder_.path("s.sqlite"), SQLITE_OPEN_READWRITE);
  EXPECT_EQ(database.integer("SELECT count(*) FROM results WHERE status <> 'done'"), 0);
  evaluate(three_);
  EXPECT_GE(known_, 1u);
  // Software has no SDRAM.
  tasks.back().engine = "reference";
  EXPECT_EQ(failure(tasks), "");
}

}  // namespace
}  // namespace collisionchip
