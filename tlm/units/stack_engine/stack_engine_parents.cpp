// What the engine does for aligned pairs that cannot be decoded without their parent's box, where no entry of a list
// brings it: ways read again from the root, or a stack of pairs instead of lists (docs/aabb_unit.md).
#include "collisionchip/tlm/units/stack_engine/stack_engine.h"

namespace collisionchip {

void StackEngine::take_links(Cycle now) {
  while (const PairAuxiliary* links = ports_.aligned_auxiliary.front(now)) {
    if (aligned_owners_.front() == AlignedOwner::target) {
      aligned_known_.push_back(*links);
    } else if (way_) {
      way_->take_links(*links);
      acted_ = true;
    }
    aligned_owners_.pop_front();
    ports_.aligned_auxiliary.pop(now);
  }
}

const PairAuxiliary* StackEngine::aligned_auxiliary(Cycle now) {
  if (!params_.refetch_parents) return ports_.aligned_auxiliary.front(now);
  return aligned_known_.empty() ? nullptr : &aligned_known_.front();
}

void StackEngine::drop_aligned_auxiliary(Cycle now) {
  if (params_.refetch_parents) {
    aligned_known_.pop_front();
  } else {
    ports_.aligned_auxiliary.pop(now);
  }
}

// One pair in a cycle; true when none is left.
bool StackEngine::send_push(Cycle now) {
  if (outcome_.pushes.empty()) return true;
  if (pushed_ || !ports_.sram_requests[0]->ready(now) || !ports_.sram_requests[1]->ready(now)) return false;
  push(now, outcome_.pushes.front());
  outcome_.pushes.pop_front();
  return outcome_.pushes.empty();
}

void StackEngine::push(Cycle now, const StackedPair& pair) {
  ports_.sram_requests[0]->put_quietly(now, {true, pair.place, 1, {pair.tumbled.word(), 0}});
  ports_.sram_requests[1]->put_quietly(now, {true, pair.place, 1, {pair.aligned.word(), 0}});
  ++statistics_.heads_written[0];
  pushed_ = true;
}

std::optional<PairPointer> StackEngine::take_tumbled_word() {
  const PairPointer tumbled = PairPointer::of_word(*tumbled_word_);
  tumbled_word_.reset();
  return tumbled;
}

void StackEngine::step_on_way(Cycle now) {
  if (!way_->at_target()) {
    request(now, ReadKind::ancestor_pair, way_->next());
    aligned_owners_.push_back(AlignedOwner::ancestor);
    way_->ask();
    return;
  }
  request(now, ReadKind::aligned_pair, way_->target().pair);
  aligned_owners_.push_back(AlignedOwner::target);
  outstanding_.push_back(way_->target());
  way_.reset();
}

void StackEngine::request_pair(Cycle now) {
  if (stopping_ || words_asked_ != 0) return;
  const auto& requests = ports_.sram_requests;
  if (!requests[0]->ready(now) || !requests[1]->ready(now)) return;
  for (Channel<SramRequest>* each : requests) each->put(now, {false, lists_.current().begin, 1, {}});
  words_asked_ = 1;
  words_coming_ = 2;
}

}  // namespace collisionchip
