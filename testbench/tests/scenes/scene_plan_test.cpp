// Scene files, and the motions that they say.
#include <cmath>

#include <gtest/gtest.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/scenes/rain.h"
#include "collisionchip/testbench/tests/test_folder.h"
#include "collisionchip/tlm/machines/machine_kinds.h"

namespace collisionchip {
namespace {

using namespace testing_support;

constexpr const char* kObjects = R"([[object]]
name = "a"
mesh = { kind = "gear", triangles = 50 }
[[object]]
name = "b"
mesh = { kind = "gear", triangles = 50 }
)";

// What is said about a scene; empty if it is good.
std::string complaint(const std::string& text) {
  const Folder folder;
  folder.write("two.poses", "0 0 0 1 0 0 0\n1 0 0 1 0 0 0\n");
  try {
    load_scene_plan(folder.write("s.toml", text));
  } catch (const InputError& error) {
    return folder.without(error.what());
  }
  return "";
}

TEST(ScenePlan, ReadsEverything) {
  const Folder folder;
  folder.write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  folder.write("a.poses", "0 0 0 1 0 0 0\n1 0 0 1 0 0 0\n");
  const ScenePlan plan = load_scene_plan(folder.write("s.toml", R"(chip = "beyond"
frames = 2
deadline_us = 500
[set]
pci.clock_cycles = 4
[[object]]
name = "first"
mesh = "a.obj"
poses = "a.poses"
[[object]]
name = "second"
mesh = { kind = "gear", triangles = 50, seed = 3 }
pose = "0 0 5 1 0 0 0"
velocity = [0.5, 0, -1]
angular_velocity = [0, 0, 0.25]
)"));
  EXPECT_EQ(plan.chip.given, "beyond");
  EXPECT_EQ(machine_of(plan.chip.config).name, "groups");
  EXPECT_EQ(plan.chip.config.pci.clock_cycles, 4u);
  EXPECT_EQ(plan.frames, 2u);
  EXPECT_EQ(plan.deadline_us, 500u);
  ASSERT_EQ(plan.objects.size(), 2u);
  EXPECT_EQ(plan.objects[0].source.file, folder / "a.obj");
  EXPECT_EQ(plan.objects[0].path.at(1).t, (Vec3d{1, 0, 0}));
  EXPECT_EQ(plan.objects[1].name, "second");
  EXPECT_EQ(plan.objects[1].source.seed, 3u);
  EXPECT_EQ(plan.objects[1].path.at(0).t, (Vec3d{0, 0, 5}));
  EXPECT_EQ(plan.objects[1].path.at(1).t, (Vec3d{0.5, 0, 4}));
  EXPECT_NEAR(plan.objects[1].path.at(1).r[1].x, std::sin(0.25), 1e-15);
}

TEST(ScenePlan, ComplaintsNameFileLineAndKey) {
  const std::string good = std::string("frames = 2\n") + kObjects;
  EXPECT_EQ(complaint(good), "");
  EXPECT_EQ(complaint(kObjects), "s.toml:1: frames: expected a number of frames, got nothing");
  EXPECT_EQ(complaint(std::string("frames = 0\n") + kObjects),
            "s.toml:1: frames: expected an integer in 1..1000000, got 0");
  EXPECT_EQ(complaint(std::string("frames = 2\nchip = \"papier\"\n") + kObjects).substr(0, 16),
            "s.toml:2: chip: ");
  EXPECT_EQ(complaint(std::string("frames = 2\ndeadline = 3\n") + kObjects),
            "s.toml:2: deadline: unknown; expected one of chip, set, frames, deadline_us, scene, object");
  EXPECT_EQ(complaint("frames = 2\n"), "s.toml: object: expected at least two [[object]], or a [scene]");
  EXPECT_EQ(complaint(good + "mash = 3\n"),
            "s.toml:8: object.mash: unknown; expected one of name, mesh, poses, pose, velocity, "
            "angular_velocity");
  EXPECT_EQ(complaint(good + "mesh = 3\n").substr(0, 9), "s.toml:8:");
  EXPECT_EQ(complaint(good + "velocity = [1, 2]\n"),
            "s.toml:8: object.velocity: expected three numbers, got an array");
  EXPECT_EQ(complaint(good + "velocity = [1, 2, \"x\"]\n"),
            "s.toml:8: object.velocity: expected three numbers, got 'x'");
  EXPECT_EQ(complaint(std::string("frames = 3\n") + kObjects + "velocity = [2e38, 0, 0]\n"),
            "s.toml:8: object.velocity: expected positions in the range of float32, got others in frame 2");
  EXPECT_EQ(complaint(good + "velocity = [2e38, 0, 0]\n"), "");
  EXPECT_EQ(
      complaint(good + "angular_velocity = [0, 1e308, 1e308]\n"),
      "s.toml:8: object.angular_velocity: expected positions in the range of float32, got others in frame 1");
  EXPECT_EQ(complaint(good + "pose = \"0 0 0\"\n"), "s.toml:8: object.pose: expected 7 or 12 numbers, got 3");
  EXPECT_EQ(complaint(good + "poses = \"none.poses\"\n"),
            "s.toml:8: object.poses: expected a readable file, got none.poses: No such file or directory");
  EXPECT_EQ(complaint(good + "poses = \"two.poses\"\npose = \"0 0 0 1 0 0 0\"\n"),
            "s.toml:9: object.pose: expected either poses or a motion, got both");
  EXPECT_EQ(complaint(std::string("frames = 3\n") + kObjects + "poses = \"two.poses\"\n"),
            "s.toml:8: object.poses: expected a pose for each of 3 frames, got 2");
  EXPECT_EQ(complaint(good + "[[object]]\nname = \"a\"\nmesh = { kind = \"gear\", triangles = 50 }\n"),
            "s.toml:8: object.name: expected another name than 'a', which an object before has");
  EXPECT_EQ(complaint(good + "[[object]]\nname = \"a,b\"\nmesh = { kind = \"gear\", triangles = 50 }\n"),
            "s.toml:9: object.name: expected text without comma and quote, got 'a,b'");
  EXPECT_EQ(complaint("frames = 2\n[scene]\nkind = \"snow\"\n"),
            "s.toml:3: scene.kind: expected 'rain', got 'snow'");
  EXPECT_EQ(complaint("frames = 2\n[scene]\nkind = \"rain\"\nspacing = 0\n"),
            "s.toml:4: scene.spacing: expected a number in 0.01..1000, got 0");
}

TEST(ScenePlan, AThousandObjectsOfAFile) {
  std::string text = "frames = 1\n";
  for (int i = 0; i < 1000; ++i)
    text += "[[object]]  # o'clock [[[\nname = \"part.[" + std::to_string(i) +
            "\"\nmesh = { kind = 'gear', triangles = 50 }\npose = \"0.5 0.5 0.5 1.0 0.0 0.0 0.0\"\n";
  EXPECT_EQ(complaint(text), "");
  EXPECT_EQ(complaint("x = " + std::string(201, '[') + "\n"),
            "s.toml: expected brackets and keys that nest at most 200 deep, got 201");
  EXPECT_EQ(complaint("x = [\"\\\"\", '\\'," + std::string(200, '[') + "\n"),
            "s.toml: expected brackets and keys that nest at most 200 deep, got 201");
  std::string dots = "a";
  for (int i = 0; i < 201; ++i) dots += ". \"b.c\"";
  EXPECT_EQ(complaint(dots + " = 1\n"),
            "s.toml: expected brackets and keys that nest at most 200 deep, got 201");
  EXPECT_EQ(complaint(std::string((1u << 20) + 1, '\n')),
            "s.toml: expected a scene of at most 1048576 bytes, got more");
}

TEST(ScenePlan, RainIsTheSameForTheSameNumbersAndStaysInItsBox) {
  Rain rain;
  rain.objects = 30;
  rain.seed = 9;
  rain.speed = 0.7;
  const std::vector<SceneObject> objects = make_rain(rain), again = make_rain(rain);
  rain.seed = 10;
  const std::vector<SceneObject> other = make_rain(rain);
  ASSERT_EQ(objects.size(), 30u);
  const double walls = 0.6 * std::cbrt(30.0);
  bool moves = false;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    EXPECT_TRUE(objects[i].source == again[i].source);
    for (std::uint64_t frame = 0; frame < 40; ++frame) {
      const DoublePose pose = objects[i].path.at(frame);
      EXPECT_EQ(pose, again[i].path.at(frame));
      for (int axis = 0; axis < 3; ++axis) EXPECT_LE(std::abs(pose.t[axis]), walls * 1.0001);
    }
    moves |= !(objects[i].path.at(0) == objects[i].path.at(1));
    EXPECT_FALSE(objects[i].path.at(0) == other[i].path.at(0));
  }
  EXPECT_TRUE(moves);
}

// A quarter of a turn about z in ten frames, while the object goes along x and back from a wall.
TEST(RigidMotion, MovesInOneStepFromTheStart) {
  RigidMotion motion;
  motion.start = double_pose_from_quaternion({0, 0, 0, 1, 2, 0, 0});
  motion.velocity = {0.25, 0, 0};
  motion.angular_velocity = {0, 0, M_PI / 20};
  EXPECT_EQ(motion.at(0), motion.start);
  const DoublePose turned = motion.at(10);
  EXPECT_EQ(turned.t, (Vec3d{2.5, 0, 0}));
  for (int column = 0; column < 3; ++column) {
    EXPECT_NEAR(turned.r[0][column], -motion.start.r[1][column], 1e-15);
    EXPECT_NEAR(turned.r[1][column], motion.start.r[0][column], 1e-15);
    EXPECT_NEAR(turned.r[2][column], motion.start.r[2][column], 1e-15);
  }
  motion.walls = 1;
  EXPECT_EQ(motion.at(3).t.x, 0.75);
  EXPECT_EQ(motion.at(4).t.x, 1);
  EXPECT_EQ(motion.at(6).t.x, 0.5);
  EXPECT_EQ(motion.at(12).t.x, -1);
  EXPECT_EQ(motion.at(13).t.x, -0.75);
}

}  // namespace
}  // namespace collisionchip
