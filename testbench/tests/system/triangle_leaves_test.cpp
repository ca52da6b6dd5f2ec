// §3.3's machine: triangles in the leaves instead of DOPs. It finds what the reference finds, and reads a
// triangle in no other way than with its leaf.
#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/testbench/host/golden_player.h"
#include "collisionchip/testbench/tests/system/system_support.h"
#include "collisionchip/tlm/chip/chip_netlist.h"
#include "collisionchip/tlm/machines/derived_of.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

using namespace testing_support;

ChipConfig machine(const char* name = "paper41") {
  ChipConfig config = preset(name);
  config.stack_engine.leaf_test = LeafTest::triangle;
  config.memory_controller.leaf_layout = LeafLayout::triangle;
  return config;
}

ChipAnswer answer_of(const ChipConfig& config, const ObjectPair& objects, const Pose& pose = {}) {
  JudgedSimulation simulation(config);
  simulation.driver().upload(objects.a, objects.b);
  ChipAnswer answer = simulation.query(pose);
  expect_reference(answer, reference_answer(objects, pose, config));
  expect_clean(simulation);
  return answer;
}

// Trees of uneven depth: leaves meet inner nodes.
const ObjectPair& uneven() {
  static const ObjectPair objects = {CollisionObject::build(make_procedural_mesh("gear", 600, 1)),
                                     CollisionObject::build(make_procedural_mesh("finned-casting", 600, 1))};
  return objects;
}

TEST(TriangleLeaves, AnswerAsTheReferenceDoesOnRandomMachines) {
  Random random(31);
  for (int run = 0; run < 60; ++run) {
    ChipConfig config = random_config(random);
    config.refit_unit = {};
    config.stack_engine.leaf_test = LeafTest::triangle;
    config.memory_controller.leaf_layout = LeafLayout::triangle;
    ASSERT_EQ(find_conflict(config), std::nullopt);
    const ObjectPair objects = random_objects(random, 60, config.dop.k);
    const Pose pose = random_pose(random, 0.3);
    const bool first = run % 4 == 3;
    JudgedSimulation simulation(config);
    simulation.driver().upload(objects.a, objects.b);
    const ChipAnswer answer = simulation.query(pose, first);
    const QueryResult expected = reference_answer(objects, pose, config);
    if (!first) expect_reference(answer, expected);
    EXPECT_EQ(answer.pairs.empty(), expected.pairs.empty());
    expect_clean(simulation);
  }
}

TEST(TriangleLeaves, BringEveryTriangleThatIsTested) {
  const ObjectPair objects = tori();
  for (const std::string& name : preset_names()) {
    const ChipAnswer answer = answer_of(machine(name.c_str()), objects);
    EXPECT_GT(counter(answer, "triangle_unit.tests"), 1000u);
    EXPECT_EQ(counter(answer, "memory_controller.triangles"), 0u) << name;
    EXPECT_EQ(counter(answer, "sdram.bytes"), 256 * (counter(answer, "memory_controller.tumbled_pairs") +
                                                     counter(answer, "memory_controller.aligned_pairs")));
    EXPECT_GT(counter(answer, "triangle_unit.aligned_leaves"), 100u);
    EXPECT_GT(counter(answer, "triangle_unit.tumbled_leaves"), 100u);
    EXPECT_EQ(stall(answer, "triangle_unit", "memory"), 0u) << name;
  }
}

// The Triangle Unit is held up by a slow host: others replace what it has, and it reads them again.
TEST(TriangleLeaves, ReplacedInTheTriangleUnitAreReadAgain) {
  ChipConfig config = machine();
  config.stack_engine.look_ahead = 1;
  config.triangle_unit.queue_depth = 1;
  config.triangle_unit.vertices_per_cycle = 1;
  config.pointer_fifo.depth = config.pointer_fifo.threshold = 1;
  config.pci.clock_cycles = 64;
  const ChipAnswer answer = answer_of(config, uneven());
  EXPECT_GT(counter(answer, "memory_controller.triangles"), 0u);
  EXPECT_LT(counter(answer, "memory_controller.triangles"), counter(answer, "triangle_unit.tests") / 4);
}

// The same pairs; more lists and tests, for a leaf meets inner nodes uncompared; two thirds of the memory.
TEST(TriangleLeaves, TakeLessMemoryAndMoreTests) {
  const ObjectPair& objects = uneven();
  ChipConfig today;
  today.stack_engine.leaf_test = LeafTest::triangle;
  const ChipAnswer with_dops = answer_of(today, objects), without = answer_of(machine(), objects);
  EXPECT_EQ(with_dops.pairs, without.pairs);
  EXPECT_GT(without.lists, with_dops.lists);
  EXPECT_GT(without.triangle_tests, with_dops.triangle_tests);
  const std::uint64_t triangles = objects.a.tree.triangle_count();
  EXPECT_EQ(image_bytes(nodes_of(machine()), triangles), 256 * (triangles - 1));
  EXPECT_EQ(image_bytes(nodes_of(today), triangles), 384 * triangles - 256);
}

TEST(TriangleLeaves, AreReadBackFromGoldenVectors) {
  const ChipConfig config = machine();
  const ObjectPair objects = tori();
  GoldenVectors vectors = make_golden_vectors(config, objects.a, objects.b, {Pose{}}, false);
  vectors.queries[0].answer = GoldenChip(vectors, config).play(vectors.queries[0]);
  EXPECT_GT(vectors.queries[0].answer.entries.size(), 10u);
  EXPECT_EQ(GoldenReference(vectors).difference(vectors.queries[0]), "");
}

TEST(TriangleLeaves, HaveChannelsOfTheirOwnBehindAllOthers) {
  const std::vector<ChannelRow> usual = chip_netlist(ChipConfig{}).channels,
                                more = chip_netlist(machine()).channels;
  ASSERT_EQ(more.size(), usual.size() + 2);
  for (std::size_t i = 0; i < usual.size(); ++i) EXPECT_EQ(more[i].name, usual[i].name);
  EXPECT_EQ(more[usual.size()].name, "memory_controller.tumbled_leaves");
  EXPECT_EQ(more.back().name, "memory_controller.aligned_leaves");
  EXPECT_EQ(more.back().reader, "triangle_unit.aligned_leaves");
}

}  // namespace
}  // namespace collisionchip
