#include "collisionchip/testbench/account/text_account.h"

#include <algorithm>

#include <fmt/format.h>

#include "collisionchip/testbench/account/machine_facts.h"
#include "collisionchip/testbench/machines/host_kinds.h"

namespace collisionchip {

namespace {

std::string unit_line(const UnitCycles& unit, Cycle total) {
  Cycle stalled = 0;
  std::string causes;
  auto stalls = unit.stalls;
  std::stable_sort(stalls.begin(), stalls.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  const auto percent = [&](Cycle cycles) {
    return total == 0 ? 0.0 : 100.0 * static_cast<double>(cycles) / static_cast<double>(total);
  };
  for (const auto& stall : stalls) {
    stalled += stall.second;
    if (stall.second > 0)
      causes += fmt::format("{}{} {:.1f}", causes.empty() ? "" : ", ", stall.first, percent(stall.second));
  }
  if (!causes.empty()) causes.insert(0, "  ");
  return fmt::format("  {:<20}{:>8.1f}{:>9.1f}{:>8.1f}{}\n", unit.unit, percent(unit.busy), percent(stalled),
                     percent(unit.idle), causes);
}

std::string units_text(const ChipAnswer& answer) {
  std::string text =
      fmt::format("\n  {:<20}{:>8}{:>9}{:>8}  (per cent of all cycles)\n", "unit", "busy", "stalled", "idle");
  for (const UnitCycles& unit : answer.units) text += unit_line(unit, answer.cycles);
  return text;
}

std::string work_text(const ChipAnswer& answer, const KeyNumbers& numbers, const ChipConfig& config) {
  const HostKind& host = host_of(config);
  std::string text = host.work_text == nullptr ? "" : host.work_text(answer.statistics, config);
  text += to_text(work_figures(numbers, host.walks));
  text += uncertain_text(answer.uncertain_causes);
  if (answer.unfinished > 0)
    text += fmt::format("  overflow   {} sub-queries finished the work\n", answer.unfinished);
  return text;
}

}  // namespace

std::string uncertain_text(const UncertaintyCounts& causes) {
  std::string text;
  for (std::size_t i = 0; i < kUncertainties; ++i) {
    if (causes[i] > 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", kUncertaintyNames[i], causes[i]);
  }
  return text.empty() ? text : fmt::format("  uncertain  {}\n", text);
}

KeyNumbers key_numbers(const ChipAnswer& answer, std::uint64_t pairs, const ChipConfig& config,
                       const MachineFacts& machine) {
  KeyNumbers numbers;
  numbers.pairs = pairs;
  numbers.cycles = answer.cycles;
  numbers.eq5_cycles = answer.eq5_cycles;
  numbers.lists = answer.lists;
  numbers.aligned_pairs = answer.aligned_pairs;
  numbers.triangle_tests = answer.triangle_tests;
  numbers.uncertain = answer.uncertain;
  numbers.times = query_times(answer, config);
  numbers.energy_pj = answer.statistics.number("chip.energy_pj");
  numbers.roofs = roofs_of(answer, machine);
  return numbers;
}

std::vector<Roof> roofs_of(const ChipAnswer& answer, const MachineFacts& machine) {
  UsedResources used;
  for (const UnitCycles& unit : answer.units) used.busy.emplace_back(unit.unit, unit.busy);
  used.cycles = answer.cycles;
  used.bytes = answer.statistics.number("sdram.bytes");
  used.peak_bytes = machine.bytes_per_cycle * static_cast<double>(answer.cycles);
  return roofs(used);
}

namespace {

// `of_several`: lines behind the times.
std::string answer_text(const ChipAnswer& answer, std::uint64_t pairs, const ChipConfig& config,
                        const MachineFacts& machine, const std::string& of_several) {
  const KeyNumbers numbers = key_numbers(answer, pairs, config, machine);
  return to_text(answer_figures(numbers, machine, host_of(config).walks)) + of_several +
         work_text(answer, numbers, config) + to_text(cost_figures(numbers, machine)) + units_text(answer);
}

}  // namespace

std::string to_text(const ChipAnswer& answer, std::uint64_t pairs, const ChipConfig& config) {
  return answer_text(answer, pairs, config, machine_facts(config), "");
}

std::string to_text(const AnswerSum& sum, const ChipConfig& config) {
  const ChipAnswer& all = sum.sum();
  const MachineFacts machine = machine_facts(config);
  const Cycle average = sum.queries() == 0 ? 0 : all.cycles / sum.queries();
  return fmt::format("  queries    {}\n", sum.queries()) +
         answer_text(
             all, sum.pairs(), config, machine,
             fmt::format("  average    {}\n  slowest    {} (pose {})\n", cycles_text(average, machine),
                         cycles_text(sum.slowest_cycles(), machine), sum.slowest()));
}

}  // namespace collisionchip
