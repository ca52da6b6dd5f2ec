#include "collisionchip/testbench/results/result_files.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>
#include <sys/resource.h>
#include <nlohmann/json.hpp>

#include "collisionchip/testbench/account/text_account.h"
#include "collisionchip/testbench/results/machine_json.h"
#include "collisionchip/testbench/version.h"
#include "collisionchip/tlm/chip/chip_netlist.h"
#include "collisionchip/tlm/config/config_file.h"
#include "collisionchip/tlm/machine/json_text.h"

namespace collisionchip {

namespace {

using Json = nlohmann::ordered_json;

// The shortest decimals that read back as the same float32,
// also through a reader that rounds to double first.
Json matrix_json(const Pose& pose) {
  Json numbers = Json::array();
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 4; ++column) {
      const float value = column < 3 ? pose.r[row][column] : pose.t[static_cast<int>(row)];
      const double shortest = std::strtod(fmt::format("{}", value).c_str(), nullptr);
      numbers.push_back(static_cast<float>(shortest) == value ? shortest : static_cast<double>(value));
    }
  }
  return numbers;
}

Json causes_json(const UncertaintyCounts& causes) {
  Json json = Json::object();
  for (std::size_t i = 0; i < kUncertainties; ++i) json[kUncertaintyNames[i]] = causes[i];
  return json;
}

Json eq5_json(const Eq5Account& account) {
  Json steps = Json::array();
  for (const Eq5Step& step : account.steps) steps.push_back({{"what", step.what}, {"cycles", step.cycles}});
  return {{"pose", 0}, {"eq5_cycles", account.eq5}, {"steps", steps}, {"cycles", account.cycles}};
}

Json units_json(const std::vector<UnitCycles>& units) {
  Json all = Json::object();
  for (const UnitCycles& unit : units) {
    Json stalls = Json::object();
    for (const auto& stall : unit.stalls) stalls[stall.first] = stall.second;
    all[unit.unit] = {{"busy", unit.busy}, {"stalled", stalls}, {"idle", unit.idle}};
  }
  return all;
}

// Numbers by name, and histograms by name as [value, count] with counts above 0. `has`: by the place in the table.
std::pair<Json, Json> statistics_json(const Statistics& statistics, const std::vector<bool>& has) {
  Json counters = Json::object(), histograms = Json::object();
  const std::vector<Statistic>& table = statistics_table();
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (!has[i]) continue;
    if (table[i].kind != StatisticKind::histogram) {
      counters[table[i].name] = statistics.at(i).number;
      continue;
    }
    Json entries = Json::array();
    const std::vector<std::uint64_t>& counts = statistics.at(i).histogram.counts();
    for (std::size_t value = 0; value < counts.size(); ++value) {
      if (counts[value] > 0) entries.push_back({value, counts[value]});
    }
    histograms[table[i].name] = std::move(entries);
  }
  return {std::move(counters), std::move(histograms)};
}

}  // namespace

// A query finds a pair in some tens of nanoseconds; fmt::format_to would take as long to write it.
std::string pair_lines(std::uint64_t pose, const std::vector<TrianglePair>& pairs) {
  const std::string begin = fmt::format("{},", pose);
  constexpr std::size_t kMostDigits = 10;
  std::string lines(pairs.size() * (begin.size() + 2 * kMostDigits + 2), '\0');
  char* end = lines.data();
  const auto put = [&](std::uint32_t number, char behind) {
    end = std::to_chars(end, end + kMostDigits, number).ptr;
    *end++ = behind;
  };
  for (const TrianglePair& pair : pairs) {
    end = std::copy(begin.begin(), begin.end(), end);
    put(pair.a, ',');
    put(pair.b, '\n');
  }
  lines.resize(static_cast<std::size_t>(end - lines.data()));
  return lines;
}

namespace {

Json times_json(const QueryTimes& times) {
  return {{"total_ns", times.total_ns},
          {"chip_ns", times.chip_ns},
          {"link_ns", times.link_ns},
          {"host_ns", times.host_ns},
          {"overlap_ns", times.overlap_ns}};
}

Json chip_query(const ChipAnswer& answer, const ChipConfig& config) {
  Json query = times_json(query_times(answer, config));
  query.update({{"cycles", answer.cycles},
                {"eq5_cycles", answer.eq5_cycles},
                {"lists", answer.lists},
                {"aligned_pairs", answer.aligned_pairs},
                {"triangle_tests", answer.triangle_tests},
                {"uncertain", answer.uncertain},
                {"uncertain_causes", causes_json(answer.uncertain_causes)},
                {"unfinished", answer.unfinished}});
  return query;
}

// Six digits are enough to tell two shares apart.
double rounded(double share) {
  return std::round(share * 1e6) / 1e6;
}

Json bound_json(const std::vector<Roof>& roofs) {
  return {{"bound_by", bound_by(roofs)},
          {"roof", roofs.front().name},
          {"roof_share", rounded(roofs.front().share)}};
}

// The members about a chip's run: one query, or the queries that are asked together.
Json chip_run(const ChipAnswer& answer, const MachineFacts& machine, const std::vector<bool>& has) {
  const auto [counters, histograms] = statistics_json(answer.statistics, has);
  Json run = {{"setup_cycles", answer.setup_cycles}, {"readback_cycles", answer.readback_cycles}};
  run.update(bound_json(roofs_of(answer, machine)));
  run.update({{"units", units_json(answer.units)}, {"counters", counters}, {"histograms", histograms}});
  return run;
}

Json frame_cost(const FrameCost& cost) {
  return {{"upload_words", cost.upload_words},
          {"upload_cycles", cost.upload_cycles},
          {"refitted_boxes", cost.refitted_boxes}};
}

Json counted_query(const TraversalCounters& counters) {
  return {{"eq5_cycles", counters.eq5_cycles()},
          {"lists", counters.lists},
          {"aligned_pairs", counters.aligned_pairs},
          {"triangle_tests", counters.triangle_tests},
          {"uncertain", counters.uncertain},
          {"uncertain_causes", causes_json(counters.uncertain_causes)},
          {"tumbled_visits", counters.tumbled_visits},
          {"aligned_visits", counters.aligned_visits},
          {"transforms", counters.transforms},
          {"overlap_tests", counters.overlap_tests}};
}

}  // namespace

StatisticsLines::StatisticsLines(const ChipConfig& config, const Capabilities& can)
    : config_(config), can_(can), machine_(machine_facts(config)) {
  const std::vector<UnitRow> units = chip_units(config);
  for (const Statistic& row : statistics_table()) has_.push_back(has_unit(units, row.only));
}

std::string StatisticsLines::query(std::uint64_t number, const Pose& pose, const Answer& answer,
                                   double seconds, const FrameCost* frame, bool together) const {
  Json query = {{"pose", number}, {"matrix", matrix_json(pose)}, {"pairs", answer.pairs.size()}};
  if (frame != nullptr) query.update(frame_cost(*frame));
  if (answer.chip) {
    query.update(chip_query(*answer.chip, config_));
    if (!together) query.update(chip_run(*answer.chip, machine_, has_));
    return json_text(query);
  }
  if (can_.counts) query.update(counted_query(answer.counters));
  query["time_us"] = seconds * 1e6;
  return json_text(query);
}

std::string StatisticsLines::run(std::uint64_t first, std::uint64_t end, const ChipAnswer& whole) const {
  Json run = {{"first_pose", first}, {"poses", end - first}};
  run.update(times_json(query_times(whole, config_)));
  run["cycles"] = whole.cycles;
  run.update(chip_run(whole, machine_, has_));
  return json_text(run);
}

PairsFile::PairsFile(const std::string& path) {
  if (path.empty()) return;
  file_.emplace(path);
  file_->stream() << "pose,triangle_a,triangle_b\n";
}

void PairsFile::add(const std::string& lines) {
  if (file_) file_->stream() << lines;
}

void PairsFile::close() {
  if (file_) file_->close();
}

StatisticsFile::StatisticsFile(const std::string& path) {
  if (path.empty()) return;
  file_.emplace(path);
  file_->stream() << "{\"queries\": [";
}

void StatisticsFile::add(const std::string& lines) {
  if (!file_ || lines.empty()) return;
  file_->stream() << (first_ ? "\n" : ",\n") << lines;
  first_ = false;
}

void StatisticsFile::add_run(const std::string& line) {
  if (file_ && !line.empty()) runs_ += (runs_.empty() ? "\n" : ",\n") + line;
}

std::string run_json(const RunSummary& run, const ChipConfig& config) {
  Json channels = Json::object();
  for (const auto& [channel, capacity] : run.channels) channels[channel] = capacity;
  const double rate = run.query_seconds > 0 ? static_cast<double>(run.cycles) / run.query_seconds : 0;
  Json json = {{"version", kVersion},
               {"model", run.model},
               {"command", run.command},
               {"object_a", run.object_a},
               {"object_b", run.object_b},
               {"triangles_a", run.triangles_a},
               {"triangles_b", run.triangles_b},
               {"first_witness", run.first_witness},
               {"checked", run.checked},
               {"seed", 0},
               {"queries", run.queries},
               {"pairs", run.pairs},
               {"cycles", run.cycles},
               {"upload_cycles", run.upload_cycles},
               {"configuration_hash", config_hash(config)},
               {"configuration", effective_json(config)},
               {"channels", channels},
               {"host",
                {{"wall_seconds", run.wall_seconds},
                 {"simulated_cycles_per_second", rate},
                 {"peak_memory_mib", peak_memory_mib()}}}};
  if (run.machine) {
    json.update(times_json(run.times));
    for (const Roof& roof : run.roofs) json["roofs"][roof.name] = rounded(roof.share);
    json["machine"] = machine_json(*run.machine);
  }
  if (run.offset) json["recentre"] = {run.offset->x, run.offset->y, run.offset->z};
  if (run.eq5) json["eq5_account"] = eq5_json(*run.eq5);
  return json_text(json, 1);
}

void StatisticsFile::close(const RunSummary& run, const ChipConfig& config) {
  if (!file_) return;
  if (!runs_.empty()) file_->stream() << "\n],\n\"batches\": [" << runs_;
  file_->stream() << "\n],\n\"run\": " << run_json(run, config) << "}\n";
  file_->close();
}

double peak_memory_mib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

}  // namespace collisionchip
