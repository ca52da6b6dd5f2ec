#include "collisionchip/testbench/explore/limits.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/spelling.h"

namespace collisionchip {

namespace {

// Units that a limit may be given in beside the statistic's own.
struct OtherUnit {
  std::string_view end, statistic_end;
  double unit;
};
constexpr OtherUnit kOtherUnits[] = {
    {"_mm2", "_um2", 1e6}, {"_uj", "_pj", 1e6}, {"_us", "_ns", 1e3}, {"_ms", "_ns", 1e6}};

bool ends_with(const std::string& text, std::string_view end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

bool is_statistic(const std::string& name) {
  const std::vector<std::string>& names = statistic_names();
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Every name that a limit may have.
std::vector<std::string> limit_names() {
  std::vector<std::string> all = statistic_names();
  for (const std::string& name : statistic_names()) {
    for (const OtherUnit& other : kOtherUnits) {
      if (ends_with(name, other.statistic_end))
        all.push_back(name.substr(0, name.size() - other.statistic_end.size()) + std::string(other.end));
    }
  }
  return all;
}

Limit limit_of(const std::string& name, const std::string& where) {
  if (is_statistic(name)) return {name, statistic_column(name), 0, 1};
  for (const OtherUnit& other : kOtherUnits) {
    if (!ends_with(name, other.end)) continue;
    const std::string statistic =
        name.substr(0, name.size() - other.end.size()) + std::string(other.statistic_end);
    if (is_statistic(statistic)) return {name, statistic_column(statistic), 0, other.unit};
  }
  throw InputError(fmt::format(
      "{}: limits: expected a name that `collisionchip explore --statistics` prints, got '{}'; nearest is {}",
      where, excerpt(name), nearest_name(name, limit_names())));
}

void read_table(const std::string& path, const Toml& table, const std::string& prefix,
                std::vector<Limit>& limits) {
  for (const auto& [member, value] : table.as_table()) {
    const std::string name = prefix + member;
    if (value.is_table()) {
      read_table(path, value, name + ".", limits);
      continue;
    }
    Limit limit = limit_of(name, at_line(path, value));
    limit.most = value.is_integer()    ? static_cast<double>(value.as_integer())
                 : value.is_floating() ? value.as_floating()
                                       : -1;
    if (!(limit.most >= 0) || !std::isfinite(limit.most))
      throw InputError(
          fmt::format("{}: limits.{}: expected the most that a point may have, a number of at "
                      "least 0, got {}",
                      at_line(path, value), name, given_in_file(value).shown()));
    limits.push_back(std::move(limit));
  }
}

}  // namespace

std::vector<Limit> read_limits(const std::string& path, const Toml& limits) {
  if (!limits.is_table())
    throw InputError(fmt::format("{}: limits: expected a table, [limits], got {}", at_line(path, limits),
                                 given_in_file(limits).shown()));
  std::vector<Limit> all;
  read_table(path, limits, "", all);
  return all;
}

std::string beyond(const std::vector<Limit>& limits, const StatisticValues& row) {
  std::string names;
  for (const Limit& limit : limits) {
    const auto& value = row[limit.statistic];
    if (value && static_cast<double>(*value) > limit.most * limit.unit)
      names += (names.empty() ? "" : " ") + limit.name;
  }
  return names;
}

}  // namespace collisionchip
