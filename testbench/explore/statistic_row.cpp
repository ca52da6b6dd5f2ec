#include "collisionchip/testbench/explore/statistic_row.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <unordered_map>

#include "collisionchip/testbench/account/deadline.h"
#include "collisionchip/testbench/account/machine_facts.h"
#include "collisionchip/testbench/account/query_times.h"
#include "collisionchip/tlm/chip/chip_netlist.h"
#include "collisionchip/tlm/statistics/statistics.h"

namespace collisionchip {

namespace {

constexpr const char *kTotal = "total_ns", *kChip = "chip_ns", *kLink = "link_ns", *kHost = "host_ns",
                     *kOverlap = "overlap_ns", *kCycles = "cycles";
constexpr const char *kSlowest = "slowest_cycles", *kMissed = "missed_deadlines", *kPeakBytes = "peak_bytes";

// Null if the machine has no such unit.
const UnitCycles* account_of(const AccountRow& row, const std::vector<UnitCycles>& units) {
  const auto found =
      std::find_if(units.begin(), units.end(), [&](const UnitCycles& unit) { return unit.unit == row.unit; });
  return found == units.end() ? nullptr : &*found;
}

template <typename Visit>
void for_each_total(const ChipAnswer& answer, const AnswerCount& count, std::uint64_t peak_bytes,
                    const Visit& visit) {
  visit("queries", count.queries);
  visit("pairs", count.pairs);
  visit(kTotal, answer.host.total_ps);
  visit(kChip, answer.cycles);
  visit(kLink, answer.settled_cycles);
  visit(kCycles, answer.cycles);
  visit(kSlowest, count.slowest);
  visit("eq5_cycles", answer.eq5_cycles);
  visit("lists", answer.lists);
  visit("aligned_pairs", answer.aligned_pairs);
  visit("triangle_tests", answer.triangle_tests);
  visit("uncertain", answer.uncertain);
  visit("unfinished", answer.unfinished);
  visit("setup_cycles", answer.setup_cycles);
  visit("readback_cycles", answer.readback_cycles);
  visit(kMissed, count.is_late ? 1 : 0);
  visit(kPeakBytes, peak_bytes);
  visit(kHost, answer.host.ns);
  visit(kOverlap, answer.host.overlap_ps);
}

// Calls visit(name, only, value, is_maximum) for each that combines by itself; `name` makes the string, which only
// few visitors want. `only`: a unit that some machines lack, and with it the number.
template <typename Visit>
void for_each_statistic(const ChipAnswer& answer, const AnswerCount& count, std::uint64_t peak_bytes,
                        const Visit& visit) {
  static const std::string all_machines;
  for_each_total(answer, count, peak_bytes, [&](const char* name, std::uint64_t value) {
    visit([&] { return std::string(name); }, all_machines, value, name == kSlowest);
  });
  for (const AccountRow& row : account_table()) {
    const UnitCycles* const unit = account_of(row, answer.units);
    visit([&] { return row.unit + ".busy"; }, row.only, unit != nullptr ? unit->busy : 0, false);
    for (std::size_t i = 0; i < row.causes.size(); ++i) {
      visit([&] { return row.unit + ".stalled." + row.causes[i].name; }, row.only,
            unit != nullptr ? unit->stalls[i].second : 0, false);
    }
    visit([&] { return row.unit + ".idle"; }, row.only, unit != nullptr ? unit->idle : 0, false);
  }
  const std::vector<Statistic>& table = statistics_table();
  for (std::size_t place = 0; place < table.size(); ++place) {
    const Statistics::Value& value = answer.statistics.at(place);
    const std::string& only = table[place].only;
    if (table[place].kind == StatisticKind::histogram) {
      const auto named = [&](const char* what) {
        return [&table, place, what] { return table[place].name + what; };
      };
      visit(named(".total"), only, value.histogram.total(), false);
      visit(named(".weighted"), only, value.histogram.weighted(), false);
      visit(named(".largest"), only, value.histogram.largest(), true);
    } else {
      visit([&] { return table[place].name; }, only, value.number,
            table[place].kind == StatisticKind::maximum);
    }
  }
}

// Whether the row is a histogram of lists. Histograms of banks and of channels' occupancy are not summarised.
bool is_summarised(const Statistic& row) {
  return row.kind == StatisticKind::histogram && row.value != "bank" && !row.is_occupancy();
}

// With the accounts that every answer has.
ChipAnswer answer_of_no_query() {
  ChipAnswer answer;
  for (const AccountRow& row : account_table()) {
    UnitCycles unit;
    unit.unit = row.unit;
    for (const StallCause& cause : row.causes) unit.stalls.emplace_back(cause.name, 0);
    answer.units.push_back(std::move(unit));
  }
  return answer;
}

// By the same place.
struct Columns {
  std::vector<std::string> names;
  std::vector<bool> maxima;
  std::vector<std::string> only;
};

const Columns& columns() {
  static const Columns known = [] {
    Columns all;
    for_each_statistic(answer_of_no_query(), {}, 0,
                       [&](const auto& name, const std::string& only, std::uint64_t, bool is_maximum) {
                         all.names.push_back(name());
                         all.only.push_back(only);
                         all.maxima.push_back(is_maximum);
                       });
    for (const Statistic& row : statistics_table()) {
      if (!is_summarised(row)) continue;
      for (const char* summary : {".mean_milli", ".p95"}) {
        all.names.push_back(row.name + summary);
        all.only.push_back(row.only);
      }
    }
    all.maxima.resize(all.names.size(), true);
    return all;
  }();
  return known;
}

}  // namespace

const std::vector<std::string>& statistic_names() {
  return columns().names;
}

std::size_t statistic_column(const std::string& name) {
  static const std::unordered_map<std::string, std::size_t> places = [] {
    std::unordered_map<std::string, std::size_t> all;
    for (const std::string& known : statistic_names()) all.emplace(known, all.size());
    return all;
  }();
  return places.at(name);
}

bool has_statistic(const ChipConfig& config, std::size_t statistic) {
  const std::string& only = columns().only.at(statistic);
  return only.empty() || has_unit(chip_units(config), only);
}

bool combines_as_maximum(std::size_t statistic) {
  return columns().maxima.at(statistic);
}

void add_workload(StatisticValues& row, const StatisticValues& more) {
  if (row.empty()) {
    row = more;
    return;
  }
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (!row[i] || !more[i]) continue;
    row[i] = combines_as_maximum(i) ? std::max(*row[i], *more[i]) : *row[i] + *more[i];
  }
}

std::vector<Roof> roofs_of(const StatisticValues& row) {
  const auto number = [&](const std::string& name) { return row[statistic_column(name)]; };
  UsedResources used;
  for (const AccountRow& account : account_table()) {
    if (const auto busy = number(account.unit + ".busy")) used.busy.emplace_back(account.unit, *busy);
  }
  used.cycles = *number(kCycles);
  used.bytes = *number("sdram.bytes");
  used.peak_bytes = static_cast<double>(*number(kPeakBytes));
  return roofs(used);
}

StatisticRow::StatisticRow(const ChipConfig& config)
    : config_(config), peak_bytes_per_cycle_(machine_facts(config).bytes_per_cycle) {}

void StatisticRow::add(const ChipAnswer& answer) {
  add(answer, {1, answer.pairs.size(), answer.cycles, seconds_of(answer) > kHapticDeadline});
}

void StatisticRow::add_of_frame(const ChipAnswer& answer, std::uint64_t queries, std::uint64_t pairs) {
  add(answer, {queries, pairs, 0, false});
}

void StatisticRow::end_frame(Cycle cycles, bool is_late) {
  if (values_.empty()) return;  // no query so far
  std::uint64_t& slowest = values_[statistic_column(kSlowest)];
  slowest = std::max(slowest, std::uint64_t{cycles});
  values_[statistic_column(kMissed)] += is_late ? 1 : 0;
}

void StatisticRow::add(const ChipAnswer& answer, const AnswerCount& count) {
  const bool first = values_.empty();
  const auto peak_bytes =
      static_cast<std::uint64_t>(std::llround(peak_bytes_per_cycle_ * static_cast<double>(answer.cycles)));
  std::size_t i = 0;
  for_each_statistic(answer, count, peak_bytes,
                     [&](const auto&, const std::string&, std::uint64_t value, bool is_maximum) {
                       if (first) {
                         values_.push_back(value);
                       } else {
                         values_[i] = is_maximum ? std::max(values_[i], value) : values_[i] + value;
                       }
                       ++i;
                     });
  const std::vector<Statistic>& table = statistics_table();
  histograms_.resize(table.size());
  for (std::size_t place = 0; place < table.size(); ++place) {
    if (is_summarised(table[place])) histograms_[place].merge(answer.statistics.at(place).histogram);
  }
}

void StatisticRow::make_times(std::vector<std::uint64_t>& values) const {
  HostCharge host;
  host.ns = values[statistic_column(kHost)];
  host.total_ps = values[statistic_column(kTotal)];
  const QueryTimes times =
      query_times(values[statistic_column(kChip)], values[statistic_column(kLink)], host, config_);
  values[statistic_column(kTotal)] = times.total_ns;
  values[statistic_column(kChip)] = times.chip_ns;
  values[statistic_column(kLink)] = times.link_ns;
  values[statistic_column(kOverlap)] = times.overlap_ns;
}

StatisticValues StatisticRow::values() const {
  std::vector<std::uint64_t> all = values_;
  const std::vector<Statistic>& table = statistics_table();
  for (std::size_t place = 0; place < histograms_.size(); ++place) {
    if (!is_summarised(table[place])) continue;
    all.push_back(static_cast<std::uint64_t>(std::llround(1000 * histograms_[place].mean())));
    all.push_back(histograms_[place].quantile(0.95));
  }
  all.resize(statistic_names().size());  // of no query: zeros
  make_times(all);
  const std::vector<UnitRow> units = chip_units(config_);
  StatisticValues known(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (has_unit(units, columns().only[i])) known[i] = all[i];
  }
  return known;
}

}  // namespace collisionchip
