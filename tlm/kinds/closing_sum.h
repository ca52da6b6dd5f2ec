// A sum that must hold after every query: it ties the statistics of units to each other. Each unit says its own, over what it counts
// itself; each machine those between its units (tlm/machines/machine_kind.h). docs/statistics.md lists all of them.
#pragma once

#include <string>
#include <vector>

namespace collisionchip {

struct ClosingSum {
  // What is taken of a statistic, or of a cycle account.
  enum class Measure { number, total, weighted, largest, busy, interlock };
  struct Term {
    Measure measure;
    std::string name;  // "tests"; of an account "transform", or empty where the unit has one
    enum class Times { one, two, four, entry_words, bus_bytes, memory_bytes } times = Times::one;
  };
  enum class Relation { equal, at_most };
  enum class Where { always, all_pairs, sdram_banks, all_pairs_timed, all_pairs_unchecked };

  std::vector<Term> left;
  Relation relation;
  std::vector<Term> right;
  Where where = Where::always;

  // "`sdram.row_hits` + ... = `sdram.reads`".
  std::string rule() const;
};
using ClosingSums = std::vector<ClosingSum>;

// The words of which sums are made.
namespace closing {

constexpr auto kEqual = ClosingSum::Relation::equal;
constexpr auto kAtMost = ClosingSum::Relation::at_most;

using Times = ClosingSum::Term::Times;
using Where = ClosingSum::Where;

ClosingSum::Term number(const char* name, Times times = Times::one);
// A histogram gives its counts, its values times their counts, or its largest value.
ClosingSum::Term total(const char* name);
ClosingSum::Term weighted(const char* name, Times times = Times::one);
ClosingSum::Term largest(const char* name);
// A cycle account gives its busy cycles, or those of an interlock.
ClosingSum::Term busy(const char* account, Times times = Times::one);
ClosingSum::Term interlock(const char* account);

}  // namespace closing

// The sums of a unit, with the names that its statistics have in this instance: "tests" becomes "obb_unit.tests".
ClosingSums sums_of_instance(const std::string& instance, ClosingSums sums);

// "unless a first witness ended the query"; empty for always.
std::string where_text(ClosingSum::Where where);

}  // namespace collisionchip
