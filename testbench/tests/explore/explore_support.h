// What the tests of the exploration share: plans in a folder of their own, and results as text.
#pragma once

#include <sstream>
#include <string>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/explore/exploration.h"
#include "collisionchip/testbench/explore/result_export.h"
#include "collisionchip/testbench/tests/test_folder.h"

namespace collisionchip::testing_support {

// Small enough for hundreds of runs.
inline const char* const kWorkload = R"(
[[workload]]
name = "knots"
a = { kind = "torus-knot", triangles = 60 }
b = { kind = "gear", triangles = 50 }
poses = ["0.3 0.1 0 1 0 0 0", "0.1 0.1 0.2 1 0.5 0 0"]
)";

// A plan, loaded; its results under any number of processes.
struct Loaded {
  Plan plan;
  PointSpace points;
  std::vector<Workload> workloads;

  explicit Loaded(const std::string& path)
      : plan(load_plan(path)), points(plan), workloads(load_workloads(plan.workloads)) {}
  Loaded(const Loaded&) = delete;
  Loaded& operator=(const Loaded&) = delete;

  ExploreCounts run(ResultStore& store, const ExploreOptions& options) {
    return Exploration(plan, points, workloads, store).run(options);
  }
  ExploreCounts run(ResultStore& store, const ExploreOptions& options, const Evaluate& evaluate) {
    return Exploration(plan, points, workloads, store).run(options, evaluate);
  }
  ExportSummary write(ResultStore& store, const std::string& directory) {
    return export_results(plan, points, workloads, store, directory);
  }
};

inline ExploreOptions jobs(int count) {
  ExploreOptions options;
  options.jobs = count;
  return options;
}

// Counts across processes: a byte in a file each.
class SharedCount {
 public:
  explicit SharedCount(std::string path) : path_(std::move(path)) {}
  void add() const { std::ofstream(path_, std::ios::app) << '.'; }
  std::uint64_t value() const {
    return std::filesystem::exists(path_) ? std::filesystem::file_size(path_) : 0;
  }

 private:
  std::string path_;
};

// Instead of the chip: numbers that follow from the configuration.
inline Evaluation made_up(const ChipConfig& config, std::size_t workload,
                          const std::string& /*engine*/ = kChipEngine) {
  Evaluation evaluation;
  evaluation.status = Evaluation::Status::done;
  for (std::size_t i = 0; i < statistic_names().size(); ++i) {
    evaluation.statistics.push_back(1000 * config.sdram.banks + 10 * config.stack_engine.look_ahead +
                                    workload + i);
  }
  return evaluation;
}

}  // namespace collisionchip::testing_support
