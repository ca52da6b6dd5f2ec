#include <algorithm>
#include <memory>
#include <stdexcept>

#include "collisionchip/tlm/chip/all_machines.h"
#include "collisionchip/tlm/chip/chip_netlist.h"
#include "collisionchip/tlm/config/config_keys.h"
#include "collisionchip/tlm/machines/machine_kinds.h"
#include "collisionchip/tlm/statistics/costs.h"
#include "collisionchip/tlm/statistics/statistics.h"

namespace collisionchip {

namespace {

using Rows = std::vector<Statistic>;

// The SDRAM stands behind the unit that drives it.
constexpr const char* kSdram = "sdram";
constexpr const char* kBusOwner = "memory_controller";
const std::string kLacks = "!";

bool has_channel(const Netlist& machine, const std::string& channel) {
  return std::any_of(machine.channels.begin(), machine.channels.end(),
                     [&](const ChannelRow& row) { return row.name == channel; });
}

// What a row is limited to that only some machines have: a unit that the same ones have or, behind kLacks, lack. Empty if all
// have it.
template <typename Has>
std::string only_of(const Has& has) {
  const auto in_all = [](const auto& question) {
    return std::all_of(all_machines().begin(), all_machines().end(), question);
  };
  if (in_all(has)) return "";
  for (const UnitRow& unit : all_units()) {
    for (const std::string& only : {unit.name, kLacks + unit.name}) {
      if (in_all([&](const Netlist& machine) { return has(machine) == has_unit(machine.units, only); }))
        return only;
    }
  }
  throw std::logic_error("statistics: no unit says which machines have a channel");
}

std::string only_of_unit(const std::string& unit) {
  return only_of([&](const Netlist& machine) { return has_unit(machine.units, unit); });
}

// A row that is read off a part of the board.
template <typename Source, typename Part>
Statistic row_of(const std::string& instance, DeclaredStatistic<Source> row, const Part& part) {
  Statistic statistic;
  statistic.name = row.name.find('.') == std::string::npos ? instance + "." + row.name : row.name;
  statistic.kind = row.kind;
  statistic.unit = std::move(row.unit);
  statistic.value = std::move(row.value);
  statistic.paper = std::move(row.paper);
  statistic.meaning = std::move(row.meaning);
  if (row.number)
    statistic.number = [read = std::move(row.number), part](const Board& board) { return read(part(board)); };
  if (row.histogram)
    statistic.histogram = [read = std::move(row.histogram), part](const Board& board) -> const Histogram& {
      return read(part(board));
    };
  return statistic;
}

// A row that each of several has that are alike, one for each channel of memory or for each engine: what they have counted
// together, or the largest.
template <typename Source, typename Part>
Statistic row_of_all(const std::string& instance, const std::string& counted_by,
                     const DeclaredStatistic<Source>& row, const Part& part) {
  Statistic statistic =
      row_of(instance, row, [part](const Board& board) -> const Source& { return part(board, 0); });
  const auto count = [counted_by](const Board& board) {
    return copies_of(board.chip().netlist().units, counted_by);
  };
  if (row.number)
    statistic.number = [read = row.number, part, count, kind = row.kind](const Board& board) {
      std::uint64_t all = read(part(board, 0));
      for (std::uint32_t i = 1; i < count(board); ++i) {
        const std::uint64_t more = read(part(board, i));
        all = kind == StatisticKind::maximum ? std::max(all, more) : all + more;
      }
      return all;
    };
  if (row.histogram)
    statistic.histogram = [read = row.histogram, part, count,
                           all = std::make_shared<Histogram>()](const Board& board) -> const Histogram& {
      if (count(board) == 1) return read(part(board, 0));
      *all = Histogram();
      for (std::uint32_t i = 0; i < count(board); ++i) all->merge(read(part(board, i)));
      return *all;
    };
  return statistic;
}

void add_units(Rows& rows) {
  for (const UnitRow& instance : all_units()) {
    const auto unit = [name = instance.name](const Board& board, std::uint32_t number) -> const Unit& {
      return board.chip().unit<Unit>(numbered(name, number));
    };
    const std::string only = only_of_unit(instance.name);
    for (const DeclaredStatistic<Unit>& row : kind_of(model_kinds(), instance.kind).statistics()) {
      rows.push_back(row_of_all(instance.name, instance.kind, row, unit));
      rows.back().only = only;
    }
    if (instance.kind != kBusOwner) continue;
    const auto sdram = [](const Board& board, std::uint32_t channel) -> const Sdram& {
      return board.sdram(channel);
    };
    for (const DeclaredStatistic<Sdram>& row : Sdram::statistic_rows())
      rows.push_back(row_of_all(kSdram, kBusOwner, row, sdram));
  }
}

// Adds the rows of the cost that `read` gives. `only`: the cost's unit, if some machines lack it.
template <typename Read>
void add_costs(Rows& rows, const std::string& owner, const std::string& only, const CostKinds& has,
               const Read& read) {
  const auto row = [&](const char* what, StatisticKind kind, const char* unit, const char* meaning,
                       std::uint64_t (*part)(const UnitCost&)) {
    rows.push_back({owner + what, kind, unit, "", "ours", meaning,
                    [read, part](const Board& board) { return part(read(board)); }, nullptr, only});
  };
  constexpr StatisticKind kSum = StatisticKind::sum;
  if (has.arithmetic) {
    row(".multiplies", kSum, "operations", "float32 multiplications",
        [](const UnitCost& c) { return c.operations.multiplies; });
    row(".adds", kSum, "operations", "float32 additions and subtractions",
        [](const UnitCost& c) { return c.operations.adds; });
    row(".compares", kSum, "operations", "float32 comparisons",
        [](const UnitCost& c) { return c.operations.compares; });
  }
  if (has.memory) {
    row(".sram_words", kSum, "words of 32 bits", "32-bit words read from its SRAMs or written to them",
        [](const UnitCost& c) { return c.sram_words; });
    row(".sram_bytes", StatisticKind::maximum, "bytes", "bytes that its SRAMs hold",
        [](const UnitCost& c) { return c.sram_bytes; });
  }
  if (has.energy)
    row(".energy_pj", kSum, "pJ, estimated", "energy in pJ, an estimate",
        [](const UnitCost& c) { return c.energy_pj; });
  if (has.area)
    row(".area_um2", StatisticKind::maximum, "um2, estimated", "silicon in um2, an estimate",
        [](const UnitCost& c) { return c.area_um2; });
}

// Estimates (docs/costs.md).
void add_estimates(Rows& rows) {
  const auto of = [](const std::string& unit) {
    return [unit](const Board& board) { return unit_cost(board, unit); };
  };
  CostKinds memory;
  memory.energy = true;  // it has no area of ours
  add_costs(rows, kSdram, "", memory, of(kSdram));
  for (const UnitRow& unit : all_units())
    add_costs(rows, unit.name, only_of_unit(unit.name), kind_of(model_kinds(), unit.kind).costs,
              of(unit.name));
  add_costs(rows, "chip", "", {true, true, true, true}, [](const Board& board) { return chip_cost(board); });
}

// Puts each owner's rows together, in the order of first rows. A row about another unit goes to that unit's rows.
void sort_by_owner(Rows& rows) {
  std::vector<std::string> owners;
  for (const Statistic& row : rows) {
    if (std::find(owners.begin(), owners.end(), row.owner()) == owners.end()) owners.push_back(row.owner());
  }
  const auto place = [&](const Statistic& row) {
    return std::find(owners.begin(), owners.end(), row.owner());
  };
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const Statistic& a, const Statistic& b) { return place(a) < place(b); });
}

void add_channels(Rows& rows) {
  std::vector<std::string> seen;
  const auto add = [&](const std::string& channel) {
    if (std::find(seen.begin(), seen.end(), channel) != seen.end()) return;
    seen.push_back(channel);
    rows.push_back(
        {channel + "_occupancy", StatisticKind::histogram, "chip cycles", "items", "ours",
         "number of items in the channel `" + channel + "`", nullptr,
         [channel](const Board& board) -> const Histogram& { return board.chip().occupancy(channel); },
         only_of([&](const Netlist& machine) { return has_channel(machine, channel); })});
  };
  for (const Netlist& machine : all_machines()) {
    for (const ChannelRow& row : machine.channels) add(row.name);
  }
}

}  // namespace

bool has_unit(const std::vector<UnitRow>& units, const std::string& only) {
  if (only.compare(0, kLacks.size(), kLacks) == 0) return !has_unit(units, only.substr(kLacks.size()));
  return only.empty() ||
         std::any_of(units.begin(), units.end(), [&](const UnitRow& row) { return row.name == only; });
}

bool has_unit(const ChipConfig& config, const std::string& only) {
  return has_unit(chip_units(config), only);
}

const std::vector<Statistic>& statistics_table() {
  static const Rows table = [] {
    Rows rows;
    add_units(rows);
    add_estimates(rows);
    sort_by_owner(rows);
    add_channels(rows);
    return rows;
  }();
  return table;
}

namespace {

// Those of the second channel of memory and of the second engine, and of all further ones there can be.
void add_copies(std::vector<AccountRow>& rows) {
  const auto again = [&](const std::string& name, const std::string& unit, const std::string& part,
                         std::uint32_t number) {
    AccountRow row =
        *std::find_if(rows.begin(), rows.end(), [&](const AccountRow& r) { return r.unit == name + part; });
    row.unit = numbered(name, number) + part;
    row.only = numbered(unit, number);
    for (StallCause& cause : row.causes) cause.meaning = "same";
    rows.push_back(std::move(row));
  };
  for (std::uint32_t channel = 1; channel < find_key("memory.channels")->max; ++channel) {
    again(kBusOwner, kBusOwner, "", channel);
    again(kSdram, kBusOwner, "", channel);
  }
  for (const MachineKind& machine : machine_kinds()) {
    ChipConfig most = machine.examples().front().config;
    most.engine.count = find_key("engine.count")->max;
    for (const UnitRow& unit : machine.units(most)) {
      if (unit.number == 0) continue;
      for (const AccountMeaning& meaning : kind_of(model_kinds(), unit.kind).accounts())
        again(unit.kind, unit.kind, meaning.part, unit.number);
    }
  }
}

std::vector<AccountRow> account_rows() {
  std::vector<AccountRow> rows;
  std::vector<std::string> seen;  // kinds
  const auto add = [&](const UnitRow& unit, const std::string& only) {
    const bool again = std::find(seen.begin(), seen.end(), unit.kind) != seen.end();
    seen.push_back(unit.kind);
    for (const AccountMeaning& meaning : kind_of(model_kinds(), unit.kind).accounts()) {
      rows.push_back({unit.name + meaning.part, meaning.busy, meaning.causes, only});
      if (!again) continue;
      for (StallCause& cause : rows.back().causes) cause.meaning = "same";
    }
    if (unit.kind != kBusOwner) return;
    const AccountMeaning& bus = MemoryController::data_bus_meaning();
    rows.push_back({kSdram, bus.busy, bus.causes});
  };
  for (const UnitRow& unit : all_units()) add(unit, only_of_unit(unit.name));
  add_copies(rows);
  return rows;
}

}  // namespace

const std::vector<AccountRow>& account_table() {
  static const std::vector<AccountRow> table = account_rows();
  return table;
}

}  // namespace collisionchip
