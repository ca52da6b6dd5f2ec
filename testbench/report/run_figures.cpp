#include "collisionchip/testbench/report/run_figures.h"

#include <algorithm>
#include <cmath>

#include "collisionchip/testbench/machines/host_kinds.h"
#include "collisionchip/testbench/results/machine_json.h"
#include "collisionchip/tlm/config/config_file.h"
#include "collisionchip/tlm/config/config_keys.h"
#include "collisionchip/tlm/machines/machine_kinds.h"

namespace collisionchip {

namespace {

using Json = nlohmann::ordered_json;

std::uint64_t number(const Json& json, const char* member) {
  return json.value(member, std::uint64_t{0});
}

// Queries of a batch share its accounts: the first one has them for all.
bool has_own_account(const Json& query) {
  return !query.contains("batch") || query["batch"]["first_pose"] == query["pose"];
}

Cycle accounted_cycles(const Json& query) {
  return (query.contains("batch") ? query["batch"] : query)["cycles"].get<Cycle>();
}

UsedResources used_by(const Json& query, const MachineFacts& machine) {
  UsedResources used;
  for (const auto& [unit, account] : query["units"].items())
    used.busy.emplace_back(unit, account["busy"].get<Cycle>());
  used.cycles = accounted_cycles(query);
  used.bytes = number(query["counters"], "sdram.bytes");
  used.peak_bytes = machine.bytes_per_cycle * static_cast<double>(used.cycles);
  return used;
}

// What the bytes are for, by the counter that counts them.
constexpr std::pair<const char*, const char*> kPurposes[] = {
    {"tumbled pairs", "memory_controller.tumbled_bytes"},
    {"aligned pairs", "memory_controller.aligned_bytes"},
    {"triangles", "memory_controller.triangle_bytes"}};

Json roofline_json(const Json& query, const UsedResources& used, const UnderRoofs& under) {
  Json traffic = Json::array();
  for (const auto& [purpose, counter] : kPurposes) {
    UsedResources part = used;
    part.bytes = number(query["counters"], counter);
    traffic.push_back({{"purpose", purpose},
                       {"bytes", part.bytes},
                       {"bytes_per_cycle", under_roofs(part, 0).bytes_per_cycle}});
  }
  return {{"bytes", used.bytes},
          {"bytes_per_cycle", under.bytes_per_cycle},
          {"pairs_per_1000_cycles", under.work_per_1000_cycles},
          {"pairs_per_1000_bytes", under.work_per_1000_bytes},
          {"traffic", std::move(traffic)}};
}

// Work is counted in aligned pairs compared.
void add_roofs(Json& query, const std::vector<Roof>& all, const UsedResources& used) {
  const UnderRoofs under = under_roofs(used, number(query, "aligned_pairs"));
  query["roofline"] = roofline_json(query, used, under);
  query["roofs"] = Json::array();
  for (const Roof& roof : all) {
    Json json = {{"name", roof.name}, {"share", roof.share}};
    if (roof.share > 0) json["pairs_per_1000_cycles"] = work_at(roof, under);
    query["roofs"].push_back(std::move(json));
  }
}

void add_counts(KeyNumbers& numbers, const Json& query) {
  numbers.pairs += number(query, "pairs");
  numbers.eq5_cycles += number(query, "eq5_cycles");
  numbers.lists += number(query, "lists");
  numbers.aligned_pairs += number(query, "aligned_pairs");
  numbers.triangle_tests += number(query, "triangle_tests");
  numbers.uncertain += number(query, "uncertain");
}

QueryTimes times_of(const Json& json) {
  return {number(json, "chip_ns"), number(json, "link_ns"), number(json, "host_ns"),
          number(json, "overlap_ns"), number(json, "total_ns")};
}

// A run may be older than the key.
std::uint64_t host_key(const Json& run, const char* key) {
  return number(run["configuration"].value("host", Json::object()), key);
}

// One after the other, from handing over the pose: the host has made the registers, the chip starts, it is done, the last entry has
// come, the last pair is settled. What a sub-query needs in the middle counts as at the begin.
Json moments_json(const Json& query, const Json& run, const QueryTimes& times) {
  const bool together = query.contains("batch");
  const std::uint64_t poses = together ? number(query["batch"], "poses") : 1,
                      before = host_key(run, "call_ns") + poses * host_key(run, "setup_ns"),
                      transfers = number(together ? query["batch"] : query, "setup_cycles") +
                                  number(query, "upload_cycles");
  const auto period_ps = static_cast<std::uint32_t>(std::lround(1e6 / machine_of(run["machine"]).clock_mhz));
  const std::uint64_t made = std::min(before, times.host_ns - times.overlap_ns),
                      start = made + std::min(nanoseconds(transfers, period_ps), times.link_ns),
                      come = made + times.chip_ns + times.link_ns;
  return {{"made", made},
          {"start", start},
          {"done", start + times.chip_ns},
          {"come", come},
          {"settled", times.total_ns},
          {"overlap", times.overlap_ns}};
}

// What the machine of the run's configuration walks through. A run may be older than one of the keys.
WalksThrough walks_through(const Json& run) {
  ChipConfig config;
  for (const std::string& name : keys_that_choose()) {
    const ConfigKey& key = *find_key(name);
    const Json& section = run["configuration"].at(key.section());
    if (section.contains(key.leaf())) apply_set(config, name + "=" + section[key.leaf()].get<std::string>());
  }
  return host_of(config).walks;
}

void add(Json& all, const std::vector<KeyFigure>& figures) {
  for (const KeyFigure& figure : figures)
    all.push_back({{"name", figure.name}, {"value", figure.value}, {"about", figure.about}});
}

}  // namespace

void add_figures(Json& query, const Json& run) {
  const MachineFacts machine = machine_of(run["machine"]);
  KeyNumbers numbers;
  add_counts(numbers, query);
  numbers.cycles = query["cycles"].get<Cycle>();
  numbers.times = times_of(query);
  numbers.energy_pj = number(query["counters"], "chip.energy_pj");
  const UsedResources used = used_by(query, machine);
  numbers.roofs = roofs(used);
  const WalksThrough what = walks_through(run);
  query["figures"] = Json::array();
  add(query["figures"], answer_figures(numbers, machine, what));
  add(query["figures"], work_figures(numbers, what));
  add(query["figures"], cost_figures(numbers, machine));
  query["moments"] = moments_json(query, run, numbers.times);
  add_roofs(query, numbers.roofs, used);
}

std::uint64_t counted(const RunFolder& folder, const std::string& counter) {
  std::uint64_t sum = 0;
  for (const Json& query : folder.queries) {
    if (has_own_account(query)) sum += number(query["counters"], counter.c_str());
  }
  return sum;
}

KeyNumbers numbers_of_run(const RunFolder& folder) {
  KeyNumbers numbers;
  for (const Json& query : folder.queries) add_counts(numbers, query);
  numbers.cycles = folder.run["cycles"].get<Cycle>();
  numbers.times = times_of(folder.run);
  numbers.energy_pj = counted(folder, "chip.energy_pj");
  for (const auto& [name, share] : folder.run["roofs"].items())
    numbers.roofs.push_back({name, share.get<double>()});
  return numbers;
}

}  // namespace collisionchip
