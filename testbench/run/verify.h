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
  double eq5_ratio = 0;   // of a chip: its cycles / Eq. 5, all queries
  AnswerVerdict oracle;   // of the oracle, if there is one
  std::string fault;      // the first one; empty: all agree
};

// The identity, then poses at random: translations within +-reach, rotations of any kind.
std::vector<Pose> random_poses(RandomNumbers& random, int count, double reach);

// Built-in cases: procedural objects of several kinds and
// sizes in contact, a single triangle, very different sizes.
std::vector<VerifyCase> generated_cases(const ChipConfig& config, std::uint64_t seed);

// One case and one engine: its answers against its judge's, and if it is exact against the other traversals'. Of a
// chip: unit accounts that sum to the query's cycles; protocol and command checkers silent; the used board equal to
// a fresh one. `oracle`: another exact engine, whose verdict is told apart; nullptr: none.
VerifyResult verify_case(const VerifyCase& test, const EngineKind& kind, const ChipConfig& config,
                         const EngineKind* oracle = nullptr);

}  // namespace collisionchip
