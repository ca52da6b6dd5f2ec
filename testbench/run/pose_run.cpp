#include "collisionchip/testbench/run/pose_run.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/terminal/exit_status.h"
#include "collisionchip/testbench/terminal/progress.h"
#include "collisionchip/testbench/terminal/rate_progress.h"
#include "collisionchip/testbench/workers/stop_signals.h"
#include "collisionchip/testbench/workers/worker_pool.h"
#include "collisionchip/tlm/machines/derived_of.h"

namespace collisionchip {

namespace {

// Poses per batch. Its file, a tenth of a millisecond, should not count, so software gets more poses, whose
// queries are short. Few enough are lost with a run that goes on later; then the number of jobs may be another
// one and has no say. Otherwise each worker gets enough batches for none to wait long for the last one.
std::uint64_t batch_size(const PoseQuestion& question, const PoseRunOptions& options) {
  // A chip whose cycles depend on the queries before is asked in one go.
  if (question.engine->can.cycles && remembers_queries(question.config))
    return std::max<std::uint64_t>(1, question.poses.size());
  if (question.batch > 0) return question.batch;  // each begins with a reset
  if (options.stop && options.jobs == 1) return 1;
  constexpr std::uint64_t kChipBatches = 1024, kSoftwareBatches = 256, kBatchesPerJob = 32, kMostPoses = 64;
  const std::uint64_t batches = !options.goes_on              ? kBatchesPerJob * options.jobs
                                : question.engine->can.cycles ? kChipBatches
                                                              : kSoftwareBatches;
  return std::clamp<std::uint64_t>(question.poses.size() / batches, 1, kMostPoses);
}

class PoseRun {
 public:
  PoseRun(const PoseQuestion& question, const PoseRunOptions& options, const TakeBatch& take)
      : question_(question),
        options_(options),
        take_(take),
        poses_(question.poses.size()),
        size_(batch_size(question, options)),
        batches_((poses_ + size_ - 1) / size_),
        progress_(std::in_place, "poses", poses_) {}

  // One process, batch after batch.
  void pass_on() {
    Asker asker(question_, options_.recording);
    for (std::uint64_t batch = 0; batch < batches_; ++batch) {
      check_stop();
      const AnswerBatch answers = asker.ask(begin_of(batch), end_of(batch));
      take_(answers);
      if (answers.totals.is_wrong()) break;
      advance();
    }
    finish_recording(asker);
  }

  void keep() {
    if (poses_ > 1 && !options_.stop) stop_.emplace();
    forget_damaged();
    ask_recorded();
    if (options_.jobs > 1 && missing() > (is_ended_at_once() ? 0u : 1u)) {
      ask_workers();
    } else {
      ask_here();
    }
  }

  // What is not read yet.
  void read() {
    while (!is_read_up()) {
      check_stop();
      if (const auto failure = failures_.find(next_read_); failure != failures_.end()) throw failure->second;
      read_next();
    }
  }

 private:
  bool is_chip() const { return question_.engine->can.cycles; }
  // A pose of a chip may take seconds, in which this process cannot ask stop(): another one is asked even for one pose.
  bool is_ended_at_once() const { return options_.stop && is_chip(); }
  std::uint64_t begin_of(std::uint64_t batch) const { return batch * size_; }
  std::uint64_t end_of(std::uint64_t batch) const { return std::min(poses_, (batch + 1) * size_); }
  std::string file_of(std::uint64_t batch) const {
    return fmt::format("{}/{}", options_.folder, begin_of(batch));
  }
  bool is_known(std::uint64_t batch) const { return std::filesystem::exists(file_of(batch)); }

  std::uint64_t missing() const {
    std::uint64_t count = 0;
    for (std::uint64_t batch = 0; batch < batches_; ++batch) count += is_known(batch) ? 0 : 1;
    return count;
  }

  void finish_recording(Asker& asker) const {
    asker.finish_recording();
    if (options_.recorded) options_.recorded();
  }

  bool is_read_up() const { return wrong_read_ || next_read_ == batches_; }
  void read_next() {
    const AnswerBatch answers = AnswerBatch::load(file_of(next_read_++), options_.question);
    take_(answers);
    wrong_read_ = answers.totals.is_wrong();
  }

  void advance() {
    asked_ = std::min(asked_ + size_, poses_);
    if (progress_) progress_->advance(asked_);
  }

  void check_stop() const {
    const bool stopped = options_.stop ? options_.stop() : stop_ && stop_->requested();
    if (stopped) throw Interrupted("interrupted");
  }

  // A machine that is switched off leaves empty or cut files: they are asked again.
  void forget_damaged() const {
    for (std::uint64_t batch = 0; batch < batches_; ++batch) {
      if (!is_known(batch)) continue;
      try {
        AnswerBatch::load(file_of(batch), options_.question);
      } catch (const InputError&) {
        std::filesystem::remove_all(file_of(batch));
      }
    }
  }

  // The batches count when the recording is complete: if one is known, all of them are.
  void ask_recorded() {
    if (options_.recording == nullptr || is_known(0)) return;
    const std::uint64_t poses = std::min(options_.recording->window.to_pose, poses_);
    const std::uint64_t batches = std::max<std::uint64_t>(1, (poses + size_ - 1) / size_);
    std::vector<AnswerBatch> answers;
    Asker asker(question_, options_.recording);
    for (std::uint64_t batch = 0; batch < batches; ++batch) {
      check_stop();
      answers.push_back(asker.ask(begin_of(batch), end_of(batch)));
      if (answers.back().totals.is_wrong()) break;
      advance();
    }
    finish_recording(asker);
    for (std::uint64_t batch = answers.size(); batch-- > 0;)
      answers[batch].save(file_of(batch), options_.question);
    is_wrong_ = answers.back().totals.is_wrong();
  }

  void ask_here() {
    std::unique_ptr<Asker> asker;
    asked_ = 0;
    for (std::uint64_t batch = 0; batch < batches_ && !is_wrong_; ++batch) {
      check_stop();
      if (!is_known(batch)) {
        if (!asker) asker = std::make_unique<Asker>(question_, nullptr);
        is_wrong_ = ask_and_save(*asker, batch);
      }
      advance();
    }
  }

  bool ask_and_save(Asker& asker, std::uint64_t batch) const {
    const AnswerBatch answers = asker.ask(begin_of(batch), end_of(batch));
    answers.save(file_of(batch), options_.question);
    return answers.totals.is_wrong();
  }

  // The batch is in its file; what a worker answers says how it went.
  std::string work_on(const std::string& batch) {
    if (!asker_) asker_ = std::make_unique<Asker>(question_, nullptr, is_chip() ? &image_ : nullptr);
    return ask_and_save(*asker_, std::stoull(batch)) ? kWrong : kRight;
  }

  void take(const WorkerPool::Outcome& outcome) {
    if (!outcome.answered) failures_.emplace(outcome.id, WorkerFailure(outcome.status, outcome.text));
    is_wrong_ |= !outcome.answered || outcome.text != kRight;
    advance();
  }

  void ask_workers() {
    if (is_chip()) image_ = make_board_image(question_.config, *question_.a, *question_.b);
    progress_.reset();  // it has a thread, and a process that forks should have none
    RateProgress progress("collide", poses_, "poses");
    const auto jobs = static_cast<int>(std::min<std::uint64_t>(options_.jobs, missing()));
    WorkerPool pool(
        jobs, [this](const std::string& batch) { return work_on(batch); }, 0);
    asked_ = 0;
    for (std::uint64_t next = 0; !is_wrong_ || !pool.idle();) {
      check_stop();
      progress.show(asked_, asked_, 0);
      if (!is_wrong_ && next < batches_ && pool.has_room()) {
        if (is_known(next)) {
          advance();
        } else {
          pool.submit(next, std::to_string(next));
        }
        ++next;
        continue;
      }
      if (pool.idle()) break;
      for (const WorkerPool::Outcome& outcome : pool.wait(500)) take(outcome);
      while (!is_read_up() && is_known(next_read_)) read_next();  // while the workers go on
    }
  }

  static constexpr const char *kRight = "r", *kWrong = "w";

  const PoseQuestion& question_;
  const PoseRunOptions& options_;
  const TakeBatch& take_;
  const std::uint64_t poses_, size_, batches_;
  std::optional<StopSignals> stop_;
  std::optional<Progress> progress_;                 // of what this process asks itself
  std::unique_ptr<Asker> asker_;                     // of a worker
  BoardImage image_;                                 // of all of them
  std::uint64_t asked_ = 0;                          // poses
  bool is_wrong_ = false;                            // an answer: what comes behind it need not be asked
  std::map<std::uint64_t, WorkerFailure> failures_;  // of batches
  std::uint64_t next_read_ = 0;                      // batch
  bool wrong_read_ = false;                          // nothing behind it counts
};

}  // namespace

void run_poses(const PoseQuestion& question, const PoseRunOptions& options, const TakeBatch& take) {
  PoseRun run(question, options, take);
  if (options.folder.empty()) return run.pass_on();
  run.keep();
  run.read();
}

}  // namespace collisionchip
