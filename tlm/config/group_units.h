// The units of an engine with groups, in the order of reports.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace collisionchip {

constexpr std::array<std::string_view, 5> kGroupUnits = {"record_cache", "group_engine", "group_unit",
                                                         "leaf_unit", "small_triangle_unit"};
inline bool is_group_unit(std::string_view unit) {
  return std::find(kGroupUnits.begin(), kGroupUnits.end(), unit) != kGroupUnits.end();
}

}  // namespace collisionchip
