#include "collisionchip/testbench/cli/object_options.h"

#include <fmt/format.h>

#include "collisionchip/reference/mesh/mesh_extent.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/cli/word_checks.h"
#include "collisionchip/testbench/host/chip_object.h"
#include "collisionchip/testbench/host/question_check.h"
#include "collisionchip/testbench/results/result_folder.h"
#include "collisionchip/testbench/run/frames.h"
#include "collisionchip/testbench/sources/mesh_source.h"
#include "collisionchip/testbench/terminal/progress.h"

namespace collisionchip {

std::string ObjectOptions::words() const {
  const std::string names = shell_word(a) + " " + shell_word(b);
  const std::string reading = (scale_a == 1 ? "" : fmt::format(" --scale-a {}", scale_a)) +
                              (scale_b == 1 ? "" : fmt::format(" --scale-b {}", scale_b)) +
                              (recentre ? " --recentre" : "");
  return are_like_options() ? reading + " -- " + names : " " + names + reading;
}

void add_object_options(CLI::App& verb, ObjectOptions& options) {
  verb.add_option("A", options.a, "mesh file of object A (OBJ, STL, PLY, OFF)")->required();
  verb.add_option("B", options.b, "mesh file of object B (OBJ, STL, PLY, OFF)")->required();
  add_reading_options(verb, options);
}

void add_reading_options(CLI::App& verb, ObjectOptions& options) {
  const auto add_scale = [&](const char* name, double& scale, const char* object) {
    verb.add_option(name, scale,
                    fmt::format("multiply {}'s coordinates by this number, in double, before they are "
                                "rounded; a negative number mirrors",
                                object))
        ->check(number_but_0())
        ->type_name("S");
  };
  add_scale("--scale-a", options.scale_a, "A");
  add_scale("--scale-b", options.scale_b, "B");
  verb.add_flag("--recentre", options.recentre,
                "take one offset from both objects before coordinates are rounded to float32, and adjust the "
                "poses; for objects far from the origin");
}

void check_reads(const ObjectOptions& options, bool has_files) {
  if (options.has_reading() && !has_files)
    throw InputError("--scale-a, --scale-b, --recentre", "mesh files, which they are about");
}

LoadedMeshes load_meshes(const ObjectOptions& options, const std::vector<std::string>& frames) {
  LoadedMeshes meshes;
  Progress progress("reading " + options.a);
  MeshReading of_a{options.scale_a, {}}, of_b{options.scale_b, {}};
  if (options.recentre) {
    const Mesh a = read_mesh(options.a, of_a);
    const Mesh b = options.are_same(options.b) ? a : read_mesh(options.b, of_b);
    meshes.offset = common_offset(extent_of(a), extent_of(b));
    of_a.offset = of_b.offset = meshes.offset;
  }
  meshes.a = load_mesh(options.a, of_a);
  if (!frames.empty())
    meshes.frames =
        std::make_shared<const std::vector<Mesh>>(read_frames(frames, read_mesh(options.b), of_b));
  const std::string& b = frames.empty() ? options.b : frames.front();
  progress.now_doing("reading " + b);
  if (!options.are_same(b)) meshes.b = load_mesh(b, of_b);
  return meshes;
}

LoadedObjects build_objects(const LoadedMeshes& meshes, const ChipConfig& config) {
  LoadedObjects objects;
  objects.offset = meshes.offset;
  Progress progress("building the tree of " + meshes.a.name);
  objects.a = std::make_shared<const CollisionObject>(build_object(meshes.a, config));
  progress.now_doing("building the tree of " + meshes.other().name);
  objects.b = meshes.b ? std::make_shared<const CollisionObject>(build_object(*meshes.b, config)) : objects.a;
  return objects;
}

LoadedObjects build_chip_objects(const LoadedMeshes& meshes, const ChipConfig& config) {
  check_question(config, meshes.a.triangle_count(), meshes.other().triangle_count());
  return build_objects(meshes, config);
}

}  // namespace collisionchip
