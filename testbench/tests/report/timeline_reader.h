// Unpacks the tracks of a page's timeline, independently of their writer and of the page's scripts.
#pragma once

#include <ostream>
#include <vector>

#include <gtest/gtest.h>

#include "collisionchip/testbench/tests/report/page_reader.h"
#include "collisionchip/traces/file/trace_events.h"

namespace collisionchip::testing_support {

struct Phase {
  TraceCycle begin, end;
  std::uint32_t state;
  std::int64_t value;
  friend bool operator==(const Phase& x, const Phase& y) {
    return x.begin == y.begin && x.end == y.end && x.state == y.state && x.value == y.value;
  }
  friend std::ostream& operator<<(std::ostream& out, const Phase& p) {
    return out << "[" << p.begin << ", " << p.end << ") " << p.state << " " << p.value;
  }
};

inline std::vector<std::uint64_t> leb128(const std::string& bytes) {
  std::vector<std::uint64_t> numbers;
  std::uint64_t number = 0;
  int shift = 0;
  for (const char c : bytes) {
    number |= (static_cast<std::uint64_t>(c) & 127) << shift;
    shift += 7;
    if ((static_cast<unsigned char>(c) & 128) == 0) {
      numbers.push_back(number);
      number = 0;
      shift = 0;
    }
  }
  EXPECT_EQ(shift, 0) << "cut in the middle of a number";
  return numbers;
}

// What the page's scripts read, read again here.
inline std::vector<Phase> unpacked(const nlohmann::ordered_json& track, const PageReader& page,
                                   TraceCycle from) {
  const auto cells = leb128(page.block(track["cells"]));
  const auto values = track.contains("values") ? leb128(page.block(track["values"])) : cells;
  EXPECT_EQ(cells.size(), track["phases"].get<std::size_t>());
  EXPECT_EQ(values.size(), cells.size());
  std::vector<Phase> phases;
  std::int64_t value = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto length = static_cast<TraceCycle>(cells[i] / track["states"].size());
    if (track.contains("values"))
      value += static_cast<std::int64_t>(values[i] >> 1) ^ -static_cast<std::int64_t>(values[i] & 1);
    phases.push_back(
        {from, from + length, static_cast<std::uint32_t>(cells[i] % track["states"].size()), value});
    from += length;
  }
  return phases;
}

}  // namespace collisionchip::testing_support
