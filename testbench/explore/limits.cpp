#include "collisionchip/testbench/explore/limits.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "collisionchip/reference/text/decimal.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/spelling.h"

namespace collisionchip {

namespace {

// Units in which a limit may be given, in addition to the statistic's own.
struct OtherUnit {
  std::string_view end, statistic_end;
  int places;  // one of this unit is 10^places of the statistic's unit
};
constexpr OtherUnit kOtherUnits[] = {
    {"_mm2", "_um2", 6}, {"_uj", "_pj", 6}, {"_us", "_ns", 3}, {"_ms", "_ns", 6}};

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

// The statistic that a limit's name means, and the unit of the name.
struct Named {
  std::size_t statistic;
  int places;
};

Named named(const std::string& name, const Place& where) {
  if (is_statistic(name)) return {statistic_column(name), 0};
  for (const OtherUnit& other : kOtherUnits) {
    if (!ends_with(name, other.end)) continue;
    const std::string statistic =
        name.substr(0, name.size() - other.end.size()) + std::string(other.statistic_end);
    if (is_statistic(statistic)) return {statistic_column(statistic), other.places};
  }
  throw InputError(
      where.part("limits"), "a name that `collisionchip explore --statistics` prints",
      fmt::format(", got '{}'; nearest is {}", excerpt(name), nearest_name(name, limit_names())));
}

std::uint64_t most_of(const std::string& path, const Toml& value, const std::string& name, int places) {
  const bool is_whole = value.is_integer() && value.as_integer() >= 0;
  const bool is_decimal =
      value.is_floating() && value.as_floating() >= 0 && std::isfinite(value.as_floating());
  const GivenValue given = given_in_file(value);
  if (!is_whole && !is_decimal)
    throw InputError(at_line(path, value).part("limits." + name),
                     "the most that a point may have, a number of at least 0", ", got " + given.shown());
  return shifted_decimal(is_whole ? std::to_string(given.number) : given.text, places);
}

void read_table(const std::string& path, const Toml& table, const std::string& prefix,
                std::vector<Limit>& limits) {
  for (const auto& [member, value] : table.as_table()) {
    const std::string name = prefix + member;
    if (value.is_table()) {
      read_table(path, value, name + ".", limits);
      continue;
    }
    const Named of = named(name, at_line(path, value));
    const std::uint64_t most = most_of(path, value, name, of.places);
    limits.push_back({name, of.statistic, most,
                      value.is_integer() ? static_cast<double>(value.as_integer()) : value.as_floating()});
  }
}

}  // namespace

std::vector<Limit> read_limits(const std::string& path, const Toml& limits) {
  if (!limits.is_table())
    throw InputError(at_line(path, limits).part("limits"), "a table, [limits]",
                     ", got " + given_in_file(limits).shown());
  std::vector<Limit> all;
  read_table(path, limits, "", all);
  return all;
}

std::string beyond(const std::vector<Limit>& limits, const StatisticValues& row) {
  std::string names;
  for (const Limit& limit : limits) {
    const auto& value = row[limit.statistic];
    if (value && *value > limit.most) names += (names.empty() ? "" : " ") + limit.name;
  }
  return names;
}

}  // namespace collisionchip
