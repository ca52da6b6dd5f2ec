#include "collisionchip/tlm/units/memory_controller/branch_cache.h"

namespace collisionchip {

const BranchCache::Line* BranchCache::find(std::uint32_t address) {
  const auto place = place_.find(address);
  if (place == place_.end()) return nullptr;
  order_.splice(order_.begin(), order_, place->second);
  return &order_.front();
}

void BranchCache::insert(const Line& line) {
  if (lines_ == 0) return;
  if (find(line.address) != nullptr) {
    order_.front() = line;
    return;
  }
  if (order_.size() == lines_) {
    place_.erase(order_.back().address);
    order_.pop_back();
  }
  order_.push_front(line);
  place_[line.address] = order_.begin();
}

void BranchCache::drop_after(Cycle now) {
  for (auto line = order_.begin(); line != order_.end();) {
    if (line->ready <= now) {
      ++line;
      continue;
    }
    place_.erase(line->address);
    line = order_.erase(line);
  }
}

void BranchCache::clear() {
  order_.clear();
  place_.clear();
}

}  // namespace collisionchip
