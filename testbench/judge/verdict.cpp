#include "collisionchip/testbench/judge/verdict.h"

#include <fmt/format.h>

namespace collisionchip {

void AnswerVerdict::add(const AnswerVerdict& later) {
  queries += later.queries;
  pairs += later.pairs;
  if (differences == 0) first_difference = later.first_difference;
  differences += later.differences;
  is_counted |= later.is_counted;
}

std::string AnswerVerdict::line(const std::string& model, const std::string& against) const {
  return fmt::format("PARITY: {} {} {}: {} queries, {} pairs, {} differences{}", model,
                     is_counted         ? "~"
                     : differences == 0 ? "="
                                        : "!=",
                     against, queries, pairs, differences,
                     is_counted ? " (not exact: counted, not judged)" : "");
}

void ParityVerdict::add(const ParityVerdict& later) {
  if (name.empty()) name = later.name;
  queries += later.queries;
  cycles += later.cycles;
  events += later.events;
  if (first_difference.empty()) first_difference = later.first_difference;
}

std::string ParityVerdict::line() const {
  if (queries == 0) return fmt::format("PARITY: {} and tlm not compared: no query ended", name);
  const bool equal = first_difference.empty();
  return fmt::format("PARITY: {} {} tlm: queries {}, cycles compared {}, events compared {}, differences {}",
                     name, equal ? "=" : "!=", queries, cycles, events, equal ? 0 : 1);
}

}  // namespace collisionchip
