#include <algorithm>
#include <array>

#include "collisionchip/tlm/statistics/costs.h"
#include "collisionchip/tlm/statistics/statistics.h"

namespace collisionchip {

namespace {

using Rows = std::vector<Statistic>;
using Stack = StackEngine::Statistics;
using Memory = MemoryController::Statistics;
using Ecc = EccInterface::Statistics;
using Dop = DopUnit::Statistics;
using Triangle = TriangleUnit::Statistics;
using Pci = PciInterface::Statistics;

const Pci& statistics_of(const Board& board, Pci*) {
  return board.chip().pci_interface().statistics();
}
const Memory& statistics_of(const Board& board, Memory*) {
  return board.chip().memory_controller().statistics();
}
const Ecc& statistics_of(const Board& board, Ecc*) {
  return board.chip().memory_controller().ecc_statistics();
}
const Stack& statistics_of(const Board& board, Stack*) {
  return board.chip().stack_engine().statistics();
}
const Dop& statistics_of(const Board& board, Dop*) {
  return board.chip().dop_unit().statistics();
}
const Triangle& statistics_of(const Board& board, Triangle*) {
  return board.chip().triangle_unit().statistics();
}
const SdramStatistics& statistics_of(const Board& board, SdramStatistics*) {
  return board.sdram().statistics();
}

// A member of some unit's statistics.
template <typename Owner, typename Number>
Statistic number(const char* name, Number Owner::*member, const char* unit, const char* paper,
                 const char* meaning) {
  return {name,
          StatisticKind::sum,
          unit,
          "",
          paper,
          meaning,
          [member](const Board& board) {
            return std::uint64_t{statistics_of(board, static_cast<Owner*>(nullptr)).*member};
          },
          nullptr};
}

Statistic number(const char* name, std::function<std::uint64_t(const Board&)> read, const char* unit,
                 const char* paper, const char* meaning) {
  return {name, StatisticKind::sum, unit, "", paper, meaning, std::move(read), nullptr};
}

Statistic maximum(Statistic row) {
  row.kind = StatisticKind::maximum;
  return row;
}

template <typename Owner>
Statistic histogram(const char* name, Histogram Owner::*member, const char* unit, const char* value,
                    const char* paper, const char* meaning) {
  return {name,
          StatisticKind::histogram,
          unit,
          value,
          paper,
          meaning,
          nullptr,
          [member](const Board& board) -> const Histogram& {
            return statistics_of(board, static_cast<Owner*>(nullptr)).*member;
          }};
}

Statistic histogram(const char* name, std::function<const Histogram&(const Board&)> read, const char* unit,
                    const char* value, const char* paper, const char* meaning) {
  return {name, StatisticKind::histogram, unit, value, paper, meaning, nullptr, std::move(read)};
}

void add(Rows& rows, Rows more) {
  for (Statistic& row : more) rows.push_back(std::move(row));
}

void add_host_side(Rows& rows) {
  add(rows, {number("pci_interface.reads", &Pci::reads, "transfers", "§4",
                    "reads of registers and of the Pointer FIFO, from the reset before the query on"),
             number("pci_interface.writes", &Pci::writes, "transfers", "§4",
                    "writes of registers and matrices, likewise"),
             number("pci_interface.words_read", &Pci::words_read, "words of 32 bits", "§4", "by these reads"),
             number("pci_interface.words_written", &Pci::words_written, "words of 32 bits", "§4",
                    "by these writes"),
             number("pci_interface.fifo_words", &Pci::fifo_words, "words of 32 bits", "§4.3",
                    "of the words read, those of the Pointer FIFO: two per entry")});
}

void add_memory_side(Rows& rows) {
  using S = SdramStatistics;
  add(rows,
      {number("memory_controller.tumbled_pairs", &Memory::tumbled_pairs, "reads", "§4.1",
              "tumbled sibling pairs read"),
       number("memory_controller.aligned_pairs", &Memory::aligned_pairs, "reads", "§4.1",
              "aligned sibling pairs read"),
       number("memory_controller.triangles", &Memory::triangles, "reads", "§4.3", "triangles read"),
       number("memory_controller.tumbled_bytes", &Memory::tumbled_bytes, "bytes", "§4.5",
              "read for tumbled pairs"),
       number("memory_controller.aligned_bytes", &Memory::aligned_bytes, "bytes", "§4.5",
              "read for aligned pairs"),
       number("memory_controller.triangle_bytes", &Memory::triangle_bytes, "bytes", "§4.5",
              "read for triangles"),
       number("memory_controller.corrected_words", &Ecc::corrected_words, "words of 64 bits", "ours",
              "with one wrong bit, each time they are read (`sdram.ecc = \"secded\"`)"),
       number("memory_controller.uncorrectable_words", &Ecc::uncorrectable_words, "words of 64 bits", "ours",
              "with two wrong bits, likewise: the query ends with an error"),
       number("sdram.reads", &S::reads, "commands", "§4.5", "READ: one per pair or triangle"),
       number("sdram.activates", &S::activates, "commands", "§4.5", "ACT"),
       number("sdram.precharges", &S::precharges, "commands", "§4.5",
              "PRE; automatic precharges are not counted"),
       number("sdram.refreshes", &S::refreshes, "commands", "ours",
              "refreshes that fell due before the last read"),
       number("sdram.row_hits", &S::row_hits, "reads", "§4.5", "that found their row open"),
       number("sdram.row_empty", &S::row_empty, "reads", "§4.5",
              "that found their bank precharged: a miss without a conflict"),
       number("sdram.row_conflicts", &S::row_conflicts, "reads", "§4.5",
              "that found another row of their bank open: a page conflict"),
       histogram("sdram.row_hits_of_bank", &S::row_hits_of_bank, "reads", "bank", "§4.5",
                 "`row_hits` by bank"),
       histogram("sdram.row_empty_of_bank", &S::row_empty_of_bank, "reads", "bank", "§4.5",
                 "`row_empty` by bank"),
       histogram("sdram.row_conflicts_of_bank", &S::row_conflicts_of_bank, "reads", "bank", "§4.5",
                 "`row_conflicts` by bank"),
       number("sdram.bytes", &S::bytes, "bytes", "§4.5", "read"),
       number("sdram.data_cycles", &S::data_cycles, "chip cycles", "§4.5", "with a beat on the data bus")});
}

std::function<const Histogram&(const Board&)> length_of_side(std::size_t side) {
  return [side](const Board& board) -> const Histogram& {
    return board.chip().stack_engine().statistics().length_of_side[side];
  };
}

template <typename Read>
std::function<std::uint64_t(const Board&)> of_stack_sram(int side, Read read) {
  return [side, read](const Board& board) { return std::uint64_t{(board.chip().stack_sram(side).*read)()}; };
}

std::function<std::uint64_t(const Board&)> high_water(std::size_t side) {
  return [side](const Board& board) {
    return std::uint64_t{board.chip().stack_engine().statistics().high_water[side]};
  };
}

void add_lists(Rows& rows) {
  add(rows,
      {number("stack_engine.lists", &Stack::lists, "lists", "§4.2", "begun; τ of Eq. 5"),
       number("stack_engine.aligned_pairs", &Stack::aligned_pairs, "aligned pairs", "§4.2",
              "entries of these lists; the sum of α"),
       number("stack_engine.flags", &Stack::flags, "aligned pairs", "§4.2",
              "whose overlap flags were evaluated; fewer than entries only after a first witness"),
       number("stack_engine.triangle_tests", &Stack::triangle_tests, "triangle pairs", "§4.2",
              "sent to the Triangle Unit"),
       histogram("stack_engine.alpha", &Stack::alpha, "lists", "aligned pairs met", "§5.2",
                 "distribution of α, as far as the lists were worked off"),
       maximum(number("stack_engine.longest_list", &Stack::longest_list, "aligned pairs", "§5.2",
                      "entries of the longest list")),
       histogram("stack_engine.levels", &Stack::levels, "lists", "lists waiting", "§4.2",
                 "depth of the stack of level registers whenever a list is taken, that list included"),
       maximum(number("stack_engine.deepest_level", &Stack::deepest_level, "lists", "§4.2",
                      "most lists waiting at once")),
       number("stack_engine.prefetches", &Stack::prefetches, "tumbled pairs", "§4.1",
              "left child pairs fetched ahead"),
       number("stack_engine.prefetches_used", &Stack::prefetches_used, "tumbled pairs", "§4.1",
              "those that were the next tumbled pair"),
       number("stack_engine.stops", &Stack::stops, "stops", "ours",
              "of lists that a first witness makes needless, found by the chip or settled by the host"),
       number("stack_engine.unfinished", &Stack::unfinished, "entries", "ours",
              "that found no room and went out as unfinished work"),
       histogram("stack_sram_left.list_length", length_of_side(0), "lists", "entries", "§4.2",
                 "lists read from the left SRAM by length"),
       maximum(number("stack_sram_left.high_water", high_water(0), "words", "§4.2", "most words in use")),
       number("stack_sram_left.words_read", of_stack_sram(0, &StackSram::words_read), "words", "§4.2",
              "read"),
       number("stack_sram_left.words_written", of_stack_sram(0, &StackSram::words_written), "words", "§4.2",
              "written"),
       histogram("stack_sram_right.list_length", length_of_side(1), "lists", "entries", "§4.2",
                 "lists read from the right SRAM by length"),
       maximum(number("stack_sram_right.high_water", high_water(1), "words", "§4.2", "most words in use")),
       number("stack_sram_right.words_read", of_stack_sram(1, &StackSram::words_read), "words", "§4.2",
              "read"),
       number("stack_sram_right.words_written", of_stack_sram(1, &StackSram::words_written), "words", "§4.2",
              "written")});
}

Statistic uncertain(const char* name, Uncertainty cause, const char* meaning) {
  return number(
      name,
      [cause](const Board& board) {
        return board.chip().triangle_unit().statistics().uncertain_causes[static_cast<std::size_t>(cause)];
      },
      "triangle pairs", "ours", meaning);
}

void add_arithmetic(Rows& rows) {
  add(rows,
      {number("dop_unit.tumbled_pairs", &Dop::tumbled_pairs, "tumbled pairs", "§4.1", "transformed"),
       number("dop_unit.discarded_pairs", &Dop::discarded_pairs, "tumbled pairs", "§4.1",
              "of these, fetched ahead in vain"),
       number("dop_unit.aligned_pairs", &Dop::aligned_pairs, "aligned pairs", "§4.1", "compared"),
       number("dop_unit.interlock_cycles", &Dop::interlock_cycles, "chip cycles", "§4.1",
              "in which a row of the transform waited for an operand"),
       number("triangle_unit.tests", &Triangle::tests, "triangle pairs", "§4.3", "tested"),
       number("triangle_unit.hits", &Triangle::hits, "triangle pairs", "§4.3", "that intersect"),
       number("triangle_unit.misses", &Triangle::misses, "triangle pairs", "§4.3", "that do not"),
       number("triangle_unit.uncertain", &Triangle::uncertain, "triangle pairs", "ours",
              "that float32 cannot decide; the driver settles them"),
       uncertain("triangle_unit.uncertain_unbounded", Uncertainty::unbounded,
                 "of these, with a triangle without area or with numbers beyond the range of bounded errors"),
       uncertain("triangle_unit.uncertain_coplanar", Uncertainty::coplanar,
                 "of these, with all corners of one triangle perhaps in the plane of the other"),
       uncertain("triangle_unit.uncertain_corner", Uncertainty::corner,
                 "of these, with an edge that ends too near the other plane"),
       uncertain("triangle_unit.uncertain_side", Uncertainty::side,
                 "of these, with an edge that pierces the other plane too near a side of the triangle"),
       number("triangle_unit.aligned_cache_hits", &Triangle::aligned_hits, "triangle pairs", "§4.3",
              "that found the aligned triangle in the cache"),
       number("triangle_unit.aligned_cache_misses", &Triangle::aligned_misses, "triangle pairs", "§4.3",
              "that had to read it"),
       number("triangle_unit.aligned_cache_conflicts", &Triangle::aligned_conflicts, "reads", "§4.3",
              "that replaced another triangle in the cache"),
       number("triangle_unit.tumbled_memory_hits", &Triangle::tumbled_hits, "triangle pairs", "§4.3",
              "that found the tumbled triangle in the two-entry memory"),
       number("triangle_unit.tumbled_memory_misses", &Triangle::tumbled_misses, "triangle pairs", "§4.3",
              "that had to read it"),
       number("triangle_unit.tumbled_memory_conflicts", &Triangle::tumbled_conflicts, "reads", "§4.3",
              "that replaced another triangle in its entry"),
       number(
           "pointer_fifo.entries", [](const Board& board) { return board.chip().pointer_fifo().entries(); },
           "entries", "§4.3", "results and unfinished work put in"),
       maximum(number(
           "pointer_fifo.high_water",
           [](const Board& board) { return std::uint64_t{board.chip().pointer_fifo().high_water()}; },
           "entries", "§4.3", "most entries at once"))});
}

struct CostUnitName {
  const char* name;
  CostUnit unit;
};
constexpr CostUnitName kCostUnits[] = {{"sdram", CostUnit::sdram},
                                       {"stack_sram_left", CostUnit::stack_sram_left},
                                       {"stack_sram_right", CostUnit::stack_sram_right},
                                       {"dop_unit", CostUnit::dop_unit},
                                       {"triangle_unit", CostUnit::triangle_unit},
                                       {"pointer_fifo", CostUnit::pointer_fifo}};

// Of the cost that `read` gives.
template <typename Read>
void add_costs(Rows& rows, const std::string& owner, bool arithmetic, bool memory, const Read& read) {
  const auto row = [&](const char* what, StatisticKind kind, const char* unit, const char* meaning,
                       std::uint64_t (*part)(const UnitCost&)) {
    rows.push_back({owner + what, kind, unit, "", "ours", meaning,
                    [read, part](const Board& board) { return part(read(board)); }, nullptr});
  };
  constexpr StatisticKind kSum = StatisticKind::sum;
  if (arithmetic) {
    row(".multiplies", kSum, "operations", "float32 multiplications",
        [](const UnitCost& c) { return c.operations.multiplies; });
    row(".adds", kSum, "operations", "float32 additions and subtractions",
        [](const UnitCost& c) { return c.operations.adds; });
    row(".compares", kSum, "operations", "float32 comparisons",
        [](const UnitCost& c) { return c.operations.compares; });
  }
  if (memory) {
    row(".sram_words", kSum, "words of 32 bits", "read from its SRAMs or written to them",
        [](const UnitCost& c) { return c.sram_words; });
    row(".sram_bytes", StatisticKind::maximum, "bytes",
        "its SRAMs hold; the configuration says it, not the query",
        [](const UnitCost& c) { return c.sram_bytes; });
  }
  row(".energy_pj", kSum, "pJ, estimated", "energy by the keys of section energy",
      [](const UnitCost& c) { return c.energy_pj; });
}

// Estimates (docs/costs.md).
void add_estimates(Rows& rows) {
  for (const CostUnitName& row : kCostUnits) {
    const bool arithmetic = row.unit == CostUnit::dop_unit || row.unit == CostUnit::triangle_unit;
    add_costs(rows, row.name, arithmetic, row.unit != CostUnit::sdram,
              [unit = row.unit](const Board& board) { return unit_cost(board, unit); });
  }
  add_costs(rows, "chip", true, true, [](const Board& board) { return chip_cost(board); });
}

// Behind what each unit counted.
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

// In the order of Chip::channels(); a test holds the names against the chip's.
constexpr std::array<const char*, 23> kChannels = {"pci_interface.start",
                                                   "pci_interface.mmm_writes",
                                                   "pci_interface.frame_writes",
                                                   "stack_engine.requests",
                                                   "triangle_unit.requests",
                                                   "memory_controller.tumbled_data",
                                                   "memory_controller.aligned_data",
                                                   "memory_controller.triangle_data",
                                                   "dop_unit.releases",
                                                   "memory_controller.tumbled_auxiliary",
                                                   "memory_controller.aligned_auxiliary",
                                                   "stack_engine.list_commands",
                                                   "dop_unit.flags",
                                                   "stack_engine.leaf_tests",
                                                   "triangle_unit.findings",
                                                   "triangle_unit.stop",
                                                   "pci_interface.stop",
                                                   "pointer_fifo.entries",
                                                   "pointer_fifo.done",
                                                   "stack_engine.left_sram",
                                                   "stack_engine.right_sram",
                                                   "stack_sram_left.words",
                                                   "stack_sram_right.words"};

void add_channels(Rows& rows) {
  for (std::size_t i = 0; i < kChannels.size(); ++i) {
    const std::string channel = kChannels[i];
    rows.push_back(
        {channel + "_occupancy", StatisticKind::histogram, "chip cycles", "items", "ours",
         "number of items in the channel `" + channel + "`", nullptr,
         [i](const Board& board) -> const Histogram& { return board.chip().channels()[i]->occupancy(); }});
  }
}

}  // namespace

const std::vector<Statistic>& statistics_table() {
  static const Rows table = [] {
    Rows rows;
    add_host_side(rows);
    add_memory_side(rows);
    add_lists(rows);
    add_arithmetic(rows);
    add_estimates(rows);
    sort_by_owner(rows);
    add_channels(rows);
    return rows;
  }();
  return table;
}

const std::vector<AccountRow>& account_table() {
  static const std::vector<AccountRow> table = {
      {"pci_interface", "a transfer is on the bus", {}},
      {"memory_controller",
       "beats enter the input register",
       {{"input_register", "a read waits for a free input register"},
        {"sdram", "a read waits for its data"}}},
      {"sdram",
       "beats are on the data bus, seen from the Memory Controller",
       {{"receiver", "no input register is free"}, {"access", "rows, banks, command slots, latency"}}},
      {"stack_engine",
       "it sends or evaluates something",
       {{"tumbled_read", "the tumbled pair of the list is on its way"},
        {"transform", "no flags of the list yet"},
        {"aligned_pairs", "flags of the list are to come"},
        {"stack_sram", "no entries at hand"},
        {"triangle_unit", "the Triangle Unit takes no more"},
        {"drain", "all lists are done, results are on their way"}}},
      {"stack_sram_left", "words on its port", {{"response_full", "the Stack Engine has not taken words"}}},
      {"stack_sram_right", "words on its port", {{"response_full", "likewise"}}},
      {"dop_unit.transform",
       "from the first coefficient loaded to the pair transformed",
       {{"registers", "no set of d registers is free"}, {"interlock", "a row waits for an operand"}}},
      {"dop_unit.overlap",
       "comparisons",
       {{"transform", "the tumbled pair is not transformed"}, {"memory", "the aligned pair is not here"}}},
      {"triangle_unit",
       "pairs enter the pipeline",
       {{"memory", "a triangle is not here"}, {"pointer_fifo", "no room for results"}}},
      {"pointer_fifo", "a result enters", {{"host", "full: the host has not read it"}}},
  };
  return table;
}

}  // namespace collisionchip
