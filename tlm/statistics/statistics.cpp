#include "collisionchip/tlm/statistics/statistics.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

namespace collisionchip {

std::size_t statistic_place(std::string_view name) {
  static const std::unordered_map<std::string_view, std::size_t> places = [] {
    std::unordered_map<std::string_view, std::size_t> all;
    for (const Statistic& row : statistics_table()) all.emplace(row.name, all.size());
    return all;
  }();
  const auto place = places.find(name);
  if (place == places.end()) throw std::out_of_range("no statistic '" + std::string(name) + "'");
  return place->second;
}

Statistics::Statistics(const Board& board) {
  const std::vector<Statistic>& table = statistics_table();
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (!has_unit(board.chip().netlist().units, table[i].only)) continue;
    if (table[i].kind == StatisticKind::histogram) {
      values_[i].histogram.merge(table[i].histogram(board));
    } else {
      values_[i].number = table[i].number(board);
    }
  }
}

void Statistics::add(const Statistics& other) {
  const std::vector<Statistic>& table = statistics_table();
  for (std::size_t i = 0; i < table.size(); ++i) {
    Value& to = values_[i];
    const Value& from = other.values_[i];
    switch (table[i].kind) {
      case StatisticKind::sum:
        to.number += from.number;
        break;
      case StatisticKind::maximum:
        to.number = std::max(to.number, from.number);
        break;
      case StatisticKind::histogram:
        to.histogram.merge(from.histogram);
        break;
    }
  }
}

std::uint64_t Statistics::number(std::string_view name) const {
  const std::size_t place = statistic_place(name);
  if (statistics_table()[place].kind == StatisticKind::histogram)
    throw std::logic_error("statistic '" + std::string(name) + "' is a histogram");
  return values_[place].number;
}

const Histogram& Statistics::histogram(std::string_view name) const {
  const std::size_t place = statistic_place(name);
  if (statistics_table()[place].kind != StatisticKind::histogram)
    throw std::logic_error("statistic '" + std::string(name) + "' is a number");
  return values_[place].histogram;
}

}  // namespace collisionchip
