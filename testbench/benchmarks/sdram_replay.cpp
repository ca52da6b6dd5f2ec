// The SDRAM's timing alone, for a list of reads, and the command checker alone, for a list of commands: what
// docs/compare_dram.py holds against another simulator (docs/sdram.md).
//
//   sdram_replay play WINDOW [KEY=VALUE]... < reads        CYCLE ADDRESS of one burst each; prints commands
//   sdram_replay check [KEY=VALUE]... < commands           prints what breaks a rule
//
// Commands are lines CYCLE KIND BANK ROW COLUMN, in the order of their cycles; columns are whole bursts. All cycles are
// the memory's own. WINDOW reads are looked at: the oldest may be read, and the rows of all may be opened.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "collisionchip/tlm/checkers/sdram_command_checker.h"
#include "collisionchip/tlm/config/config_file.h"
#include "collisionchip/tlm/memory/sdram_timing.h"

namespace collisionchip {
namespace {

// The library prints its banner before it calls sc_main, so it must be told while the program loads.
[[maybe_unused]] const int kBannerOff = setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);

constexpr const char* kKinds[] = {"activate", "read", "precharge", "refresh"};
constexpr const char* kOfAllBanks = "_all";           // precharge and refresh
constexpr const char* kAndPrecharges = "_precharge";  // read

SdramKeys memory_of(char** begin, char** end) {
  ChipConfig config;
  for (char** set = begin; set != end; ++set) apply_set(config, *set);
  return config.memory_side();
}

void print(const SdramCommand& command, std::uint32_t burst) {
  fmt::print("{} {}{}{} {} {} {}\n", command.cycle, kKinds[static_cast<int>(command.kind)],
             command.all_banks ? kOfAllBanks : "", command.auto_precharge ? kAndPrecharges : "", command.bank,
             command.row, command.column / burst);
}

int play(SdramKeys memory, std::uint32_t window) {
  memory.prepare_ahead = window - 1;
  SdramTiming timing(memory);
  std::vector<SdramCommand> commands;
  SdramAccess read;
  read.beats = memory.mode_burst;
  while (std::cin >> read.arrival >> read.address) {
    timing.serve(read);
    commands.insert(commands.end(), timing.issued().begin(), timing.issued().end());
  }
  std::stable_sort(commands.begin(), commands.end(),
                   [](const SdramCommand& a, const SdramCommand& b) { return a.cycle < b.cycle; });
  for (const SdramCommand& command : commands) print(command, memory.mode_burst);
  return std::cin.eof() ? 0 : 3;
}

int check(const SdramKeys& memory) {
  SdramCommandChecker checker(memory);
  SdramCommand command;
  std::string kind;
  while (std::cin >> command.cycle >> kind >> command.bank >> command.row >> command.column) {
    const auto found = std::find_if(std::begin(kKinds), std::end(kKinds),
                                    [&](const char* name) { return kind.rfind(name, 0) == 0; });
    if (found == std::end(kKinds)) return 3;
    command.kind = static_cast<SdramCommandKind>(found - std::begin(kKinds));
    command.all_banks = kind == *found + std::string(kOfAllBanks);
    command.auto_precharge = kind == *found + std::string(kAndPrecharges);
    command.column *= memory.mode_burst;
    command.beats = command.kind == SdramCommandKind::read ? memory.mode_burst : 0;
    checker.write(command);
  }
  checker.finish();
  for (const std::string& violation : checker.violations()) fmt::print("{}\n", violation);
  return std::cin.eof() ? 0 : 3;
}

}  // namespace
}  // namespace collisionchip

int sc_main(int argc, char** argv) {
  using namespace collisionchip;
  const std::string what = argc > 1 ? argv[1] : "";
  const unsigned long window = what == "play" && argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 0;
  try {
    if (window > 0) return play(memory_of(argv + 3, argv + argc), static_cast<std::uint32_t>(window));
    if (what == "check") return check(memory_of(argv + 2, argv + argc));
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 3;
  }
  fmt::print(stderr, "sdram_replay play WINDOW [KEY=VALUE]... < reads, or check [KEY=VALUE]... < commands\n");
  return 2;
}
