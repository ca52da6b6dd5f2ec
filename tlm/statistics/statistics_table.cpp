#include <algorithm>

#include "collisionchip/tlm/statistics/costs.h"
#include "collisionchip/tlm/statistics/statistics.h"

namespace collisionchip {

namespace {

using Rows = std::vector<Statistic>;

// The SDRAM stands behind the unit that drives it.
constexpr const char* kSdram = "sdram";
constexpr const char* kBusOwner = "memory_controller";

// Units and channels of the machine of Figure 4, and of one with oriented boxes, which has some others at the
// same places.
const Netlist& machine() {
  static const Netlist netlist = chip_netlist(ChipConfig{});
  return netlist;
}
const Netlist& obb_machine() {
  static const Netlist netlist = [] {
    ChipConfig config;
    config.tree.format = TreeFormatKey::obb64;
    return chip_netlist(config);
  }();
  return netlist;
}

// What a row of the unit at this place of a netlist is limited to.
std::string only_of(std::size_t place) {
  const std::string& unit = machine().units[place].name;
  return unit == obb_machine().units[place].name ? "" : unit;
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

void add_units(Rows& rows) {
  const std::vector<UnitRow>& units = machine().units;
  for (std::size_t place = 0; place < units.size(); ++place) {
    const auto unit = [place](const Board& board) -> const Unit& { return board.chip().unit(place); };
    for (DeclaredStatistic<Unit>& row : kind_of(model_kinds(), units[place].kind).statistics()) {
      rows.push_back(row_of(units[place].name, std::move(row), unit));
      rows.back().only = only_of(place);
    }
    if (units[place].kind != kBusOwner) continue;
    const auto sdram = [](const Board& board) -> const Sdram& { return board.sdram(); };
    for (DeclaredStatistic<Sdram>& row : Sdram::statistic_rows())
      rows.push_back(row_of(kSdram, std::move(row), sdram));
  }
}

// Of those that only the other machine has.
void add_other_units(Rows& rows) {
  const std::vector<UnitRow>& units = obb_machine().units;
  for (std::size_t place = 0; place < units.size(); ++place) {
    if (only_of(place).empty()) continue;
    const auto unit = [place](const Board& board) -> const Unit& { return board.chip().unit(place); };
    for (DeclaredStatistic<Unit>& row : kind_of(model_kinds(), units[place].kind).statistics()) {
      rows.push_back(row_of(units[place].name, std::move(row), unit));
      rows.back().only = units[place].name;
    }
  }
}

// What an owner of costs has. The SDRAM has no area of ours, and control units nothing else.
struct CostKinds {
  bool arithmetic, memory, energy, area;
};
struct CostUnitName {
  const char* name;
  CostUnit unit;
  CostKinds has;
};
constexpr CostUnitName kCostUnits[] = {
    {"pci_interface", CostUnit::pci_interface, {false, false, false, true}},
    {"memory_controller", CostUnit::memory_controller, {false, false, false, true}},
    {"sdram", CostUnit::sdram, {false, false, true, false}},
    {"stack_engine", CostUnit::stack_engine, {false, false, false, true}},
    {"stack_sram_left", CostUnit::stack_sram_left, {false, true, true, true}},
    {"stack_sram_right", CostUnit::stack_sram_right, {false, true, true, true}},
    {"dop_unit", CostUnit::dop_unit, {true, true, true, true}},
    {"triangle_unit", CostUnit::triangle_unit, {true, true, true, true}},
    {"pointer_fifo", CostUnit::pointer_fifo, {false, true, true, true}},
    {"obb_unit", CostUnit::obb_unit, {true, false, true, true}}};

// Of the cost that `read` gives.
template <typename Read>
void add_costs(Rows& rows, const std::string& owner, const CostKinds& has, const Read& read) {
  const auto row = [&](const char* what, StatisticKind kind, const char* unit, const char* meaning,
                       std::uint64_t (*part)(const UnitCost&)) {
    rows.push_back({owner + what, kind, unit, "", "ours", meaning,
                    [read, part](const Board& board) { return part(read(board)); }, nullptr});
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
    row(".sram_words", kSum, "words of 32 bits", "read from its SRAMs or written to them",
        [](const UnitCost& c) { return c.sram_words; });
    row(".sram_bytes", StatisticKind::maximum, "bytes",
        "its SRAMs hold; the configuration says it, not the query",
        [](const UnitCost& c) { return c.sram_bytes; });
  }
  if (has.energy)
    row(".energy_pj", kSum, "pJ, estimated", "energy by the keys of section energy",
        [](const UnitCost& c) { return c.energy_pj; });
  if (has.area)
    row(".area_um2", StatisticKind::maximum, "um2, estimated",
        "silicon of 0.18 um by the keys of section area; the configuration says it, not the query",
        [](const UnitCost& c) { return c.area_um2; });
}

// Estimates (docs/costs.md).
void add_estimates(Rows& rows) {
  for (const CostUnitName& row : kCostUnits) {
    add_costs(rows, row.name, row.has,
              [unit = row.unit](const Board& board) { return unit_cost(board, unit); });
  }
  add_costs(rows, "chip", {true, true, true, true}, [](const Board& board) { return chip_cost(board); });
}

// Behind what each unit counted; what one unit counted of another stands with that one.
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
  const std::vector<ChannelRow>&usual = machine().channels, &others = obb_machine().channels;
  const auto add = [&](std::size_t i, const std::string& channel, const std::string& only) {
    rows.push_back(
        {channel + "_occupancy", StatisticKind::histogram, "chip cycles", "items", "ours",
         "number of items in the channel `" + channel + "`", nullptr,
         [i](const Board& board) -> const Histogram& { return board.chip().channels()[i]->occupancy(); },
         only});
  };
  const auto only = [&](const std::vector<ChannelRow>& channels, std::size_t i) {
    return usual[i].name == others[i].name ? "" : unit_of(channels[i].writer);
  };
  for (std::size_t i = 0; i < usual.size(); ++i) add(i, usual[i].name, only(usual, i));
  for (std::size_t i = 0; i < others.size(); ++i) {
    if (others[i].name != usual[i].name) add(i, others[i].name, only(others, i));
  }
}

}  // namespace

bool has_unit(const ChipConfig& config, const std::string& only) {
  return only.empty() || only == config.volume_unit();
}

const std::vector<Statistic>& statistics_table() {
  static const Rows table = [] {
    Rows rows;
    add_units(rows);
    add_other_units(rows);
    add_estimates(rows);
    sort_by_owner(rows);
    add_channels(rows);
    return rows;
  }();
  return table;
}

namespace {

std::vector<AccountRow> account_rows() {
  std::vector<AccountRow> rows;
  std::vector<std::string> seen;  // kinds
  const auto add = [&](const UnitRow& unit, const std::string& only) {
    const bool again = std::find(seen.begin(), seen.end(), unit.kind) != seen.end();
    seen.push_back(unit.kind);
    for (const AccountMeaning& meaning : kind_of(model_kinds(), unit.kind).accounts()) {
      rows.push_back({unit.name + meaning.part, meaning.busy, meaning.causes, only});
      if (!again) continue;
      for (StallCause& cause : rows.back().causes) cause.meaning = "likewise";
    }
    if (unit.kind != kBusOwner) return;
    const AccountMeaning& bus = MemoryController::data_bus_meaning();
    rows.push_back({kSdram, bus.busy, bus.causes});
  };
  for (std::size_t place = 0; place < machine().units.size(); ++place)
    add(machine().units[place], only_of(place));
  for (std::size_t place = 0; place < machine().units.size(); ++place) {
    const UnitRow& other = obb_machine().units[place];
    if (!only_of(place).empty()) add(other, other.name);
  }
  return rows;
}

}  // namespace

const std::vector<AccountRow>& account_table() {
  static const std::vector<AccountRow> table = account_rows();
  return table;
}

}  // namespace collisionchip
