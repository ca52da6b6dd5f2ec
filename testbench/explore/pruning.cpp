#include "collisionchip/testbench/explore/pruning.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <limits>
#include <string_view>

#include <fmt/format.h>

#include "collisionchip/reference/files/output_file.h"
#include "collisionchip/reference/text/csv_field.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/estimator/known_error.h"
#include "collisionchip/testbench/explore/result_export.h"
#include "collisionchip/testbench/host/question_check.h"
#include "collisionchip/testbench/run/pose_run.h"
#include "collisionchip/testbench/terminal/progress.h"
#include "collisionchip/tlm/machines/config_conflicts.h"

namespace collisionchip {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::infinity();

// The estimate of one point on one workload.
struct Cell {
  Cycle cycles = 0;
  float error_95 = 0, error_worst = 0;  // per cent
  std::string_view bound;
};

// The least and the most cycles of one point on all workloads.
struct Span {
  double low = 0, high = kUnknown;  // a point that is not covered may have any number of cycles
  double middle = kUnknown;
};

struct NotCovered {
  std::size_t workload;
  std::string why;
};

class Pruner {
 public:
  Pruner(const Plan& plan, const PointSpace& points, const std::vector<Workload>& workloads)
      : plan_(plan),
        points_(points),
        workloads_(workloads),
        objects_(workloads),
        estimates_(workloads, objects_) {}

  Pruning run(std::uint64_t least_kept, const std::string& path, const std::function<bool()>& stop) {
    refuse();
    const auto start = std::chrono::steady_clock::now();
    pruning_.kept.assign(points_.size(), false);
    spans_.resize(points_.size());
    cells_.resize(points_.size() * workloads_.size());
    Progress progress("estimates", points_.size());
    for (std::uint64_t point = 0; point < points_.size(); ++point) {
      if (stop && stop()) throw Interrupted("interrupted");
      estimate(point);
      if (point % 64 == 0) progress.advance(point);
    }
    keep(least_kept);
    write(path);
    pruning_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return std::move(pruning_);
  }

 private:
  void refuse() const {
    if (plan_.objectives != std::vector<std::string>{"cycles"})
      throw InputError(Place::in(plan_.path).part("--estimate"), "objectives = [\"cycles\"]",
                       ": estimates know no other");
    if (!plan_.limits.empty())
      throw InputError(Place::in(plan_.path).part("--estimate"), "no [limits]",
                       ": an estimate knows cycles alone, and the best point within the limits would be "
                       "pruned because of one beyond them");
    if (points_.size() * workloads_.size() > kMostEstimates)
      throw InputError(Place::in(plan_.path).part("--estimate"),
                       fmt::format("at most {} points x workloads", kMostEstimates),
                       fmt::format(", got {}", points_.size() * workloads_.size()));
  }

  void estimate(std::uint64_t point) {
    const ChipConfig config = points_.configuration(point);
    if (find_conflict(config)) {
      skipped_.push_back(point);
      return;
    }
    Span& span = spans_[point];
    span = {0, 0, 0};
    for (std::size_t workload = 0; workload < workloads_.size(); ++workload) {
      const Estimate estimate = estimate_of(config, workload);
      const KnownError& error = known_error(estimate, workloads_[workload].steps());
      Cell& cell = cells_[point * workloads_.size() + workload];
      cell = {estimate.cycles, static_cast<float>(error.p95), static_cast<float>(error.worst),
              estimate.bound};
      const auto cycles = static_cast<double>(estimate.cycles);
      // The error is a share of the true cycles.
      span.low += cycles / (1 + error.worst / 100);
      span.high += cycles / (1 - error.worst / 100);
      span.middle += cycles;
      ++pruning_.estimated;
      if (estimate.not_covered.empty()) continue;
      span = {};
      not_covered_[point] = {workload, estimate.not_covered};
      break;
    }
  }

  // A point that cannot be asked is none that estimates cover: the exploration computes it, and says what is wrong.
  Estimate estimate_of(const ChipConfig& config, std::size_t workload) {
    try {
      return estimates_.estimate(config, workload);
    } catch (const InputError& error) {
      Estimate none;
      none.not_covered = error.what();
      return none;
    }
  }

  void keep(std::uint64_t least_kept) {
    double best = kUnknown;
    for (const Span& span : spans_) best = std::min(best, span.high);
    for (std::uint64_t point = 0; point < points_.size(); ++point)
      pruning_.kept[point] = spans_[point].low <= best;
    std::vector<std::uint64_t> order(points_.size());
    for (std::uint64_t point = 0; point < points_.size(); ++point) order[point] = point;
    const auto least = std::min<std::uint64_t>(least_kept, points_.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(least), order.end(),
                      [&](std::uint64_t a, std::uint64_t b) {
                        return std::make_pair(spans_[a].middle, a) < std::make_pair(spans_[b].middle, b);
                      });
    for (std::uint64_t i = 0; i < least; ++i) pruning_.kept[order[i]] = true;
    for (const std::uint64_t point : skipped_) pruning_.kept[point] = true;  // the exploration says why
    pruning_.not_covered = not_covered_.size();
    if (!not_covered_.empty())
      pruning_.first_not_covered = fmt::format("point {}, {}: {}", not_covered_.begin()->first,
                                               workloads_[not_covered_.begin()->second.workload].name,
                                               not_covered_.begin()->second.why);
    for (const bool kept : pruning_.kept) pruning_.pruned += kept ? 0 : 1;
  }

  void write(const std::string& path) const {
    OutputFile output(path);
    std::ostream& file = output.stream();
    file << "point,workload,cycles,error_95,error_worst,bound,kept\n";
    for (std::uint64_t point = 0; point < points_.size(); ++point) {
      for (std::size_t workload = 0; workload < workloads_.size(); ++workload) {
        const Cell& cell = cells_[point * workloads_.size() + workload];
        const auto why = not_covered_.find(point);
        const bool is_not_covered = why != not_covered_.end() && why->second.workload == workload;
        if (cell.cycles == 0 && !is_not_covered) continue;  // skipped, or not covered on one before
        file << point << ',' << csv_field(workloads_[workload].name);
        if (!is_not_covered) {
          file << fmt::format(",{},{:g},{:g},{},{}\n", cell.cycles, cell.error_95, cell.error_worst,
                              cell.bound, pruning_.kept[point] ? 1 : 0);
        } else {
          file << ",,,," << csv_field(why->second.why) << ",1\n";
        }
      }
    }
    output.close();
  }

  const Plan& plan_;
  const PointSpace& points_;
  const std::vector<Workload>& workloads_;
  ObjectStore objects_;
  WorkloadEstimates estimates_;
  std::vector<Span> spans_;
  std::vector<Cell> cells_;
  std::vector<std::uint64_t> skipped_;
  std::map<std::uint64_t, NotCovered> not_covered_;  // by point
  Pruning pruning_;
};

}  // namespace

Estimate WorkloadEstimates::estimate(const ChipConfig& config, std::size_t workload) {
  if (const std::string why = machine_not_covered(config); !why.empty()) {
    Estimate none;
    none.not_covered = why;
    return none;
  }
  const Workload& work = workloads_[workload];
  if (work.scene) {
    Estimate none;
    none.not_covered = "scenes";
    return none;
  }
  check_question(config, work.triangles_a(), work.triangles_b());
  const QueryOptions judged = judged_options(config, work.first_witness);
  const Question question{workload, config.dop.k, config.query.tumbled_side, judged.leaf_test,
                          judged.answers};
  auto found = estimators_.find(question);
  if (found == estimators_.end()) {
    const BoardImage& image = objects_.image(workload, config);
    const CollisionObject &a = image.object(0), &b = image.object(1);
    found =
        estimators_.try_emplace(question, a, b, work.poses, query_options(config, a, b, work.first_witness))
            .first;
  }
  return found->second.estimate(config);
}

Pruning prune(const Plan& plan, const PointSpace& points, const std::vector<Workload>& workloads,
              std::uint64_t least_kept, const std::string& path, const std::function<bool()>& stop) {
  return Pruner(plan, points, workloads).run(least_kept, path, stop);
}

}  // namespace collisionchip
