#include "collisionchip/tlm/units/stack_engine/tumbled_pairs.h"

#include <algorithm>

namespace collisionchip {

void TumbledPairs::reset() {
  to_request_ = on_stack_ = known_ = fetched_ = certain_ = fetched_known_ = false;
  pair_ = kNoPair;
  owners_.clear();
}

bool TumbledPairs::take(const PairAuxiliary& pointers) {
  const Owner owner = owners_.front();
  owners_.pop_front();
  if (owner == Owner::current) {
    pointers_ = pointers;
    known_ = true;
  } else if (owner == Owner::prefetch) {
    fetched_pointers_ = pointers;
    fetched_known_ = true;
  }
  return owner == Owner::current;
}

// The pair of the list before is kept, or the prefetched one becomes the list's own, or it is to be requested.
// A prefetch that no list will need was in vain. While a pair is kept, lists below it have no other: what a
// list that waits has will be needed after them.
ListCommand TumbledPairs::begin(const PairPointer& pair, std::uint32_t length, bool another_waits,
                                bool on_stack) {
  member_ = pair;
  const bool keep = keep_pair_ && pair.pair == pair_;
  on_stack_ = on_stack && !keep;
  const bool needed = keep ? certain_ || another_waits : !on_stack && fetched_pair_ == pair.pair;
  const bool in_vain = fetched_ && !needed;
  if (in_vain) end_prefetch(Owner::dropped);
  if (keep) {
    ++statistics_.lists_kept;
    certain_ = fetched_;
  } else {
    pair_ = pair.pair;
    to_request_ = !fetched_ && !on_stack;
    known_ = fetched_ && fetched_known_;
    if (known_) pointers_ = fetched_pointers_;
    if (fetched_) ++statistics_.prefetches_used;
    end_prefetch(Owner::current);
  }
  return {in_vain ? 1u : 0u, length, keep};
}

void TumbledPairs::end_prefetch(Owner owner_from_now_on) {
  std::replace(owners_.begin(), owners_.end(), Owner::prefetch, owner_from_now_on);
  fetched_ = certain_ = fetched_known_ = false;
}

std::uint32_t TumbledPairs::request() {
  owners_.push_back(Owner::current);
  to_request_ = false;
  return member_.pair;
}

void TumbledPairs::fetch_ahead(std::uint32_t pair) {
  fetched_pair_ = pair;
  certain_ = !has_inner(0) && !has_inner(1);
  owners_.push_back(Owner::prefetch);
  fetched_ = true;
  ++statistics_.prefetches;
}

}  // namespace collisionchip
