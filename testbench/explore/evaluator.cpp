#include "collisionchip/testbench/explore/evaluator.h"

#include <algorithm>
#include <chrono>
#include <new>

#include <fmt/format.h>

#include "collisionchip/reference/arithmetic/fnv1a.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/host/chip_object.h"
#include "collisionchip/testbench/host/chip_reference.h"
#include "collisionchip/testbench/judge/scoreboard.h"
#include "collisionchip/testbench/machines/host_kinds.h"
#include "collisionchip/testbench/run/judges.h"
#include "collisionchip/testbench/scenes/scene_asker.h"
#include "collisionchip/testbench/terminal/exit_status.h"
#include "collisionchip/tlm/config/config_file.h"

namespace collisionchip {

namespace {

std::uint64_t hash_of(const std::vector<TrianglePair>& pairs) {
  Fnv1a hash;
  for (const TrianglePair& pair : pairs) {
    hash.add(std::uint64_t{pair.a});
    hash.add(std::uint64_t{pair.b});
  }
  return hash.value();
}

constexpr const char* kDisagree = "models disagree";

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text.substr(0, 500);
}

std::string disagreement(const std::string& difference) {
  return std::string(kDisagree) + ": " + one_line(difference);
}

}  // namespace

// Knows what the reference says of a workload, whichever chip is asked.
class Evaluator::MemoryJudge : public Judge {
 public:
  MemoryJudge(Evaluator& evaluator, const ChipConfig& config, std::size_t workload)
      : evaluator_(evaluator), config_(config), workload_(workload) {}

  bool check(std::uint64_t number, const Pose& /*pose*/, const Answer& answer) override {
    difference_ = evaluator_.difference(*answer.chip, config_, workload_, number);
    return difference_.empty();
  }
  const std::string& difference() const { return difference_; }

 private:
  Evaluator& evaluator_;
  const ChipConfig& config_;
  const std::size_t workload_;
  std::string difference_;
};

const char* name_of(Evaluation::Status status) {
  return status == Evaluation::Status::done ? "done" : "failed";
}

bool names_disagreement(const std::string& reason) {
  return reason.rfind(kDisagree, 0) == 0;
}

Evaluation Evaluator::evaluate(const ChipConfig& config, std::size_t workload, const std::string& engine) {
  const auto start = std::chrono::steady_clock::now();
  Evaluation evaluation;
  try {
    run(*find_engine(engine), config, workload, evaluation);
  } catch (const std::bad_alloc&) {
    evaluation.reason = "expected enough memory, got none";
  } catch (const Disagreement& error) {
    evaluation.reason = disagreement(error.what());
  } catch (const std::exception& error) {
    evaluation.reason = one_line(error.what());
  }
  if (evaluation.status == Evaluation::Status::failed) engine_.reset();  // whatever state it is in
  evaluation.host_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return evaluation;
}

void Evaluator::run(const EngineKind& kind, ChipConfig config, std::size_t workload, Evaluation& evaluation) {
  const Workload& work = workloads_[workload];
  kind.configure(config);
  if (work.scene) return run_scene(kind, config, work, evaluation);
  Engine& engine = this->engine(kind, config);
  const Objects objects = objects_.objects(workload, kind, config);
  engine.prepare(objects);
  MemoryJudge memory(*this, config, workload);
  std::optional<EngineJudge> other;
  std::vector<Judge*> judges;
  if (check_ && kind.can.cycles) {
    judges.push_back(&memory);
  } else if (check_) {
    judges.push_back(&other.emplace(kind, judge_of(kind), config, objects, work.first_witness));
  }
  StatisticRow statistics(config);
  AnswerRow answers(kind.can);
  const bool is_right =
      QueryLoop(engine, work.first_witness, judges).ask(work.poses, [&](const auto& judged) {
        if (judged.answer.chip) statistics.add(*judged.answer.chip);
        answers.add(judged.answer);
      });
  if (!is_right) {
    evaluation.reason = other ? disagreement(other->verdict().first_difference) : memory.difference();
    return;
  }
  if (kind.can.cycles) evaluation.statistics = statistics.values();
  evaluation.answers = answers.values();
  evaluation.status = Evaluation::Status::done;
}

void Evaluator::run_scene(const EngineKind& kind, const ChipConfig& config, const Workload& work,
                          Evaluation& evaluation) {
  if (kind.name != std::string(kChipEngine))
    throw InputError(fmt::format("expected the chip to be asked a scene, got {}", kind.name));
  engine_.reset();  // two simulations must not overlap
  const Scene scene(work.scene, config);
  SceneAsker asker(scene, check_);
  StatisticRow statistics(config);
  asker.listen([&](const ChipAnswer& answer, std::uint64_t queries, std::uint64_t pairs) {
    statistics.add_of_frame(answer, queries, pairs);
  });
  for (std::uint64_t frame = 0; frame < scene.plan().frames; ++frame) {
    const FrameAnswer answer = asker.ask(frame);
    if (answer.verdict.is_wrong()) {
      evaluation.reason = disagreement(answer.verdict.first_difference);
      return;
    }
    statistics.end_frame(answer.counts.cycles, is_late(answer.counts, scene.plan().deadline_us));
  }
  evaluation.statistics = statistics.values();
  evaluation.answers.resize(answer_columns().size());  // empty: these columns are about single queries
  evaluation.status = Evaluation::Status::done;
}

Engine& Evaluator::engine(const EngineKind& kind, const ChipConfig& config) {
  if (!kind.lacks.empty()) throw InputError("this program has no " + kind.lacks);
  const std::string key = kind.name + config_hash(config);
  if (!engine_ || key != engine_key_) {
    engine_.reset();  // first: two simulations must not overlap
    engine_ = kind.make({config, false});
    engine_key_ = key;
  }
  return *engine_;
}

std::string Evaluator::difference(const ChipAnswer& answer, const ChipConfig& config, std::size_t workload,
                                  std::size_t pose) {
  const Expected& expected = this->expected(config, workload)[pose];
  const Workload& work = workloads_[workload];
  const bool any_order = work.first_witness && (answer.unfinished > 0 || answer.in_any_order);
  const bool counted =
      work.first_witness || answer.unfinished > 0 || has_counts_of(answer, expected.counters);
  const bool same =
      any_order ? answer.pairs.empty() != expected.any : hash_of(answer.pairs) == expected.pairs_hash;
  if (same && counted) return "";
  // Again, in full, for the words.
  const BoardImage& image = objects_.image(workload, config);
  const QueryOptions options = judged_options(config, work.first_witness);
  Scoreboard scoreboard;
  scoreboard.check_chip(
      pose, answer,
      chip_reference(config, image.object(0), image.object(1), work.poses[pose], work.first_witness),
      options);
  return disagreement(scoreboard.first_difference());
}

const std::vector<Evaluator::Expected>& Evaluator::expected(const ChipConfig& config, std::size_t workload) {
  const Workload& work = workloads_[workload];
  std::vector<Expected>& all = expected_[{workload, reference_question(config)}];
  if (all.empty()) {
    const BoardImage& image = objects_.image(workload, config);
    for (const Pose& pose : work.poses) {
      const QueryResult result =
          chip_reference(config, image.object(0), image.object(1), pose, work.first_witness);
      all.push_back({hash_of(result.pairs), !result.pairs.empty(), result.counters});
    }
  }
  return all;
}

}  // namespace collisionchip
