#include "collisionchip/testbench/report/explore_folder.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "collisionchip/reference/arithmetic/split_mix64.h"
#include "collisionchip/reference/files/regular_file.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/report/run_folder.h"
#include "collisionchip/testbench/results/result_folder.h"
#include "collisionchip/testbench/terminal/progress.h"
#include "collisionchip/tlm/statistics/statistics.h"

namespace collisionchip {

namespace {

using Json = nlohmann::ordered_json;

// results.json has one member a line and, in "results", one result a line: it is read line by line, since it
// may be larger than the memory.
class ResultLines {
 public:
  explicit ResultLines(std::string path) : path_(std::move(path)) {
    expect_regular_file(path_);
    file_.open(path_, std::ios::binary);
    if (!file_) throw InputError(path_ + ": cannot open: " + std::strerror(errno));
  }

  // Everything before the results.
  Json head() {
    std::string text, line;
    while (next(line)) {
      if (line == "\"results\": [") return parse(text + "\"results\": []}");
      text += line;
    }
    fail("expected the results of an exploration, got the end of the file");
  }

  // False behind the last one.
  bool result(Json& json) {
    std::string line;
    if (!next(line)) fail("expected a result or \"]}\", got the end of the file");
    if (line == "]}") return false;
    if (!line.empty() && line.back() == ',') line.pop_back();
    json = parse(line);
    return true;
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(fmt::format("{}:{}: {}", path_, line_, what));
  }
  void expect(bool condition, const char* what) const {
    if (!condition) fail(fmt::format("expected {}; is it from another version?", what));
  }

 private:
  bool next(std::string& line) {
    if (!std::getline(file_, line)) return false;
    ++line_;
    return true;
  }
  Json parse(const std::string& text) const {
    try {
      return Json::parse(text);
    } catch (const nlohmann::json::parse_error&) {
      fail("expected a whole JSON object, got a damaged or cut line");
    }
  }

  std::string path_;
  std::ifstream file_;
  std::uint64_t line_ = 0;
};

bool are_texts(const Json& json) {
  return json.is_array() &&
         std::all_of(json.begin(), json.end(), [](const Json& t) { return t.is_string(); });
}

// null: the point's machine has no such unit.
bool are_counts(const Json& json) {
  return json.is_array() && std::all_of(json.begin(), json.end(),
                                        [](const Json& n) { return n.is_number_unsigned() || n.is_null(); });
}

bool is_bound(const Json& json) {
  return json.contains("bound_by") && json["bound_by"].is_string() && json.contains("roof") &&
         json["roof"].is_string() && json.contains("roof_share") && json["roof_share"].is_number();
}

// A column of the page: one number for each of its results, or none where a machine lacks the unit.
class Column {
 public:
  void add(std::optional<std::uint64_t> number) {
    numbers_.push_back(number);
    is_empty_ = is_empty_ && !number;
  }
  void add_no_result() { numbers_.emplace_back(0); }
  bool is_empty() const { return is_empty_; }

  // The same in every result: the number alone.
  Json json(ReportPage& page) const {
    const auto [least, most] = std::minmax_element(numbers_.begin(), numbers_.end());
    if (numbers_.empty() || *least == *most) return numbers_.empty() ? 0 : least->value_or(0);
    if (*least && *most <= 0xffffffffu) {
      std::vector<std::uint32_t> words;
      for (const auto& number : numbers_) words.push_back(static_cast<std::uint32_t>(*number));
      return page.add(words);
    }
    std::vector<double> numbers;
    for (const auto& number : numbers_)
      numbers.push_back(number ? static_cast<double>(*number) : std::nan(""));
    return page.add(numbers);
  }

 private:
  std::vector<std::optional<std::uint64_t>> numbers_;
  bool is_empty_ = true;
};

// Names, few of them, one for each entry.
class Names {
 public:
  void add(const std::string& name) {
    auto found = std::find(names_.begin(), names_.end(), name);
    if (found == names_.end()) found = names_.insert(names_.end(), name);
    places_.add(static_cast<std::uint64_t>(found - names_.begin()));
  }
  Json json(ReportPage& page) const { return {{"names", names_}, {"places", places_.json(page)}}; }

 private:
  std::vector<std::string> names_;
  Column places_;
};

// What bounds results or points, and how near they come to their lowest roof.
class Bounds {
 public:
  // nullptr: there is no result.
  void add(const Json* bound) {
    by_.add(bound == nullptr ? "" : (*bound)["bound_by"]);
    roofs_.add(bound == nullptr ? "" : (*bound)["roof"]);
    shares_.push_back(bound == nullptr ? 0 : (*bound)["roof_share"].get<float>());
  }
  Json json(ReportPage& page) const {
    return {{"by", by_.json(page)}, {"roof", roofs_.json(page)}, {"share", page.add(shares_)}};
  }

 private:
  Names by_, roofs_;
  std::vector<float> shares_;
};

class ExploreReader {
 public:
  explicit ExploreReader(const std::string& path) : lines_(path), head_(lines_.head()) { check_head(); }

  Json read(ReportPage& page) {
    const std::uint64_t all = head_["points"].get<std::uint64_t>();
    const std::uint64_t most = std::max<std::uint64_t>(1, kMostPageResults / head_["workloads"].size());
    Progress progress("reading results", all);
    std::vector<Json> group(head_["workloads"].size());
    for (std::uint64_t point = 0; point < all; ++point) {
      if (point % 256 == 0) progress.advance(point);
      for (std::size_t work = 0; work < group.size(); ++work) {
        if (!lines_.result(group[work])) lines_.fail(fmt::format("expected {} points", all));
        check_result(group[work], point, work);
      }
      const bool best = is_best(group);
      // By its hash: neighbours in a grid must not be kept or left out together.
      if (best || all <= most || split_mix64(point) % all < most) add(point, group);
    }
    Json more;
    if (lines_.result(more)) lines_.fail(fmt::format("expected no more than {} points", all));
    return json(page);
  }

 private:
  void check_head() {
    const auto has = [&](const char* member, auto&& is) {
      lines_.expect(head_.contains(member) && is(head_[member]),
                    fmt::format("the member \"{}\"", member).c_str());
    };
    const auto text = [](const Json& json) { return json.is_string(); };
    const auto count = [](const Json& json) { return json.is_number_unsigned() && json != 0; };
    for (const char* member : {"plan", "version", "strategy", "base"}) has(member, text);
    has("points", count);
    has("configuration", [](const Json& json) { return json.is_object(); });
    has("axes", [](const Json& axes) {
      return axes.is_array() && std::all_of(axes.begin(), axes.end(), [](const Json& axis) {
               return axis.is_object() && axis.contains("key") && axis["key"].is_string() &&
                      axis.contains("values") && axis["values"].is_array() && !axis["values"].empty();
             });
    });
    has("workloads", [](const Json& workloads) {
      return workloads.is_array() && !workloads.empty() &&
             std::all_of(workloads.begin(), workloads.end(), [](const Json& workload) {
               return workload.is_object() && workload.contains("name") && workload["name"].is_string();
             });
    });
    for (const char* member : {"objectives", "statistics"}) has(member, are_texts);
    const Json& statistics = head_["statistics"];
    for (const Json& objective : head_["objectives"]) {
      const auto found = std::find(statistics.begin(), statistics.end(), objective);
      lines_.expect(found != statistics.end(), "objectives that are statistics");
      objectives_.push_back(static_cast<std::size_t>(found - statistics.begin()));
    }
    least_.resize(objectives_.size());
    columns_.resize(statistics.size());
    places_.resize(head_["axes"].size());
  }

  void check_result(const Json& result, std::uint64_t point, std::size_t work) const {
    const bool mine = result.is_object() && result.contains("point") && result["point"] == point &&
                      result.contains("workload") && result["workload"] == head_["workloads"][work]["name"];
    lines_.expect(mine, fmt::format("point {}, workload {}", point, work).c_str());
    for (const char* member : {"status", "configuration"})
      lines_.expect(result.contains(member) && result[member].is_string(), "a status and a configuration");
    lines_.expect(
        result.contains("axes") && result["axes"].is_array() && result["axes"].size() == places_.size(),
        "a value for each axis");
    if (result["status"] == "done") {
      lines_.expect(result.contains("statistics") && are_counts(result["statistics"]) &&
                        result["statistics"].size() == columns_.size(),
                    "a number for each statistic");
      lines_.expect(is_bound(result) && (!result.contains("together") || is_bound(result["together"])),
                    "what bounds the result");
    }
  }

  // Less than all points before, by any objective: the last such one is the best.
  bool is_best(const std::vector<Json>& group) {
    bool best = false;
    for (std::size_t i = 0; i < objectives_.size(); ++i) {
      std::uint64_t sum = 0;
      bool complete = true;
      for (const Json& result : group) {
        complete = complete && result["status"] == "done" && !result.contains("beyond") &&
                   !result["statistics"][objectives_[i]].is_null();
        if (complete) sum += result["statistics"][objectives_[i]].get<std::uint64_t>();
      }
      if (!complete || (least_[i].known && sum >= least_[i].value)) continue;
      least_[i] = {true, sum};
      best = true;
    }
    return best;
  }

  void add(std::uint64_t point, const std::vector<Json>& group) {
    points_.push_back(static_cast<std::uint32_t>(point));
    hashes_.push_back(group.front()["configuration"]);
    for (std::size_t axis = 0; axis < places_.size(); ++axis) {
      Json& values = head_["axes"][axis]["values"];
      const auto found = std::find(values.begin(), values.end(), group.front()["axes"][axis]);
      places_[axis].add(static_cast<std::uint64_t>(found - values.begin()));
      // One at a time: the base's own value need not be one of the axis.
      if (found == values.end()) values.push_back(group.front()["axes"][axis]);
    }
    beyond_.add(group.front().value("beyond", ""));
    const Json& last = group.back();
    const bool complete = std::all_of(group.begin(), group.end(),
                                      [](const Json& result) { return result["status"] == "done"; });
    together_.add(!complete ? nullptr : last.contains("together") ? &last["together"] : &last);
    for (const Json& result : group) {
      const bool done = result["status"] == "done";
      bounds_.add(done ? &result : nullptr);
      has_result_ |= done;
      for (std::size_t i = 0; i < columns_.size(); ++i) {
        if (!done) {
          columns_[i].add_no_result();
        } else if (const Json& number = result["statistics"][i]; number.is_null()) {
          columns_[i].add(std::nullopt);
        } else {
          columns_[i].add(number.get<std::uint64_t>());
        }
      }
      const std::string status = result["status"];
      auto found = std::find(statuses_.begin(), statuses_.end(), status);
      if (found == statuses_.end()) found = statuses_.insert(statuses_.end(), status);
      status_.add(static_cast<std::uint64_t>(found - statuses_.begin()));
      if (result.contains("reason")) reasons_.push_back({point, result["workload"], result["reason"]});
    }
  }

  Json json(ReportPage& page) {
    Json json = std::move(head_);
    json.erase("results");
    std::set<std::string> maxima = {"slowest_cycles"};
    for (const Statistic& row : statistics_table()) {
      if (row.kind == StatisticKind::maximum) maxima.insert(row.name);
      if (row.kind == StatisticKind::histogram) maxima.insert(row.name + ".largest");
    }
    Json statistics = Json::array();
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (columns_[i].is_empty() && has_result_) continue;  // no machine here has the unit
      const std::string name = json["statistics"][i];
      statistics.push_back(
          {{"name", name}, {"maximum", maxima.count(name) > 0}, {"column", columns_[i].json(page)}});
    }
    json["statistics"] = std::move(statistics);
    for (std::size_t axis = 0; axis < places_.size(); ++axis)
      json["axes"][axis]["places"] = places_[axis].json(page);
    json["kept"] = points_.size();
    json["numbers"] = page.add(points_);
    json["hashes"] = std::move(hashes_);
    json["statuses"] = statuses_;
    json["status"] = status_.json(page);
    json["reasons"] = std::move(reasons_);
    json["bounds"] = bounds_.json(page);
    json["together"] = together_.json(page);
    json["beyond"] = beyond_.json(page);
    return json;
  }

  struct Least {
    bool known = false;
    std::uint64_t value = 0;
  };

  ResultLines lines_;
  Json head_;
  std::vector<std::size_t> objectives_;  // by the statistics
  std::vector<Least> least_;             // by objective, so far
  std::vector<std::uint32_t> points_;    // that the page carries
  std::vector<Column> columns_;          // by statistic, over results
  std::vector<Column> places_;           // by axis, over points: which of its values
  std::vector<std::string> statuses_;
  Column status_;
  bool has_result_ = false;
  Bounds bounds_, together_;  // over results, and over points
  Names beyond_;              // over points: the limits
  Json hashes_ = Json::array(), reasons_ = Json::array();
};

}  // namespace

Json read_explore_folder(const std::string& path, ReportPage& page) {
  Json json = ExploreReader(path + "/results.json").read(page);
  const std::string origin = path + "/origin.json";
  if (!std::filesystem::exists(origin)) return json;  // of an older program
  const Json from = read_json(origin);
  for (const char* member : {"plan", "chip"}) {
    if (!from.is_object() || !from.contains(member) || !from[member].is_string())
      throw InputError(origin, fmt::format("the member \"{}\", text", member));
  }
  json["plan_word"] = shell_word(from["plan"].get<std::string>());
  json["chip_arguments"] = from["chip"];
  return json;
}

}  // namespace collisionchip
