// The self-check: its cases, and that it can fail.
#include "collisionchip/testbench/run/verify.h"

#include <gtest/gtest.h>

#include "collisionchip/testbench/tests/system/system_support.h"

namespace collisionchip {
namespace {

using namespace testing_support;

VerifyCase small_case() {
  Random random(5);
  return {"tori",
          object_of(torus(8, 6)),
          object_of(torus(9, 5)),
          {Pose{}, random_pose(random, 0.2), random_pose(random, 0.2)}};
}

TEST(Verify, TheGeneratedCasesAreTheSameForTheSameSeed) {
  const auto cases = generated_cases({}, 1), again = generated_cases({}, 1), others = generated_cases({}, 2);
  ASSERT_EQ(cases.size(), 6u);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    EXPECT_EQ(cases[i].poses.size(), 8u);
    EXPECT_TRUE(cases[i].poses == again[i].poses) << cases[i].name;
    EXPECT_FALSE(cases[i].poses == others[i].poses) << cases[i].name;
    EXPECT_EQ(cases[i].a.tree.k(), 24);
  }
  EXPECT_EQ(cases[4].a.tree.triangle_count(), 1u) << "a tree of one leaf is among them";
}

TEST(Verify, AGoodChipPassesAndIsCounted) {
  const VerifyCase test = small_case();
  std::uint64_t pairs = 0;
  for (const Pose& pose : test.poses)
    pairs += list_traversal(test.a, test.b, pose, query_options(ChipConfig{}, test.a, test.b)).pairs.size();
  const VerifyResult result = verify_case(test, *find_engine("tlm"), ChipConfig{});
  EXPECT_EQ(result.fault, "");
  EXPECT_EQ(result.verdict.queries, 3u);
  EXPECT_EQ(result.verdict.pairs, pairs);
  EXPECT_GT(pairs, 0u);
  EXPECT_GT(result.eq5_ratio, 0.1);
  EXPECT_LT(result.eq5_ratio, 10);
}

// The record's own number goes into the chip's memory; the reference counts for itself.
TEST(Verify, AChipThatNamesAnotherTriangleFails) {
  VerifyCase test = small_case();
  const auto pairs =
      list_traversal(test.a, test.b, test.poses[1], query_options(ChipConfig{}, test.a, test.b)).pairs;
  ASSERT_FALSE(pairs.empty());
  TriangleRecord& record = test.a.triangles[pairs[0].a];
  record.triangle = record.triangle == 0 ? 1 : record.triangle - 1;
  const VerifyResult result = verify_case(test, *find_engine("tlm"), ChipConfig{});
  EXPECT_NE(result.fault.find("against"), std::string::npos) << result.fault;
  EXPECT_LE(result.verdict.queries, 2u) << "it stops there";
}

// Chip and reference look at the same matrix: they agree on what is wrong. The oracle looks at the corners.
TEST(Verify, AnOracleSeesWhatChipAndReferenceShare) {
  VerifyCase test = small_case();
  test.poses = {test.poses[1]};
  const auto pairs =
      list_traversal(test.a, test.b, test.poses[0], query_options(ChipConfig{}, test.a, test.b)).pairs;
  ASSERT_FALSE(pairs.empty());
  const EngineKind &tlm = *find_engine("tlm"), &exact = *find_engine("exact");
  EXPECT_EQ(verify_case(test, tlm, ChipConfig{}, &exact).oracle.differences, 0u);
  std::array<Vec3f, 3> elsewhere = test.a.triangles[pairs[0].a].corners;
  for (Vec3f& corner : elsewhere) corner.x += 50;
  const TriangleRecord moved = make_triangle_record(elsewhere, pairs[0].a);
  test.a.triangles[pairs[0].a].to_unit = moved.to_unit;
  test.a.triangles[pairs[0].a].bound = moved.bound;
  const VerifyResult result = verify_case(test, tlm, ChipConfig{}, &exact);
  EXPECT_FALSE(result.verdict.is_wrong()) << result.verdict.first_difference;
  EXPECT_TRUE(result.oracle.is_wrong());
  EXPECT_EQ(result.fault, result.oracle.first_difference);
}

}  // namespace
}  // namespace collisionchip
