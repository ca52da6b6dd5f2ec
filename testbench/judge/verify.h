// The self-check: chip, reference and their relations, over generated and given cases.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/tree/object.h"
#include "collisionchip/testbench/judge/random_numbers.h"
#include "collisionchip/tlm/machine/chip_config.h"

namespace collisionchip {

struct VerifyCase {
  std::string name;
  CollisionObject a, b;
  std::vector<Pose> poses;
};

struct VerifyResult {
  std::string case_name, chip;
  std::uint64_t queries = 0, pairs = 0;
  double eq5_ratio = 0;          // model cycles / Eq. 5, all queries
  std::string first_difference;  // empty: all agree
};

// The identity, then poses at random: translations within +-reach, rotations of any kind.
std::vector<Pose> random_poses(RandomNumbers& random, int count, double reach);

// Built-in cases: procedural objects of several kinds and
// sizes in contact, a single triangle, very different sizes.
std::vector<VerifyCase> generated_cases(int k, std::uint64_t seed);

// One case on one chip: pairs and counts against the list traversal, which is held against the other
// traversals; unit accounts that sum to the query's cycles; protocol and command checkers silent; the used
// board equal to a fresh one.
VerifyResult verify_case(const VerifyCase& test, const ChipConfig& config, const std::string& chip);

}  // namespace collisionchip
