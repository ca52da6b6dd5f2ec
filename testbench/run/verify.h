// The self-check: an engine, its judges and their relations, over generated and given cases.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/tree/object.h"
#include "collisionchip/testbench/engines/engine.h"
#include "collisionchip/testbench/judge/random_numbers.h"
#include "collisionchip/testbench/judge/verdict.h"

namespace collisionchip {

struct VerifyCase {
  std::string name;
  CollisionObject a, b;
  std::vector<Pose> poses;
};

struct VerifyResult {
  AnswerVerdict verdict;  // of the engine's judge (EngineKind::judge)
  double eq5_ratio = 0;   // a chip's cycles / Eq. 5, over all queries
  AnswerVerdict oracle;   // verdict of the oracle, if there is one
  std::string fault;      // the first fault; empty if all agree
};

// The identity, then poses at random: translations within +-reach, rotations of any kind.
std::vector<Pose> random_poses(RandomNumbers& random, int count, double reach);

// Built-in cases: procedural objects of several kinds and
// sizes in contact, a single triangle, very different sizes.
std::vector<VerifyCase> generated_cases(const ChipConfig& config, std::uint64_t seed);

// Verifies one case with one engine: its answers are compared with its judge's, and an exact engine's also with the other
// traversals'. For a chip, unit accounts must sum to the query's cycles, protocol and command checkers must be silent, and the
// used board must answer like a fresh one. `oracle`: another exact engine with its own verdict; nullptr: none.
VerifyResult verify_case(const VerifyCase& test, const EngineKind& kind, const ChipConfig& config,
                         const EngineKind* oracle = nullptr);

}  // namespace collisionchip
