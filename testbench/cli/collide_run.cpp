#include "collisionchip/testbench/cli/collide_run.h"

#include <chrono>

#include "collisionchip/reference/files/temporary_folder.h"
#include "collisionchip/testbench/account/eq5_account.h"
#include "collisionchip/testbench/cli/collide_report.h"
#include "collisionchip/testbench/results/result_folder.h"
#include "collisionchip/testbench/run/pose_run.h"
#include "collisionchip/testbench/run/run_record.h"
#include "collisionchip/testbench/terminal/exit_status.h"
#include "collisionchip/testbench/version.h"

namespace collisionchip {

namespace {

class CollideRun {
 public:
  CollideRun(const CollideJob& job, const AnswerOptions& answers)
      : job_(job),
        answers_(answers),
        pairs_file_(job.out ? job.out->file(ResultFolder::kPairs) : answers.pairs),
        statistics_file_(job.out ? job.out->file(ResultFolder::kStatistics) : answers.stats),
        summary_(job.summary) {}

  int run() {
    const auto start = SteadyClock::now();
    ask();
    summary_.wall_seconds = std::chrono::duration<double>(SteadyClock::now() - start).count();
    write();
    print_collide(job_, summary_, totals_, answers_.account == "full");
    if (!totals_.violations.empty()) throw Disagreement("checker: " + totals_.violations.front());
    return totals_.is_wrong() ? kExitDisagree : kExitDone;
  }

 private:
  using SteadyClock = std::chrono::steady_clock;

  void ask() {
    PoseRunOptions run;
    run.jobs = answers_.jobs;
    std::optional<TemporaryFolder> kept;
    if (job_.out) {
      run.folder = job_.out->answers();
      run.question = job_.out->question_digest();
      run.goes_on = true;
    } else if (answers_.jobs > 1 && job_.poses.size() > 1 && !records_all()) {
      run.folder = kept.emplace().path();
    }
    const RecorderOptions recording = recorder_options();
    if (job_.trace.records()) run.recording = &recording;
    run.recorded = [this] {
      if (job_.trace.records()) finish_recording(job_.trace);
    };
    run_poses(job_, run, [this](const AnswerBatch& batch) {
      totals_.add(batch.totals);
      pairs_file_.add(batch.pair_lines);
      statistics_file_.add(batch.query_lines);
      statistics_file_.add_run(batch.run_lines);
    });
  }

  bool records_all() const { return job_.trace.records() && job_.window.to_pose >= job_.poses.size(); }

  RecorderOptions recorder_options() const {
    RecorderOptions recording;
    recording.path = job_.trace.recording();
    recording.window = job_.window;
    recording.run.version = kVersion;
    recording.run.model = summary_.model;
    recording.run.object_a = summary_.object_a;
    recording.run.object_b = summary_.object_b;
    recording.run.triangles_a = summary_.triangles_a;
    recording.run.triangles_b = summary_.triangles_b;
    recording.run.first_witness = summary_.first_witness;
    return recording;
  }

  void write() {
    add_totals(summary_, job_, totals_);
    if (job_.eq5) summary_.eq5 = account_for_eq5(job_.config, *job_.a, *job_.b, job_.poses.front());
    pairs_file_.close();
    statistics_file_.close(summary_, job_.config);
    if (job_.out) job_.out->complete();
  }

  const CollideJob& job_;
  const AnswerOptions& answers_;
  PairsFile pairs_file_;
  StatisticsFile statistics_file_;
  AnswerTotals totals_;
  RunSummary summary_;
};

}  // namespace

int run_collide(const CollideJob& job, const AnswerOptions& answers) {
  return CollideRun(job, answers).run();
}

}  // namespace collisionchip
