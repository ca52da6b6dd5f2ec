#include "collisionchip/testbench/account/eq5_account.h"

#include <iterator>

#include <fmt/format.h>

#include "collisionchip/testbench/judge/closing_judge.h"
#include "collisionchip/tlm/config/config_keys.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {

namespace {

// In the order of Eq5Gap.
constexpr const char* kGaps[] = {"SDRAM banks, pages and command slots instead of 10 cycles per pair",
                                 "the next list waits for the real flags, pointers for the SRAM",
                                 "triangle reads and tests",
                                 "DOP Unit: pipelines, registers, comparators",
                                 "input registers, streaming, lists overlapping",
                                 "tumbled pairs that the next list keeps",
                                 "both trees at once instead of lists",
                                 "other trees and volumes than DOPs",
                                 "pairs fetched ahead, and all else"};

Cycle cycles_of(const ChipConfig& config, const CollisionObject& a, const CollisionObject& b,
                const Pose& pose, Cycle* eq5) {
  BoardOptions unchecked;
  unchecked.checkers = false;
  JudgedSimulation simulation(config, unchecked);
  simulation.driver().upload(a, b);
  const ChipAnswer answer = simulation.query(pose);
  if (eq5 != nullptr) *eq5 = answer.eq5_cycles;
  return answer.cycles;
}

}  // namespace

Eq5Account account_for_eq5(const ChipConfig& config, const CollisionObject& a, const CollisionObject& b,
                           const Pose& pose) {
  ChipConfig machine = preset("paper52-eq5");
  machine.dop = config.dop;  // what is asked, not how fast it is answered
  machine.query = config.query;
  machine.memory_controller.leaf_layout = config.memory_controller.leaf_layout;
  machine.stack_engine.leaf_test = config.stack_engine.leaf_test;
  machine.sdram.capacity_mib = config.sdram.capacity_mib;

  Eq5Account account;
  Cycle before = cycles_of(machine, a, b, pose, &account.eq5);
  account.steps.push_back({"lists of one pair, start and end of the query",
                           static_cast<long long>(before) - static_cast<long long>(account.eq5)});
  for (std::size_t gap = 0; gap < std::size(kGaps); ++gap) {
    bool changed = false;
    for (const ConfigKey& key : config_keys()) {
      if (key.gap != static_cast<Eq5Gap>(gap) || key.get(machine) == key.get(config)) continue;
      key.set(machine, key.get(config));
      changed = true;
    }
    if (!changed) continue;
    const Cycle after = cycles_of(machine, a, b, pose, nullptr);
    account.steps.push_back({kGaps[gap], static_cast<long long>(after) - static_cast<long long>(before)});
    before = after;
  }
  account.cycles = before;
  return account;
}

std::string to_text(const Eq5Account& account) {
  std::string text =
      fmt::format("{:>12}  Eq. 5: sum over all lists of 100 + (alpha - 2) * 10\n", account.eq5);
  for (const Eq5Step& step : account.steps) text += fmt::format("{:>+12}  {}\n", step.cycles, step.what);
  return text + fmt::format("{:>12}  cycles of this chip\n", account.cycles);
}

}  // namespace collisionchip
