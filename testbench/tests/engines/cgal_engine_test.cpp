// Every exact engine against CGAL's exact kernel: in general poses, and where parts lie flush against each other.
#include "collisionchip/testbench/tests/engines/cgal_engine.h"

#include <gtest/gtest.h>

#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/testbench/opencl/device_choice.h"
#include "collisionchip/testbench/run/judges.h"
#include "collisionchip/testbench/run/verify.h"

namespace collisionchip {
namespace {

using testing_support::CgalEngine;

struct AgainstCgal : ::testing::TestWithParam<std::string> {
  void SetUp() override {
    if (GetParam() == "opencl" && !opencl_device_present("any")) GTEST_SKIP() << "no device of OpenCL here";
  }
  void expect_no_difference(const CollisionObject& a, const CollisionObject& b,
                            const std::vector<Pose>& poses) {
    const EngineKind& kind = *find_engine(GetParam());
    ChipConfig config;
    kind.configure(config);
    const std::unique_ptr<Engine> engine = kind.make({config});
    engine->prepare({a, b});
    EngineJudge judge(kind, CgalEngine::kind(), config, {a, b}, false);
    EXPECT_TRUE(QueryLoop(*engine, false, {&judge}).ask(poses, [](const auto&) {}))
        << judge.verdict().first_difference;
    EXPECT_EQ(judge.verdict().queries, poses.size());
    EXPECT_GT(judge.verdict().pairs, 0u);
  }
};

TEST_P(AgainstCgal, InGeneralPoses) {
  RandomNumbers random(11);
  expect_no_difference(CollisionObject::build(make_procedural_mesh("gear", 300)),
                       CollisionObject::build(make_procedural_mesh("coil-spring", 260)),
                       random_poses(random, 3, 0.3));
}

// Two boxes, face to face and edge to edge, and one in its own place.
TEST_P(AgainstCgal, InFlushContact) {
  const CollisionObject box = CollisionObject::build(make_procedural_mesh("box", 48));
  const Vec3f low = box.triangles.front().corners[0];
  std::vector<Pose> poses(3);
  poses[1].t = {2 * low.x, 0, 0};
  poses[2].t = {2 * low.x, 2 * low.y, 0};
  expect_no_difference(box, box, poses);
}

INSTANTIATE_TEST_SUITE_P(All, AgainstCgal, ::testing::ValuesIn(engine_names([](const EngineKind& kind) {
                           return kind.can.exact && kind.lacks.empty();
                         })),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace collisionchip
