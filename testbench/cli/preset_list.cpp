#include "collisionchip/testbench/cli/preset_list.h"

#include <fmt/format.h>

#include "collisionchip/reference/text/csv_field.h"
#include "collisionchip/testbench/account/machine_facts.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {

namespace {

const char* yes_or_no(bool yes) {
  return yes ? "yes" : "no";
}

}  // namespace

std::string preset_list_text() {
  const auto line = [](const std::string& name, const std::string& mm2, const std::string& clock,
                       const std::string& met, const std::string& memory, const std::string& rate,
                       const std::string& rtl, const std::string& what) {
    return fmt::format("{:<22}{:>6}{:>7}{:>7}  {:<24}{:>7}  {:<5}{}\n", name, mm2, clock, met, memory, rate,
                       rtl, what);
  };
  std::string text = line("preset", "mm2", "MHz", "met", "memory", "GB/s", "RTL", "what");
  for (const Preset& preset : presets()) {
    const MachineFacts facts = machine_facts(preset.make());
    text +=
        line(preset.name, fmt::format("{:.1f}", facts.mm2), std::to_string(static_cast<int>(facts.clock_mhz)),
             fmt::format("{:.0f}", facts.clock_met_mhz), facts.memory_channels(),
             fmt::format("{:.2f}", facts.gb_per_s), yes_or_no(facts.has_rtl), preset.what);
  }
  return text + "mm2: of 0.18 um, an estimate. met: the clock that the slowest synthesised unit meets.\n";
}

std::string preset_list_csv() {
  std::string text = "preset,what,mm2,clock_mhz,clock_met_mhz,memory,gb_per_s,rtl\n";
  for (const Preset& preset : presets()) {
    const MachineFacts facts = machine_facts(preset.make());
    text += fmt::format("{},{},{:.2f},{:.2f},{:.2f},{},{:.2f},{}\n", preset.name, csv_field(preset.what),
                        facts.mm2, facts.clock_mhz, facts.clock_met_mhz, csv_field(facts.memory_channels()),
                        facts.gb_per_s, yes_or_no(facts.has_rtl));
  }
  return text;
}

}  // namespace collisionchip
