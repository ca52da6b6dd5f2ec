// What to explore, as a plan file says it (docs/explore.md): a chip, the keys that vary, how they vary, and
// the work that each configuration is given.
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

constexpr std::uint64_t kMostPoints = 1'000'000'000;  // of a plan
constexpr std::uint64_t kMostAxisValues = 1'000'000;  // of one axis

struct Axis {
  const ConfigKey* key = nullptr;
  std::vector<std::uint32_t> values;  // as the key stores them; at least one, none twice
  Place where{""};                    // "plan.toml:12"

  // "plan.toml:12: axis sdram.banks"
  Place place() const { return where.part("axis " + key->name); }
};

enum class Strategy {
  grid,             // every combination; the last axis varies fastest
  one_at_a_time,    // the base, then each axis alone
  random,           // every axis drawn uniformly from its values
  latin_hypercube,  // likewise, but each axis shows all of its values equally often
};
const char* name_of(Strategy strategy);

// The time of contact on a motion, searched for when the objects are there.
struct ContactPlan {
  Pose from, to;
  unsigned halvings = 0;
  Place where{""};  // "plan.toml:12: workload.motion"
};

struct WorkloadPlan {
  std::string name;
  ObjectSource a, b;
  std::vector<Pose> poses;             // none of a search for the contact
  std::optional<ContactPlan> contact;  // such a search
  bool haptic = false;                 // the poses are steps, each with its deadline
  bool first_witness = false;
  std::optional<ScenePlan> scene;  // in place of all this; its chip is not looked at
  Place where{""};
};

struct Plan {
  std::string path;
  std::string base;            // as the plan names it: a preset or a file
  ChosenChip chip;             // that base with [set] applied
  std::vector<PlacedKey> set;  // in the order of the file
  std::vector<Axis> axes;      // likewise
  Strategy strategy = Strategy::grid;
  std::uint64_t points = 0;  // of random and latin_hypercube
  std::uint64_t seed = 1;
  bool skip_conflicts = false;  // points that break a rule between keys are left out instead of refused
  std::vector<WorkloadPlan> workloads;
  std::vector<std::string> objectives;  // names of statistics
  Place objectives_where{""};           // "plan.toml:2"; empty if the plan names none
  std::vector<Limit> limits;            // of what a point may cost
};

// One line if an axis moves the chip's clock and an objective is cycles, which are then no times; empty otherwise.
std::string clock_note(const Plan& plan);

// InputError, one line with file, line and key, for anything that is wrong with it. Objects are looked for,
// not read. Rules between keys are not checked: that needs the points (PointSpace::refuse_conflicts).
Plan load_plan(const std::string& path);

// The workloads of a plan file alone; its other members are not looked at.
std::vector<WorkloadPlan> load_workload_plans(const std::string& path);

}  // namespace collisionchip
