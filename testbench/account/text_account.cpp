#include "collisionchip/testbench/account/text_account.h"

#include <algorithm>

#include <fmt/format.h>

namespace collisionchip {

namespace {

double milliseconds(Cycle cycles, const ChipConfig& config) {
  return static_cast<double>(cycles) * config.chip.clock_period_ps * 1e-9;
}

std::string cycles_text(Cycle cycles, const ChipConfig& config) {
  return fmt::format("{} cycles = {:.3f} ms at {} MHz", cycles, milliseconds(cycles, config),
                     1'000'000 / config.chip.clock_period_ps);
}

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

std::string work_text(const ChipAnswer& answer, const ChipConfig& config) {
  const double alpha =
      answer.lists == 0 ? 0 : static_cast<double>(answer.aligned_pairs) / static_cast<double>(answer.lists);
  const double ratio = answer.eq5_cycles == 0
                           ? 0
                           : static_cast<double>(answer.cycles) / static_cast<double>(answer.eq5_cycles);
  std::string text = fmt::format("  Eq. 5      {}{} (the model takes {:.3f} of it)\n",
                                 cycles_text(answer.eq5_cycles, config),
                                 config.has_tree() ? "" : " by the tree of paper41", ratio);
  if (config.has_tree()) {
    text += fmt::format("  lists      {}, with {} aligned pairs: alpha = {:.2f}\n", answer.lists,
                        answer.aligned_pairs, alpha);
  } else {
    text += fmt::format("  tiles      {}, of up to {} triangles for {} Triangle Units\n",
                        answer.statistics.number("pair_sequencer.tiles"), config.engine.tile,
                        config.triangle_unit.lanes);
  }
  text += fmt::format("  triangles  {} pairs tested, {} uncertain and settled exactly by the driver\n",
                      answer.triangle_tests, answer.uncertain);
  text += uncertain_text(answer.uncertain_causes);
  text +=
      fmt::format("  host       {:.3f} ms over PCI before the start, {:.3f} ms after the end\n",
                  milliseconds(answer.setup_cycles, config), milliseconds(answer.readback_cycles, config));
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

std::string to_text(const ChipAnswer& answer, std::uint64_t pairs, const ChipConfig& config) {
  return fmt::format("  pairs      {}\n  chip       {}\n", pairs, cycles_text(answer.cycles, config)) +
         work_text(answer, config) + units_text(answer);
}

std::string to_text(const AnswerSum& sum, const ChipConfig& config) {
  const ChipAnswer& all = sum.sum();
  const Cycle average = sum.queries() == 0 ? 0 : all.cycles / sum.queries();
  return fmt::format(
             "  queries    {}\n  pairs      {}\n  chip       {} in all\n  average    {}\n  slowest    {} "
             "(pose {})\n",
             sum.queries(), sum.pairs(), cycles_text(all.cycles, config), cycles_text(average, config),
             cycles_text(sum.slowest_cycles(), config), sum.slowest()) +
         work_text(all, config) + units_text(all);
}

}  // namespace collisionchip
