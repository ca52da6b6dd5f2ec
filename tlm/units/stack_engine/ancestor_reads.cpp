#include "collisionchip/tlm/units/stack_engine/ancestor_reads.h"

namespace collisionchip {

void AncestorReads::reset() {
  way_.reset();
  owners_.clear();
  known_.clear();
}

bool AncestorReads::take_links(Cycle now) {
  bool goes_on = false;
  while (const PairAuxiliary* links = links_.front(now)) {
    if (owners_.front() == Owner::target) {
      known_.push_back(*links);
    } else if (way_) {
      way_->take_links(*links);
      goes_on = true;
    }
    owners_.pop_front();
    links_.pop(now);
  }
  return goes_on;
}

void AncestorReads::ask() {
  const bool last = at_target();
  owners_.push_back(last ? Owner::target : Owner::ancestor);
  if (last) {
    way_.reset();
  } else {
    way_->ask();
  }
}

}  // namespace collisionchip
