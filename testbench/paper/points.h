// The points of the paper's figures: what one tumbling turn costs. Each is a pure function of its arguments
// but for measure_host().
#pragma once

#include <string>
#include <vector>

#include "collisionchip/reference/tree/object.h"
#include "collisionchip/testbench/paper/software.h"
#include "collisionchip/testbench/paper/turn.h"
#include "collisionchip/tlm/machine/chip_config.h"

namespace collisionchip {

// First witness (Figure 9) or all pairs (Figure 10).
enum class WitnessMode { first, all };
const std::vector<WitnessMode>& witness_modes();
std::string name_of(WitnessMode mode);  // "first", "all"

// The three traversals as named by traversals(), and their counters (§5.1): "list.visits" and so on;
// "pairs", "colliding" (0 or 1) beside them. std::runtime_error if they do not find the same.
Turn count_work(const CollisionObject& object, const std::vector<Pose>& poses, WitnessMode mode);
const std::vector<std::string>&
work_names();  // visits, aligned_visits, transforms, overlap_tests, triangle_tests

// The chip: "cycles", "eq5_cycles", "pci_cycles", "lists", "aligned_pairs", "triangle_tests", "pairs",
// "cache_hits", "cache_tests". std::runtime_error if an answer is not the reference's; InputError if the
// object is too large.
Turn run_chip(const ChipConfig& config, const CollisionObject& object, const std::vector<Pose>& poses,
              WitnessMode mode);

// Microseconds of CPU time on this host by software name, the median of `repeats` runs of each pose, pose
// set-up included; "set_up": the set-up alone. Also "list.pairs", "fcl.pairs" and so on.
Turn measure_host(const std::vector<TimedSoftware>& software, const CollisionObject& object,
                  const std::vector<Pose>& poses, WitnessMode mode, std::uint32_t repeats);

}  // namespace collisionchip
