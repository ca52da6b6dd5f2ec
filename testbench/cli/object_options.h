// Two objects, as verbs let a user name them: mesh files, and how they are read.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "collisionchip/reference/mesh/mesh_file.h"
#include "collisionchip/reference/tree/object.h"
#include "collisionchip/tlm/config/chip_config.h"

namespace collisionchip {

struct ObjectOptions {
  std::string a, b;                 // mesh files
  double scale_a = 1, scale_b = 1;  // finite, not 0
  bool recentre = false;

  // A name that begins with a dash: the names come last in a command, behind "--".
  bool are_like_options() const { return a.front() == '-' || b.front() == '-'; }
  std::string words() const;
  // Then there is one mesh. `b_file`: B's, or another one in its place.
  bool are_same(const std::string& b_file) const { return a == b_file && scale_a == scale_b; }
  // Whether an option was given that needs mesh files.
  bool has_reading() const { return recentre || scale_a != 1 || scale_b != 1; }
};

// A and B, and how they are read.
void add_object_options(CLI::App& verb, ObjectOptions& options);
// --scale-a, --scale-b and --recentre alone, for a verb that names its objects otherwise.
void add_reading_options(CLI::App& verb, ObjectOptions& options);
// InputError if something is said about files and there are none.
void check_reads(const ObjectOptions& options, bool has_files);

struct LoadedMeshes {
  Mesh a;
  std::optional<Mesh> b;  // none: the same as A
  Vec3d offset{};         // taken from both with --recentre
  std::shared_ptr<const std::vector<Mesh>> frames;

  const Mesh& other() const { return b ? *b : a; }
};
// `frames`: files of B as it changes its shape, with as many triangles as B; then `b` is the first of them.
LoadedMeshes load_meshes(const ObjectOptions& options, const std::vector<std::string>& frames = {});

struct LoadedObjects {
  std::shared_ptr<const CollisionObject> a, b;  // one object if both meshes are the same
  Vec3d offset{};
};
// Their trees, for that machine.
LoadedObjects build_objects(const LoadedMeshes& meshes, const ChipConfig& config);
// Their trees for a chip. A question that the chip cannot take is refused before a tree is built (check_question()).
LoadedObjects build_chip_objects(const LoadedMeshes& meshes, const ChipConfig& config);

}  // namespace collisionchip
