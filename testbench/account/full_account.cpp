#include "collisionchip/testbench/account/full_account.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "collisionchip/testbench/account/machine_facts.h"
#include "collisionchip/testbench/machines/host_kinds.h"
#include "collisionchip/testbench/machines/shares.h"

namespace collisionchip {

using namespace shares;

namespace {

std::string banks_text(const Statistics& s, const ChipConfig& config) {
  if (config.sdram.model == SdramModel::constant) return "";
  const Histogram& hits = s.histogram("sdram.row_hits_of_bank");
  const Histogram& empty = s.histogram("sdram.row_empty_of_bank");
  const Histogram& conflicts = s.histogram("sdram.row_conflicts_of_bank");
  std::string text = fmt::format("\n  {:<20}{:>10}{:>10}{:>10}{:>10}  (reads, by the row they found open)\n",
                                 "sdram", "reads", "its own", "none", "another");
  const auto line = [&](const std::string& name, std::uint64_t own, std::uint64_t none,
                        std::uint64_t another) {
    const std::uint64_t all = own + none + another;
    text += fmt::format("  {:<20}{:>10}{:>8.1f} %{:>8.1f} %{:>8.1f} %\n", name, all, percent(own, all),
                        percent(none, all), percent(another, all));
  };
  for (std::size_t bank = 0; bank < config.sdram.banks; ++bank)
    line(fmt::format("bank {}", bank), count_at(hits, bank), count_at(empty, bank),
         count_at(conflicts, bank));
  line("all banks", hits.total(), empty.total(), conflicts.total());
  return text + fmt::format("  {:<20}{} ACT, {} PRE, {} refreshes\n", "commands", s.number("sdram.activates"),
                            s.number("sdram.precharges"), s.number("sdram.refreshes"));
}

std::string bytes_text(const Statistics& s, const ChipConfig& config, Cycle cycles) {
  const MachineFacts machine = machine_facts(config);
  const std::uint64_t all = s.number("sdram.bytes");
  const auto peak =
      static_cast<std::uint64_t>(std::llround(machine.bytes_per_cycle * static_cast<double>(cycles)));
  std::string text = fmt::format("\n  {:<20}{:>12}{:>10}{:>12}  (of {:.2f} GB/s)\n", "bytes read for",
                                 "bytes", "share", "bandwidth", machine.gb_per_s);
  const auto line = [&](const char* purpose, std::uint64_t bytes) {
    text += fmt::format("  {:<20}{:>12}{:>8.1f} %{:>10.1f} %\n", purpose, bytes, percent(bytes, all),
                        percent(bytes, peak));
  };
  line("tumbled pairs", s.number("memory_controller.tumbled_bytes"));
  line("aligned pairs", s.number("memory_controller.aligned_bytes"));
  line("triangles", s.number("memory_controller.triangle_bytes"));
  line("all", all);
  return text;
}

bool is_statistic(const std::string& name) {
  const std::vector<Statistic>& table = statistics_table();
  return std::any_of(table.begin(), table.end(), [&](const Statistic& row) { return row.name == name; });
}

// The memory, the units of this machine that cost energy, and the chip.
std::vector<std::string> owners_of_costs(const ChipConfig& config) {
  std::vector<std::string> all = {"sdram"};
  for (const UnitRow& unit : chip_units(config)) {
    if (unit.number == 0 && kind_of(model_kinds(), unit.kind).costs.energy) all.push_back(unit.name);
  }
  all.emplace_back("chip");
  return all;
}

// The costs of the units that have costs of their own (docs/costs.md).
std::string costs_text(const Statistics& s, const ChipConfig& config, Cycle cycles) {
  const std::uint64_t all = s.number("chip.energy_pj");
  std::string text = fmt::format("\n  {:<20}{:>12}{:>12}{:>12}{:>12}{:>12}{:>10}  (estimates)\n", "costs",
                                 "multiplies", "adds", "compares", "SRAM words", "energy uJ", "share");
  for (const std::string& unit : owners_of_costs(config)) {
    const auto count = [&](const char* what) {
      return is_statistic(unit + what) ? std::to_string(s.number(unit + what)) : std::string("-");
    };
    const std::uint64_t energy = s.number(unit + ".energy_pj");
    text +=
        fmt::format("  {:<20}{:>12}{:>12}{:>12}{:>12}{:>12.3f}{:>8.1f} %\n", unit == "chip" ? "all" : unit,
                    count(".multiplies"), count(".adds"), count(".compares"), count(".sram_words"),
                    1e-6 * static_cast<double>(energy), percent(energy, all));
  }
  const double picoseconds = static_cast<double>(cycles) * config.chip.clock_period_ps;
  return text +
         fmt::format(
             "  {:<20}{:.2f} W on average; {} bytes of SRAM on the chip, {} next to it on {:.2f} mm2\n", "",
             cycles == 0 ? 0 : static_cast<double>(all) / picoseconds, s.number("chip.sram_bytes"),
             s.number("stack_sram_left.sram_bytes") + s.number("stack_sram_right.sram_bytes"),
             1e-6 * static_cast<double>(s.number("stack_sram_left.area_um2") +
                                        s.number("stack_sram_right.area_um2")));
}

// The occupancy of the channels. Channels that exist in each memory channel or in each engine are only listed for the first one.
std::string channels_text(const Statistics& s, const Netlist& machine, Cycle cycles) {
  std::string text = fmt::format("\n  {:<36}{:>9}{:>8}{:>8}{:>8}{:>9}{:>9}\n", "channel", "capacity", "mean",
                                 "95 %", "most", "empty", "full");
  std::size_t further = 0;
  for (const ChannelRow& channel : machine.channels) {
    if (!is_statistic(channel.name + "_occupancy")) {
      ++further;
      continue;
    }
    const Histogram& items = s.histogram(channel.name + "_occupancy");
    text +=
        fmt::format("  {:<36}{:>9}{:>8.2f}{:>8}{:>8}{:>7.1f} %{:>7.1f} %\n", channel.name, channel.capacity,
                    items.mean(), items.quantile(0.95), items.largest(), percent(count_at(items, 0), cycles),
                    percent(count_at(items, channel.capacity), cycles));
  }
  if (further > 0)
    text += fmt::format("  {} of further memory channels or engines, whose occupancy is not kept\n", further);
  return text;
}

}  // namespace

std::string full_account(const ChipAnswer& answer, const ChipConfig& config, const Netlist& machine) {
  const Statistics& s = answer.statistics;
  return banks_text(s, config) + bytes_text(s, config, answer.cycles) +
         host_of(config).account_text(s, config) + costs_text(s, config, answer.cycles) +
         channels_text(s, machine, answer.cycles);
}

}  // namespace collisionchip
