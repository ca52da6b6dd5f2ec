// Answers are exact only where the thread's arithmetic is IEEE 754 as the program began with it: every entry refuses another one.
#include "collisionchip/reference/arithmetic/host_arithmetic.h"

#include <cfenv>
#include <functional>
#include <string>

#ifdef __SSE__
#include <xmmintrin.h>
#endif

#include <gtest/gtest.h>

#include "collisionchip/reference/aabb/aabb_tree.h"
#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/mesh/mesh_file.h"
#include "collisionchip/reference/obb/obb_tree.h"
#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/traverse/exact_pairs.h"
#include "collisionchip/reference/traverse/triangle_query.h"

namespace collisionchip {
namespace {

// Empty: none. The thread's arithmetic is as before.
std::string complaint_with(const std::function<void()>& mode, const std::function<void()>& entry) {
  std::fenv_t before;
  std::fegetenv(&before);
  mode();
  std::string complaint;
  try {
    entry();
  } catch (const InputError& error) {
    complaint = error.what();
  }
  std::fesetenv(&before);
  return complaint;
}

struct Entry {
  const char* name;
  std::function<void()> enter;
};

std::vector<Entry> entries() {
  static const Mesh mesh = make_procedural_mesh("box", 12);
  static const CollisionObject object = CollisionObject::build(mesh);
  static const std::string obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
  return {{"parse_mesh", [] { parse_mesh(MeshFormat::obj, obj.data(), obj.size(), "a.obj"); }},
          {"pose_from_quaternion",
           [] {
             pose_from_quaternion({0, 0, 0, 1, 0, 0, 0});
           }},
          {"parse_pose", [] { parse_pose("0 0 0 1 0 0 0", "pose"); }},
          {"CollisionObject::build", [] { CollisionObject::build(mesh); }},
          {"AabbTree::build", [] { AabbTree::build(mesh); }},
          {"ObbTree::build", [] { ObbTree::build(mesh, ObbEncoding::obb64, {}); }},
          {"exact_pairs", [] { exact_pairs(object, object, Pose{}); }},
          {"list_traversal", [] { list_traversal(object, object, Pose{}); }},
          {"TriangleQuery", [] { TriangleQuery(object.triangles, object.triangles, Pose{}, {}); }}};
}

void every_entry_says(const std::function<void()>& mode, const std::string& expected) {
  for (const Entry& entry : entries()) EXPECT_EQ(complaint_with(mode, entry.enter), expected) << entry.name;
}

TEST(HostArithmetic, AThreadAsItBeginsIsTaken) {
  every_entry_says([] {}, "");
}

TEST(HostArithmetic, AnotherRoundingIsRefusedByName) {
  const std::string expected = "arithmetic of this thread: expected rounding to nearest, got rounding ";
  every_entry_says([] { std::fesetround(FE_UPWARD); }, expected + "upward");
  every_entry_says([] { std::fesetround(FE_DOWNWARD); }, expected + "downward");
  every_entry_says([] { std::fesetround(FE_TOWARDZERO); }, expected + "toward zero");
}

#ifdef __SSE__
TEST(HostArithmetic, SubnormalNumbersThatAreFlushedAreRefused) {
  const std::string expected =
      "arithmetic of this thread: expected subnormal numbers to be kept, got them flushed to zero, as in a "
      "program that is linked "
      "with -Ofast or -ffast-math";
  every_entry_says([] { _mm_setcsr(_mm_getcsr() | 0x8000); }, expected);  // results
  every_entry_says([] { _mm_setcsr(_mm_getcsr() | 0x0040); }, expected);  // operands
}
#endif

}  // namespace
}  // namespace collisionchip
