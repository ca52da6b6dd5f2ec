// What verbs ask about, in the words that all of them share: a chip, two objects, poses. A verb adds the
// options it takes; loading says what is wrong in one line
// (terminal/exit_status.h).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/mesh/mesh_file.h"
#include "collisionchip/reference/tree/object.h"
#include "collisionchip/testbench/engines/engine.h"
#include "collisionchip/testbench/poses/motion.h"
#include "collisionchip/tlm/config/chosen_chip.h"

namespace collisionchip {

struct ChipOptions {
  std::string chip = "paper41";   // preset or TOML file
  std::vector<std::string> sets;  // KEY=VALUE, in the order given

  // The file that --chip names; empty: it names a preset.
  std::string file() const;
  // As they stand on a command line, each after a space.
  std::string words() const;
};

// What --help says of a chip.
std::string chip_text();
void add_chip_options(CLI::App& verb, ChipOptions& options);
// --set alone, for a verb that has its chip from elsewhere.
void add_set_option(CLI::App& verb, std::vector<std::string>& sets, const std::string& description);
// InputError for a --chip or --set that was typed and that the engine does not look at.
void check_chip_is_used(const CLI::App& verb, const ChipOptions& options, const EngineKind& engine);
// The preset or the file of --chip, without --set; rules between keys are not checked yet.
ChosenChip load_typed_chip(const std::string& chip);
// Validated.
ChosenChip load_chip(const ChipOptions& options);

struct PoseOptions {
  std::string pose, poses;           // a text, a file; empty: not given
  std::vector<std::string> between;  // none or two texts: a motion
  unsigned halvings = 0, steps = 0;  // of it; one of the two

  std::string words() const;
  Motion motion() const;  // that --between gives; WrongWord for a text that is no pose
};

void add_pose_option(CLI::App& verb, PoseOptions& options);
void add_poses_option(CLI::App& verb, PoseOptions& options);
// --between with --toc, the time of contact, or --haptic, small steps.
void add_motion_options(CLI::App& verb, PoseOptions& options);
// InputError if more than one is given, or half of a motion.
void check_poses(const PoseOptions& options);
// After check_poses(), and not of a search for the contact. One or more; the identity if none is given. `offset`: taken from both
// objects, and 0 for a motion, whose way between its ends depends on where the origin is.
std::vector<Pose> load_poses(const PoseOptions& options, const Vec3d& offset = {});

// --model, of the engines for which `fits` is true; others are refused by name (exit status 2).
void add_model_option(CLI::App& verb, std::string& model, bool (*fits)(const EngineKind& kind));
// InputError if this program lacks something for it.
const EngineKind& load_engine(const std::string& model);

// Of OpenCL, or `cpu`, whose meaning is the verb's.
void add_device_option(CLI::App& verb, std::string& device, const std::string& cpu);
void add_first_option(CLI::App& verb, bool& first);

struct ObjectOptions {
  std::string a, b;                 // mesh files
  double scale_a = 1, scale_b = 1;  // finite, not 0
  bool recentre = false;
  Vec3d offset{};  // taken from both objects; of find_offset()

  // A name that begins with a dash: the names come last in a command, behind "--".
  bool are_like_options() const { return a.front() == '-' || b.front() == '-'; }
  std::string words() const;
  MeshReading reading_a() const { return {scale_a, offset}; }
  MeshReading reading_b() const { return {scale_b, offset}; }
  // Then there is one mesh.
  bool are_same() const { return a == b && scale_a == scale_b; }
  // Whether an option was given that needs mesh files.
  bool has_reading() const { return recentre || scale_a != 1 || scale_b != 1; }
};

struct LoadedObjects {
  std::shared_ptr<const CollisionObject> a, b;  // one object if both files are the same
};

// A and B, and how they are read.
void add_object_options(CLI::App& verb, ObjectOptions& options);
// --scale-a, --scale-b and --recentre alone, for a verb that names its objects otherwise.
void add_reading_options(CLI::App& verb, ObjectOptions& options);
// InputError if something is said about files and there are none.
void check_reads(const ObjectOptions& options, bool has_files);
// With --recentre: reads both files once to find the offset. Before poses and objects are loaded.
void find_offset(ObjectOptions& options);

struct LoadedMeshes {
  Mesh a;
  std::optional<Mesh> b;  // none: the same as A

  const Mesh& other() const { return b ? *b : a; }
};
LoadedMeshes load_meshes(const ObjectOptions& options);
// Both files are read before a tree for that machine is built, so that `meshes_read` can refuse them at once;
// it gets one mesh twice if both files are the same.
LoadedObjects load_objects(const ObjectOptions& options, const ChipConfig& config,
                           const std::function<void(const Mesh& a, const Mesh& b)>& meshes_read = {});
// Of a chip that is asked about them: refused before a tree is built if it cannot be (check_question()).
LoadedObjects load_chip_objects(const ObjectOptions& options, const ChipConfig& config);

}  // namespace collisionchip
