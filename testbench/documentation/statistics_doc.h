// What there is to say about statistics, from the table of statistics, the accounts and the closing sums.
#pragma once

#include <string>

namespace collisionchip {

// docs/statistics.md.
std::string statistics_page();

// docs/tables/statistics.csv, a line for each statistic: name,kind,over,unit,paper,meaning.
std::string statistics_list_csv();

// The closing sums: as text, and as docs/tables/closing_sums.csv (rule,holds).
std::string closing_sums_text();
std::string closing_sums_csv();

}  // namespace collisionchip
