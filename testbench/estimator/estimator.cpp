#include "collisionchip/testbench/estimator/estimator.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "collisionchip/testbench/estimator/chip_recurrence.h"
#include "collisionchip/testbench/estimator/host_backlog.h"
#include "collisionchip/testbench/machines/host_kinds.h"
#include "collisionchip/tlm/config/config_keys.h"
#include "collisionchip/tlm/machines/derived_of.h"

namespace collisionchip {

namespace {

struct Wait {
  const char* name;
  Cycle WaitAccount::*cycles;
};
constexpr Wait kWaits[] = {{"tumbled_read", &WaitAccount::tumbled_read},
                           {"transform", &WaitAccount::transform},
                           {"memory", &WaitAccount::memory},
                           {"comparators", &WaitAccount::comparators},
                           {"triangle_unit", &WaitAccount::triangle_unit}};

void find_bound(const ChipRecurrence& recurrence, Cycle cycles, Estimate& estimate) {
  const WaitAccount& waits = recurrence.waits();
  const Wait* most = &kWaits[0];
  for (const Wait& wait : kWaits) {
    if (waits.*wait.cycles > waits.*most->cycles) most = &wait;
  }
  const bool host = recurrence.waited_for_host() > waits.*most->cycles / 2;
  estimate.bound = most->cycles == &WaitAccount::triangle_unit && host ? "pointer_fifo" : most->name;
  estimate.bound_share = static_cast<double>(waits.*most->cycles) / static_cast<double>(cycles);
}

}  // namespace

QueryEstimator::QueryEstimator(QueryProfile profile, std::size_t lists)
    : profile_(std::move(profile)), sample_(sample_lists(profile_, lists)) {}

Estimate QueryEstimator::estimate(const ChipConfig& config) {
  const QueryOptions asked = judged_options(config), answered = profile_.options;
  if (profile_.side_of(config.query.tumbled_side) != answered.tumbled_side ||
      asked.leaf_test != answered.leaf_test || asked.answers != answered.answers ||
      static_cast<int>(config.dop.k) != profile_.dop.k)
    throw std::invalid_argument("estimate: the configuration asks another question than the profile answers");
  Estimate estimate;
  estimate.not_covered = not_covered(config);
  estimate.whole = sample_.whole;
  if (!nodes_of(config).has_dops()) return estimate;
  ChipRecurrence recurrence(config, profile_, misses(config), sample_.whole);
  std::vector<double> list_cycles;
  double cycles = 0;
  Cycle begin = 0;
  for (const ListSample::List& list : sample_.lists) {
    const Cycle end = recurrence.meet(list.list);
    list_cycles.push_back(static_cast<double>(end - begin));
    cycles += list.weight * list_cycles.back();
    begin = end;
    if (recurrence.stopped()) break;
  }
  const Cycle end = recurrence.end();
  cycles += static_cast<double>(end - begin);
  find_bound(recurrence, end, estimate);
  if (!sample_.whole) {
    const double backlog = host_backlog(config, sample_, list_cycles);
    if (backlog > estimate.bound_share * cycles) {
      estimate.bound = "pointer_fifo";
      estimate.bound_share = backlog / (cycles + backlog);
    }
    cycles += backlog;
  }
  estimate.cycles = static_cast<Cycle>(std::llround(cycles));
  return estimate;
}

const std::vector<std::uint8_t>& QueryEstimator::misses(const ChipConfig& config) {
  // Triangles that come in their leaves are there.
  const bool none = nodes_of(config).triangle_leaves;
  const auto key = none ? std::make_pair(0u, 0u)
                        : std::make_pair(config.triangle_unit.cache_lines, config.triangle_unit.cache_ways);
  const auto found = misses_.find(key);
  if (found != misses_.end()) return found->second;
  constexpr std::size_t kKept = 64;  // caches: enough for a grid over them, bounded for a random sweep
  if (misses_.size() == kKept) misses_.clear();
  return misses_[key] = none ? std::vector<std::uint8_t>(profile_.tape.tests.size(), 0)
                             : triangle_misses(profile_.tape, key.first, key.second);
}

std::string machine_not_covered(const ChipConfig& config) {
  if (const std::string& why = host_of(config).not_estimated; !why.empty()) return why;
  if (config.memory.clock_mhz != 0)
    return fmt::format("memory.clock_mhz = {}: the recurrence knows one clock", config.memory.clock_mhz);
  if (config.memory.clock_bytes != 0)
    return fmt::format("memory.clock_bytes = {}: the recurrence knows one data bus",
                       config.memory.clock_bytes);
  if (config.memory.channels != 1)
    return fmt::format("memory.channels = {}: the recurrence knows one", config.memory.channels);
  if (config.host.kind != HostKindKey::pci)
    return fmt::format("{}: the recurrence knows the PCI bus", shown(config, "host.kind"));
  if (config.host.results != HostResults::fifo)
    return fmt::format("{}: the recurrence knows a host that reads the Pointer FIFO",
                       shown(config, "host.results"));
  if (!nodes_of(config).has_dops())
    return std::string("tree.format = ") + nodes_of(config).name +
           ": the recurrence knows the DOP Unit alone";
  if (derived_of(config).pairs.stacked)
    return fmt::format("{}: the recurrence knows lists", shown(config, "stack_engine.traversal"));
  return "";
}

// A host that stops the chip is not in the recurrence. Lists that find no room become queries of their own,
// which the profile knows nothing of.
std::string QueryEstimator::not_covered(const ChipConfig& config) const {
  if (std::string machine = machine_not_covered(config); !machine.empty()) return machine;
  const ListTape& tape = profile_.tape;
  if (profile_.stopped_by_host)
    return "the host settles an uncertain pair, which ends the query before the chip is certain of one";
  const auto& most = config.stack_engine.list_heads == ListHeads::sram ? tape.most_words : tape.most_entries;
  const std::size_t entries = std::max(most[0], most[1]);
  if (config.stack_sram.entries < entries)
    return fmt::format("stack_sram.entries = {} overflows: the lists need {}", config.stack_sram.entries,
                       entries);
  if (config.stack_engine.levels < tape.most_lists)
    return fmt::format("stack_engine.levels = {} overflows: the lists need {}", config.stack_engine.levels,
                       tape.most_lists);
  return "";
}

WorkloadEstimator::WorkloadEstimator(const CollisionObject& a, const CollisionObject& b,
                                     const std::vector<Pose>& poses, const QueryOptions& options,
                                     std::size_t lists) {
  std::vector<QueryProfile> profiles;
  for (const Pose& pose : poses) {
    profiles.emplace_back(a, b, pose, options);
    lists_ += profiles.back().lists_needed;
  }
  for (QueryProfile& profile : profiles) {
    const double share = static_cast<double>(profile.lists_needed) / static_cast<double>(lists_);
    const auto part = static_cast<std::size_t>(share * static_cast<double>(lists));
    queries_.emplace_back(std::move(profile), std::max(kListsPerQuery, part));
  }
}

std::string WorkloadEstimator::not_covered(const ChipConfig& config) const {
  for (const QueryEstimator& query : queries_) {
    std::string why = query.not_covered(config);
    if (!why.empty()) return why;
  }
  return "";
}

Estimate WorkloadEstimator::estimate(const ChipConfig& config) {
  Estimate sum;
  sum.whole = true;
  std::map<std::string_view, double> waits;
  for (QueryEstimator& query : queries_) {
    const Estimate one = query.estimate(config);
    sum.cycles += one.cycles;
    sum.whole = sum.whole && one.whole;
    if (sum.not_covered.empty()) sum.not_covered = one.not_covered;
    waits[one.bound] += one.bound_share * static_cast<double>(one.cycles);
  }
  for (const auto& [bound, cycles] : waits) {
    const double share = cycles / static_cast<double>(sum.cycles);
    if (share <= sum.bound_share) continue;
    sum.bound = bound;
    sum.bound_share = share;
  }
  return sum;
}

}  // namespace collisionchip
