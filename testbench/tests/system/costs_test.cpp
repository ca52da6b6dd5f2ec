// Costs of a query: operations against the reference's
// counts and the paper's units, energy against sums by hand.
#include "collisionchip/tlm/statistics/costs.h"

#include <cmath>

#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/testbench/tests/system/system_support.h"
#include "collisionchip/tlm/config/memory_kinds.h"
#include "collisionchip/tlm/kinds/triangle_cost.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

using namespace testing_support;

ChipAnswer query(const ObjectPair& objects, const ChipConfig& config, const Pose& pose = {}) {
  BoardOptions unchecked;
  unchecked.checkers = false;
  JudgedSimulation simulation(config, unchecked);
  simulation.driver().upload(objects.a, objects.b);
  return simulation.query(pose);
}

// §4.3: twelve DOTADDs for three cycles, and the first stage of Figure 7 for six edges.
TEST(Costs, OfATriangleTestAreThePapersUnits) {
  const Operations paper = triangle_operations(false);
  EXPECT_EQ(paper.multiplies, 12u * 3 * 3 + 6 * 4);
  EXPECT_EQ(paper.adds, 12u * 3 * 3 + 6 * 4);
  EXPECT_EQ(paper.compares, 6u * 7);
  const Operations filter = triangle_operations(true);
  // One more DOTADD for each of the twelve, 8 products of errors for each edge.
  EXPECT_EQ(filter.multiplies - paper.multiplies, 12u * 3 * 3 + 6 * 8);
  EXPECT_EQ(filter.adds - paper.adds, 12u * 3 * 3 + 18 + 6 * 17);
  EXPECT_EQ(filter.compares - paper.compares, 18u * 3 + 6 * 8);
}

// Without prefetch nothing is transformed in vain; a closed tree has no invalid members below its roots.
TEST(Costs, OfTheDopUnitAreTheReferencesTransformsAndTests) {
  for (const std::uint32_t k : {6u, 24u}) {
    const ObjectPair objects = tori(k);
    ChipConfig config = preset("paper52");
    config.dop.k = k;
    const ChipAnswer answer = query(objects, config);
    // A DOTADD per row and sibling; both ends of k / 2 intervals for each of four pairs of DOPs.
    EXPECT_EQ(counter(answer, "dop_unit.multiplies"), answer.lists * 2 * k * 3);
    EXPECT_EQ(counter(answer, "dop_unit.adds"), answer.lists * 2 * k * 3);
    EXPECT_EQ(counter(answer, "dop_unit.compares"), answer.aligned_pairs * 4 * k);
    const QueryResult reference = reference_answer(objects, Pose{}, config);
    EXPECT_LE(3 * k * reference.counters.transforms, counter(answer, "dop_unit.multiplies"));
    EXPECT_LE(k * reference.counters.overlap_tests, counter(answer, "dop_unit.compares"));
    EXPECT_GE(2 * k * reference.counters.overlap_tests, counter(answer, "dop_unit.compares"));
  }
}

TEST(Costs, SpeculationCostsOperations) {
  const ObjectPair objects = {object_of(make_procedural_mesh("gear", 400, 1)),
                              object_of(make_procedural_mesh("finned-casting", 400, 1))};
  const Pose pose = pose_from_quaternion({0.35, 0.1, 0.05, 0.9, 0.3, 0.2, 0.1});
  ChipConfig config;
  const ChipAnswer with = query(objects, config, pose);
  config.stack_engine.prefetch = false;
  const ChipAnswer without = query(objects, config, pose);
  EXPECT_GT(counter(with, "dop_unit.discarded_pairs"), 0u);
  const std::uint64_t transformed = without.lists - counter(without, "stack_engine.lists_kept");
  EXPECT_EQ(counter(without, "dop_unit.tumbled_pairs"), transformed);
  EXPECT_EQ(counter(with, "dop_unit.multiplies") - counter(without, "dop_unit.multiplies"),
            2u * 24 * 3 * (counter(with, "dop_unit.tumbled_pairs") - transformed));
  EXPECT_GT(counter(with, "dop_unit.energy_pj"), counter(without, "dop_unit.energy_pj"));
}

TEST(Costs, BytesAreThoseOfTheUnitsPages) {
  const ObjectPair objects = tori();
  ChipConfig config;
  config.triangle_unit.filter = false;  // the paper's lines of 21 floats and a tag
  const ChipAnswer answer = query(objects, config);
  EXPECT_EQ(counter(answer, "stack_sram_left.sram_bytes"), 65536u * 4);
  EXPECT_EQ(counter(answer, "dop_unit.sram_bytes"), 24u * 5 * 4 + 2 * 2 * 24 * 4);
  EXPECT_EQ(counter(answer, "triangle_unit.sram_bytes"), 11264u + 2 * 88 + 2 * 768);
  EXPECT_EQ(counter(answer, "pointer_fifo.sram_bytes"), 1024u * 8);
  EXPECT_EQ(counter(answer, "chip.sram_bytes"), 480u + 384 + 11264 + 176 + 1536 + 8192);
}

TEST(Costs, AccessesAreCountedWhereTheyHappen) {
  const ObjectPair objects = tori();
  ChipConfig config;
  config.triangle_unit.filter = false;
  const ChipAnswer answer = query(objects, config);
  EXPECT_EQ(counter(answer, "stack_sram_left.sram_words"),
            counter(answer, "stack_sram_left.words_read") + counter(answer, "stack_sram_left.words_written"));
  EXPECT_EQ(counter(answer, "pointer_fifo.sram_words"), 4 * counter(answer, "pointer_fifo.entries"));
  EXPECT_EQ(counter(answer, "triangle_unit.sram_words"),
            21 * (2 * answer.triangle_tests + counter(answer, "triangle_unit.aligned_cache_misses") +
                  counter(answer, "triangle_unit.tumbled_memory_misses")) +
                2 * 2 * 12 * answer.triangle_tests);
  EXPECT_EQ(counter(answer, "dop_unit.sram_words"),
            counter(answer, "dop_unit.tumbled_pairs") * (24 * 5 + 2 * 24) + answer.aligned_pairs * 4 * 24);
}

// The published figures, multiplied out: 16 times those of 45 nm; 32 memory chips.
TEST(Costs, EnergyIsTheSumOfItsActions) {
  const ObjectPair objects = tori();
  const ChipAnswer answer = query(objects, ChipConfig{});
  const auto n = [&](const char* name) { return static_cast<double>(counter(answer, name)); };
  const double sdram = 32 * (n("sdram.activates") * 11250 + n("sdram.data_cycles") * 938 +
                             static_cast<double>(answer.cycles) * 125 * 3.75);
  EXPECT_NEAR(n("sdram.energy_pj"), sdram, 1);
  // 256 KiB: the square root of 32 times 5 pJ.
  EXPECT_NEAR(n("stack_sram_left.energy_pj"), 16 * 5 * std::sqrt(32) * n("stack_sram_left.sram_words"), 1);
  EXPECT_NEAR(n("pointer_fifo.energy_pj"), 16 * 5 * n("pointer_fifo.sram_words"), 1);
  const double dop =
      3.7 * n("dop_unit.multiplies") + 0.9 * n("dop_unit.adds") + 0.1 * n("dop_unit.compares") +
      5 * std::sqrt(480.0 / 8192) * n("dop_unit.tumbled_pairs") * 120 +
      5 * std::sqrt(384.0 / 8192) * (n("dop_unit.sram_words") - n("dop_unit.tumbled_pairs") * 120);
  EXPECT_NEAR(n("dop_unit.energy_pj"), 16 * dop, 1);
  const double arithmetic =
      3.7 * n("triangle_unit.multiplies") + 0.9 * n("triangle_unit.adds") + 0.1 * n("triangle_unit.compares");
  EXPECT_GT(n("triangle_unit.energy_pj"), 16 * arithmetic);
  EXPECT_LT(n("triangle_unit.energy_pj"), 16 * (arithmetic + 10 * n("triangle_unit.sram_words")));
  EXPECT_EQ(counter(answer, "chip.energy_pj"),
            counter(answer, "sdram.energy_pj") + counter(answer, "stack_sram_left.energy_pj") +
                counter(answer, "stack_sram_right.energy_pj") + counter(answer, "dop_unit.energy_pj") +
                counter(answer, "triangle_unit.energy_pj") + counter(answer, "pointer_fifo.energy_pj"));
}

// Each key alone, taken to zero: energy falls, and nothing else in the account changes.
TEST(Costs, EveryKeyCountsAndChangesNothingElse) {
  const ObjectPair objects = tori();
  const ChipAnswer usual = query(objects, ChipConfig{});
  const auto without_energy = [](ChipAnswer answer) {
    for (std::size_t i = 0; i < statistics_table().size(); ++i) {
      if (statistics_table()[i].name.find(".energy_pj") != std::string::npos)
        answer.statistics.at(i).number = 0;
    }
    return account_of(answer);
  };
  int keys = 0;
  for (const ConfigKey& key : config_keys()) {
    if (key.section() != "energy") continue;
    ++keys;
    ChipConfig config;
    key.set(config, 0);
    const ChipAnswer answer = query(objects, config);
    EXPECT_LT(counter(answer, "chip.energy_pj"), counter(usual, "chip.energy_pj")) << key.name;
    EXPECT_EQ(without_energy(answer), without_energy(usual)) << key.name;
  }
  EXPECT_EQ(keys, 8);
}

// Each group of comparators reads a d' of its own, into which every transform goes.
TEST(Costs, ASecondGroupOfComparatorsNeedsASecondCopy) {
  const ObjectPair objects = tori();
  ChipConfig config;
  const ChipAnswer one = query(objects, config);
  config.dop_unit.comparator_groups = 2;
  const ChipAnswer two = query(objects, config);
  EXPECT_EQ(counter(two, "dop_unit.sram_bytes") - counter(one, "dop_unit.sram_bytes"), 2u * 2 * 24 * 4);
  EXPECT_EQ(counter(two, "dop_unit.compares"), two.aligned_pairs * 4 * 24);
  EXPECT_EQ(counter(two, "dop_unit.sram_words"),
            counter(two, "dop_unit.tumbled_pairs") * (24 * 5 + 2 * 2 * 24) + two.aligned_pairs * 4 * 24);
  EXPECT_LT(two.cycles, one.cycles);
  EXPECT_EQ(two.pairs, one.pairs);
}

// The currents of docs/memories.md, mA, at the voltage and the cycles of their own data sheet.
TEST(Costs, AMemoryByNameTakesWhatItsCurrentsSay) {
  struct Chip {
    const char* name;
    double idd0, idd2n, idd3n, idd4r, volts, nanoseconds;  // of a cycle
    double t_rc, t_ras, t_rp, bytes;                       // cycles; bytes in one
    double share;                                          // of these currents' energy
  };
  const double ddr5 = 1.1 * 1.1 / (1.2 * 1.2), lpddr5 = 1.05 * 1.05 / (1.1 * 1.1);
  for (const Chip& c : {Chip{"ddr3-1600", 55, 32, 38, 157, 1.35, 1.25, 39, 28, 11, 2, 1},
                        Chip{"ddr4-3200", 57, 37, 52, 168, 1.2, 0.625, 74, 52, 22, 2, 1},
                        Chip{"ddr5-4800", 57, 37, 52, 168, 1.2, 0.625, 74, 52, 22, 2, ddr5},
                        Chip{"lpddr4-4266", 80, 34, 47, 243, 1.2, 1 / 1.2, 47, 32, 15, 4, 1},
                        Chip{"lpddr5-6400", 80, 34, 47, 243, 1.2, 1 / 1.2, 47, 32, 15, 4, lpddr5},
                        Chip{"hbm2-2.0", 65, 40, 55, 390, 1.2, 1, 48, 34, 14, 32, 1}}) {
    ChipConfig config;
    set_memory_kind(config, memory_kind(c.name));
    // LPDDR5 brings four times the bytes in a cycle of its slow clock: as much for a byte read, less for the others.
    const double bytes = config.memory.clock_mhz == 800 && c.share == lpddr5 ? 4 * c.bytes : c.bytes;
    const double activate = (c.idd0 * c.t_rc - c.idd3n * c.t_ras - c.idd2n * c.t_rp) * c.nanoseconds;
    EXPECT_NEAR(config.energy.activate_pj, c.share * c.volts * activate / bytes, 1) << c.name;
    EXPECT_NEAR(config.energy.read_pj, c.share * c.volts * (c.idd4r - c.idd3n) * c.nanoseconds / c.bytes, 1)
        << c.name;
    EXPECT_NEAR(config.energy.standby_mw, c.share * c.volts * c.idd3n / bytes, 1) << c.name;
  }
}

TEST(Costs, CheckBitsNeedANinthChip) {
  const ObjectPair objects = tori();
  ChipConfig config;
  config.sdram.ecc_cycles = 0;
  const ChipAnswer plain = query(objects, config);
  config.sdram.ecc = Ecc::secded;
  const ChipAnswer checked = query(objects, config);
  EXPECT_EQ(checked.cycles, plain.cycles);
  EXPECT_NEAR(static_cast<double>(counter(checked, "sdram.energy_pj")),
              1.125 * static_cast<double>(counter(plain, "sdram.energy_pj")), 1);
}

}  // namespace
}  // namespace collisionchip
