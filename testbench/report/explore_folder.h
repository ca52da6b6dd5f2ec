// Reads the files of `explore --out`, results.json and origin.json, and checks every line.
#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

#include "collisionchip/testbench/report/page.h"

namespace collisionchip {

// Results that one page may carry (points x workloads), so that it stays some megabytes. If there are more points, the page
// has a sample, chosen by the points' numbers, and the best point by each objective.
constexpr std::uint64_t kMostPageResults = 20'000;

// The member "explore" of the page's data: columns of numbers over the points, as blocks of `page`.
// InputError names the file and the line, and what was expected.
nlohmann::ordered_json read_explore_folder(const std::string& path, ReportPage& page);

}  // namespace collisionchip
