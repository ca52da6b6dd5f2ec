// The answering traversal as it was compiled: for every processor, and for those with AVX-512.
#pragma once

#include <cstring>

#include "collisionchip/reference/answer/answer_traversal.h"
#include "collisionchip/reference/triangle/filter_levels.h"

namespace collisionchip {

struct AnswerLevel {
  void (*run)(const AnswerJob& job);
  // What it makes of two nodes of 24 coefficients, for a test.
  void (*tumble)(const CompactTransform& transform, const CompactPair& siblings,
                 std::array<CompactVolume, 2>& tumbled);
};
extern const AnswerLevel kNarrowAnswers, kWideAnswers;

// Null when it was not built, or the processor cannot run it.
const AnswerLevel* find_answer_level(FilterLevel level);

// How a level is made of its tumbling.
template <template <int> class Tumbling>
struct AnswersBy {
  static void run(const AnswerJob& job) {
    with_half(job.k, [&](auto half) {
      if constexpr (2 * half.value <= kMostCompactK) AnswerTraversal<Tumbling<half.value>>(job).run();
    });
  }
  static void tumble(const CompactTransform& transform, const CompactPair& siblings,
                     std::array<CompactVolume, 2>& tumbled) {
    typename Tumbling<12>::Volume volumes[2];
    Tumbling<12>(transform).tumble(siblings, volumes);
    for (std::size_t i = 0; i < 2; ++i) std::memcpy(&tumbled[i], &volumes[i], sizeof tumbled[i]);
  }
};

}  // namespace collisionchip
