#include "collisionchip/reference/geometry/pose.h"

#include <unistd.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "collisionchip/reference/geometry/double_pose.h"
#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {
namespace {

std::string complaint(const std::string& text) {
  try {
    parse_pose(text, "poses.txt:12");
  } catch (const InputError& error) {
    return error.what();
  }
  return "no complaint";
}

TEST(Pose, SevenNumbersFollowTheFormula) {
  const Pose identity = parse_pose("0 0 0 1 0 0 0", "here");
  EXPECT_EQ(identity, Pose{});
  // A third of a turn about (1,1,1) moves x to y to z; the quaternion's length does not matter.
  const Pose turned = parse_pose(" 1e0\t+2 -3  2 2 2 2 # comment", "here");
  EXPECT_EQ(turned.r, (std::array<std::array<float, 3>, 3>{{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}}));
  EXPECT_EQ(turned.t, (Vec3f{1, 2, -3}));
}

TEST(Pose, TwelveNumbersAreTakenAsTheyAre) {
  const Pose pose = parse_pose("1 2 3 4 0 5 6 7 0 0 0.1 16777217", "here");
  EXPECT_EQ(pose.r, (std::array<std::array<float, 3>, 3>{{{1, 2, 3}, {0, 5, 6}, {0, 0, 0.1f}}}));
  EXPECT_EQ(pose.t, (Vec3f{4, 7, 16777216}));
}

// Nearer to the middle between two float32 than a double tells: the text decides.
TEST(Pose, TwelveNumbersAreRoundedOnce) {
  for (const auto& [text, expected] :
       {std::pair{"0.50000002980232238769531250000000000001", std::nextafter(0.5f, 1.0f)},
        std::pair{"0.50000002980232238769531249999999999999", 0.5f}, std::pair{"0.1", 0.1f}}) {
    const std::string pose = std::string("1 0 0 ") + text + " 0 1 0 0 0 0 " + text + " 0";
    EXPECT_EQ(parse_pose(pose, "here").t.x, expected);
    EXPECT_EQ(parse_pose(pose, "here").r[2][2], expected);
    EXPECT_EQ(to_float32(parse_double_pose(pose, "here"), "here"), parse_pose(pose, "here"));
  }
  EXPECT_EQ(parse_double_pose("1 0 0 0.1 0 1 0 0 0 0 0.3 0", "here").t.x, 0.1);
  EXPECT_EQ(parse_double_pose("1 0 0 0.1 0 1 0 0 0 0 0.3 0", "here").r[2].z, 0.3);
}

// However small or flat: what has a determinant can be undone.
TEST(Pose, NearlySingularMatricesAreAccepted) {
  EXPECT_NO_THROW(parse_pose("1e-45 0 0 0 0 1e-45 0 0 0 0 1e-45 0", "here"));
  EXPECT_NO_THROW(parse_pose("3e38 0 0 0 0 3e38 0 0 0 0 -3e38 0", "here"));
  EXPECT_NO_THROW(parse_pose("1 1 0 0 1 1.0000001 0 0 0 0 1 0", "here"));
}

TEST(Pose, ComplaintsNamePlaceAndExpectation) {
  const std::pair<const char*, const char*> table[] = {
      {"", "poses.txt:12: expected 7 or 12 numbers, got 0"},
      {"1 2 3 4 5", "poses.txt:12: expected 7 or 12 numbers, got 5"},
      {"1 2 3 4 5 6 # 7", "poses.txt:12: expected 7 or 12 numbers, got 6"},
      {"1 2 3 4 5 6 7 8 9 10 11 12 13", "poses.txt:12: expected 7 or 12 numbers, got 13"},
      {"0 0 0 1 0 0 zero", "poses.txt:12: expected a number, got 'zero'"},
      {"0 0 0 1 0 0 1,5", "poses.txt:12: expected a number, got '1,5'"},
      {"0 0 nan 1 0 0 0", "poses.txt:12: expected a finite number, got 'nan'"},
      {"0 0 1e999 1 0 0 0", "poses.txt:12: expected a finite number, got '1e999'"},
      {"0 0 1e39 1 0 0 0", "poses.txt:12: expected a translation in the range of float32, got a larger one"},
      {"0 0 0 0 0 0 0", "poses.txt:12: expected a quaternion of length about 1, got one of length 0"},
      {"0 0 0 1e-200 0 0 0", "poses.txt:12: expected a quaternion of length about 1, got one of length 0"},
      {"0 0 0 1e200 0 0 0",
       "poses.txt:12: expected a quaternion of length about 1, got one that is too long"},
      {"1 0 0 0 0 1 0 0 0 0 inf 0", "poses.txt:12: expected a finite number, got 'inf'"},
      {"1 0 0 0 0 1 0 0 0 0 1 1e39", "poses.txt:12: expected a finite number, got '1e39'"},
      {"1 2 3 0 2 4 6 0 0 0 1 0", "poses.txt:12: expected a 3x4 matrix whose linear part has an inverse"},
      {"0 0 0 0 0 0 0 0 0 0 0 0", "poses.txt:12: expected a 3x4 matrix whose linear part has an inverse"},
  };
  for (const auto& [text, expected] : table) {
    EXPECT_NE(complaint(text).find(expected), std::string::npos) << complaint(text);
    EXPECT_EQ(complaint(text).find('\n'), std::string::npos);
  }
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(pose_from_quaternion({0, 0, 0, 1, 0, 0, nan}), InputError);
  EXPECT_THROW(pose_from_quaternion({0, 0, 0, 0, 0, 0, 0}), InputError);
}

class PoseFile : public ::testing::Test {
 protected:
  void SetUp() override {
    path_ = ::testing::TempDir() + ::testing::UnitTest::GetInstance()->current_test_info()->name() +
            std::to_string(getpid()) + ".txt";
  }
  void TearDown() override { std::remove(path_.c_str()); }
  void write(const std::string& text) { std::ofstream(path_, std::ios::binary) << text; }

  std::string path_;
};

TEST_F(PoseFile, CommentsAndBlankLinesAreSkipped) {
  write("# header\r\n\r\n1 0 0 1 0 0 0 # first\r\n   \n  2 0 0 1 0 0 0\n3 0 0 1 0 0 0");
  const std::vector<Pose> poses = read_poses(path_);
  ASSERT_EQ(poses.size(), 3u);
  EXPECT_EQ(poses[2].t.x, 3.f);
}

TEST_F(PoseFile, ComplaintNamesTheLine) {
  write("# header\n\n1 0 0 1 0 0 0\n1 0 0\n");
  try {
    read_poses(path_);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()), path_ + ":4: expected 7 or 12 numbers, got 3");
  }
  write("# nothing\n");
  EXPECT_THROW(read_poses(path_), InputError);
  EXPECT_THROW(read_poses(path_ + ".missing"), InputError);
}

// The matrices in the folder of the public pose files are the definition; other software made them.
TEST(Pose, EqualsThePublishedMatrices) {
  const std::string folder = std::string(COLLISIONCHIP_SHARED_DIR) + "/poses";
  if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << "no public poses in " << folder;
  const std::string suffix = ".mat.txt";
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string matrix_path = entry.path().string();
    if (matrix_path.size() < suffix.size() ||
        matrix_path.substr(matrix_path.size() - suffix.size()) != suffix) {
      continue;
    }
    const std::string path = matrix_path.substr(0, matrix_path.size() - suffix.size()) + ".txt";
    EXPECT_EQ(read_poses(path), read_poses(matrix_path)) << path;
    ++files;
  }
  EXPECT_GT(files, 0);
}

}  // namespace
}  // namespace collisionchip
