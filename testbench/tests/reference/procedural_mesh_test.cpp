#include "collisionchip/reference/procedural/procedural_mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <string>
#include <utility>

#include "collisionchip/reference/arithmetic/fnv1a.h"
#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {
namespace {

constexpr const char* open_kind = "finned-casting";

// 64-bit FNV-1a over the little-endian bytes of all coordinates, then of all indices.
std::uint64_t fingerprint(const Mesh& mesh) {
  Fnv1a hash;
  const auto add = [&hash](std::uint32_t word) { hash.add_bytes(word, 4); };
  for (const Vec3f& v : mesh.vertices) {
    for (const float value : {v.x, v.y, v.z}) {
      std::uint32_t bits;
      std::memcpy(&bits, &value, sizeof bits);
      add(bits);
    }
  }
  for (const auto& triangle : mesh.triangles) {
    for (const std::uint32_t vertex : triangle) add(vertex);
  }
  return hash.value();
}

// Directed edges without exactly one partner in the other direction: none in a closed, oriented surface.
int unmatched_edges(const Mesh& mesh) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
  for (const auto& t : mesh.triangles) {
    for (std::size_t i = 0; i < 3; ++i) ++edges[{t[i], t[(i + 1) % 3]}];
  }
  int unmatched = 0;
  for (const auto& [edge, uses] : edges) {
    const auto partner = edges.find({edge.second, edge.first});
    if (uses != 1 || partner == edges.end() || partner->second != 1) ++unmatched;
  }
  return unmatched;
}

double enclosed_volume(const Mesh& mesh) {
  double volume = 0;
  for (std::uint32_t i = 0; i < mesh.triangle_count(); ++i) {
    const auto [a, b, c] = mesh.corners(i);
    volume += dot(to_double(a), cross(to_double(b), to_double(c))) / 6;
  }
  return volume;
}

int zero_areas(const Mesh& mesh) {
  int count = 0;
  for (std::uint32_t i = 0; i < mesh.triangle_count(); ++i) {
    const auto [a, b, c] = mesh.corners(i);
    const Vec3d normal = cross(to_double(b) - to_double(a), to_double(c) - to_double(a));
    if (dot(normal, normal) == 0) ++count;
  }
  return count;
}

void expect_sound(const Mesh& mesh, std::uint32_t count) {
  ASSERT_EQ(mesh.triangles.size(), count);
  Vec3f low = mesh.vertices.front(), high = low;
  for (const auto& triangle : mesh.triangles) {
    for (const std::uint32_t vertex : triangle) {
      ASSERT_LT(vertex, mesh.vertices.size());
      for (int axis = 0; axis < 3; ++axis) {
        ASSERT_TRUE(std::isfinite(mesh.vertices[vertex][axis]));
        low[axis] = std::min(low[axis], mesh.vertices[vertex][axis]);
        high[axis] = std::max(high[axis], mesh.vertices[vertex][axis]);
      }
    }
  }
  const Vec3f extent = high - low, middle = low + high;
  EXPECT_NEAR(std::max({extent.x, extent.y, extent.z}), 1, 1e-6);
  EXPECT_NEAR(std::max({std::abs(middle.x), std::abs(middle.y), std::abs(middle.z)}), 0, 1e-6);
}

TEST(ProceduralMesh, ExactCountsOfEveryKind) {
  for (const ProceduralKind& kind : procedural_kinds()) {
    SCOPED_TRACE(kind.name);
    for (std::uint32_t count = 1; count <= 2000; ++count) {
      SCOPED_TRACE(count);
      const Mesh mesh = make_procedural_mesh(kind.name, count, 3);
      expect_sound(mesh, count);
      EXPECT_EQ(mesh.name, kind.name);
      if (count >= 50) {
        EXPECT_EQ(zero_areas(mesh), 0);
      }
      if (HasFatalFailure()) return;
    }
    for (const std::uint32_t count : {28167u, 100000u})
      expect_sound(make_procedural_mesh(kind.name, count), count);
  }
}

TEST(ProceduralMesh, ClosedKindsAreClosedAndFaceOutward) {
  for (const ProceduralKind& kind : procedural_kinds()) {
    if (kind.name == open_kind) continue;
    for (const std::uint32_t count :
         {4u, 6u, 8u, 50u, 72u, 108u, 192u, 300u, 1000u, 1726u, 1728u, 5000u, 28168u}) {
      const Mesh mesh = make_procedural_mesh(kind.name, count);
      EXPECT_EQ(unmatched_edges(mesh), 0) << kind.name << " " << count;
      EXPECT_GT(enclosed_volume(mesh), 0) << kind.name << " " << count;
    }
    // An odd number cannot close: one edge is cut on one side only.
    EXPECT_EQ(unmatched_edges(make_procedural_mesh(kind.name, 28167)), 3) << kind.name;
  }
}

TEST(ProceduralMesh, CastingIsAnOpenSoupInPieces) {
  const Mesh mesh = make_procedural_mesh(open_kind, 28167);
  EXPECT_GT(unmatched_edges(mesh), 1000);
  EXPECT_EQ(zero_areas(mesh), 0);
}

TEST(ProceduralMesh, SeedVariesTheCastingOnly) {
  for (const ProceduralKind& kind : procedural_kinds()) {
    const std::uint64_t zero = fingerprint(make_procedural_mesh(kind.name, 2000, 0));
    EXPECT_EQ(zero, fingerprint(make_procedural_mesh(kind.name, 2000, 0)));
    EXPECT_EQ(zero == fingerprint(make_procedural_mesh(kind.name, 2000, 1)), kind.name != open_kind)
        << kind.name;
  }
}

// The same bits with every compiler and on every machine: published figures depend on them.
TEST(ProceduralMesh, FingerprintsAreThoseOnRecord) {
  const std::map<std::string, std::uint64_t> on_record = {
      {"torus-knot", 0x9a3ca9684f83362bu},  {"gear", 0x9e585f0b880a4c06u},
      {"coil-spring", 0xb66fa4cd41f2cce6u}, {"finned-casting", 0x0fb68eb25d14c4bdu},
      {"sphere", 0x8ec69d5d0f123f1eu},      {"bolt", 0x0034dc0bdc9bfa33u},
      {"box", 0xf6c7cebf69fab517u},         {"comb", 0xd96c1e19d64c1e86u},
  };
  ASSERT_EQ(on_record.size(), procedural_kinds().size());
  for (const auto& [kind, hash] : on_record) {
    EXPECT_EQ(fingerprint(make_procedural_mesh(kind, 28167, 1)), hash) << kind;
  }
}

TEST(ProceduralMesh, UnknownKindsAndCountsAreRefused) {
  EXPECT_THROW(make_procedural_mesh("teapot", 100), InputError);
  EXPECT_THROW(make_procedural_mesh("sphere", 0), InputError);
  EXPECT_THROW(make_procedural_mesh("sphere", 0xffffffffu), InputError);
  try {
    make_procedural_mesh("teapot\n", 100);
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("torus-knot"), std::string::npos);
  }
}

}  // namespace
}  // namespace collisionchip
