// Whole queries on a memory with wrong bits and sdram.ecc = secded: single flips leave the answer and all cycles as they are.
// Two flips in one word end the query with an error if the word is read. There is never a wrong answer.
#include "collisionchip/reference/image/secded.h"
#include "collisionchip/testbench/tests/system/system_support.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

using namespace testing_support;

struct EccQueries : ::testing::Test {
  Random random{11};
  ObjectPair objects{object_of(torus(8, 6)), object_of(torus(9, 5))};
  Pose pose = random_pose(random, 0.2);

  static ChipConfig config(const std::string& name = "paper41") {
    ChipConfig c = preset(name);
    c.sdram.ecc = Ecc::secded;
    c.sdram.capacity_mib = 1;
    return c;
  }
  unsigned random_bit() { return static_cast<unsigned>(random.below(kEccCodeBits)); }
};

std::uint64_t words_of(JudgedSimulation& simulation) {
  return simulation.board().sdram().stored_bytes() / kEccWordBytes;
}

// Everything but how many words were corrected.
std::string account_without_corrections(ChipAnswer answer) {
  answer.statistics.at(statistic_place("memory_controller.corrected_words")).number = 0;
  return account_of(answer);
}

TEST_F(EccQueries, ItCostsTheStageOfEveryWaitAndNoAnswer) {
  for (const std::string& name : preset_names()) {
    ChipConfig c = config(name);
    std::vector<Cycle> taken;
    for (const std::uint32_t stages : {0u, 1u, 8u}) {
      c.sdram.ecc_cycles = stages;
      JudgedSimulation simulation(c);
      simulation.driver().upload(objects.a, objects.b);
      const ChipAnswer answer = simulation.query(pose);
      expect_reference(answer, reference_answer(objects, pose, c));
      EXPECT_EQ(counter(answer, "memory_controller.corrected_words"), 0u);
      taken.push_back(answer.cycles);
      expect_clean(simulation);
    }
    c.sdram.ecc = Ecc::none;
    JudgedSimulation simulation(c);
    simulation.driver().upload(objects.a, objects.b);
    EXPECT_EQ(simulation.query(pose).cycles, taken[0]) << "no stage, no cycle";
    EXPECT_LT(taken[0], taken[1]);
    EXPECT_LT(taken[1], taken[2]);
  }
}

// One wrong bit in every word of both objects at once, again and again: thousands of flips a query.
TEST_F(EccQueries, SingleFlipsInAllWordsChangeNothing) {
  for (const std::string& name : preset_names()) {
    JudgedSimulation simulation(config(name));
    simulation.driver().upload(objects.a, objects.b);
    const std::string clean = account_of(simulation.query(pose));
    const std::uint64_t words = words_of(simulation);
    ASSERT_GT(words, 4000u);
    for (int run = 0; run < 4; ++run) {
      std::vector<unsigned> bits;
      for (std::uint64_t word = 0; word < words; ++word) {
        bits.push_back(random_bit());
        simulation.board().sdram().invert_bit(word * kEccWordBytes, bits.back());
      }
      const ChipAnswer answer = simulation.query(pose);
      EXPECT_EQ(account_without_corrections(answer), clean) << name;
      const std::uint64_t read = counter(answer, "sdram.bytes") / kEccWordBytes;
      EXPECT_EQ(counter(answer, "memory_controller.corrected_words"), read) << "each word it read";
      for (std::uint64_t word = 0; word < words; ++word)
        simulation.board().sdram().invert_bit(word * kEccWordBytes, bits[word]);
    }
    EXPECT_EQ(account_of(simulation.query(pose)), clean);
    expect_clean(simulation);
  }
}

// A word is read by the query if its single flip was corrected; then a second flip must be an error that
// names it, and otherwise nothing at all.
void double_flips(const ObjectPair& objects, const Pose& pose, const ChipConfig& config, Random& random,
                  int count) {
  JudgedSimulation simulation(config);
  Driver& driver = simulation.driver();
  driver.upload(objects.a, objects.b);
  const std::string clean = account_of(simulation.query(pose));
  const std::uint64_t words = words_of(simulation);
  int errors = 0, untouched = 0, in_vain = 0;
  for (int run = 0; run < count; ++run) {
    const std::uint64_t address = random.bits() % words * kEccWordBytes;
    const auto first = static_cast<unsigned>(random.below(kEccCodeBits));
    const auto second = (first + 1 + static_cast<unsigned>(random.below(kEccCodeBits - 1))) % kEccCodeBits;
    simulation.board().sdram().invert_bit(address, first);
    const ChipAnswer single = simulation.query(pose);
    ASSERT_EQ(account_without_corrections(single), clean);
    const bool read = counter(single, "memory_controller.corrected_words") > 0;
    simulation.board().sdram().invert_bit(address, second);
    try {
      EXPECT_EQ(account_of(simulation.query(pose)), clean);
      ++(read ? in_vain : untouched);  // a prefetch in vain, still on its way when the query ended
    } catch (const ChipError& error) {
      EXPECT_TRUE(read);
      EXPECT_EQ(error.what(), "chip: uncorrectable SDRAM error at address " + hex(address));
      ++errors;
    }
    simulation.board().sdram().invert_bit(address, first);
    simulation.board().sdram().invert_bit(address, second);
  }
  EXPECT_EQ(account_of(simulation.query(pose)), clean) << "after all these errors";
  EXPECT_GT(errors, count / 4);
  EXPECT_GT(untouched, 0);
  EXPECT_LE(in_vain, count / 20);
  expect_clean(simulation);
}

TEST_F(EccQueries, TwoFlipsInAWordThatIsReadAreAnError) {
  for (const char* name : {"paper41", "paper52"}) double_flips(objects, pose, config(name), random, 150);
}

// Records read by debug transport (no time, no traffic) are corrected and refused like the others.
TEST_F(EccQueries, AnIdealTriangleUnitIsToldToo) {
  ChipConfig c = config();
  c.triangle_unit.ideal = true;
  JudgedSimulation simulation(c);
  simulation.driver().upload(objects.a, objects.b);
  const std::string clean = account_of(simulation.query(pose));
  const MemoryImage image = make_memory_image(*c.node_format, objects.a, 0);
  const std::uint64_t first = image.bytes() - objects.a.triangles.size() * kTriangleBytes;
  for (std::uint64_t record = first; record < image.bytes(); record += kTriangleBytes)
    simulation.board().sdram().invert_bit(record + 16, random_bit());
  EXPECT_EQ(account_of(simulation.query(pose)), clean);
  for (std::uint64_t record = first; record < image.bytes(); record += kTriangleBytes) {
    simulation.board().sdram().invert_bit(record + 24, 0);
    simulation.board().sdram().invert_bit(record + 24, 71);
  }
  try {
    simulation.query(pose);
    ADD_FAILURE() << "expected an error";
  } catch (const ChipError& error) {
    EXPECT_EQ(std::string(error.what()).rfind("chip: uncorrectable SDRAM error", 0), 0u) << error.what();
  }
}

TEST(LongEccQueries, ThousandsOfDoubleFlips) {
  Random random(12);
  for (const std::string& name : {std::string("paper41"), std::string("paper52")}) {
    ChipConfig c = EccQueries::config(name);
    double_flips(tori(), random_pose(random, 0.2), c, random, 2000);
  }
}

}  // namespace
}  // namespace collisionchip
