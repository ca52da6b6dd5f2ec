#include "collisionchip/testbench/judge/closing_judge.h"

#include <fmt/format.h>

#include "collisionchip/tlm/statistics/closing_sums.h"

namespace collisionchip {

void check_sums(const ChipConfig& config, const BoardReading& reading) {
  const std::vector<std::string> open =
      open_sums({config, reading.cycles, reading.units, reading.statistics});
  if (!open.empty()) throw OpenSums("chip: statistics do not close: " + open.front());
}

void check_times(const ChipConfig& config, const HostAnswer& answer, Simulation::AnswerOf of) {
  const HostCharge& host = answer.host;
  const HostKeys& keys = config.host;
  const std::uint64_t charged = host.calls * std::uint64_t{keys.call_ns} + host.set_ups * keys.setup_ns +
                                host.pairs * std::uint64_t{keys.settle_ns};
  const std::uint64_t parts =
      answer.settled_cycles * std::uint64_t{config.chip.clock_period_ps} + 1000 * host.ns;
  if (host.ns != charged)
    throw OpenSums(fmt::format("host: {} ns by its work, {} ns charged", charged, host.ns));
  if (of == Simulation::AnswerOf::all ? host.pairs != answer.uncertain : host.pairs < answer.uncertain)
    throw OpenSums(fmt::format("host: {} pairs settled of {} uncertain", host.pairs, answer.uncertain));
  if (parts != host.total_ps + host.overlap_ps)
    throw OpenSums(fmt::format("times: chip, bus and host {} ps, total and overlap {} ps", parts,
                               host.total_ps + host.overlap_ps));
}

JudgedSimulation::JudgedSimulation(const ChipConfig& config, const BoardOptions& options)
    : Simulation(config, options) {
  on_reading = [config](const BoardReading& reading) { check_sums(config, reading); };
  on_answer = [config](const HostAnswer& answer, AnswerOf of) { check_times(config, answer, of); };
}

}  // namespace collisionchip
