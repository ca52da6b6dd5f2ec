// A statistic as the unit declares it that counts it: what it is called, what it means, how it is read.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "collisionchip/tlm/kernel/histogram.h"

namespace collisionchip {

// Over sub-queries and queries numbers are added up, or their maximum is taken; histograms are added value by
// value.
enum class StatisticKind { sum, maximum, histogram };

// Read off a `Source`: a unit, a memory.
template <typename Source>
struct DeclaredStatistic {
  std::string name;  // what was counted; the instance's name comes before it, unless it has a dot
  StatisticKind kind;
  std::string unit;   // of measure; of a histogram: what its counts count
  std::string value;  // histogram: what its values are; otherwise empty
  std::string paper;  // "§4.5"; "ours" where the paper is silent
  std::string meaning;
  std::function<std::uint64_t(const Source&)> number;        // empty for a histogram
  std::function<const Histogram&(const Source&)> histogram;  // empty for a number
};

// Makes the rows of a U, which is what Source refers to. What is read is a member of U::Statistics, or
// whatever a function of U gives.
template <typename U, typename Source>
struct StatisticsOf {
  using Row = DeclaredStatistic<Source>;

  template <typename Read>
  static Row sum(std::string name, Read read, std::string unit, std::string paper, std::string meaning) {
    return {std::move(name),
            StatisticKind::sum,
            std::move(unit),
            "",
            std::move(paper),
            std::move(meaning),
            [read](const Source& source) { return std::uint64_t{value(source, read)}; },
            nullptr};
  }
  template <typename Read>
  static Row maximum(std::string name, Read read, std::string unit, std::string paper, std::string meaning) {
    Row row = sum(std::move(name), read, std::move(unit), std::move(paper), std::move(meaning));
    row.kind = StatisticKind::maximum;
    return row;
  }
  template <typename Read>
  static Row histogram(std::string name, Read read, std::string unit, std::string values, std::string paper,
                       std::string meaning) {
    return {
        std::move(name),  StatisticKind::histogram,
        std::move(unit),  std::move(values),
        std::move(paper), std::move(meaning),
        nullptr,          [read](const Source& source) -> const Histogram& { return value(source, read); }};
  }

 private:
  template <typename Read>
  static decltype(auto) value(const Source& source, Read read) {
    const auto& unit = static_cast<const U&>(source);
    if constexpr (std::is_member_object_pointer_v<Read>) {
      return (unit.statistics().*read);
    } else {
      return std::invoke(read, unit);
    }
  }
};

}  // namespace collisionchip
