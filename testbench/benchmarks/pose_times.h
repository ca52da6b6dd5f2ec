// The time of each contender for each pose of a scene, and the number of its wrong pairs.
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
  // Differences from the exact list. If one pair is asked: `missed` is 1 if the pair is missing, `extra` is 1 if it is not on the list.
  std::size_t missed = 0, extra = 0;
  std::optional<TraversalCounters> counters{};

  std::size_t wrong() const { return missed + extra; }
};

struct PoseTimes {
  std::size_t pose = 0, pairs = 0;         // pairs of the exact list
  bool apart = false;                      // A's box and the box around B's moved box have no common point
  std::vector<ContenderAnswer> answers{};  // by contender
};

class PoseTimer {
 public:
  // Contenders and scene must outlive it.
  PoseTimer(const std::vector<ContenderKind>& kinds, const Scene& scene);

  // Contenders take turns. The best of several rounds counts; short questions get more rounds. The mirror gives the exact list.
  PoseTimes measure(std::size_t pose, Question question);

 private:
  bool apart(const Pose& pose) const;

  const Scene& scene_;
  std::unique_ptr<Contender> judge_;
  std::vector<std::unique_ptr<Contender>> contenders_;
};

// The time of a process's first question, about newly built objects, with cold caches. A child process builds the contender's objects,
// writes more memory than a core's caches hold, and asks once. The result is the median of three children.
double fresh_microseconds(const ContenderKind& kind, const Scene& scene, std::size_t pose, Question question);

}  // namespace collisionchip
