#include "collisionchip/testbench/explore/result_export.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "collisionchip/reference/files/output_file.h"
#include "collisionchip/testbench/explore/evaluator.h"
#include "collisionchip/testbench/run/model_version.h"
#include "collisionchip/testbench/terminal/progress.h"
#include "collisionchip/tlm/machine/config_conflicts.h"
#include "collisionchip/tlm/machine/config_file.h"
#include "collisionchip/tlm/machine/config_keys.h"
#include "collisionchip/tlm/machine/json_text.h"

namespace collisionchip {

namespace {

using Json = nlohmann::ordered_json;

Json json_value(const ConfigKey& key, std::uint32_t value) {
  if (key.kind == KeyKind::word) return key.words.at(value);
  if (key.kind == KeyKind::boolean) return value != 0;
  return value;
}

std::string bare_value(const ConfigKey& key, std::uint32_t value) {
  return key.kind == KeyKind::integer ? std::to_string(value) : key.words.at(value);
}

// One result as it is exported.
struct Row {
  std::uint64_t point;
  const Workload& workload;
  const ChipConfig& config;
  std::string configuration;
  std::string status;
  std::string reason;
  std::vector<std::uint64_t> statistics;
};

class CsvFile {
 public:
  CsvFile(const Plan& plan, const std::string& path) : plan_(plan), file_(path) {
    std::string header = "point,workload,status,reason,configuration";
    for (const Axis& axis : plan.axes) header += "," + axis.key->name;
    for (const std::string& name : statistic_names()) header += "," + name;
    file_.stream() << header << '\n';
  }
  void add(const Row& row) {
    fmt::memory_buffer line;
    auto out = std::back_inserter(line);
    fmt::format_to(out, "{},{},{},{},{}", row.point, csv_field(row.workload.name), row.status,
                   csv_field(row.reason), row.configuration);
    for (const Axis& axis : plan_.axes)
      fmt::format_to(out, ",{}", bare_value(*axis.key, axis.key->get(row.config)));
    for (std::size_t i = 0; i < statistic_names().size(); ++i) {
      line.push_back(',');
      if (!row.statistics.empty()) fmt::format_to(out, "{}", row.statistics[i]);
    }
    line.push_back('\n');
    file_.stream() << fmt::to_string(line);
  }
  void close() { file_.close(); }

 private:
  const Plan& plan_;
  OutputFile file_;
};

class JsonFile {
 public:
  JsonFile(const Plan& plan, const std::vector<Workload>& workloads, std::uint64_t points,
           const std::string& path)
      : plan_(plan), file_(path) {
    file_.stream() << ("{" + member("plan", std::filesystem::path(plan.path).filename().string()) +
                       member("version", model_version()) + member("strategy", name_of(plan.strategy)) +
                       member("seed", plan.seed) + member("points", points) + member("base", plan.base) +
                       member("configuration", effective_json(plan.chip)) + member("axes", axes_json()) +
                       member("workloads", workloads_json(workloads)) +
                       member("objectives", plan.objectives) + member("statistics", statistic_names()) +
                       "\"results\": [");
  }
  void add(const Row& row) {
    Json axes = Json::array();
    for (const Axis& axis : plan_.axes) axes.push_back(json_value(*axis.key, axis.key->get(row.config)));
    Json json = {{"point", row.point}, {"workload", row.workload.name}, {"status", row.status}};
    if (!row.reason.empty()) json["reason"] = row.reason;
    json["configuration"] = row.configuration;
    json["axes"] = axes;
    if (!row.statistics.empty()) json["statistics"] = row.statistics;
    file_.stream() << (first_ ? "\n" : ",\n") << json_text(json);
    first_ = false;
  }
  void close() {
    file_.stream() << "\n]}\n";
    file_.close();
  }

 private:
  static std::string member(const char* name, const Json& value) {
    return fmt::format("\"{}\": {},\n", name, json_text(value));
  }
  Json axes_json() const {
    Json axes = Json::array();
    for (const Axis& axis : plan_.axes) {
      Json values = Json::array();
      for (const std::uint32_t value : axis.values) values.push_back(json_value(*axis.key, value));
      axes.push_back({{"key", axis.key->name}, {"values", values}});
    }
    return axes;
  }
  static Json workloads_json(const std::vector<Workload>& workloads) {
    Json all = Json::array();
    for (const Workload& w : workloads) {
      all.push_back({{"name", w.name},
                     {"object_a", w.object_a},
                     {"object_b", w.object_b},
                     {"triangles_a", w.triangles_a()},
                     {"triangles_b", w.triangles_b()},
                     {"poses", w.steps()},
                     {"first_witness", w.first_witness},
                     {"hash", w.hash}});
    }
    return all;
  }

  const Plan& plan_;
  OutputFile file_;
  bool first_ = true;
};

class Exporter {
 public:
  Exporter(const Plan& plan, const PointSpace& points, const std::vector<Workload>& workloads,
           ResultStore& store, const std::string& directory, const PointFilter& wanted)
      : points_(points),
        workloads_(workloads),
        store_(store),
        wanted_(wanted),
        csv_(plan, directory + "/" + kResultTable),
        json_(plan, workloads, points.size(), directory + "/" + kResultJson) {
    for (const std::string& objective : plan.objectives) {
      const auto& names = statistic_names();
      objectives_.push_back(
          static_cast<std::size_t>(std::find(names.begin(), names.end(), objective) - names.begin()));
    }
    summary_.best.resize(objectives_.size());
  }

  ExportSummary run() {
    Progress progress("writing results", points_.size());
    for (std::uint64_t point = 0; point < points_.size(); ++point) {
      if (point % 256 == 0) progress.advance(point);
      add(point);
    }
    csv_.close();
    json_.close();
    return summary_;
  }

 private:
  void add(std::uint64_t point) {
    const ChipConfig config = points_.configuration(point);
    const auto conflict = find_conflict(config);
    std::vector<std::uint64_t> sums(objectives_.size(), 0);
    bool complete = true;
    for (const Workload& workload : workloads_) {
      Row row{point, workload, config, config_hash(config), "", "", {}};
      if (conflict) {
        row.status = "skipped";
        row.reason = conflict->text;
      } else if (auto result = store_.find(row.configuration, workload.hash)) {
        row.status = name_of(result->status);
        row.reason = std::move(result->reason);
        row.statistics = std::move(result->statistics);
      } else {
        row.status = wanted_ && !wanted_(point) ? "pruned" : "missing";
      }
      count(row);
      csv_.add(row);
      json_.add(row);
      complete = complete && !row.statistics.empty();
      for (std::size_t i = 0; complete && i < sums.size(); ++i) {
        const std::uint64_t value = row.statistics[objectives_[i]];
        sums[i] = combines_as_maximum(objectives_[i]) ? std::max(sums[i], value) : sums[i] + value;
      }
    }
    for (std::size_t i = 0; complete && i < sums.size(); ++i) {
      auto& best = summary_.best[i];
      if (!best || sums[i] < best->value) best = BestPoint{point, sums[i]};
    }
  }

  void count(const Row& row) {
    ++summary_.rows;
    if (row.status == "skipped") ++summary_.skipped;
    if (row.status == "missing") ++summary_.missing;
    if (row.status == "pruned") ++summary_.pruned;
    if (row.status != "failed") return;
    if (summary_.failed++ == 0) {
      summary_.first_failure = fmt::format("point {}, {}: {}", row.point, row.workload.name, row.reason);
    }
    if (names_disagreement(row.reason)) ++summary_.disagreed;
  }

  const PointSpace& points_;
  const std::vector<Workload>& workloads_;
  ResultStore& store_;
  const PointFilter& wanted_;
  CsvFile csv_;
  JsonFile json_;
  std::vector<std::size_t> objectives_;  // by statistic_names()
  ExportSummary summary_;
};

}  // namespace

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted_text = "\"";
  for (const char c : text) quoted_text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted_text + '"';
}

std::string settings_of(const Plan& plan, const ChipConfig& config) {
  std::string text;
  for (const Axis& axis : plan.axes) {
    text += (text.empty() ? "" : " ") + axis.key->name + "=" + bare_value(*axis.key, axis.key->get(config));
  }
  return text;
}

ExportSummary export_results(const Plan& plan, const PointSpace& points,
                             const std::vector<Workload>& workloads, ResultStore& store,
                             const std::string& directory, const PointFilter& wanted) {
  return Exporter(plan, points, workloads, store, directory, wanted).run();
}

}  // namespace collisionchip
