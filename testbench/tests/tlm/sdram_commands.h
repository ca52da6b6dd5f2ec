// What the tests of the SDRAM's timing share: reads, the commands they lead to, and the checker's opinion of them.
#pragma once

#include <algorithm>
#include <ostream>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "collisionchip/tlm/checkers/sdram_command_checker.h"
#include "collisionchip/tlm/memory/sdram_timing.h"

namespace collisionchip::testing_support {

using Config = SdramKeys;
using Requests = std::vector<SdramAccess>;

constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kRow = 4 * kPage;  // next row of the same bank: row_bank_column, four banks

inline SdramAccess pair_at(Cycle arrival, std::uint64_t address) {
  return {arrival, 0, 0, address, 8};
}

inline std::vector<SdramCommand> commands_of(const Config& config, const Requests& requests) {
  SdramTiming timing(config);
  std::vector<SdramCommand> commands;
  for (const SdramAccess& request : requests) {
    timing.serve(request);
    commands.insert(commands.end(), timing.issued().begin(), timing.issued().end());
  }
  std::stable_sort(commands.begin(), commands.end(),
                   [](const SdramCommand& a, const SdramCommand& b) { return a.cycle < b.cycle; });
  return commands;
}

inline std::vector<std::string> violations_of(const Config& config,
                                              const std::vector<SdramCommand>& commands) {
  SdramCommandChecker checker(config);
  for (const SdramCommand& command : commands) checker.write(command);
  checker.finish();
  return checker.violations();
}

inline ::testing::AssertionResult breaks(const std::string& rule, const Config& config,
                                         const std::vector<SdramCommand>& commands) {
  const auto found = violations_of(config, commands);
  for (const std::string& line : found) {
    if (line.rfind(rule + ":", 0) == 0) return ::testing::AssertionSuccess();
  }
  return ::testing::AssertionFailure() << rule << " not among " << ::testing::PrintToString(found);
}

inline Config defaults(PagePolicy policy) {
  Config config;
  config.page_policy = policy;
  return config;
}

// A least distance between two commands.
struct TimingRule {
  const char* name;
  const char* violation;             // what the checker calls it
  std::uint32_t Config::*parameter;  // made large enough to be the binding one
  std::uint32_t value;
  PagePolicy policy;
  Requests requests;
  std::size_t from, to;     // the commands it holds between, counted by cycle
  std::uint32_t fixed = 0;  // the distance is the parameter plus this
};

inline void PrintTo(const TimingRule& rule, std::ostream* out) {
  *out << rule.name;
}

// A rule, how much more than its value is asked for, and the cycles of a command slot.
using TightCase = std::tuple<TimingRule, std::uint32_t, std::uint32_t>;

template <std::size_t n>
auto tight_cases(const TimingRule (&rules)[n]) {
  return ::testing::Combine(::testing::ValuesIn(rules), ::testing::Values(0, 1, 3),
                            ::testing::Values(1, 2, 4));
}

inline std::string name_of_tight_case(const ::testing::TestParamInfo<TightCase>& test) {
  const auto& [rule, extra, command_cycles] = test.param;
  return rule.name + ("Plus" + std::to_string(extra)) + "Slots" + std::to_string(command_cycles);
}

// Issued in the earliest legal slot; one slot earlier is found.
inline void expect_tight(Config config, const TightCase& tight) {
  const auto& [rule, extra, command_cycles] = tight;
  config.page_policy = rule.policy;
  config.command_cycles = command_cycles;
  config.*rule.parameter = rule.value + extra;
  std::vector<SdramCommand> commands = commands_of(config, rule.requests);
  ASSERT_GT(commands.size(), rule.to);
  EXPECT_EQ(violations_of(config, commands), std::vector<std::string>{});
  const Cycle legal = commands[rule.from].cycle + rule.value + extra + rule.fixed;
  EXPECT_EQ(commands[rule.to].cycle, (legal + command_cycles - 1) / command_cycles * command_cycles);
  commands[rule.to].cycle -= command_cycles;
  EXPECT_TRUE(breaks(rule.violation, config, commands));
}

}  // namespace collisionchip::testing_support
