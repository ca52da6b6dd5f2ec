#include "collisionchip/tlm/statistics/closing_sums.h"

#include <algorithm>

namespace collisionchip {

namespace {

using Measure = ClosingSum::Measure;
using Term = ClosingSum::Term;
using Times = ClosingSum::Term::Times;
using Where = ClosingSum::Where;
using Sum = std::vector<Term>;
constexpr auto kEqual = ClosingSum::Relation::equal;
constexpr auto kAtMost = ClosingSum::Relation::at_most;

Term number(const char* name, Times times = Times::one) {
  return {Measure::number, name, times};
}
Term total(const char* name) {
  return {Measure::total, name};
}
Term weighted(const char* name) {
  return {Measure::weighted, name};
}
Term largest(const char* name) {
  return {Measure::largest, name};
}
Term busy(const char* unit, Times times = Times::one) {
  return {Measure::busy, unit, times};
}

using Sums = std::vector<ClosingSum>;

Sums memory_sums() {
  return {
      {{number("sdram.row_hits"), number("sdram.row_empty"), number("sdram.row_conflicts")},
       kEqual,
       {number("sdram.reads")},
       Where::sdram_banks},
      {{total("sdram.row_hits_of_bank")}, kEqual, {number("sdram.row_hits")}, Where::always},
      {{total("sdram.row_empty_of_bank")}, kEqual, {number("sdram.row_empty")}, Where::always},
      {{total("sdram.row_conflicts_of_bank")}, kEqual, {number("sdram.row_conflicts")}, Where::always},
      // A row that a refresh closes before its read is activated again.
      {{number("sdram.row_empty"), number("sdram.row_conflicts")},
       kAtMost,
       {number("sdram.activates")},
       Where::always},
      {{number("sdram.row_conflicts")}, kAtMost, {number("sdram.precharges")}, Where::always},
      {{number("memory_controller.tumbled_pairs"), number("memory_controller.aligned_pairs"),
        number("memory_controller.triangles")},
       kEqual,
       {number("sdram.reads")},
       Where::always},
      {{number("memory_controller.tumbled_bytes"), number("memory_controller.aligned_bytes"),
        number("memory_controller.triangle_bytes")},
       kEqual,
       {number("sdram.bytes")},
       Where::always},
      {{number("sdram.data_cycles")}, kAtMost, {number("sdram.burst_cycles")}, Where::always},
      {{number("sdram.data_cycles", Times::memory_bytes)}, kEqual, {number("sdram.bytes")}, Where::always},
      // What a stopped query still had in flight arrives after its end.
      {{busy("memory_controller", Times::bus_bytes)}, kAtMost, {number("sdram.bytes")}, Where::always},
  };
}

Sums list_sums() {
  return {
      {{total("stack_engine.levels")}, kEqual, {number("stack_engine.lists")}, Where::always},
      {{largest("stack_engine.levels")}, kEqual, {number("stack_engine.deepest_level")}, Where::always},
      {{total("stack_engine.alpha")}, kEqual, {number("stack_engine.lists")}, Where::always},
      {{weighted("stack_engine.alpha")}, kEqual, {number("stack_engine.flags")}, Where::always},
      {{largest("stack_engine.alpha")}, kEqual, {number("stack_engine.longest_list")}, Where::all_pairs},
      {{total("stack_sram_left.list_length"), total("stack_sram_right.list_length")},
       kEqual,
       {number("stack_engine.lists")},
       Where::always},
      {{weighted("stack_sram_left.list_length"), weighted("stack_sram_right.list_length")},
       kEqual,
       {number("stack_engine.aligned_pairs")},
       Where::always},
      {{number("stack_engine.flags")}, kEqual, {number("stack_engine.aligned_pairs")}, Where::all_pairs},
      {{number("stack_engine.flags")},
       kEqual,
       {number("dop_unit.aligned_pairs"), number("obb_unit.aligned_pairs"),
        number("aabb_unit.aligned_pairs")},
       Where::always},
      {{number("dop_unit.aligned_pairs"), number("obb_unit.aligned_pairs"), number("aabb_unit.aligned_pairs"),
        number("aabb_unit.ancestor_pairs"), number("record_cache.aligned_bursts")},
       kEqual,
       {number("memory_controller.aligned_pairs"), number("obb_unit.kept_aligned_pairs")},
       Where::always},
      // A prefetch in vain may still be on its way at the end.
      {{number("memory_controller.tumbled_pairs"), number("stack_engine.prefetches_used"),
        number("stack_engine.lists_kept")},
       kAtMost,
       {number("stack_engine.lists"), number("stack_engine.prefetches"),
        number("record_cache.tumbled_bursts")},
       Where::always},
      {{number("dop_unit.tumbled_pairs"), number("obb_unit.tumbled_pairs"),
        number("aabb_unit.tumbled_pairs")},
       kAtMost,
       {number("memory_controller.tumbled_pairs"), number("obb_unit.kept_tumbled_pairs")},
       Where::always},
      {{number("dop_unit.discarded_pairs"), number("obb_unit.discarded_pairs"),
        number("aabb_unit.discarded_pairs"), number("stack_engine.prefetches_used")},
       kAtMost,
       {number("stack_engine.prefetches")},
       Where::always},
      {{{Measure::interlock, "dop_unit.transform"}},
       kAtMost,
       {number("dop_unit.interlock_cycles")},
       Where::dops},
      {{number("obb_unit.tests")}, kEqual, {number("obb_unit.aligned_pairs", Times::four)}, Where::always},
      {{number("obb_unit.tests")}, kAtMost, {number("obb_unit.axes")}, Where::always},
      {{number("obb_unit.kept_tumbled_pairs")}, kAtMost, {number("obb_unit.tumbled_pairs")}, Where::always},
      {{number("aabb_unit.tests")}, kEqual, {number("aabb_unit.aligned_pairs", Times::four)}, Where::always},
      {{number("aabb_unit.tests")}, kAtMost, {number("aabb_unit.axes")}, Where::always},
  };
}

// The same for both SRAMs.
Sums sram_sums(const std::string& sram) {
  const auto of = [&](const char* what) { return sram + "." + what; };
  const Term words = {Measure::weighted, of("list_length"), Times::entry_words};
  const Term read = {Measure::number, of("words_read")}, written = {Measure::number, of("words_written")};
  const Term heads_read = {Measure::number, of("heads_read"), Times::entry_words};
  const Term heads_written = {Measure::number, of("heads_written"), Times::entry_words};
  const Term high_water = {Measure::number, of("high_water")};
  return {
      {{words, heads_read}, kEqual, {read}, Where::all_pairs},
      {{words, heads_written}, kEqual, {written}, Where::all_pairs},
      {{{Measure::busy, sram}}, kEqual, {read, written}, Where::all_pairs},
      {{{Measure::largest, of("list_length")}}, kAtMost, {high_water}, Where::always},
      {{high_water}, kAtMost, {written}, Where::all_pairs},
  };
}

Sums triangle_sums() {
  return {
      {{number("triangle_unit.hits"), number("triangle_unit.misses"), number("triangle_unit.uncertain")},
       kEqual,
       {number("triangle_unit.tests")},
       Where::always},
      {{number("triangle_unit.uncertain_unbounded"), number("triangle_unit.uncertain_coplanar"),
        number("triangle_unit.uncertain_corner"), number("triangle_unit.uncertain_side")},
       kEqual,
       {number("triangle_unit.uncertain")},
       Where::always},
      {{number("triangle_unit.tests")},
       kEqual,
       {number("stack_engine.triangle_tests"), number("pair_sequencer.pairs")},
       Where::all_pairs},
      // A tile and the triangle that streams by are neither hit nor missed.
      {{number("triangle_unit.aligned_cache_hits"), number("triangle_unit.aligned_cache_misses"),
        number("pair_sequencer.pairs")},
       kEqual,
       {number("triangle_unit.tests")},
       Where::all_pairs_timed},
      {{number("triangle_unit.tumbled_memory_hits"), number("triangle_unit.tumbled_memory_misses"),
        number("pair_sequencer.pairs")},
       kEqual,
       {number("triangle_unit.tests")},
       Where::all_pairs_timed},
      {{number("triangle_unit.tile_loads")},
       kEqual,
       {number("pair_sequencer.tumbled_triangles")},
       Where::all_pairs},
      {{number("triangle_unit.rounds")}, kAtMost, {number("pair_sequencer.pairs")}, Where::always},
      {{number("pair_sequencer.tiles")},
       kAtMost,
       {number("pair_sequencer.tumbled_triangles")},
       Where::always},
      {{number("triangle_unit.aligned_cache_misses"), number("triangle_unit.tumbled_memory_misses"),
        number("pair_sequencer.tumbled_triangles"), number("pair_sequencer.aligned_triangles"),
        number("record_cache.block_bursts")},
       kEqual,
       {number("memory_controller.triangles")},
       Where::always},
      {{number("triangle_unit.aligned_cache_conflicts")},
       kAtMost,
       {number("triangle_unit.aligned_cache_misses")},
       Where::always},
      {{number("triangle_unit.tumbled_memory_conflicts")},
       kAtMost,
       {number("triangle_unit.tumbled_memory_misses")},
       Where::always},
      {{number("triangle_unit.aligned_leaves")},
       kAtMost,
       {number("memory_controller.aligned_pairs", Times::two)},
       Where::always},
      {{number("triangle_unit.tumbled_leaves")},
       kAtMost,
       {number("memory_controller.tumbled_pairs", Times::two)},
       Where::always},
      {{number("triangle_unit.hits"), number("triangle_unit.uncertain"), number("stack_engine.unfinished"),
        number("small_triangle_unit.hits"), number("small_triangle_unit.uncertain"),
        number("group_engine.unfinished")},
       kEqual,
       {number("pointer_fifo.entries")},
       Where::all_pairs_unchecked},
      {{number("pointer_fifo.entries", Times::two)},
       kEqual,
       {number("pci_interface.fifo_words")},
       Where::always},
      {{number("pci_interface.fifo_words")}, kAtMost, {number("pci_interface.words_read")}, Where::always},
      {{number("pci_interface.reads")}, kAtMost, {number("pci_interface.words_read")}, Where::always},
      {{number("pci_interface.writes")}, kAtMost, {number("pci_interface.words_written")}, Where::always},
      {{largest("pointer_fifo.entries_occupancy")},
       kAtMost,
       {number("pointer_fifo.high_water")},
       Where::always},
      {{number("pointer_fifo.high_water")}, kAtMost, {number("pointer_fifo.entries")}, Where::always},
  };
}

// Each side of a link counts; what hits a line or shares a read is not read.
Sums group_sums() {
  return {
      {{number("record_cache.group_hits"), number("record_cache.group_shared"),
        number("record_cache.group_reads")},
       kEqual,
       {number("record_cache.group_requests")},
       Where::always},
      {{number("record_cache.block_hits"), number("record_cache.block_shared"),
        number("record_cache.block_reads")},
       kEqual,
       {number("record_cache.block_requests")},
       Where::always},
      {{number("group_unit.tumbled_groups"), number("group_unit.aligned_groups")},
       kEqual,
       {number("record_cache.group_requests")},
       Where::always},
      {{number("group_unit.tumbled_groups")}, kEqual, {number("group_engine.lists")}, Where::all_pairs},
      {{number("group_unit.aligned_groups")}, kEqual, {number("group_engine.groups")}, Where::all_pairs},
      {{number("group_engine.results")}, kEqual, {number("group_unit.aligned_groups")}, Where::always},
      {{total("group_engine.lengths")}, kEqual, {number("group_engine.lists")}, Where::always},
      {{weighted("group_engine.lengths")}, kEqual, {number("group_engine.groups")}, Where::always},
      {{largest("group_engine.lengths")}, kEqual, {number("group_engine.longest_list")}, Where::always},
      {{total("group_engine.active")}, kEqual, {number("group_engine.lists")}, Where::always},
      {{number("group_engine.leaf_pairs")}, kEqual, {number("group_unit.leaf_pairs")}, Where::always},
      {{number("leaf_unit.leaf_pairs")}, kEqual, {number("group_unit.leaf_pairs")}, Where::always},
      {{number("leaf_unit.moved_leaves")}, kEqual, {number("group_unit.moves")}, Where::always},
      {{number("leaf_unit.moved_leaves"), number("leaf_unit.aligned_blocks")},
       kEqual,
       {number("record_cache.block_requests")},
       Where::always},
      {{number("small_triangle_unit.hits"), number("small_triangle_unit.misses"),
        number("small_triangle_unit.uncertain")},
       kEqual,
       {number("small_triangle_unit.tests")},
       Where::always},
      {{number("leaf_unit.triangle_tests")}, kEqual, {number("small_triangle_unit.tests")}, Where::all_pairs},
      {{number("engine_switch.bursts")},
       kAtMost,
       {number("record_cache.tumbled_bursts"), number("record_cache.aligned_bursts"),
        number("record_cache.block_bursts")},
       Where::always},
      {{number("engine_switch.findings")}, kAtMost, {number("pointer_fifo.entries")}, Where::always},
      {{number("small_triangle_unit.slow_tests")},
       kAtMost,
       {number("small_triangle_unit.tests")},
       Where::always},
  };
}

Sums cost_sums() {
  return {
      {{number("sdram.energy_pj"), number("stack_sram_left.energy_pj"), number("stack_sram_right.energy_pj"),
        number("dop_unit.energy_pj"), number("triangle_unit.energy_pj"), number("pointer_fifo.energy_pj"),
        number("obb_unit.energy_pj"), number("aabb_unit.energy_pj"), number("record_cache.energy_pj"),
        number("group_engine.energy_pj"), number("group_unit.energy_pj"), number("leaf_unit.energy_pj"),
        number("small_triangle_unit.energy_pj")},
       kEqual,
       {number("chip.energy_pj")},
       Where::always},
      {{number("dop_unit.sram_bytes"), number("triangle_unit.sram_bytes"), number("pointer_fifo.sram_bytes"),
        number("record_cache.sram_bytes"), number("group_engine.sram_bytes"), number("group_unit.sram_bytes"),
        number("leaf_unit.sram_bytes"), number("obb_unit.sram_bytes")},
       kEqual,
       {number("chip.sram_bytes")},
       Where::always},
      {{number("pci_interface.area_um2"), number("memory_controller.area_um2"),
        number("stack_engine.area_um2"), number("dop_unit.area_um2"), number("triangle_unit.area_um2"),
        number("pointer_fifo.area_um2"), number("obb_unit.area_um2"), number("aabb_unit.area_um2"),
        number("pair_sequencer.area_um2"), number("engine_switch.area_um2"), number("record_cache.area_um2"),
        number("group_engine.area_um2"), number("group_unit.area_um2"), number("leaf_unit.area_um2"),
        number("small_triangle_unit.area_um2")},
       kEqual,
       {number("chip.area_um2")},
       Where::always},
  };
}

std::uint64_t value_of(const Term& term, const QueryAccount& query) {
  const auto found = std::find_if(query.units.begin(), query.units.end(),
                                  [&](const UnitCycles& u) { return u.unit == term.name; });
  const bool is_lacking = found == query.units.end();
  switch (term.measure) {
    case Measure::number:
      return query.statistics.number(term.name);
    case Measure::total:
      return query.statistics.histogram(term.name).total();
    case Measure::weighted:
      return query.statistics.histogram(term.name).weighted();
    case Measure::largest:
      return query.statistics.histogram(term.name).largest();
    case Measure::busy:
      return is_lacking ? 0 : found->busy;
    case Measure::interlock:
      return is_lacking ? 0 : found->stalls.at(1).second;
  }
  return 0;
}

std::uint64_t value_of(const Sum& sum, const QueryAccount& query) {
  std::uint64_t value = 0;
  for (const Term& term : sum) {
    const std::uint64_t factor = term.times == Times::bus_bytes      ? query.config.sdram.bus_bytes
                                 : term.times == Times::memory_bytes ? query.config.memory_side().bus_bytes
                                 : term.times == Times::two          ? 2
                                 : term.times == Times::four         ? 4
                                 : term.times == Times::entry_words  ? query.config.list_entry_words()
                                                                     : 1;
    value += factor * value_of(term, query);
  }
  return value;
}

std::string text_of(const Term& term) {
  const std::string name = "`" + term.name + "`";
  const std::string factor = term.times == Times::bus_bytes      ? "`sdram.bus_bytes` · "
                             : term.times == Times::memory_bytes ? "bytes of a memory cycle · "
                             : term.times == Times::two          ? "2 · "
                             : term.times == Times::four         ? "4 · "
                             : term.times == Times::entry_words  ? "words of an entry · "
                                                                 : "";
  switch (term.measure) {
    case Measure::number:
      break;
    case Measure::total:
      return "counts of " + name;
    case Measure::weighted:
      return factor + "values × counts of " + name;
    case Measure::largest:
      return "largest value of " + name;
    case Measure::busy:
      return factor + "busy of " + name;
    case Measure::interlock:
      return "interlock of " + name;
  }
  return factor + name;
}

std::string text_of(const Sum& sum) {
  std::string text;
  for (const Term& term : sum) text += (text.empty() ? "" : " + ") + text_of(term);
  return text;
}

bool is_stopped(const QueryAccount& query) {
  return query.statistics.number("stack_engine.stops") + query.statistics.number("pair_sequencer.stops") +
             query.statistics.number("group_engine.stops") >
         0;
}

bool applies(Where where, const QueryAccount& query) {
  switch (where) {
    case Where::always:
      return true;
    case Where::dops:
      return query.config.has_dops();
    case Where::all_pairs:
      return !is_stopped(query);
    case Where::sdram_banks:
      return query.config.sdram.model == SdramModel::banks;
    case Where::all_pairs_timed:
      return !is_stopped(query) && !query.config.triangle_unit.ideal;
    case Where::all_pairs_unchecked:
      return !is_stopped(query) && !query.config.pointer_fifo.entry_check && !query.config.has_queue();
  }
  return true;
}

std::string open_line(const std::string& rule, std::uint64_t left, std::uint64_t right) {
  return rule + ": " + std::to_string(left) + " against " + std::to_string(right);
}

}  // namespace

std::string ClosingSum::rule() const {
  return text_of(left) + (relation == Relation::equal ? " = " : " ≤ ") + text_of(right);
}

std::string where_text(Where where) {
  switch (where) {
    case Where::always:
      break;
    case Where::dops:
      return "with a DOP Unit";
    case Where::all_pairs:
      return "unless a first witness ended the query";
    case Where::sdram_banks:
      return "with `sdram.model = \"banks\"`";
    case Where::all_pairs_timed:
      return "unless a first witness ended the query, or `triangle_unit.ideal = true`";
    case Where::all_pairs_unchecked:
      return "unless a first witness ended the query, or with `pointer_fifo.entry_check = true` or a command "
             "queue: "
             "one more entry of each query, which the driver checks";
  }
  return "";
}

const std::vector<ClosingSum>& closing_sums() {
  static const Sums sums = [] {
    Sums all;
    for (const Sums& some : {memory_sums(), list_sums(), sram_sums("stack_sram_left"),
                             sram_sums("stack_sram_right"), triangle_sums(), group_sums(), cost_sums()}) {
      all.insert(all.end(), some.begin(), some.end());
    }
    return all;
  }();
  return sums;
}

std::vector<std::string> open_sums(const QueryAccount& query) {
  std::vector<std::string> open;
  for (const UnitCycles& unit : query.units) {
    if (unit.total() != query.cycles)
      open.push_back(
          open_line("busy + stalled + idle of `" + unit.unit + "` = cycles", unit.total(), query.cycles));
  }
  const std::vector<Statistic>& table = statistics_table();
  const std::vector<UnitRow> machine = chip_units(query.config);
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (!table[i].is_occupancy() || !has_unit(machine, table[i].only)) continue;
    const std::uint64_t counted = query.statistics.at(i).histogram.total();
    if (counted != query.cycles)
      open.push_back(open_line("counts of `" + table[i].name + "` = cycles", counted, query.cycles));
  }
  for (const ClosingSum& sum : closing_sums()) {
    if (!applies(sum.where, query)) continue;
    const std::uint64_t left = value_of(sum.left, query), right = value_of(sum.right, query);
    if (sum.relation == kEqual ? left != right : left > right)
      open.push_back(open_line(sum.rule(), left, right));
  }
  return open;
}

}  // namespace collisionchip
