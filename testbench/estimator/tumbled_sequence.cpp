#include "collisionchip/testbench/estimator/tumbled_sequence.h"

#include <algorithm>

namespace collisionchip {

namespace {

// Lists that keep a pair follow the one that fetched it, and only there is something fetched ahead for longer
// than one list. There are as many as the aligned tree is deep, seldom more than this.
constexpr std::size_t kLookBack = 24;

}  // namespace

TumbledStep TumbledSequence::next(std::size_t list) {
  if (list != following_) {
    own_ = prefetched_ = kNoPair;
    for (std::size_t before = list - std::min(list, kLookBack); before < list; ++before) follow(before);
  }
  following_ = list + 1;
  return follow(list);
}

TumbledStep TumbledSequence::follow(std::size_t list) {
  const std::uint32_t pair = profile_.tape.lists[list].tumbled.pair;
  TumbledStep step;
  step.kept = keep_pair_ && pair == own_;
  const bool needed = step.kept ? certain_ || wrote_both_ : prefetched_ == pair;
  step.dropped = prefetched_ != kNoPair && !needed;
  step.prefetched = !step.kept && prefetched_ == pair;
  if (step.dropped || !step.kept) prefetched_ = kNoPair;
  certain_ = prefetched_ != kNoPair;
  own_ = pair;
  if (prefetched_ == kNoPair) {
    step.ahead = prefetched_ = ahead_of(list);
    const QueryProfile::Ahead& ahead = profile_.ahead[list];
    certain_ = step.ahead_waits = step.ahead != kNoPair && ahead.left == kNoPair && ahead.right == kNoPair;
  }
  wrote_both_ = profile_.ahead[list].writes_both;
  return step;
}

std::uint32_t TumbledSequence::ahead_of(std::size_t list) const {
  const QueryProfile::Ahead& ahead = profile_.ahead[list];
  if (!prefetching_) return kNoPair;
  if (ahead.left != kNoPair || !prefetch_known_) return ahead.left;
  if (ahead.right != kNoPair) return ahead.right;
  const bool unread = heads_in_sram_;  // what waits in an SRAM is not known
  return unread || (keep_pair_ && ahead.waiting == own_) ? kNoPair : ahead.waiting;
}

}  // namespace collisionchip
