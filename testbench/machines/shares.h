// Shares and means of counters, for accounts.
#pragma once

#include <cstddef>
#include <cstdint>

#include "collisionchip/tlm/kernel/histogram.h"

namespace collisionchip::shares {

inline double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

inline double mean(std::uint64_t whole, std::uint64_t parts) {
  return parts == 0 ? 0 : static_cast<double>(whole) / static_cast<double>(parts);
}

inline std::uint64_t count_at(const Histogram& histogram, std::size_t value) {
  return value < histogram.counts().size() ? histogram.counts()[value] : 0;
}

}  // namespace collisionchip::shares
