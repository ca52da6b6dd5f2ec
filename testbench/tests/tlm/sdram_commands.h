// What the tests of the SDRAM's timing share: reads, the commands they lead to, and the checker's opinion of them.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "collisionchip/tlm/checkers/sdram_command_checker.h"
#include "collisionchip/tlm/memory/sdram_timing.h"

namespace collisionchip::testing_support {

using Config = ChipConfig::Sdram;
using Requests = std::vector<SdramRead>;

constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kRow = 4 * kPage;  // next row of the same bank: row_bank_column, four banks

inline SdramRead pair_at(Cycle arrival, std::uint64_t address) {
  return {arrival, 0, 0, address, 8};
}

inline std::vector<SdramCommand> commands_of(const Config& config, const Requests& requests) {
  SdramTiming timing(config);
  std::vector<SdramCommand> commands;
  for (const SdramRead& request : requests) {
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

}  // namespace collisionchip::testing_support
