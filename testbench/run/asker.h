// Asks pose after pose of a question and has every answer judged before it counts.
#pragma once

#include <memory>
#include <vector>

#include "collisionchip/reference/mesh/mesh.h"
#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/testbench/engines/chip_engine.h"
#include "collisionchip/testbench/run/answer_batch.h"
#include "collisionchip/testbench/run/judges.h"
#include "collisionchip/testbench/run/parity_judge.h"
#include "collisionchip/traces/record/recorder.h"

namespace collisionchip {

// What is asked, loaded and checked.
struct PoseQuestion {
  const EngineKind* engine = nullptr;  // who answers
  ChipConfig config;
  bool first_witness = false;
  std::vector<Pose> poses;
  std::shared_ptr<const CollisionObject> a, b;      // one object when both files are the same
  std::shared_ptr<const std::vector<Mesh>> frames;  // B at each pose, if it changes its shape
  bool check = true;        // against another engine; RTL units against their models too
  Cycle max_cycles = 0;     // of a chip; 0: a bound that no sound query reaches
  std::uint64_t batch = 0;  // poses that a chip is asked together; 0: one after the other
};

class Asker {
 public:
  // `recording` of a chip only, or nullptr. `image`: of the question's objects, which many chips share; without
  // one they are uploaded. What is given must outlive the asker.
  Asker(const PoseQuestion& question, const RecorderOptions* recording, const BoardImage* image = nullptr);

  // Poses `first` up to `end`, excluded, or until an answer is wrong; if they are asked together, one batch of them. What a query throws ends it; of a chip
  // that parted from its models before, std::runtime_error says where.
  AnswerBatch ask(std::uint64_t first, std::uint64_t end);
  // The recording is complete.
  void finish_recording();

 private:
  void record(const RecorderOptions& recording);
  void judge(const Objects& objects);
  std::vector<Judge*> judges() const;
  void deform(std::uint64_t pose);
  void ask_together(QueryLoop& loop, std::uint64_t first, std::uint64_t end, AnswerBatch& batch) const;
  void take(const QueryLoop::Judged& judged, AnswerBatch& batch) const;
  void close_totals(AnswerTotals& totals);

  const PoseQuestion& question_;
  const StatisticsLines lines_;
  std::unique_ptr<Engine> engine_;
  ChipEngine* const chip_;  // if it is one
  std::unique_ptr<Recorder> recorder_;
  std::unique_ptr<ParityJudge> parity_;
  std::unique_ptr<EngineJudge> other_;
  std::unique_ptr<const CollisionObject> frame_;  // B now, if it changes its shape
  FrameCost frame_cost_;                          // of that
  ParityVerdict parity_told_;                     // so far
  std::size_t violations_told_ = 0;
};

}  // namespace collisionchip
