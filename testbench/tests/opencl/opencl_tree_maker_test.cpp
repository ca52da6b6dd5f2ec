// Trees built by kernels on PoCL: the nodes of the mirror, bit by bit.
#include "collisionchip/testbench/opencl/opencl_tree_maker.h"

#include <gtest/gtest.h>

#include <cstring>

#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/testbench/opencl/device_choice.h"

namespace collisionchip {
namespace {

struct OpenclTreeMaker : testing::Test {
  void SetUp() override {
    if (!opencl_device_present("pocl")) GTEST_SKIP() << "no PoCL on this machine";
    device = make_opencl_tree_maker("pocl");
  }

  void expect_same(const Mesh& mesh, const MakerOptions& options) const {
    const MadeTree found = device->make(mesh, options), expected = mirror->make(mesh, options);
    ASSERT_EQ(found.nodes.size(), expected.nodes.size());
    std::size_t different = 0;
    for (std::size_t i = 0; i < found.nodes.size(); ++i)
      different += std::memcmp(&found.nodes[i], &expected.nodes[i], sizeof(DopNode)) != 0 ? 1 : 0;
    EXPECT_EQ(different, 0u) << mesh.name << ", k " << options.k << ", " << options.axis << ", "
                             << options.point;
  }

  std::unique_ptr<TreeMaker> device, mirror = make_tree_maker_mirror();
};

TEST_F(OpenclTreeMaker, TopDownIsTheRuleOnOneCore) {
  for (const char* kind : {"gear", "torus-knot", "finned-casting"}) {
    const Mesh mesh = make_procedural_mesh(kind, 300);
    for (const char* axis : kMakerAxes) {
      for (const char* point : {"mean", "middle", "median"})
        expect_same(mesh, {MakerKind::top_down, 24, axis, point});
    }
  }
}

TEST_F(OpenclTreeMaker, WithAndWithoutAxes) {
  const Mesh mesh = make_procedural_mesh("torus-knot", 270);
  for (const int k : {6, 8, 26}) {
    expect_same(mesh, {MakerKind::top_down, k, "splatter", "mean"});
    expect_same(mesh, {MakerKind::top_down, k, "normals", "mean"});
    expect_same(mesh, {MakerKind::bottom_up, k, "", ""});
  }
}

TEST_F(OpenclTreeMaker, BottomUpJoinsTheMirrorsNeighbours) {
  for (const char* kind : {"gear", "torus-knot", "finned-casting"})
    expect_same(make_procedural_mesh(kind, 500), {MakerKind::bottom_up, 24, "", ""});
}

// Flat objects, heaps of equal triangles, coordinates that round, the smallest meshes.
TEST_F(OpenclTreeMaker, HostileMeshes) {
  std::vector<Mesh> meshes = {make_procedural_mesh("sphere", 1), make_procedural_mesh("box", 12)};
  Mesh heap = make_procedural_mesh("sphere", 1);
  for (int i = 0; i < 40; ++i) heap.triangles.push_back(heap.triangles.front());
  meshes.push_back(heap);
  Mesh far = make_procedural_mesh("gear", 100);
  for (Vec3f& vertex : far.vertices)
    vertex = {vertex.x * 1e-3f + 1e30f, vertex.y * 1e37f, -vertex.z * 1e-40f};
  meshes.push_back(far);
  for (const Mesh& mesh : meshes) {
    for (const MakerKind kind : {MakerKind::top_down, MakerKind::bottom_up})
      expect_same(mesh, {kind, 24, "splatter", "mean"});
  }
}

TEST_F(OpenclTreeMaker, MediansAreTakenByTheHost) {
  const MadeTree by_mean = device->make(make_procedural_mesh("gear", 300), {}),
                 by_median = device->make(make_procedural_mesh("gear", 300),
                                          {MakerKind::top_down, 24, "splatter", "median"});
  EXPECT_EQ(by_mean.splits, 299u);
  EXPECT_LT(by_mean.host_splits, by_mean.splits);
  EXPECT_EQ(by_median.host_splits, 299u);
}

}  // namespace
}  // namespace collisionchip
