// What each contender takes for each pose of a scene, and which pairs it gets wrong.
#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "collisionchip/testbench/benchmarks/contender.h"
#include "collisionchip/testbench/benchmarks/scenes.h"

namespace collisionchip {

struct ContenderAnswer {
  double us = std::numeric_limits<double>::infinity();
  std::size_t pairs = 0;
  std::size_t missed = 0,
              extra = 0;  // beside the exact list; asked for one pair: whether it is there and on the list
  std::optional<TraversalCounters> counters{};

  std::size_t wrong() const { return missed + extra; }
};

struct PoseTimes {
  std::size_t pose = 0, pairs = 0;  // pairs of the exact list
  bool apart = false;  // the box of A and the one around the box of B, moved, have no common point
  std::vector<ContenderAnswer> answers{};  // by contender
};

class PoseTimer {
 public:
  // Contenders and scene must outlive it.
  PoseTimer(const std::vector<ContenderKind>& kinds, const Scene& scene);

  // Contenders take turns, and the best of several rounds counts, of more rounds for short questions. Exact is the list of the
  // mirror.
  PoseTimes measure(std::size_t pose, Question question);

 private:
  bool apart(const Pose& pose) const;

  const Scene& scene_;
  std::unique_ptr<Contender> judge_;
  std::vector<std::unique_ptr<Contender>> contenders_;
};

// The first question of a process, to objects that it has just built, with cold caches: a child process builds the objects as
// this contender has them, writes more memory than the caches of a core hold, and asks once. The median of three children.
double fresh_microseconds(const ContenderKind& kind, const Scene& scene, std::size_t pose, Question question);

}  // namespace collisionchip
