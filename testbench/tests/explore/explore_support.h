// What the tests of the exploration share: plans in a folder of their own, and results as text.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/explore/exploration.h"
#include "collisionchip/testbench/explore/result_export.h"

namespace collisionchip::testing_support {

// A temporary folder; messages are shown without it.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "collisionchip_explore_XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary directory");
    path_ = name;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string operator/(const std::string& name) const { return path_ + "/" + name; }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(*this / name, std::ios::binary) << text;
    return *this / name;
  }
  std::string read(const std::string& name) const {
    std::ifstream file(*this / name, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }
  std::string without(std::string text) const {
    for (std::size_t at = 0; (at = text.find(path_ + "/", at)) != std::string::npos;)
      text.erase(at, path_.size() + 1);
    return text;
  }

 private:
  std::string path_;
};

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
