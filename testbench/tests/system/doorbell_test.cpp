// Queries as doorbells: a Pose Unit makes the registers, and the command queue takes the next query while others run.
#include "collisionchip/tlm/machine/doorbell.h"
#include "collisionchip/testbench/tests/system/grouped_objects.h"
#include "collisionchip/testbench/tests/system/system_support.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

using namespace testing_support;

ChipConfig pose_machine(std::uint32_t queries) {
  ChipConfig config = preset("beyond");
  config.host.kind = HostKindKey::pcie;
  config.host.results = HostResults::memory;
  config.group_engine.queries = queries;
  config.pose_unit.multipliers = 4;
  return config;
}

std::vector<Pose> some_poses(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<Pose> poses(count);
  for (Pose& pose : poses) pose = random_pose(random, 0.4);
  return poses;
}

// The pairs of all poses, asked together.
void expect_right(const ChipConfig& config, const std::vector<Pose>& poses) {
  const ObjectPair objects = grouped(tori(), config);
  JudgedSimulation simulation(config);
  simulation.driver().upload(objects.a, objects.b);
  const ChipBatch batch = simulation.query_batch(poses);
  for (std::size_t i = 0; i < poses.size(); ++i)
    EXPECT_EQ(batch.answers[i].pairs, reference_answer(objects, poses[i], config).pairs) << i;
  expect_clean(simulation);
}

TEST(Doorbells, AnswerAsTheReferenceDoesOneByOne) {
  for (const std::uint32_t queries : {1u, 4u}) {
    const ChipConfig config = pose_machine(queries);
    const ObjectPair objects = grouped(tori(), config);
    JudgedSimulation simulation(config);
    simulation.driver().upload(objects.a, objects.b);
    for (const Pose& pose : some_poses(5, 1)) {
      const ChipAnswer answer = simulation.query(pose);
      const Cycle eq5 =
          dop_list_traversal(objects.a, objects.b, pose, query_options(config, objects.a, objects.b))
              .counters.eq5_cycles();
      expect_reference(answer, reference_answer(objects, pose, config), eq5);
      EXPECT_EQ(counter(answer, "pose_unit.commands"), 1u);
      EXPECT_EQ(counter(answer, "result_unit.closings"), 1u);
    }
    expect_clean(simulation);
  }
}

TEST(Doorbells, AQueueOfOneEntryEndsItsRunWithTheLastDoorbell) {
  expect_right(pose_machine(1), some_poses(5, 7));
}

TEST(Doorbells, MoreThanTheQueueHasEntriesRunInOneRun) {
  const ChipConfig config = pose_machine(4);
  const ObjectPair objects = grouped(tori(), config);
  const std::vector<Pose> poses = some_poses(40, 2);
  JudgedSimulation simulation(config);
  simulation.driver().upload(objects.a, objects.b);
  for (const bool first_witness : {false, true}) {
    const ChipBatch batch = simulation.query_batch(poses, first_witness);
    EXPECT_EQ(counter(batch.whole, "pose_unit.starts"), poses.size());
    Cycle sum = 0;
    for (std::size_t i = 0; i < poses.size(); ++i) {
      const QueryResult expected = reference_answer(objects, poses[i], config, first_witness);
      const ChipAnswer& answer = batch.answers[i];
      EXPECT_EQ(answer.pairs.empty(), expected.pairs.empty()) << i;
      if (!first_witness) {
        EXPECT_EQ(answer.pairs, expected.pairs) << i;
        EXPECT_EQ(answer.lists, expected.counters.lists) << i;
        EXPECT_EQ(answer.triangle_tests, expected.counters.triangle_tests) << i;
      }
      EXPECT_GT(answer.cycles, 0u);
      EXPECT_LE(answer.cycles, batch.whole.cycles);
      EXPECT_GE(answer.settled_cycles, answer.cycles);
      sum += answer.cycles;
    }
    EXPECT_GT(sum, 2 * batch.whole.cycles) << "several run at a time";
  }
  expect_clean(simulation);
}

TEST(Doorbells, ARunTakesTheSameCyclesWhateverCameBefore) {
  const ChipConfig config = pose_machine(3);
  const ObjectPair objects = grouped(tori(), config);
  const std::vector<Pose> poses = some_poses(9, 3);
  std::vector<std::string> accounts;
  for (const bool warm : {false, true}) {
    JudgedSimulation simulation(config);
    simulation.driver().upload(objects.a, objects.b);
    if (warm) simulation.query(poses[5], true);
    accounts.push_back(account_of(simulation.query_batch(poses).whole));
  }
  EXPECT_EQ(accounts[0], accounts[1]);
}

TEST(Doorbells, WorkThatFoundNoRoomIsASecondRun) {
  ChipConfig config = pose_machine(4);
  config.group_engine.entries = 64;
  const ObjectPair objects = grouped(tori(), config);
  const std::vector<Pose> poses = some_poses(6, 4);
  JudgedSimulation simulation(config);
  simulation.driver().upload(objects.a, objects.b);
  const ChipBatch batch = simulation.query_batch(poses);
  std::uint64_t unfinished = 0;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    EXPECT_EQ(batch.answers[i].pairs, reference_answer(objects, poses[i], config).pairs) << i;
    unfinished += batch.answers[i].unfinished;
  }
  EXPECT_GT(unfinished, 0u);
}

TEST(Doorbells, SeveralEnginesShareTheQueue) {
  ChipConfig config = pose_machine(6);
  config.engine.count = 2;
  expect_right(config, some_poses(20, 5));
}

// The driver alone answers, and the simulation counts nothing.
TEST(Doorbells, TheDriverOfASimulationCanBeAskedItself) {
  for (const std::uint32_t multipliers : {0u, 4u}) {
    ChipConfig config = pose_machine(2);
    config.pose_unit.multipliers = multipliers;
    const ObjectPair objects = grouped(tori(), config);
    const Pose pose = some_poses(1, 8)[0];
    JudgedSimulation simulation(config);
    simulation.driver().upload(objects.a, objects.b);
    EXPECT_EQ(simulation.driver().query(pose).pairs, reference_answer(objects, pose, config).pairs);
  }
}

TEST(Doorbells, ASlotWithoutAnObjectIsRefusedInTheRing) {
  const ChipConfig config = pose_machine(2);
  const ObjectPair objects = grouped(tori(), config);
  JudgedSimulation simulation(config);
  Driver& driver = simulation.driver();
  driver.upload(objects.a, objects.b);
  PoseCommand command;
  command.object_b = 7;
  command.query = 1;
  command.last = true;
  const DoorbellWords words = doorbell_words(command);
  sc_core::sc_time delay;
  driver.write_word(registers::kRingBaseLow, 0, delay);
  driver.write_word(registers::kRingBaseHigh, 1, delay);
  driver.write_word(registers::kControl, registers::kReset, delay);
  ASSERT_EQ(driver.write(registers::kDoorbell, words.data(), 4 * words.size(), delay), tlm::TLM_OK_RESPONSE);
  driver.elapse(delay);
  sc_core::sc_start(sc_core::sc_time(20, sc_core::SC_US));
  const auto next = driver.rings()->next();
  ASSERT_TRUE(next);
  EXPECT_EQ(next->ring, 1u);
  EXPECT_TRUE(next->burst.closing);
  EXPECT_EQ(next->burst.status, registers::kDone | registers::kError | registers::kRefused);
  EXPECT_EQ(refusal_of(next->burst.error_address).object, 7u);
  EXPECT_EQ(refusal_of(next->burst.error_address).kind, PoseRefusal::Kind::no_object_b);
  EXPECT_EQ(driver.read_word(registers::kStatus, delay) & (registers::kBusy | registers::kDone),
            registers::kDone);
}

TEST(Doorbells, AreReadAsTheyWereWritten) {
  PoseCommand command;
  for (std::uint32_t i = 0; i < command.pose.size(); ++i) command.pose[i] = 100 + i;
  command.object_a = 0x1234;
  command.object_b = 0xfedc;
  command.tumbled_root = 5;
  command.aligned_root = 6;
  command.query = 13;
  command.first_witness = command.a_tumbled = command.last = true;
  const DoorbellWords words = doorbell_words(command);
  const PoseCommand read = pose_command_of(words.data());
  EXPECT_EQ(doorbell_words(read), words);
  EXPECT_EQ(read.object_b, 0xfedcu);
  EXPECT_EQ(read.query, 13u);
  EXPECT_TRUE(read.first_witness && read.a_tumbled && read.last);
  EXPECT_EQ(read.pose[11], 111u);
}

TEST(Doorbells, MoreObjectsThanTheTableHasRoomForAreRefused) {
  ChipConfig config = pose_machine(2);
  config.pose_unit.objects = 4;
  const ObjectPair objects = grouped(tori(), config);
  const BoardImage image =
      make_board_image(config, {&objects.a, &objects.b, &objects.a, &objects.b, &objects.a});
  JudgedSimulation simulation(config);
  EXPECT_THROW(simulation.attach(image), InputError);
}

}  // namespace
}  // namespace collisionchip
