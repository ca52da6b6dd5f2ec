// An object that changes its shape and is refitted on the chip: pairs, memory, time, errors.
#include "collisionchip/reference/tree/refit.h"
#include "collisionchip/testbench/host/chip_object.h"
#include "collisionchip/testbench/tests/system/system_support.h"
#include "collisionchip/tlm/machine/register_map.h"

namespace collisionchip {
namespace {

using namespace testing_support;

ChipConfig refitting(std::uint32_t directions = 4) {
  ChipConfig config;
  config.refit_unit.directions = directions;
  return config;
}

ChipConfig random_machine(Random& random) {
  for (;;) {
    ChipConfig config = random_config(random);
    config.memory_controller.leaf_layout = LeafLayout::dop;
    config.refit_unit.stack_entries = 256;
    if (config.refit_unit.directions > 0 && !find_conflict(config)) return config;
  }
}

Mesh swollen(Mesh mesh, double by) {
  for (Vec3f& vertex : mesh.vertices) vertex.y *= static_cast<float>(1 + by * vertex.x);
  return mesh;
}

// All of B as it lies in the SDRAM.
std::vector<unsigned char> memory_of_b(Simulation& simulation, const BoardImage& image) {
  const PlacedObject& b = image.objects.at(1);
  std::vector<unsigned char> bytes(b.end - b.begin);
  sc_core::sc_time delay;
  EXPECT_EQ(simulation.driver().read(registers::kSdramWindow + b.begin, bytes.data(), bytes.size(), delay),
            tlm::TLM_OK_RESPONSE);
  return bytes;
}

void expect_memory(Simulation& simulation, const BoardImage& image) {
  const PlacedObject& b = image.objects.at(1);
  const auto begin = image.bytes->begin() + static_cast<std::ptrdiff_t>(b.begin);
  EXPECT_TRUE(std::equal(begin, image.bytes->begin() + static_cast<std::ptrdiff_t>(b.end),
                         memory_of_b(simulation, image).begin()));
}

// Three shapes, one behind the other: each answer is that of the refitted tree, and the memory is what the host of a machine
// without the unit would have written.
TEST(RefitChip, RandomMachinesRefitAsTheirHostsDo) {
  Random random(61);
  std::uint64_t pairs = 0;
  for (int run = 0; run < 60; ++run) {
    const ChipConfig config = random_machine(random);
    const Mesh mesh = random_soup(random, 1 + static_cast<std::uint32_t>(random.below(60)), 0.8, 0.5);
    const CollisionObject a = build_object(torus(10, 8), config), b = build_object(mesh, config);
    JudgedSimulation simulation(config);
    simulation.driver().upload(a, b);
    for (const double by : {0.3, -0.4}) {
      const CollisionObject shape = refit(b, swollen(mesh, by));
      const Upload upload = simulation.driver().update(a, shape);
      EXPECT_EQ(upload.words, shape.triangles.size() * kTriangleBytes / 4);
      const Pose pose = random_pose(random, 0.3);
      const ChipAnswer answer = simulation.query(pose);
      expect_reference(answer, reference_answer({a, shape}, pose, config));
      expect_memory(simulation, make_board_image(config, a, shape));
      const ChipAnswer again = simulation.query(pose);
      EXPECT_EQ(again.pairs, answer.pairs);
      EXPECT_EQ(counter(again, "refit_unit.pairs"), 0u) << "it is refitted once";
      pairs += answer.pairs.size();
    }
    expect_clean(simulation);
  }
  EXPECT_GT(pairs, 1000u);
}

// A whole tree against the rate of the pins: a pair is read and written, 16 beats, and each triangle is read, 4 beats.
TEST(RefitChip, MemoryTrafficIsItsBound) {
  const ChipConfig config = refitting();
  const Mesh mesh = torus(40, 50);
  const CollisionObject a = build_object(torus(10, 8), config), b = build_object(mesh, config),
                        shape = refit(b, swollen(mesh, 0.2));
  JudgedSimulation simulation(config);
  simulation.driver().upload(a, b);
  simulation.driver().update(a, shape);
  const ChipAnswer answer = simulation.query({});
  const std::uint64_t triangles = 4000, beats = 16 * (triangles - 1) + 4 * triangles;
  EXPECT_EQ(counter(answer, "memory_controller.refit_bytes"), 32 * beats);
  EXPECT_EQ(counter(answer, "sdram.writes"), triangles - 1);
  EXPECT_GE(counter(answer, "refit_unit.cycles"), beats);
  EXPECT_LE(counter(answer, "refit_unit.cycles"), beats * 5 / 4);
}

TEST(RefitChip, WithoutANewShapeTheStartTakesACycleMoreAtMost) {
  const ObjectPair objects = tori();
  std::vector<Cycle> cycles;
  for (const std::uint32_t directions : {0u, 4u}) {
    JudgedSimulation simulation(refitting(directions));
    simulation.driver().upload(objects.a, objects.b);
    cycles.push_back(simulation.query({}).cycles);
  }
  EXPECT_GE(cycles[1], cycles[0]);
  EXPECT_LE(cycles[1], cycles[0] + 1);
}

// The search of a far pose reads none of B's records and only its root pair: the error is the refit's own.
TEST(RefitChip, AWordBeyondRepairEndsTheQuery) {
  Pose far;
  far.t = {5, 0, 0};
  for (const bool record : {false, true}) {
    ChipConfig config = refitting();
    config.sdram.ecc = Ecc::secded;
    const Mesh mesh = torus(10, 10);
    const CollisionObject a = build_object(torus(10, 8), config), b = build_object(mesh, config);
    JudgedSimulation simulation(config);
    simulation.driver().upload(a, b);
    simulation.driver().update(a, b);
    const BoardImage image = make_board_image(config, a, b);
    const PlacedObject& placed = image.objects.at(1);
    const std::uint64_t word = record ? placed.end - 128 : placed.begin + 256;
    for (const unsigned bit : {3u, 40u}) simulation.board().sdram().invert_bit(word, bit);
    try {
      simulation.query(far);
      ADD_FAILURE() << "an answer";
    } catch (const ChipError& error) {
      EXPECT_EQ(std::string(error.what()), "chip: uncorrectable SDRAM error at address " + hex(word));
    }
    simulation.driver().update(a, b);  // which writes records alone
    if (record) {
      EXPECT_EQ(simulation.query({}).pairs, exact_pairs(a, b, {}));
    }
  }
}

TEST(RefitChip, ATreeWithMoreLevelsThanTheStackIsRefused) {
  ChipConfig config = refitting();
  config.refit_unit.stack_entries = 4;
  const CollisionObject a = build_object(torus(10, 8), config), b = build_object(torus(10, 10), config);
  Simulation simulation(config);
  simulation.driver().upload(a, b);
  EXPECT_THROW(simulation.driver().update(a, b), InputError);
}

TEST(RefitChip, ItsRegistersAreRefusedWhereTheyMeanNothing) {
  for (const std::uint32_t directions : {0u, 4u}) {
    Simulation simulation(refitting(directions));
    sc_core::sc_time delay;
    const auto write = [&](std::uint64_t address, std::uint32_t value) {
      return simulation.driver().write(address, &value, 4, delay);
    };
    const auto there = [&](tlm::tlm_response_status with) {
      return directions == 0 ? tlm::TLM_ADDRESS_ERROR_RESPONSE : with;
    };
    EXPECT_EQ(write(registers::kRefitPairs, 3), there(tlm::TLM_COMMAND_ERROR_RESPONSE)) << "no root";
    EXPECT_EQ(write(registers::kRefitRoot, 3), there(tlm::TLM_OK_RESPONSE));
    EXPECT_EQ(write(registers::kRefitPairs, 0), there(tlm::TLM_COMMAND_ERROR_RESPONSE));
    EXPECT_EQ(write(registers::kRefitPairs, 3), there(tlm::TLM_OK_RESPONSE));
  }
}

}  // namespace
}  // namespace collisionchip
