// The kernels of all pairs are their mirrors, bit by bit, over the families of contacts and on whole objects.
#include <gtest/gtest.h>

#include <optional>

#include "collisionchip/reference/all_pairs/displacement.h"
#include "collisionchip/reference/all_pairs/edge_solver.h"
#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/triangle/triangle_filter.h"
#include "collisionchip/testbench/opencl/device_choice.h"
#include "collisionchip/testbench/opencl/opencl_device.h"
#include "collisionchip/testbench/opencl/opencl_pairs.h"
#include "collisionchip/testbench/opencl_kernels.h"
#include "collisionchip/testbench/tests/reference/exact_triangle_cases.h"

namespace collisionchip {
namespace {

using testing_support::Case;
using testing_support::Random;

struct OpenclPairs : testing::Test {
  void SetUp() override {
    if (!opencl_device_present("pocl")) GTEST_SKIP() << "no PoCL on this machine";
  }
};

std::uint32_t canonical_bits(float value) {
  return bits_of(canonical(value));
}

struct Cases {
  std::vector<float> a, b;  // nine numbers each
  std::vector<Pose> poses;
  std::vector<std::uint32_t> corners;
};

void append(std::vector<float>& numbers, const TriangleCorners& corners) {
  for (const Vec3f& v : corners) numbers.insert(numbers.end(), {v.x, v.y, v.z});
}

Cases cases_of_all_families(int of_each) {
  Cases cases;
  Random random(2012);
  for (const auto& family : testing_support::families()) {
    for (int i = 0; i < of_each; ++i) {
      const Case c = family.make(random);
      append(cases.a, c.a);
      append(cases.b, c.b);
      cases.poses.push_back(c.pose);
    }
  }
  for (std::uint32_t i = 0; i < 3 * cases.poses.size(); ++i) cases.corners.push_back(i);
  return cases;
}

std::array<EdgeSolution<float>, 5> solutions_of(const TriangleCorners& a, const TriangleCorners& b) {
  return {solve_edge(a[0], a[1], b), solve_edge(a[0], a[2], b), solve_edge(a[1], a[2], b),
          solve_edge(b[0], b[1], a), solve_edge(b[0], b[2], a)};
}

TEST_F(OpenclPairs, FiveEdgesAreSolvedAsTheMirrorDoes) {
  const OpenclDevice device("pocl");
  ASSERT_TRUE(device.divides_exactly());
  OpenclProgram program(device, std::string(kDisplacementKernels) + kFiveEdgesKernels);
  Cases cases = cases_of_all_families(100);
  // Where they lie, in A's frame: rounded, by the kernels' mirror.
  for (std::size_t i = 0; i < cases.poses.size(); ++i) {
    const auto from = cases.b.begin() + static_cast<std::ptrdiff_t>(9 * i);
    const std::vector<float> moved = displaced_vertices({from, from + 9}, cases.poses[i]);
    std::copy(moved.begin(), moved.end(), from);
  }
  OpenclBuffer a, b, corners, solutions;
  a.write(device, cases.a);
  b.write(device, cases.b);
  corners.write(device, cases.corners);
  solutions.reserve(device, cases.poses.size() * 5 * sizeof(cl_float4));
  device.run(program.kernel("FiveEdgeSolutions"), {cases.poses.size()}, {}, a, b, corners, solutions);
  const auto found = solutions.read<std::array<float, 4>>(device, 5 * cases.poses.size());
  const auto of_a = corners_of(cases.a, cases.corners), of_b = corners_of(cases.b, cases.corners);
  int hits = 0, different = 0;
  for (std::size_t i = 0; i < of_a.size(); ++i) {
    const auto expected = solutions_of(of_a[i], of_b[i]);
    hits += edges_meet_by_solving(of_a[i], of_b[i]) ? 1 : 0;
    for (std::size_t edge = 0; edge < 5; ++edge) {
      const EdgeSolution<float>& e = expected[edge];
      const std::array<float, 4>& f = found[5 * i + edge];
      different += canonical_bits(e.alpha) != canonical_bits(f[0]) ||
                           canonical_bits(e.beta) != canonical_bits(f[1]) ||
                           canonical_bits(e.delta) != canonical_bits(f[2]) ||
                           canonical_bits(e.determinant) != canonical_bits(f[3])
                       ? 1
                       : 0;
    }
  }
  EXPECT_EQ(different, 0);
  EXPECT_GT(hits, 200);
}

TEST_F(OpenclPairs, VerticesMoveAsTheMirrorMovesThem) {
  const auto tester = make_opencl_pairs("pocl", {});
  const AllPairsObject gear = AllPairsObject::of(make_procedural_mesh("gear", 300));
  tester->prepare(gear, gear);
  for (const Displacement& d :
       {Displacement{0.1f, -0.2f, 0.3f, 0.4f, 0.5f, -0.6f}, Displacement{1, 2, 3, 0, 0, 0}}) {
    tester->ask(pose_of(d), PairsMode::published);
    EXPECT_EQ(tester->moved_vertices(), displaced_vertices(gear.vertices, pose_of(d)));
  }
}

// Every coordinate and every bound: what decides is compared too seldom to show an error of a few bits.
TEST_F(OpenclPairs, TheFiltersNumbersAreTheMirrorsBitByBit) {
  const OpenclDevice device("pocl");
  OpenclProgram program(device, kFilterKernels);
  Random random(17);
  OpenclBuffer records, frame, staged, numbers;
  int different = 0;
  for (const auto& family : testing_support::families()) {
    for (int i = 0; i < 10; ++i) {
      const Case c = family.make(random);
      const FrameMatrices frames = make_frame_matrices(c.pose, TumbledSide::b);
      const TriangleRecord a = make_triangle_record(c.a, 0), b = make_triangle_record(c.b, 0);
      std::vector<float> words;
      for (const auto& row : frames.to_aligned) words.insert(words.end(), row.begin(), row.end());
      words.insert(words.end(), frames.to_aligned_bound.begin(), frames.to_aligned_bound.end());
      records.write(device, std::vector<TriangleRecord>{b});
      frame.write(device, words);
      staged.reserve(device, 18 * sizeof(float));
      numbers.reserve(device, 18 * sizeof(float));
      device.run(program.kernel("FirstStage"), {1}, {1}, records, frame, staged, cl_uint{1});
      records.write(device, std::vector<TriangleRecord>{a});
      device.run(program.kernel("UnitCorners"), {1}, {1}, records, staged, numbers);
      const auto found = numbers.read<float>(device, 18);
      const BoundedTriangle mirror(b, frames);
      for (int axis = 0; axis < 3; ++axis) {
        const BoundedLane expected(a.to_unit, a.bound, mirror.in_aligned, axis);
        for (int corner = 0; corner < 3; ++corner) {
          const float* const f = &found[static_cast<std::size_t>(6 * corner + 2 * axis)];
          different += canonical_bits(expected.value[corner]) != canonical_bits(f[0]) ? 1 : 0;
          different += canonical_bits(expected.error[corner]) != canonical_bits(f[1]) ? 1 : 0;
        }
      }
    }
  }
  EXPECT_EQ(different, 0);
}

// One pair at a time, since each has a pose of its own.
TEST_F(OpenclPairs, VerdictsAreTheFiltersOverAllFamilies) {
  const auto tester = make_opencl_pairs("pocl", {});
  Random random(7);
  std::array<int, 3> verdicts{};
  for (const auto& family : testing_support::families()) {
    for (int i = 0; i < 60; ++i) {
      const Case c = family.make(random);
      const TumbledSide side = i % 2 == 0 ? TumbledSide::a : TumbledSide::b;
      const AllPairsObject a = AllPairsObject::of({make_triangle_record(c.a, 0)}),
                           b = AllPairsObject::of({make_triangle_record(c.b, 0)});
      tester->prepare(a, b);
      const PairsAnswer answer = tester->ask(c.pose, PairsMode::filtered, side);
      const FrameMatrices frames = make_frame_matrices(c.pose, side);
      const Verdict expected = side == TumbledSide::a ? triangle_verdict(a.records[0], b.records[0], frames)
                                                      : triangle_verdict(b.records[0], a.records[0], frames);
      const Verdict found = !answer.pairs.empty()       ? Verdict::hit
                            : !answer.uncertain.empty() ? Verdict::uncertain
                                                        : Verdict::miss;
      ASSERT_EQ(found, expected) << family.name << ' ' << i;
      ++verdicts[static_cast<std::size_t>(expected)];
    }
  }
  for (const int count : verdicts) EXPECT_GT(count, 50);
}

struct Objects2 {
  AllPairsObject a = AllPairsObject::of(make_procedural_mesh("gear", 300)),
                 b = AllPairsObject::of(make_procedural_mesh("torus-knot", 270));
  Pose crossing = pose_from_quaternion({0.1, 0, 0.05, 0.9, 0.1, 0.2, 0.3}),
       apart = pose_of({5, 0, 0, 0, 0, 0});
};

TEST_F(OpenclPairs, ListsAreTheMirrors) {
  const Objects2 objects;
  const auto mirror = make_pairs_mirror();
  mirror->prepare(objects.a, objects.b);
  struct Way {
    PairsMode mode;
    OpenclPairsOptions options;
  };
  OpenclPairsOptions tiled, small, copying;
  tiled.tiled = true;
  small.capacity = 7;
  copying.copies_each_time = true;
  for (const Way& way :
       {Way{PairsMode::published, {}}, Way{PairsMode::all_pairs, {}}, Way{PairsMode::all_pairs, tiled},
        Way{PairsMode::all_pairs, small}, Way{PairsMode::filtered, {}}, Way{PairsMode::filtered, small},
        Way{PairsMode::filtered, copying}}) {
    const auto tester = make_opencl_pairs("pocl", way.options);
    tester->prepare(objects.a, objects.b);
    for (const Pose& pose : {objects.crossing, objects.apart, objects.crossing}) {
      const PairsAnswer answer = tester->ask(pose, way.mode), expected = mirror->ask(pose, way.mode);
      EXPECT_EQ(answer.collides, expected.collides);
      EXPECT_EQ(answer.pairs, expected.pairs);
      EXPECT_EQ(answer.uncertain, expected.uncertain);
      if (way.options.capacity == 7 && answer.repeats > 0) {
        EXPECT_GT(answer.pairs.size(), 7u);
      }
    }
  }
}

// The list has room for seven: once it had none, and the next question finds all it needs.
TEST_F(OpenclPairs, AListWithoutRoomIsMadeAgain) {
  const Objects2 objects;
  OpenclPairsOptions small;
  small.capacity = 7;
  const auto tester = make_opencl_pairs("pocl", small);
  tester->prepare(objects.a, objects.b);
  const PairsAnswer first = tester->ask(objects.crossing, PairsMode::filtered);
  EXPECT_EQ(first.repeats, 1u);
  EXPECT_GT(first.pairs.size(), 7u);
  const PairsAnswer second = tester->ask(objects.crossing, PairsMode::filtered);
  EXPECT_EQ(second.repeats, 0u);
  EXPECT_EQ(second.pairs, first.pairs);
}

TEST(OpenclErrors, AreOneLineEach) {
  for (const cl_int status : {CL_DEVICE_NOT_AVAILABLE, CL_OUT_OF_RESOURCES, CL_INVALID_KERNEL}) {
    try {
      check_opencl(status, "clFinish");
      FAIL();
    } catch (const InputError& error) {
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
      EXPECT_NE(std::string(error.what()).find("clFinish: expected success, got"), std::string::npos);
    }
  }
  EXPECT_NO_THROW(check_opencl(CL_SUCCESS, "clFinish"));
}

TEST_F(OpenclPairs, KernelsThatDoNotCompileAreOneLine) {
  const OpenclDevice device("pocl");
  try {
    OpenclProgram(device, "__kernel void broken(__global read_only float* x) { x[0] = 1; }");
    FAIL() << "the case study's qualifier compiles";
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
  }
}

TEST_F(OpenclPairs, WhatIsLargerThanTheDeviceIsRefused) {
  const OpenclDevice device("pocl");
  OpenclBuffer buffer;
  EXPECT_THROW(buffer.reserve(device, std::size_t{1} << 50), InputError);
}

}  // namespace
}  // namespace collisionchip
