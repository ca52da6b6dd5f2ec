#include "collisionchip/testbench/run/asker.h"

#include <chrono>
#include <stdexcept>

#include <fmt/format.h>

#include "collisionchip/rtl_model/adapter/rtl_units.h"
#include "collisionchip/testbench/host/simulation.h"
#include "collisionchip/testbench/judge/chip_parity.h"
#include "collisionchip/testbench/judge/scoreboard.h"
#include "collisionchip/testbench/results/result_files.h"

namespace collisionchip {

namespace {

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(SteadyClock::now() - start_).count(); }

 private:
  using SteadyClock = std::chrono::steady_clock;
  SteadyClock::time_point start_ = SteadyClock::now();
};

class ChipAsker : public Asker {
 public:
  ChipAsker(const PoseQuestion& question, const RecorderOptions* recording, const BoardImage* image)
      : question_(question), simulation_(question.config, board_options(question, recording != nullptr)) {
    Driver& driver = simulation_.driver();
    if (recording != nullptr) {
      recorder_ = std::make_unique<Recorder>(simulation_.board(), question.config, *recording);
      driver.on_query_end.push_back([this] { recorder_->end_query(); });
    }
    upload_cycles_ = image != nullptr ? simulation_.attach(*image) : driver.upload(*question.a, *question.b);
    driver.set_cycle_limit(question.max_cycles);
    if (question.check && has_rtl(question.config))
      parity_ = std::make_unique<ChipParity>(simulation_, question.config, *question.a, *question.b);
  }

  AnswerBatch ask(std::uint64_t first, std::uint64_t end) override {
    AnswerBatch batch;
    batch.totals.upload_cycles = upload_cycles_;
    Scoreboard scoreboard;
    const ParityVerdict before = parity_ ? parity_->verdict() : ParityVerdict{};
    for (std::uint64_t pose = first; pose < end; ++pose) {
      if (!ask_pose(pose, scoreboard, batch)) break;
    }
    batch.totals.verdict = scoreboard.verdict();
    if (parity_) batch.totals.parity = since(before);
    const std::vector<std::string> violations = simulation_.board().violations();
    batch.totals.violations.assign(violations.begin() + static_cast<std::ptrdiff_t>(violations_),
                                   violations.end());
    violations_ = violations.size();
    return batch;
  }

  void finish_recording() override {
    if (recorder_) recorder_->finish();
  }

 private:
  static BoardOptions board_options(const PoseQuestion& question, bool recorded) {
    BoardOptions options;
    options.checkers = question.check;
    options.memory_monitor = recorded;
    return options;
  }

  // False if the answer is wrong. Both judges look at it: a unit of RTL that parts from its model is named,
  // whatever the reference says.
  bool ask_pose(std::uint64_t number, Scoreboard& scoreboard, AnswerBatch& batch) {
    const Pose& pose = question_.poses[number];
    if (recorder_) recorder_->begin_pose(number);
    if (parity_) expect(pose);
    const Stopwatch stopwatch;
    const ChipAnswer answer = query(pose);
    const double seconds = stopwatch.seconds();
    const bool is_model = !parity_ || parity_->check(fmt::format("pose {}", number), answer);
    const bool is_right = !question_.check || is_the_references(number, answer, scoreboard);
    if (!is_model || !is_right) return false;
    AnswerTotals& totals = batch.totals;
    ++totals.queries;
    totals.pairs += answer.pairs.size();
    totals.query_seconds += seconds;
    totals.sum.add(answer);
    batch.pair_lines += pair_lines(number, answer.pairs);
    batch.add_query(query_line(number, pose, answer));
    return true;
  }

  bool is_the_references(std::uint64_t number, const ChipAnswer& answer, Scoreboard& scoreboard) const {
    const QueryResult reference = list_traversal(*question_.a, *question_.b, question_.poses[number],
                                                 judging_options(question_.query, answer));
    return scoreboard.check_chip(number, answer, reference, question_.query);
  }

  // The model goes first: an RTL unit that never ends is stopped soon after.
  void expect(const Pose& pose) {
    const Cycle cycles = parity_->expect(pose, question_.query.first_witness);
    if (question_.max_cycles == 0) simulation_.driver().set_cycle_limit(2 * cycles + 10000);
  }

  ChipAnswer query(const Pose& pose) {
    try {
      return simulation_.query(pose, question_.query.first_witness);
    } catch (const std::exception& error) {
      const std::string failure = parity_ ? parity_->failure(error) : "";
      if (failure.empty()) throw;
      throw std::runtime_error(failure);
    }
  }

  ParityVerdict since(const ParityVerdict& before) const {
    ParityVerdict now = parity_->verdict();
    now.queries -= before.queries;
    now.cycles -= before.cycles;
    now.events -= before.events;
    return now;
  }

  const PoseQuestion& question_;
  Simulation simulation_;
  std::unique_ptr<Recorder> recorder_;
  std::unique_ptr<ChipParity> parity_;
  Cycle upload_cycles_ = 0;
  std::size_t violations_ = 0;  // told so far
};

class SoftwareAsker : public Asker {
 public:
  explicit SoftwareAsker(const PoseQuestion& question) : question_(question) {}

  AnswerBatch ask(std::uint64_t first, std::uint64_t end) override {
    AnswerBatch batch;
    Scoreboard scoreboard;
    for (std::uint64_t number = first; number < end; ++number) {
      const Pose& pose = question_.poses[number];
      const Stopwatch stopwatch;
      const QueryResult answer = list_traversal(*question_.a, *question_.b, pose, question_.query);
      const double seconds = stopwatch.seconds();
      if (question_.check) {
        const QueryResult other = simultaneous_traversal(*question_.a, *question_.b, pose, question_.query);
        if (!scoreboard.check_traversal(number, answer, other, question_.query)) break;
      }
      AnswerTotals one;
      one.queries = 1;
      one.pairs = answer.pairs.size();
      one.query_seconds = seconds;
      one.counters = answer.counters;
      batch.totals.add(one);
      batch.pair_lines += pair_lines(number, answer.pairs);
      batch.add_query(query_line(number, pose, answer, seconds * 1e6));
    }
    batch.totals.verdict = scoreboard.verdict();
    return batch;
  }

  void finish_recording() override {}

 private:
  const PoseQuestion& question_;
};

}  // namespace

std::unique_ptr<Asker> make_asker(const PoseQuestion& question, const RecorderOptions* recording,
                                  const BoardImage* image) {
  if (question.chip) return std::make_unique<ChipAsker>(question, recording, image);
  return std::make_unique<SoftwareAsker>(question);
}

}  // namespace collisionchip
