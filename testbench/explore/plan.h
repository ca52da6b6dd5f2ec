// The contents of a plan file (docs/explore.md): a chip, the keys that vary, how they vary, and the workloads of each configuration.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/testbench/explore/limits.h"
#include "collisionchip/testbench/scenes/scene_plan.h"
#include "collisionchip/testbench/sources/object_source.h"
#include "collisionchip/tlm/config/chosen_chip.h"
#include "collisionchip/tlm/config/config_value.h"

namespace collisionchip {

constexpr std::uint64_t kMostPoints = 1'000'000'000;  // the most points of a plan
constexpr std::uint64_t kMostAxisValues = 1'000'000;  // the most values of one axis

struct Axis {
  const ConfigKey* key = nullptr;
  std::vector<std::uint32_t> values;  // as the key stores them; at least one, each once
  Place where{""};                    // "plan.toml:12"

  // "plan.toml:12: axis sdram.banks"
  Place place() const { return where.part("axis " + key->name); }
};

enum class Strategy {
  grid,             // every combination; the last axis varies fastest
  one_at_a_time,    // the base, then each axis alone
  random,           // every axis drawn uniformly from its values
  latin_hypercube,  // drawn at random, but each axis has all its values equally often
};
const char* name_of(Strategy strategy);

// A motion whose time of contact is searched for after the objects are loaded.
struct ContactPlan {
  Pose from, to;
  unsigned halvings = 0;
  Place where{""};  // "plan.toml:12: workload.motion"
};

struct WorkloadPlan {
  std::string name;
  ObjectSource a, b;
  std::vector<Pose> poses;             // empty for a search for the contact
  std::optional<ContactPlan> contact;  // the search for the contact
  bool haptic = false;                 // the poses are steps, each with its deadline
  bool first_witness = false;
  std::optional<ScenePlan> scene;  // a scene instead of objects and poses; its chip is ignored
  Place where{""};
};

struct Plan {
  std::string path;
  std::string base;            // the plan's name for the chip: a preset or a file
  ChosenChip chip;             // that chip with [set] applied
  std::vector<PlacedKey> set;  // in the order of the file
  std::vector<Axis> axes;      // in the order of the file
  Strategy strategy = Strategy::grid;
  std::uint64_t points = 0;  // number of points for random and latin_hypercube
  std::uint64_t seed = 1;
  bool skip_conflicts = false;  // points that break a rule between keys are left out instead of refused
  std::vector<WorkloadPlan> workloads;
  std::vector<std::string> objectives;  // names of statistics
  Place objectives_where{""};           // "plan.toml:2"; empty if the plan names none
  std::vector<Limit> limits;            // the most that a point may cost
};

// One line if an axis changes the chip's clock and an objective is cycles: cycles of two points are then different times. Empty otherwise.
std::string clock_note(const Plan& plan);

// Reads a plan file. If anything is wrong, InputError is one line with file, line and key. The files of the objects must exist, but are not
// read. Rules between keys are checked later, point by point (PointSpace::refuse_conflicts).
Plan load_plan(const std::string& path);

// Reads only the workloads of a plan file; its other members are ignored.
std::vector<WorkloadPlan> load_workload_plans(const std::string& path);

}  // namespace collisionchip
