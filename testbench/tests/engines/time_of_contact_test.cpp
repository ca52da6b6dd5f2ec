// Motions, the search for the first contact on them, and the deadline of each step.
#include "collisionchip/testbench/run/time_of_contact.h"

#include <gtest/gtest.h>

#include <cmath>

#include <fmt/format.h>

#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/account/deadline.h"
#include "collisionchip/testbench/judge/random_numbers.h"
#include "collisionchip/testbench/run/verify.h"

namespace collisionchip {
namespace {

// Rotated by an angle about z, in degrees.
Pose turned(double degrees, const Vec3f& t = {}) {
  const double half = degrees * std::acos(-1.0) / 360;
  return pose_from_quaternion({t.x, t.y, t.z, std::cos(half), 0, 0, std::sin(half)});
}

void expect_near(const Pose& a, const Pose& b) {
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 3; ++column) EXPECT_NEAR(a.r[row][column], b.r[row][column], 1e-6);
    EXPECT_NEAR(a.t[static_cast<int>(row)], b.t[static_cast<int>(row)], 1e-6);
  }
}

TEST(Motion, EndsAreKeptToTheBit) {
  RandomNumbers random(3);
  for (int i = 0; i < 100; ++i) {
    const std::vector<Pose> poses = random_poses(random, 3, 2);
    const Motion motion(poses[1], poses[2]);
    EXPECT_TRUE(motion.at(0) == poses[1]);
    EXPECT_TRUE(motion.at(1) == poses[2]);
    expect_near(motion.at(1e-9), poses[1]);  // every rotation is read as a quaternion and back
    expect_near(motion.at(1 - 1e-9), poses[2]);
  }
}

TEST(Motion, TurnsEvenlyAndTheShorterWayRound) {
  const Motion forward(turned(10), turned(50, {2, 4, -8}));
  expect_near(forward.at(0.25), turned(20, {0.5, 1, -2}));
  expect_near(forward.at(0.5), turned(30, {1, 2, -4}));
  expect_near(Motion(turned(-170), turned(170)).at(0.5), turned(180));
  expect_near(Motion(turned(30), turned(30, {1, 0, 0})).at(0.5), turned(30, {0.5, 0, 0}));
  expect_near(Motion(turned(30), turned(30 + 1e-7, {1, 0, 0})).at(0.5), turned(30, {0.5, 0, 0}));
  // Less than a double tells of a cosine.
  expect_near(Motion(Pose{}, turned(1e-7, {1, 0, 0})).at(0.5), turned(0, {0.5, 0, 0}));
  expect_near(Motion(Pose{}, turned(0, {1, 0, 0})).at(0.5), turned(0, {0.5, 0, 0}));  // no angle at all
}

TEST(Motion, HalfTurnsAboutEachAxisAreRead) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto turned_by = [&](double half_angle) {
      std::array<double, 7> numbers{};
      numbers[3] = std::cos(half_angle);
      numbers[4 + axis] = std::sin(half_angle);
      return pose_from_quaternion(numbers);
    };
    const double half_turn = std::acos(0.0);
    expect_near(Motion(turned_by(half_turn), turned_by(half_turn + 0.2)).at(0.5), turned_by(half_turn + 0.1));
  }
}

std::string linear_part(const Pose& pose) {
  std::string text;
  for (const auto& row : pose.r) {
    for (const float number : row) text += fmt::format(" {}", number);
  }
  return text;
}

// A scale, a shear, a mirror and a matrix typed with few digits: nothing turns, so that not a bit of them changes.
TEST(Motion, EqualLinearPartsAreKeptToTheBit) {
  for (const char* linear :
       {"0.001 0 0 {} 0 0.001 0 0 0 0 0.001 0", "0.7071 -0.7071 0 {} 0.7071 0.7071 0 0 0 0 1 0",
        "-1 0.5 0 {} 0 2 0 0 0 1e-3 3e7 0", "1e-45 0 0 {} 0 1e-45 0 0 0 0 -3e38 0"}) {
    const Pose from = parse_pose(fmt::format(fmt::runtime(linear), 3), "from"),
               to = parse_pose(fmt::format(fmt::runtime(linear), -5), "to");
    const std::vector<Pose> poses = Motion(from, to).after_each_of(8);
    for (std::size_t step = 0; step < 8; ++step) {
      EXPECT_EQ(linear_part(poses[step]), linear_part(from));
      EXPECT_EQ(poses[step].t, (Vec3f{2 - static_cast<float>(step), 0, 0}));
    }
  }
}

// Scale, shear or mirror moves a point first; then only the turn moves it.
TEST(Motion, WhatIsScaledShearedOrMirroredStaysSo) {
  const Matrix3 shapes[] = {{Vec3d{0.001, 0, 0}, {0, 0.001, 0}, {0, 0, 0.001}},
                            {Vec3d{1000, 0, 0}, {0, 500, 0}, {0, 0, 250}},
                            {Vec3d{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                            {Vec3d{2, 1, 0}, {0, 2, -0.5}, {0, 0, -3}},
                            {Vec3d{0.9999, 0, 0}, {0, 1.0001, 0}, {0, 0, 1}}};
  RandomNumbers random(17);
  for (const Matrix3& shape : shapes) {
    for (int round = 0; round < 20; ++round) {
      const std::vector<Pose> turns = random_poses(random, 3, 2);
      const auto shaped = [&](const Pose& turn) {
        DoublePose pose = to_double(turn);
        pose.r = pose.r * shape;
        return to_float32(pose, "shaped");
      };
      const Motion motion(shaped(turns[0]), shaped(turns[1])), rigid(turns[0], turns[1]);
      EXPECT_EQ(motion.at(0), shaped(turns[0]));
      EXPECT_EQ(motion.at(1), shaped(turns[1]));
      double size = 0;
      for (const Vec3d& row : shape)
        size = std::max({size, std::abs(row.x), std::abs(row.y), std::abs(row.z)});
      for (const double time : {1e-6, 0.25, 0.5, 0.9}) {
        const Pose pose = motion.at(time), expected = shaped(rigid.at(time));
        for (std::size_t i = 0; i < 3; ++i) {
          for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(pose.r[i][j], expected.r[i][j], 2e-6 * size);
        }
      }
    }
  }
}

TEST(Motion, OtherLinearPartsAreRefusedByName) {
  const auto complaint = [](const char* from, const char* to) {
    try {
      Motion(parse_pose(from, "from"), parse_pose(to, "to"), "here");
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const char* const unit = "1 0 0 0 0 1 0 0 0 0 1 0";
  EXPECT_EQ(complaint(unit, "0 -1.0005 0 0 1 0 0 0 0 0 1 0"), "");  // within a thousandth
  EXPECT_EQ(complaint(unit, "0 -1.002 0 0 1 0 0 0 0 0 1 0"),
            "here: second pose: expected the linear part of the first pose, turned, got one that stretches "
            "otherwise: 0 -1.002 0 1 0 0 0 0 1");
  EXPECT_EQ(complaint("-1 0 0 0 0 1 0 0 0 0 1 0", unit),
            "here: second pose: expected the linear part of the first pose, turned, got its mirror image: "
            "1 0 0 0 1 0 0 0 1");
  EXPECT_EQ(
      complaint("2e-38 0 0 0 0 1 0 0 0 0 1 0", unit).substr(0, 95),
      "here: first pose: expected a linear part that float32 has the digits to turn, got one that is t");
  EXPECT_EQ(complaint(unit, "1 0 0 0 0 1 0 0 0 0 1e-7 0").substr(0, 17), "here: second pose");
  EXPECT_EQ(complaint("1 0 0 0 0 1 0 0 0 0 1e-7 0", "1 0 0 5 0 1 0 0 0 0 1e-7 0"), "");  // nothing turns
}

TEST(Motion, StepsAreEqualAndTheLastEndsIt) {
  const Pose to = turned(50, {2, 4, -8});
  const std::vector<Pose> poses = Motion(turned(10), to).after_each_of(4);
  ASSERT_EQ(poses.size(), 4u);
  for (int step = 1; step <= 4; ++step) {
    const auto part = static_cast<float>(step) / 4;
    expect_near(poses[static_cast<std::size_t>(step - 1)],
                turned(10 + 40 * part, {2 * part, 4 * part, -8 * part}));
  }
  EXPECT_TRUE(poses.back() == to);
}

TEST(Deadline, CountsTransfersTheHostAndWhatIsLate) {
  ChipAnswer answer;
  answer.setup_cycles = 50'000;
  answer.cycles = 125'000;
  answer.readback_cycles = 70'000;
  answer.host.total_ps = 1'000'000'000;
  EXPECT_DOUBLE_EQ(seconds_of(answer), 1e-3);
  DeadlineCount first, later;
  first.add(0.5 * kHapticDeadline);
  first.add(kHapticDeadline);
  later.add(0.25 * kHapticDeadline);
  later.add(2 * kHapticDeadline);
  later.add(2 * kHapticDeadline);
  first.add(later);
  EXPECT_EQ(first.met, 3u);
  EXPECT_EQ(first.missed, 2u);
  EXPECT_EQ(first.slowest, 3u) << "the first of the slowest";
  EXPECT_EQ(first.text("all of it"),
            "  haptic     5 steps, 1 ms each: 3 met, 2 missed; slowest 2.000 ms (pose 3), all of it\n");
}

struct TimeOfContact : ::testing::Test {
  // Two cubes of edge 1 in the middle of their frames.
  CollisionObject box = CollisionObject::build(make_procedural_mesh("box", 12));
  float half = std::abs(box.triangles.front().corners[0].x);
  Objects objects{box, box};
};

TEST_F(TimeOfContact, IsWhereTwoBoxesMeet) {
  Pose far, near;
  far.t = {8 * half, 0, 0};
  near.t = {half, 0, 0};
  const ContactSearch search = search_contact(objects, {}, {far, near}, 20, "here");
  const double expected = 6.0 / 7;  // at a distance of two halves
  EXPECT_LE(search.apart, expected);
  EXPECT_GE(search.touching, expected - 1e-6) << "poses are rounded";
  EXPECT_EQ(search.touching - search.apart, std::exp2(-20));
  ASSERT_EQ(search.poses.size(), 20u);
  EXPECT_EQ(search.times.front(), 0.5);
  const std::unique_ptr<Engine> chip = find_engine("tlm")->make({});
  chip->prepare(objects);
  for (std::size_t i = 0; i < search.poses.size(); ++i) {
    EXPECT_EQ(!chip->query(search.poses[i], true).pairs.empty(), search.times[i] >= search.touching)
        << "the chip halves the same way: " << search.times[i];
  }
}

TEST_F(TimeOfContact, RefusesAMotionWithoutAFirstContact) {
  Pose apart;
  apart.t = {8 * half, 0, 0};
  const auto complaint = [&](const Pose& from, const Pose& to) {
    try {
      search_contact(objects, {}, {from, to}, 4, "here");
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(complaint(Pose{}, apart),
            "here: expected objects that are apart at the first pose; they touch there");
  EXPECT_NE(complaint(Pose{}, Pose{}).find("they touch there"), std::string::npos) << "no first contact";
  EXPECT_NE(complaint(apart, apart).find("they are apart there"), std::string::npos);
  EXPECT_EQ(complaint(apart, Pose{}), "");
}

}  // namespace
}  // namespace collisionchip
