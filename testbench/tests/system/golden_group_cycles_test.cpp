// Cycles and pairs of random machines with groups, as they were when a developer last checked them: a second net behind the
// tests of the contracts. golden_group_cycles.txt has a machine a line. When a contract changes:
//
//   COLLISIONCHIP_WRITE_GOLDEN=1 build/check/testbench/tests/system/system_tests --gtest_filter='GoldenGroupCycles.*'
//
// writes it again, and the change says why the numbers differ.
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "collisionchip/testbench/tests/system/grouped_objects.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

using namespace testing_support;

const std::string kGoldenCycles = COLLISIONCHIP_SOURCE_DIR "/testbench/tests/system/golden_group_cycles.txt";
constexpr std::uint64_t kGoldenMachines = 15;

// Every third machine has a queue, every sixth several engines, and the last three have a Contact Unit.
ChipConfig golden_machine(std::uint64_t number) {
  Random random(900 + number);
  ChipConfig base = preset(number % 4 == 3 ? "beyond-triangle-unit" : "beyond");
  ChipConfig config = random_config(random, base);
  config.pointer_fifo.entry_check = false;
  config.group_engine.queries = number % 3 == 2 ? 4 : 1;
  config.engine.count = number % 6 == 5 ? 3 : 1;
  if (number >= 12) {
    config.small_triangle_unit.determinants = true;
    config.small_triangle_unit.undecided = UndecidedPairs::host;
    config.contact_unit.multipliers = 5;
    config.contact_unit.queue_depth = 3;
  }
  return config;
}

// What has to be set behind the preset, whose name comes first; keys that come later do not change a line.
std::string text_of(const ChipConfig& config) {
  std::string text = "beyond";
  ChipConfig so_far = preset("beyond");
  for (const ConfigKey& key : config_keys()) {
    const bool takes_time = key.section() != "area" && key.section() != "energy";
    if (!takes_time || key.get(so_far) == key.get(config)) continue;
    key.set(so_far, key.get(config));
    text += fmt::format(" {}={}", key.name, key.get(config));
  }
  return text;
}

ChipConfig machine_of(std::istringstream& text) {
  std::string word;
  text >> word;
  ChipConfig config = preset(word);
  while (text >> word) {
    const std::size_t equals = word.find('=');
    const ConfigKey* const key = find_key(word.substr(0, equals));
    if (key == nullptr) throw std::runtime_error("no key " + word);
    key->set(config, static_cast<std::uint32_t>(std::stoul(word.substr(equals + 1))));
  }
  return config;
}

// "cycles pairs" of a few poses on this machine; with a Contact Unit an object touches its copy everywhere.
std::string measured(const ChipConfig& config) {
  ObjectPair objects = grouped(tori(config.dop.k), config);
  const bool touching = config.contact_unit.multipliers > 0;
  if (touching) objects.b = objects.a;
  Random random(17);
  std::vector<Pose> poses(config.group_engine.queries);
  for (Pose& pose : poses) pose = touching ? Pose{} : random_pose(random, 0.4);
  JudgedSimulation simulation(config);
  simulation.driver().upload(objects.a, objects.b);
  if (poses.size() == 1) {
    const ChipAnswer answer = simulation.query(poses[0]);
    return fmt::format("{} {}", answer.cycles, answer.pairs.size());
  }
  const ChipBatch batch = simulation.query_batch(poses);
  std::size_t pairs = 0;
  for (const ChipAnswer& answer : batch.answers) pairs += answer.pairs.size();
  return fmt::format("{} {}", batch.whole.cycles, pairs);
}

void write_golden_cycles() {
  std::ofstream file(kGoldenCycles);
  file << "# cycles, pairs, preset and keys by their numbers; golden_group_cycles_test.cpp says how it is "
          "made\n";
  for (std::uint64_t number = 0; number < kGoldenMachines; ++number) {
    const ChipConfig config = golden_machine(number);
    file << measured(config) << ' ' << text_of(config) << '\n';
  }
}

TEST(GoldenGroupCycles, RandomMachinesTakeTheCyclesThatTheyTook) {
  if (std::getenv("COLLISIONCHIP_WRITE_GOLDEN") != nullptr) write_golden_cycles();
  std::ifstream file(kGoldenCycles);
  std::string line;
  std::uint64_t machines = 0;
  while (std::getline(file, line)) {
    if (line[0] == '#') continue;
    std::istringstream text(line);
    std::string cycles, pairs;
    text >> cycles >> pairs;
    const ChipConfig config = machine_of(text);
    ASSERT_EQ(find_conflict(config), std::nullopt) << line;
    EXPECT_EQ(measured(config), cycles + ' ' + pairs) << "machine " << machines << ": " << line;
    ++machines;
  }
  EXPECT_EQ(machines, kGoldenMachines);
}

}  // namespace
}  // namespace collisionchip
