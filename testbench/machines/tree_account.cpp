#include <algorithm>

#include <fmt/format.h>

#include "collisionchip/testbench/machines/shares.h"
#include "collisionchip/testbench/machines/tree_host.h"

namespace collisionchip::tree_host {

using namespace shares;

namespace {

std::string caches_text(const Statistics& s) {
  const std::uint64_t tests = s.number("triangle_unit.tests");
  std::string text;
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

}  // namespace

std::string tests_text(const Statistics& s) {
  return fmt::format("\n  {:<20}{} tests: {} hits, {} misses, {} uncertain\n", "triangle_unit",
                     s.number("triangle_unit.tests"), s.number("triangle_unit.hits"),
                     s.number("triangle_unit.misses"), s.number("triangle_unit.uncertain"));
}

std::string account_text(const Statistics& s, const ChipConfig& config) {
  return tests_text(s) + caches_text(s) + alpha_text(s) + stacks_text(s, config);
}

}  // namespace collisionchip::tree_host
