// The plan of `collisionchip paper`: objects, turns, distances, chips.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "collisionchip/reference/mesh/mesh.h"

namespace collisionchip {

// First witness (Figure 9) or all pairs (Figure 10).
enum class WitnessMode { first, all };
const std::vector<WitnessMode>& witness_modes();
std::string name_of(WitnessMode mode);  // "first", "all"

struct PaperObject {
  std::string name;         // procedural kind, or the file as the user named it
  std::string stands_for;   // the paper's object that it replaces; empty for a file
  std::uint32_t triangles;  // procedural: at the paper's size; file: set when it is read
  bool is_file = false;
};

struct PaperPlan {
  std::vector<PaperObject> objects;
  std::vector<double> resolutions;   // of Figures 11 and 12, as parts of an object's triangles
  std::vector<std::string> presets;  // the chips of Figure 13
  std::uint32_t steps = 0;           // orientations per turn
  std::uint32_t distances = 0;
  double nearest = 0.1, farthest = 2.4;  // distances of the box centres; the objects are 2 across
  std::uint32_t timing_repeats = 0;      // number of timed runs; their median counts
  std::uint64_t seed = 0;                // for procedural objects with a random part
  unsigned jobs = 1;                     // processes at the same time; host times are measured alone
};

// A plan with the paper's four objects, and the files after them. `quick`: objects of a quarter of the size and fewer steps.
PaperPlan paper_plan(bool quick, const std::vector<std::string>& files);

// The object with about `triangles` triangles (procedural kinds; a file has its own), scaled to [-1,1]^3.
Mesh paper_mesh(const PaperPlan& plan, const PaperObject& object, std::uint32_t triangles);

// The sizes of the object that Figures 11 and 12 show, smallest first.
std::vector<std::uint32_t> resolutions_of(const PaperPlan& plan, const PaperObject& object);

using Meshes = std::vector<std::shared_ptr<const Mesh>>;
// The meshes of plan.objects. Sets the objects' numbers of triangles. InputError if a file cannot be read, or an object does not fit into a
// chip.
Meshes make_meshes(PaperPlan& plan);
// All data that the numbers depend on, without the host. `meshes` are those of plan.objects.
nlohmann::ordered_json describe(const PaperPlan& plan, const Meshes& meshes);

}  // namespace collisionchip
