#include "collisionchip/testbench/judge/scoreboard.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace collisionchip {

namespace {

// What the first differing pair is, from both sides.
std::string describe(std::uint64_t pose, const std::vector<TrianglePair>& ours,
                     const std::vector<TrianglePair>& theirs) {
  const auto place = std::mismatch(ours.begin(), ours.end(), theirs.begin(), theirs.end());
  const auto text = [](auto at, const std::vector<TrianglePair>& pairs) {
    return at == pairs.end() ? std::string("no more pairs") : fmt::format("pair {},{}", at->a, at->b);
  };
  return fmt::format("pose {}: entry {}: {} against {} ({} against {} pairs in all)", pose,
                     place.first - ours.begin(), text(place.first, ours), text(place.second, theirs),
                     ours.size(), theirs.size());
}

}  // namespace

QueryOptions judging_options(const QueryOptions& options, const ChipAnswer& answer) {
  QueryOptions judging = options;
  if (answer.unfinished > 0 || answer.in_any_order) judging.first_witness = false;
  return judging;
}

// Some of the pairs that found no room in the Contact Unit would have been left by it, too.
bool has_counts_of(const ChipAnswer& answer, const TraversalCounters& reference) {
  return answer.lists == reference.lists && answer.aligned_pairs == reference.aligned_pairs &&
         answer.triangle_tests == reference.triangle_tests && answer.uncertain >= reference.uncertain &&
         answer.uncertain <= reference.uncertain + answer.overflows &&
         answer.uncertain_causes == reference.uncertain_causes;
}

bool Scoreboard::note(bool equal, const std::string& difference) {
  if (equal) return true;
  if (verdict_.differences++ == 0) verdict_.first_difference = difference;
  return false;
}

bool Scoreboard::check_chip(std::uint64_t pose, const ChipAnswer& answer, const QueryResult& reference,
                            const QueryOptions& options) {
  ++verdict_.queries;
  verdict_.pairs += answer.pairs.size();
  if (options.first_witness && (answer.unfinished > 0 || answer.in_any_order)) {
    // Sub-queries are worked off in another order: any one of all pairs will do, if and only if there is one.
    const bool one = answer.pairs.size() == 1 &&
                     std::binary_search(reference.pairs.begin(), reference.pairs.end(), answer.pairs.front());
    return note(one || (answer.pairs.empty() && reference.pairs.empty()),
                describe(pose, answer.pairs, reference.pairs));
  }
  if (!note(answer.pairs == reference.pairs, describe(pose, answer.pairs, reference.pairs))) return false;
  if (options.first_witness || answer.unfinished > 0) return true;
  const TraversalCounters& counters = reference.counters;
  const bool counted = has_counts_of(answer, counters);
  return note(counted, fmt::format("pose {}: lists {} against {}, aligned pairs {} against {}, triangle "
                                   "tests {} against {}, uncertain {} against {} (or their causes)",
                                   pose, answer.lists, counters.lists, answer.aligned_pairs,
                                   counters.aligned_pairs, answer.triangle_tests, counters.triangle_tests,
                                   answer.uncertain, counters.uncertain));
}

bool Scoreboard::check_traversal(std::uint64_t pose, const QueryResult& answer, const QueryResult& other,
                                 const QueryOptions& options) {
  ++verdict_.queries;
  verdict_.pairs += answer.pairs.size();
  const bool equal =
      options.first_witness ? answer.pairs.empty() == other.pairs.empty() : answer.pairs == other.pairs;
  return note(equal, describe(pose, answer.pairs, other.pairs));
}

void Scoreboard::count_differences(std::uint64_t pose, const QueryResult& answer, const QueryResult& other,
                                   const QueryOptions& options) {
  verdict_.is_counted = true;
  if (check_traversal(pose, answer, other, options) || options.first_witness) return;
  std::vector<TrianglePair> only_one_has;
  std::set_symmetric_difference(answer.pairs.begin(), answer.pairs.end(), other.pairs.begin(),
                                other.pairs.end(), std::back_inserter(only_one_has));
  verdict_.differences += only_one_has.size() - 1;  // check_traversal() has counted one
}

}  // namespace collisionchip
