// The Memory Controller's RTL against its model, event by event: what goes through every channel and when,
// every SDRAM command, statistics and accounts; under random traffic, with neighbours that stall at random.
#include <csignal>
#include <iostream>

#include "collisionchip/rtl_model/adapter/memory_controller_rtl.h"
#include "collisionchip/testbench/tests/rtl/memory_controller_bench.h"
#include "collisionchip/tlm/machines/unit_params.h"

namespace collisionchip {
namespace {

using namespace testing_support;
using testing_support::Random;

std::unique_ptr<PairController> model(const ChipConfig& config, const PairController::Ports& ports) {
  return std::make_unique<PairController>("memory_controller", params_of<PairControllerParams>(config),
                                          ports);
}
std::unique_ptr<PairController> rtl(const ChipConfig& config, const PairController::Ports& ports) {
  return std::make_unique<MemoryControllerRtl>("memory_controller", config, ports);
}

Cycle below(Random& random, int limit) {
  return static_cast<Cycle>(random.below(limit));
}

// Pairs and triangles of a few rows and banks, in bursts
// with gaps between them. Some addresses cannot be read.
std::uint32_t some_address(Random& random, bool triangle, const ChipConfig& config, int strays) {
  if (random.below(1000) < strays) return static_cast<std::uint32_t>(random.bits());
  const std::uint32_t record = triangle ? 128 : 256;
  const std::uint32_t rows = config.sdram.page_bytes * config.sdram.banks * 3;
  std::uint32_t address = static_cast<std::uint32_t>(random.below(static_cast<int>(rows / record))) * record;
  if (random.below(3) == 0) address %= config.sdram.page_bytes;  // near the others
  if (random.below(8) == 0) address += (config.sdram.capacity_mib - 1) << 20;
  return address;
}

MemoryScript random_script(Random& random, const ChipConfig& config, int count, int strays) {
  MemoryScript script;
  Cycle at = below(random, 20);
  const int gap = 1 + random.below(60), burst = 1 + random.below(8), triangles = random.below(4);
  for (int i = 0; i < count; ++i) {
    const bool triangle = random.below(4) < triangles;
    const ReadKind kind = triangle               ? ReadKind::triangle
                          : random.below(3) == 0 ? ReadKind::tumbled_pair
                                                 : ReadKind::aligned_pair;
    const ReadRequest request{kind, some_address(random, triangle, config, strays)};
    (triangle ? script.triangles : script.nodes).push_back({at, request});
    if (random.below(burst) == 0) at += below(random, gap);
  }
  const int delay = 1 + random.below(30), hold = 1 + random.below(40), rare = random.below(4);
  for (auto* turns : {&script.tumbled, &script.aligned}) {
    for (int i = 0; i < 31; ++i) {
      turns->push_back({random.below(3) < rare ? below(random, delay) : 0,
                        random.below(3) == 0 ? 0 : below(random, hold)});
    }
  }
  return script;
}

struct Parity {
  std::uint64_t runs = 0, reads = 0, commands = 0, events = 0, cycles = 0, differences = 0;

  // Stops at the first difference.
  bool compare(const ChipConfig& config, const MemoryScript& script) {
    MemoryRun sides[2];
    {
      MemoryControllerBench bench(config, model, script);
      sides[0] = bench.run();
    }
    {
      MemoryControllerBench bench(config, rtl, script);
      sides[1] = bench.run();
    }
    ++runs;
    reads += script.nodes.size() + script.triangles.size();
    commands += sides[0].commands.size();
    events += sides[0].events.size();
    cycles += sides[0].events.empty() ? 0 : sides[0].events.back().cycle;
    std::string difference = first_difference(sides[0].events, sides[1].events);
    if (difference.empty()) difference = first_difference(sides[0].commands, sides[1].commands);
    if (difference.empty()) difference = first_difference(sides[0].figures, sides[1].figures);
    if (difference.empty()) return true;
    ++differences;
    ADD_FAILURE() << "memory_controller, run " << runs << ": " << difference;
    return false;
  }
  void print(const char* machine) const {
    std::cout << "PARITY: memory_controller (" << machine << ") runs=" << runs << " reads=" << reads
              << " commands=" << commands << " events=" << events << " cycles=" << cycles
              << " differences=" << differences << std::endl;
  }
};

void compare_machine(std::size_t machine, const char* name, int runs) {
  const ChipConfig config = machines_of("memory_controller").at(machine);
  Random random(41 + machine);
  Parity parity;
  for (int run = 0; run < runs; ++run) {
    const int strays = run % 3 == 0 ? 30 : 0;
    if (!parity.compare(config, random_script(random, config, 10 + random.below(90), strays))) break;
  }
  parity.print(name);
}

TEST(MemoryControllerParity, Paper41) {
  compare_machine(0, "paper41", 300);
}
TEST(MemoryControllerParity, ClosedPageOneRegister) {
  compare_machine(1, "closed page, one register", 150);
}
TEST(MemoryControllerParity, FourRegistersTwoBanks) {
  compare_machine(2, "four registers, two banks", 150);
}

// Verilator's message goes through the context of the module that was made or destroyed last.
TEST(MemoryControllerDeathTest, AnAssertionEndsTheProgramAlsoWhenAnotherModuleIsGone) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const RtlBuild& build = build_for("memory_controller", ChipConfig{});
  RtlPins pins("memory_controller", build.make());
  { const RtlPins other("memory_controller", build.make()); }
  pins.input("releases_valid_i", 2).set(1);  // a release of no pair
  pins.evaluate();
  EXPECT_EXIT(pins.clock(), testing::KilledBySignal(SIGABRT), "");
}

}  // namespace
}  // namespace collisionchip
