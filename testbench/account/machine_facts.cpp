#include "collisionchip/testbench/account/machine_facts.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "collisionchip/tlm/chip/chip_netlist.h"
#include "collisionchip/tlm/config/memory_kinds.h"
#include "collisionchip/tlm/config/rtl_parameters.h"
#include "collisionchip/tlm/machines/derived_of.h"
#include "collisionchip/tlm/statistics/costs.h"
#include "collisionchip/tlm/statistics/synthesised_clock.h"

namespace collisionchip {

namespace {

std::string counted(std::uint32_t number, const std::string& thing) {
  return fmt::format("{} {}{}", number, thing, number == 1 ? "" : "s");
}

std::string memory_name(std::uint32_t kind) {
  std::string name = kind == 0 ? "sdram" : memory_kind_names()[kind];
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::toupper(c); });
  return name;
}

std::string parts_of(const MemoryKeys& memory) {
  if (memory.kind == 0) return "";
  const MemoryPart part = memory_part(memory.kind);
  if (memory.channels % part.channels != 0) return fmt::format("of a {}'s {}", part.name, part.channels);
  const std::string parts = counted(memory.channels / part.channels, part.name);
  return part.channels == 1 ? parts : fmt::format("{} of {} channels", parts, part.channels);
}

// A channel brings what its pins do, and no more than the chip takes.
double peak_bytes_per_cycle(const ChipConfig& config) {
  const double period_us = 1e-6 * config.chip.clock_period_ps;
  const double memory_cycles = config.memory.clock_mhz == 0 ? 1 : config.memory.clock_mhz * period_us;
  return config.memory.channels *
         std::min<double>(config.sdram.bus_bytes, config.memory_side().bus_bytes * memory_cycles);
}

// Whether all units exist as RTL. Stack SRAMs are devices outside the chip and need none.
bool rtl_exists(const ChipConfig& config) {
  const Netlist netlist = chip_netlist(config);
  return &nodes_of(config) == &kDop128 &&
         std::all_of(netlist.units.begin(), netlist.units.end(), [&](const UnitRow& unit) {
           return unit.kind == "stack_sram" || rtl_fits(unit.kind, config);
         });
}

}  // namespace

std::string MachineFacts::memory_channels() const {
  return counted(channels, "channel") + " of " + memory;
}

std::string MachineFacts::memory_text() const {
  return fmt::format("{}{}, {:.2f} GB/s", memory_channels(), parts.empty() ? "" : " (" + parts + ")",
                     gb_per_s);
}

MachineFacts machine_facts(const ChipConfig& config) {
  const SynthesisedPath slowest = slowest_synthesised_path(config);
  MachineFacts facts;
  facts.memory = memory_name(config.memory.kind);
  facts.channels = config.memory.channels;
  facts.parts = parts_of(config.memory);
  facts.bytes_per_cycle = peak_bytes_per_cycle(config);
  facts.gb_per_s = 1e3 * facts.bytes_per_cycle / config.chip.clock_period_ps;
  facts.mm2 = 1e-6 * static_cast<double>(chip_cost(config).area_um2);
  facts.clock_mhz = 1e6 / config.chip.clock_period_ps;
  facts.clock_met_mhz = 1e6 / slowest.period_ps;
  facts.slowest_unit = slowest.unit;
  facts.has_rtl = rtl_exists(config);
  return facts;
}

}  // namespace collisionchip
