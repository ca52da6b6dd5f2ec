#include "collisionchip/testbench/account/full_account.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "collisionchip/testbench/account/machine_facts.h"

namespace collisionchip {

namespace {

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

double mean(std::uint64_t whole, std::uint64_t parts) {
  return parts == 0 ? 0 : static_cast<double>(whole) / static_cast<double>(parts);
}

std::uint64_t count_at(const Histogram& histogram, std::size_t value) {
  return value < histogram.counts().size() ? histogram.counts()[value] : 0;
}

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

// What the filters and the caches leave.
std::string groups_text(const Statistics& s) {
  const auto line = [&](const char* name, const std::string& records) {
    const std::uint64_t all = s.number("record_cache." + records + "_requests");
    return fmt::format("  {:<20}{} asked for, {:.1f} % in the cache, {:.1f} % on their way for another\n",
                       name, all, percent(s.number("record_cache." + records + "_hits"), all),
                       percent(s.number("record_cache." + records + "_shared"), all));
  };
  return "\n" + line("groups", "group") + line("blocks", "block") +
         fmt::format("  {:<20}{} pairs of leaves, {} blocks read for them, {} pairs of triangles\n",
                     "filters", s.number("leaf_unit.leaf_pairs"), s.number("leaf_unit.aligned_blocks"),
                     s.number("leaf_unit.triangle_tests")) +
         fmt::format("  {:<20}{} tests: {} hits, {} misses, {} uncertain; {} undecided by determinants\n",
                     "small_triangle_unit", s.number("small_triangle_unit.tests"),
                     s.number("small_triangle_unit.hits"), s.number("small_triangle_unit.misses"),
                     s.number("small_triangle_unit.uncertain"), s.number("small_triangle_unit.undecided")) +
         fmt::format("  {:<20}{:.2f} with a list on average; {} lists waited at most, of {} entries\n",
                     "contexts", s.histogram("group_engine.active").mean(),
                     s.number("group_engine.most_lists"), s.number("group_engine.most_entries"));
}

std::string triangles_text(const Statistics& s, const ChipConfig& config) {
  if (config.has_groups()) return groups_text(s);
  const std::uint64_t tests = s.number("triangle_unit.tests");
  std::string text = fmt::format("\n  {:<20}{} tests: {} hits, {} misses, {} uncertain\n", "triangle_unit",
                                 tests, s.number("triangle_unit.hits"), s.number("triangle_unit.misses"),
                                 s.number("triangle_unit.uncertain"));
  if (config.has_tiles())
    return text + fmt::format("  {:<20}{} triangles in {} tiles; {:.2f} of {} lanes used in {} rounds\n",
                              "tiles", s.number("triangle_unit.tile_loads"), s.number("pair_sequencer.tiles"),
                              mean(tests, s.number("triangle_unit.rounds")), config.triangle_unit.lanes,
                              s.number("triangle_unit.rounds"));
  const auto line = [&](const char* name, const std::string& prefix) {
    text +=
        fmt::format("  {:<20}{:.1f} % of the tests found their triangle; {} of {} reads replaced another\n",
                    name, percent(s.number(prefix + "_hits"), tests), s.number(prefix + "_conflicts"),
                    s.number(prefix + "_misses"));
  };
  line("aligned cache", "triangle_unit.aligned_cache");
  line("tumbled memory", "triangle_unit.tumbled_memory");
  return text;
}

// Lists by alpha: one line for each value up to 8, then up to 16, 32 and so on.
std::string alpha_text(const Statistics& s) {
  const Histogram& alpha = s.histogram("stack_engine.alpha");
  struct Bin {
    std::size_t first, last;
    std::uint64_t lists;
  };
  std::vector<Bin> bins;
  for (std::size_t first = alpha.counts().empty() || alpha.counts()[0] == 0 ? 1 : 0; first <= alpha.largest();
       first = bins.back().last + 1) {
    Bin bin{first, first <= 8 ? first : 2 * (first - 1), 0};
    for (std::size_t value = first; value <= bin.last; ++value) bin.lists += count_at(alpha, value);
    bins.push_back(bin);
  }
  std::uint64_t most = 1;
  for (const Bin& bin : bins) most = std::max(most, bin.lists);
  std::string text =
      fmt::format("\n  {:<20}{:>10}{:>10}  (mean {:.2f}, 95 % up to {}, longest {})\n", "alpha", "lists",
                  "share", alpha.mean(), alpha.quantile(0.95), alpha.largest());
  for (const Bin& bin : bins) {
    const std::string range =
        bin.first == bin.last ? fmt::format("{}", bin.first) : fmt::format("{} to {}", bin.first, bin.last);
    text += fmt::format("  {:<20}{:>10}{:>8.1f} %", range, bin.lists, percent(bin.lists, alpha.total()));
    const std::string bar(static_cast<std::size_t>(40 * bin.lists / most), '#');
    text += bar.empty() ? "\n" : "  " + bar + "\n";
  }
  return text;
}

std::string stacks_text(const Statistics& s, const ChipConfig& config) {
  const Histogram& levels = s.histogram("stack_engine.levels");
  return fmt::format(
      "\n  {:<20}{:.2f} lists waiting on average, at most {}\n"
      "  {:<20}at most {} words left, {} right, of {}\n"
      "  {:<20}{} of {} used\n",
      "levels", levels.mean(), levels.largest(), "stack SRAMs", s.number("stack_sram_left.high_water"),
      s.number("stack_sram_right.high_water"), config.stack_sram.entries, "prefetches",
      s.number("stack_engine.prefetches_used"), s.number("stack_engine.prefetches"));
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

// Of the units that cost something of their own (docs/costs.md).
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
  return text + fmt::format(
                    "  {:<20}{:.2f} W on average; {} bytes of SRAM on the chip, {} beside it on {:.2f} mm2\n",
                    "", cycles == 0 ? 0 : static_cast<double>(all) / picoseconds, s.number("chip.sram_bytes"),
                    s.number("stack_sram_left.sram_bytes") + s.number("stack_sram_right.sram_bytes"),
                    1e-6 * static_cast<double>(s.number("stack_sram_left.area_um2") +
                                               s.number("stack_sram_right.area_um2")));
}

// Of what there is in each memory channel, or each engine, only that of the first has an occupancy.
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
  return banks_text(s, config) + bytes_text(s, config, answer.cycles) + triangles_text(s, config) +
         (config.has_tree() ? alpha_text(s) + stacks_text(s, config) : "") +
         costs_text(s, config, answer.cycles) + channels_text(s, machine, answer.cycles);
}

}  // namespace collisionchip
