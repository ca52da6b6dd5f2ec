// A run of `collisionchip allpairs`: every pose asked of a device, of the kernels' mirror and of the exact predicate, and
// what it took (docs/opencl.md).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "collisionchip/reference/all_pairs/all_pairs.h"
#include "collisionchip/testbench/opencl/opencl_pairs.h"

namespace collisionchip {

struct PairsQuestion {
  Mesh a;
  std::optional<Mesh> b;  // none: A against itself
  std::vector<Pose> poses;
  PairsMode mode = PairsMode::filtered;
  std::string device = "pocl";  // or "cpu": the mirror
  OpenclPairsOptions opencl;
  std::uint32_t boxes = kUsualModelBoxes;  // of each model, in mode boxes
  bool check = true;                       // against the mirror and the exact predicate

  const Mesh& other() const { return b ? *b : a; }
};

// What one pose came to.
struct PairsRow {
  bool collides = false;
  std::uint64_t pairs = 0, uncertain = 0, repeats = 0;
  BoxCounts boxes;
  std::uint64_t solved_edges = 0;
  PairsTimes times;
  double settle_seconds = 0;
  double processor_seconds = 0;            // of all phases, this host's cores together
  std::uint64_t missed = 0, invented = 0;  // pairs; of a yes or no, 1 where it is the wrong one
};

struct PairsRun {
  std::string device;
  std::vector<PairsRow> rows;
  double open_seconds = 0;          // device, kernels compiled
  std::uint64_t unlike_mirror = 0;  // poses
  std::string first_difference;     // "pose 3: ..."; empty: none

  // An answer of an exact mode that is not the exact one, or a device that is not its mirror.
  bool is_wrong(PairsMode mode) const;
};

using PairsProgress = std::function<void(std::size_t poses_done)>;
// Called with the settled pairs of each pose, in order.
using TakePairs = std::function<void(std::size_t pose, const std::vector<TrianglePair>& pairs)>;

PairsRun run_pairs(const PairsQuestion& question, const TakePairs& take, const PairsProgress& progress);

std::string pairs_text(const PairsQuestion& question, const PairsRun& run);
std::string pairs_json(const PairsQuestion& question, const PairsRun& run);

}  // namespace collisionchip
