// docs/statistics.md, from the table of statistics, the accounts and the closing sums.
#pragma once

#include <string>

namespace collisionchip {

std::string statistics_page();

}  // namespace collisionchip
