// A machine whose nodes lie in another format answers as the reference does: nothing on the way, from the image
// to the last unit, knows today's format by itself.
#include "collisionchip/testbench/tests/reference/compact_nodes.h"

#include "collisionchip/testbench/host/golden_player.h"
#include "collisionchip/testbench/tests/system/system_support.h"

namespace collisionchip {
namespace {

using namespace testing_support;

constexpr const NodeFormat* kOthers[] = {&kCompact14, &kCompact6};

ChipConfig machine(const NodeFormat& format, std::uint32_t bus_bytes = 16) {
  ChipConfig config;
  config.node_format = &format;
  config.dop.k = format.most_k;
  config.sdram.bus_bytes = bus_bytes;
  return config;
}

TEST(OtherNodes, AnswerAsTheReferenceDoes) {
  Random random(9);
  for (int run = 0; run < 120; ++run) {
    const ChipConfig config = random_config(random, machine(*kOthers[run % 2]));
    const ObjectPair objects = random_objects(random, 60, config.dop.k);
    const Pose pose = random_pose(random, 0.3);
    JudgedSimulation simulation(config);
    simulation.driver().upload(objects.a, objects.b);
    expect_reference(simulation.query(pose), reference_answer(objects, pose, config));
    expect_clean(simulation);
  }
}

TEST(OtherNodes, MoveTheBytesOfTheirPairs) {
  for (const NodeFormat* format : kOthers) {
    ChipConfig config = machine(*format, 8);
    ASSERT_EQ(find_conflict(config), std::nullopt);
    const ObjectPair objects = tori(config.dop.k);
    const auto asked = [&] {
      JudgedSimulation simulation(config);
      simulation.driver().upload(objects.a, objects.b);
      ChipAnswer answer = simulation.query(Pose{});
      expect_reference(answer, reference_answer(objects, Pose{}, config));
      return answer;
    };
    const ChipAnswer answer = asked();
    EXPECT_EQ(counter(answer, "memory_controller.aligned_bytes"),
              counter(answer, "memory_controller.aligned_pairs") * format->pair_bytes);
    config.node_format = &kDop128;
    EXPECT_LT(answer.cycles, asked().cycles) << "the same pairs, shorter reads";
  }
}

TEST(OtherNodes, AreReadBackFromGoldenVectors) {
  for (const NodeFormat* format : kOthers) {
    const ChipConfig config = machine(*format);
    const ObjectPair objects = tori(config.dop.k);
    GoldenVectors vectors = make_golden_vectors(config, objects.a, objects.b, {Pose{}}, false);
    vectors.queries[0].answer = GoldenChip(vectors, config).play(vectors.queries[0]);
    EXPECT_GT(vectors.queries[0].answer.entries.size(), 10u);
    EXPECT_EQ(GoldenReference(vectors).difference(vectors.queries[0]), "");
  }
}

TEST(NodeFormat, IsRefusedByABusThatSplitsItsPairsAndByDopsThatDoNotFit) {
  const auto complaint = [](const NodeFormat& format, std::uint32_t k, std::uint32_t bus_bytes) {
    ChipConfig config;
    config.node_format = &format;
    config.dop.k = k;
    config.sdram.bus_bytes = bus_bytes;
    const auto conflict = find_conflict(config);
    return conflict ? conflict->text : "";
  };
  EXPECT_EQ(complaint(kCompact14, 14, 128), "");
  EXPECT_EQ(complaint(kCompact14, 18, 32),
            "dop.k = 18 is more than the 14 coefficients of a node in compact14");
  EXPECT_EQ(complaint(kCompact6, 6, 16), "");
  EXPECT_EQ(complaint(kCompact6, 6, 32),
            "sdram.bus_bytes = 32 does not divide the 80 bytes from pair to pair of nodes in compact6");
}

TEST(NodeFormat, OfTheImageIsThatOfTheChip) {
  const ObjectPair objects = tori(14);
  ChipConfig config;
  config.dop.k = 14;
  const BoardImage image = make_board_image(config, objects.a, objects.b);
  config.node_format = &kCompact14;
  JudgedSimulation simulation(config);
  EXPECT_THROW(simulation.attach(image), std::invalid_argument);
}

}  // namespace
}  // namespace collisionchip
