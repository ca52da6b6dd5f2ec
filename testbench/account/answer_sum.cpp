#include "collisionchip/testbench/account/answer_sum.h"

#include <nlohmann/json.hpp>

namespace collisionchip {

namespace {

// All counts of an answer but those of units and statistics, in one order.
template <typename Answer, typename Visit>
void for_each_count(Answer& answer, const Visit& visit) {
  visit(answer.cycles);
  visit(answer.setup_cycles);
  visit(answer.readback_cycles);
  visit(answer.settled_cycles);
  visit(answer.host.ns);
  visit(answer.host.overlap_ps);
  visit(answer.host.total_ps);
  visit(answer.lists);
  visit(answer.aligned_pairs);
  visit(answer.triangle_tests);
  visit(answer.uncertain);
  for (auto& cause : answer.uncertain_causes) visit(cause);
  visit(answer.unfinished);
  visit(answer.eq5_cycles);
}

bool is_histogram(std::size_t place) {
  return statistics_table()[place].kind == StatisticKind::histogram;
}

// A number for each statistic; of a histogram its counts.
nlohmann::json statistics_json(const Statistics& statistics) {
  nlohmann::json values = nlohmann::json::array();
  for (std::size_t i = 0; i < statistics_table().size(); ++i) {
    const Statistics::Value& value = statistics.at(i);
    values.push_back(is_histogram(i) ? nlohmann::json(value.histogram.counts())
                                     : nlohmann::json(value.number));
  }
  return values;
}

Statistics statistics_of(const nlohmann::json& values) {
  Statistics statistics;
  for (std::size_t i = 0; i < statistics_table().size(); ++i) {
    if (!is_histogram(i)) {
      statistics.at(i).number = values.at(i);
      continue;
    }
    const std::vector<std::uint64_t> counts = values.at(i);
    for (std::size_t value = 0; value < counts.size(); ++value) {
      if (counts[value] > 0) statistics.at(i).histogram.add(value, counts[value]);
    }
  }
  return statistics;
}

}  // namespace

void AnswerSum::add_counts(const ChipAnswer& answer) {
  std::vector<std::uint64_t> counts;
  for_each_count(answer, [&](std::uint64_t count) { counts.push_back(count); });
  std::size_t next = 0;
  for_each_count(sum_, [&](auto& count) { count += counts[next++]; });
  add_units(sum_.units, answer.units);
  sum_.statistics.add(answer.statistics);
}

void AnswerSum::add(const ChipAnswer& answer) {
  add_latency(answer);
  add_counts(answer);
}

void AnswerSum::add_latency(const ChipAnswer& answer) {
  if (answer.cycles > slowest_cycles_) {
    slowest_ = queries_;
    slowest_cycles_ = answer.cycles;
  }
  ++queries_;
  pairs_ += answer.pairs.size();
}

void AnswerSum::add(const AnswerSum& later) {
  if (later.queries_ == 0) return;
  if (later.slowest_cycles_ > slowest_cycles_) {
    slowest_ = queries_ + later.slowest_;
    slowest_cycles_ = later.slowest_cycles_;
  }
  queries_ += later.queries_;
  pairs_ += later.pairs_;
  add_counts(later.sum_);
}

nlohmann::json AnswerSum::to_json() const {
  nlohmann::json counts = nlohmann::json::array(), units = nlohmann::json::array();
  for_each_count(sum_, [&](std::uint64_t count) { counts.push_back(count); });
  for (const UnitCycles& unit : sum_.units) units.push_back({unit.unit, unit.busy, unit.stalls, unit.idle});
  return {{"pairs", pairs_},
          {"queries", queries_},
          {"slowest", slowest_},
          {"slowest_cycles", slowest_cycles_},
          {"counts", std::move(counts)},
          {"units", std::move(units)},
          {"statistics", statistics_json(sum_.statistics)}};
}

AnswerSum AnswerSum::from_json(const nlohmann::json& json) {
  AnswerSum all;
  all.pairs_ = json.at("pairs");
  all.queries_ = json.at("queries");
  all.slowest_ = json.at("slowest");
  all.slowest_cycles_ = json.at("slowest_cycles");
  std::size_t next = 0;
  for_each_count(all.sum_, [&](auto& count) { count = json.at("counts").at(next++); });
  for (const nlohmann::json& row : json.at("units")) {
    UnitCycles unit;
    unit.unit = row.at(0);
    unit.busy = row.at(1);
    unit.stalls = row.at(2).get<decltype(unit.stalls)>();
    unit.idle = row.at(3);
    all.sum_.units.push_back(std::move(unit));
  }
  all.sum_.statistics = statistics_of(json.at("statistics"));
  return all;
}

}  // namespace collisionchip
