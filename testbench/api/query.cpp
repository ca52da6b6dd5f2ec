#include "collisionchip/testbench/api/query_data.h"

#include <charconv>
#include <chrono>
#include <mutex>
#include <optional>
#include <thread>

#include <fmt/format.h>

#include "collisionchip/reference/files/temporary_folder.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/spelling.h"
#include "collisionchip/rtl_model/adapter/rtl_units.h"
#include "collisionchip/testbench/api/chip_session.h"
#include "collisionchip/testbench/api/shape_data.h"
#include "collisionchip/testbench/api/throw_errors.h"
#include "collisionchip/testbench/host/question_check.h"
#include "collisionchip/testbench/run/pose_run.h"
#include "collisionchip/testbench/run/run_record.h"
#include "collisionchip/testbench/terminal/progress.h"
#include "collisionchip/tlm/config/chosen_chip.h"

namespace collisionchip::api {

namespace {

// In the words of the command line.
const EngineKind& engine_of(const QueryRequest& request) {
  const std::string& model = request.model;
  const EngineKind* kind = find_engine(model);
  if (kind == nullptr)
    throw no_choice("--model", engine_names([](const EngineKind&) { return true; }), model);
  if (!kind->lacks.empty())
    throw InputError(fmt::format("--model {}", model), "another engine",
                     fmt::format("; this program has no {}", kind->lacks));
  if (request.raw && !kind->looks_at("triangle_unit.filter"))
    throw InputError("--raw", "an engine with the chip's triangle test", ", got --model " + model);
  return *kind;
}

PoseQuestion question_of(const Config& machine, const Shape& a, const Shape& b,
                         const std::vector<Pose>& poses, const QueryRequest& request) {
  PoseQuestion question;
  question.engine = &engine_of(request);
  question.config = machine.chip();
  question.engine->configure(question.config);
  if (request.raw) question.config.triangle_unit.filter = false;
  check_rtl(question.config);
  if (question.engine->can.cycles) check_question(question.config, a.triangle_count(), b.triangle_count());
  question.first_witness = request.first;
  question.poses = poses;
  const TreeKey key = tree_key(question.config);
  question.a = a.data()->object(key, question.config);
  question.b = b.data()->object(key, question.config);
  question.check = request.check;
  return question;
}

RunSummary summary_of(const Shape& a, const Shape& b, const QueryRequest& request) {
  RunSummary summary;
  summary.model = request.model;
  summary.object_a = a.name();
  summary.object_b = b.name();
  summary.triangles_a = static_cast<std::uint32_t>(a.triangle_count());
  summary.triangles_b = static_cast<std::uint32_t>(b.triangle_count());
  summary.first_witness = request.first;
  summary.checked = request.check;
  return summary;
}

// Adds the pairs of lines "pose,a,b".
void add_pairs(const std::string& lines, std::vector<std::vector<TrianglePair>>& pairs) {
  const char *at = lines.data(), *const end = at + lines.size();
  const auto number = [&] {
    std::uint32_t value = 0;
    at = std::from_chars(at, end, value).ptr + 1;
    return value;
  };
  while (at < end) {
    const std::uint32_t pose = number(), a = number(), b = number();
    pairs.at(pose).push_back({a, b});
  }
}

class Query {
 public:
  Query(PoseQuestion question, RunSummary summary, const BatchOptions& options)
      : question_(std::move(question)), summary_(std::move(summary)) {
    record_.pairs.resize(question_.poses.size());
    run_.jobs = options.jobs > 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());
    run_.stop = options.stop ? options.stop : [] { return false; };
  }

  QueryRecord ask() {
    std::optional<TemporaryFolder> answers;
    if (run_.jobs > 1) run_.folder = answers.emplace().path();
    const auto start = std::chrono::steady_clock::now();
    run_poses(question_, run_, [this](const AnswerBatch& batch) { take(batch); });
    summary_.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    refuse_wrong();
    add_totals(summary_, question_, totals_);
    record_.queries += "]";
    record_.run = run_json(summary_, question_.config);
    record_.parity = parity_text(question_, totals_);
    return std::move(record_);
  }

 private:
  void take(const AnswerBatch& batch) {
    totals_.add(batch.totals);
    add_pairs(batch.pair_lines, record_.pairs);
    if (record_.queries.size() > 1 && !batch.query_lines.empty()) record_.queries += ",";
    record_.queries += batch.query_lines;
  }

  void refuse_wrong() const {
    const std::string& of_rtl = totals_.parity.first_difference;
    if (totals_.is_wrong())
      throw Disagreement("models disagree: " + (of_rtl.empty() ? totals_.verdict.first_difference : of_rtl));
    if (!totals_.violations.empty()) throw Disagreement("checker: " + totals_.violations.front());
  }

  const PoseQuestion question_;
  RunSummary summary_;
  PoseRunOptions run_;
  AnswerTotals totals_;
  QueryRecord record_{{}, "[", "", ""};
};

}  // namespace

QueryRecord ask(PoseQuestion question, RunSummary summary, const BatchOptions& options) {
  return Query(std::move(question), std::move(summary), options).ask();
}

QueryRecord query(const Config& machine, const Shape& a, const Shape& b, const std::vector<Pose>& poses,
                  const QueryRequest& request, const BatchOptions& options) {
  return with_errors([&] {
    const SilentProgress silent;
    PoseQuestion question = question_of(machine, a, b, poses, request);
    // A chip of this process that is asked otherwise waits; its simulation stays, and answers as before.
    std::unique_lock<std::mutex> turn(ChipSession::instance().mutex(), std::defer_lock);
    if (question.engine->can.cycles) turn.lock();
    try {
      return ask(std::move(question), summary_of(a, b, request), options);
    } catch (const Interrupted& interrupted) {
      throw Error(Error::Kind::interrupted, interrupted.what());
    }
  });
}

}  // namespace collisionchip::api
