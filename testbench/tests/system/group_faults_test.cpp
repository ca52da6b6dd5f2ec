// Memory errors and resets of the machine with groups. With check bits one wrong bit is corrected, and two in a word that is
// read are reported. So every wrong answer is reported, for each unit, cache, query of the queue and engine. A stopped run
// leaves no trace in the next one.
#include "collisionchip/reference/image/secded.h"
#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/testbench/faults/fault_campaign.h"
#include "collisionchip/testbench/tests/system/grouped_objects.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

using namespace testing_support;

ChipConfig with_check_bits(const char* name, std::uint32_t queries = 1, std::uint32_t engines = 1) {
  ChipConfig config = preset(name);
  config.sdram.ecc = Ecc::secded;
  config.group_engine.queries = queries;
  config.engine.count = engines;
  return config;
}

// Small caches too: records are read again and again. Without filters of corners leaves are moved late.
std::vector<ChipConfig> machines_with_check_bits() {
  ChipConfig cached = with_check_bits("beyond"), plain = with_check_bits("beyond-triangle-unit");
  cached.record_cache.group_lines = cached.record_cache.block_lines = 4;
  plain.group.tight_leaf = plain.group.plane = plain.group.own_volume = plain.group.leaf_plane = false;
  return {with_check_bits("beyond"), cached, plain, with_check_bits("beyond", 3),
          with_check_bits("beyond", 4, 2)};
}

struct Found {
  int reported = 0, silent = 0, right = 0;
};

// One query for each entry of the queue, each at a pose of its own.
std::vector<std::vector<TrianglePair>> ask(JudgedSimulation& simulation, const std::vector<Pose>& poses) {
  std::vector<std::vector<TrianglePair>> pairs;
  if (poses.size() == 1) return {simulation.query(poses[0]).pairs};
  for (const ChipAnswer& answer : simulation.query_batch(poses).answers) pairs.push_back(answer.pairs);
  return pairs;
}

// So many times two wrong bits in a word somewhere, and once more one in each of them.
Found double_errors(const ChipConfig& config, ObjectPair objects, int count, std::uint64_t seed) {
  objects = grouped(std::move(objects), config);
  Random random(seed);
  std::vector<Pose> poses(config.group_engine.queries);
  for (Pose& pose : poses) pose = random_pose(random, 0.2);
  JudgedSimulation simulation(config);
  simulation.driver().upload(objects.a, objects.b);
  const auto right = ask(simulation, poses);
  EXPECT_GT(right[0].size(), 5u);
  Sdram& memory = simulation.board().sdram();
  const std::uint64_t words = memory.stored_bytes() / kEccWordBytes;
  Found found;
  for (int run = 0; run < count; ++run) {
    const std::uint64_t address = random.bits() % words * kEccWordBytes;
    const auto first = static_cast<unsigned>(random.below(kEccCodeBits));
    const auto second = (first + 1 + static_cast<unsigned>(random.below(kEccCodeBits - 1))) % kEccCodeBits;
    memory.invert_bit(address, first);
    EXPECT_EQ(ask(simulation, poses), right) << "one wrong bit at " << hex(address);
    memory.invert_bit(address, second);
    try {
      ++(ask(simulation, poses) == right ? found.right : found.silent);
    } catch (const ChipError& error) {
      EXPECT_EQ(error.what(), "chip: uncorrectable SDRAM error at address " + hex(address));
      ++found.reported;
    }
    memory.invert_bit(address, first);
    memory.invert_bit(address, second);
  }
  EXPECT_EQ(ask(simulation, poses), right) << "after all these errors";
  return found;
}

TEST(GroupFaults, ADoubleErrorIsReportedWhoeverMeetsIt) {
  std::uint64_t seed = 31;
  for (const ChipConfig& config : machines_with_check_bits()) {
    const Found found = double_errors(config, {object_of(torus(8, 6)), object_of(torus(9, 5))}, 60, ++seed);
    EXPECT_EQ(found.silent, 0) << seed;
    EXPECT_GT(found.reported, 20) << seed;
  }
}

TEST(LongGroupFaults, HundredsOfDoubleErrorsAreReported) {
  std::uint64_t seed = 41;
  for (const ChipConfig& config : machines_with_check_bits()) {
    const Found found = double_errors(config, tori(), 600, ++seed);
    EXPECT_EQ(found.silent, 0) << seed;
    EXPECT_GT(found.reported, 100) << seed;
  }
}

// faults gear.stl knot.stl --chip beyond --set sdram.ecc=secded --random 150
TEST(LongGroupFaults, CampaignsOnTheChipHaveNoSilentErrorOfTheMemory) {
  const ObjectPair objects{object_of(make_procedural_mesh("gear", 400)),
                           object_of(make_procedural_mesh("torus-knot", 400))};
  Random random(3);
  for (const char* name : {"beyond", "beyond-triangle-unit"}) {
    const ChipConfig config = with_check_bits(name);
    const ObjectPair both = grouped(objects, config);
    FaultCampaign campaign(config, both.a, both.b, random_pose(random, 0.1));
    ASSERT_GT(campaign.clean().pairs.size(), 5u);
    for (const Fault::Kind kind : {Fault::Kind::sdram, Fault::Kind::sdram_double}) {
      for (std::uint64_t seed = 0; seed < 150; ++seed) {
        const FaultOutcome outcome = campaign.run({*random_fault(kind, campaign.room(), seed)});
        EXPECT_NE(outcome.effect, FaultEffect::silent) << name << ' ' << seed << ' ' << outcome.what;
      }
    }
  }
}

// --- Reset ---

std::string account_of_all(JudgedSimulation& simulation, const std::vector<Pose>& poses) {
  if (poses.size() == 1) return account_of(simulation.query(poses[0]));
  const ChipBatch batch = simulation.query_batch(poses);
  std::string text = account_of(batch.whole);
  for (const ChipAnswer& answer : batch.answers) text += " " + std::to_string(answer.cycles);
  return text;
}

// The watchdog stops runs at any time; then the same is asked again, with all the time it wants.
void stop_anywhere(const ChipConfig& config, int runs) {
  const bool touching = config.contact_unit.multipliers > 0;
  const ObjectPair objects =
      grouped({object_of(torus(8, 6)), touching ? object_of(torus(8, 6)) : object_of(torus(9, 5))}, config);
  Random random(5);
  std::vector<Pose> poses(config.group_engine.queries);
  for (Pose& pose : poses) pose = touching ? Pose{} : random_pose(random, 0.2);
  JudgedSimulation simulation(config);
  Driver& driver = simulation.driver();
  driver.upload(objects.a, objects.b);
  const std::string fresh = account_of_all(simulation, poses);
  const Cycle setup = query_setup_cycles(config) * poses.size();
  const Cycle cycles =
      poses.size() == 1 ? simulation.query(poses[0]).cycles : simulation.query_batch(poses).whole.cycles;
  int stopped = 0;
  for (int run = 0; run < runs; ++run) {
    driver.set_cycle_limit(setup + 1 + static_cast<Cycle>(random.below(static_cast<int>(cycles))));
    try {
      account_of_all(simulation, poses);
    } catch (const ChipError&) {
      ++stopped;
    }
    driver.set_cycle_limit(0);
    ASSERT_EQ(account_of_all(simulation, poses), fresh) << "run " << run;
  }
  EXPECT_GT(stopped, runs / 2);
}

// Full queues everywhere, so that there is much to forget.
TEST(GroupReset, ARunThatWasStoppedAnywhereLeavesNothingBehind) {
  ChipConfig crowded = preset("beyond");
  crowded.group_engine.entries = 40;
  crowded.group_engine.contexts = 5;
  crowded.record_cache.window = 3;
  crowded.leaf_unit.waiting = 2;
  crowded.leaf_unit.dotadds = crowded.group_unit.dotadds = crowded.group_unit.compares = 1;
  crowded.pointer_fifo.depth = crowded.pointer_fifo.threshold = 2;
  ChipConfig slow = preset("beyond");
  slow.small_triangle_unit.undecided = UndecidedPairs::slow_unit;
  slow.small_triangle_unit.record_makers = 1;
  slow.group_engine.queries = 3;
  ChipConfig engines = preset("beyond");
  engines.group_engine.queries = 4;
  engines.engine.count = 2;
  ChipConfig contact = preset("beyond-contact");
  contact.contact_unit.multipliers = 1;  // every pair waits for it
  for (const ChipConfig& config : {crowded, slow, engines, contact, preset("beyond-triangle-unit")})
    stop_anywhere(config, 25);
}

}  // namespace
}  // namespace collisionchip
