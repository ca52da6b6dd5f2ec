#include "collisionchip/tlm/units/triangle_unit/triangle_cache.h"

#include <algorithm>

#include "collisionchip/reference/image/triangle_record.h"

namespace collisionchip {

TriangleCache::Line* TriangleCache::set_of(std::uint32_t address) {
  return &lines_[std::size_t{address / kTriangleBytes % sets_} * ways_];
}

const TriangleRecord* TriangleCache::find(std::uint32_t address) {
  Line* set = set_of(address);
  for (std::uint32_t way = 0; way < ways_; ++way) {
    if (set[way].valid && set[way].address == address) {
      set[way].used = ++uses_;
      return &set[way].triangle;
    }
  }
  return nullptr;
}

bool TriangleCache::insert(std::uint32_t address, const TriangleRecord& triangle) {
  Line* set = set_of(address);
  const auto goes_first = [address](const Line& a, const Line& b) {
    const bool same_a = a.valid && a.address == address, same_b = b.valid && b.address == address;
    if (same_a != same_b) return same_a;
    return a.valid != b.valid ? !a.valid : a.used < b.used;
  };
  Line* victim = std::min_element(set, set + ways_, goes_first);
  const bool replaced = victim->valid && victim->address != address;
  *victim = {true, address, ++uses_, triangle};
  return replaced;
}

}  // namespace collisionchip
