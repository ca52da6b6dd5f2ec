#include "collisionchip/testbench/scenes/scene_run.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "collisionchip/reference/files/output_file.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/run/model_version.h"
#include "collisionchip/testbench/run/pose_run.h"
#include "collisionchip/testbench/scenes/scene_asker.h"
#include "collisionchip/testbench/scenes/scene_totals.h"
#include "collisionchip/testbench/terminal/exit_status.h"
#include "collisionchip/testbench/terminal/rate_progress.h"
#include "collisionchip/testbench/workers/stop_signals.h"
#include "collisionchip/testbench/workers/worker_pool.h"
#include "collisionchip/tlm/config/config_file.h"
#include "collisionchip/tlm/machine/json_text.h"
#include "collisionchip/tlm/machines/derived_of.h"

namespace collisionchip {

namespace {

class SceneRun {
 public:
  SceneRun(const Scene& scene, const SceneRunOptions& options, const SceneFolder& folder)
      : scene_(scene), options_(options), folder_(folder), frames_(scene.plan().frames) {
    // A chip whose cycles depend on the queries before is asked all frames in one go.
    if (remembers_queries(scene.config())) step_ = frames_;
  }

  void ask() {
    const std::uint64_t requests = (frames_ + step_ - 1) / step_;
    const StopSignals stop;
    RateProgress progress("scene", frames_, "frames");
    WorkerPool pool(
        static_cast<int>(std::min<std::uint64_t>(options_.jobs, requests)),
        [this](const std::string& first) { return work_on(std::stoull(first)); }, 0);
    for (std::uint64_t next = 0; (next < frames_ && !is_over_) || !pool.idle();) {
      if (stop.requested()) throw Interrupted("interrupted");
      progress.show(done_, computed_, 0);
      if (next < frames_ && !is_over_ && pool.has_room()) {
        if (is_known(next)) {
          done_ += end_of(next) - next;
        } else {
          pool.submit(next, std::to_string(next));
        }
        next = end_of(next);
        continue;
      }
      if (pool.idle()) break;
      for (const WorkerPool::Outcome& outcome : pool.wait(500)) take(outcome);
    }
  }

  // In their order, up to the first wrong one.
  SceneTotals write() {
    SceneTotals totals(scene_, options_.check);
    OutputFile frames(folder_.file(SceneFolder::kFrames)), pairs(folder_.file(SceneFolder::kPairs));
    frames.stream() << kFrameColumns;
    pairs.stream() << kPairColumns;
    for (std::uint64_t frame = 0; frame < frames_; ++frame) {
      if (const auto failure = failures_.find(frame / step_ * step_); failure != failures_.end())
        throw failure->second;
      const FrameAnswer answer =
          FrameAnswer::load(folder_.frame_file(frame), frame, folder_.question_digest());
      totals.add(answer);
      if (totals.is_wrong()) return totals;
      frames.stream() << frame_line(answer, scene_.config(), scene_.plan().deadline_us);
      pairs.stream() << answer.pair_lines;
    }
    frames.close();
    pairs.close();
    return totals;
  }

 private:
  static constexpr const char *kRight = "r", *kWrong = "w";

  std::uint64_t end_of(std::uint64_t first) const { return std::min(frames_, first + step_); }
  // What a machine that was switched off has left of a file is asked again.
  bool is_known(std::uint64_t first) const {
    try {
      for (std::uint64_t frame = first; frame < end_of(first); ++frame)
        FrameAnswer::load(folder_.frame_file(frame), frame, folder_.question_digest());
      return true;
    } catch (const InputError&) {
      return false;
    }
  }

  // By a worker. The first frame's file comes last: with it all of them are there.
  std::string work_on(std::uint64_t first) {
    if (!asker_) asker_ = std::make_unique<SceneAsker>(scene_, options_.check);
    std::vector<FrameAnswer> answers;
    for (std::uint64_t frame = first; frame < end_of(first); ++frame) {
      answers.push_back(asker_->ask(frame));
      if (answers.back().verdict.is_wrong()) break;
    }
    std::for_each(answers.rbegin(), answers.rend(), [this](const FrameAnswer& answer) {
      answer.save(folder_.frame_file(answer.frame), folder_.question_digest());
    });
    return answers.back().verdict.is_wrong() ? kWrong : kRight;
  }

  void take(const WorkerPool::Outcome& outcome) {
    const std::uint64_t frames = end_of(outcome.id) - outcome.id;
    done_ += frames;
    computed_ += frames;
    is_over_ |= !outcome.answered || outcome.text != kRight;
    if (!outcome.answered) failures_.emplace(outcome.id, WorkerFailure(outcome.status, outcome.text));
  }

  const Scene& scene_;
  const SceneRunOptions& options_;
  const SceneFolder& folder_;
  const std::uint64_t frames_;
  std::uint64_t step_ = 1;             // frames of a request
  std::unique_ptr<SceneAsker> asker_;  // of a worker
  std::uint64_t done_ = 0, computed_ = 0;
  bool is_over_ = false;  // a frame went wrong: what comes behind it need not be asked
  std::map<std::uint64_t, WorkerFailure> failures_;  // by the first frame of a request
};

}  // namespace

std::string question_of(const Scene& scene, const SceneRunOptions& options) {
  return fmt::format("{}\nscene {}, {} frames, deadline_us {}\nchip {}\nchecked {}\n", model_version(),
                     scene.digest(), scene.plan().frames, scene.plan().deadline_us,
                     config_hash(scene.config()), options.check);
}

nlohmann::ordered_json run_scene(const Scene& scene, const SceneRunOptions& options, SceneFolder& folder) {
  const std::string totals_file = folder.file(SceneFolder::kTotals);
  if (folder.is_complete()) return read_scene_totals(totals_file);
  SceneRun run(scene, options, folder);
  run.ask();
  const SceneTotals totals = run.write();
  nlohmann::ordered_json json = totals.to_json();
  if (totals.is_wrong()) return json;
  write_output_file(folder.file(SceneFolder::kChip), effective_toml(scene.config()));
  write_output_file(totals_file, json_text(json, 1) + "\n");
  folder.complete();
  return json;
}

}  // namespace collisionchip
