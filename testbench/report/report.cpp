#include "collisionchip/testbench/report/report.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <numeric>
#include <unordered_map>

#include <fmt/format.h>

#include "collisionchip/reference/arithmetic/fnv1a.h"
#include "collisionchip/reference/files/regular_file.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/report/comparison.h"
#include "collisionchip/testbench/report/explore_folder.h"
#include "collisionchip/testbench/report/frames_folder.h"
#include "collisionchip/testbench/report/page.h"
#include "collisionchip/testbench/report/paper_folder.h"
#include "collisionchip/testbench/report/run_figures.h"
#include "collisionchip/testbench/report/run_folder.h"
#include "collisionchip/testbench/report/trace_timeline.h"
#include "collisionchip/testbench/results/result_folder.h"
#include "collisionchip/testbench/terminal/progress.h"
#include "collisionchip/testbench/version.h"
#include "collisionchip/tlm/statistics/statistics.h"

namespace collisionchip {

namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

// What one page may carry, so that it stays a few megabytes: beyond, the slowest poses are kept.
constexpr std::size_t kMostQueries = 256;
constexpr std::size_t kMostPairs = 400'000;

// A corner's coordinates as bits: 0 and -0 stay apart, as they are in the file.
struct CornerHash {
  std::size_t operator()(const std::array<std::uint32_t, 3>& bits) const {
    Fnv1a hash;
    for (const std::uint32_t word : bits) hash.add(word);
    return static_cast<std::size_t>(hash.value() ^ hash.value() >> 29);
  }
};

// STL repeats every corner; the page does not.
Json object_json(const Mesh& mesh, ReportPage& page) {
  std::unordered_map<std::array<std::uint32_t, 3>, std::uint32_t, CornerHash> numbers;
  std::vector<float> vertices;
  std::vector<std::uint32_t> corners;
  for (std::uint32_t triangle = 0; triangle < mesh.triangle_count(); ++triangle) {
    for (const Vec3f& corner : mesh.corners(triangle)) {
      std::array<std::uint32_t, 3> bits;
      std::memcpy(bits.data(), &corner, sizeof bits);
      const auto found = numbers.emplace(bits, static_cast<std::uint32_t>(numbers.size()));
      if (found.second) vertices.insert(vertices.end(), {corner.x, corner.y, corner.z});
      corners.push_back(found.first->second);
    }
  }
  return {{"vertices", page.add(vertices)}, {"corners", page.add(corners)}};
}

Json pairs_json(const std::vector<TrianglePair>& pairs, ReportPage& page) {
  std::vector<std::uint32_t> numbers;
  numbers.reserve(2 * pairs.size());
  for (const TrianglePair& pair : pairs) numbers.insert(numbers.end(), {pair.a, pair.b});
  return page.add(numbers);
}

// Places of the queries that the page carries, in their order: the slowest that fit, at least one.
std::vector<std::size_t> chosen_queries(const Json& queries) {
  std::vector<std::size_t> order(queries.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto cost = [&](std::size_t i) {
    const Json& query = queries[i];
    return query.contains("cycles") ? query["cycles"].get<double>() : query["time_us"].get<double>();
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t x, std::size_t y) { return cost(x) > cost(y); });
  std::vector<std::size_t> chosen;
  std::uint64_t pairs = 0;
  for (const std::size_t i : order) {
    pairs += queries[i]["pairs"].get<std::uint64_t>();
    if (!chosen.empty() && (pairs > kMostPairs || chosen.size() == kMostQueries)) break;
    chosen.push_back(i);
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

// What each pose of the run cost, in the order of the poses: of all, also those that the page does not carry.
Json costs_json(const Json& queries) {
  Json costs = Json::array();
  for (const Json& query : queries)
    costs.push_back(query.contains("cycles") ? query["cycles"] : query["time_us"]);
  return costs;
}

std::string command_from_folder(const RunFolder& folder) {
  const auto file = [&](const char* name) { return shell_word(folder.path + "/" + name); };
  std::string command = "collisionchip collide " + file("object_a.stl") + " " +
                        file(folder.b ? "object_b.stl" : "object_a.stl") + " --poses " + file("poses.txt") +
                        " --chip " + file("chip.toml");
  if (folder.run["model"] != "tlm") command += " --model " + folder.run["model"].get<std::string>();
  if (folder.queries[0].contains("batch"))
    command += fmt::format(" --batch {}", folder.queries[0]["batch"]["poses"].get<std::uint64_t>());
  if (folder.run["first_witness"].get<bool>()) command += " --first";
  return command;
}

// The page's data of a run. The run is also added to `runs`, for a comparison.
Json run_json(const std::string& path, const TraceDetail& detail, ReportPage& page,
              std::vector<RunFolder>& runs) {
  const RunFolder folder = read_run_folder(path);
  Json json = {{"run", folder.run}, {"queries", Json::array()}, {"costs", costs_json(folder.queries)}};
  if (folder.a) {
    json["command"] = command_from_folder(folder);
    json["objects"] = {object_json(*folder.a, page), object_json(folder.b ? *folder.b : *folder.a, page)};
  }
  Json pairs = Json::object();
  for (const std::size_t i : chosen_queries(folder.queries)) {
    Json query = folder.queries[i];
    if (folder.run.contains("machine")) add_figures(query, folder.run);
    json["queries"].push_back(query);
    const auto pose = query["pose"].get<std::uint64_t>();
    if (folder.has_pairs) pairs[std::to_string(pose)] = pairs_json(folder.pairs.at(pose), page);
  }
  if (folder.has_pairs) {
    json["pairs"] = pairs;
    json["pairs_digest"] = folder.pairs_digest;
  }
  const std::string trace = path + "/trace.sqlite";
  expect_regular_file(trace);
  if (fs::exists(trace)) json["timelines"] = timeline_json(trace, folder, detail, page);
  RunFolder& compared = runs.emplace_back();
  compared.path = path;
  compared.queries = folder.queries;
  compared.run = folder.run;
  return json;
}

// What a folder holds is found by its files; it may hold several kinds of results.
Json folder_json(const std::string& path, const TraceDetail& detail, ReportPage& page,
                 std::vector<RunFolder>& runs) {
  if (!fs::is_directory(path)) throw InputError(Place::in(path), "a folder with the results of a run");
  Json json = {{"name", path}};
  if (fs::exists(path + "/stats.json")) json.update(run_json(path, detail, page, runs));
  if (fs::exists(path + "/paper.json")) json.update(read_paper_folder(path));
  if (fs::exists(path + "/scene.json")) json["scene"] = read_frames_folder(path, page);
  if (fs::exists(path + "/results.json")) json["explore"] = read_explore_folder(path, page);
  if (json.size() == 1)
    throw InputError(Place::in(path),
                     "results, stats.json from `collide --out`, scene.json from `scene`, paper.json from "
                     "`paper` or results.json from `explore`",
                     ", found none");
  return json;
}

// What the names in the statistics mean, for the page's tables and tips.
Json meanings_json() {
  Json statistics = Json::object(), states = Json::object(), waits = Json::object();
  for (const Statistic& row : statistics_table())
    statistics[row.name] = {{"unit", row.unit}, {"value", row.value}, {"meaning", row.meaning}};
  for (const AccountRow& row : account_table()) {
    states[row.unit + ".busy"] = row.busy;
    for (const StallCause& cause : row.causes) {
      states[row.unit + "." + cause.name] = cause.meaning;
      waits[cause.name] = cause.waits_for;
    }
  }
  return {{"statistics", statistics}, {"states", states}, {"waits", waits}};
}

std::string title_of(const std::vector<std::string>& folders) {
  std::string title = "CollisionChip:";
  for (const std::string& folder : folders) title += " " + folder;
  return title;
}

}  // namespace

std::uint64_t write_report(const ReportOptions& options) {
  ReportPage page;
  Json all = Json::array();
  std::vector<RunFolder> runs;
  Progress progress("reading results", options.folders.size());
  for (const std::string& folder : options.folders) {
    all.push_back(folder_json(folder, options.detail, page, runs));
    progress.advance(all.size());
  }
  Json data = {{"version", kVersion}, {"meanings", meanings_json()}, {"folders", all}};
  if (runs.size() > 1) data["comparison"] = comparison_json(runs);
  return page.write(options.page, title_of(options.folders), data);
}

}  // namespace collisionchip
