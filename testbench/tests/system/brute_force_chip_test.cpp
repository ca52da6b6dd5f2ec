// The chip without a tree: it answers as the reference does, tile by tile, and its pairs are the exact ones.
#include "collisionchip/reference/traverse/exact_pairs.h"
#include "collisionchip/reference/triangle/exact_triangle_intersection.h"
#include "collisionchip/testbench/tests/reference/exact_triangle_cases.h"
#include "collisionchip/testbench/tests/system/system_support.h"
#include "collisionchip/tlm/machines/derived_of.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

using namespace testing_support;

ChipConfig machine(std::uint32_t tile, std::uint32_t lanes) {
  ChipConfig config = preset("bruteforce");
  config.engine.tile = tile;
  config.triangle_unit.lanes = lanes;
  return config;
}

ChipAnswer answer_of(const ChipConfig& config, const ObjectPair& objects, const Pose& pose = Pose{},
                     bool first_witness = false) {
  JudgedSimulation simulation(config);
  simulation.driver().upload(objects.a, objects.b);
  ChipAnswer answer = simulation.query(pose, first_witness);
  expect_clean(simulation);
  return answer;
}

void ask_random_machines(std::uint64_t seed, int runs) {
  Random random(seed);
  std::uint64_t pairs = 0, witnesses = 0;
  for (int run = 0; run < runs; ++run) {
    const bool first_witness = run % 4 == 3;
    const ChipConfig config = random_config(random, preset("bruteforce"));
    ASSERT_EQ(find_conflict(config), std::nullopt);
    const ObjectPair objects = random_objects(random, 60);
    const Pose pose = random_pose(random, 0.3);
    const ChipAnswer answer = answer_of(config, objects, pose, first_witness);
    const QueryResult expected = chip_reference(config, objects.a, objects.b, pose, first_witness);
    EXPECT_EQ(answer.pairs, expected.pairs);
    expect_accounts(answer);
    if (!first_witness) {
      EXPECT_EQ(answer.triangle_tests, objects.a.triangles.size() * objects.b.triangles.size());
      EXPECT_EQ(counter(answer, "triangle_unit.tests"), answer.triangle_tests);
      EXPECT_EQ(answer.uncertain, expected.counters.uncertain);
      if (config.triangle_unit.filter) {
        EXPECT_EQ(answer.pairs, exact_pairs(objects.a, objects.b, pose));
      }
    }
    pairs += answer.pairs.size();
    witnesses += first_witness ? answer.pairs.size() : 0;
  }
  EXPECT_GT(pairs, 100u);
  EXPECT_GT(witnesses, 5u);
}

TEST(BruteForceChip, AnswersAsTheReferenceDoesOnRandomMachines) {
  ask_random_machines(12, 120);
}

TEST(LongBruteForceChip, AnswersAsTheReferenceDoesOnRandomMachines) {
  for (std::uint64_t seed = 100; seed < 130; ++seed) ask_random_machines(seed, 120);
}

// Touching, coplanar, sharing corners and edges: what float32 cannot decide.
TEST(BruteForceChip, ContactsAreExact) {
  const ObjectPair objects = tori();
  for (const float shift : {0.0f, 0.25f, 1.0f}) {
    Pose pose;
    pose.t.x = shift;
    const ObjectPair same = {objects.a, objects.a};
    const ChipAnswer answer = answer_of(machine(96, 8), same, pose);
    EXPECT_EQ(answer.pairs, exact_pairs(same.a, same.b, pose));
    EXPECT_GT(answer.uncertain, shift == 0.0f ? 1000u : 0u);
    // The host settles the pair that ends the query.
    const ChipAnswer witness = answer_of(machine(96, 8), same, pose, true);
    EXPECT_EQ(witness.pairs, chip_reference(machine(96, 8), same.a, same.b, pose, true).pairs);
    EXPECT_LT(witness.cycles, answer.cycles);
  }
}

// For every family of contacts of the exact predicate, huge translations and slivers among them: no pair is missing and
// none is too many.
TEST(BruteForceChip, FamiliesOfContactsAreExact) {
  JudgedSimulation simulation(machine(4, 2));
  int meeting = 0, missing = 0, extra = 0;
  for (const auto& family : families()) {
    Random random(18);
    for (int i = 0; i < 30; ++i) {
      const Case c = family.make(random);
      const CollisionObject a = object_of(mesh_of({c.a})), b = object_of(mesh_of({c.b}));
      simulation.driver().upload(a, b);
      const bool meets = triangles_intersect_exactly(c.a, c.b, c.pose);
      const bool found = !simulation.query(c.pose).pairs.empty();
      meeting += meets ? 1 : 0;
      missing += meets && !found ? 1 : 0;
      extra += found && !meets ? 1 : 0;
    }
  }
  EXPECT_GT(meeting, 200);
  EXPECT_EQ(missing, 0);
  EXPECT_EQ(extra, 0);
}

// docs/pair_sequencer.md: tiles of T, m aligned triangles, P lanes. The objects are apart, so no unit waits for the host.
TEST(BruteForceChip, TakesTheLongerOfTestsAndBeats) {
  const ObjectPair objects = {object_of(torus(16, 12)), object_of(torus(20, 10))};  // 384 and 400, B tumbled
  Pose apart;
  apart.t.x = 100;
  for (const auto& [tile, lanes] : {std::pair{16u, 1u}, {64u, 16u}, {400u, 64u}, {16u, 16u}, {64u, 64u}}) {
    const ChipAnswer answer = answer_of(machine(tile, lanes), objects, apart);
    Cycle expected = 4 * 400, tiles = 0;  // each tumbled triangle is loaded once
    for (std::uint32_t first = 0; first < 400; first += tile, ++tiles) {
      const Cycle rounds = (std::min(tile, 400 - first) + lanes - 1) / lanes;
      expected += 384 * std::max<Cycle>(4, 3 * rounds);
    }
    EXPECT_EQ(counter(answer, "pair_sequencer.tiles"), tiles);
    EXPECT_GT(answer.cycles, expected * 99 / 100) << tile << " of " << lanes;
    EXPECT_LT(answer.cycles, expected * 103 / 100 + 100) << tile << " of " << lanes;
  }
}

TEST(BruteForceChip, TheMemoryHoldsTriangleRecordsAlone) {
  const ChipConfig config = preset("bruteforce");
  const ObjectPair objects = tori();
  const MemoryImage image = make_memory_image(nodes_of(config), objects.a, 0x2000);
  EXPECT_EQ(image.bytes(), 384 * 128u);
  EXPECT_EQ(image.triangles_at, 0u);
  EXPECT_EQ(image.root_pair, 0x2000u);
  const CollisionObject read = read_memory_image(image, 24, 384);
  for (std::uint32_t n = 0; n < 384; ++n)
    EXPECT_EQ(encode_triangle(read.triangles[n]), encode_triangle(objects.a.triangles[n]));
  const ChipAnswer answer = answer_of(config, objects);
  EXPECT_EQ(counter(answer, "memory_controller.triangle_bytes"), counter(answer, "sdram.bytes"));
  EXPECT_EQ(answer.lists + answer.aligned_pairs, 0u);
  EXPECT_GT(answer.eq5_cycles, 0u) << "of the lists that paper41 would have";
}

TEST(BruteForceChip, AKeyOfAUnitThatIsNotThereIsRefused) {
  const auto text = [](ChipConfig config, const char* change) {
    const std::string assignment = change;
    const ConfigKey& key = *find_key(assignment.substr(0, assignment.find('=')));
    key.set(config, static_cast<std::uint32_t>(std::stoul(assignment.substr(assignment.find('=') + 1))));
    const auto conflict = find_conflict(config);
    return conflict ? conflict->text : std::string("none");
  };
  const ChipConfig brute_force = preset("bruteforce");
  const std::string lacks =
      " belongs to a unit that a machine with engine.kind = \"brute_force\" does not have";
  EXPECT_EQ(text(brute_force, "stack_engine.levels=8"), "stack_engine.levels = 8" + lacks);
  EXPECT_EQ(text(brute_force, "stack_sram.entries=8"), "stack_sram.entries = 8" + lacks);
  EXPECT_EQ(text(brute_force, "dop_unit.dotadds=4"), "dop_unit.dotadds = 4" + lacks);
  EXPECT_EQ(text(brute_force, "obb_unit.dotadds=4"), "obb_unit.dotadds = 4" + lacks);
  EXPECT_EQ(text(brute_force, "dop.k=18"), "dop.k = 18" + lacks);
  EXPECT_EQ(text(brute_force, "tree.format=1"), "tree.format = \"obb64\"" + lacks);
  EXPECT_EQ(text(brute_force, "triangle_unit.cache_lines=64"), "triangle_unit.cache_lines = 64" + lacks);
  EXPECT_EQ(text(brute_force, "triangle_unit.lanes=64"), "none");
  const std::string tree = " belongs to a unit that a machine with engine.kind = \"tree\" does not have";
  EXPECT_EQ(text({}, "triangle_unit.lanes=2"), "triangle_unit.lanes = 2" + tree);
  EXPECT_EQ(text({}, "engine.tile=8"), "engine.tile = 8" + tree);
}

}  // namespace
}  // namespace collisionchip
