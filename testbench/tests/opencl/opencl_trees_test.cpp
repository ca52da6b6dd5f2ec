// The phases and schemes of the CUDA slides on PoCL: the pairs and the counts of the mirror, with any room for lists.
#include "collisionchip/testbench/opencl/opencl_trees.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "collisionchip/reference/parallel_trees/tree_levels.h"
#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/reference/traverse/dop_query.h"
#include "collisionchip/testbench/opencl/device_choice.h"
#include "collisionchip/testbench/opencl/opencl_device.h"
#include "collisionchip/testbench/opencl_kernels.h"

namespace collisionchip {
namespace {

struct OpenclTrees : testing::Test {
  void SetUp() override {
    if (!opencl_device_present("pocl")) GTEST_SKIP() << "no PoCL on this machine";
  }

  static CollisionObject built(const char* kind, std::uint32_t count) {
    return CollisionObject::build(make_procedural_mesh(kind, count));
  }

  // In contact, deep, apart; flush is in another scene.
  std::vector<Pose> poses = {pose_from_quaternion({0.1, 0, 0.05, 0.9, 0.1, 0.2, 0.3}), Pose{},
                             pose_from_quaternion({5, 0, 0, 1, 0, 0, 0}),
                             pose_from_quaternion({0.5, 0.1, 0, 0.5, 0.5, 0, 0.1})};
  CollisionObject a = built("gear", 300), b = built("torus-knot", 270);
};

constexpr std::array<BatchScheme, 5> kSchemes = {BatchScheme::priori_like, BatchScheme::subset_in_blocks,
                                                 BatchScheme::sequential, BatchScheme::posteriori,
                                                 BatchScheme::priori};

void expect_same(const BatchResult& found, const BatchResult& expected, const std::string& what) {
  ASSERT_EQ(found.answers.size(), expected.answers.size());
  EXPECT_EQ(found.environment_reads, expected.environment_reads) << what;
  EXPECT_EQ(found.path_visits, expected.path_visits) << what;
  for (std::size_t i = 0; i < found.answers.size(); ++i) {
    const BatchAnswer &f = found.answers[i], &e = expected.answers[i];
    EXPECT_EQ(f.roots_apart, e.roots_apart) << what << ", pose " << i;
    EXPECT_EQ(f.pairs, e.pairs) << what << ", pose " << i;
    EXPECT_EQ(f.uncertain, e.uncertain) << what << ", pose " << i;
    EXPECT_TRUE(f.counters == e.counters)
        << what << ", pose " << i << ": visits " << f.counters.visits << " and " << e.counters.visits;
  }
}

TEST_F(OpenclTrees, EverySchemeHasTheMirrorsPairsAndCounts) {
  const auto mirror = make_tree_batch_mirror(), device = make_opencl_trees("pocl", {});
  mirror->prepare(a, {&b});
  device->prepare(a, {&b});
  for (const BatchScheme scheme : kSchemes) {
    for (const BatchTumbling tumbling : {BatchTumbling::transform, BatchTumbling::refit}) {
      for (const int levels : {0, 3, 16}) {
        const BatchOptions options{scheme, tumbling, levels};
        const BatchResult found = device->ask(poses, options);
        expect_same(
            found, mirror->ask(poses, options),
            std::string(kBatchSchemeNames[static_cast<std::size_t>(scheme)]) + " " + std::to_string(levels));
        EXPECT_EQ(found.spilled, 0u);
      }
    }
  }
}

// The DOPs themselves: tumbled, refitted and reduced, all coefficients.
TEST_F(OpenclTrees, PhasesHaveTheMirrorsBits) {
  const OpenclDevice device("pocl");
  OpenclProgram program(device, std::string(kFilterKernels) + kTreesKernels,
                        "-DK=24 -DGROUP=64 -DSTACK=64 -DGROUP_STACK=1024 -DQUERIES=64");
  const DopTree& tree = b.tree;
  const TreeLevels levels(tree);
  const auto count = static_cast<cl_uint>(tree.nodes().size());
  const DopTransform transform = make_query_transform(a.tree, tree, poses[0], TumbledSide::b);
  std::vector<float> rows;
  std::vector<cl_uint> places, all_nodes;
  for (std::size_t i = 0; i < 24; ++i) {
    const DopTransformRow& row = transform.rows[i];
    rows.insert(rows.end(), {row.c[0], row.c[1], row.c[2], row.offset});
    places.insert(places.end(), {row.j[0], row.j[1], row.j[2], row.destination});
  }
  for (cl_uint node = 0; node < count; ++node) all_nodes.push_back(node);
  OpenclBuffer nodes, owners, spans, chosen, row_buffer, place_buffer, tumbled, reduced, leaves;
  nodes.write(device, tree.nodes());
  owners.write(device, std::vector<cl_uint>(count, 0));
  spans.write(device, std::vector<cl_uint>{0, static_cast<cl_uint>(levels.leaves.size())});
  chosen.write(device, all_nodes);
  leaves.write(device, levels.leaves);
  row_buffer.write(device, rows);
  place_buffer.write(device, places);
  tumbled.write(device, std::vector<float>(std::size_t{count} * 28, 0));
  device.run(program.kernel("Tumble"), {24, whole_groups(count, 16), 1}, {24, 16, 1}, nodes, owners,
             cl_uint{1}, chosen, row_buffer, place_buffer, tumbled, count, count);
  std::vector<PartnerDop> expected(count, PartnerDop{});
  for (cl_uint node = 0; node < count; ++node) transform.apply(tree.nodes()[node], expected[node]);
  EXPECT_EQ(tumbled.read<PartnerDop>(device, count), expected);

  for (auto level = levels.inner.rbegin(); level != levels.inner.rend(); ++level) {
    chosen.write(device, *level);
    device.run(program.kernel("Refit"), {24, level->size(), 1}, {}, nodes, chosen, tumbled, count, cl_uint{0},
               static_cast<cl_uint>(level->size()));
    for (const std::uint32_t node : *level) {
      const std::size_t child = 2 * std::size_t{tree.nodes()[node].child};
      for (std::size_t i = 0; i < 24; ++i)
        expected[node][i] = i < 12 ? std::max(expected[child][i], expected[child + 1][i])
                                   : std::min(expected[child][i], expected[child + 1][i]);
    }
  }
  EXPECT_EQ(tumbled.read<PartnerDop>(device, count), expected);

  reduced.write(device, std::vector<float>(24, 0));
  device.run(program.kernel("Reduce"), {12 * 64, 1}, {64, 1}, leaves, spans, cl_uint{1}, tumbled, count,
             reduced);
  const auto all = reduced.read<float>(device, 24);
  for (std::size_t i = 0; i < 24; ++i)
    EXPECT_EQ(all[i],
              i < 12 ? std::max(expected[0][i], expected[1][i]) : std::min(expected[0][i], expected[1][i]))
        << i;
}

// Stacks of one, of a group 16; lists of two: walks go on in other launches, lists are made again, and nothing else changes.
TEST_F(OpenclTrees, LittleRoomChangesNothing) {
  OpenclTreesOptions little;
  little.stack = 1;
  little.capacity = 2;
  const auto mirror = make_tree_batch_mirror(), device = make_opencl_trees("pocl", little);
  mirror->prepare(a, {&b});
  device->prepare(a, {&b});
  std::uint64_t repeats = 0;
  for (const BatchScheme scheme : kSchemes) {
    const BatchOptions options{scheme, BatchTumbling::transform, 2};
    const BatchResult found = device->ask(poses, options);
    expect_same(found, mirror->ask(poses, options), "little room");
    repeats += found.repeats;
    EXPECT_GT(found.spilled, 0u) << kBatchSchemeNames[static_cast<std::size_t>(scheme)];
  }
  EXPECT_GT(repeats, 0u);
}

TEST_F(OpenclTrees, OneTriangleAndFlushFacesAreTreesAsOthers) {
  const CollisionObject one = built("sphere", 1), box = built("box", 48);
  const auto mirror = make_tree_batch_mirror(), device = make_opencl_trees("pocl", {});
  const CollisionObject* const pairs[][2] = {{&one, &one}, {&one, &box}, {&box, &one}, {&box, &box}};
  std::size_t uncertain = 0;
  for (const auto& [p, q] : pairs) {
    mirror->prepare(*p, {q});
    device->prepare(*p, {q});
    for (const BatchScheme scheme : kSchemes) {
      const BatchOptions options{scheme, BatchTumbling::refit, 2};
      const BatchResult found = device->ask({Pose{}}, options);
      expect_same(found, mirror->ask({Pose{}}, options), "small trees");
      uncertain += found.answers.front().uncertain.size();
    }
  }
  EXPECT_GT(uncertain, 0u);
}

// Trees of other sizes side by side: of one triangle, of other depths.
TEST_F(OpenclTrees, SeveralFlyingObjectsHaveTheMirrorsPairsAndCounts) {
  const CollisionObject one = built("sphere", 1), other = built("finned-casting", 40);
  const std::vector<Pose> stamps = {poses[0], Pose{}, poses[3], poses[1], poses[2], poses[0]};
  const auto mirror = make_tree_batch_mirror(), device = make_opencl_trees("pocl", {});
  mirror->prepare(a, {&b, &one, &other});
  device->prepare(a, {&b, &one, &other});
  for (const BatchScheme scheme : kSchemes) {
    for (const BatchTumbling tumbling : {BatchTumbling::transform, BatchTumbling::refit}) {
      const BatchOptions options{scheme, tumbling, 4};
      expect_same(device->ask(stamps, options), mirror->ask(stamps, options),
                  kBatchSchemeNames[static_cast<std::size_t>(scheme)]);
    }
  }
}

// More poses than a batch takes.
TEST_F(OpenclTrees, ManyPosesAreAskedInBatches) {
  std::vector<Pose> many;
  for (std::size_t i = 0; i < kMostPosesOfABatch + 6; ++i) many.push_back(poses[i % poses.size()]);
  const auto mirror = make_tree_batch_mirror(), device = make_opencl_trees("pocl", {});
  mirror->prepare(a, {&b});
  device->prepare(a, {&b});
  expect_same(device->ask(many, {}), mirror->ask(many, {}), "many poses");
}

}  // namespace
}  // namespace collisionchip
