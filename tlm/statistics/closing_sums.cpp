#include "collisionchip/tlm/statistics/closing_sums.h"

#include <algorithm>

#include "collisionchip/tlm/chip/all_machines.h"
#include "collisionchip/tlm/chip/unit_kinds.h"
#include "collisionchip/tlm/machines/derived_of.h"
#include "collisionchip/tlm/machines/machine_kinds.h"
#include "collisionchip/tlm/machines/machine_sums.h"

namespace collisionchip {

namespace {

using namespace closing;
using Measure = ClosingSum::Measure;
using Term = ClosingSum::Term;
using Sum = std::vector<Term>;
using Sums = ClosingSums;

Sums memory_sums() {
  return {
      {{number("sdram.row_hits"), number("sdram.row_empty"), number("sdram.row_conflicts")},
       kEqual,
       {number("sdram.reads"), number("sdram.writes")},
       Where::sdram_banks},
      {{total("sdram.row_hits_of_bank")}, kEqual, {number("sdram.row_hits")}},
      {{total("sdram.row_empty_of_bank")}, kEqual, {number("sdram.row_empty")}},
      {{total("sdram.row_conflicts_of_bank")}, kEqual, {number("sdram.row_conflicts")}},
      // A row that a refresh closes before its read is activated again.
      {{number("sdram.row_empty"), number("sdram.row_conflicts")}, kAtMost, {number("sdram.activates")}},
      {{number("sdram.row_conflicts")}, kAtMost, {number("sdram.precharges")}},
      {{number("memory_controller.tumbled_pairs"), number("memory_controller.aligned_pairs"),
        number("memory_controller.triangles"), number("memory_controller.refit_accesses")},
       kEqual,
       {number("sdram.reads"), number("sdram.writes")}},
      {{number("memory_controller.tumbled_bytes"), number("memory_controller.aligned_bytes"),
        number("memory_controller.triangle_bytes"), number("memory_controller.refit_bytes")},
       kEqual,
       {number("sdram.bytes")}},
      {{number("sdram.data_cycles")}, kAtMost, {number("sdram.burst_cycles")}},
      {{number("sdram.data_cycles", Times::memory_bytes)}, kEqual, {number("sdram.bytes")}},
      // What a stopped query still had in flight arrives after its end.
      {{busy("memory_controller", Times::bus_bytes)}, kAtMost, {number("sdram.bytes")}},
  };
}

// What all units have of a cost is the chip's.
Sums cost_sums() {
  Sum energy = {number("sdram.energy_pj")}, bytes, area;
  for (const UnitRow& unit : all_units()) {
    const CostKinds& has = kind_of(model_kinds(), unit.kind).costs;
    const auto of = [&](const char* what) { return Term{Measure::number, unit.name + what}; };
    if (has.energy) energy.push_back(of(".energy_pj"));
    if (has.memory && !has.beside_chip) bytes.push_back(of(".sram_bytes"));
    if (has.area && !has.beside_chip) area.push_back(of(".area_um2"));
  }
  return {{energy, kEqual, {number("chip.energy_pj")}},
          {bytes, kEqual, {number("chip.sram_bytes")}},
          {area, kEqual, {number("chip.area_um2")}}};
}

Sums own_sums() {
  Sums all;
  for (const UnitRow& unit : all_units()) {
    const Sums own = sums_of_instance(unit.name, kind_of(model_kinds(), unit.kind).closing_sums());
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
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
                                 : term.times == Times::entry_words
                                     ? derived_of(query.config).pairs.entry_words
                                     : 1;
    value += factor * value_of(term, query);
  }
  return value;
}

bool is_stopped(const QueryAccount& query) {
  return query.statistics.number(machine_of(query.config).stops) > 0;
}

bool applies(Where where, const QueryAccount& query) {
  switch (where) {
    case Where::always:
      return true;
    case Where::all_pairs:
      return !is_stopped(query);
    case Where::sdram_banks:
      return query.config.sdram.model == SdramModel::banks;
    case Where::all_pairs_timed:
      return !is_stopped(query) && !query.config.triangle_unit.ideal;
    case Where::all_pairs_unchecked:
      return !is_stopped(query) && !derived_of(query.config).closes_queries();
  }
  return true;
}

std::string open_line(const std::string& rule, std::uint64_t left, std::uint64_t right) {
  return rule + ": " + std::to_string(left) + " against " + std::to_string(right);
}

}  // namespace

const ClosingSums& closing_sums() {
  static const Sums sums = [] {
    Sums all;
    for (const Sums& some : {memory_sums(), sums_of_machines(), own_sums(), cost_sums()}) {
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
