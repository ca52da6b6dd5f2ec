// What judges have found so far, in numbers that can be added up: a run of many poses has many judges.
#pragma once

#include <cstdint>
#include <string>

namespace collisionchip {

// Answers against another engine's.
struct AnswerVerdict {
  std::uint64_t queries = 0, pairs = 0, differences = 0;
  std::string first_difference;  // both sides printed; empty when all agree
  bool is_counted = false;       // of an engine that is not exact: a difference is no fault

  bool is_wrong() const { return differences > 0 && !is_counted; }

  // What was found later.
  void add(const AnswerVerdict& later);
  // "PARITY: tlm = reference: 200 queries, 147465 pairs, 0 differences"
  std::string line(const std::string& model, const std::string& against) const;
};

// A chip with RTL units against the chip of TLM models alone.
struct ParityVerdict {
  std::string name;  // "rtl dop_unit"; empty: nothing to compare
  std::uint64_t queries = 0, cycles = 0, events = 0;
  std::string first_difference;

  void add(const ParityVerdict& later);
  // "PARITY: rtl dop_unit = tlm: queries 8, cycles compared 61523, events compared 4711, differences 0"
  std::string line() const;
};

}  // namespace collisionchip
