#include "collisionchip/tlm/units/triangle_unit/triangle_tester.h"

#include <algorithm>

#include "collisionchip/reference/arithmetic/float32.h"

namespace collisionchip {

TriangleTester::TriangleTester(const sc_core::sc_module_name& name, const TriangleTesterParams& params,
                               Channel<MatrixWrite>& matrix_writes, Channel<Finding>& findings,
                               Channel<StopRequest>& stop)
    : Unit(name, Clock(params.clock_period_ps)),
      records("records"),
      issues("issues"),
      params_(params),
      matrix_writes_(matrix_writes),
      findings_(findings),
      stop_(stop),
      account_(std::string(name), account_meanings()[0]) {
  matrix_writes_.bind_reader(*this);
  findings_.bind_writer(*this);
  stop_.bind_writer(*this);
  listen(matrix_writes_);
  keep(account_);
}

void TriangleTester::begin_query(Cycle origin) {
  Unit::begin_query(origin);
  state_ = CycleAccount::kIdle;
  statistics_ = {};
}

void TriangleTester::reset_state() {
  pipeline_free_ = 0;
  pipeline_.clear();
  witness_ahead_ = found_ = told_to_stop_ = false;
  reported_ = {};
  failed_ = {};
  state_ = CycleAccount::kIdle;
}

void TriangleTester::begin_cycle(Cycle now) {
  account_.spend(now, state_);
  take_matrix_writes(now);
  forget_misses(now);
}

void TriangleTester::take_matrix_writes(Cycle now) {
  while (const MatrixWrite* write = matrix_writes_.front(now)) {
    for (std::uint32_t i = 0; i < write->count; ++i) {
      const std::uint32_t word = write->first_word + i;
      const float value = float_of(write->words[i]);
      if (word < 24) {
        Matrix34& matrix = word < 12 ? frames_.to_aligned : frames_.to_tumbled;
        matrix[word % 12 / 4][word % 4] = value;
      } else {
        (word < 27 ? frames_.to_aligned_bound : frames_.to_tumbled_bound)[word % 3] = value;
      }
    }
    matrix_writes_.pop(now);
  }
}

// In order with the results: not before the last one is out.
Cycle TriangleTester::pass_on(Cycle now, const LeafTests& message) {
  if (!pipeline_.empty()) {
    state_ = CycleAccount::kIdle;
    return pipeline_.back().out + 1;
  }
  if (!room_for_results(now, 1)) return kNever;
  const bool end = message.kind == LeafTests::Kind::end;
  const ReadError& error = message.error ? message.error : failed_;
  if (end && params_.entry_check) {
    findings_.put(now, reported_.closing(error));
  } else {
    put_finding(now, {end ? Finding::Kind::end : Finding::Kind::unfinished, message.tumbled[0],
                      message.aligned[0], error});
  }
  return now;
}

void TriangleTester::fail(Cycle now, const ReadError& error) {
  if (failed_) return;
  failed_ = error;
  tell_to_stop(now);
}

void TriangleTester::tell_to_stop(Cycle now) {
  if (!told_to_stop_) stop_.put(now, {});
  told_to_stop_ = true;
}

void TriangleTester::issue_pairs(Cycle now, const TriangleRecord* tumbled, std::uint32_t lanes,
                                 const TriangleRecord& aligned, bool first_witness) {
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    issues.write(now);
    pipeline_.push_back(test(tumbled[lane], aligned, first_witness));
    pipeline_.back().out = now + pipeline_depth() - 1;
  }
  pipeline_free_ = now + params_.issue_cycles;
  account_.spend(pipeline_free_, CycleAccount::kBusy);
}

void TriangleTester::test_at_once(Cycle now, const TriangleRecord& tumbled, const TriangleRecord& aligned,
                                  bool first_witness) {
  report(now, test(tumbled, aligned, first_witness));
}

// All that is in the pipeline has its room, a miss until it is out.
bool TriangleTester::room_for_results(Cycle now, std::size_t results) {
  const bool room = findings_.ready(now, pipeline_.size() + results - 1);
  if (!room) state_ = kPointerFifo;
  return room;
}

Cycle TriangleTester::next_out() const {
  return pipeline_.empty() ? kNever : pipeline_.front().out + 1;
}

// The unit is not woken for results that are not reported, so they are forgotten here.
void TriangleTester::forget_misses(Cycle now) {
  while (!pipeline_.empty() && pipeline_.front().out < now) pipeline_.pop_front();
}

Cycle TriangleTester::let_out(Cycle now) {
  bool witness = false;
  while (!pipeline_.empty() && pipeline_.front().out == now) {
    const Result& result = pipeline_.front();
    report(now, result);
    witness |= result.witness;
    pipeline_.pop_front();
  }
  if (witness) return now + 1;
  const auto next =
      std::find_if(pipeline_.begin(), pipeline_.end(), [](const Result& result) { return result.reported; });
  return next == pipeline_.end() ? kNever : next->out;
}

Verdict TriangleTester::judge(const TriangleRecord& tumbled, const TriangleRecord& aligned) const {
  if (params_.filter) return triangle_verdict(tumbled, aligned, frames_);
  return triangles_intersect(tumbled, aligned, frames_) ? Verdict::hit : Verdict::miss;
}

// Counts a test and returns what is reported.
TriangleTester::Result TriangleTester::test(const TriangleRecord& tumbled, const TriangleRecord& aligned,
                                            bool first_witness) {
  if (witness_ahead_) return {};
  ++statistics_.tests;
  const Verdict verdict = judge(tumbled, aligned);
  if (verdict == Verdict::miss) {
    ++statistics_.misses;
    return {};
  }
  const bool hit = verdict == Verdict::hit;
  ++(hit ? statistics_.hits : statistics_.uncertain);
  if (!hit) {
    ++statistics_.uncertain_causes[static_cast<std::size_t>(cause_of_uncertainty(tumbled, aligned, frames_))];
  }
  witness_ahead_ = hit && first_witness;
  const Finding::Kind kind = hit ? Finding::Kind::hit : Finding::Kind::uncertain;
  return {0, true, witness_ahead_, {kind, tumbled.triangle, aligned.triangle, {}}};
}

void TriangleTester::report(Cycle now, const Result& result) {
  if (!result.reported) return;
  put_finding(now, result.finding);
  if (!result.witness) return;
  found_ = true;
  tell_to_stop(now);
}

void TriangleTester::put_finding(Cycle now, const Finding& finding) {
  if (params_.entry_check) reported_.add(entry_words(finding));
  findings_.put(now, finding);
}

}  // namespace collisionchip
