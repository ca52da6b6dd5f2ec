// The one table of statistics: the sum of what the units declare, of costs and of the channels' occupancies.
// Collecting them, the files of a run, the account at the terminal and docs/statistics.md all follow it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "collisionchip/tlm/chip/board.h"
#include "collisionchip/tlm/kernel/histogram.h"
#include "collisionchip/tlm/kernel/statistic.h"

namespace collisionchip {

struct Statistic {
  std::string name;  // "sdram.row_hits": the unit of Figure 4 and what it counted; always exactly one dot
  StatisticKind kind;
  std::string unit;   // of measure; of a histogram: what its counts count
  std::string value;  // histogram: what its values are; otherwise empty
  std::string paper;  // "§4.5"; "ours" where the paper is silent
  std::string meaning;
  std::function<std::uint64_t(const Board&)> number;        // of the last query; empty for a histogram
  std::function<const Histogram&(const Board&)> histogram;  // empty for a number
  std::string only{};  // a unit that some machines lack, or behind "!" have: there it is 0, or has no entry

  std::string owner() const { return name.substr(0, name.find('.')); }
  // A channel's histogram: its counts add up to all cycles of the query.
  bool is_occupancy() const { return kind == StatisticKind::histogram && value == "items"; }
};

// True if a machine has the unit that a row names as `only`, or behind "!" lacks it; of these units, if many rows are asked for.
bool has_unit(const ChipConfig& config, const std::string& only);
bool has_unit(const std::vector<UnitRow>& units, const std::string& only);

// In the order of the documentation: unit by unit, the channels last.
const std::vector<Statistic>& statistics_table();
// Its place in the table. std::out_of_range if there is none of this name.
std::size_t statistic_place(std::string_view name);

// The cycle accounts (Board::unit_cycles): what busy means, and each cause of a stall, in the same order. Accounts
// of units that the machine of Figure 4 lacks stand last.
struct AccountRow {
  std::string unit;
  std::string busy;
  std::vector<StallCause> causes;
  std::string only{};  // a unit that some machines lack, and with it the account
};
const std::vector<AccountRow>& account_table();

// A value for every row of the table: of one query, or of several combined.
class Statistics {
 public:
  Statistics() = default;                   // of no query: zeros
  explicit Statistics(const Board& board);  // of the board's last query

  void add(const Statistics& other);

  // std::out_of_range if there is no such statistic; std::logic_error if it has the other kind.
  std::uint64_t number(std::string_view name) const;
  const Histogram& histogram(std::string_view name) const;

  // By their place in the table; only the one the row's kind says has a meaning.
  struct Value {
    std::uint64_t number = 0;
    Histogram histogram;
  };
  const Value& at(std::size_t place) const { return values_[place]; }
  Value& at(std::size_t place) { return values_[place]; }

 private:
  std::vector<Value> values_ = std::vector<Value>(statistics_table().size());
};

}  // namespace collisionchip
