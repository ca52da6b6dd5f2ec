#include "collisionchip/testbench/paper/pentium4.h"

#include <fmt/format.h>

#include "collisionchip/testbench/paper/ratios.h"

namespace collisionchip {

namespace {

std::string list(const Bracket& bracket) {
  return fmt::format("{:.3g}, {:.3g}, {:.3g}", bracket.least, bracket.likely, bracket.most);
}

nlohmann::ordered_json json_of(const Bracket& bracket) {
  return {bracket.least, bracket.likely, bracket.most};
}

}  // namespace

// Its trace cache holds 12 000 decoded operations, not bytes: 16 KiB of instructions stand for it.
SimulatedCaches Pentium4::caches() const {
  return {{16384, 4, 64}, {8192, 4, 64}, {1024 * l2_kib, 8, 64}};
}

Bracket Pentium4::time(const CallgrindCounts& counts) const {
  const auto milliseconds = [&](double Bracket::*which) {
    const double cycles = cpi.*which * static_cast<double>(counts.instructions) +
                          l2_cycles.*which * static_cast<double>(counts.d1_misses) +
                          memory_cycles.*which * static_cast<double>(counts.l2_misses);
    return cycles / mhz * 1e-3;
  };
  return {milliseconds(&Bracket::least), milliseconds(&Bracket::likely), milliseconds(&Bracket::most)};
}

Bracket Pentium4::waiting(const CallgrindCounts& counts) const {
  const Bracket all = time(counts), hits = time({counts.instructions, 0, 0});
  return {1 - hits.least / all.least, 1 - hits.likely / all.likely, 1 - hits.most / all.most};
}

std::string Pentium4::text() const {
  return fmt::format(
      "Pentium 4 of {:.0f} MHz, simulated: L1 of 8 KiB, L2 of {} KiB (--p4-mhz, --p4-l2-kib). Assumed, "
      "least, "
      "likely, most:\n"
      "  {} cycles per instruction (--p4-cpi), {} more per miss of L1 (--p4-l1-miss), {} more per miss of L2 "
      "(--p4-l2-miss)\n",
      mhz, l2_kib, list(cpi), list(l2_cycles), list(memory_cycles));
}

nlohmann::ordered_json Pentium4::describe() const {
  return {{"mhz", mhz},
          {"i1", caches().i1.text()},
          {"d1", caches().d1.text()},
          {"l2", caches().l2.text()},
          {"cycles_per_instruction", json_of(cpi)},
          {"cycles_per_l1_miss", json_of(l2_cycles)},
          {"cycles_per_l2_miss", json_of(memory_cycles)}};
}

Bracket mean_of(const std::vector<Bracket>& brackets) {
  const auto mean = [&](double Bracket::*which) {
    Ratios values;
    for (const Bracket& bracket : brackets) values.add(bracket.*which, 1);
    return values.geometric_mean();
  };
  return {mean(&Bracket::least), mean(&Bracket::likely), mean(&Bracket::most)};
}

std::string to_text(const Bracket& speed_up) {
  return fmt::format("{:.3g} x ({:.3g} to {:.3g})", speed_up.likely, speed_up.least, speed_up.most);
}

}  // namespace collisionchip
