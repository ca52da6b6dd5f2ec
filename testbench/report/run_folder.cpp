#include "collisionchip/testbench/report/run_folder.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "collisionchip/reference/arithmetic/fnv1a.h"
#include "collisionchip/reference/files/regular_file.h"
#include "collisionchip/reference/mesh/mesh_file.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/text_scanner.h"
#include "collisionchip/testbench/engines/engine.h"
#include "collisionchip/tlm/config/config_value.h"

namespace collisionchip {

namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

// "pose,triangle_a,triangle_b"
struct PairLine {
  std::uint64_t pose = 0;
  std::uint32_t a = 0, b = 0;
};

template <typename Number>
bool take_number(const char*& at, const char* end, char after, Number& number) {
  const auto [next, error] = std::from_chars(at, end, number);
  if (error != std::errc() || next == at || next == end || *next != after) return false;
  at = next + 1;
  return true;
}

bool take_line(const char*& at, const char* end, PairLine& line) {
  return take_number(at, end, ',', line.pose) && take_number(at, end, ',', line.a) &&
         take_number(at, end, '\n', line.b);
}

std::string digest_of(const std::string& text) {
  Fnv1a hash;
  hash.add(text);
  return hash.digits();
}

void read_pairs(RunFolder& folder, const std::string& file) {
  expect_regular_file(file);
  const std::string text = read_input_file(file);
  const std::string head = "pose,triangle_a,triangle_b\n";
  if (text.compare(0, head.size(), head) != 0)
    throw InputError(Place::in(file, 1), "the header pose,triangle_a,triangle_b");
  const auto limit_a = folder.run["triangles_a"].get<std::uint64_t>();
  const auto limit_b = folder.run["triangles_b"].get<std::uint64_t>();
  const char* at = text.data() + head.size();
  const char* const end = text.data() + text.size();
  for (std::uint64_t number = 2; at != end; ++number) {
    PairLine line;
    if (!take_line(at, end, line))
      throw InputError(Place::in(file, number), "a pose and two triangles", ", got a damaged or cut line");
    if (line.a >= limit_a || line.b >= limit_b)
      throw InputError(Place::in(file, number), fmt::format("triangles below {} and {}", limit_a, limit_b),
                       fmt::format(", got {} and {}", line.a, line.b));
    folder.pairs[line.pose].push_back({line.a, line.b});
  }
  std::set<std::uint64_t> poses;
  for (const Json& query : folder.queries) {
    const auto pose = query["pose"].get<std::uint64_t>(), expected = query["pairs"].get<std::uint64_t>();
    poses.insert(pose);
    if (folder.pairs[pose].size() != expected)
      throw InputError(Place::in(file), fmt::format("{} pairs of pose {} as in stats.json", expected, pose),
                       fmt::format(", got {}", folder.pairs[pose].size()));
  }
  for (const auto& of_pose : folder.pairs) {
    if (poses.count(of_pose.first) == 0)
      throw InputError(Place::in(file), "only poses of stats.json",
                       fmt::format(", got pose {}", of_pose.first));
  }
  folder.has_pairs = true;
  folder.pairs_digest = digest_of(text);
}

Mesh read_object(const std::string& file, const Json& run, const char* triangles) {
  expect_regular_file(file);
  Mesh mesh = read_mesh(file);
  const auto expected = run[triangles].get<std::uint64_t>();
  if (mesh.triangle_count() != expected)
    throw InputError(Place::in(file), fmt::format("{} triangles as in stats.json", expected),
                     fmt::format(", got {}", mesh.triangle_count()));
  return mesh;
}

enum class Type { number, text, flag, object, numbers };

bool is_of(const Json& json, Type type) {
  switch (type) {
    case Type::number:
      return json.is_number();
    case Type::text:
      return json.is_string();
    case Type::flag:
      return json.is_boolean();
    case Type::object:
      return json.is_object();
    case Type::numbers:
      return json.is_array() && json.size() == 12 &&
             std::all_of(json.begin(), json.end(), [](const Json& n) { return n.is_number(); });
  }
  return false;
}

void require(const Json& json, const char* member, Type type, const std::string& where) {
  constexpr const char* kTypes[] = {"a number", "text", "true or false", "an object", "12 numbers"};
  const auto found = json.find(member);
  if (found == json.end() || !is_of(*found, type))
    throw InputError(where, fmt::format("the member \"{}\", {}", member, kTypes[static_cast<int>(type)]),
                     "; is it from another version?");
}

// {"unit": {"busy": n, "stalled": {"cause": n}, "idle": n}}
void check_units(const Json& units, const std::string& where) {
  for (const auto& [name, account] : units.items()) {
    const std::string unit = where + ", unit " + name;
    if (!account.is_object()) throw InputError(unit, "an object");
    require(account, "busy", Type::number, unit);
    require(account, "stalled", Type::object, unit);
    require(account, "idle", Type::number, unit);
    for (const auto& cause : account["stalled"].items())
      require(account["stalled"], cause.key().c_str(), Type::number, unit);
  }
}

// {"name": [[value, count], ...]}
void check_histograms(const Json& histograms, const std::string& where) {
  const auto is_entry = [](const Json& entry) {
    return entry.is_array() && entry.size() == 2 && entry[0].is_number() && entry[1].is_number();
  };
  if (!histograms.is_object()) throw InputError(where, "the member \"histograms\", an object");
  for (const auto& [name, counts] : histograms.items()) {
    if (!counts.is_array() || !std::all_of(counts.begin(), counts.end(), is_entry))
      throw InputError(fmt::format("{}, histogram {}", where, name), "pairs of value and count");
  }
}

void check_times(const Json& json, const std::string& where) {
  for (const char* member : {"total_ns", "chip_ns", "link_ns", "host_ns", "overlap_ns"})
    require(json, member, Type::number, where);
}

// Checks the members that only a chip's run has.
void check_machine(const Json& run, const std::string& where) {
  check_times(run, where);
  for (const char* member : {"roofs", "machine"}) require(run, member, Type::object, where);
  for (const char* member : {"channels", "gb_per_s", "bytes_per_cycle", "mm2", "clock_mhz", "clock_met_mhz"})
    require(run["machine"], member, Type::number, where + ", machine");
  for (const char* member : {"memory", "slowest_unit"})
    require(run["machine"], member, Type::text, where + ", machine");
  const Json& configuration = run["configuration"];
  const bool has_engine = configuration.contains("engine") && configuration["engine"].is_object();
  require(has_engine ? configuration["engine"] : Json::object(), "kind", Type::text,
          where + ", configuration, engine");
}

// What a run of the chip has, be it one query or a batch of them.
void check_chip_run(const Json& run, const std::string& where) {
  require(run, "units", Type::object, where);
  require(run, "counters", Type::object, where);
  for (const char* counter : {"chip.energy_pj", "sdram.bytes"})
    require(run["counters"], counter, Type::number, where + ", counters");
  check_units(run["units"], where);
  if (run.contains("histograms")) check_histograms(run["histograms"], where);
}

// Batches follow each other and have all queries.
void check_batches(const Json& statistics, const std::string& file) {
  const Json& batches = statistics["batches"];
  if (!batches.is_array()) throw InputError(Place::in(file), "the member \"batches\", an array");
  std::uint64_t next = 0;
  for (const Json& batch : batches) {
    const std::string where = fmt::format("{}: batch {}", file, &batch - &batches[0]);
    if (!batch.is_object()) throw InputError(where, "an object");
    for (const char* member : {"first_pose", "poses", "cycles", "setup_cycles"})
      require(batch, member, Type::number, where);
    check_chip_run(batch, where);
    if (batch["first_pose"] != next) throw InputError(where, fmt::format("pose {} as its first one", next));
    next += batch["poses"].get<std::uint64_t>();
  }
  if (next != statistics["queries"].size())
    throw InputError(Place::in(file),
                     fmt::format("batches of {} queries in all", statistics["queries"].size()),
                     fmt::format(", got {}", next));
}

// Accounts, counters and histograms are the batch's: its queries have none of their own.
void share_batches(Json& queries, const Json& batches) {
  for (const Json& batch : batches) {
    const auto first = batch["first_pose"].get<std::size_t>(), poses = batch["poses"].get<std::size_t>();
    for (std::size_t i = first; i < first + poses; ++i) {
      for (const char* member : {"units", "counters", "histograms"}) {
        if (batch.contains(member)) queries[i][member] = batch[member];
      }
      queries[i]["batch"] = {{"first_pose", first},
                             {"poses", poses},
                             {"cycles", batch["cycles"]},
                             {"setup_cycles", batch["setup_cycles"]}};
    }
  }
}

}  // namespace

Json read_json(const std::string& file) {
  expect_regular_file(file);
  try {
    return Json::parse(read_input_file(file));
  } catch (const nlohmann::json::parse_error& error) {
    throw InputError(Place::in(file), "a whole JSON file",
                     fmt::format(", got one cut short or damaged at byte {}", error.byte));
  }
}

void check_statistics(const Json& statistics, const std::string& file) {
  const bool whole = statistics.is_object() && statistics.contains("queries") &&
                     statistics["queries"].is_array() && statistics.contains("run") &&
                     statistics["run"].is_object();
  if (!whole) throw InputError(Place::in(file), "the members \"queries\", an array, and \"run\", an object");
  const Json& run = statistics["run"];
  for (const char* member : {"version", "model", "command", "object_a", "object_b", "configuration_hash"})
    require(run, member, Type::text, file + ": run");
  for (const char* member : {"triangles_a", "triangles_b", "queries", "pairs", "cycles"})
    require(run, member, Type::number, file + ": run");
  for (const char* member : {"first_witness", "checked"}) require(run, member, Type::flag, file + ": run");
  for (const char* member : {"configuration", "host"}) require(run, member, Type::object, file + ": run");
  if (statistics["queries"].empty()) throw InputError(Place::in(file), "at least one query", ", got none");
  const EngineKind* const engine = find_engine(run["model"].get<std::string>());
  if (engine == nullptr)
    throw InputError(Place::in(file).part("run"), "the member \"model\", an engine of this program",
                     fmt::format(", got {}", excerpt(run["model"].get<std::string>())));
  if (engine->can.cycles) check_machine(run, file + ": run");
  for (const Json& query : statistics["queries"]) {
    const std::string where = fmt::format("{}: query {}", file, &query - &statistics["queries"][0]);
    if (!query.is_object()) throw InputError(where, "an object");
    for (const char* member : {"pose", "pairs"}) require(query, member, Type::number, where);
    require(query, "matrix", Type::numbers, where);
    require(query, engine->can.cycles ? "cycles" : "time_us", Type::number, where);
    if (engine->can.cycles) check_times(query, where);
    if (!engine->can.counts) continue;
    for (const char* member : {"eq5_cycles", "lists", "aligned_pairs", "triangle_tests", "uncertain"})
      require(query, member, Type::number, where);
    if (engine->can.cycles && !statistics.contains("batches")) check_chip_run(query, where);
  }
  if (statistics.contains("batches")) check_batches(statistics, file);
}

RunFolder read_run_folder(const std::string& path) {
  RunFolder folder;
  folder.path = path;
  const std::string file = path + "/stats.json";
  Json statistics = read_json(file);
  check_statistics(statistics, file);
  folder.queries = std::move(statistics["queries"]);
  if (statistics.contains("batches")) share_batches(folder.queries, statistics["batches"]);
  folder.run = std::move(statistics["run"]);
  if (fs::exists(path + "/object_a.stl")) {
    folder.a = read_object(path + "/object_a.stl", folder.run, "triangles_a");
    // One file with two scales is two objects.
    if (folder.run["object_a"] != folder.run["object_b"] || fs::exists(path + "/object_b.stl"))
      folder.b = read_object(path + "/object_b.stl", folder.run, "triangles_b");
  }
  if (fs::exists(path + "/pairs.csv")) read_pairs(folder, path + "/pairs.csv");
  return folder;
}

}  // namespace collisionchip
