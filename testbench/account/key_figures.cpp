#include "collisionchip/testbench/account/key_figures.h"

#include <cmath>

#include <fmt/format.h>

namespace collisionchip {

namespace {

// Whole ones, as the paper counts its 266 MHz.
std::string mhz_text(double mhz) {
  return fmt::format("{:.0f} MHz", std::floor(mhz + 1e-6));
}

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::string time_text(std::uint64_t nanoseconds) {
  return collisionchip::time_text(static_cast<double>(nanoseconds));
}

KeyFigure eq5_figure(const KeyNumbers& numbers, const MachineFacts& machine, WalksThrough what) {
  const std::string share = fmt::format("{:.3f}", ratio(numbers.cycles, numbers.eq5_cycles));
  return {"Eq. 5",
          fmt::format("{}{} (the model takes {} times this)", cycles_text(numbers.eq5_cycles, machine),
                      what == WalksThrough::pairs ? "" : " by the tree of paper41", share),
          share, fmt::format("of Eq. 5, {} cycles", numbers.eq5_cycles)};
}

KeyFigure host_figure(const std::string& host, std::uint64_t overlap_ns) {
  std::string about = "set-up, settling and call";
  if (overlap_ns > 0) about += fmt::format(", {} overlap", time_text(overlap_ns));
  return {"host", host + " " + about, host, about};
}

KeyFigure energy_figure(const KeyNumbers& numbers) {
  const double microjoules = 1e-6 * static_cast<double>(numbers.energy_pj);
  const std::string energy = microjoules < 1000 ? fmt::format("{:.3f} uJ", microjoules)
                                                : fmt::format("{:.3f} mJ", 1e-3 * microjoules);
  return {"energy", energy + " with the memory's, an estimate", energy, "with the memory's, an estimate"};
}

KeyFigure clock_figure(const MachineFacts& machine) {
  const std::string clock = mhz_text(machine.clock_mhz);
  const std::string known = machine.meets_clock()
                                ? "met by synthesis"
                                : fmt::format("assumed: synthesis meets {} ({})",
                                              mhz_text(machine.clock_met_mhz), machine.slowest_unit);
  return {"clock", clock + " " + known, clock, known};
}

KeyFigure bound_figure(const std::vector<Roof>& roofs) {
  const std::string bound = bound_by(roofs);
  if (roofs.empty() || roofs.front().share <= 0) return {"bound by", bound, bound, "nothing was busy"};
  const Roof& lowest = roofs.front();
  const std::string about = fmt::format("{}used to {:.1f} %, {:.2f} from its roof",
                                        bound == lowest.name ? "" : "the busiest is " + lowest.name + ", ",
                                        100 * lowest.share, 1 / lowest.share);
  return {"bound by", bound + ", " + about, bound, about};
}

}  // namespace

std::string cycles_text(std::uint64_t cycles, const MachineFacts& machine) {
  const auto period_ps = static_cast<std::uint32_t>(std::lround(1e6 / machine.clock_mhz));
  return fmt::format("{} cycles = {} at {}", cycles, time_text(nanoseconds(cycles, period_ps)),
                     mhz_text(machine.clock_mhz));
}

std::vector<KeyFigure> answer_figures(const KeyNumbers& numbers, const MachineFacts& machine,
                                      WalksThrough what) {
  const QueryTimes& times = numbers.times;
  const std::string pairs = fmt::format("{}", numbers.pairs), chip = time_text(times.chip_ns),
                    link = time_text(times.link_ns), host = time_text(times.host_ns),
                    total = time_text(times.total_ns);
  return {{"pairs", pairs, pairs, "intersecting pairs of triangles"},
          {"chip", cycles_text(numbers.cycles, machine), chip,
           fmt::format("on the chip: {} cycles at {}", numbers.cycles, mhz_text(machine.clock_mhz))},
          {"link", link + " that bus and doorbell add", link, "that bus and doorbell add"},
          host_figure(host, times.overlap_ns),
          {"total", total + " from the pose to its last pair", total, "from the pose to its last pair"},
          eq5_figure(numbers, machine, what)};
}

std::vector<KeyFigure> work_figures(const KeyNumbers& numbers, WalksThrough what) {
  std::vector<KeyFigure> figures;
  const std::string lists = fmt::format("{}", numbers.lists),
                    each = fmt::format("{:.2f}", ratio(numbers.aligned_pairs, numbers.lists));
  if (what == WalksThrough::pairs)
    figures.push_back(
        {"lists", fmt::format("{}, with {} aligned pairs: alpha = {}", lists, numbers.aligned_pairs, each),
         lists, fmt::format("lists, with {} aligned pairs: alpha = {}", numbers.aligned_pairs, each)});
  if (what == WalksThrough::groups)
    figures.push_back(
        {"lists", fmt::format("{}, with {} aligned groups: {} a list", lists, numbers.aligned_pairs, each),
         lists, fmt::format("lists, with {} aligned groups: {} a list", numbers.aligned_pairs, each)});
  const std::string tests = fmt::format("{}", numbers.triangle_tests);
  const std::string about =
      fmt::format("pairs tested, {} uncertain and settled exactly by the driver", numbers.uncertain);
  figures.push_back({"triangles", tests + " " + about, tests, about});
  return figures;
}

std::vector<KeyFigure> cost_figures(const KeyNumbers& numbers, const MachineFacts& machine) {
  const std::string area = fmt::format("{:.2f} mm2", machine.mm2);
  return {{"silicon", area + " of 0.18 um, an estimate", area, "of 0.18 um, an estimate"},
          clock_figure(machine),
          energy_figure(numbers),
          bound_figure(numbers.roofs)};
}

std::string to_text(const std::vector<KeyFigure>& figures) {
  std::string text;
  for (const KeyFigure& figure : figures) text += fmt::format("  {:<10} {}\n", figure.name, figure.line);
  return text;
}

}  // namespace collisionchip
