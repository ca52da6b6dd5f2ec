#include "collisionchip/testbench/explore/evaluator.h"

#include <algorithm>
#include <chrono>
#include <new>

#include <fmt/format.h>

#include "collisionchip/testbench/judge/scoreboard.h"
#include "collisionchip/tlm/machine/config_file.h"

namespace collisionchip {

namespace {

std::uint64_t hash_of(const std::vector<TrianglePair>& pairs) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const TrianglePair& pair : pairs) {
    hash = (hash ^ pair.a) * 0x100000001b3u;
    hash = (hash ^ pair.b) * 0x100000001b3u;
  }
  return hash;
}

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text.substr(0, 500);
}

}  // namespace

const char* name_of(Evaluation::Status status) {
  return status == Evaluation::Status::done ? "done" : "failed";
}

Evaluation Evaluator::evaluate(const ChipConfig& config, std::size_t workload) {
  const auto start = std::chrono::steady_clock::now();
  Evaluation evaluation;
  try {
    run(config, workload, evaluation);
  } catch (const std::bad_alloc&) {
    evaluation.reason = "expected enough memory, got none";
  } catch (const std::exception& error) {
    evaluation.reason = one_line(error.what());
  }
  if (evaluation.status == Evaluation::Status::failed) {
    evaluation.statistics.clear();
    simulation_.reset();  // whatever state it is in
  }
  evaluation.host_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return evaluation;
}

void Evaluator::run(const ChipConfig& config, std::size_t workload, Evaluation& evaluation) {
  const Workload& work = workloads_[workload];
  Simulation& simulation = chip(config);
  simulation.attach(objects_.image(workload, config));
  StatisticRow row;
  for (std::size_t pose = 0; pose < work.poses.size(); ++pose) {
    const ChipAnswer answer = simulation.query(work.poses[pose], work.first_witness);
    if (check_) evaluation.reason = difference(answer, config, workload, pose);
    if (!evaluation.reason.empty()) return;
    row.add(answer);
  }
  evaluation.statistics = row.values();
  evaluation.status = Evaluation::Status::done;
}

Simulation& Evaluator::chip(const ChipConfig& config) {
  const std::string hash = config_hash(config);
  if (!simulation_ || hash != chip_hash_) {
    simulation_.reset();  // first: two simulations must not overlap
    BoardOptions options;
    options.checkers = false;
    simulation_ = std::make_unique<Simulation>(config, options);
    chip_hash_ = hash;
  }
  return *simulation_;
}

std::string Evaluator::difference(const ChipAnswer& answer, const ChipConfig& config, std::size_t workload,
                                  std::size_t pose) {
  const Expected& expected = this->expected(config, workload)[pose];
  const Workload& work = workloads_[workload];
  const TraversalCounters& counters = expected.counters;
  const bool any_order = work.first_witness && answer.unfinished > 0;
  const bool counted =
      work.first_witness || answer.unfinished > 0 ||
      (answer.lists == counters.lists && answer.aligned_pairs == counters.aligned_pairs &&
       answer.triangle_tests == counters.triangle_tests && answer.uncertain == counters.uncertain);
  const bool same =
      any_order ? answer.pairs.empty() != expected.any : hash_of(answer.pairs) == expected.pairs_hash;
  if (same && counted) return "";
  // Again, in full, for the words.
  const BoardImage& image = objects_.image(workload, config);
  const QueryOptions options = query_options(config, work.first_witness);
  Scoreboard scoreboard;
  scoreboard.check_chip(pose, answer, list_traversal(*image.a, *image.b, work.poses[pose], options), options);
  return "models disagree: " + one_line(scoreboard.first_difference());
}

const std::vector<Evaluator::Expected>& Evaluator::expected(const ChipConfig& config, std::size_t workload) {
  const Workload& work = workloads_[workload];
  const QueryOptions options = query_options(config, work.first_witness);
  std::vector<Expected>& all =
      expected_[{workload, config.dop.k, options.tumbled_side, options.leaf_test, options.answers}];
  if (all.empty()) {
    const BoardImage& image = objects_.image(workload, config);
    for (const Pose& pose : work.poses) {
      const QueryResult result = list_traversal(*image.a, *image.b, pose, options);
      all.push_back({hash_of(result.pairs), !result.pairs.empty(), result.counters});
    }
  }
  return all;
}

}  // namespace collisionchip
