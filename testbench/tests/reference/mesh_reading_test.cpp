// What becomes of a file's numbers before they are float32: scale, offset, one rounding, and a word where it matters.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "collisionchip/reference/arithmetic/split_mix64.h"
#include "collisionchip/reference/geometry/offset_pose.h"
#include "collisionchip/reference/mesh/mesh_extent.h"
#include "collisionchip/reference/mesh/mesh_file.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/text_scanner.h"

namespace collisionchip {
namespace {

struct Read {
  Mesh mesh;
  MeshRemarks remarks;
};

Read read_obj(const std::string& text, const MeshReading& reading = {}) {
  Read read;
  read.mesh = parse_mesh(MeshFormat::obj, text.data(), text.size(), "part", reading, &read.remarks);
  return read;
}

// A tetrahedron of this size with a corner here, written with 17 digits.
std::string tetrahedron_text(const Vec3d& at, double size) {
  std::string text;
  for (const Vec3d& step : {Vec3d{0, 0, 0}, Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}}) {
    const Vec3d corner = at + size * step;
    text += "v";
    for (int axis = 0; axis < 3; ++axis) {
      char number[32];
      std::snprintf(number, sizeof number, " %.17g", corner[axis]);
      text += number;
    }
    text += "\n";
  }
  return text + "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
}

TEST(MeshReading, ScaleAndOffsetComeBeforeTheRounding) {
  const std::string text = "v 500000.30 5400000.30 300\nv 500000.31 5400000 1e39\nv 0 0 1\nf 1 2 3\n";
  EXPECT_THROW(read_obj(text), InputError);
  const Mesh mesh = read_obj(text, {1e-3, {500, 5400, 0.25}}).mesh;
  EXPECT_EQ(mesh.vertices[0], (Vec3f{static_cast<float>(500000.30 * 1e-3 - 500),
                                     static_cast<float>(5400000.30 * 1e-3 - 5400), 300 * 1e-3 - 0.25}));
  EXPECT_EQ(mesh.vertices[1].z, static_cast<float>(1e39 * 1e-3 - 0.25));
  EXPECT_EQ(read_obj(tetrahedron_text({1, 2, 3}, 4), {-2, {}}).mesh.vertices[1], (Vec3f{-10, -4, -6}));
  EXPECT_THROW(read_obj(tetrahedron_text({1, 2, 3}, 4), {1e39, {}}), InputError);
}

TEST(MeshReading, BothRoundingsAreOfTheToken) {
  SplitMix64 random(2);
  const auto expect_same = [](const std::string& token) {
    float once = 0, rounded = 0;
    double whole = 0, value = 0;
    const NumberCheck check = parse_real(token, once);
    const NumberCheck in_double = parse_real(token, whole);
    EXPECT_EQ(parse_real(token, value, rounded), in_double) << token;
    EXPECT_EQ(value, whole) << token;
    if (check == NumberCheck::ok) {
      EXPECT_EQ(rounded, once) << token;
      EXPECT_EQ(std::signbit(rounded), std::signbit(once)) << token;
    } else if (check == NumberCheck::not_finite && in_double == NumberCheck::ok) {
      EXPECT_TRUE(std::isinf(rounded)) << token;
    }
  };
  for (const char* const token : {"1.00000005960464477539062500000001",
                                  "1.000000059604644775390625",
                                  "1.00000005960464477539062499999999",
                                  "-1.00000005960464477539062500000001",
                                  "1e-45",
                                  "0.7006492321624085e-45",
                                  "0.70064923216240853e-45",
                                  "0.70064923216240854e-45",
                                  "-1e-60",
                                  "1e-400",
                                  "-1e-400",
                                  "0",
                                  "-0",
                                  "3.4028235677973366e38",
                                  "3.4028235677973365e38",
                                  "3.40282356779733661637539395458e38",
                                  "3.40282356779733661637539395459e38",
                                  "-3.5e38",
                                  "1e308",
                                  "1e309",
                                  "16777217",
                                  "16777217.0000000000000000001",
                                  "1.1754943508222875e-38"})
    expect_same(token);
  for (int i = 0; i < 3000; ++i) {
    // Half-way between two float32, a little more or less in digits that a double has not.
    const float low =
        static_cast<float>(std::ldexp(random.uniform(1, 2), static_cast<int>(random.bits() % 200) - 100));
    char digits[400];
    std::snprintf(digits, sizeof digits, "%.150f", (double{low} + std::nextafter(low, 4 * low)) / 2);
    for (const char* const more : {"", "0000001"}) expect_same(digits + std::string(more));
  }
}

TEST(MeshReading, FarFromTheOriginARoundingIsSaid) {
  const auto remarks = [](const std::string& text, const MeshReading& reading = {}) {
    const Read read = read_obj(text, reading);
    return read.remarks.empty() ? std::string() : read.remarks.front();
  };
  EXPECT_EQ(
      remarks(tetrahedron_text({500000.3, 5400000.3, 300}, 5)),
      "part:1: rounding to float32 moves this vertex by 0.2, the most of the file; --recentre avoids it");
  EXPECT_EQ(remarks(tetrahedron_text({500000.3, 5400000.3, 300}, 5), {1, {500000, 5400000, 300}}), "");
  EXPECT_NE(remarks(tetrahedron_text({1000.1, 0, 0}, 1)), "") << "a part a thousand times its size away";
  EXPECT_NE(remarks(tetrahedron_text({4e6 + 0.1, 1e6 + 0.1, 4e6 + 0.1}, 0.01)), "")
      << "nothing is left of it";
  EXPECT_EQ(remarks(tetrahedron_text({500000, 5400000, 300}, 5)), "") << "exact";
  EXPECT_EQ(remarks("v 3000000.1 0 0\nf 1 1 1\n"), "") << "a point has no size";
  // In the file's units.
  EXPECT_EQ(remarks(tetrahedron_text({500000.3, 5400000.3, 300}, 5), {1000, {}}),
            remarks(tetrahedron_text({500000.3, 5400000.3, 300}, 5), {-1000, {}}));
  EXPECT_NE(remarks(tetrahedron_text({500000.3, 5400000.3, 300}, 5), {1024, {}}).find("by 0.2,"),
            std::string::npos);
}

// It is no matter of where the origin lies: --recentre would not help.
TEST(MeshReading, NumbersTooSmallForFloat32AreNamed) {
  const auto read = [](const std::string& text, double scale) {
    try {
      const Read found = read_obj(text, {scale, {}});
      return found.remarks.empty() ? std::string() : found.remarks.front();
    } catch (const InputError& error) {
      return "refused: " + std::string(error.what());
    }
  };
  const std::string part = tetrahedron_text({0.3, 0.2, 0.1}, 1);
  for (const char* scale : {"1e-60", "1e-200", "-1e-300"})
    EXPECT_EQ(read(part, std::stod(scale)),
              "refused: part: expected a coordinate of at least 1.4e-45, the least float32, got times " +
                  std::string(scale) + " all coordinates 0; a larger scale avoids it");
  EXPECT_EQ(read(part, 1e-40),
            "part: times 1e-40 all coordinates are below 1.2e-38, where float32 has fewer digits: corners "
            "move by up to "
            "9.4e-46; a larger scale avoids it");
  EXPECT_NE(read(tetrahedron_text({3e-41, 2e-41, 1e-41}, 1e-40), 1).find("part: all coordinates are below"),
            std::string::npos);
  EXPECT_EQ(read(part, 1e-30), "");
  EXPECT_EQ(read("v 0 0 0\nv 0 0 0\nv 0 0 0\nf 1 2 3\n", 1e-60), "") << "all of it is 0 in the file";
  EXPECT_EQ(read("v 0 0 0\nv 1e-300 0 0\nv 0 1 0\nf 1 2 3\n", 1), "") << "next to the size of the object";
  // Vertices without a triangle count as vertices: this object is a point in its file.
  EXPECT_EQ(read("v 1 0 0\nv 0 0 0\nv 0 0 1e-80\nf 2 2 2\n", 1).find("refused"), std::string::npos);
}

TEST(MeshReading, NearTheOriginNothingIsSaid) {
  SplitMix64 random(9);
  for (int i = 0; i < 300; ++i) {
    const double size = std::ldexp(random.uniform(1, 2), static_cast<int>(random.bits() % 60) - 30);
    const auto near = [&] { return random.uniform(-3, 3) * size; };
    EXPECT_TRUE(read_obj(tetrahedron_text({near(), near(), near()}, size)).remarks.empty()) << size;
    // Thin, and with edges of every length.
    const std::string thin =
        "v 0 0 0\nv 1 0 1e-7\nv 0 1 3e-7\nv 0.1 0.1 1e-8\nv 0.1000003 0.1 0\nf 1 2 3\nf 2 4 5\n";
    EXPECT_TRUE(read_obj(thin, {size, {}}).remarks.empty()) << size;
  }
}

MeshExtent box(const Vec3f& low, const Vec3f& high) {
  return {low, high};
}

TEST(MeshReading, TheOffsetIsOnAGridAndDoesNotMoveWhatIsNear) {
  EXPECT_EQ(common_offset(box({-1, -2, -3}, {4, 5, 6}), box({-1, -1, -1}, {1, 1, 1})), (Vec3d{0, 0, 0}));
  const MeshExtent wall = box({500000, 5400000.5f, 300}, {500005, 5400000.5f, 303});
  EXPECT_EQ(common_offset(wall, wall), (Vec3d{500000, 5400000, 304}));
  const MeshExtent land = box({490000, 5390000, 0}, {510000, 5410000, 3000});
  EXPECT_EQ(common_offset(land, wall), common_offset(wall, land)) << "of the smaller one";
  EXPECT_EQ(common_offset(wall, land), common_offset(wall, wall));
  const MeshExtent point = box({3e6f, 0, 0}, {3e6f, 0, 0});
  EXPECT_EQ(common_offset(point, point), (Vec3d{3e6, 0, 0}));
  EXPECT_EQ(common_offset(box({}, {}), box({}, {})), (Vec3d{0, 0, 0}));
}

TEST(MeshReading, PosesFollowTheOffset) {
  const auto far = [](const char* text, const Vec3d& offset = {500000, 5400000, 304}) {
    return moved(parse_double_pose(text, "p"), offset, "p");
  };
  EXPECT_EQ(far("0.1 0.2 0.3 1 0 0 0"), parse_pose("0.1 0.2 0.3 1 0 0 0", "p"));
  // A quarter turn about z, about the origin: far away it also moves.
  const Pose turned = far("0 -1 0 5900000.125 1 0 0 4900000.25 0 0 1 0.1");
  EXPECT_EQ(turned.t, (Vec3f{0.125f, 0.25f, 0.1f}));
  EXPECT_EQ(turned.r, parse_pose("0 -1 0 0 1 0 0 0 0 0 1 0", "p").r);
  // t is used as the text has it, not as float32.
  EXPECT_EQ(far("2 0 0 -499999.9 0 2 0 -5400000 0 0 2 -304").t.x, static_cast<float>(500000 - 499999.9));
  EXPECT_TRUE(std::signbit(far("-0 0 0 1 0 0 0", {}).t.x));
  EXPECT_THROW(far("0 0 0 1 0 0 0 0"), InputError);
}

}  // namespace
}  // namespace collisionchip
