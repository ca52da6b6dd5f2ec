#include "collisionchip/testbench/explore/statistic_row.h"

#include <algorithm>
#include <cmath>

#include "collisionchip/testbench/account/deadline.h"
#include "collisionchip/tlm/statistics/statistics.h"

namespace collisionchip {

namespace {

constexpr const char *kSlowest = "slowest_cycles", *kMissed = "missed_deadlines";

// Calls visit(name, value, is_maximum) for each that combines by itself; `name` makes the string, which only
// few visitors want.
// Null if the machine has no such unit.
const UnitCycles* account_of(const AccountRow& row, const std::vector<UnitCycles>& units) {
  const auto found =
      std::find_if(units.begin(), units.end(), [&](const UnitCycles& unit) { return unit.unit == row.unit; });
  return found == units.end() ? nullptr : &*found;
}

template <typename Visit>
void for_each_statistic(const ChipAnswer& answer, const AnswerCount& count, const Visit& visit) {
  const auto total = [&](const char* name, std::uint64_t value) {
    visit([&] { return std::string(name); }, value, false);
  };
  total("queries", count.queries);
  total("pairs", count.pairs);
  total("cycles", answer.cycles);
  visit([] { return std::string(kSlowest); }, count.slowest, true);
  total("eq5_cycles", answer.eq5_cycles);
  total("lists", answer.lists);
  total("aligned_pairs", answer.aligned_pairs);
  total("triangle_tests", answer.triangle_tests);
  total("uncertain", answer.uncertain);
  total("unfinished", answer.unfinished);
  total("setup_cycles", answer.setup_cycles);
  total("readback_cycles", answer.readback_cycles);
  total(kMissed, count.is_late ? 1 : 0);
  for (const AccountRow& row : account_table()) {
    const UnitCycles* const unit = account_of(row, answer.units);
    visit([&] { return row.unit + ".busy"; }, unit != nullptr ? unit->busy : 0, false);
    for (std::size_t i = 0; i < row.causes.size(); ++i) {
      visit([&] { return row.unit + ".stalled." + row.causes[i].name; },
            unit != nullptr ? unit->stalls[i].second : 0, false);
    }
    visit([&] { return row.unit + ".idle"; }, unit != nullptr ? unit->idle : 0, false);
  }
  const std::vector<Statistic>& table = statistics_table();
  for (std::size_t place = 0; place < table.size(); ++place) {
    const Statistics::Value& value = answer.statistics.at(place);
    if (table[place].kind == StatisticKind::histogram) {
      const auto named = [&](const char* what) {
        return [&table, place, what] { return table[place].name + what; };
      };
      visit(named(".total"), value.histogram.total(), false);
      visit(named(".weighted"), value.histogram.weighted(), false);
      visit(named(".largest"), value.histogram.largest(), true);
    } else {
      visit([&] { return table[place].name; }, value.number, table[place].kind == StatisticKind::maximum);
    }
  }
}

// Those of lists: neither names (banks) nor channels.
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

struct Columns {
  std::vector<std::string> names;
  std::vector<bool> maxima;  // by the same place
};

const Columns& columns() {
  static const Columns known = [] {
    Columns all;
    for_each_statistic(answer_of_no_query(), {}, [&](const auto& name, std::uint64_t, bool is_maximum) {
      all.names.push_back(name());
      all.maxima.push_back(is_maximum);
    });
    for (const Statistic& row : statistics_table()) {
      if (!is_summarised(row)) continue;
      for (const char* summary : {".mean_milli", ".p95"}) all.names.push_back(row.name + summary);
    }
    all.maxima.resize(all.names.size(), true);
    return all;
  }();
  return known;
}

std::size_t place_of(const char* name) {
  const std::vector<std::string>& names = columns().names;
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

}  // namespace

const std::vector<std::string>& statistic_names() {
  return columns().names;
}

bool combines_as_maximum(std::size_t statistic) {
  return columns().maxima.at(statistic);
}

void StatisticRow::add(const ChipAnswer& answer, const ChipConfig& config) {
  add(answer, {1, answer.pairs.size(), answer.cycles, seconds_of(answer, config) > kHapticDeadline});
}

void StatisticRow::add_of_frame(const ChipAnswer& answer, std::uint64_t queries, std::uint64_t pairs) {
  add(answer, {queries, pairs, 0, false});
}

void StatisticRow::end_frame(Cycle cycles, bool is_late) {
  static const std::size_t slowest = place_of(kSlowest), missed = place_of(kMissed);
  if (values_.empty()) return;  // no query so far
  values_[slowest] = std::max(values_[slowest], std::uint64_t{cycles});
  values_[missed] += is_late ? 1 : 0;
}

void StatisticRow::add(const ChipAnswer& answer, const AnswerCount& count) {
  const bool first = values_.empty();
  std::size_t i = 0;
  for_each_statistic(answer, count, [&](const auto&, std::uint64_t value, bool is_maximum) {
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

std::vector<std::uint64_t> StatisticRow::values() const {
  if (values_.empty()) return std::vector<std::uint64_t>(statistic_names().size(), 0);
  std::vector<std::uint64_t> all = values_;
  const std::vector<Statistic>& table = statistics_table();
  for (std::size_t place = 0; place < table.size(); ++place) {
    if (!is_summarised(table[place])) continue;
    all.push_back(static_cast<std::uint64_t>(std::llround(1000 * histograms_[place].mean())));
    all.push_back(histograms_[place].quantile(0.95));
  }
  return all;
}

}  // namespace collisionchip
