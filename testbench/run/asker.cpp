#include "collisionchip/testbench/run/asker.h"

#include "collisionchip/reference/tree/refit.h"
#include "collisionchip/rtl_model/adapter/rtl_units.h"
#include "collisionchip/testbench/host/chip_object.h"
#include "collisionchip/testbench/machines/host_kinds.h"
#include "collisionchip/testbench/results/result_files.h"

namespace collisionchip {

Asker::Asker(const PoseQuestion& question, const RecorderOptions* recording, const BoardImage* image)
    : question_(question),
      lines_(question.config, question.engine->can),
      engine_(question.engine->make({question.config, question.check, recording != nullptr})),
      chip_(engine_->chip()) {
  const Objects objects{*question.a, *question.b, image};
  if (recording != nullptr) record(*recording);
  engine_->prepare(objects);
  if (chip_ != nullptr) chip_->simulation().driver().set_cycle_limit(question.max_cycles);
  if (question.check) judge(objects);
}

void Asker::record(const RecorderOptions& recording) {
  Simulation& simulation = chip_->simulation();
  recorder_ = std::make_unique<Recorder>(simulation.board(), question_.config, recording);
  simulation.driver().on_query_end.push_back([this] { recorder_->end_query(); });
}

// An RTL unit that parts from its model is named, whatever the other engine says.
void Asker::judge(const Objects& objects) {
  if (chip_ != nullptr && has_rtl(question_.config))
    parity_ = make_parity_judge(*chip_, question_.config, objects, question_.first_witness,
                                question_.max_cycles > 0);
  other_ = std::make_unique<EngineJudge>(*question_.engine, judge_of(*question_.engine), question_.config,
                                         objects, question_.first_witness);
}

std::vector<Judge*> Asker::judges() const {
  std::vector<Judge*> all;
  for (Judge* judge : {static_cast<Judge*>(parity_.get()), static_cast<Judge*>(other_.get())}) {
    if (judge != nullptr) all.push_back(judge);
  }
  return all;
}

AnswerBatch Asker::ask(std::uint64_t first, std::uint64_t end) {
  AnswerBatch batch;
  QueryLoop loop(*engine_, question_.first_witness, judges());
  if (question_.batch > 0) {
    ask_together(loop, first, end, batch);
    first = end;
  }
  for (std::uint64_t pose = first; pose < end; ++pose) {
    if (question_.frames) deform(pose);
    if (recorder_) recorder_->begin_pose(pose);
    if (!loop.ask(pose, question_.poses[pose], [&](const QueryLoop::Judged& judged) { take(judged, batch); }))
      break;
  }
  close_totals(batch.totals);
  return batch;
}

// One run of the chip: in a trace it has the number of its first pose.
void Asker::ask_together(QueryLoop& loop, std::uint64_t first, std::uint64_t end, AnswerBatch& batch) const {
  if (recorder_) recorder_->begin_pose(first);
  loop.ask_batch(
      question_.poses, first, end, [&](const QueryLoop::Judged& judged) { take(judged, batch); },
      [&](const ChipAnswer& whole) {
        batch.totals.sum.add_whole(whole);
        batch.run_lines = lines_.run(first, end, whole);
      });
}

// All judges look at the same shape, and the one before is needed no more.
void Asker::deform(std::uint64_t pose) {
  auto frame = std::make_unique<const CollisionObject>(
      deformed_object(*question_.b, question_.frames->at(pose), question_.config));
  const Objects objects{*question_.a, *frame};
  const Upload upload = engine_->deform(objects);
  for (Judge* judge : judges()) judge->deform(objects);
  frame_ = std::move(frame);
  frame_cost_ = {upload.words, upload.cycles,
                 host_of(question_.config).has_boxes ? refitted_boxes(frame_->tree) : 0};
}

void Asker::take(const QueryLoop::Judged& judged, AnswerBatch& batch) const {
  const Answer& answer = judged.answer;
  AnswerTotals one;
  one.queries = 1;
  one.pairs = answer.pairs.size();
  one.query_seconds = judged.seconds;
  one.counters = answer.counters;
  if (answer.chip && question_.batch == 0) one.sum.add(*answer.chip);
  if (answer.chip && question_.batch > 0) one.sum.add_latency(*answer.chip);
  one.frames = frame_cost_;
  one.deadline.add(answer.chip ? seconds_of(*answer.chip) : judged.seconds);
  batch.totals.add(one);
  batch.pair_lines += pair_lines(judged.number, answer.pairs);
  batch.add_query(lines_.query(judged.number, judged.pose, answer, judged.seconds,
                               question_.frames ? &frame_cost_ : nullptr, question_.batch > 0));
}

// What the judges and the board have found since the last time.
void Asker::close_totals(AnswerTotals& totals) {
  if (other_) totals.verdict = other_->take_verdict();
  if (parity_) {
    totals.parity = parity_->verdict();
    totals.parity.queries -= parity_told_.queries;
    totals.parity.cycles -= parity_told_.cycles;
    totals.parity.events -= parity_told_.events;
    parity_told_ = parity_->verdict();
  }
  if (chip_ == nullptr) return;
  totals.upload_cycles = chip_->upload_cycles();
  const std::vector<std::string> violations = chip_->simulation().board().violations();
  totals.violations.assign(violations.begin() + static_cast<std::ptrdiff_t>(violations_told_),
                           violations.end());
  violations_told_ = violations.size();
}

void Asker::finish_recording() {
  if (recorder_) recorder_->finish();
}

}  // namespace collisionchip
