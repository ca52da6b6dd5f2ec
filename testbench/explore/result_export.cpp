#include "collisionchip/testbench/explore/result_export.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "collisionchip/reference/files/output_file.h"
#include "collisionchip/reference/text/csv_field.h"
#include "collisionchip/testbench/explore/evaluator.h"
#include "collisionchip/testbench/explore/pareto_front.h"
#include "collisionchip/testbench/run/model_version.h"
#include "collisionchip/testbench/terminal/progress.h"
#include "collisionchip/tlm/config/config_file.h"
#include "collisionchip/tlm/config/config_keys.h"
#include "collisionchip/tlm/machine/json_text.h"
#include "collisionchip/tlm/machines/config_conflicts.h"

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
  StatisticValues statistics;
  std::string beyond;  // limits, of the point
};

// What bounds a row, as its last columns.
constexpr const char* kBoundColumns = ",bound_by,roof,roof_share,beyond";

Json bound_json(const StatisticValues& statistics) {
  const std::vector<Roof> all = roofs_of(statistics);
  return {{"bound_by", bound_by(all)},
          {"roof", all.front().name},
          {"roof_share", std::round(all.front().share * 1e6) / 1e6}};
}

class CsvFile {
 public:
  CsvFile(const Plan& plan, const std::string& path) : plan_(plan), file_(path) {
    std::string header = "point,workload,status,reason,configuration";
    for (const Axis& axis : plan.axes) header += "," + axis.key->name;
    for (const std::string& name : statistic_names()) header += "," + name;
    file_.stream() << header << kBoundColumns << '\n';
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
      if (!row.statistics.empty() && row.statistics[i]) fmt::format_to(out, "{}", *row.statistics[i]);
    }
    if (row.statistics.empty()) {
      fmt::format_to(out, ",,,");
    } else {
      const std::vector<Roof> all = roofs_of(row.statistics);
      fmt::format_to(out, ",{},{},{:.6f}", bound_by(all), all.front().name, all.front().share);
    }
    fmt::format_to(out, ",{}", row.beyond);
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
                       member("objectives", plan.objectives) + member("limits", limits_json()) +
                       member("statistics", statistic_names()) + "\"results\": [");
  }
  // `together`: of all workloads, with the last of several.
  void add(const Row& row, const StatisticValues* together) {
    Json axes = Json::array();
    for (const Axis& axis : plan_.axes) axes.push_back(json_value(*axis.key, axis.key->get(row.config)));
    Json json = {{"point", row.point}, {"workload", row.workload.name}, {"status", row.status}};
    if (!row.reason.empty()) json["reason"] = row.reason;
    json["configuration"] = row.configuration;
    json["axes"] = axes;
    if (!row.beyond.empty()) json["beyond"] = row.beyond;
    if (!row.statistics.empty()) {
      json.update(bound_json(row.statistics));
      Json& numbers = json["statistics"] = Json::array();
      for (const auto& number : row.statistics) numbers.push_back(number ? Json(*number) : Json(nullptr));
    }
    if (together != nullptr) json["together"] = bound_json(*together);
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
  Json limits_json() const {
    Json limits = Json::array();
    for (const Limit& limit : plan_.limits) limits.push_back({{"name", limit.name}, {"most", limit.written}});
    return limits;
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
      : plan_(plan),
        points_(points),
        workloads_(workloads),
        store_(store),
        directory_(directory),
        wanted_(wanted),
        csv_(plan, directory + "/" + kResultTable),
        json_(plan, workloads, points.size(), directory + "/" + kResultJson) {
    for (const std::string& objective : plan.objectives) objectives_.push_back(statistic_column(objective));
    summary_.best.resize(objectives_.size());
    summary_.lacking.resize(objectives_.size());
  }

  ExportSummary run() {
    Progress progress("writing results", points_.size());
    for (std::uint64_t point = 0; point < points_.size(); ++point) {
      if (point % 256 == 0) progress.advance(point);
      add(point);
    }
    csv_.close();
    json_.close();
    write_front();
    return summary_;
  }

 private:
  void add(std::uint64_t point) {
    const ChipConfig config = points_.configuration(point);
    std::vector<Row> rows = rows_of(point, config);
    const bool complete =
        std::none_of(rows.begin(), rows.end(), [](const Row& row) { return row.statistics.empty(); });
    StatisticValues together;
    if (complete) {
      for (const Row& row : rows) add_workload(together, row.statistics);
    }
    const std::string beyond_which = complete ? beyond(plan_.limits, together) : "";
    for (Row& row : rows) {
      row.beyond = beyond_which;
      count(row);
      csv_.add(row);
      const bool is_last_of_several = rows.size() > 1 && &row == &rows.back();
      json_.add(row, complete && is_last_of_several ? &together : nullptr);
    }
    if (!beyond_which.empty()) ++summary_.beyond;
    if (complete && beyond_which.empty()) rank(point, together);
  }

  std::vector<Row> rows_of(std::uint64_t point, const ChipConfig& config) {
    const auto conflict = find_conflict(config);
    std::vector<Row> rows;
    for (const Workload& workload : workloads_) {
      Row row{point, workload, config, config_hash(config), "", "", {}, ""};
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
      rows.push_back(std::move(row));
    }
    return rows;
  }

  // Compares a point with the best by each objective, and adds it to the front. If its machine has no value for an objective, the point is
  // left out of that objective and of the front.
  void rank(std::uint64_t point, const StatisticValues& together) {
    std::vector<std::uint64_t> values;
    for (std::size_t i = 0; i < objectives_.size(); ++i) {
      const auto& value = together[objectives_[i]];
      if (!value) {
        ++summary_.lacking[i];
        continue;
      }
      values.push_back(*value);
      auto& best = summary_.best[i];
      if (!best || *value < best->value) best = BestPoint{point, *value};
    }
    if (values.size() < objectives_.size()) return;
    ++summary_.complete;
    front_.add(point, values);
  }

  void write_front() {
    OutputFile output(directory_ + "/" + kFrontTable);
    std::ostream& file = output.stream();
    file << "point";
    for (const std::string& objective : plan_.objectives) file << ',' << objective;
    for (const Axis& axis : plan_.axes) file << ',' << axis.key->name;
    file << '\n';
    for (const ParetoFront::Member& member : front_.members()) {
      const ChipConfig config = points_.configuration(member.point);
      file << member.point;
      for (const std::uint64_t value : member.values) file << ',' << value;
      for (const Axis& axis : plan_.axes) file << ',' << bare_value(*axis.key, axis.key->get(config));
      file << '\n';
    }
    output.close();
    summary_.front = front_.size();
  }

  void count(const Row& row) {
    ++summary_.rows;
    if (row.status == "skipped") ++summary_.skipped;
    if (row.status == "done") ++summary_.done;
    if (row.status == "missing") count_missing(row.point);
    if (row.status == "pruned") ++summary_.pruned;
    if (row.status != "failed") return;
    if (summary_.failed++ == 0) {
      summary_.first_failure = fmt::format("point {}, {}: {}", row.point, row.workload.name, row.reason);
    }
    if (names_disagreement(row.reason)) ++summary_.disagreed;
  }

  void count_missing(std::uint64_t point) {
    ++summary_.missing;
    std::vector<std::uint64_t>& all = summary_.missing_points;
    if (all.empty() || all.back() != point) all.push_back(point);
  }

  const Plan& plan_;
  const PointSpace& points_;
  const std::vector<Workload>& workloads_;
  ResultStore& store_;
  const std::string directory_;
  const PointFilter& wanted_;
  CsvFile csv_;
  JsonFile json_;
  std::vector<std::size_t> objectives_;  // by statistic_names()
  ParetoFront front_;
  ExportSummary summary_;
};

}  // namespace

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
